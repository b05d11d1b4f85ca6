/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include "plot/lines/line-plot.h"
#include "store/view-names.h"

/* --- selection ---------------------------------------------------------------------------- */

static void
replace_string (char **string, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*string);
  *string = copy;
}

/* The present view with another selection: cells and direction of the lines stay. */
static TsView *
view_with_selection (TsSession *self, const TsSelection *selection)
{
  TsView *view = ts_view_copy (self->view);

  ts_selection_free (view->selection);
  view->selection = ts_selection_copy (selection);
  return view;
}

/* What there is of what is wanted. */
static TsSelection *
complete_selection (TsSession *self, const TsSelection *wanted)
{
  TsSelection *selection = ts_selection_copy (wanted);
  const TsCatalogMetric *metric = selection->metric != NULL
                                      ? ts_catalog_find_metric (self->catalog, selection->metric)
                                      : NULL;

  if (metric == NULL)
    metric = g_ptr_array_index (self->catalog->metrics, 0);
  replace_string (&selection->metric, metric->name);
  replace_string (&selection->stat, ts_catalog_metric_get_stat (metric, wanted->stat));
  return selection;
}

void
ts_session_show_cells (TsSession *self,
                       const TsSelection *selection,
                       const TsCell *cells,
                       guint n,
                       const TsCell *instead_of)
{
  TsView *view;

  g_return_if_fail (TS_IS_SESSION (self));
  if (self->catalog == NULL || self->catalog->metrics->len == 0)
    return;
  view = ts_view_copy (self->view);
  ts_selection_free (view->selection);
  view->selection = complete_selection (self, selection);
  ts_view_set_along (view, TS_DIMENSION_STEP);
  for (guint i = view->cells->len; i > 0; i--)
    if (instead_of == NULL
        || ts_cell_equal (&g_array_index (view->cells, TsChosenCell, i - 1).cell, instead_of))
      g_array_remove_index (view->cells, i - 1);
  for (guint i = 0; i < n; i++)
    {
      gboolean known = FALSE;
      for (guint k = 0; k < view->cells->len; k++)
        known |= ts_cell_equal (&g_array_index (view->cells, TsChosenCell, k).cell, &cells[i]);
      if (!known && view->cells->len < TS_MAX_LINES)
        ts_view_add_cell (view, &cells[i]);
    }
  _ts_session_go_to (self, view);
}

void
ts_session_set_selection (TsSession *self, const TsSelection *wanted)
{
  g_autoptr (TsSelection) selection = NULL;

  g_return_if_fail (TS_IS_SESSION (self));
  if (self->catalog == NULL || self->catalog->metrics->len == 0)
    return;
  selection = complete_selection (self, wanted);
  if (ts_selection_equal (selection, self->view->selection))
    return;
  _ts_session_go_to (self, view_with_selection (self, selection));
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
