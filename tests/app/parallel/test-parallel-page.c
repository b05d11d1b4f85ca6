/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/parallel/parallel-page.h"

#include "../../test-display.h"
#include "../../test-folder.h"
#include "app/parallel/parallel-form.h"
#include "widgets/parallel-view.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  GtkWidget *window;
  TsParallelPage *page;
  TsParallelForm *form;
  TsParallelView *view;
  TsSession *session;
  guint n_notified;
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
set_state (TsParallelPage *page, const char *text)
{
  g_autoptr (JsonNode) state = json_from_string (text, NULL);

  ts_page_restore (TS_PAGE (page), state);
}

static char *
dup_state (TsParallelPage *page)
{
  g_autoptr (JsonNode) state = ts_page_save (TS_PAGE (page));

  if (state == NULL)
    return NULL;

  return json_to_string (state, FALSE);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->window = gtk_window_new ();
  self->session = ts_session_new ();
  self->page = TS_PARALLEL_PAGE (ts_parallel_page_new (self->session));
  self->form = TS_PARALLEL_FORM (test_find_child (GTK_WIDGET (self->page), TS_TYPE_PARALLEL_FORM));
  self->view = TS_PARALLEL_VIEW (test_find_child (GTK_WIDGET (self->page), TS_TYPE_PARALLEL_VIEW));
  self->n_notified = 0;
  g_signal_connect_swapped (self->page, "notify::config", G_CALLBACK (count_cb), &self->n_notified);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->page));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 600);
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

#define ISSUE_STATE                                                                                \
  "{\"world_size\": 32, \"num_layers\": 48, \"tensor_parallel_size\": 4, "                         \
  "\"pipeline_parallel_size\": 4, \"num_layers_per_virtual_pipeline_stage\": 3}"

static void
test_typing (Fixture *self, gconstpointer data)
{
  ts_parallel_form_type (self->form, "world-size", "32");
  ts_parallel_form_type (self->form, "num-layers", "48");
  ts_parallel_form_type (self->form, "tensor-parallel-size", "4");
  g_assert_cmpuint (self->n_notified, ==, 3);
  g_assert_cmpint (ts_parallel_page_get_config (self->page)->tensor_parallel_size, ==, 4);
  g_assert_cmpuint (ts_parallel_page_get_layout (self->page)->sizes[TS_PARALLEL_DP], ==, 8);
  ts_parallel_form_type (self->form, "order", "dp-tp-pp");
  g_assert_cmpuint (ts_parallel_layout_get_row_rank (ts_parallel_page_get_layout (self->page), 1),
                    ==, 1);
  g_assert_cmpuint (self->n_notified, ==, 4);
}

/* What is wrong stands under its field and nowhere else; the last valid picture stays. */
static void
test_invalid (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *field, *text;
  } cases[] = {
    { "world-size", "33" },
    { "world-size", "" },
    { "world-size", "0" },
    { "world-size", "65537" },
    { "world-size", "99999999999999999999" },
    { "num-layers", "47" },
    { "tensor-parallel-size", "-1" },
    { "pipeline-parallel-size", "" },
    { "context-parallel-size", "0" },
    { "expert-parallel-size", "3" },
    { "layers-per-virtual-stage", "5" },
    { "virtual-stages-per-rank", "2" },
    { "first-pipeline-layers", "4000" },
    { "last-pipeline-layers", "4000" },
    { "order", "tp-tp" },
    { "order", "" },
    { "standalone-embedding", "true" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_messages = 0, n_fields;
      const TsParallelField *fields = ts_parallel_config_get_fields (&n_fields);

      set_state (self->page, ISSUE_STATE);
      self->n_notified = 0;
      ts_parallel_form_type (self->form, cases[i].field, cases[i].text);
      g_test_message ("%s = %s", cases[i].field, cases[i].text);
      for (guint f = 0; f < n_fields; f++)
        n_messages += ts_parallel_form_get_message (self->form, fields[f].name) != NULL;
      n_messages += ts_parallel_form_get_message (self->form, "order") != NULL;
      g_assert_cmpuint (n_messages, ==, 1);
      if (!g_str_equal (cases[i].field, "standalone-embedding")) /* the layers do not fit */
        g_assert_nonnull (ts_parallel_form_get_message (self->form, cases[i].field));
      g_assert_null (ts_parallel_form_dup_config (self->form));
      g_assert_cmpuint (self->n_notified, ==, 0);
      g_assert_cmpint (ts_parallel_page_get_config (self->page)->world_size, ==, 32);
      g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (self->view), "outdated"));
    }
  set_state (self->page, ISSUE_STATE);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (self->view), "outdated"));
}

static void
test_state (Fixture *self, gconstpointer data)
{
  g_autofree char *state = NULL, *again = NULL;
  g_autoptr (JsonNode) kept = NULL, wanted = NULL;
  g_autoptr (TsParallelConfig) config = NULL;

  set_state (self->page, ISSUE_STATE);
  g_assert_cmpuint (self->n_notified, ==, 1);
  g_object_get (self->page, "config", &config, NULL);
  g_assert_cmpint (config->layers_per_virtual_stage, ==, 3);
  state = dup_state (self->page);
  config->num_layers = 96;
  g_object_set (self->page, "config", config, NULL);
  g_assert_cmpuint (self->n_notified, ==, 2);
  set_state (self->page, state);
  again = dup_state (self->page);
  g_assert_cmpstr (state, ==, again);
  /* What can't be read changes nothing. */
  set_state (self->page, "[1]");
  set_state (self->page, "{\"world_size\": \"x\"}");
  g_assert_null (dup_state (self->page));
  kept = ts_parallel_config_to_json (ts_parallel_page_get_config (self->page));
  config->num_layers = 48;
  wanted = ts_parallel_config_to_json (config);
  g_assert_true (json_node_equal (kept, wanted));
}

typedef struct
{
  guint n, n_ranks, first_rank, stage, n_layers;
} Activation;

static void
go_to_cb (TsPage *page, const TsSpot *spot, const char *name, Activation *into)
{
  g_assert_cmpstr (name, ==, "trends");
  *into = (Activation){ into->n + 1, spot->ranks->len, g_array_index (spot->ranks, guint32, 0),
                        spot->stage, spot->n_layers };
}

static GtkEventController *
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_assert_not_reached ();
}

static void
press_key (Fixture *self, guint key)
{
  gboolean handled;

  g_signal_emit_by_name (find_controller (GTK_WIDGET (self->view), GTK_TYPE_EVENT_CONTROLLER_KEY),
                         "key-pressed", key, 0, 0, &handled);
}

static void
test_block (Fixture *self, gconstpointer data)
{
  Activation got = { 0 };

  set_state (self->page, ISSUE_STATE);
  g_signal_connect (self->page, "go-to", G_CALLBACK (go_to_cb), &got);
  iterate (100);
  /* The cursor starts at row 0, stage 0: up twice, right three times. */
  press_key (self, GDK_KEY_Up);
  press_key (self, GDK_KEY_Up);
  press_key (self, GDK_KEY_Up);
  press_key (self, GDK_KEY_Right);
  press_key (self, GDK_KEY_Return);
  g_assert_cmpuint (got.n, ==, 1);
  g_assert_cmpuint (got.n_ranks, ==, 4);
  g_assert_cmpuint (got.first_rank, ==, 8);
  g_assert_cmpuint (got.stage, ==, 1);
  g_assert_cmpuint (got.n_layers, ==, 3);
}

/* What is at a block's place, by the pointer: tooltip's text and caption come from this signal. */
static void
test_hover (Fixture *self, gconstpointer data)
{
  GtkEventController *motion;
  graphene_point_t point;
  GtkWidget *label;

  set_state (self->page, ISSUE_STATE);
  iterate (150);
  g_assert_true (ts_parallel_view_get_block_point (self->view, 2, 1, &point));
  motion = find_controller (GTK_WIDGET (self->view), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  g_signal_emit_by_name (motion, "motion", (double) point.x, (double) point.y);
  label = test_find_child (gtk_widget_get_parent (GTK_WIDGET (self->view)), GTK_TYPE_LABEL);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "Ranks 8-11"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "Layers 15 – 17"));
  g_signal_emit_by_name (motion, "leave");
  g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (label)), "Ranks 8-11"));
}

static void
test_zoom (Fixture *self, gconstpointer data)
{
  graphene_point_t point;

  set_state (self->page, "{\"world_size\": 4096, \"num_layers\": 8}");
  iterate (100);
  g_assert_true (ts_parallel_view_get_block_point (self->view, 0, 0, &point));
  g_assert_true (ts_parallel_view_get_block_point (self->view, 4095, 0, &point));
  for (guint i = 0; i < 60; i++)
    press_key (self, GDK_KEY_plus);
  iterate (50);
  g_assert_false (ts_parallel_view_get_block_point (self->view, 0, 0, &point));
  press_key (self, GDK_KEY_Up); /* the cursor comes into view */
  iterate (50);
  g_assert_true (ts_parallel_view_get_block_point (self->view, 0, 0, &point));
  ts_parallel_view_show_all (self->view);
  iterate (50);
  g_assert_true (ts_parallel_view_get_block_point (self->view, 4095, 0, &point));
}

static void
test_export (Fixture *self, gconstpointer data)
{
  static const struct
  {
    TsExportType type;
    const char *name, *magic;
  } cases[] = {
    { TS_EXPORT_PNG, "a.png", "PNG" },
    { TS_EXPORT_SVG, "a.svg", "<?xml" },
    { TS_EXPORT_PDF, "a.pdf", "%PDF" },
  };
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsPageExport) export = NULL;
  g_autoptr (GError) error = NULL;
  TsPlotStyle style;

  set_state (self->page, ISSUE_STATE);
  export = TS_PAGE_GET_CLASS (self->page)->create_export (TS_PAGE (self->page), "parallel");
  g_assert_cmpfloat (export->max_scale, >, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
      g_autofree char *content = NULL;
      gsize length;
      ts_plot_style_init (&style, i == 1);
      style.scale = 2;
      g_assert_true (ts_export (path, cases[i].type, &style, export->width, export->height,
                                export->draw, export->data, &error));
      ts_plot_style_clear (&style);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (length, >, 1000);
      g_assert_nonnull (g_strstr_len (content, 16, cases[i].magic));
    }
  test_remove_tree (folder);
}

/* The largest layout is on screen in less than half a second. */
static void
test_largest (Fixture *self, gconstpointer data)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

  set_state (self->page, "{\"world_size\": 65536, \"num_layers\": 1024, "
                         "\"pipeline_parallel_size\": 2, "
                         "\"num_layers_per_virtual_pipeline_stage\": 1}");
  GTK_WIDGET_GET_CLASS (self->view)->snapshot (GTK_WIDGET (self->view), snapshot);
  g_test_message ("configured and drawn in %.1f ms",
                  (double) (g_get_monotonic_time () - start) / 1000);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 500000);
  iterate (50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  adw_init ();
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/parallel-page/typing", test_typing);
  ADD ("/parallel-page/invalid", test_invalid);
  ADD ("/parallel-page/state", test_state);
  ADD ("/parallel-page/block", test_block);
  ADD ("/parallel-page/hover", test_hover);
  ADD ("/parallel-page/zoom", test_zoom);
  ADD ("/parallel-page/export", test_export);
  ADD ("/parallel-page/largest", test_largest);
  return g_test_run ();
}
