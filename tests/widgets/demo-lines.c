/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a line chart of made-up data, for looking at it: demo-lines CASE [log|symlog|smooth …]
 * Cases: one, many, nan-only, gaps, mixed, names, cjk, few, single, constant, million, extras. */
#include "line-owner.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

typedef double (*ValueFunc) (guint line, guint i);

typedef struct
{
  const char *name;
  TsDimension dimension;
  guint n_lines;
  guint n;
  ValueFunc value;
  const char *place_format; /* names of modules */
  const char *line_format;
} Case;

static double
wave (guint line, guint i)
{
  double noise = sin (i * 12.9898 + line * 78.233) * 43758.5453;

  return 300 + 200 * line + 60 * sin (i / 9.0 + line) + 40 * (noise - floor (noise))
         + (i == 41 && line == 0 ? 300 : 0);
}

static double
only_nan (guint line, guint i)
{
  return line == 0 ? NAN : wave (line, i);
}

static double
gaps (guint line, guint i)
{
  if (i % 17 == 3)
    return NAN;
  if (i % 29 == 10)
    return INFINITY;
  if (i % 31 == 11)
    return -INFINITY;
  if ((i + line * 13) / 8 % 5 == 2)
    return i % 2 ? NAN : wave (line, i);
  return wave (line, i);
}

static double
mixed (guint line, guint i)
{
  double size = pow (10, -8 + 12.0 * (i % 60) / 60);

  if (i % 20 == 7)
    return 0;
  return (i / 60 + line) % 2 ? -size : size;
}

static double
constant (guint line, guint i)
{
  return 1e-3;
}

static const Case cases[] = {
  { "one", TS_DIMENSION_STEP, 1, 200, wave, NULL, "layers.%u.mlp.linear_fc1 · rank 3" },
  { "three", TS_DIMENSION_RANK, 3, 64, wave, NULL, "layers.%u.mlp.linear_fc1 · step 117" },
  { "many", TS_DIMENSION_STEP, 64, 200, wave, NULL, "layers.%u.mlp.linear_fc1 · rank 3" },
  { "nan-only", TS_DIMENSION_STEP, 2, 100, only_nan, NULL, "layers.%u.mlp.linear_fc1 · rank 3" },
  { "gaps", TS_DIMENSION_STEP, 3, 120, gaps, NULL, "layers.%u.mlp.linear_fc1 · rank 3" },
  { "mixed", TS_DIMENSION_STEP, 2, 120, mixed, NULL, "layers.%u.mean · rank 3" },
  { "names", TS_DIMENSION_MODULE, 3, 40, wave,
    "Module.module.module.decoder.layers.%u.self_attention.linear_qkv.ColumnParallelLinear.forward",
    "step %u · a rank with a name that is far too long to be shown beside a chart · rank 3" },
  { "cjk", TS_DIMENSION_MODULE, 2, 12, wave, "模型.层.%u.注意力", "步 %u · 模型.层.0.注意力" },
  { "few", TS_DIMENSION_RANK, 2, 4, wave, NULL, "layers.%u.mlp · step 1" },
  { "single", TS_DIMENSION_RANK, 1, 1, wave, NULL, "layers.%u.mlp · step 1" },
  { "constant", TS_DIMENSION_STEP, 1, 50, constant, NULL, "layers.%u.mlp · rank 0" },
  { "million", TS_DIMENSION_STEP, 1, 1000000, wave, NULL, "layers.%u.mlp · rank 0" },
  { "half-nan", TS_DIMENSION_STEP, 20, 50000, gaps, NULL, "layers.%u.mlp · rank 0" },
  { "extras", TS_DIMENSION_STEP, 2, 200, wave, NULL, "layers.%u.mlp · rank 3" },
};

static TsAxis *
make_axis (const Case *c)
{
  TsAxis *axis = ts_axis_new (c->dimension, c->n);

  for (guint i = 0; i < c->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      if (c->place_format != NULL)
        {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          char *full = g_strdup_printf (c->place_format, i);
#pragma GCC diagnostic pop
          g_free (name);
          name = full;
        }
      ts_axis_set_place (axis, i, i, name, i);
    }
  return axis;
}

static TsSeries *
make_series (const Case *c, TsAxis *axis, guint line, double factor)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *name = g_strdup_printf (c->line_format, line);
#pragma GCC diagnostic pop
  TsSeries *series = ts_series_new (axis, name, line, line);

  for (guint i = 0; i < c->n; i++)
    {
      double value = c->value (line, i) * factor;
      ts_series_set (series, i, value, (guint8) ts_cell_state_of (value));
    }
  ts_series_seal (series);
  return series;
}

static void
add_extras (TsLineView *view, const Case *c, TsAxis *axis)
{
  g_autoptr (TsBand) band = ts_band_new (axis, "All ranks");
  TsLineExtras extras = { band, TRUE, TRUE, 448, 0.0156, (char *) "float8_e4m3fn" };

  ts_series_unref (band->min);
  ts_series_unref (band->max);
  band->min = make_series (c, axis, 0, 0.6);
  band->max = make_series (c, axis, 1, 1.4);
  band->median = make_series (c, axis, 0, 1.2);
  band->n_abnormal = g_new0 (guint, axis->n);
  band->n_abnormal[axis->n / 3] = 2;
  ts_line_view_set_extras (view, &extras);
}

static GtkWidget *
create_view (char **words)
{
  GtkWidget *view = ts_line_view_new ();
  TsLineOptions options = { TS_SCALE_LINEAR, 0 };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    if (g_strv_contains ((const char *const *) words, cases[k].name))
      {
        g_autoptr (TsAxis) axis = make_axis (&cases[k]);
        ts_line_view_set_title (TS_LINE_VIEW (view), "norm over places", "norm");
        for (guint line = 0; line < cases[k].n_lines; line++)
          {
            g_autoptr (TsSeries) series = make_series (&cases[k], axis, line, 1);
            line_owner_add (TS_LINE_VIEW (view), series);
          }
        if (strcmp (cases[k].name, "extras") == 0)
          add_extras (TS_LINE_VIEW (view), &cases[k], axis);
      }
  if (g_strv_contains ((const char *const *) words, "log"))
    options.y_scale = TS_SCALE_LOG;
  if (g_strv_contains ((const char *const *) words, "symlog"))
    options.y_scale = TS_SCALE_SYMLOG;
  if (g_strv_contains ((const char *const *) words, "smooth"))
    options.smoothing = 0.9;
  ts_line_view_set_options (TS_LINE_VIEW (view), &options);
  return view;
}

static void
closed_cb (GtkWindow *window, GMainLoop *loop)
{
  g_main_loop_quit (loop);
}

static void
place_cb (TsLineView *view, guint place)
{
  g_print ("activated %u\n", place);
}

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, "/org/trendscope/Trendscope/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

int
main (int argc, char **argv)
{
  g_autoptr (GMainLoop) loop = NULL;
  GtkWidget *window, *view;

  if (!gtk_init_check ())
    return 1;
  adw_init ();
  load_style ();
  loop = g_main_loop_new (NULL, FALSE);
  window = adw_window_new ();
  view = create_view (argv);
  gtk_widget_add_css_class (view, "card");
  gtk_widget_set_margin_start (view, 12);
  gtk_widget_set_margin_end (view, 12);
  gtk_widget_set_margin_top (view, 12);
  gtk_widget_set_margin_bottom (view, 12);
  g_signal_connect (view, "position-activated", G_CALLBACK (place_cb), NULL);
  adw_window_set_content (ADW_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 420);
  g_signal_connect (window, "destroy", G_CALLBACK (closed_cb), loop);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}
