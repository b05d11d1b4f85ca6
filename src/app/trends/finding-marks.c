/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/finding-marks.h"

#include "app/session/rank-suspicion.h"
#include "model/cell.h"

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

GArray *
ts_finding_suspicion_new (TsSession *session)
{
  gboolean hints;
  const TsFindings *findings = ts_session_get_findings (session, &hints);

  return findings != NULL
             ? ts_rank_suspicion_new (findings, ts_session_get_catalog (session)->ranks, hints)
             : NULL;
}

/* ---- lines ---- */

/* Whether a finding is about a point of the line, and at which place. */
static gboolean
is_on_line (const TsFinding *finding, const TsChartLine *line, gint64 *place_id)
{
  TsCell cell;
  gint64 x_id, y_id;

  cell.ids[TS_DIMENSION_STEP] = finding->step;
  cell.ids[TS_DIMENSION_RANK] = finding->rank;
  cell.ids[TS_DIMENSION_MODULE] = finding->target_id;
  if (finding->rank == TS_FINDING_ALL_RANKS)
    {
      if (line->along == TS_DIMENSION_RANK)
        return FALSE;
      cell.ids[TS_DIMENSION_RANK]
          = ts_dimension_get_x (line->along) == TS_DIMENSION_RANK ? line->x_id : line->y_id;
    }
  ts_cell_get_line (&cell, line->along, &x_id, &y_id);
  *place_id = cell.ids[line->along];
  return x_id == line->x_id && y_id == line->y_id;
}

GArray *
ts_finding_rings_new (TsSession *session)
{
  static const TsLineMarkGrade grades[TS_N_GRADES]
      = { TS_LINE_MARK_ERROR, TS_LINE_MARK_WARNING, TS_LINE_MARK_HINT };
  GArray *rings = g_array_new (FALSE, FALSE, sizeof (TsLineMark));
  gboolean hints;
  const TsFindings *findings = ts_session_get_findings (session, &hints);
  const GArray *lines = ts_session_get_lines (session);
  gint64 metric_id;

  if (findings == NULL)
    return rings;
  metric_id
      = find_metric (ts_session_get_catalog (session), ts_session_get_selection (session)->metric);
  /* The gravest last, over what else is there. */
  for (guint i = findings->items->len; i-- > 0;)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->metric_id != metric_id || (finding->grade == TS_GRADE_HINT && !hints))
        continue;
      for (guint k = 0; k < lines->len; k++)
        {
          const TsChartLine *line = &g_array_index (lines, TsChartLine, k);
          TsLineMark ring = { line->x_id, line->y_id, 0, grades[finding->grade] };
          if (is_on_line (finding, line, &ring.place_id))
            g_array_append_val (rings, ring);
        }
    }
  return rings;
}
