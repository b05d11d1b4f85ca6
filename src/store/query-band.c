/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/median.h"
#include "store/query-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* One rank's value at one place of the line. */
typedef struct
{
  double value;
  guint place;
  guint8 state;
  gboolean own; /* of the line's own rank */
} Point;

typedef struct
{
  TsDimension along;
  guint own_rank; /* its place in the space's ranks */
  GArray *points;
} Points;

static void
add_point (const guint *places, double value, guint8 state, gpointer data)
{
  Points *points = data;
  Point point
      = { value, places[points->along], state, places[TS_DIMENSION_RANK] == points->own_rank };

  g_array_append_val (points->points, point);
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const Point *first = a, *second = b;
  gboolean is_number = ts_cell_state (first->state) == TS_CELL_NUMBER;

  if (first->place != second->place)
    return first->place < second->place ? -1 : 1;
  if (is_number != (ts_cell_state (second->state) == TS_CELL_NUMBER))
    return is_number ? -1 : 1;
  if (!is_number)
    return 0;
  return (first->value > second->value) - (first->value < second->value);
}

/* The space of all ranks along the line. *own_rank becomes the place of the line's rank. */
static gboolean
prepare (TsCellReaders *readers,
         TsCellSpace *space,
         const TsSelection *selection,
         gint64 x_id,
         gint64 y_id,
         guint *own_rank,
         GError **error)
{
  gboolean by_step = selection->dimension == TS_DIMENSION_STEP;
  gint64 rank = by_step ? x_id : y_id;
  GArray *ranks = g_array_ref (space->ids[TS_DIMENSION_RANK]);
  gboolean good = _ts_query_prepare_line (readers, space, selection, x_id, y_id, error);

  for (*own_rank = 0; *own_rank < ranks->len; (*own_rank)++)
    if (g_array_index (ranks, gint64, *own_rank) == rank)
      break;
  g_array_unref (space->ids[TS_DIMENSION_RANK]);
  space->ids[TS_DIMENSION_RANK] = ranks;
  return good;
}

/* The places where any rank has a row, as the line's own axis has them (query-series.c). */
static TsAxis *
create_axis (const TsCellSpace *space, const Points *points, guint8 *used)
{
  const GArray *ids = space->ids[points->along];

  for (guint i = 0; i < ids->len; i++)
    used[i] = points->along != TS_DIMENSION_STEP;
  for (guint i = 0; i < points->points->len; i++)
    used[g_array_index (points->points, Point, i).place] = 1;
  if (points->along == TS_DIMENSION_STEP)
    _ts_query_mark_regular_steps (space->catalog, ids, used);
  return ts_cell_space_create_axis (space, points->along, used);
}

/* Sets place of the band from the n points there, of which the numbers come first and ascend.
 * others has room for n. */
static void
set_place (TsBand *band, guint place, const Point *points, guint n, double *others)
{
  guint n_numbers = 0, n_others = 0;

  for (guint i = 0; i < n; i++)
    {
      if (ts_cell_state (points[i].state) != TS_CELL_NUMBER)
        {
          band->n_abnormal[place] += ts_cell_state (points[i].state) != TS_CELL_MISSING;
          continue;
        }
      n_numbers++;
      if (!points[i].own)
        others[n_others++] = points[i].value;
    }
  band->n_numbers[place] = n_numbers;
  if (n_numbers == 0)
    return;
  ts_series_set (band->min, place, points[0].value, points[0].state);
  ts_series_set (band->max, place, points[n_numbers - 1].value, points[n_numbers - 1].state);
  if (n_others > 0)
    ts_series_set (band->median, place, ts_median (others, n_others), TS_CELL_NUMBER);
}

static TsBand *
build_band (const TsCellSpace *space, Points *points, gint64 x_id, gint64 y_id)
{
  guint n = space->ids[points->along]->len, place = 0, next = 0;
  g_autofree guint8 *used = g_malloc0 ((gsize) n + 1);
  g_autofree double *others = g_new (double, (gsize) space->ids[TS_DIMENSION_RANK]->len + 1);
  g_autoptr (TsAxis) axis = create_axis (space, points, used);
  TsBand *band = ts_band_new (axis, _ ("All ranks"));

  band->median = ts_series_new (axis, _ ("Median of the other ranks"), x_id, y_id);
  band->n_numbers = g_new0 (guint, (gsize) axis->n + 1);
  band->n_abnormal = g_new0 (guint, (gsize) axis->n + 1);
  g_array_sort (points->points, compare_points);
  for (guint i = 0; i < n; i++)
    {
      guint first = next;
      while (next < points->points->len && g_array_index (points->points, Point, next).place == i)
        next++;
      if (next > first)
        set_place (band, place, &g_array_index (points->points, Point, first), next - first,
                   others);
      place += used[i];
    }
  ts_series_seal (band->min);
  ts_series_seal (band->max);
  ts_series_seal (band->median);
  return band;
}

TsBand *
ts_query_band (TsCatalog *catalog,
               const TsSelection *selection,
               gint64 x_id,
               gint64 y_id,
               GCancellable *cancellable,
               GError **error)
{
  g_auto (TsCellReaders) readers = { 0 };
  g_auto (TsCellSpace) space = { 0 };
  Points points = { selection->dimension, 0, NULL };
  TsBand *band = NULL;

  if (selection->dimension == TS_DIMENSION_RANK)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("A line along the ranks has no band over all ranks."));
      return NULL;
    }
  if (!ts_cell_space_init (&space, catalog, selection, cancellable, error)
      || !ts_cell_readers_open (&readers, catalog, selection->metric, selection->stat, cancellable,
                                error)
      || !prepare (&readers, &space, selection, x_id, y_id, &points.own_rank, error))
    return NULL;
  points.points = g_array_new (FALSE, FALSE, sizeof (Point));
  if (ts_cell_readers_end (&readers,
                           ts_cell_space_walk (&readers, &space, add_point, &points, error), error))
    band = build_band (&space, &points, x_id, y_id);
  g_array_unref (points.points);
  return band;
}
