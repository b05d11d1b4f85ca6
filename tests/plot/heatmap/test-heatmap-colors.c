/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../sample-matrix.h"

#include "plot/heatmap/cell-painter.h"

#include <json-glib/json-glib.h>

static TsPlotStyle style;

static TsCellPainter *
paint (
    TsMatrix *matrix, TsColorMode mode, TsPalette palette, TsScaleType scale, TsLimitsMode limits)
{
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  TsHeatmapColors colors;

  ts_heatmap_colors_init (&colors);
  colors.mode = mode;
  colors.palette = palette;
  colors.auto_scale = FALSE;
  colors.scale = scale;
  colors.limits = limits;
  return ts_cell_painter_new (stats, &colors, &style);
}

/* A border given as {"$float": "-Infinity"} is none. */
static double
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : NAN;
}

/* The reference's vectors: same borders and colours, but for null (which it takes for 0) and for
 * constant data (which it paints as an alarm). */
static void
test_three_sigma (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *cases;
  guint checked = 0;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_object_get_array_member (
      json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "js"),
      "three_sigma");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *item = json_array_get_object_element (cases, i);
      JsonArray *values = json_object_get_array_member (item, "values");
      JsonArray *pieces = json_object_get_array_member (item, "pieces");
      guint n = json_array_get_length (values);
      g_autoptr (TsMatrix) matrix = sample_matrix_empty (n, 1);
      g_autoptr (TsCellPainter) painter = NULL;
      gboolean has_null = FALSE;
      for (guint x = 0; x < n; x++)
        {
          JsonNode *node = json_array_get_element (values, x);
          if (JSON_NODE_HOLDS_VALUE (node))
            ts_matrix_set (matrix, x, 0, json_node_get_double (node), TS_CELL_NUMBER);
          else
            has_null = TRUE; /* or a token that JSON has no number for */
        }
      ts_matrix_seal (matrix);
      if (has_null || n == 0 || matrix->min == matrix->max)
        continue;
      painter
          = paint (matrix, TS_COLORS_SEGMENTS, TS_PALETTE_CLASSIC, TS_SCALE_LINEAR, TS_LIMITS_FULL);
      g_assert_cmpuint (painter->n_segments, ==, json_array_get_length (pieces));
      for (guint j = 0; j < painter->n_segments; j++)
        {
          JsonObject *piece = json_array_get_object_element (pieces, j);
          TsColor color = ts_color_from_hex (json_object_get_string_member (piece, "color"));
          g_assert_cmphex (painter->segments[j], ==, ts_color_to_argb (&color));
          if (j > 0)
            g_assert_cmpfloat_with_epsilon (painter->borders[j - 1], get_number (piece, "min"),
                                            1e-9 * (1 + fabs (painter->borders[j - 1])));
        }
      checked++;
    }
  g_assert_cmpuint (checked, >=, 3);
}

/* Constant data is no alarm, in any mode, on any scale. */
static void
test_constant (void)
{
  const double constants[] = { 1e-3, 0, -7e-12, 1e30, 1.797e308 };

  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    for (guint mode = TS_COLORS_GRADIENT; mode <= TS_COLORS_QUANTILES; mode++)
      for (guint scale = TS_SCALE_LINEAR; scale <= TS_SCALE_SYMLOG; scale++)
        {
          double values[6];
          g_autoptr (TsMatrix) matrix = NULL;
          g_autoptr (TsCellPainter) painter = NULL;
          for (guint j = 0; j < 6; j++)
            values[j] = constants[i];
          matrix = sample_matrix_of (3, 2, values);
          painter = paint (matrix, mode, TS_PALETTE_CIVIDIS, scale, TS_LIMITS_ROBUST);
          if (scale == TS_SCALE_LOG && constants[i] <= 0 && mode == TS_COLORS_GRADIENT)
            continue; /* has no place on the scale: the colour below it */
          g_assert_cmphex (ts_cell_painter_paint_value (painter, constants[i]), ==,
                           mode == TS_COLORS_GRADIENT
                               ? painter->ramp[512]
                               : ts_palette_get_argb (TS_PALETTE_CIVIDIS, 0.5));
          g_assert_false (painter->has_over);
        }
}

static void
test_scales (void)
{
  const double values[] = { 1e-30, 1, 1e30, 1e15 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (4, 1, values);
  g_autoptr (TsCellPainter) painter
      = paint (matrix, TS_COLORS_GRADIENT, TS_PALETTE_VIRIDIS, TS_SCALE_LOG, TS_LIMITS_FULL);

  /* The fast logarithm agrees with ts_scale_normalize(). */
  for (double value = 1.3e-30; value < 1e30; value *= 1.7)
    {
      guint at = (guint) (ts_scale_normalize (&painter->scale, value) * 1023 + 0.5);
      guint32 painted = ts_cell_painter_paint_value (painter, value);
      g_assert_true (painted == painter->ramp[at] || painted == painter->ramp[at + 1]
                     || painted == painter->ramp[at - 1]);
    }
  g_assert_cmphex (ts_cell_painter_paint_value (painter, 0), ==, painter->under);
  g_assert_cmphex (ts_cell_painter_paint_value (painter, -3), ==, painter->under);
  g_assert_cmphex (ts_cell_painter_paint_value (painter, 1e31), ==, painter->over);
  g_assert_cmphex (ts_cell_painter_paint_value (painter, 1e30), ==, painter->ramp[1023]);
}

/* Values below 1 use the whole palette. */
static void
test_small_values (void)
{
  const double values[] = { 1e-6, 2e-5, 5e-5, 1e-4 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (4, 1, values);
  g_autoptr (TsCellPainter) painter
      = paint (matrix, TS_COLORS_GRADIENT, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_FULL);

  g_assert_cmphex (ts_cell_painter_paint_value (painter, 1e-6), ==, painter->ramp[0]);
  g_assert_cmphex (ts_cell_painter_paint_value (painter, 1e-4), ==, painter->ramp[1023]);
}

/* One outlier does not take the colours of the rest. */
static void
test_robust (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (100, 10);
  g_autoptr (TsCellPainter) painter = NULL;

  for (guint y = 0; y < 10; y++)
    for (guint x = 0; x < 100; x++)
      ts_matrix_set (matrix, x, y, x + 1, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 3, 3, 1e12, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  painter
      = paint (matrix, TS_COLORS_GRADIENT, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
  g_assert_cmpfloat (painter->scale.min, ==, 3);
  g_assert_cmpfloat (painter->scale.max, ==, 99);
  g_assert_true (painter->has_over && painter->has_under);
}

/* NaN at the last step leaves the colours of the steps before as they were. */
static void
test_nan_leaves_colors (void)
{
  double values[] = { 1, 4, 2, 9, 3 };
  g_autoptr (TsMatrix) before = sample_matrix_of (5, 1, values);
  g_autoptr (TsMatrix) after = NULL;
  g_autoptr (TsCellPainter) a = NULL, b = NULL;

  values[4] = NAN;
  after = sample_matrix_of (5, 1, values);
  a = paint (before, TS_COLORS_GRADIENT, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_FULL);
  b = paint (after, TS_COLORS_GRADIENT, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_FULL);
  for (guint i = 0; i < 4; i++)
    g_assert_cmphex (ts_cell_painter_paint_value (a, values[i]), ==,
                     ts_cell_painter_paint_value (b, values[i]));
}

static void
test_diverging (void)
{
  const double values[] = { -5, -1, 0, 2 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (4, 1, values);
  g_autoptr (TsCellPainter) painter
      = paint (matrix, TS_COLORS_GRADIENT, TS_PALETTE_DIVERGING, TS_SCALE_LINEAR, TS_LIMITS_FULL);

  g_assert_cmpfloat (painter->scale.min, ==, -5);
  g_assert_cmpfloat (painter->scale.max, ==, 5);
  g_assert_cmphex (ts_cell_painter_paint_value (painter, 0), ==, painter->ramp[512]);
  g_assert_true (ts_stat_is_signed ("mean", matrix));
  g_assert_true (ts_stat_is_signed ("min", matrix));
  g_assert_false (ts_stat_is_signed ("norm", matrix));
}

/* The scale in force when none is chosen, of 100 numbers (low · ratio^(i/99)) with a share of them
 * turned negative and some replaced by zero, infinity or a single huge one. */
static TsScaleType
automatic_scale (double low, double ratio, guint n_negative, double last, TsPalette palette)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (100, 1);
  g_autoptr (TsMatrixStats) stats = NULL;
  g_autoptr (TsCellPainter) painter = NULL;
  TsHeatmapColors colors;

  for (guint i = 0; i < 99; i++)
    ts_matrix_set (matrix, i, 0, low * pow (ratio, i / 99.0) * (i % 2 < n_negative ? -1 : 1),
                   TS_CELL_NUMBER);
  ts_matrix_set (matrix, 99, 0, last, isfinite (last) ? TS_CELL_NUMBER : TS_CELL_POS_INF);
  ts_matrix_seal (matrix);
  stats = ts_matrix_stats_new (matrix);
  ts_heatmap_colors_init (&colors);
  colors.palette = palette;
  painter = ts_cell_painter_new (stats, &colors, &style);
  g_assert_cmpint (painter->scale.type, ==, painter->colors.scale);
  g_assert_cmpint (painter->scale.type, ==, ts_suggest_scale (stats, &colors));
  return painter->scale.type;
}

static void
test_automatic_scale (void)
{
  const TsPalette plain = TS_PALETTE_CIVIDIS, middle = TS_PALETTE_DIVERGING;

  g_assert_cmpint (automatic_scale (1, 100, 0, 100, plain), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (automatic_scale (1e-12, 1e12, 0, 1, plain), ==, TS_SCALE_LOG);
  g_assert_cmpint (automatic_scale (1e-12, 1e12, 0, 0, plain), ==, TS_SCALE_SYMLOG);
  g_assert_cmpint (automatic_scale (1e-12, 1e12, 2, 0, plain), ==, TS_SCALE_SYMLOG);
  g_assert_cmpint (automatic_scale (1e-12, 1e12, 1, 1, middle), ==, TS_SCALE_SYMLOG);
  /* The middle of that palette has to stay at 0. */
  g_assert_cmpint (automatic_scale (1e-12, 1e12, 0, 1, middle), ==, TS_SCALE_SYMLOG);
  /* Three decades on both sides of 0 are no more than chance makes of a bell. */
  g_assert_cmpint (automatic_scale (1e-3, 1e3, 1, 1, middle), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (automatic_scale (1e-3, 1e3, 0, 1, plain), ==, TS_SCALE_LOG);
  /* One number, or what is none, decides nothing. */
  g_assert_cmpint (automatic_scale (1, 10, 0, 1e300, plain), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (automatic_scale (1, 10, 0, INFINITY, plain), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (automatic_scale (0, 1, 0, 0, plain), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (automatic_scale (5, 1, 0, 5, plain), ==, TS_SCALE_LINEAR);
}

static TsScaleType
scale_for_limits (const TsMatrix *matrix, TsLimitsMode limits, double min, double max)
{
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new ((TsMatrix *) matrix);
  TsHeatmapColors colors;

  ts_heatmap_colors_init (&colors);
  colors.limits = limits;
  colors.fixed_min = min;
  colors.fixed_max = max;
  return ts_suggest_scale (stats, &colors);
}

/* What the limits leave out of sight decides nothing. */
static void
test_automatic_scale_in_limits (void)
{
  g_autoptr (TsMatrix) spike = sample_matrix_empty (100, 1);
  g_autoptr (TsMatrix) wide = sample_matrix_empty (100, 1);

  for (guint i = 0; i < 100; i++)
    {
      ts_matrix_set (spike, i, 0, i == 0 ? 1e9 : i == 1 ? 1e-9 : 1 + i, TS_CELL_NUMBER);
      ts_matrix_set (wide, i, 0, pow (10, -(double) i / 8), TS_CELL_NUMBER);
    }
  ts_matrix_seal (spike);
  ts_matrix_seal (wide);
  g_assert_cmpint (scale_for_limits (spike, TS_LIMITS_ROBUST, 0, 1), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (scale_for_limits (spike, TS_LIMITS_FULL, 0, 1), ==, TS_SCALE_LOG);
  g_assert_cmpint (scale_for_limits (spike, TS_LIMITS_FIXED, 1, 100), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (scale_for_limits (wide, TS_LIMITS_ROBUST, 0, 1), ==, TS_SCALE_LOG);
  g_assert_cmpint (scale_for_limits (wide, TS_LIMITS_FIXED, 1, 0.1), ==, TS_SCALE_LINEAR);
  g_assert_cmpint (scale_for_limits (wide, TS_LIMITS_FIXED, 1e-9, 1), ==, TS_SCALE_LOG);
  /* A logarithm has no place for that limit. */
  g_assert_cmpint (scale_for_limits (wide, TS_LIMITS_FIXED, 0, 1), ==, TS_SCALE_SYMLOG);
}

/* Of two automatic choices the one kept for later makes no difference. */
static void
test_equal (void)
{
  TsHeatmapColors a, b;

  ts_heatmap_colors_init (&a);
  b = a;
  b.scale = TS_SCALE_LOG;
  g_assert_true (ts_heatmap_colors_equal (&a, &b));
  a.auto_scale = FALSE;
  g_assert_false (ts_heatmap_colors_equal (&a, &b));
  b.auto_scale = FALSE;
  g_assert_false (ts_heatmap_colors_equal (&a, &b));
  a.scale = TS_SCALE_LOG;
  g_assert_true (ts_heatmap_colors_equal (&a, &b));
}

/* Handles and segments that are off grey cells; they stay numbers. */
static void
test_hidden (void)
{
  const double values[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 30 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (10, 1, values);
  g_autoptr (TsCellPainter) gradient
      = paint (matrix, TS_COLORS_GRADIENT, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_FULL);
  g_autoptr (TsCellPainter) segments
      = paint (matrix, TS_COLORS_QUANTILES, TS_PALETTE_CIVIDIS, TS_SCALE_LINEAR, TS_LIMITS_FULL);
  g_autoptr (TsCellPainter) narrowed = ts_cell_painter_copy_with_shown (gradient, 2, 5, 0);
  g_autoptr (TsCellPainter) off
      = ts_cell_painter_copy_with_shown (segments, -INFINITY, INFINITY, 1);

  g_assert_cmphex (ts_cell_painter_paint_value (narrowed, 3), ==,
                   ts_cell_painter_paint_value (gradient, 3));
  g_assert_cmphex (ts_cell_painter_paint_value (narrowed, 7), !=,
                   ts_cell_painter_paint_value (gradient, 7));
  g_assert_true (ts_cell_painter_is_hidden (narrowed, 1));
  g_assert_true (ts_cell_painter_is_hidden (off, 0));
  g_assert_false (ts_cell_painter_is_hidden (off, 30));
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The radix selection finds what sorting finds; also when all numbers share their upper bits. */
static void
test_quantiles (void)
{
  const double p[] = { 0, 0.02, 0.25, 0.5, 0.98, 1 };

  for (guint pass = 0; pass < 3; pass++)
    {
      const guint n = 60000;
      g_autoptr (TsMatrix) matrix = sample_matrix_empty (n / 10, 10);
      g_autofree double *sorted = g_new (double, n);
      double found[G_N_ELEMENTS (p)];
      guint64 seed = 4711;
      for (guint i = 0; i < n; i++)
        {
          double r = sample_noise (&seed);
          sorted[i] = pass == 0   ? (r - 0.4) * pow (10, 40 * sample_noise (&seed))
                      : pass == 1 ? 1 + r * 1e-12
                                  : floor (r * 4);
          ts_matrix_set (matrix, i % (n / 10), i / (n / 10), sorted[i], TS_CELL_NUMBER);
        }
      ts_matrix_seal (matrix);
      qsort (sorted, n, sizeof *sorted, compare);
      g_assert_true (ts_matrix_quantiles (matrix, TS_NUMBERS_ALL, p, G_N_ELEMENTS (p), found));
      for (guint i = 0; i < G_N_ELEMENTS (p); i++)
        g_assert_cmpfloat (found[i], ==, sorted[(guint) (p[i] * (n - 1) + 0.5)]);
    }
}

static void
test_no_numbers (void)
{
  const double values[] = { NAN, NAN, INFINITY, -INFINITY };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (2, 2, values);

  for (guint mode = TS_COLORS_GRADIENT; mode <= TS_COLORS_QUANTILES; mode++)
    {
      g_autoptr (TsCellPainter) painter
          = paint (matrix, mode, TS_PALETTE_CIVIDIS, TS_SCALE_LOG, TS_LIMITS_ROBUST);
      g_assert_true (painter->empty);
      g_assert_cmphex (ts_cell_painter_paint_value (painter, NAN), ==,
                       painter->states[TS_CELL_NAN]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ts_plot_style_init (&style, FALSE);
  g_test_add_func ("/heatmap-colors/three-sigma", test_three_sigma);
  g_test_add_func ("/heatmap-colors/constant", test_constant);
  g_test_add_func ("/heatmap-colors/scales", test_scales);
  g_test_add_func ("/heatmap-colors/small-values", test_small_values);
  g_test_add_func ("/heatmap-colors/robust", test_robust);
  g_test_add_func ("/heatmap-colors/nan-leaves-colors", test_nan_leaves_colors);
  g_test_add_func ("/heatmap-colors/diverging", test_diverging);
  g_test_add_func ("/heatmap-colors/automatic-scale", test_automatic_scale);
  g_test_add_func ("/heatmap-colors/automatic-scale-in-limits", test_automatic_scale_in_limits);
  g_test_add_func ("/heatmap-colors/equal", test_equal);
  g_test_add_func ("/heatmap-colors/hidden", test_hidden);
  g_test_add_func ("/heatmap-colors/quantiles", test_quantiles);
  g_test_add_func ("/heatmap-colors/no-numbers", test_no_numbers);
  return g_test_run ();
}
