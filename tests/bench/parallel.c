/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the largest parallel layouts cost: computing one, its first picture, zoomed pictures, and
 * renaming and ordering a heat map's ranks. See README.md. */
#include "parallel/rank-view.h"
#include "plot/layout/parallel-plot.h"

#include <locale.h>

#define RUNS 15

typedef struct
{
  const char *name;
  gint64 world, layers, tp, pp, per_stage;
} Case;

static const Case cases[] = {
  { "1,024 × 256, tp 8, pp 16", 1024, 256, 8, 16, 0 },
  { "65,536 × 1,024, tp 8, pp 16, vpp 64", 65536, 1024, 8, 16, 1 },
  { "65,536 × 1,024, tp 1, pp 2, vpp 512", 65536, 1024, 1, 2, 1 },
  { "65,536 × 1,024, tp 1, pp 1,024", 65536, 1024, 1, 1024, 0 },
};

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *ta = a, *tb = b;

  return *ta < *tb ? -1 : *ta > *tb;
}

static double
median_ms (gint64 *times)
{
  qsort (times, RUNS, sizeof *times, compare_times);
  return (double) times[RUNS / 2] / 1000;
}

static TsParallelLayout *
create_layout (const Case *self)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (GError) error = NULL;
  TsParallelLayout *layout;

  config->world_size = self->world;
  config->num_layers = self->layers;
  config->tensor_parallel_size = self->tp;
  config->pipeline_parallel_size = self->pp;
  config->layers_per_virtual_stage = self->per_stage;
  layout = ts_parallel_layout_new (config, &error);
  if (layout == NULL)
    g_error ("%s: %s", self->name, error->message);
  return layout;
}

static double
time_layout (const Case *self)
{
  gint64 times[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (TsParallelLayout) layout = create_layout (self);
      times[i] = g_get_monotonic_time () - start;
    }
  return median_ms (times);
}

/* rows: how many of the rows are visible; 0: all. */
static double
time_picture (TsParallelLayout *layout, double rows)
{
  gint64 times[RUNS];
  TsPlotStyle style;

  ts_plot_style_init (&style, FALSE);
  for (guint i = 0; i < RUNS; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1600, 900);
      cairo_t *cr = cairo_create (surface);
      gint64 start = g_get_monotonic_time ();
      g_autoptr (TsParallelPlot) plot = ts_parallel_plot_new ();

      ts_parallel_plot_set_layout (plot, layout);
      if (rows > 0)
        ts_parallel_plot_set_visible (plot, 0, 12, 0, rows);
      ts_parallel_plot_draw (plot, cr, &style, 1600, 900);
      cairo_surface_flush (surface);
      times[i] = g_get_monotonic_time () - start;
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  ts_plot_style_clear (&style);
  return median_ms (times);
}

/* A heat map of 1,000 modules over 1,024 ranks, ordered by DP group. */
static double
time_rank_view (TsParallelLayout *layout, int compare_within)
{
  const TsRankView view = { TS_PARALLEL_DP, compare_within };
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_RANK, 1024);
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, 1000);
  g_autoptr (TsMatrix) matrix = ts_matrix_new (x, y);
  gint64 times[RUNS];

  for (guint i = 0; i < 1024; i++)
    ts_axis_set_place (x, i, i, "rank", i);
  for (guint i = 0; i < 1024 * 1000; i++)
    ts_matrix_set (matrix, i % 1024, i / 1024, i % 977, TS_CELL_NUMBER);
  for (guint i = 0; i < RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (TsMatrix) shown = ts_rank_view_apply (&view, layout, matrix);
      times[i] = g_get_monotonic_time () - start;
    }
  return median_ms (times);
}

int
main (int argc, char **argv)
{
  g_autoptr (TsParallelLayout) first = create_layout (&cases[0]);

  setlocale (LC_ALL, "");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsParallelLayout) layout = create_layout (&cases[i]);
      g_print ("%-38s layout %7.2f ms   picture %7.2f ms   30 rows × 12 stages %7.2f ms\n",
               cases[i].name, time_layout (&cases[i]), time_picture (layout, 0),
               time_picture (layout, 30));
    }
  g_print ("1,000 modules × 1,024 ranks: ordered %.1f ms, compared %.1f ms\n",
           time_rank_view (first, TS_COMPARE_NOTHING), time_rank_view (first, TS_PARALLEL_DP));
  return 0;
}
