/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../find/run-database.h"
#include "../../test-display.h"

#include "app/findings/findings-page.h"
#include "app/trends/finding-marks.h"

#include <adwaita.h>

/* A faulty run is opened: the page has a badge and the sentence, and shows the culprit. */

typedef struct
{
  TsSession *session;
  TsFindingsPage *page;
  GtkWidget *window;
  TsSpot *spot; /* where the page went last */
  char *where;
} Fixture;

static void
went_to (TsPage *page, const TsSpot *spot, const char *where, gpointer data)
{
  Fixture *fixture = data;

  g_clear_pointer (&fixture->spot, ts_spot_free);
  g_free (fixture->where);
  fixture->spot = ts_spot_copy (spot);
  fixture->where = g_strdup (where);
}

static void
open_run (Fixture *fixture, const char *name)
{
  g_autofree char *path = run_write_named (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  fixture->session = ts_session_new ();
  ts_session_set_catalog (fixture->session, catalog);
  fixture->page = TS_FINDINGS_PAGE (ts_findings_page_new (fixture->session));
  g_signal_connect (fixture->page, "go-to", G_CALLBACK (went_to), fixture);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (ts_page_get_loading (TS_PAGE (fixture->page)))
    g_main_context_iteration (NULL, TRUE);
}

static void
close_run (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
  g_clear_pointer (&fixture->spot, ts_spot_free);
  g_free (fixture->where);
}

static guint
get_badge (const Fixture *fixture)
{
  guint badge;

  g_object_get (fixture->page, "badge", &badge, NULL);
  return badge;
}

/* The label with that beginning, or NULL. */
static GtkWidget *
find_text (GtkWidget *widget, const char *beginning)
{
  if (GTK_IS_LABEL (widget)
      && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), beginning))
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = find_text (c, beginning);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_nan (void)
{
  Fixture fixture = { 0 };
  const TsCatalogTarget *target;
  GtkSelectionModel *model;
  GtkColumnView *list;

  open_run (&fixture, "fault_nan");
  g_assert_cmpuint (get_badge (&fixture), ==, 1);
  g_assert_true (ts_page_get_has_content (TS_PAGE (fixture.page)));
  g_assert_nonnull (find_text (GTK_WIDGET (fixture.page),
                               "First fault: step 64, rank 5. layers.2.core made a NaN"));
  ts_findings_page_show_first (fixture.page);
  g_assert_cmpstr (fixture.where, ==, "trends");
  g_assert_cmpstr (fixture.spot->metric, ==, "forward");
  g_assert_cmpint (fixture.spot->step, ==, 64);
  g_assert_cmpint (fixture.spot->rank, ==, 5);
  target
      = ts_catalog_find_target (ts_session_get_catalog (fixture.session), fixture.spot->target_id);
  g_assert_cmpstr (target->name, ==, "Module.layers.2.core.CoreAttention.output.0");
  /* Followers are folded: the list has one row until it is opened. */
  list = GTK_COLUMN_VIEW (test_find_child (GTK_WIDGET (fixture.page), GTK_TYPE_COLUMN_VIEW));
  model = gtk_column_view_get_model (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 1);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  gtk_selection_model_unselect_item (model, 0);
  gtk_selection_model_select_item (model, 0, TRUE);
  g_assert_null (fixture.where); /* other pages follow; this one stays */
  g_assert_cmpint (fixture.spot->rank, ==, 5);
  close_run (&fixture);
}

/* In the heat map of the culprit's rank its cell is marked, until another database is
 * shown. */
static void
test_marks (void)
{
  Fixture fixture = { 0 };
  gboolean found = FALSE;

  open_run (&fixture, "fault_nan");
  ts_findings_page_show_first (fixture.page);
  g_autoptr (TsSelection) selection
      = ts_selection_copy (ts_session_get_selection (fixture.session));
  g_free (selection->metric);
  selection->metric = g_strdup (fixture.spot->metric);
  selection->dimension = TS_DIMENSION_RANK;
  selection->value = fixture.spot->rank;
  ts_session_set_selection (fixture.session, selection);
  while (ts_session_get_heatmap_state (fixture.session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GArray) marks = ts_finding_marks_new (fixture.session);
  for (guint i = 0; i < marks->len; i++)
    {
      const TsCellMark *mark = &g_array_index (marks, TsCellMark, i);
      found |= mark->x_id == fixture.spot->step && mark->y_id == fixture.spot->target_id
               && mark->kind == TS_MARK_ERROR;
    }
  g_assert_true (found);
  ts_session_set_catalog (fixture.session, NULL);
  g_autoptr (GArray) none = ts_finding_marks_new (fixture.session);
  g_assert_cmpuint (none->len, ==, 0);
  close_run (&fixture);
}

static void
test_nothing (void)
{
  Fixture fixture = { 0 };

  open_run (&fixture, "fault_gain");
  g_assert_cmpuint (get_badge (&fixture), ==, 0);
  g_assert_nonnull (find_text (GTK_WIDGET (fixture.page), "No fault was found."));
  ts_findings_page_show_first (fixture.page);
  g_assert_null (fixture.spot);
  close_run (&fixture);
}

/* Another database, or none, while the finder runs. */
static void
test_changed_meanwhile (void)
{
  Fixture fixture = { 0 };

  open_run (&fixture, "fault_stuck");
  g_assert_cmpuint (get_badge (&fixture), ==, 1);
  ts_session_set_catalog (fixture.session, NULL);
  g_assert_cmpuint (get_badge (&fixture), ==, 0);
  g_assert_false (ts_page_get_has_content (TS_PAGE (fixture.page)));
  close_run (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  if (!test_has_display ())
    return 0;
  adw_init ();
  g_test_add_func ("/app/findings/nan", test_nan);
  g_test_add_func ("/app/findings/marks", test_marks);
  g_test_add_func ("/app/findings/nothing", test_nothing);
  g_test_add_func ("/app/findings/changed-meanwhile", test_changed_meanwhile);
  return g_test_run ();
}
