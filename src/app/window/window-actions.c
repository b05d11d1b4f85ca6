/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/dialogs.h"
#include "app/settings.h"

#include <glib/gi18n-lib.h>

/* Everything the window does is an action, so menus, keys, scripts (over D-Bus, as GApplication
 * exports them) and tests do the same thing. Those with a state also tell what is shown. */

/* --- files -------------------------------------------------------------------------------- */

static void
file_chosen_cb (GFile *file, gpointer data)
{
  TsWindow *self = data;

  if (file != NULL)
    ts_window_open (self, file);
  g_object_unref (self);
}

static void
open_folder_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsWindow *self = data;
  g_autoptr (GFile) start
      = self->location != NULL ? g_file_new_for_path (self->location->folder) : NULL;

  ts_dialog_choose_folder (GTK_WINDOW (self), _ ("Open folder"), start, file_chosen_cb,
                           g_object_ref (self));
}

static void
open_file_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const patterns[] = { "*" TS_DB_SUFFIX, NULL };

  ts_dialog_choose_file (GTK_WINDOW (data), _ ("Open database"), _ ("Trend databases"), patterns,
                         file_chosen_cb, g_object_ref (data));
}

static void
open_uri_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  ts_window_open (data, file);
}

static void
import_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_show_import_dialog (data);
}

static void
cancel_import_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_window_cancel_import (data);
}

static void
show_report_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_show_report (data);
}

static void
show_in_files_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (data), uri, GDK_CURRENT_TIME);
}

/* --- pictures ----------------------------------------------------------------------------- */

static void
export_heatmap_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_export_heatmap (data);
}

static void
export_lines_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_export_lines (data);
}

static void
export_parallel_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_parallel_page_choose_export (TS_WINDOW (data)->parallel_page);
}

static void
export_heatmap_to_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_export_heatmap_to (data, g_variant_get_string (parameter, NULL));
}

static void
export_lines_to_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_export_lines_to (data, g_variant_get_string (parameter, NULL));
}

/* --- selection ---------------------------------------------------------------------------- */

static void
undo_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_undo (TS_WINDOW (data)->session);
}

static void
redo_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_redo (TS_WINDOW (data)->session);
}

static void
clear_lines_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_clear_cells (TS_WINDOW (data)->session);
}

static void
previous_value_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_move_value (TS_WINDOW (data)->session, -1);
}

static void
next_value_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_move_value (TS_WINDOW (data)->session, 1);
}

static void
change_metric (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_metric (TS_WINDOW (data)->session, g_variant_get_string (value, NULL));
}

static void
change_statistic (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_stat (TS_WINDOW (data)->session, g_variant_get_string (value, NULL));
}

static void
change_dimension (GSimpleAction *action, GVariant *value, gpointer data)
{
  TsDimension dimension;

  if (ts_dimension_from_key (g_variant_get_string (value, NULL), &dimension))
    ts_session_set_dimension (TS_WINDOW (data)->session, dimension);
}

static void
change_along (GSimpleAction *action, GVariant *value, gpointer data)
{
  TsDimension along;

  if (ts_dimension_from_key (g_variant_get_string (value, NULL), &along))
    ts_session_set_along (TS_WINDOW (data)->session, along);
}

static void
change_value (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_value (TS_WINDOW (data)->session, g_variant_get_int64 (value));
}

static void
change_name_filter (GSimpleAction *action, GVariant *value, gpointer data)
{
  ts_session_set_name_filter (TS_WINDOW (data)->session, g_variant_get_string (value, NULL));
}

/* Adds the line of a cell, given by its ids on both axes, or takes it away. */
static void
toggle_cell_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsSession *session = TS_WINDOW (data)->session;
  gint64 x_id, y_id;

  g_variant_get (parameter, "(xx)", &x_id, &y_id);
  if (!ts_session_remove_cell (session, x_id, y_id))
    ts_session_add_cell (session, x_id, y_id);
}

/* --- window ------------------------------------------------------------------------------- */

static void
filter_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsWindow *self = data;

  if (ts_session_get_catalog (self->session) == NULL)
    return;
  adw_view_stack_set_visible_child_name (self->view_stack, "trends");
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-panel",
                                      g_variant_new_boolean (TRUE));
  ts_selection_panel_focus_filter (ts_trends_page_get_panel (self->trends_page));
}

static void
change_show_panel (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_simple_action_set_state (action, value);
  ts_trends_page_set_show_panel (TS_WINDOW (data)->trends_page, g_variant_get_boolean (value));
  ts_settings_set_value ("show-side-panel", value);
}

static const GActionEntry entries[] = {
  { "open-folder", open_folder_activated },
  { "open-file", open_file_activated },
  { "open-uri", open_uri_activated, "s" },
  { "import", import_activated },
  { "cancel-import", cancel_import_activated },
  { "show-report", show_report_activated },
  { "show-in-files", show_in_files_activated, "s" },
  { "export-heatmap", export_heatmap_activated },
  { "export-lines", export_lines_activated },
  { "export-parallel", export_parallel_activated },
  { "export-heatmap-to", export_heatmap_to_activated, "s" },
  { "export-lines-to", export_lines_to_activated, "s" },
  { "undo", undo_activated },
  { "redo", redo_activated },
  { "clear-lines", clear_lines_activated },
  { "previous-value", previous_value_activated },
  { "next-value", next_value_activated },
  { "filter", filter_activated },
  { "toggle-cell", toggle_cell_activated, "(xx)" },
  { "show-panel", NULL, NULL, "true", change_show_panel },
  { "metric", NULL, "s", "''", change_metric },
  { "statistic", NULL, "s", "''", change_statistic },
  { "dimension", NULL, "s", "'step'", change_dimension },
  { "along", NULL, "s", "'step'", change_along },
  { "value", NULL, "x", "int64 0", change_value },
  { "name-filter", NULL, "s", "''", change_name_filter },
  /* States to read; they can't be changed. */
  { "n-lines", NULL, NULL, "0", NULL },
  { "n-shown-lines", NULL, NULL, "0", NULL },
  { "crosshair", NULL, NULL, "-1", NULL },
  { "marker", NULL, NULL, "(-1, -1)", NULL },
  { "visible-lines", NULL, NULL, "(0.0, 0.0)", NULL },
  { "matrix-size", NULL, NULL, "(uint32 0, uint32 0)", NULL },
  { "importing", NULL, NULL, "false", NULL },
};

/* --- states ------------------------------------------------------------------------------- */

static GSimpleAction *
lookup (TsWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

static void
set_state (TsWindow *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (lookup (self, name), state);
}

static void
enable (TsWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (lookup (self, name), enabled);
}

static void
update_selection_states (TsWindow *self)
{
  const TsSelection *selection = ts_session_get_selection (self->session);

  set_state (self, "metric", g_variant_new_string (selection->metric ? selection->metric : ""));
  set_state (self, "statistic", g_variant_new_string (selection->stat ? selection->stat : ""));
  set_state (self, "dimension", g_variant_new_string (ts_dimension_to_key (selection->dimension)));
  set_state (self, "along",
             g_variant_new_string (ts_dimension_to_key (ts_session_get_along (self->session))));
  set_state (self, "value", g_variant_new_int64 (selection->value));
  set_state (self, "name-filter",
             g_variant_new_string (selection->name_filter ? selection->name_filter : ""));
}

static void
update_value_actions (TsWindow *self)
{
  const TsAxis *values = ts_session_get_values (self->session);
  gint64 value = ts_session_get_selection (self->session)->value;
  int place = values != NULL ? ts_axis_find (values, value) : -1;

  enable (self, "previous-value", place > 0);
  enable (self, "next-value", place >= 0 && place + 1 < (int) values->n);
}

static guint
count_shown_lines (TsLineView *view)
{
  guint n = 0;

  for (guint i = 0; i < ts_line_view_get_n_lines (view); i++)
    n += ts_line_view_get_shown (view, i);
  return n;
}

static void
crosshair_moved_cb (TsWindow *self, int place)
{
  TsHeatmapView *heatmap = ts_trends_page_get_heatmap_view (self->trends_page);
  int x, y;

  ts_heatmap_view_get_marker (heatmap, &x, &y);
  set_state (self, "crosshair", g_variant_new_int32 (place));
  set_state (self, "marker", g_variant_new ("(ii)", x, y));
}

static void
line_view_changed_cb (TsWindow *self)
{
  double first, last;

  ts_line_view_get_visible (ts_trends_page_get_line_view (self->trends_page), &first, &last);
  set_state (self, "visible-lines", g_variant_new ("(dd)", first, last));
}

void
_ts_window_update_actions (TsWindow *self)
{
  TsMatrix *matrix = ts_session_get_matrix (self->session);
  TsLineView *lines = ts_trends_page_get_line_view (self->trends_page);
  guint n_lines = ts_line_view_get_n_lines (lines);
  gboolean shown = ts_session_get_catalog (self->session) != NULL;
  gboolean can_undo, can_redo;

  g_object_get (self->session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  enable (self, "undo", can_undo);
  enable (self, "redo", can_redo);
  enable (self, "clear-lines", ts_session_get_n_cells (self->session) > 0);
  enable (self, "export-heatmap", matrix != NULL && matrix->x->n > 0);
  enable (self, "export-lines", n_lines > 0);
  enable (self, "filter", shown);
  enable (self, "import",
          self->location != NULL && self->location->runs->len > 0
              && !ts_window_is_importing (self));
  enable (self, "cancel-import", ts_window_is_importing (self));
  enable (self, "show-report", self->report != NULL);
  set_state (self, "importing", g_variant_new_boolean (ts_window_is_importing (self)));
  set_state (self, "n-lines", g_variant_new_int32 ((int) n_lines));
  set_state (self, "n-shown-lines", g_variant_new_int32 ((int) count_shown_lines (lines)));
  set_state (
      self, "matrix-size",
      g_variant_new ("(uu)", matrix != NULL ? matrix->x->n : 0, matrix != NULL ? matrix->y->n : 0));
  update_selection_states (self);
  update_value_actions (self);
}

void
_ts_window_init_actions (TsWindow *self)
{
  gboolean show_panel = ts_settings_get_boolean ("show-side-panel", TRUE);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  enable (self, "n-lines", FALSE);
  enable (self, "n-shown-lines", FALSE);
  enable (self, "crosshair", FALSE);
  enable (self, "marker", FALSE);
  enable (self, "visible-lines", FALSE);
  enable (self, "matrix-size", FALSE);
  enable (self, "importing", FALSE);
  g_signal_connect_object (self->session, "matrix-changed", G_CALLBACK (_ts_window_update_actions),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "values-changed", G_CALLBACK (_ts_window_update_actions),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "selection-changed",
                           G_CALLBACK (_ts_window_update_actions), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "notify", G_CALLBACK (_ts_window_update_actions), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (ts_trends_page_get_line_view (self->trends_page), "lines-changed",
                           G_CALLBACK (_ts_window_update_actions), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (ts_trends_page_get_line_view (self->trends_page), "crosshair-moved",
                           G_CALLBACK (crosshair_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ts_trends_page_get_line_view (self->trends_page), "view-changed",
                           G_CALLBACK (line_view_changed_cb), self, G_CONNECT_SWAPPED);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-panel",
                                      g_variant_new_boolean (show_panel));
}
