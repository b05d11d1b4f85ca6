/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/finding-marks.h"

static gint64
id_along (const TsFinding *finding, TsDimension dimension)
{
  switch (dimension)
    {
    case TS_DIMENSION_RANK:
      return finding->rank;
    case TS_DIMENSION_STEP:
      return finding->step;
    default:
      return finding->target_id;
    }
}

static gboolean
is_shown (const TsFinding *finding, const TsSelection *selection)
{
  return id_along (finding, selection->dimension) == selection->value
         || (selection->dimension == TS_DIMENSION_RANK && finding->rank == TS_FINDING_ALL_RANKS);
}

static void
add_marks (GArray *marks, const TsFinding *finding, const TsMatrix *matrix)
{
  static const TsMarkKind kinds[TS_N_GRADES] = { TS_MARK_ERROR, TS_MARK_WARNING, TS_MARK_HINT };
  TsCellMark mark = { id_along (finding, matrix->x->dimension),
                      id_along (finding, matrix->y->dimension), kinds[finding->grade], 1 };
  const TsAxis *ranks = matrix->x->dimension == TS_DIMENSION_RANK ? matrix->x : matrix->y;

  if (finding->rank != TS_FINDING_ALL_RANKS || ranks->dimension != TS_DIMENSION_RANK)
    {
      g_array_append_val (marks, mark);
      return;
    }
  for (guint i = 0; i < ranks->n; i++)
    {
      *(ranks == matrix->x ? &mark.x_id : &mark.y_id) = ranks->ids[i];
      g_array_append_val (marks, mark);
    }
}

static gint64
find_metric (const TsCatalog *catalog, const char *name)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (g_strcmp0 (metric->name, name) == 0)
        return metric->id;
    }
  return -1;
}

GArray *
ts_finding_marks_new (TsSession *session)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (TsCellMark));
  gboolean hints;
  const TsFindings *findings = ts_session_get_findings (session, &hints);
  const TsSelection *selection = ts_session_get_selection (session);
  const TsMatrix *matrix = ts_session_get_shown_matrix (session);
  gint64 metric_id;

  if (findings == NULL || matrix == NULL)
    return marks;
  metric_id = find_metric (ts_session_get_catalog (session), selection->metric);
  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->metric_id == metric_id && is_shown (finding, selection)
          && (hints || finding->grade != TS_GRADE_HINT))
        add_marks (marks, finding, matrix);
    }
  return marks;
}
