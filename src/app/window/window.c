/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/dialogs.h"
#include "app/settings.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (TsWindow, ts_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- messages ----------------------------------------------------------------------------- */

void
_ts_window_toast (TsWindow *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toast_overlay, adw_toast_new (escaped));
}

static void
details_clicked_cb (AdwToast *toast, gpointer data)
{
  ts_dialog_tell (GTK_WINDOW (data), g_object_get_data (G_OBJECT (toast), "heading"),
                  g_object_get_data (G_OBJECT (toast), "details"));
}

void
_ts_window_toast_error (TsWindow *self, const char *text, const GError *error)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_button_label (toast, _ ("_Details"));
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  g_object_set_data_full (G_OBJECT (toast), "heading", g_strdup (text), g_free);
  g_object_set_data_full (G_OBJECT (toast), "details", g_strdup (error->message), g_free);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (details_clicked_cb), self, 0);
  adw_toast_overlay_add_toast (self->toast_overlay, toast);
}

static void
states_changed_cb (TsSession *session, TsWindow *self)
{
  const GError *error = NULL;

  if (ts_session_get_heatmap_state (session, &error) == TS_CHART_FAILED
      || ts_session_get_lines_state (session, &error) == TS_CHART_FAILED)
    _ts_window_note_failure (self, error);
}

/* --- dropping ----------------------------------------------------------------------------- */

static gboolean
dropped_cb (GtkDropTarget *target, const GValue *value, double x, double y, TsWindow *self)
{
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  ts_window_open (self, files->data);
  return TRUE;
}

/* --- public ------------------------------------------------------------------------------- */

gboolean
ts_window_is_empty (TsWindow *self)
{
  g_return_val_if_fail (TS_IS_WINDOW (self), FALSE);
  return self->location == NULL && self->open_cancellable == NULL;
}

TsSession *
ts_window_get_session (TsWindow *self)
{
  g_return_val_if_fail (TS_IS_WINDOW (self), NULL);
  return self->session;
}

TsPage *
ts_window_get_page (TsWindow *self, const char *name)
{
  g_return_val_if_fail (TS_IS_WINDOW (self), NULL);
  for (guint i = 0; i < self->pages->len; i++)
    {
      TsPage *page = g_ptr_array_index (self->pages, i);
      if (g_strcmp0 (TS_PAGE_GET_CLASS (page)->name, name) == 0)
        return page;
    }
  return NULL;
}

/* --- window ------------------------------------------------------------------------------- */

static void
load_settings (TsWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self), ts_settings_get_int ("window-width", 1440),
                               ts_settings_get_int ("window-height", 900));
  if (ts_settings_get_boolean ("window-maximized", FALSE))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
save_settings (TsWindow *self)
{
  gboolean maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  ts_settings_set_value ("window-maximized", g_variant_new_boolean (maximized));
  if (!maximized && width > 0 && height > 0)
    {
      ts_settings_set_value ("window-width", g_variant_new_int32 (width));
      ts_settings_set_value ("window-height", g_variant_new_int32 (height));
    }
  for (guint i = 0; i < self->pages->len; i++)
    ts_page_save_settings (g_ptr_array_index (self->pages, i));
  _ts_window_remember_selection (self);
}

/* What runs holds the window, so that dispose() would come only after it has ended. */
static void
stop (TsWindow *self)
{
  self->closed = TRUE;
  g_cancellable_cancel (self->open_cancellable);
  g_cancellable_cancel (self->import_cancellable);
  g_cancellable_cancel (self->follow_cancellable);
  g_clear_object (&self->follow_cancellable);
  g_cancellable_cancel (self->export_cancellable);
  g_clear_handle_id (&self->remember_source, g_source_remove);
  g_clear_handle_id (&self->export_source, g_source_remove);
  g_clear_handle_id (&self->watch_source, g_source_remove);
  g_clear_object (&self->monitor);
  g_object_run_dispose (G_OBJECT (self->session));
}

static void
close_confirmed_cb (gboolean confirmed, gpointer data)
{
  TsWindow *self = data;

  if (confirmed)
    {
      stop (self);
      gtk_window_destroy (GTK_WINDOW (self));
    }
  g_object_unref (self);
}

static gboolean
ts_window_close_request (GtkWindow *window)
{
  TsWindow *self = TS_WINDOW (window);

  save_settings (self);
  if (!ts_window_is_importing (self) || g_cancellable_is_cancelled (self->import_cancellable))
    {
      stop (self);
      return GTK_WINDOW_CLASS (ts_window_parent_class)->close_request (window);
    }
  ts_dialog_ask (window, _ ("Cancel the import?"),
                 _ ("Closing the window stops the import; the folder stays as it was before."),
                 _ ("Cancel _import"), TRUE, close_confirmed_cb, g_object_ref (self));
  return TRUE;
}

/* A page whose job still runs outlives its window, and so do its actions: GLib's group would be
 * told of their changes after it was freed. */
static void
remove_actions (TsWindow *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self), names[i]);
}

static void
ts_window_dispose (GObject *object)
{
  stop (TS_WINDOW (object));
  remove_actions (TS_WINDOW (object));
  G_OBJECT_CLASS (ts_window_parent_class)->dispose (object);
}

static void
ts_window_finalize (GObject *object)
{
  TsWindow *self = TS_WINDOW (object);

  g_clear_object (&self->open_cancellable);
  g_clear_object (&self->import_cancellable);
  g_clear_object (&self->export_cancellable);
  g_ptr_array_unref (self->pages);
  g_clear_object (&self->session);
  g_clear_pointer (&self->location, ts_location_unref);
  g_free (self->shown_uri);
  g_free (self->wanted_view);
  g_free (self->pages_uri);
  g_clear_pointer (&self->report, ts_import_report_unref);
  G_OBJECT_CLASS (ts_window_parent_class)->finalize (object);
}

static void
ts_window_class_init (TsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ts_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = ts_window_close_request;
  g_type_ensure (TS_TYPE_NOTICE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/window.ui");
  gtk_widget_class_bind_template_child (widget_class, TsWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, view_switcher);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, view_stack);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, notice_bar);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, toast_overlay);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, page_spinner);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, panel_button);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, export_bar);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, stale_bar);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, run_label);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, start_stack);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, export_section);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, loading_spinner);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, TsWindow, recent_section);
}

static void
ts_window_init (TsWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->session = ts_session_new ();
  g_signal_connect_object (self->session, "states-changed", G_CALLBACK (states_changed_cb), self,
                           0);
  g_signal_connect (drop, "drop", G_CALLBACK (dropped_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  _ts_window_init_actions (self);
  _ts_window_init_pages (self);
  _ts_window_init_remember (self);
  _ts_window_init_watch (self);
  g_action_group_change_action_state (
      G_ACTION_GROUP (self), "show-panel",
      g_variant_new_boolean (ts_settings_get_boolean ("show-side-panel", TRUE)));
  _ts_window_update_recent (self);
  ts_settings_watch_recent (G_CALLBACK (_ts_window_update_recent), G_OBJECT (self));
  load_settings (self);
}

TsWindow *
ts_window_new (GtkApplication *application)
{
  TsWindow *self = g_object_new (TS_TYPE_WINDOW, "application", application, NULL);

  _ts_window_set_page_keys (self, application);
  return self;
}
