/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/page.h"

#include "../test-display.h"
#include "window-fixture.h"

/* A page as small as one can be, and what the window has of it. */

#define TEST_TYPE_PAGE (test_page_get_type ())
G_DECLARE_FINAL_TYPE (TestPage, test_page, TEST, PAGE, TsPage)

struct _TestPage
{
  TsPage parent_instance;
  gint64 shown_step;
};

G_DEFINE_FINAL_TYPE (TestPage, test_page, TS_TYPE_PAGE)

static const TsPageExportKind exports[] = {
  { "notes", "_Notes…", "Export notes" },
  { "nothing", "N_othing…", "Export nothing" },
  { NULL },
};

static gboolean
test_page_go_to (TsPage *page, const TsSpot *spot)
{
  if (spot->step < 0)
    return FALSE;
  TEST_PAGE (page)->shown_step = spot->step;
  return TRUE;
}

static TsPageExport *
test_page_create_export (TsPage *page, const char *name)
{
  if (g_strcmp0 (name, "notes") != 0)
    return NULL;
  return ts_page_export_new (g_strdup ("notes.txt"), NULL, NULL);
}

static void
test_page_class_init (TestPageClass *klass)
{
  TsPageClass *page_class = TS_PAGE_CLASS (klass);

  page_class->name = "test";
  page_class->title = "Test";
  page_class->exports = exports;
  page_class->go_to = test_page_go_to;
  page_class->create_export = test_page_create_export;
}

static void
test_page_init (TestPage *self)
{
  self->shown_step = -1;
}

typedef struct
{
  TsSession *session;
  TsPage *page;
  guint n_notified, n_signals;
  char *said; /* by the last signal */
} Fixture;

static void
notified_cb (Fixture *self)
{
  self->n_notified++;
}

static void
go_to_cb (Fixture *self, const TsSpot *spot, const char *page)
{
  self->n_signals++;
  g_free (self->said);
  self->said = g_strdup_printf ("%s %" G_GINT64_FORMAT, page, spot->step);
}

static void
export_cb (Fixture *self, TsPageExport *export)
{
  self->n_signals++;
  g_free (self->said);
  self->said = g_strdup_printf ("%s: %s", export->kind->heading, export->file_name);
}

static void
message_cb (Fixture *self, const char *text, const GError *error)
{
  self->n_signals++;
  g_free (self->said);
  self->said = g_strdup_printf ("%s: %s", text, error != NULL ? error->message : "fine");
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->session = ts_session_new ();
  self->page = g_object_ref_sink (g_object_new (TEST_TYPE_PAGE, "session", self->session, NULL));
  g_signal_connect_swapped (self->page, "notify", G_CALLBACK (notified_cb), self);
  g_signal_connect_swapped (self->page, "go-to", G_CALLBACK (go_to_cb), self);
  g_signal_connect_swapped (self->page, "export", G_CALLBACK (export_cb), self);
  g_signal_connect_swapped (self->page, "message", G_CALLBACK (message_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (self->page), (gpointer *) &self->page);
  g_object_unref (self->page);
  g_assert_null (self->page);
  g_object_unref (self->session);
  g_free (self->said);
}

/* What it does not have is answered for it. */
static void
test_default (Fixture *self, gconstpointer data)
{
  g_assert_true (ts_page_get_session (self->page) == self->session);
  g_assert_false (ts_page_get_has_content (self->page));
  g_assert_false (ts_page_get_loading (self->page));
  g_assert_false (ts_page_search (self->page));
  g_assert_false (ts_page_has_panel (self->page));
  g_assert_null (ts_page_save (self->page));
  ts_page_open (self->page, "/", FALSE);
  ts_page_restore (self->page, NULL);
  ts_page_save_settings (self->page);
  ts_page_set_show_panel (self->page, TRUE);
  ts_page_set_databases (self->page, NULL, NULL);
}

/* Said once, and only when it is something else. */
static void
test_properties (Fixture *self, gconstpointer data)
{
  guint badge;
  gboolean needs_attention;

  for (guint i = 0; i < 2; i++)
    {
      ts_page_set_has_content (self->page, TRUE);
      ts_page_set_loading (self->page, TRUE);
      ts_page_set_badge (self->page, 7);
      ts_page_set_needs_attention (self->page, TRUE);
    }
  g_assert_cmpuint (self->n_notified, ==, 4);
  g_object_get (self->page, "badge", &badge, "needs-attention", &needs_attention, NULL);
  g_assert_cmpuint (badge, ==, 7);
  g_assert_true (needs_attention);
}

static void
test_exports (Fixture *self, gconstpointer data)
{
  GActionGroup *actions = G_ACTION_GROUP (ts_page_get_actions (self->page));

  g_assert_false (g_action_group_get_action_enabled (actions, "export-notes"));
  ts_page_set_can_export (self->page, "notes", TRUE);
  g_assert_true (g_action_group_get_action_enabled (actions, "export-notes"));
  g_action_group_activate_action (actions, "export-notes", NULL);
  g_assert_cmpstr (self->said, ==, "Export notes: notes.txt");
  /* Nothing to export after all. */
  ts_page_export (self->page, "nothing");
  g_assert_cmpuint (self->n_signals, ==, 1);
}

static void
test_signals (Fixture *self, gconstpointer data)
{
  g_autoptr (TsSpot) spot = ts_spot_new ();
  g_autoptr (TsSpot) copy = NULL;
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "gone");

  g_assert_false (ts_page_show_spot (self->page, spot));
  spot->step = 12;
  spot->metric = g_strdup ("forward");
  copy = ts_spot_copy (spot);
  g_assert_cmpstr (copy->metric, ==, "forward");
  g_assert_true (copy->metric != spot->metric);
  g_assert_true (ts_page_show_spot (self->page, copy));
  g_assert_cmpint (TEST_PAGE (self->page)->shown_step, ==, 12);
  ts_page_go_to (self->page, spot, "trends");
  g_assert_cmpstr (self->said, ==, "trends 12");
  ts_page_tell (self->page, "Saved", NULL);
  g_assert_cmpstr (self->said, ==, "Saved: fine");
  ts_page_tell (self->page, "Not saved", error);
  g_assert_cmpstr (self->said, ==, "Not saved: gone");
}

/* A cell that another page points at is shown in the heat map of its rank, with its line. */
static void
test_go_to_cell (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  TsPage *from = ts_window_get_page (self->window, "parallel");
  g_autoptr (TsSpot) spot = ts_spot_new ();
  TsCatalog *catalog;
  TsMatrix *matrix;
  TsCell cell;
  gint64 other;
  guint32 ranks[2];

  window_open_fixture (self, "dump_nan_inf_2rank");
  catalog = ts_session_get_catalog (session);
  ts_session_set_dimension (session, TS_DIMENSION_STEP);
  window_wait_for ((matrix = ts_session_get_matrix (session)) != NULL
                   && matrix->x->dimension == TS_DIMENSION_RANK);
  spot->stat = g_strdup ("max");
  spot->rank = g_array_index (catalog->ranks, gint64, 1);
  spot->step = ((TsCatalogStep *) g_ptr_array_index (catalog->steps, 3))->step;
  spot->target_id = matrix->y->ids[2];
  other = matrix->y->ids[0];
  ts_page_go_to (from, spot, "trends");
  g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, TS_DIMENSION_RANK);
  g_assert_cmpint (ts_session_get_selection (session)->value, ==, spot->rank);
  g_assert_cmpstr (ts_session_get_selection (session)->stat, ==, "max");
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);
  g_assert_true (ts_session_has_cell (session, spot->step, spot->target_id));
  /* It is that rank's, whatever heat map was shown before, and runs over steps. */
  cell = ts_session_get_cell (session, 0);
  g_assert_cmpint (cell.ids[TS_DIMENSION_RANK], ==, spot->rank);
  g_assert_cmpint (cell.ids[TS_DIMENSION_STEP], ==, spot->step);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  window_wait_for (window_get_n_lines (self) == 1);
  /* Pointing at it again takes nothing away; pointing at another one leaves that alone. */
  ts_page_go_to (from, spot, NULL);
  g_assert_true (ts_session_has_cell (session, spot->step, spot->target_id));
  spot->target_id = other;
  ts_page_go_to (from, spot, NULL);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  cell = ts_session_get_cell (session, 0);
  g_assert_cmpint (cell.ids[TS_DIMENSION_MODULE], ==, spot->target_id);
  /* One step back is the spot before. */
  g_assert_true (ts_session_undo (session));
  g_assert_cmpint (ts_session_get_cell (session, 0).ids[TS_DIMENSION_MODULE], !=, spot->target_id);
  /* Several ranks are as many lines, the first of them chosen last. */
  ranks[0] = (guint32) g_array_index (catalog->ranks, gint64, 1);
  ranks[1] = (guint32) g_array_index (catalog->ranks, gint64, 0);
  spot->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (spot->ranks, ranks, 2);
  ts_page_go_to (from, spot, NULL);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 2);
  g_assert_cmpint (ts_session_get_cell (session, 1).ids[TS_DIMENSION_RANK], ==, ranks[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function) g_test_add ("/page/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("default", test_default);
  ADD ("properties", test_properties);
  ADD ("exports", test_exports);
  ADD ("signals", test_signals);
  g_test_add ("/page/go-to-cell", WindowFixture, NULL, window_set_up, test_go_to_cell,
              window_tear_down);
  return g_test_run ();
}
