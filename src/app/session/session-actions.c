/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-actions.h"

static void
undo_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_undo (data);
}

static void
redo_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_redo (data);
}

static void
clear_lines_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_clear_cells (data);
}

static void
previous_value_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_move_value (data, -1);
}

static void
next_value_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_move_value (data, 1);
}

static void
change_metric (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_metric (data, g_variant_get_string (value, NULL));
}

static void
change_statistic (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_stat (data, g_variant_get_string (value, NULL));
}

static void
change_dimension (GSimpleAction *action, GVariant *value, gpointer data)
{
  TsDimension dimension;

  if (ts_dimension_from_key (g_variant_get_string (value, NULL), &dimension))
    ts_session_set_dimension (data, dimension);
}

static void
change_along (GSimpleAction *action, GVariant *value, gpointer data)
{
  TsDimension along;

  if (ts_dimension_from_key (g_variant_get_string (value, NULL), &along))
    ts_session_set_along (data, along);
}

static void
change_value (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_value (data, g_variant_get_int64 (value));
}

static void
change_name_filter (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_name_filter (data, g_variant_get_string (value, NULL));
}

/* Adds the line of a cell, given by its ids on both axes, or takes it away. */
static void
toggle_cell_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsSession *session = data;
  gint64 x_id, y_id;

  g_variant_get (parameter, "(xx)", &x_id, &y_id);
  if (!ts_session_remove_cell (session, x_id, y_id))
    ts_session_add_cell (session, x_id, y_id);
}

static const GActionEntry entries[] = {
  { "undo", undo_activated },
  { "redo", redo_activated },
  { "clear-lines", clear_lines_activated },
  { "previous-value", previous_value_activated },
  { "next-value", next_value_activated },
  { "toggle-cell", toggle_cell_activated, "(xx)" },
  { "metric", NULL, "s", "''", change_metric },
  { "statistic", NULL, "s", "''", change_statistic },
  { "dimension", NULL, "s", "'step'", change_dimension },
  { "along", NULL, "s", "'step'", change_along },
  { "value", NULL, "x", "int64 0", change_value },
  { "name-filter", NULL, "s", "''", change_name_filter },
};

/* --- states ------------------------------------------------------------------------------- */

static GSimpleAction *
lookup (GActionMap *map, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (map, name));
}

static void
set_text (GActionMap *map, const char *name, const char *text)
{
  g_simple_action_set_state (lookup (map, name), g_variant_new_string (text != NULL ? text : ""));
}

static void
update (GActionMap *map, TsSession *self)
{
  const TsSelection *selection = ts_session_get_selection (self);
  const TsAxis *values = ts_session_get_values (self);
  int place = values != NULL ? ts_axis_find (values, selection->value) : -1;
  gboolean can_undo, can_redo;

  g_object_get (self, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  g_simple_action_set_enabled (lookup (map, "undo"), can_undo);
  g_simple_action_set_enabled (lookup (map, "redo"), can_redo);
  g_simple_action_set_enabled (lookup (map, "clear-lines"), ts_session_get_n_cells (self) > 0);
  g_simple_action_set_enabled (lookup (map, "previous-value"), place > 0);
  g_simple_action_set_enabled (lookup (map, "next-value"),
                               place >= 0 && place + 1 < (int) values->n);
  set_text (map, "metric", selection->metric);
  set_text (map, "statistic", selection->stat);
  set_text (map, "dimension", ts_dimension_to_key (selection->dimension));
  set_text (map, "along", ts_dimension_to_key (ts_session_get_along (self)));
  set_text (map, "name-filter", selection->name_filter);
  g_simple_action_set_state (lookup (map, "value"), g_variant_new_int64 (selection->value));
}

static void
notify_cb (GActionMap *map, GParamSpec *pspec, TsSession *self)
{
  update (map, self);
}

void
ts_session_add_actions (TsSession *self, GActionMap *map)
{
  static const char *const names[]
      = { "matrix-changed", "values-changed", "selection-changed", "lines-changed" };

  g_return_if_fail (TS_IS_SESSION (self));
  g_action_map_add_action_entries (map, entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (self, names[i], G_CALLBACK (update), map,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self, "notify", G_CALLBACK (notify_cb), map,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update (map, self);
}
