/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/query-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* "layers.3.mlp · rank 2": the two ids that a line is about, module first. */
static char *
create_name (const TsCatalog *catalog, TsDimension fixed, gint64 x_id, gint64 y_id)
{
  const TsCatalogStep *step
      = fixed == TS_DIMENSION_STEP ? NULL : ts_catalog_find_step (catalog, x_id);
  g_autofree char *rank
      = g_strdup_printf (_ ("rank %" PRId64), fixed == TS_DIMENSION_STEP ? x_id : y_id);
  g_autofree char *at_step
      = step != NULL ? g_strdup_printf (_ ("step %s"), step->label) : g_strdup ("");

  if (fixed == TS_DIMENSION_MODULE)
    return g_strdup_printf ("%s · %s", rank, at_step);
  return g_strdup_printf ("%s · %s", ts_catalog_find_target (catalog, y_id)->label,
                          fixed == TS_DIMENSION_STEP ? rank : at_step);
}

static guint64
greatest_common_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* Whether both steps are the first of their training steps, and those follow each other. Between
 * two numbers of steps there can be any number of others, so that only those there are are looked
 * at. */
static gboolean
are_next_training_steps (const TsCatalog *catalog, gint64 from, gint64 to)
{
  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      if (step->step < from || step->step > to)
        continue;
      if ((step->micro_step == 0) != (step->step == from || step->step == to))
        return FALSE;
    }
  return TRUE;
}

void
_ts_query_mark_regular_steps (const TsCatalog *catalog, const GArray *steps, guint8 *used)
{
  gint64 first = 0, last = 0;
  guint64 period = 0;
  guint n = 0;

  for (guint i = 0; i < steps->len; i++)
    if (used[i])
      {
        last = g_array_index (steps, gint64, i);
        if (n++ == 0)
          first = last;
        else
          period = greatest_common_divisor ((guint64) last - (guint64) first, period);
      }
  /* Two points have a distance, which is no period: what lies between is missing. */
  if (n == 2 && !are_next_training_steps (catalog, first, last))
    period = 0;
  for (guint i = 0; i < steps->len; i++)
    {
      gint64 step = g_array_index (steps, gint64, i);
      guint64 distance
          = step > first ? (guint64) step - (guint64) first : (guint64) first - (guint64) step;
      used[i] = n < 2 || period == 0 || distance % period == 0;
    }
}

typedef struct
{
  TsDimension along;
  double *values;
  guint8 *states;
} Line;

static void
set_point (const guint *places, double value, guint8 state, gpointer data)
{
  Line *line = data;
  guint place = places[line->along];

  line->values[place] = value;
  line->states[place] = state;
}

/* The places that the line's axis shows. A metric that is recorded once per training step has rows
 * at the first micro-step only (formats.md M13); with all others on the axis, no two of its points
 * would be neighbours and no line would join them. */
static void
mark_places (const TsCellSpace *space, const Line *line, guint8 *used)
{
  const GArray *ids = space->ids[line->along];

  for (guint i = 0; i < ids->len; i++)
    used[i]
        = line->along != TS_DIMENSION_STEP || ts_cell_state (line->states[i]) != TS_CELL_MISSING;
  if (line->along == TS_DIMENSION_STEP)
    _ts_query_mark_regular_steps (space->catalog, ids, used);
}

static TsSeries *
build_series (
    const TsCellSpace *space, const Line *line, const char *name, gint64 x_id, gint64 y_id)
{
  guint n = space->ids[line->along]->len, place = 0;
  g_autofree guint8 *used = g_malloc0 (n + 1);
  g_autoptr (TsAxis) axis = NULL;
  TsSeries *series;

  mark_places (space, line, used);
  axis = ts_cell_space_create_axis (space, line->along, used);
  series = ts_series_new (axis, name, x_id, y_id);
  for (guint i = 0; i < n; i++)
    if (used[i])
      ts_series_set (series, place++, line->values[i], line->states[i]);
  ts_series_seal (series);
  return series;
}

gboolean
_ts_query_prepare_line (TsCellReaders *readers,
                        TsCellSpace *space,
                        const TsSelection *selection,
                        gint64 x_id,
                        gint64 y_id,
                        GError **error)
{
  /* All lines of a module view share their places, so that they can be compared. Looked for in the
   * whole table, so before the space is narrowed. */
  if (selection->dimension == TS_DIMENSION_MODULE
      && !_ts_query_keep_targets_with_rows (readers, space, selection->metric, error))
    return FALSE;
  return ts_cell_space_fix (space, ts_dimension_get_x (selection->dimension), x_id, error)
         && ts_cell_space_fix (space, ts_dimension_get_y (selection->dimension), y_id, error);
}

TsSeries *
ts_query_series (TsCatalog *catalog,
                 const TsSelection *selection,
                 gint64 x_id,
                 gint64 y_id,
                 GCancellable *cancellable,
                 GError **error)
{
  g_auto (TsCellReaders) readers = { 0 };
  g_auto (TsCellSpace) space = { 0 };
  g_autofree char *name = NULL;
  g_autofree double *values = NULL;
  g_autofree guint8 *states = NULL;
  guint n;

  if (!ts_cell_space_init (&space, catalog, selection, cancellable, error)
      || !ts_cell_readers_open (&readers, catalog, selection->metric, selection->stat, cancellable,
                                error)
      || !_ts_query_prepare_line (&readers, &space, selection, x_id, y_id, error))
    return NULL;
  n = space.ids[selection->dimension]->len;
  values = g_new (double, n + 1);
  states = g_malloc0 (n + 1);
  for (guint i = 0; i < n; i++)
    values[i] = NAN;
  Line line = { selection->dimension, values, states };
  if (!ts_cell_readers_end (&readers,
                            ts_cell_space_walk (&readers, &space, set_point, &line, error), error))
    return NULL;
  name = create_name (catalog, selection->dimension, x_id, y_id);
  return build_series (&space, &line, name, x_id, y_id);
}
