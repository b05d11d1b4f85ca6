/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/application.h"

#include "app/dialogs.h"
#include "app/help.h"
#include "app/settings.h"
#include "app/window/window.h"

#include <glib/gi18n-lib.h>

struct _TsApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (TsApplication, ts_application, ADW_TYPE_APPLICATION)

/* --- appearance --------------------------------------------------------------------------- */

static void
apply_appearance (const char *appearance)
{
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_strcmp0 (appearance, "light") == 0)
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_strcmp0 (appearance, "dark") == 0)
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static void
change_appearance (GSimpleAction *action, GVariant *value, gpointer data)
{
  const char *appearance = g_variant_get_string (value, NULL);

  g_simple_action_set_state (action, value);
  apply_appearance (appearance);
  ts_settings_set_string ("appearance", appearance);
}

/* --- actions ------------------------------------------------------------------------------ */

static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  /* Each may have something to ask first. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_dialog_about (gtk_application_get_active_window (data));
}

static void
help_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *uri = ts_help_dup_uri ();

  ts_dialog_show_uri (gtk_application_get_active_window (data), uri);
}

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (ts_window_new (data)));
}

static void
add_actions (TsApplication *self)
{
  static const GActionEntry entries[] = {
    { "quit", quit_activated },
    { "about", about_activated },
    { "help", help_activated },
    { "new-window", new_window_activated },
    { "appearance", NULL, "s", "'system'", change_appearance },
  };
  static const struct
  {
    const char *action;
    const char *accels[3];
  } accels[] = {
    { "app.quit", { "<Control>q" } },
    { "app.new-window", { "<Control>n" } },
    { "win.open-folder", { "<Control>o" } },
    { "win.open-file", { "<Control><Shift>o" } },
    { "win.reload", { "F5", "<Control>r" } },
    { "window.close", { "<Control>w" } },
    { "win.filter", { "<Control>f" } },
    { "win.undo", { "<Control>z" } },
    { "win.redo", { "<Control><Shift>z", "<Control>y" } },
    { "win.previous-value", { "<Alt>Page_Up" } },
    { "win.next-value", { "<Alt>Page_Down" } },
    { "win.clear-lines", { "<Control>Delete" } },
    { "win.show-panel", { "F9" } },
    { "app.help", { "F1" } },
    { "win.show-help-overlay", { "<Control>question" } },
  };
  g_autofree char *appearance = ts_settings_dup_string ("appearance", "system");

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action,
                                           accels[i].accels);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "appearance",
                                      g_variant_new_string (appearance));
}

/* --- application -------------------------------------------------------------------------- */

static void
ts_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (ts_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (TS_APP_ID);
  add_actions (TS_APPLICATION (application));
}

static void
ts_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (ts_window_new (GTK_APPLICATION (application))));
}

/* Each folder gets a window of its own, the first one the window that is still empty. */
static void
ts_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));
      TsWindow *window;
      if (active != NULL && TS_IS_WINDOW (active) && ts_window_is_empty (TS_WINDOW (active)))
        window = TS_WINDOW (active);
      else
        window = ts_window_new (GTK_APPLICATION (application));
      gtk_window_present (GTK_WINDOW (window));
      ts_window_open (window, files[i]);
    }
}

static void
ts_application_class_init (TsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = ts_application_startup;
  application_class->activate = ts_application_activate;
  application_class->open = ts_application_open;
}

static void
ts_application_init (TsApplication *self)
{
}

TsApplication *
ts_application_new (void)
{
  return g_object_new (TS_TYPE_APPLICATION, "application-id", TS_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/org/trendscope/Trendscope", NULL);
}

int
ts_application_run (int argc, char **argv)
{
  g_autoptr (TsApplication) app = NULL;

  if (!gtk_init_check ())
    {
      g_printerr (_ ("trendscope: no display to open a window on; see “trendscope --help” for what "
                     "works without one\n"));
      return 1;
    }
  app = ts_application_new ();
  return g_application_run (G_APPLICATION (app), argc, argv);
}
