/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/pages.h"
#include "app/settings.h"

#include <glib/gi18n-lib.h>

#define MAX_PAGE_KEYS 9

/* --- which is shown ----------------------------------------------------------------------- */

TsPage *
_ts_window_get_visible_page (TsWindow *self)
{
  GtkWidget *child = adw_view_stack_get_visible_child (self->view_stack);

  return child != NULL && TS_IS_PAGE (child) ? TS_PAGE (child) : NULL;
}

void
_ts_window_show_page (TsWindow *self, const char *name)
{
  TsPage *page = ts_window_get_page (self, name);

  if (page == NULL || !ts_page_get_has_content (page))
    return;
  adw_view_stack_set_visible_child (self->view_stack, GTK_WIDGET (page));
  gtk_widget_grab_focus (GTK_WIDGET (page));
}

static void
page_changed_cb (TsWindow *self)
{
  TsPage *page = _ts_window_get_visible_page (self);
  gboolean loading = page != NULL && ts_page_get_loading (page);

  gtk_widget_set_visible (GTK_WIDGET (self->page_spinner), loading);
  gtk_spinner_set_spinning (self->page_spinner, loading);
  gtk_widget_set_visible (self->panel_button, page != NULL && ts_page_has_panel (page));
  _ts_window_update_actions (self);
}

/* The first page that shows something of the run, unless one is shown already. */
static void
show_first (TsWindow *self, gboolean has_run)
{
  GtkWidget *start = adw_view_stack_page_get_child (self->start_page);

  if (!has_run)
    adw_view_stack_set_visible_child (self->view_stack, start);
  for (guint i = 0; has_run && i < self->pages->len; i++)
    if (ts_page_get_has_content (g_ptr_array_index (self->pages, i))
        && adw_view_stack_get_visible_child (self->view_stack) == start)
      adw_view_stack_set_visible_child (self->view_stack, g_ptr_array_index (self->pages, i));
}

/* The start page gives way to the pages and comes back when none of them has a run. */
static void
update_start (TsWindow *self)
{
  gboolean was_visible = adw_view_stack_page_get_visible (self->start_page);
  gboolean has_run = self->has_run || ts_session_get_catalog (self->session) != NULL;

  if (was_visible == !has_run)
    return;
  if (!has_run)
    adw_view_stack_page_set_visible (self->start_page, TRUE);
  show_first (self, has_run);
  if (has_run)
    adw_view_stack_page_set_visible (self->start_page, FALSE);
}

void
_ts_window_show_start (TsWindow *self, gboolean loading)
{
  gtk_stack_set_visible_child_name (self->start_stack, loading ? "loading" : "empty");
  gtk_spinner_set_spinning (self->loading_spinner, loading);
}

void
_ts_window_search (TsWindow *self)
{
  TsPage *page = _ts_window_get_visible_page (self);

  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-panel",
                                      g_variant_new_boolean (TRUE));
  if (page != NULL && ts_page_search (page))
    return;
  for (guint i = 0; i < self->pages->len; i++)
    {
      page = g_ptr_array_index (self->pages, i);
      if (TS_PAGE_GET_CLASS (page)->search == NULL || !ts_page_get_has_content (page))
        continue;
      adw_view_stack_set_visible_child (self->view_stack, GTK_WIDGET (page));
      ts_page_search (page);
      return;
    }
}

/* --- what is open ------------------------------------------------------------------------- */

void
_ts_window_open_pages (TsWindow *self, const char *folder, guint can)
{
  self->has_run = can != 0;
  for (guint i = 0; i < self->pages->len; i++)
    ts_page_open (g_ptr_array_index (self->pages, i), folder, (can & 1u << i) != 0);
  update_start (self);
  /* Without a database, the page that knows the folder is what it was opened for. */
  for (guint i = 0; i < self->pages->len && ts_session_get_catalog (self->session) == NULL; i++)
    if (can & 1u << i)
      {
        adw_view_stack_set_visible_child (self->view_stack, g_ptr_array_index (self->pages, i));
        break;
      }
}

void
_ts_window_restore_pages (TsWindow *self, const char *uri)
{
  if (uri == NULL || g_strcmp0 (uri, self->pages_uri) == 0)
    return;
  g_clear_pointer (&self->pages_uri, g_free);
  for (guint i = 0; i < self->pages->len; i++)
    {
      TsPage *page = g_ptr_array_index (self->pages, i);
      g_autofree char *text = ts_settings_dup_folder_state (uri, TS_PAGE_GET_CLASS (page)->name);
      g_autoptr (JsonNode) state = text != NULL ? json_from_string (text, NULL) : NULL;
      ts_page_restore (page, state);
    }
  self->pages_uri = g_strdup (uri);
}

/* What a page says while it is given its state is not news. */
static void
state_changed_cb (TsWindow *self, TsPage *page)
{
  g_autoptr (JsonNode) state = NULL;
  g_autofree char *text = NULL;

  if (self->pages_uri == NULL)
    return;
  state = ts_page_save (page);
  text = state != NULL ? json_to_string (state, FALSE) : NULL;
  ts_settings_set_folder_state (self->pages_uri, TS_PAGE_GET_CLASS (page)->name, text);
}

/* --- what they have to say ---------------------------------------------------------------- */

static void
go_to_cb (TsWindow *self, const TsSpot *spot, const char *name, TsPage *from)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      TsPage *page = g_ptr_array_index (self->pages, i);
      if (page != from && ts_page_show_spot (page, spot)
          && g_strcmp0 (TS_PAGE_GET_CLASS (page)->name, name) == 0)
        _ts_window_show_page (self, name);
    }
}

static void
message_cb (TsWindow *self, const char *text, const GError *error)
{
  if (error != NULL)
    _ts_window_toast_error (self, text, error);
  else
    _ts_window_toast (self, text);
}

/* --- set-up ------------------------------------------------------------------------------- */

static void
add_actions (TsWindow *self, TsPage *page)
{
  GActionMap *actions = ts_page_get_actions (page);
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (actions));

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert (!g_action_group_has_action (G_ACTION_GROUP (self), names[i]));
      g_action_map_add_action (G_ACTION_MAP (self), g_action_map_lookup_action (actions, names[i]));
    }
}

static void
add_exports (TsWindow *self, TsPage *page)
{
  const TsPageExportKind *kind = TS_PAGE_GET_CLASS (page)->exports;

  for (; kind != NULL && kind->name != NULL; kind++)
    {
      g_autofree char *action = g_strconcat ("win.export-", kind->name, NULL);
      g_menu_append (self->export_section, _ (kind->label), action);
    }
}

static void
add_page (TsWindow *self, TsPage *page)
{
  TsPageClass *page_class = TS_PAGE_GET_CLASS (page);
  AdwViewStackPage *stack_page = adw_view_stack_add_titled (
      self->view_stack, GTK_WIDGET (page), page_class->name, _ (page_class->title));

  adw_view_stack_page_set_icon_name (stack_page, page_class->icon_name);
  g_object_bind_property (page, "has-content", stack_page, "visible", G_BINDING_SYNC_CREATE);
  g_object_bind_property (page, "badge", stack_page, "badge-number", G_BINDING_SYNC_CREATE);
  g_object_bind_property (page, "needs-attention", stack_page, "needs-attention",
                          G_BINDING_SYNC_CREATE);
  g_ptr_array_add (self->pages, page);
  add_actions (self, page);
  add_exports (self, page);
  g_signal_connect_object (page, "notify::loading", G_CALLBACK (page_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "go-to", G_CALLBACK (go_to_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "export", G_CALLBACK (_ts_window_choose_export), self,
                           G_CONNECT_SWAPPED);
}

void
_ts_window_init_pages (TsWindow *self)
{
  self->pages = g_ptr_array_new ();
  for (const GType *type = ts_pages_list (); *type != G_TYPE_INVALID; type++)
    add_page (self, g_object_new (*type, "session", self->session, NULL));
  g_signal_connect_object (self->view_stack, "notify::visible-child", G_CALLBACK (page_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "catalog-changed", G_CALLBACK (update_start), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  page_changed_cb (self);
}

void
_ts_window_set_page_keys (TsWindow *self, GtkApplication *application)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      TsPageClass *page_class = TS_PAGE_GET_CLASS (g_ptr_array_index (self->pages, i));
      const TsPageShortcut *shortcut = page_class->shortcuts;
      g_autofree char *show = g_strconcat ("win.page::", page_class->name, NULL);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", i + 1);
      const char *keys[] = { i < MAX_PAGE_KEYS ? key : NULL, NULL };

      gtk_application_set_accels_for_action (application, show, keys);
      for (; shortcut != NULL && shortcut->action != NULL; shortcut++)
        {
          g_autofree char *action = g_strconcat ("win.", shortcut->action, NULL);
          gtk_application_set_accels_for_action (application, action, shortcut->accels);
        }
    }
}
