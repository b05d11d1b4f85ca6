/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/picture-text.h"

#include "../test-folder.h"

#include <string.h>

static const char text[] = "{\"name\": \"层 <1> & 'x' ]]> &amp;\",\n \"more\": \"\\\"\"}";

static void
draw (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  cairo_rectangle (cr, 3, 4, 5, 6);
  cairo_fill (cr);
}

static void
read_file (const char *path, guint8 **bytes, gsize *size)
{
  g_assert_true (g_file_get_contents (path, (char **) bytes, size, NULL));
}

static void
write_picture (const char *path, const char *carried)
{
  g_autoptr (GError) error = NULL;
  TsPlotStyle style;

  ts_plot_style_init (&style, FALSE);
  g_assert_true (ts_export_full (path, ts_export_type_from_path (path), &style, 40, 30, draw, NULL,
                                 carried, NULL, &error));
  g_assert_no_error (error);
  ts_plot_style_clear (&style);
}

/* What was put in comes out, and nothing else changes. */
static void
test_there_and_back (void)
{
  static const char *const names[] = { "a.png", "a.svg", "a.pdf" };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree guint8 *plain = NULL, *carrying = NULL;
      g_autofree char *none = NULL, *found = NULL;
      gsize n_plain, n_carrying;
      write_picture (path, NULL);
      read_file (path, &plain, &n_plain);
      none = ts_picture_find_text (plain, n_plain);
      g_assert_null (none);
      write_picture (path, text);
      read_file (path, &carrying, &n_carrying);
      found = ts_picture_find_text (carrying, n_carrying);
      g_assert_cmpstr (found, ==, text);
      g_assert_cmpuint (n_carrying, >, n_plain);
      if (i == 0)
        {
          cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
          g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
          g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 40);
          cairo_surface_destroy (surface);
        }
      else if (i == 2)
        g_assert_cmpmem (carrying + n_carrying - 6, 6, "%%EOF\n", 6);
    }
  test_remove_tree (folder);
}

/* Files that are cut off anywhere, and files of others, give nothing and do no harm. */
static void
test_cut (void)
{
  static const char *const names[] = { "b.png", "b.svg", "b.pdf" };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree guint8 *bytes = NULL;
      gsize size;
      write_picture (path, text);
      read_file (path, &bytes, &size);
      for (gsize n = 0; n < size; n++)
        {
          g_autofree guint8 *cut = g_memdup2 (bytes, n);
          g_autofree char *found = ts_picture_find_text (cut, n);
          if (found != NULL)
            g_assert_cmpstr (found, ==, text);
        }
    }
  test_remove_tree (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture-text/there-and-back", test_there_and_back);
  g_test_add_func ("/picture-text/cut", test_cut);
  return g_test_run ();
}
