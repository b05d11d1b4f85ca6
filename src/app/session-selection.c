/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session-private.h"

#include "plot/line-plot.h"

/* --- selection ---------------------------------------------------------------------------- */

/* The statistic of a metric that is wanted, or its first. */
const char *
_ts_session_fitting_stat (const TsCatalogMetric *metric, const char *wanted)
{
  if (wanted != NULL && g_strv_contains ((const char *const *) metric->stats, wanted))
    return wanted;
  return metric->stats[0];
}

static void
replace_string (char **string, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*string);
  *string = copy;
}

void
ts_session_set_selection (TsSession *self, const TsSelection *wanted)
{
  g_autoptr (TsSelection) selection = NULL;
  const TsCatalogMetric *metric;
  gboolean same_dimension;

  g_return_if_fail (TS_IS_SESSION (self));
  if (self->catalog == NULL || self->catalog->metrics->len == 0)
    return;
  selection = ts_selection_copy (wanted);
  metric = selection->metric != NULL ? ts_catalog_find_metric (self->catalog, selection->metric)
                                     : NULL;
  if (metric == NULL)
    metric = g_ptr_array_index (self->catalog->metrics, 0);
  replace_string (&selection->metric, metric->name);
  replace_string (&selection->stat, _ts_session_fitting_stat (metric, wanted->stat));
  if (ts_selection_equal (selection, self->view->selection))
    return;
  /* Ids on the heat map's axes mean something else in another dimension. */
  same_dimension = selection->dimension == self->view->selection->dimension;
  _ts_session_go_to (self, ts_view_new (selection, same_dimension ? self->view->cells : NULL));
}

void
ts_session_set_metric (TsSession *self, const char *metric)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->metric, metric);
  ts_session_set_selection (self, selection);
}

void
ts_session_set_stat (TsSession *self, const char *stat)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->stat, stat);
  ts_session_set_selection (self, selection);
}

void
ts_session_set_dimension (TsSession *self, TsDimension dimension)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  if (selection->dimension == dimension)
    return;
  self->last_values[selection->dimension] = selection->value;
  selection->dimension = dimension;
  selection->value = self->last_values[dimension];
  ts_session_set_selection (self, selection);
}

void
ts_session_set_value (TsSession *self, gint64 value)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  selection->value = value;
  ts_session_set_selection (self, selection);
}

gboolean
ts_session_move_value (TsSession *self, int offset)
{
  int place;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->values == NULL)
    return FALSE;
  place = ts_axis_find (self->values, self->view->selection->value);
  if (place < 0 || place + offset < 0 || place + offset >= (int) self->values->n)
    return FALSE;
  ts_session_set_value (self, self->values->ids[place + offset]);
  return TRUE;
}

void
ts_session_set_name_filter (TsSession *self, const char *text)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->name_filter, text != NULL && *text != '\0' ? text : NULL);
  ts_session_set_selection (self, selection);
}

static guint
find_tag (const TsSelection *selection, const TsTag *tag)
{
  for (guint i = 0; i < selection->tags->len; i++)
    if (ts_tag_equal (g_ptr_array_index (selection->tags, i), tag))
      return i;
  return G_MAXUINT;
}

void
ts_session_add_tag (TsSession *self, const TsTag *tag)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  if (find_tag (selection, tag) != G_MAXUINT)
    return;
  g_ptr_array_add (selection->tags, ts_tag_new (tag->name, tag->category));
  ts_session_set_selection (self, selection);
}

void
ts_session_remove_tag (TsSession *self, const TsTag *tag)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);
  guint place = find_tag (selection, tag);

  if (place == G_MAXUINT)
    return;
  g_ptr_array_remove_index (selection->tags, place);
  ts_session_set_selection (self, selection);
}

void
ts_session_clear_filters (TsSession *self)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  g_clear_pointer (&selection->name_filter, g_free);
  g_ptr_array_set_size (selection->tags, 0);
  ts_session_set_selection (self, selection);
}

const TsSelection *
ts_session_get_selection (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->view->selection;
}

/* --- cells -------------------------------------------------------------------------------- */

gboolean
ts_session_has_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  return _ts_session_find_cell (self, x_id, y_id) >= 0;
}

gboolean
ts_session_add_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  TsCell cell = { x_id, y_id };
  TsView *view;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->catalog == NULL || _ts_session_find_cell (self, x_id, y_id) >= 0
      || self->view->cells->len >= TS_MAX_LINES)
    return FALSE;
  view = ts_view_new (self->view->selection, self->view->cells);
  g_array_append_val (view->cells, cell);
  _ts_session_go_to (self, view);
  return TRUE;
}

gboolean
ts_session_remove_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  TsView *view;
  int place;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  place = _ts_session_find_cell (self, x_id, y_id);
  if (place < 0)
    return FALSE;
  view = ts_view_new (self->view->selection, self->view->cells);
  g_array_remove_index (view->cells, (guint) place);
  _ts_session_go_to (self, view);
  return TRUE;
}

void
ts_session_clear_cells (TsSession *self)
{
  g_return_if_fail (TS_IS_SESSION (self));
  if (self->view->cells->len > 0)
    _ts_session_go_to (self, ts_view_new (self->view->selection, NULL));
}

guint
ts_session_get_n_cells (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), 0);
  return self->view->cells->len;
}

TsCell
ts_session_get_cell (TsSession *self, guint i)
{
  return g_array_index (self->view->cells, TsCell, i);
}
