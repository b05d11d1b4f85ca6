/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows the parallelism page in a window, for looking at it: demo-parallel [CONFIGURATION], which
 * is a JSON object such as {"world_size": 32, "num_layers": 48}. */
#include "app/parallel/parallel-page.h"

#include <adwaita.h>

static void
activate_cb (AdwApplication *app, const char *state)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));
  g_autoptr (TsSession) session = ts_session_new ();
  GtkWidget *page = ts_parallel_page_new (session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GtkCssProvider) css = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (css, "/org/trendscope/Trendscope/style.css");
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (window),
                                              GTK_STYLE_PROVIDER (css),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  if (state != NULL)
    {
      g_autoptr (JsonNode) node = json_from_string (state, NULL);
      ts_page_restore (TS_PAGE (page), node);
    }
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (box), page);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (AdwApplication) app
      = adw_application_new ("org.trendscope.DemoParallel", G_APPLICATION_NON_UNIQUE);

  g_signal_connect (app, "activate", G_CALLBACK (activate_cb), argc > 1 ? argv[1] : NULL);
  return g_application_run (G_APPLICATION (app), 1, argv);
}
