/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/query-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* One row that was read; x and y are places in the space's ids. */
typedef struct
{
  double value;
  guint32 x;
  guint32 y;
} Cell;

/* What a walk gathers, before it is known which rows and columns have anything in them. */
typedef struct
{
  TsDimension x_dimension;
  TsDimension y_dimension;
  GArray *cells;
  GByteArray *states;
  guint8 *x_used;
  guint8 *y_used;
} Gathering;

static void
gathering_init (Gathering *self, const TsCellSpace *space, TsDimension fixed)
{
  self->x_dimension = ts_dimension_get_x (fixed);
  self->y_dimension = ts_dimension_get_y (fixed);
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self->states = g_byte_array_new ();
  self->x_used = g_malloc0 (space->ids[self->x_dimension]->len + 1);
  self->y_used = g_malloc0 (space->ids[self->y_dimension]->len + 1);
}

static void
gathering_clear (Gathering *self)
{
  g_array_unref (self->cells);
  g_byte_array_unref (self->states);
  g_free (self->x_used);
  g_free (self->y_used);
}

static void
gather (const guint *places, double value, guint8 state, gpointer data)
{
  Gathering *self = data;
  Cell cell = { value, places[self->x_dimension], places[self->y_dimension] };

  g_array_append_val (self->cells, cell);
  g_byte_array_append (self->states, &state, 1);
  self->x_used[cell.x] = 1;
  self->y_used[cell.y] = 1;
}

/* From places in the space's ids to places on the axis that holds only the used ones. */
static guint32 *
create_places (const guint8 *used, guint n)
{
  guint32 *places = g_new (guint32, n + 1);
  guint32 next = 0;

  for (guint i = 0; i < n; i++)
    {
      places[i] = next;
      next += used[i];
    }
  return places;
}

/* The steps at which the run recorded the metric, or should have. */
static void
mark_steps (guint8 *used, const TsCellSpace *space, const char *metric)
{
  const TsCatalogMetric *known = ts_catalog_find_metric (space->catalog, metric);
  const GArray *steps = space->ids[TS_DIMENSION_STEP];

  for (guint i = 0; i < steps->len; i++)
    used[i] |= g_hash_table_contains (known->steps, &g_array_index (steps, gint64, i));
  _ts_query_mark_regular_steps (space->catalog, steps, used);
}

/* Steps and ranks that exist but gave nothing are places full of missing cells, not absent ones:
 * what stopped writing is what one looks for. Modules without a row are left out, as each pipeline
 * stage has its own. */
static void
mark_existing (Gathering *self, const TsCellSpace *space, const char *metric)
{
  guint n_ranks = space->ids[TS_DIMENSION_RANK]->len;

  if (self->cells->len == 0)
    return;
  if (self->x_dimension == TS_DIMENSION_STEP)
    mark_steps (self->x_used, space, metric);
  if (self->x_dimension == TS_DIMENSION_RANK)
    memset (self->x_used, 1, n_ranks);
  if (self->y_dimension == TS_DIMENSION_RANK)
    memset (self->y_used, 1, n_ranks);
}

static TsMatrix *
build_matrix (const Gathering *gathering, const TsCellSpace *space, GError **error)
{
  g_autoptr (TsAxis) x
      = ts_cell_space_create_axis (space, gathering->x_dimension, gathering->x_used);
  g_autoptr (TsAxis) y
      = ts_cell_space_create_axis (space, gathering->y_dimension, gathering->y_used);
  g_autofree guint32 *x_places
      = create_places (gathering->x_used, space->ids[gathering->x_dimension]->len);
  g_autofree guint32 *y_places
      = create_places (gathering->y_used, space->ids[gathering->y_dimension]->len);
  TsMatrix *matrix = ts_matrix_new (x, y);

  if (matrix == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   _ ("A heat map of %u × %u cells does not fit into memory. Narrow it down with "
                      "a filter."),
                   x->n, y->n);
      return NULL;
    }
  for (guint i = 0; i < gathering->cells->len; i++)
    {
      const Cell *cell = &g_array_index (gathering->cells, Cell, i);
      ts_matrix_set (matrix, x_places[cell->x], y_places[cell->y], cell->value,
                     gathering->states->data[i]);
    }
  ts_matrix_seal (matrix);
  return matrix;
}

TsMatrix *
ts_query_matrix (TsCatalog *catalog,
                 const TsSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  g_auto (TsCellReaders) readers = { 0 };
  g_auto (TsCellSpace) space = { 0 };
  Gathering gathering;
  TsMatrix *matrix = NULL;

  if (!ts_cell_space_init (&space, catalog, selection, cancellable, error)
      || !ts_cell_readers_open (&readers, catalog, selection->metric, selection->stat, cancellable,
                                error)
      || !ts_cell_space_fix (&space, selection->dimension, selection->value, error))
    return NULL;
  gathering_init (&gathering, &space, selection->dimension);
  if (ts_cell_readers_end (&readers,
                           ts_cell_space_walk (&readers, &space, gather, &gathering, error), error))
    {
      mark_existing (&gathering, &space, selection->metric);
      matrix = build_matrix (&gathering, &space, error);
    }
  gathering_clear (&gathering);
  return matrix;
}
