/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a picture says beside its numbers: marks, what stands behind a merged cell, and states that
 * can be told apart without colour. */
#include "../sample-matrix.h"

#include "model/matrix.h"
#include "plot/heatmap/heatmap-picture.h"
#include "plot/heatmap/heatmap-text.h"

#include <string.h>

static cairo_surface_t *
draw_marks (const TsCellMarks *marks, const TsViewRange *range, const TsRect *cells)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 100);
  cairo_t *cr = cairo_create (surface);

  ts_cell_marks_draw (marks, cr, cells, range);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Pixels of the error's red, and of any mark, in a rectangle. */
static guint
count_pixels (cairo_surface_t *surface, int x0, int y0, int size, gboolean red)
{
  guint n = 0;

  for (int y = MAX (y0, 0); y < MIN (y0 + size, 100); y++)
    for (int x = MAX (x0, 0); x < MIN (x0 + size, 200); x++)
      {
        guint32 pixel
            = *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                                 + y * cairo_image_surface_get_stride (surface)
                                                 + x * 4);
        guint r = pixel >> 16 & 0xff, g = pixel >> 8 & 0xff;
        n += red ? r > 150 && g < 60 : pixel >> 24 > 128;
      }
  return n;
}

/* Where they belong, each kind another way; filling tells them apart, not colour alone. */
static void
test_marks_places (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (10, 5);
  g_autoptr (TsHeatmapRows) rows
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, FALSE, TS_REDUCE_MAGNITUDE);
  const TsCellMark list[] = {
    { matrix->x->ids[2], matrix->y->ids[1], TS_MARK_ERROR, 3 },
    { matrix->x->ids[4], matrix->y->ids[1], TS_MARK_WARNING, 1 },
    { matrix->x->ids[6], matrix->y->ids[1], TS_MARK_HINT, 0 },
    { -77, matrix->y->ids[1], TS_MARK_ERROR, 1 },
  };
  g_autoptr (TsCellMarks) marks = ts_cell_marks_new (list, G_N_ELEMENTS (list), rows);
  TsRect cells = { 0, 0, 200, 100 };
  TsViewRange all = { 0, 10, 0, 5 };
  cairo_surface_t *surface = draw_marks (marks, &all, &cells);
  g_autofree char *text = ts_cell_marks_dup_text (marks, 0, 10, 0, 5);
  g_autofree char *one = ts_cell_marks_dup_text (marks, 6, 7, 1, 2);
  g_autofree char *none = ts_cell_marks_dup_text (marks, 0, 2, 0, 5);

  g_assert_cmpuint (marks->n, ==, 3);
  g_assert_cmpuint (count_pixels (surface, 40, 20, 20, TRUE), >, 15);
  g_assert_cmpuint (count_pixels (surface, 80, 20, 20, TRUE), ==, 0);
  g_assert_cmpuint (count_pixels (surface, 80, 20, 20, FALSE), >, 15);
  g_assert_cmpuint (count_pixels (surface, 120, 20, 20, FALSE), >, 8);
  g_assert_cmpuint (count_pixels (surface, 120, 20, 20, FALSE), <,
                    count_pixels (surface, 80, 20, 20, FALSE));
  g_assert_cmpuint (count_pixels (surface, 0, 20, 20, FALSE), ==, 0);
  g_assert_cmpstr (text, ==, "3 errors, 1 warning, 1 hint");
  g_assert_cmpstr (one, ==, "1 hint");
  g_assert_null (none);
  cairo_surface_destroy (surface);
}

/* Under cells smaller than a pixel an error among hints is still there, wherever it is. */
static void
test_marks_merged (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (4000, 300);
  g_autoptr (TsHeatmapRows) rows
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, FALSE, TS_REDUCE_MAGNITUDE);
  TsRect cells = { 0, 0, 200, 100 };
  TsViewRange all = { 0, 4000, 0, 300 };

  for (guint at = 0; at < 4000; at += 371)
    {
      g_autofree TsCellMark *list = g_new (TsCellMark, 4001);
      g_autoptr (TsCellMarks) marks = NULL;
      cairo_surface_t *surface;
      for (guint x = 0; x < 4000; x++)
        list[x] = (TsCellMark){ matrix->x->ids[x], matrix->y->ids[150], TS_MARK_HINT, 1 };
      list[4000] = (TsCellMark){ matrix->x->ids[at], matrix->y->ids[150], TS_MARK_ERROR, 1 };
      marks = ts_cell_marks_new (list, 4001, rows);
      surface = draw_marks (marks, &all, &cells);
      g_assert_cmpuint (count_pixels (surface, (int) at / 20 - 7, 44, 16, TRUE), >, 4);
      g_assert_cmpuint (count_pixels (surface, 0, 0, 200, TRUE), <, 40);
      cairo_surface_destroy (surface);
    }
}

/* Under one pixel, or in a folded row, a NaN among numbers shows, and how many there are is told.
 */
static void
test_counts (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (8, 14);
  g_autoptr (TsHeatmapRows) rows = NULL, folded = NULL;
  g_autofree char *text = NULL, *none = NULL, *in_layer = NULL;
  gsize counts[TS_N_CELL_STATES];

  ts_matrix_set (matrix, 1, 2, NAN, TS_CELL_NAN);
  ts_matrix_set (matrix, 2, 3, NAN, TS_CELL_NAN);
  ts_matrix_set (matrix, 3, 3, -INFINITY, TS_CELL_NEG_INF);
  ts_matrix_set (matrix, 2, 9, NAN, TS_CELL_MISSING);
  ts_matrix_seal (matrix);
  rows = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, FALSE, TS_REDUCE_MAGNITUDE);
  g_assert_cmpuint (ts_heatmap_rows_count_states (rows, 0, 4, 0, 14, counts), ==, 56);
  g_assert_cmpuint (counts[TS_CELL_NAN], ==, 2);
  g_assert_cmpuint (counts[TS_CELL_NUMBER], ==, 52);
  text = ts_heatmap_dup_states (counts);
  g_assert_cmpstr (text, ==, "4 of them are not numbers: 2 NaN, 1 −Inf, 1 missing");
  g_assert_cmpuint (ts_heatmap_rows_count_states (rows, 4, 8, 0, 14, counts), ==, 56);
  none = ts_heatmap_dup_states (counts);
  g_assert_null (none);
  folded = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, TRUE, TS_REDUCE_MEAN);
  g_assert_cmpuint (folded->shown->y->n, ==, 2);
  g_assert_true (g_str_has_suffix (folded->shown->y->names[0], ": 2 of 7 not finite"));
  g_assert_null (
      strstr (folded->shown->y->names[1], "finite")); /* a missing cell is none of them */
  g_assert_cmpuint (ts_cell_state (folded->shown->states[ts_matrix_index (folded->shown, 1, 0)]),
                    ==, TS_CELL_NAN);
  g_assert_cmpuint (ts_heatmap_rows_count_states (folded, 1, 2, 0, 1, counts), ==, 7);
  in_layer = ts_heatmap_dup_states (counts);
  g_assert_cmpstr (in_layer, ==, "1 of them is not a number: 1 NaN");
}

/* --- told apart in grey --- */

#define SIDE 28

typedef struct
{
  guint8 grey[SIDE * SIDE];
  const char *name;
  gboolean plain; /* a number within the scale */
} Look;

static void
take_look (Look *look, cairo_surface_t *surface, double left, double top)
{
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        guint32 pixel
            = *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                                 + ((int) top + y)
                                                       * cairo_image_surface_get_stride (surface)
                                                 + ((int) left + x) * 4);
        look->grey[y * SIDE + x]
            = (guint8) (0.299 * (pixel >> 16 & 0xff) + 0.587 * (pixel >> 8 & 0xff)
                        + 0.114 * (pixel & 0xff));
      }
}

static double
mean_difference (const Look *a, const Look *b)
{
  double sum = 0;

  for (guint i = 0; i < SIDE * SIDE; i++)
    sum += ABS ((int) a->grey[i] - (int) b->grey[i]);
  return sum / (SIDE * SIDE);
}

/* Between the darkest and the lightest of a cell: a pattern. */
static int
get_contrast (const Look *look)
{
  guint8 low = 255, high = 0;

  for (guint i = 0; i < SIDE * SIDE; i++)
    {
      low = MIN (low, look->grey[i]);
      high = MAX (high, look->grey[i]);
    }
  return high - low;
}

static void
check_looks (gboolean dark, TsPalette palette)
{
  static const struct
  {
    const char *name;
    double value;
    guint8 state;
  } columns[] = {
    { "number, low", 0, TS_CELL_NUMBER },
    { "number, middle", 5, TS_CELL_NUMBER },
    { "number, high", 10, TS_CELL_NUMBER },
    { "above the scale", 1000, TS_CELL_NUMBER },
    { "below the scale", -1000, TS_CELL_NUMBER },
    { "NaN", NAN, TS_CELL_NAN },
    { "+Inf", INFINITY, TS_CELL_POS_INF },
    { "-Inf", -INFINITY, TS_CELL_NEG_INF },
    { "no value", NAN, TS_CELL_NULL },
    { "missing", NAN, TS_CELL_MISSING },
    { "clamped", 5, TS_CELL_NUMBER | TS_CELL_CLAMPED },
    { "empty", NAN, TS_CELL_MISSING },
  };
  const guint n = G_N_ELEMENTS (columns);
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (n, 2);
  g_autoptr (TsHeatmapPicture) picture = ts_heatmap_picture_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, 300);
  cairo_t *cr = cairo_create (surface);
  TsHeatmapColors colors;
  TsHeatmapLayout layout;
  TsPlotStyle style;
  Look looks[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < n; i++)
    {
      ts_matrix_set (matrix, i, 0, columns[i].value, columns[i].state);
      if (strcmp (columns[i].name, "empty") != 0)
        ts_matrix_set (matrix, i, 1, i < 3 ? columns[i].value : 5, TS_CELL_NUMBER);
    }
  ts_matrix_seal (matrix);
  g_assert_cmpuint (matrix->n_empty, ==, 2);
  ts_plot_style_init (&style, dark);
  ts_heatmap_colors_init (&colors);
  colors.palette = palette;
  colors.auto_scale = FALSE;
  colors.limits = TS_LIMITS_FIXED;
  colors.fixed_min = 0;
  colors.fixed_max = 10;
  ts_heatmap_picture_set_matrix (picture, matrix, "states", "norm");
  ts_heatmap_picture_set_colors (picture, &colors);
  ts_heatmap_picture_draw (picture, cr, &style, 900, 300);
  layout = ts_heatmap_picture_layout (picture, cr, &(TsRect){ 12, 82, 876, 206 });
  cairo_surface_flush (surface);
  for (guint i = 0; i < n; i++)
    {
      TsRect cell = ts_heatmap_get_cell_rect (&layout.cells, &picture->range, i, 0);
      looks[i].name = columns[i].name;
      looks[i].plain = i < 3;
      /* The notch of what was clamped is in the corner. */
      if ((columns[i].state & TS_CELL_CLAMPED) != 0)
        take_look (&looks[i], surface, cell.x + cell.width - SIDE, cell.y);
      else
        take_look (&looks[i], surface, cell.x + (cell.width - SIDE) / 2,
                   cell.y + (cell.height - SIDE) / 2);
    }
  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s: contrast %d", looks[i].name, get_contrast (&looks[i]));
      if (looks[i].plain)
        g_assert_cmpint (get_contrast (&looks[i]), <, 5);
      else
        g_assert_cmpint (get_contrast (&looks[i]), >, 25);
      for (guint j = 0; j < i; j++)
        if (!looks[i].plain || !looks[j].plain)
          g_assert_cmpfloat (mean_difference (&looks[i], &looks[j]), >, 2);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
}

static void
test_grey (void)
{
  for (guint palette = 0; palette < TS_N_PALETTES; palette++)
    {
      check_looks (FALSE, palette);
      check_looks (TRUE, palette);
    }
}

/* Not modules: a filter may well leave a module without rows, but a step or rank without any is one
 * that ought to be there. */
static void
test_empty_places (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (4, 6);
  gsize n = 0;

  for (guint x = 0; x < 4; x++)
    for (guint y = 0; y < 6; y++)
      if (x != 1 && y != 2 && (x != 3 || y == 5))
        ts_matrix_set (matrix, x, y, 1, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  g_assert_null (matrix->empty_rows);
  for (guint x = 0; x < 4; x++)
    g_assert_cmpint (matrix->empty_columns[x], ==, x == 1);
  g_assert_cmpuint (matrix->n_empty, ==, 6);
  n = ts_heatmap_count_glyph (matrix, NULL, TS_GLYPH_MISSING);
  g_assert_cmpuint (n + 6, ==, matrix->counts[TS_CELL_MISSING]);
  g_assert_true (ts_heatmap_cell_has_glyph (matrix, NULL, 1, 3, TS_GLYPH_EMPTY));
  g_assert_false (ts_heatmap_cell_has_glyph (matrix, NULL, 1, 3, TS_GLYPH_MISSING));
  g_assert_true (ts_heatmap_cell_has_glyph (matrix, NULL, 3, 3, TS_GLYPH_MISSING));
}

/* The overviews beside a picture: a column with one NaN is the NaN's, its neighbours are not. */
static void
test_overviews (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (900, 40);
  g_autoptr (TsHeatmapPicture) picture = ts_heatmap_picture_new ();
  TsPlotStyle style;
  const guint32 *argb;

  ts_matrix_set (matrix, 450, 7, NAN, TS_CELL_NAN);
  ts_matrix_seal (matrix);
  ts_plot_style_init (&style, FALSE);
  ts_heatmap_picture_set_matrix (picture, matrix, "waves", "norm");
  ts_heatmap_picture_set_style (picture, &style);
  picture->has_overviews = TRUE;
  /* They are built before the picture has a size. */
  ts_heatmap_picture_build (picture);
  ts_heatmap_picture_set_size (picture, 300, 200);
  ts_heatmap_picture_build (picture);
  g_assert_cmpuint (picture->columns->width, ==, 900);
  g_assert_cmpuint (picture->lines->height, ==, 40);
  argb = g_bytes_get_data (picture->columns->argb, NULL);
  for (guint i = 0; i < 900; i++)
    g_assert_true ((argb[i] == picture->painter->states[TS_CELL_NAN]) == (i == 450));
  argb = g_bytes_get_data (picture->lines->argb, NULL);
  for (guint i = 0; i < 40; i++)
    g_assert_true ((argb[i] == picture->painter->states[TS_CELL_NAN]) == (i == 7));
  ts_plot_style_clear (&style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap-marks/places", test_marks_places);
  g_test_add_func ("/heatmap-marks/merged", test_marks_merged);
  g_test_add_func ("/heatmap-marks/counts", test_counts);
  g_test_add_func ("/heatmap-marks/grey", test_grey);
  g_test_add_func ("/heatmap-marks/empty-places", test_empty_places);
  g_test_add_func ("/heatmap-marks/overviews", test_overviews);
  return g_test_run ();
}
