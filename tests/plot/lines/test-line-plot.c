/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/axis-join.h"
#include "plot/lines/line-plot-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define WIDTH  800
#define HEIGHT 300

static TsAxis *
make_axis (TsDimension dimension, const gint64 *ids, guint n)
{
  TsAxis *axis = ts_axis_new (dimension, n);

  for (guint i = 0; i < n; i++)
    {
      gint64 id = ids != NULL ? ids[i] : i;
      g_autofree char *name = g_strdup_printf ("%d", (int) id);
      ts_axis_set_place (axis, i, id, name, (double) id);
    }
  return axis;
}

static TsSeries *
make_series (TsAxis *axis, const double *values)
{
  TsSeries *series = ts_series_new (axis, "layers.0.mlp · rank 0", 1, 2);

  for (guint i = 0; i < axis->n; i++)
    ts_series_set (series, i, values[i], (guint8) ts_cell_state_of (values[i]));
  ts_series_seal (series);
  return series;
}

static TsLinePlot *
make_plot (const double *values, guint n)
{
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, NULL, n);
  g_autoptr (TsSeries) series = make_series (axis, values);
  TsLinePlot *plot = ts_line_plot_new ();

  ts_line_plot_add (plot, series, 0, TRUE);
  return plot;
}

static void
set_scale (TsLinePlot *plot, TsScaleType type)
{
  TsLineOptions options = { type, 0 };

  ts_line_plot_set_options (plot, &options);
}

/* --- drawing on a surface, and looking at it --- */

typedef struct
{
  cairo_surface_t *surface;
  TsLineLayout layout;
  TsPlotStyle style;
} Picture;

static Picture
draw_with (TsLinePlot *plot, gboolean extras)
{
  Picture picture;
  cairo_t *cr;

  picture.surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  ts_plot_style_init (&picture.style, FALSE);
  /* Only the lines are looked for. */
  picture.style.grid = picture.style.foreground = picture.style.background;
  picture.style.dim = extras ? (TsColor){ 0, 0, 0, 1 } : picture.style.background;
  cr = cairo_create (picture.surface);
  ts_color_set_source (&picture.style.background, cr);
  cairo_paint (cr);
  ts_line_plot_layout (plot, cr, &picture.style, WIDTH, HEIGHT, &picture.layout);
  ts_line_plot_draw_chart (plot, cr, &picture.style, &picture.layout);
  cairo_destroy (cr);
  cairo_surface_flush (picture.surface);
  return picture;
}

static Picture
draw (TsLinePlot *plot)
{
  return draw_with (plot, FALSE);
}

static void
picture_clear (Picture *picture)
{
  cairo_surface_destroy (picture->surface);
  ts_plot_style_clear (&picture->style);
}

static gboolean
is_ink (const Picture *picture, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (picture->surface)
                      + (gsize) y * (gsize) cairo_image_surface_get_stride (picture->surface);
  guint32 pixel = ((const guint32 *) (const void *) row)[x];

  return (pixel & 0xff) < 0xd0 || (pixel >> 8 & 0xff) < 0xd0 || (pixel >> 16 & 0xff) < 0xd0;
}

/* Pixels of column x with ink, between the strips of marks. */
static guint
count_ink (const Picture *picture, int x, double top, double bottom)
{
  guint n = 0;

  for (int y = (int) top; y < (int) bottom; y++)
    n += is_ink (picture, x, y);
  return n;
}

static guint
ink_at (const Picture *picture, double place)
{
  const TsLineLayout *layout = &picture->layout;

  return count_ink (picture, (int) ts_line_layout_x (layout, place), layout->data_top,
                    layout->data_bottom);
}

/* --- tests --- */

static void
test_gap_pixels (void)
{
  double values[40];
  g_autoptr (TsLinePlot) plot = NULL;
  Picture picture;

  for (guint i = 0; i < 40; i++)
    values[i] = i >= 15 && i < 25 ? NAN : 5 + sin (i);
  plot = make_plot (values, 40);
  picture = draw (plot);
  for (double place = 0.6; place < 14.5; place += 0.3)
    g_assert_cmpuint (ink_at (&picture, place), >, 0);
  for (double place = 15; place < 25; place += 0.1)
    g_assert_cmpuint (ink_at (&picture, place), ==, 0);
  /* But each NaN has its mark above. */
  for (guint i = 15; i < 25; i++)
    g_assert_cmpuint (count_ink (&picture, (int) ts_line_layout_x (&picture.layout, i + 0.5),
                                 picture.layout.top, picture.layout.data_top),
                      >, 0);
  picture_clear (&picture);
}

static void
test_lone_points (void)
{
  double values[100];
  g_autoptr (TsLinePlot) plot = NULL;
  Picture picture;

  for (guint i = 0; i < 100; i++)
    values[i] = i % 5 == 0 ? 1 : NAN;
  plot = make_plot (values, 100);
  picture = draw (plot);
  for (guint i = 0; i < 100; i++)
    {
      int x = (int) ts_line_layout_x (&picture.layout, i + 0.5);
      guint marks = count_ink (&picture, x, picture.layout.top, picture.layout.data_top);
      g_assert_cmpint (ink_at (&picture, i + 0.5) > 0, ==, i % 5 == 0);
      /* Four of five are NaN, and are marked as such. */
      g_assert_cmpint (marks > 0, ==, i % 5 != 0);
    }
  picture_clear (&picture);
}

/* A mark's pixels, 9 × 9, as text. */
static char *
look_at_mark (const Picture *picture, double place, double y)
{
  int x = (int) ts_line_layout_x (&picture->layout, place);
  GString *text = g_string_new (NULL);

  for (int dy = -4; dy <= 4; dy++)
    for (int dx = -4; dx <= 4; dx++)
      g_string_append_c (text, is_ink (picture, x + dx, (int) y + dy) ? '#' : ' ');
  return g_string_free (text, FALSE);
}

/* 0, missing, NaN, null and the infinities look different from each other. */
static void
test_states (void)
{
  static const TsCellState states[]
      = { TS_CELL_NUMBER,  TS_CELL_MISSING, TS_CELL_NAN,   TS_CELL_NULL,
          TS_CELL_POS_INF, TS_CELL_NEG_INF, TS_CELL_NUMBER };
  const guint n = G_N_ELEMENTS (states);
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, NULL, n);
  g_autoptr (TsSeries) series = ts_series_new (axis, "line", 0, 0);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);
  Picture picture;

  for (guint i = 0; i < n; i++)
    ts_series_set (series, i, i == 0 ? 0 : i == n - 1 ? 1 : NAN, (guint8) states[i]);
  ts_series_seal (series);
  ts_line_plot_add (plot, series, 0, TRUE);
  picture = draw (plot);
  for (guint i = 0; i < n; i++)
    {
      gboolean below = states[i] == TS_CELL_NEG_INF;
      const TsLineLayout *layout = &picture.layout;
      double y = below ? (layout->data_bottom + layout->bottom) / 2
                       : (layout->top + layout->data_top) / 2;
      g_assert_cmpint (ink_at (&picture, i + 0.5) > 0, ==, states[i] == TS_CELL_NUMBER);
      if (states[i] != TS_CELL_NUMBER)
        g_ptr_array_add (seen, look_at_mark (&picture, i + 0.5, y));
    }
  g_assert_null (strchr (g_ptr_array_index (seen, 0), '#')); /* missing */
  for (guint i = 0; i < seen->len; i++)
    for (guint k = i + 1; k < seen->len; k++)
      g_assert_cmpstr (g_ptr_array_index (seen, i), !=, g_ptr_array_index (seen, k));
  picture_clear (&picture);
}

/* Only null: no number, but an axis and marks. */
static void
test_null_line (void)
{
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, NULL, 4);
  g_autoptr (TsSeries) series = ts_series_new (axis, "line", 0, 0);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autofree char *note = NULL;
  Picture picture;

  for (guint i = 0; i < 4; i++)
    ts_series_set (series, i, NAN, TS_CELL_NULL);
  ts_series_seal (series);
  ts_line_plot_add (plot, series, 0, TRUE);
  picture = draw (plot);
  for (guint i = 0; i < 4; i++)
    {
      int x = (int) ts_line_layout_x (&picture.layout, i + 0.5);
      g_assert_cmpuint (count_ink (&picture, x, picture.layout.top, picture.layout.data_top), >, 0);
      g_assert_cmpuint (ink_at (&picture, i + 0.5), ==, 0);
    }
  note = ts_line_plot_describe (plot, 800);
  g_assert_true (g_str_has_prefix (note, "4 "));
  picture_clear (&picture);
}

static void
test_single_point (void)
{
  const double value = 7;
  g_autoptr (TsLinePlot) plot = make_plot (&value, 1);
  Picture picture = draw (plot);

  g_assert_cmpuint (ink_at (&picture, 0.5), >, 0);
  picture_clear (&picture);
}

/* 100,000 steps on 1,000 pixels: the pixels of each of 20 spikes, wherever they are. */
static void
test_spike_pixels (void)
{
  guint n = 100000;
  g_autofree double *values = g_new (double, n);

  for (guint round = 0; round < 50; round++)
    {
      guint spikes[20];
      g_autoptr (TsLinePlot) plot = NULL;
      Picture picture;
      for (guint i = 0; i < n; i++)
        values[i] = 0.01 * sin (i * 0.01);
      for (guint k = 0; k < 20; k++)
        {
          spikes[k] = 5000 * k + (guint) g_test_rand_int_range (0, 5000);
          values[spikes[k]] = 10;
        }
      plot = make_plot (values, n);
      picture = draw (plot);
      for (guint k = 0; k < 20; k++)
        g_assert_cmpuint (ink_at (&picture, spikes[k] + 0.5), >,
                          0.8 * (picture.layout.data_bottom - picture.layout.data_top));
      picture_clear (&picture);
    }
}

static void
test_infinities (void)
{
  const double values[] = { 1, INFINITY, 2, -INFINITY, 3, DBL_MAX };
  g_autoptr (TsLinePlot) plot = make_plot (values, 6);
  Picture picture = draw (plot);
  TsScale scale = ts_line_plot_get_scale (plot);

  /* The greatest number stays a number, away from the infinities. */
  g_assert_true (isfinite (scale.min) && isfinite (scale.max));
  g_assert_cmpfloat (scale.max, ==, DBL_MAX);
  g_assert_cmpfloat (ts_line_layout_y (&picture.layout, DBL_MAX), >=, picture.layout.data_top);
  g_assert_cmpuint (ink_at (&picture, 1.5), ==, 0);
  g_assert_cmpuint (count_ink (&picture, (int) ts_line_layout_x (&picture.layout, 1.5),
                               picture.layout.top, picture.layout.data_top),
                    >, 0);
  g_assert_cmpuint (count_ink (&picture, (int) ts_line_layout_x (&picture.layout, 3.5),
                               picture.layout.data_bottom, picture.layout.bottom),
                    >, 0);
  picture_clear (&picture);
}

static void
test_nan_line (void)
{
  const double values[] = { NAN, NAN, NAN }, numbers[] = { 1, 2, 3 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 3);
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, NULL, 3);
  g_autoptr (TsSeries) other = make_series (axis, numbers);
  Picture picture = draw (plot);
  TsScale scale;

  for (guint i = 0; i < 3; i++)
    {
      int x = (int) ts_line_layout_x (&picture.layout, i + 0.5);
      g_assert_cmpuint (count_ink (&picture, x, picture.layout.top, picture.layout.data_top), >, 0);
      g_assert_cmpuint (ink_at (&picture, i + 0.5), ==, 0);
    }
  picture_clear (&picture);
  /* It does not blank the axis of others. */
  ts_line_plot_add (plot, other, 1, TRUE);
  scale = ts_line_plot_get_scale (plot);
  g_assert_cmpfloat (scale.min, <, 1);
  g_assert_cmpfloat (scale.max, >, 3);
  g_assert_cmpfloat (scale.max, <, 4);
}

/* A NaN at the end leaves the picture of what is before as it was. */
static void
test_late_nan (void)
{
  const double before[] = { 1, 4, 2, 3 }, after[] = { 1, 4, 2, NAN };
  g_autoptr (TsLinePlot) a = make_plot (before, 4);
  g_autoptr (TsLinePlot) b = make_plot (after, 4);
  TsScale x = ts_line_plot_get_scale (a), y = ts_line_plot_get_scale (b);

  g_assert_cmpfloat (x.min, ==, y.min);
  g_assert_cmpfloat (x.max, ==, y.max);
}

static void
test_constants (void)
{
  static const double constants[] = { 1e-3, 0, -7e-12, 1e30, 5e-324, -DBL_MAX };

  for (guint k = 0; k < G_N_ELEMENTS (constants); k++)
    for (TsScaleType type = TS_SCALE_LINEAR; type <= TS_SCALE_SYMLOG; type++)
      {
        const double values[] = { constants[k], constants[k], constants[k] };
        g_autoptr (TsLinePlot) plot = make_plot (values, 3);
        TsScale scale;
        Picture picture;
        set_scale (plot, type);
        scale = ts_line_plot_get_scale (plot);
        g_assert_true (isfinite (scale.min) && isfinite (scale.max));
        if (type == TS_SCALE_LINEAR)
          {
            g_assert_cmpfloat (scale.min, <=, constants[k]);
            g_assert_cmpfloat (scale.max, >=, constants[k]);
            /* Not −1 … 1 for 1e-3. */
            if (constants[k] != 0)
              g_assert_cmpfloat (scale.max / 2 - scale.min / 2, <=, fabs (constants[k]));
          }
        picture = draw (plot);
        if (type != TS_SCALE_LOG || constants[k] > 0)
          g_assert_cmpuint (ink_at (&picture, 1), >, 0);
        picture_clear (&picture);
      }
}

static void
test_log (void)
{
  const double values[] = { 1e-8, 1e-3, 0, -5, 10, 1e4 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 6);
  g_autofree char *text = NULL;
  Picture picture;

  set_scale (plot, TS_SCALE_LOG);
  picture = draw (plot);
  /* 0 and −5 have no place: a gap, a mark below, and a word about it. */
  g_assert_cmpuint (ink_at (&picture, 3), ==, 0);
  g_assert_cmpuint (count_ink (&picture, (int) ts_line_layout_x (&picture.layout, 2.5),
                               picture.layout.data_bottom, picture.layout.bottom),
                    >, 0);
  text = ts_line_plot_describe (plot, 800);
  g_assert_nonnull (strstr (text, "2 values ≤ 0"));
  picture_clear (&picture);
  set_scale (plot, TS_SCALE_SYMLOG);
  picture = draw (plot);
  g_assert_cmpuint (ink_at (&picture, 3), >, 0);
  g_assert_cmpfloat (picture.layout.scale.symlog_threshold, <=, 1e-8);
  picture_clear (&picture);
}

static void
test_join (void)
{
  const gint64 a_ids[] = { 0, 10, 20 }, b_ids[] = { 5, 10, 30 };
  const double a_values[] = { 1, 2, 3 }, b_values[] = { 4, 5, NAN };
  g_autoptr (TsAxis) a_axis = make_axis (TS_DIMENSION_STEP, a_ids, 3);
  g_autoptr (TsAxis) b_axis = make_axis (TS_DIMENSION_STEP, b_ids, 3);
  g_autoptr (TsSeries) a = make_series (a_axis, a_values);
  g_autoptr (TsSeries) b = make_series (b_axis, b_values);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  const gint64 joined[] = { 0, 5, 10, 20, 30 };
  Picture picture;

  ts_line_plot_add (plot, a, 0, TRUE);
  ts_line_plot_add (plot, b, 1, TRUE);
  g_assert_cmpmem (ts_line_plot_get_axis (plot)->ids, 5 * sizeof (gint64), joined, sizeof joined);
  g_assert_cmpfloat (ts_line_plot_read_line (plot, 0, 2).value, ==, 2);
  g_assert_cmpfloat (ts_line_plot_read_line (plot, 1, 2).value, ==, 5);
  g_assert_cmpint (ts_line_plot_read_line (plot, 0, 1).state, ==, TS_CELL_MISSING);
  g_assert_cmpint (ts_line_plot_read_line (plot, 1, 4).state, ==, TS_CELL_NAN);
  picture = draw (plot);
  picture_clear (&picture);
  ts_line_plot_remove (plot, 1);
  g_assert_cmpuint (ts_line_plot_get_axis (plot)->n, ==, 3);
}

/* The axis leaves out what most names begin with, and what all end with, as the heat map does. */
static void
test_short_names (void)
{
  static const char *const names[]
      = { "Module.module.decoder.layers.0.mlp.input.0", "Functional.linear.input.0",
          "Module.module.decoder.layers.1.mlp.input.0", "Module.module.decoder.norm.input.0" };
  static const char *const shown[]
      = { "layers.0.mlp", "Functional.linear", "layers.1.mlp", "norm" };
  const double values[4] = { 0 };
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_MODULE, 4);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autoptr (TsSeries) series = NULL;

  for (guint i = 0; i < 4; i++)
    ts_axis_set_place (axis, i, i, names[i], i);
  series = make_series (axis, values);
  ts_line_plot_add (plot, series, 0, TRUE);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = _ts_line_plot_short_name (plot, i);
      g_autofree char *full = ts_line_plot_describe_place (plot, i);
      g_assert_cmpstr (name, ==, shown[i]);
      g_assert_cmpstr (full, ==, names[i]);
    }
}

/* Modules are joined in network order, whatever order an axis shows them in. */
static void
test_join_modules (void)
{
  const gint64 a_ids[] = { 7, 3, 1 }, b_ids[] = { 2, 3 };
  const double a_values[] = { 70, 30, 10 }, b_values[] = { 2, 3 };
  g_autoptr (TsAxis) a_axis = make_axis (TS_DIMENSION_MODULE, a_ids, 3);
  g_autoptr (TsAxis) b_axis = make_axis (TS_DIMENSION_MODULE, b_ids, 2);
  g_autoptr (TsSeries) a = make_series (a_axis, a_values);
  g_autoptr (TsSeries) b = make_series (b_axis, b_values);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  Picture picture;

  ts_line_plot_add (plot, a, 0, TRUE);
  ts_line_plot_add (plot, b, 1, TRUE);
  g_assert_cmpint (ts_line_plot_get_axis (plot)->ids[0], ==, 1);
  g_assert_cmpint (ts_line_plot_get_axis (plot)->ids[3], ==, 7);
  g_assert_cmpfloat (ts_line_plot_read_line (plot, 0, 0).value, ==, 10);
  g_assert_cmpfloat (ts_line_plot_read_line (plot, 0, 3).value, ==, 70);
  picture = draw (plot);
  picture_clear (&picture);
}

static void
test_readings (void)
{
  static const double at[] = { 2, NAN, INFINITY, -INFINITY, 9, 1e9 };
  static const char *const texts[] = { "+Inf", "≥ 1000000000 (clamped)", "9", "2", "−Inf", "NaN" };
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_RANK, NULL, 1);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autoptr (GArray) readings = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      g_autoptr (TsSeries) series = make_series (axis, &at[i]);
      if (at[i] == 1e9)
        series->states[0] |= TS_CELL_CLAMPED;
      ts_line_plot_add (plot, series, i, TRUE);
    }
  readings = ts_line_plot_read (plot, 0);
  g_assert_cmpuint (readings->len, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < readings->len; i++)
    {
      g_autofree char *text = ts_line_reading_format (&g_array_index (readings, TsLineReading, i));
      g_assert_cmpstr (text, ==, texts[i]);
    }
  ts_line_plot_set_shown (plot, 4, FALSE);
  g_array_unref (readings);
  readings = ts_line_plot_read (plot, 0);
  g_assert_cmpuint (readings->len, ==, G_N_ELEMENTS (texts) - 1);
}

static void
test_exact_values (void)
{
  const double values[] = { 5e8, 1283.406982421875 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 2);
  TsLineReading reading = ts_line_plot_read_line (plot, 0, 0);
  g_autofree char *text = ts_line_reading_format (&reading);
  g_autofree char *other = NULL;

  /* The predecessor's line charts cut this at 1e8. */
  g_assert_cmpstr (text, ==, "500000000");
  g_assert_cmpfloat (ts_line_plot_get_scale (plot).max, >, 5e8);
  reading = ts_line_plot_read_line (plot, 0, 1);
  other = ts_line_reading_format (&reading);
  g_assert_cmpstr (other, ==, "1283.406982421875");
}

static void
test_ranges (void)
{
  double values[100] = { 0 }, first, last;
  g_autoptr (TsLinePlot) plot = make_plot (values, 100);

  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (last, ==, 100);
  ts_line_plot_set_visible (plot, 90, 130);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 60);
  g_assert_cmpfloat (last, ==, 100);
  ts_line_plot_set_visible (plot, 50, 50);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (last - first, ==, 1);
  ts_line_plot_set_visible (plot, NAN, INFINITY);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 50);
  ts_line_plot_show_all (plot);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (last, ==, 100);
}

static void
test_density (void)
{
  g_autofree double *values = g_new0 (double, 10000);
  g_autoptr (TsLinePlot) plot = make_plot (values, 10000);
  g_autofree char *far = ts_line_plot_describe (plot, 1000);
  g_autofree char *near = NULL;

  g_assert_cmpstr (far, ==, "one pixel shows up to 10 points");
  ts_line_plot_set_visible (plot, 0, 100);
  near = ts_line_plot_describe (plot, 1000);
  g_assert_null (near);
}

static void
test_smoothing (void)
{
  const double values[] = { 4, 4, NAN, 4, 8 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 5);
  TsLineOptions options = { TS_SCALE_LINEAR, 0.9 };
  Picture picture;

  ts_line_plot_set_options (plot, &options);
  picture = draw (plot);
  g_assert_cmpuint (ink_at (&picture, 1), >, 0);
  g_assert_cmpuint (ink_at (&picture, 2.5), ==, 0);
  /* The raw last value is 8 and the smoothed one is not near it: the raw line is there, faint. */
  {
    int x = (int) ts_line_layout_x (&picture.layout, 4.3);
    double raw = ts_line_layout_y (&picture.layout, 4 + 4 * 0.8);
    const guint8 *data = cairo_image_surface_get_data (picture.surface);
    guint faint = 0, strong = 0;
    for (int y = (int) raw - 4; y <= (int) raw + 4; y++)
      {
        guint8 blue = data[(gsize) y * (gsize) cairo_image_surface_get_stride (picture.surface)
                           + 4 * (gsize) x];
        faint += blue < 250 && blue > 120;
        strong += blue < 100;
      }
    g_assert_cmpuint (faint, >, 0);
    g_assert_cmpuint (strong, ==, 0);
  }
  /* What is read stays what was measured. */
  g_assert_cmpfloat (ts_line_plot_read_line (plot, 0, 4).value, ==, 8);
  picture_clear (&picture);
}

/* A line without any value is told of: nothing of it is seen. */
static void
test_empty_line (void)
{
  const double values[] = { 1, 2 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 2);
  g_autoptr (TsSeries) empty = ts_series_new (ts_line_plot_get_axis (plot), "empty", 5, 5);
  g_autofree char *note = NULL, *hidden = NULL;

  ts_line_plot_add (plot, empty, 1, TRUE);
  note = ts_line_plot_describe (plot, 800);
  g_assert_cmpstr (note, ==, "1 line has no values");
  ts_line_plot_set_shown (plot, 1, FALSE);
  hidden = ts_line_plot_describe (plot, 800);
  g_assert_null (hidden);
}

/* The moving average without the pull of its beginning, over what is a number. */
static void
test_average (void)
{
  const double values[] = { 4, 8, NAN, 2 };
  const guint8 states[] = { TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NAN, TS_CELL_NUMBER };
  g_autofree double *smooth = _ts_line_smooth (values, states, 4, 0.5);

  g_assert_cmpfloat_with_epsilon (smooth[0], 4, 1e-12);
  g_assert_cmpfloat_with_epsilon (smooth[1], (4 * 0.25 + 8 * 0.5) / 0.75, 1e-12);
  g_assert_true (isnan (smooth[2]));
  g_assert_cmpfloat_with_epsilon (smooth[3], (4 * 0.125 + 8 * 0.25 + 2 * 0.5) / 0.875, 1e-12);
}

/* No two of the lines that can be shown have both colour and dash in common. */
static void
test_colors (void)
{
  for (guint dark = 0; dark < 2; dark++)
    for (guint i = 0; i < TS_MAX_LINES; i++)
      for (guint k = i + 1; k < TS_MAX_LINES; k++)
        {
          guint dash, other_dash;
          TsColor color = ts_line_color (i, dark, &dash);
          TsColor other = ts_line_color (k, dark, &other_dash);
          g_assert_false (dash == other_dash
                          && ts_color_to_argb (&color) == ts_color_to_argb (&other));
        }
}

/* A hidden line has no say in the range. */
static void
test_hidden (void)
{
  const double low[] = { 1, 2 }, high[] = { 1000, 2000 };
  g_autoptr (TsLinePlot) plot = make_plot (low, 2);
  g_autoptr (TsSeries) other = make_series (ts_line_plot_get_axis (plot), high);

  ts_line_plot_add (plot, other, 1, TRUE);
  g_assert_cmpfloat (ts_line_plot_get_scale (plot).max, >, 2000);
  ts_line_plot_set_shown (plot, 1, FALSE);
  g_assert_cmpfloat (ts_line_plot_get_scale (plot).max, <, 3);
  ts_line_plot_set_shown (plot, 1, TRUE);
  g_assert_cmpfloat (ts_line_plot_get_scale (plot).max, >, 2000);
}

static void
test_zoomed_y (void)
{
  const double values[] = { -1e300, 1e300, -1e300, 1e300 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 4);
  Picture picture;

  /* A steep line is cut, not bent, far outside of the picture. */
  ts_line_plot_set_visible_y (plot, 0.5, 0.5 + 1e-6);
  picture = draw (plot);
  g_assert_cmpuint (ink_at (&picture, 1), >, 100);
  g_assert_cmpuint (ink_at (&picture, 1.3), ==, 0);
  picture_clear (&picture);
}

static void
test_find_line (void)
{
  const double low[] = { 1, 1, 1 }, high[] = { 9, 9, 9 };
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_RANK, NULL, 3);
  g_autoptr (TsSeries) a = make_series (axis, low);
  g_autoptr (TsSeries) b = make_series (axis, high);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  Picture picture;
  double x;

  ts_line_plot_add (plot, a, 0, TRUE);
  ts_line_plot_add (plot, b, 1, TRUE);
  picture = draw (plot);
  x = ts_line_layout_x (&picture.layout, 1.2);
  g_assert_cmpint (ts_line_plot_find_line (plot, &picture.layout, x,
                                           ts_line_layout_y (&picture.layout, 1) + 3, 10),
                   ==, 0);
  g_assert_cmpint (ts_line_plot_find_line (plot, &picture.layout, x,
                                           ts_line_layout_y (&picture.layout, 9) + 3, 10),
                   ==, 1);
  g_assert_cmpint (
      ts_line_plot_find_line (plot, &picture.layout, x, ts_line_layout_y (&picture.layout, 5), 10),
      ==, -1);
  picture_clear (&picture);
}

static void
draw_whole (TsLinePlot *plot, double width, double height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, 500);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;

  ts_plot_style_init (&style, TRUE);
  ts_line_plot_draw (plot, cr, &style, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  ts_plot_style_clear (&style);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_whole_picture (void)
{
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_MODULE, NULL, 30);
  g_autofree double *values = g_new0 (double, 30);

  draw_whole (plot, 900, 500);
  ts_axis_set_place (axis, 3, 3, "<script>&\"'</script> 模型.层.0 \xff", 3);
  for (guint i = 0; i < TS_MAX_LINES; i++)
    {
      g_autoptr (TsSeries) series = make_series (axis, values);
      ts_line_plot_add (plot, series, i, TRUE);
    }
  ts_line_plot_set_title (plot, "norm over <modules> & more", "norm");
  draw_whole (plot, 900, 500);
  draw_whole (plot, 40, 20);
  draw_whole (plot, 1, 1);
}

/* The picture of a line that is called name. */
static cairo_surface_t *
draw_named (const char *name)
{
  const double values[] = { 1, 2 };
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_MODULE, NULL, 2);
  g_autoptr (TsSeries) series = ts_series_new (axis, name, 1, 2);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, 500);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;

  for (guint i = 0; i < axis->n; i++)
    ts_series_set (series, i, values[i], TS_CELL_NUMBER);
  ts_series_seal (series);
  ts_line_plot_add (plot, series, 0, TRUE);
  ts_plot_style_init (&style, FALSE);
  ts_line_plot_draw (plot, cr, &style, 900, 500);
  ts_plot_style_clear (&style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_drawn_alike (const char *a, const char *b)
{
  cairo_surface_t *x = draw_named (a), *y = draw_named (b);
  gsize size = (gsize) cairo_image_surface_get_stride (x) * 500;
  gboolean alike
      = memcmp (cairo_image_surface_get_data (x), cairo_image_surface_get_data (y), size) == 0;

  cairo_surface_destroy (x);
  cairo_surface_destroy (y);
  return alike;
}

/* Cases 54, 55 and 57, as in the heat map: names in Chinese, of markup, with broken bytes. */
static void
test_names (void)
{
  g_assert_true (is_drawn_alike ("a", "a"));
  g_assert_false (is_drawn_alike ("模型.层.0.注意力", ""));
  g_assert_false (is_drawn_alike ("a\xff.b", ""));
  g_assert_false (is_drawn_alike ("<script>&\"'", ""));
  g_assert_false (is_drawn_alike ("<i></i>x", "x"));
}

static TsBand *
make_range (TsSeries *min, TsSeries *max, TsSeries *median)
{
  TsBand *band = ts_band_new (min->axis, "All ranks");

  ts_series_unref (band->min);
  ts_series_unref (band->max);
  band->min = ts_series_ref (min);
  band->max = ts_series_ref (max);
  band->median = median != NULL ? ts_series_ref (median) : NULL;
  return band;
}

static void
test_extras (void)
{
  const double values[] = { 1, 2, 3 }, above[] = { 4, NAN, 6 }, below[] = { 0, 1, 2 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 3);
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, NULL, 3);
  g_autoptr (TsAxis) foreign = make_axis (TS_DIMENSION_RANK, NULL, 9);
  g_autoptr (TsSeries) high = make_series (axis, above);
  g_autoptr (TsSeries) low = make_series (axis, below);
  g_autoptr (TsSeries) other = ts_series_new (foreign, "other", 0, 0);
  g_autoptr (TsBand) band = make_range (low, high, low);
  g_autoptr (TsBand) far = make_range (other, other, other);
  TsLineExtras extras = { band, TRUE, TRUE, 5, 0.5, (char *) "float8" };
  TsLineExtras wrong = { far, TRUE, TRUE, NAN, NAN, NULL };

  ts_line_plot_set_extras (plot, &extras);
  g_assert_cmpfloat (ts_line_plot_get_scale (plot).max, >, 6);
  draw_whole (plot, 600, 300);
  /* A reply to an earlier question: not drawn, and no harm. */
  ts_line_plot_set_extras (plot, &wrong);
  draw_whole (plot, 600, 300);
  ts_line_plot_set_extras (plot, NULL);
  draw_whole (plot, 600, 300);
}

/* Pixels of row y with ink, right of the middle and left of labels. */
static guint
count_row_ink (const Picture *picture, double y)
{
  guint n = 0;

  for (int x = (int) picture->layout.left + 10; x < WIDTH / 2; x++)
    n += is_ink (picture, x, (int) y);
  return n;
}

/* Thresholds are drawn where they are in range, and widen no range. */
static void
test_thresholds (void)
{
  const double values[] = { 1, 100000, 1 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 3);
  TsScale before = ts_line_plot_get_scale (plot), after;
  TsLineExtras extras = { NULL, FALSE, FALSE, 65504, 0x1p-14, (char *) "float16" };
  Picture picture;
  double y;

  ts_line_plot_set_extras (plot, &extras);
  after = ts_line_plot_get_scale (plot);
  g_assert_cmpfloat (after.min, ==, before.min);
  g_assert_cmpfloat (after.max, ==, before.max);
  picture = draw_with (plot, TRUE);
  y = ts_line_layout_y (&picture.layout, 65504);
  g_assert_cmpuint (count_row_ink (&picture, round (y)), >, 30);
  g_assert_cmpuint (count_row_ink (&picture, round (y) - 20), <, 30);
  picture_clear (&picture);
  /* Above the picture: neither a line nor its label at the border. */
  ts_line_plot_set_visible_y (plot, 0, 0.5);
  picture = draw_with (plot, TRUE);
  for (y = picture.layout.data_top; y < picture.layout.data_top + 30; y++)
    g_assert_cmpuint (count_row_ink (&picture, y), <, 30);
  picture_clear (&picture);
}

/* Thresholds that the scale puts in one place are one line with one label. */
static void
test_near_thresholds (void)
{
  const double values[] = { -1e308, 1e308 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 2);
  TsLineExtras four = { NULL, FALSE, FALSE, 65504, 0x1p-14, (char *) "float16" };
  TsLineExtras one = { NULL, FALSE, FALSE, NAN, NAN, (char *) "float16" };
  Picture picture, other;

  ts_line_plot_set_extras (plot, &four);
  picture = draw_with (plot, TRUE);
  g_assert_cmpuint (count_row_ink (&picture, round (ts_line_layout_y (&picture.layout, 0))), >, 30);
  one.largest_finite = 65504;
  ts_line_plot_set_extras (plot, &one);
  other = draw_with (plot, TRUE);
  g_assert_cmpmem (cairo_image_surface_get_data (picture.surface),
                   (gsize) HEIGHT * (gsize) cairo_image_surface_get_stride (picture.surface),
                   cairo_image_surface_get_data (other.surface),
                   (gsize) HEIGHT * (gsize) cairo_image_surface_get_stride (other.surface));
  picture_clear (&picture);
  picture_clear (&other);
}

/* The label of a threshold at the border is inside. */
static void
test_threshold_label (void)
{
  const double values[] = { 1, 1, 65504, 1, 1, 1, 1, 1 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 8);
  TsLineExtras extras = { NULL, FALSE, FALSE, 65504, NAN, (char *) "float16" };
  Picture picture;
  guint n = 0;
  int y;

  ts_line_plot_set_extras (plot, &extras);
  picture = draw_with (plot, TRUE);
  y = (int) ts_line_layout_y (&picture.layout, 65504) + 6;
  for (int x = WIDTH * 3 / 4; x < WIDTH; x++)
    n += is_ink (&picture, x, y);
  g_assert_cmpuint (n, >, 10);
  picture_clear (&picture);
}

static TsLinePlot *
make_band (const double *values, const double *low, const double *high, guint n)
{
  TsLinePlot *plot = make_plot (values, n);
  TsAxis *axis = ts_line_plot_get_axis (plot);
  g_autoptr (TsSeries) min = make_series (axis, low);
  g_autoptr (TsSeries) max = make_series (axis, high);
  g_autoptr (TsBand) range = make_range (min, max, NULL);
  TsLineExtras extras = { range, TRUE, FALSE, NAN, NAN, NULL };

  ts_line_plot_set_extras (plot, &extras);
  return plot;
}

/* A pixel that the band has made darker, away from the line. */
static gboolean
is_in_band (const Picture *picture, double place, double y)
{
  int x = (int) ts_line_layout_x (&picture->layout, place);
  const guint8 *row = cairo_image_surface_get_data (picture->surface)
                      + (gsize) y * (gsize) cairo_image_surface_get_stride (picture->surface);

  return row[4 * x] < row[4 * ((gsize) picture->layout.right - 1)];
}

static void
test_lone_band (void)
{
  const double values[] = { 5, 5, 5, 5 }, low[] = { NAN, 0, NAN, NAN };
  const double high[] = { NAN, 10, NAN, NAN }, one = 5, one_low = 0, one_high = 10;
  g_autoptr (TsLinePlot) plot = make_band (values, low, high, 4);
  g_autoptr (TsLinePlot) single = make_band (&one, &one_low, &one_high, 1);
  Picture picture = draw_with (plot, TRUE);

  g_assert_true (is_in_band (&picture, 1.5, ts_line_layout_y (&picture.layout, 8)));
  g_assert_false (is_in_band (&picture, 1.3, ts_line_layout_y (&picture.layout, 8)));
  picture_clear (&picture);
  picture = draw_with (single, TRUE);
  g_assert_true (is_in_band (&picture, 0.5, ts_line_layout_y (&picture.layout, 8)));
  picture_clear (&picture);
}

/* A band whose edges lie further out than Cairo can count still ends where they cross the picture.
 */
static void
test_zoomed_band (void)
{
  const double values[] = { 0, 0, 0, 0 };
  const double low[] = { -1e12, -1e12, 1e12 - 1, 1e12 - 1 }, high[] = { 1e12, 1e12, 1e12, 1e12 };
  g_autoptr (TsLinePlot) plot = make_band (values, low, high, 4);
  Picture picture;
  double y;

  for (double height = 1e-3; height > 1e-8; height *= 0.7)
    {
      ts_line_plot_set_visible_y (plot, 0.5, 0.5 + height);
      picture = draw_with (plot, TRUE);
      y = (picture.layout.data_top + picture.layout.data_bottom) / 2 - 5;
      for (double place = 0.6; place < 1.9; place += 0.1)
        g_assert_true (is_in_band (&picture, place, y));
      for (double place = 2.1; place < 3.9; place += 0.1)
        g_assert_false (is_in_band (&picture, place, y));
      picture_clear (&picture);
    }
}

/* However far in, what is drawn keeps its shape: ends of the scale are different doubles. */
static void
test_deep_y (void)
{
  static const double bases[] = { 1283.40698, 1e-300, 1e300, 1 };

  for (guint k = 0; k < G_N_ELEMENTS (bases); k++)
    for (TsScaleType type = TS_SCALE_LINEAR; type <= TS_SCALE_SYMLOG; type++)
      {
        const double values[] = { bases[k], bases[k] * (1 + 1e-9) };
        g_autoptr (TsLinePlot) plot = make_plot (values, 2);
        double low, high;
        TsScale scale;
        set_scale (plot, type);
        ts_line_plot_set_visible_y (plot, 0.3, 0.3 + 1e-9);
        scale = ts_line_plot_get_scale (plot);
        g_assert_cmpfloat (scale.max - scale.min, >, 100 * DBL_EPSILON * bases[k]);
        g_assert_cmpfloat (ts_scale_normalize (&scale, values[0]), <, 0);
        g_assert_cmpfloat (ts_scale_normalize (&scale, values[1]), >, 1);
        ts_line_plot_get_visible_y (plot, &low, &high);
        g_assert_cmpfloat (high - low, <, 0.2);
      }
}

/* What is visible is the same steps when the axis gets others. */
static void
test_moved_range (void)
{
  const gint64 all[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, even[] = { 0, 2, 4, 6, 8 };
  const gint64 others[] = { 20, 30 };
  const double values[10] = { 0 };
  g_autoptr (TsAxis) few = make_axis (TS_DIMENSION_STEP, even, 5);
  g_autoptr (TsAxis) many = make_axis (TS_DIMENSION_STEP, all, 10);
  g_autoptr (TsAxis) else_where = make_axis (TS_DIMENSION_STEP, others, 2);
  g_autoptr (TsSeries) a = make_series (many, values);
  g_autoptr (TsSeries) b = make_series (few, values);
  g_autoptr (TsSeries) c = make_series (else_where, values);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  double first, last;

  ts_line_plot_add (plot, a, 0, TRUE);
  ts_line_plot_set_visible (plot, 3, 8);
  ts_line_plot_replace (plot, 0, b);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 2); /* of 3 … 7 there are 4 and 6 */
  g_assert_cmpfloat (last, ==, 4);
  ts_line_plot_replace (plot, 0, a);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 4);
  g_assert_cmpfloat (last, ==, 7);
  ts_line_plot_replace (plot, 0, c);
  ts_line_plot_get_visible (plot, &first, &last);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (last, ==, 2);
}

/* A range of the finite ranks alone looks healthy: the place is marked, counted and read. */
static void
test_band_leaves_out (void)
{
  const double values[] = { 5, 5, 5, 5 }, low[] = { 1, 1, 1, NAN }, high[] = { 9, 9, 9, NAN };
  g_autoptr (TsLinePlot) plot = make_plot (values, 4);
  TsAxis *axis = ts_line_plot_get_axis (plot);
  g_autoptr (TsSeries) min = make_series (axis, low);
  g_autoptr (TsSeries) max = make_series (axis, high);
  g_autoptr (TsBand) band = make_range (min, max, min);
  TsLineExtras extras = { band, TRUE, FALSE, NAN, NAN, NULL };
  g_autofree char *note = NULL, *good = NULL, *bad = NULL, *none = NULL, *name = NULL;
  Picture picture;

  band->n_abnormal = g_new0 (guint, 4);
  band->n_abnormal[2] = 2;
  band->n_abnormal[3] = 8;
  ts_line_plot_set_extras (plot, &extras);
  picture = draw_with (plot, TRUE);
  g_assert_cmpfloat (picture.layout.data_top, >, picture.layout.top);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (count_ink (&picture, (int) ts_line_layout_x (&picture.layout, i + 0.5),
                                picture.layout.top, picture.layout.data_top)
                         > 0,
                     ==, i >= 2);
  picture_clear (&picture);
  note = ts_line_plot_describe (plot, WIDTH);
  g_assert_cmpstr (note, ==, "at 2 places some ranks are not finite (◆)");
  good = ts_line_plot_read_backdrop (plot, TS_LINE_BACKDROP_RANGE, 0);
  bad = ts_line_plot_read_backdrop (plot, TS_LINE_BACKDROP_RANGE, 2);
  none = ts_line_plot_read_backdrop (plot, TS_LINE_BACKDROP_RANGE, 3);
  g_assert_cmpstr (good, ==, "1 – 9");
  g_assert_cmpstr (bad, ==, "1 – 9 · 2 not finite");
  g_assert_cmpstr (none, ==, "NaN · 8 not finite");
  name = ts_line_plot_describe_backdrop (plot, TS_LINE_BACKDROP_RANGE);
  g_assert_cmpstr (name, ==, "All ranks, least – greatest");
  g_assert_null (ts_line_plot_describe_backdrop (plot, TS_LINE_BACKDROP_MEDIAN));
  g_assert_null (ts_line_plot_describe_backdrop (plot, TS_LINE_BACKDROP_PEERS));
}

/* The range of a suspect's peers is drawn, read and in range as well. */
static void
test_peers (void)
{
  const double values[] = { 5, 5, 5, 5 }, low[] = { 1, 1, 1, 1 }, high[] = { 30, 30, 30, 30 };
  g_autoptr (TsLinePlot) plot = make_plot (values, 4);
  TsAxis *axis = ts_line_plot_get_axis (plot);
  g_autoptr (TsSeries) min = make_series (axis, low);
  g_autoptr (TsSeries) max = make_series (axis, high);
  g_autoptr (TsBand) peers = make_range (min, max, NULL);
  g_autoptr (TsLinePlot) copy = NULL;
  g_autofree char *text = NULL;
  Picture picture;

  ts_line_plot_set_peers (plot, peers);
  copy = ts_line_plot_copy (plot);
  text = ts_line_plot_read_backdrop (copy, TS_LINE_BACKDROP_PEERS, 1);
  g_assert_cmpstr (text, ==, "1 – 30");
  picture = draw_with (copy, TRUE);
  g_assert_cmpfloat (picture.layout.scale.max, >, 30);
  g_assert_true (is_in_band (&picture, 1.5, ts_line_layout_y (&picture.layout, 20)));
  picture_clear (&picture);
  ts_line_plot_set_peers (copy, NULL);
  g_assert_cmpfloat (ts_line_plot_get_scale (copy).max, <, 30);
}

/* However smooth a line is, what is no number keeps its mark and its gap. */
static void
test_smooth_marks (void)
{
  double values[40];
  g_autoptr (TsLinePlot) plot = NULL;
  TsLineOptions options = { TS_SCALE_LINEAR, 0.95 };
  Picture picture;

  for (guint i = 0; i < 40; i++)
    values[i] = i == 10 ? NAN : i == 20 ? INFINITY : i == 30 ? -INFINITY : 1 + i % 3;
  plot = make_plot (values, 40);
  ts_line_plot_set_options (plot, &options);
  picture = draw (plot);
  for (guint i = 10; i <= 30; i += 10)
    {
      int x = (int) ts_line_layout_x (&picture.layout, i + 0.5);
      const TsLineLayout *layout = &picture.layout;
      guint above = count_ink (&picture, x, layout->top, layout->data_top);
      guint below = count_ink (&picture, x, layout->data_bottom, layout->bottom);
      g_assert_cmpint (above > 0, ==, i != 30);
      g_assert_cmpint (below > 0, ==, i == 30);
      g_assert_cmpuint (count_ink (&picture, x, layout->data_top, layout->data_bottom), ==, 0);
    }
  picture_clear (&picture);
}

/* On a symmetric scale no number is drawn on 0, however many decades there are. */
static void
test_many_decades (void)
{
  const double values[] = { 5e-324, 1e-310, 1e-45, 1, 1e38, 1e300, DBL_MAX };
  double few[7];
  g_autoptr (TsLinePlot) plot = NULL, twenty = NULL;

  plot = make_plot (values, 7);
  set_scale (plot, TS_SCALE_SYMLOG);
  for (guint i = 0; i < 7; i++)
    few[i] = i < 3 ? -pow (10, 20 - (int) i * 10) : pow (10, (int) i * 10 - 40);
  twenty = make_plot (few, 7);
  set_scale (twenty, TS_SCALE_SYMLOG);
  for (guint i = 1; i < 7; i++)
    {
      TsScale scale = ts_line_plot_get_scale (plot), other = ts_line_plot_get_scale (twenty);
      g_assert_cmpfloat (ts_scale_normalize (&scale, values[i])
                             - ts_scale_normalize (&scale, values[i - 1]),
                         >, 0.01);
      g_assert_cmpfloat (
          fabs (ts_scale_normalize (&other, few[i]) - ts_scale_normalize (&other, 0)), >, 0.01);
    }
}

/* Steps side by side that are not as far from each other as the others: the border is marked. */
static void
test_breaks (void)
{
  const gint64 ids[] = { 0, 100, 200, 300, 301, 302, 303 };
  const double values[] = { 1, 2, 3, 4, 9, 20, 5 };
  g_autoptr (TsAxis) axis = make_axis (TS_DIMENSION_STEP, ids, 7);
  g_autoptr (TsSeries) series = make_series (axis, values);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();
  g_autofree char *note = NULL;
  Picture picture;

  ts_line_plot_add (plot, series, 0, TRUE);
  picture = draw_with (plot, TRUE);
  for (guint i = 1; i < 7; i++)
    {
      int x = (int) ts_line_layout_x (&picture.layout, i);
      guint n = 0;
      for (int k = x - 5; k <= x + 5; k++)
        n += count_ink (&picture, k, picture.layout.bottom + 1, picture.layout.bottom + 4);
      g_assert_cmpint (n > 0, ==, i <= 3);
    }
  picture_clear (&picture);
  note = ts_line_plot_describe (plot, WIDTH);
  g_assert_cmpstr (note, ==, "steps uneven at 3 places (//)");
}

/* A ring for every point that was found, wherever it is drawn. */
static void
test_rings (void)
{
  const double values[] = { 1, NAN, 3, -INFINITY, 5 };
  const TsLineMark marks[] = {
    { 1, 2, 1, TS_LINE_MARK_ERROR },  { 1, 2, 2, TS_LINE_MARK_WARNING },
    { 1, 2, 3, TS_LINE_MARK_HINT },   { 7, 7, 4, TS_LINE_MARK_ERROR },
    { 1, 2, 99, TS_LINE_MARK_ERROR },
  };
  g_autoptr (TsLinePlot) plot = make_plot (values, 5);
  Picture before = draw (plot), after;
  const TsLineLayout *layout = &before.layout;
  double ys[3];

  ts_line_plot_set_marks (plot, marks, G_N_ELEMENTS (marks));
  after = draw (plot);
  ys[0] = layout->top + TS_LINE_STRIP_HEIGHT / 2;
  ys[1] = ts_line_layout_y (layout, 3);
  ys[2] = layout->bottom - TS_LINE_STRIP_HEIGHT / 2;
  for (guint i = 0; i < 3; i++)
    {
      int x = (int) round (ts_line_layout_x (layout, i + 1.5)) - 7;
      g_assert_false (is_ink (&before, x, (int) ys[i]));
      g_assert_true (is_ink (&after, x, (int) ys[i]) || is_ink (&after, x - 1, (int) ys[i]));
    }
  /* Neither another line's nor one at a place that is not there. */
  g_assert_cmpuint (
      count_ink (&after, (int) ts_line_layout_x (layout, 4.5) - 7, layout->top, layout->bottom), ==,
      count_ink (&before, (int) ts_line_layout_x (layout, 4.5) - 7, layout->top, layout->bottom));
  picture_clear (&before);
  picture_clear (&after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-plot/gap-pixels", test_gap_pixels);
  g_test_add_func ("/line-plot/lone-points", test_lone_points);
  g_test_add_func ("/line-plot/single-point", test_single_point);
  g_test_add_func ("/line-plot/spike-pixels", test_spike_pixels);
  g_test_add_func ("/line-plot/infinities", test_infinities);
  g_test_add_func ("/line-plot/nan-line", test_nan_line);
  g_test_add_func ("/line-plot/late-nan", test_late_nan);
  g_test_add_func ("/line-plot/constants", test_constants);
  g_test_add_func ("/line-plot/log", test_log);
  g_test_add_func ("/line-plot/join", test_join);
  g_test_add_func ("/line-plot/join-modules", test_join_modules);
  g_test_add_func ("/line-plot/short-names", test_short_names);
  g_test_add_func ("/line-plot/readings", test_readings);
  g_test_add_func ("/line-plot/exact-values", test_exact_values);
  g_test_add_func ("/line-plot/ranges", test_ranges);
  g_test_add_func ("/line-plot/density", test_density);
  g_test_add_func ("/line-plot/smoothing", test_smoothing);
  g_test_add_func ("/line-plot/states", test_states);
  g_test_add_func ("/line-plot/null-line", test_null_line);
  g_test_add_func ("/line-plot/empty-line", test_empty_line);
  g_test_add_func ("/line-plot/average", test_average);
  g_test_add_func ("/line-plot/colors", test_colors);
  g_test_add_func ("/line-plot/hidden", test_hidden);
  g_test_add_func ("/line-plot/zoomed-y", test_zoomed_y);
  g_test_add_func ("/line-plot/find-line", test_find_line);
  g_test_add_func ("/line-plot/whole-picture", test_whole_picture);
  g_test_add_func ("/line-plot/names", test_names);
  g_test_add_func ("/line-plot/extras", test_extras);
  g_test_add_func ("/line-plot/thresholds", test_thresholds);
  g_test_add_func ("/line-plot/near-thresholds", test_near_thresholds);
  g_test_add_func ("/line-plot/threshold-label", test_threshold_label);
  g_test_add_func ("/line-plot/lone-band", test_lone_band);
  g_test_add_func ("/line-plot/zoomed-band", test_zoomed_band);
  g_test_add_func ("/line-plot/band-leaves-out", test_band_leaves_out);
  g_test_add_func ("/line-plot/peers", test_peers);
  g_test_add_func ("/line-plot/smooth-marks", test_smooth_marks);
  g_test_add_func ("/line-plot/many-decades", test_many_decades);
  g_test_add_func ("/line-plot/breaks", test_breaks);
  g_test_add_func ("/line-plot/rings", test_rings);
  g_test_add_func ("/line-plot/deep-y", test_deep_y);
  g_test_add_func ("/line-plot/moved-range", test_moved_range);
  return g_test_run ();
}
