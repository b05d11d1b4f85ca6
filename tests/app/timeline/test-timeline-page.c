/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/timeline/timeline-page.h"

#include "../../test-display.h"
#include "../../test-folder.h"
#include "app/timeline/timeline-panel.h"
#include "widgets/timeline-view.h"

#include <adwaita.h>
#include <string.h>

typedef struct
{
  GtkWidget *window;
  TsTimelinePage *page;
  TsTimelinePanel *panel;
  TsTimelineView *view;
  TsSession *session;
} Fixture;

static void
iterate (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (2000);
    }
}

static void
wait_for_work (Fixture *self)
{
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (ts_page_get_loading (TS_PAGE (self->page)))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
open_folder (Fixture *self, const char *folder)
{
  ts_page_open (TS_PAGE (self->page), folder, TRUE);
  wait_for_work (self);
  iterate (100);
}

static void
open_sample (Fixture *self, const char *name)
{
  g_autofree char *folder = g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), name, NULL);

  open_folder (self, folder);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->window = gtk_window_new ();
  self->session = ts_session_new ();
  self->page = TS_TIMELINE_PAGE (ts_timeline_page_new (self->session));
  self->panel
      = TS_TIMELINE_PANEL (test_find_child (GTK_WIDGET (self->page), TS_TYPE_TIMELINE_PANEL));
  self->view = TS_TIMELINE_VIEW (test_find_child (GTK_WIDGET (self->page), TS_TYPE_TIMELINE_VIEW));
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->page));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 700);
  gtk_window_present (GTK_WINDOW (self->window));
  iterate (100);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->session);
  iterate (20);
}

static const TsStepFigures *
figures_of (Fixture *self)
{
  return ts_timeline_plot_get_figures (ts_timeline_view_get_plot (self->view));
}

/* Without a log, the page plans for who asks for it. */
static void
test_plan (Fixture *self, gconstpointer data)
{
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->view);
  GActionMap *actions = ts_page_get_actions (TS_PAGE (self->page));
  GAction *export = g_action_map_lookup_action (actions, "export-timeline");

  g_assert_false (ts_page_get_has_content (TS_PAGE (self->page)));
  g_assert_false (g_action_get_enabled (export));
  g_action_activate (g_action_map_lookup_action (actions, "plan-pipeline"), NULL);
  g_assert_true (ts_page_get_has_content (TS_PAGE (self->page)));
  g_assert_true (g_action_get_enabled (export));
  g_assert_null (ts_timeline_page_get_timeline (self->page));
  g_assert_true (ts_timeline_plot_get_timeline (plot)->planned);
  g_assert_cmpint (figures_of (self)->window, ==, 330000);
}

static void
test_open (Fixture *self, gconstpointer data)
{
  GActionMap *actions = ts_page_get_actions (TS_PAGE (self->page));
  GAction *plan = g_action_map_lookup_action (actions, "plan-pipeline");

  open_sample (self, "single");
  g_assert_true (ts_page_get_has_content (TS_PAGE (self->page)));
  g_assert_false (g_action_get_enabled (plan));
  g_assert_nonnull (ts_timeline_page_get_timeline (self->page));
  g_assert_cmpint (figures_of (self)->window, ==, 330000);
  g_assert_cmpint (figures_of (self)->straggler, ==, 0);
  /* And back to none: another folder, which holds no log. */
  ts_page_open (TS_PAGE (self->page), "/", FALSE);
  g_assert_false (ts_page_get_has_content (TS_PAGE (self->page)));
  g_assert_true (g_action_get_enabled (plan));
  g_assert_null (ts_timeline_page_get_timeline (self->page));
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->view);
  g_autoptr (TsSpot) spot = ts_spot_new ();

  open_sample (self, "single");
  spot->step = 5;
  g_assert_true (ts_page_show_spot (TS_PAGE (self->page), spot));
  g_assert_cmpuint (ts_timeline_plot_get_step (plot), ==, 2);
  g_assert_cmpuint (ts_timeline_panel_get_step (self->panel), ==, 2);
  g_assert_cmpuint (figures_of (self)->outliers->len, ==, 1);
  spot->step = 77;
  g_assert_false (ts_page_show_spot (TS_PAGE (self->page), spot));
  g_assert_cmpuint (ts_timeline_plot_get_step (plot), ==, 2);
}

/* The correction of clocks, and back. */
static void
test_clocks (Fixture *self, gconstpointer data)
{
  open_sample (self, "multi_skew");
  g_assert_cmpint (figures_of (self)->stages[2].lead, ==, 16500);
  g_signal_emit_by_name (self->panel, "chosen", TS_TIMELINE_CHOICE_CLOCKS);
  wait_for_work (self);
  g_assert_cmpint (figures_of (self)->stages[2].lead, ==, 21500);
  g_signal_emit_by_name (self->panel, "chosen", TS_TIMELINE_CHOICE_CLOCKS);
  wait_for_work (self);
  g_assert_cmpint (figures_of (self)->stages[2].lead, ==, 16500);
}

static void
test_stages (Fixture *self, gconstpointer data)
{
  open_sample (self, "single");
  ts_timeline_panel_set_stages (self->panel, "0,0,1,1", TRUE);
  g_signal_emit_by_name (self->panel, "chosen", TS_TIMELINE_CHOICE_STAGES);
  wait_for_work (self);
  g_assert_cmpuint (ts_timeline_page_get_timeline (self->page)->n_stages, ==, 2);
  ts_timeline_panel_set_stages (self->panel, "0,0", TRUE);
  g_signal_emit_by_name (self->panel, "chosen", TS_TIMELINE_CHOICE_STAGES);
  wait_for_work (self);
  g_assert_cmpuint (ts_timeline_page_get_timeline (self->page)->n_stages, ==, 4);
}

/* Stages from the Parallelism page, where it has as many ranks. */
static void
test_layout (Fixture *self, gconstpointer data)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (TsParallelLayout) layout = NULL;

  config->world_size = 4;
  config->num_layers = 4;
  config->tensor_parallel_size = 2;
  config->pipeline_parallel_size = 2;
  layout = ts_parallel_layout_new (config, NULL);
  open_sample (self, "single");
  ts_session_set_layout (self->session, layout);
  wait_for_work (self);
  g_assert_cmpuint (ts_timeline_page_get_timeline (self->page)->n_stages, ==, 2);
  g_assert_cmpuint (ts_timeline_get_row (ts_timeline_page_get_timeline (self->page), 1)->stage, ==,
                    0);
}

static void
test_keys (Fixture *self, gconstpointer data)
{
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->view);
  double start, end, start_before, end_before;

  open_sample (self, "single");
  ts_timeline_plot_get_visible (plot, &start_before, &end_before);
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_w));
  ts_timeline_plot_get_visible (plot, &start, &end);
  g_assert_cmpfloat (end - start, <, end_before - start_before);
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_d));
  ts_timeline_plot_get_visible (plot, &start_before, &end_before);
  g_assert_cmpfloat (start_before, >, start);
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_a));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_s));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_0));
  ts_timeline_plot_get_visible (plot, &start, &end);
  g_assert_cmpfloat (start, ==, 0);
  g_assert_cmpfloat (end, ==, 345000);
  for (guint i = 0; i < 3; i++)
    g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_Right));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_Down));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_f));
  ts_timeline_plot_get_visible (plot, &start, &end);
  g_assert_cmpfloat (end - start, ==, 30000); /* a forward and as much on either side */
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_m));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_Escape));
  g_assert_true (ts_timeline_view_press_key (self->view, GDK_KEY_r));
  ts_timeline_plot_get_visible (plot, &start, &end);
  g_assert_cmpfloat (end, ==, 1058000);
  g_assert_false (ts_timeline_view_press_key (self->view, GDK_KEY_q));
  iterate (50);
}

static void
test_saved (Fixture *self, gconstpointer data)
{
  g_autoptr (JsonNode) state
      = json_from_string ("{\"step\": 4, \"ideal\": \"VPP\", \"stages\": \"0,0,1,1\"}", NULL);
  g_autoptr (JsonNode) saved = NULL;
  g_autofree char *folder = g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), "single", NULL);
  g_autofree char *text = NULL;

  ts_page_open (TS_PAGE (self->page), folder, TRUE);
  ts_page_restore (TS_PAGE (self->page), state);
  wait_for_work (self);
  g_assert_cmpuint (ts_timeline_panel_get_step (self->panel), ==, 1);
  g_assert_cmpuint (ts_timeline_page_get_timeline (self->page)->n_stages, ==, 2);
  saved = ts_page_save (TS_PAGE (self->page));
  text = json_to_string (saved, FALSE);
  g_assert_cmpstr (text, ==, "{\"step\":4,\"ideal\":\"VPP\",\"stages\":\"0,0,1,1\"}");
}

/* What is remembered may be anything. */
static void
test_odd_state (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = { "[]", "3", "{\"step\": \"x\"}", "{\"ideal\": 4}",
                                       "{\"stages\": \"a,b\", \"step\": 1e99}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (JsonNode) state = json_from_string (texts[i], NULL);
      g_autofree char *folder = g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), "single", NULL);
      ts_page_open (TS_PAGE (self->page), folder, TRUE);
      ts_page_restore (TS_PAGE (self->page), state);
      wait_for_work (self);
      g_assert_nonnull (ts_timeline_page_get_timeline (self->page));
    }
}

static void
test_can_open (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), "multi", NULL);
  TsPageClass *klass = TS_PAGE_GET_CLASS (self->page);

  g_assert_true (klass->can_open (folder, NULL));
  g_assert_false (klass->can_open (g_getenv ("TS_TIMELINE_SAMPLES"), NULL));
}

/* Every kind of export, written on this thread. */
static void
test_exports (Fixture *self, gconstpointer data)
{
  static const char *const names[]
      = { "timeline-trace", "timeline-jobs", "timeline-figures", "timeline-json" };
  TsPageClass *klass = TS_PAGE_GET_CLASS (self->page);
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "out", NULL);
  g_autoptr (TsPageExport) picture = NULL;
  g_autoptr (GError) error = NULL;
  TsPlotStyle style;

  open_sample (self, "single");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TsPageExport) export = klass->create_export (TS_PAGE (self->page), names[i]);
      g_autofree char *text = NULL;
      g_assert_true (export->write (export->data, path, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpuint (strlen (text), >, 1000);
    }
  picture = klass->create_export (TS_PAGE (self->page), "timeline");
  g_assert_cmpstr (picture->file_name, ==, "single-timeline.png");
  ts_plot_style_init (&style, FALSE);
  g_assert_true (ts_export (path, TS_EXPORT_SVG, &style, picture->width, picture->height,
                            picture->draw, picture->data, &error));
  g_assert_no_error (error);
  ts_plot_style_clear (&style);
}

/* A log that grows while it is looked at. */
static void
test_follow (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "workerlog.0", NULL);
  g_autofree char *from
      = g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), "single", "workerlog.0", NULL);
  GtkWidget *follow = test_find_child (GTK_WIDGET (self->panel), GTK_TYPE_SWITCH);
  g_autofree char *text = NULL;
  gint64 end;
  gsize length;

  g_assert_true (g_file_get_contents (from, &text, &length, NULL));
  g_assert_true (g_file_set_contents (path, text, (gssize) length / 3, NULL));
  open_folder (self, folder);
  g_assert_cmpuint (ts_timeline_page_get_timeline (self->page)->steps->len, <, 3);
  gtk_switch_set_active (GTK_SWITCH (follow), TRUE);
  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  end = g_get_monotonic_time () + 15 * G_USEC_PER_SEC;
  while (ts_timeline_page_get_timeline (self->page)->steps->len < 3)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      iterate (50);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer data);
  } cases[] = {
    { "/timeline-page/plan", test_plan },           { "/timeline-page/open", test_open },
    { "/timeline-page/steps", test_steps },         { "/timeline-page/clocks", test_clocks },
    { "/timeline-page/stages", test_stages },       { "/timeline-page/layout", test_layout },
    { "/timeline-page/keys", test_keys },           { "/timeline-page/saved", test_saved },
    { "/timeline-page/odd-state", test_odd_state }, { "/timeline-page/can-open", test_can_open },
    { "/timeline-page/exports", test_exports },     { "/timeline-page/follow", test_follow },
  };

  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  adw_init ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add (cases[i].path, Fixture, NULL, set_up, cases[i].func, tear_down);
  return g_test_run ();
}
