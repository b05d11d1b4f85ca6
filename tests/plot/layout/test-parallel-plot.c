/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/layout/parallel-plot.h"

#include "plot/layout/parallel-colors.h"

#include <math.h>

#define WIDTH  900
#define HEIGHT 600

typedef struct
{
  TsParallelPlot *plot;
  TsPlotStyle style;
  cairo_surface_t *surface;
} Picture;

static void
picture_init (Picture *self, const TsParallelConfig *config, int width, int height, gboolean dark)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsParallelLayout) layout = ts_parallel_layout_new (config, &error);
  cairo_t *cr;

  g_assert_no_error (error);
  self->plot = ts_parallel_plot_new ();
  ts_parallel_plot_set_layout (self->plot, layout);
  ts_plot_style_init (&self->style, dark);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (self->surface);
  ts_color_set_source (&self->style.background, cr);
  cairo_paint (cr);
  ts_parallel_plot_draw (self->plot, cr, &self->style, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static void
picture_redraw (Picture *self)
{
  cairo_t *cr = cairo_create (self->surface);

  ts_color_set_source (&self->style.background, cr);
  cairo_paint (cr);
  ts_parallel_plot_draw (self->plot, cr, &self->style,
                         cairo_image_surface_get_width (self->surface),
                         cairo_image_surface_get_height (self->surface));
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static void
picture_clear (Picture *self)
{
  ts_parallel_plot_free (self->plot);
  ts_plot_style_clear (&self->style);
  cairo_surface_destroy (self->surface);
}

static guint32
pixel_at (const Picture *self, double x, double y)
{
  const guchar *data = cairo_image_surface_get_data (self->surface);
  int stride = cairo_image_surface_get_stride (self->surface);

  return *(const guint32 *) (const void *) (data + (int) y * stride + (int) x * 4);
}

static void
assert_color (guint32 pixel, const TsColor *expected, int tolerance)
{
  g_assert_cmpint (ABS ((int) (pixel >> 16 & 0xff) - (int) lround (255 * expected->r)), <=,
                   tolerance);
  g_assert_cmpint (ABS ((int) (pixel >> 8 & 0xff) - (int) lround (255 * expected->g)), <=,
                   tolerance);
  g_assert_cmpint (ABS ((int) (pixel & 0xff) - (int) lround (255 * expected->b)), <=, tolerance);
}

static TsParallelConfig *
create_config (gint64 world, gint64 layers, gint64 tp, gint64 pp, gint64 per_stage)
{
  TsParallelConfig *config = ts_parallel_config_new ();

  config->world_size = world;
  config->num_layers = layers;
  config->tensor_parallel_size = tp;
  config->pipeline_parallel_size = pp;
  config->layers_per_virtual_stage = per_stage;
  return config;
}

/* Every block is where its row and stage say, 0.9 of its space, in its copy's colour at alpha 0.8,
 * with background around it; in both themes. */
static void
test_blocks (gconstpointer dark)
{
  g_autoptr (TsParallelConfig) config = create_config (32, 48, 4, 4, 3);
  cairo_rectangle_t area;
  Picture picture;

  picture_init (&picture, config, WIDTH, HEIGHT, GPOINTER_TO_INT (dark));
  ts_parallel_plot_get_area (picture.plot, &area);
  g_assert_cmpfloat (area.width, >, WIDTH / 2.0);
  g_assert_cmpfloat (area.height, >, HEIGHT / 2.0);
  for (guint row = 0; row < 8; row++)
    for (guint stage = 0; stage < 4; stage++)
      {
        TsColor copy = ts_model_copy_get_color (row % 2, 2);
        TsColor fill = ts_color_mix (&picture.style.background, &copy, 0.8);
        cairo_rectangle_t block;

        ts_parallel_plot_get_block (picture.plot, row, stage, &block);
        g_assert_cmpfloat_with_epsilon (block.width, 0.9 * area.width / 4, 1e-6);
        g_assert_cmpfloat_with_epsilon (block.height, 0.9 * area.height / 8, 1e-6);
        g_assert_cmpfloat_with_epsilon (block.x + block.width / 2,
                                        area.x + (stage + 0.5) * area.width / 4, 1e-6);
        g_assert_cmpfloat_with_epsilon (block.y + block.height / 2,
                                        area.y + area.height - (row + 0.5) * area.height / 8, 1e-6);
        assert_color (pixel_at (&picture, block.x + 4, block.y + 4), &fill, 1);
        assert_color (pixel_at (&picture, block.x - 5, block.y + 4), &picture.style.background, 1);
      }
  picture_clear (&picture);
}

/* Whether the middle of a block holds anything but its fill: a text. */
static gboolean
has_text (Picture *picture, guint row, guint stage)
{
  TsColor fill = ts_parallel_plot_get_row_color (picture->plot, &picture->style, row);
  cairo_rectangle_t block;

  ts_parallel_plot_get_block (picture->plot, row, stage, &block);
  for (double x = block.x + 3; x < block.x + block.width - 3; x++)
    {
      guint32 pixel = pixel_at (picture, x, block.y + block.height / 2);
      /* Fills may be rounded by one. */
      if (ABS ((int) (pixel >> 16 & 0xff) - (int) lround (255 * fill.r)) > 2)
        return TRUE;
    }
  return FALSE;
}

/* msProbe's standalone example: the embedding's second chunk is a block without text. */
static void
test_texts (void)
{
  g_autoptr (TsParallelConfig) config = create_config (8, 28, 1, 8, 2);
  Picture picture;

  config->standalone_embedding = TRUE;
  picture_init (&picture, config, WIDTH, HEIGHT, FALSE);
  for (guint row = 0; row < 8; row++)
    for (guint stage = 0; stage < 2; stage++)
      g_assert_cmpint (has_text (&picture, row, stage), ==, row != 0 || stage != 1);
  picture_clear (&picture);
}

/* Texts go where they do not fit, blocks stay. */
static void
test_small (void)
{
  g_autoptr (TsParallelConfig) config = create_config (32, 48, 4, 4, 3);
  static const int sizes[][2] = { { 1, 1 }, { 40, 30 }, { 200, 120 }, { 320, 900 }, { 2000, 90 } };
  Picture picture;
  cairo_rectangle_t block;
  TsColor fill;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      picture_init (&picture, config, sizes[i][0], sizes[i][1], FALSE);
      picture_clear (&picture);
    }
  picture_init (&picture, config, 420, 130, FALSE);
  for (guint row = 0; row < 8; row++)
    {
      ts_parallel_plot_get_block (picture.plot, row, 2, &block);
      fill = ts_parallel_plot_get_row_color (picture.plot, &picture.style, row);
      assert_color (pixel_at (&picture, block.x + block.width / 2, block.y + block.height / 2),
                    &fill, 3);
      g_assert_false (has_text (&picture, row, 2));
    }
  picture_clear (&picture);
}

static void
test_hit (void)
{
  g_autoptr (TsParallelConfig) config = create_config (32, 48, 4, 4, 3);
  Picture picture;
  guint row, stage;
  cairo_rectangle_t area;

  picture_init (&picture, config, WIDTH, HEIGHT, FALSE);
  for (guint r = 0; r < 8; r++)
    for (guint s = 0; s < 4; s++)
      {
        cairo_rectangle_t block;
        ts_parallel_plot_get_block (picture.plot, r, s, &block);
        g_assert_true (ts_parallel_plot_hit (picture.plot, block.x + 1, block.y + 1, &row, &stage));
        g_assert_cmpuint (row, ==, r);
        g_assert_cmpuint (stage, ==, s);
      }
  ts_parallel_plot_get_area (picture.plot, &area);
  g_assert_false (ts_parallel_plot_hit (picture.plot, area.x - 1, area.y + 1, &row, &stage));
  g_assert_false (
      ts_parallel_plot_hit (picture.plot, area.x + 1, area.y + area.height + 1, &row, &stage));
  g_assert_false (ts_parallel_plot_hit (picture.plot, NAN, NAN, &row, &stage));
  picture_clear (&picture);
}

static void
test_visible (void)
{
  g_autoptr (TsParallelConfig) config = create_config (32, 48, 4, 4, 3);
  Picture picture;
  double x0, x1, y0, y1;
  guint row, stage;
  cairo_rectangle_t area;

  picture_init (&picture, config, WIDTH, HEIGHT, FALSE);
  ts_parallel_plot_set_visible (picture.plot, 1, 2, 4, 6);
  picture_redraw (&picture);
  ts_parallel_plot_get_area (picture.plot, &area);
  g_assert_true (
      ts_parallel_plot_hit (picture.plot, area.x + 1, area.y + area.height - 1, &row, &stage));
  g_assert_cmpuint (row, ==, 4);
  g_assert_cmpuint (stage, ==, 1);
  /* Out of bounds, reversed, too small: kept within, in order, at least one block. */
  ts_parallel_plot_set_visible (picture.plot, -3, 2, 7, 12);
  ts_parallel_plot_get_visible (picture.plot, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x0, ==, 0);
  g_assert_cmpfloat (x1, ==, 4);
  g_assert_cmpfloat (y0, ==, 3);
  g_assert_cmpfloat (y1, ==, 8);
  ts_parallel_plot_set_visible (picture.plot, 2, 1, 5, 5.01);
  ts_parallel_plot_get_visible (picture.plot, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x1 - x0, ==, 1);
  g_assert_cmpfloat (y1 - y0, ==, 1);
  ts_parallel_plot_show_all (picture.plot);
  ts_parallel_plot_get_visible (picture.plot, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (y1, ==, 8);
  picture_clear (&picture);
}

static void
test_colors (void)
{
  static const struct
  {
    guint i, n;
    const char *hex;
  } cases[] = {
    { 0, 1, "#1f77b4" },   { 19, 20, "#9edae5" }, { 0, 21, "#393b79" },  { 20, 40, "#3182bd" },
    { 39, 40, "#d9d9d9" }, { 0, 41, "#440154" },  { 40, 41, "#fde725" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TsColor expected = ts_color_from_hex (cases[i].hex);
      TsColor color = ts_model_copy_get_color (cases[i].i, cases[i].n);
      expected.a = 1;
      assert_color (ts_color_to_argb (&color), &expected, 2);
    }
}

/* 65,536 rows on a few hundred pixels: every pixel row is the mean of its rows, the first copies at
 * the bottom. */
static void
test_largest (void)
{
  g_autoptr (TsParallelConfig) config = create_config (65536, 1024, 1, 2, 1);
  Picture picture;
  cairo_rectangle_t area;
  gint64 start = g_get_monotonic_time ();

  picture_init (&picture, config, WIDTH, HEIGHT, FALSE);
  g_test_message ("first picture: %.1f ms", (double) (g_get_monotonic_time () - start) / 1000);
  ts_parallel_plot_get_area (picture.plot, &area);
  for (double y = area.y + 2; y < area.y + area.height - 2; y += 7)
    {
      double row = (area.y + area.height - floor (y) - 0.5) / area.height * 65536;
      TsColor copy = ts_model_copy_get_color ((guint) row % 32768, 32768);
      TsColor fill = ts_color_mix (&picture.style.background, &copy, 0.8);
      assert_color (pixel_at (&picture, area.x + area.width / 2, y), &fill, 12);
    }
  picture_clear (&picture);
}

static void
test_natural_size (void)
{
  static const gint64 worlds[] = { 1, 8, 230, 231, 1024, 1101, 65536 };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autoptr (TsParallelConfig) config = create_config (worlds[i], 8, 1, 1, 0);
      g_autoptr (TsParallelLayout) layout = ts_parallel_layout_new (config, NULL);
      g_autoptr (TsParallelPlot) plot = ts_parallel_plot_new ();
      double width, height;

      ts_parallel_plot_set_layout (plot, layout);
      ts_parallel_plot_get_natural_size (plot, &width, &height);
      /* What Cairo can hold, and room to read up to 1100 rows. */
      g_assert_cmpfloat (width, <=, 4000);
      g_assert_cmpfloat (height, <=, 16000);
      if (worlds[i] <= 1100)
        g_assert_cmpfloat (height, >=, 14.0 * (double) worlds[i]);
    }
}

static void
test_nothing (void)
{
  g_autoptr (TsParallelPlot) plot = ts_parallel_plot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 10, 10);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;
  guint row, stage;

  ts_plot_style_init (&style, FALSE);
  ts_parallel_plot_draw (plot, cr, &style, 10, 10);
  g_assert_false (ts_parallel_plot_hit (plot, 5, 5, &row, &stage));
  ts_plot_style_clear (&style);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A suspect's row has a frame, its peers' a tint, the others' nothing; ranks that are not there do
 * no harm. */
static void
test_marked_ranks (void)
{
  const gint64 suspects[] = { 5, -1, 999 }, peers[] = { 0, 1, 7 };
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  cairo_rectangle_t blocks[4];
  guint32 before[4], after[4];
  Picture picture;

  config->world_size = 8;
  config->num_layers = 8;
  config->tensor_parallel_size = 2;
  picture_init (&picture, config, WIDTH, HEIGHT, FALSE);
  for (guint row = 0; row < 4; row++)
    {
      ts_parallel_plot_get_block (picture.plot, row, 0, &blocks[row]);
      before[row] = pixel_at (&picture, blocks[row].x + 8, blocks[row].y + 8);
    }
  ts_parallel_plot_set_marked_ranks (picture.plot, suspects, 3, peers, 3);
  picture_redraw (&picture);
  for (guint row = 0; row < 4; row++)
    after[row] = pixel_at (&picture, blocks[row].x + 8, blocks[row].y + 8);
  g_assert_cmpuint (after[0], !=, before[0]);
  g_assert_cmpuint (after[1], ==, before[1]);
  g_assert_cmpuint (after[2], ==, before[2]);
  g_assert_cmpuint (after[3], !=, before[3]);
  g_assert_cmphex (pixel_at (&picture, blocks[2].x + 8, blocks[2].y), ==, 0xffc01c28);
  g_assert_cmphex (pixel_at (&picture, blocks[1].x + 8, blocks[1].y + 1), !=, 0xffc01c28);
  ts_parallel_plot_set_marked_ranks (picture.plot, NULL, 0, NULL, 0);
  picture_redraw (&picture);
  g_assert_cmpuint (pixel_at (&picture, blocks[0].x + 8, blocks[0].y + 8), ==, before[0]);
  picture_clear (&picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/parallel-plot/blocks-light", GINT_TO_POINTER (FALSE), test_blocks);
  g_test_add_data_func ("/parallel-plot/blocks-dark", GINT_TO_POINTER (TRUE), test_blocks);
  g_test_add_func ("/parallel-plot/texts", test_texts);
  g_test_add_func ("/parallel-plot/small", test_small);
  g_test_add_func ("/parallel-plot/hit", test_hit);
  g_test_add_func ("/parallel-plot/visible", test_visible);
  g_test_add_func ("/parallel-plot/colors", test_colors);
  g_test_add_func ("/parallel-plot/largest", test_largest);
  g_test_add_func ("/parallel-plot/natural-size", test_natural_size);
  g_test_add_func ("/parallel-plot/nothing", test_nothing);
  g_test_add_func ("/parallel-plot/marked-ranks", test_marked_ranks);
  return g_test_run ();
}
