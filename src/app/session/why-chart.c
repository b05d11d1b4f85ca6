/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/why-chart.h"

#include "model/cell-state.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

static TsAxis *
create_axis (const GArray *points, const TsCatalog *catalog)
{
  TsAxis *axis = ts_axis_new (TS_DIMENSION_STEP, points->len);

  for (guint i = 0; i < points->len; i++)
    {
      gint64 id = g_array_index (points, TsWhyPoint, i).step;
      const TsCatalogStep *step = ts_catalog_find_step (catalog, id);
      ts_axis_set_place (axis, i, id, step != NULL ? step->label : "",
                         step != NULL ? step->position : (double) id);
    }
  return axis;
}

static TsBand *
create_band (TsAxis *axis, const GArray *points, const char *name)
{
  g_autoptr (TsBand) band = ts_band_new (axis, name);
  gboolean any = FALSE;

  band->median = ts_series_new (axis, NULL, 0, 0);
  for (guint i = 0; i < points->len; i++)
    {
      const TsWhyPoint *point = &g_array_index (points, TsWhyPoint, i);
      if (isnan (point->median))
        continue;
      any = TRUE;
      ts_series_set (band->min, i, point->low, TS_CELL_NUMBER);
      ts_series_set (band->max, i, point->high, TS_CELL_NUMBER);
      ts_series_set (band->median, i, point->median, TS_CELL_NUMBER);
    }
  ts_series_seal (band->min);
  ts_series_seal (band->max);
  ts_series_seal (band->median);
  return any ? g_steal_pointer (&band) : NULL;
}

TsBand *
ts_why_band_new (const GArray *points, const TsCatalog *catalog, const char *name)
{
  g_autoptr (TsAxis) axis = create_axis (points, catalog);

  return create_band (axis, points, name);
}

/* "norm over steps, rank 5 with its peers’ m ± 8 σ". */
static char *
dup_title (const TsFindingWhy *why, const TsFinding *finding)
{
  g_autofree char *who = finding->rank == TS_FINDING_ALL_RANKS
                             ? g_strdup (_ ("median of the ranks"))
                             : g_strdup_printf (_ ("rank %" PRId64), finding->rank);

  switch (why->from)
    {
    case TS_WHY_PEERS:
      /* Translators: a statistic, which rank. */
      return g_strdup_printf (_ ("%s over steps, %s with its peers’ m ± 8 σ"), why->stat, who);
    case TS_WHY_BEFORE:
      return g_strdup_printf (_ ("%s over steps, %s with m ± 8 σ of the last 32 steps"), why->stat,
                              who);
    case TS_WHY_ALONE:
    default:
      return g_strdup_printf (_ ("%s over steps, %s"), why->stat, who);
    }
}

TsLinePlot *
ts_why_chart_new (const TsFindingWhy *why, const TsFinding *finding, const TsCatalog *catalog)
{
  static const TsLineMarkGrade grades[TS_N_GRADES]
      = { TS_LINE_MARK_ERROR, TS_LINE_MARK_WARNING, TS_LINE_MARK_HINT };
  TsLineMark mark = { 0, 0, finding->step, grades[finding->grade] };
  g_autoptr (TsAxis) axis = NULL;
  g_autoptr (TsSeries) series = NULL;
  g_autoptr (TsBand) band = NULL;
  g_autofree char *title = NULL;
  gboolean any = FALSE;
  TsLinePlot *plot;

  for (guint i = 0; i < why->points->len; i++)
    any |= ts_cell_state (g_array_index (why->points, TsWhyPoint, i).state) != TS_CELL_MISSING;
  if (!any)
    return NULL;
  axis = create_axis (why->points, catalog);
  series = ts_series_new (axis, why->stat, 0, 0);
  for (guint i = 0; i < why->points->len; i++)
    {
      const TsWhyPoint *point = &g_array_index (why->points, TsWhyPoint, i);
      ts_series_set (series, i, point->value, point->state);
    }
  ts_series_seal (series);
  title = dup_title (why, finding);
  plot = ts_line_plot_new ();
  ts_line_plot_set_title (plot, title, why->stat);
  ts_line_plot_add (plot, series, 1, TRUE);
  band = create_band (axis, why->points, _ ("expected: m ± 8 σ"));
  ts_line_plot_set_peers (plot, band);
  if (why->onset >= 0)
    ts_line_plot_set_marks (plot, &mark, 1);
  return plot;
}
