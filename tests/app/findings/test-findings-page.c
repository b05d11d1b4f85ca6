/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../find/run-database.h"
#include "../../test-display.h"

#include "app/findings/findings-list.h"
#include "app/findings/findings-page.h"
#include "app/findings/findings-panel.h"
#include "app/findings/why-panel.h"
#include "app/trends/finding-marks.h"
#include "app/trends/suspect-band.h"
#include "plot/rank-bars.h"

#include "find/harmless.h"

#include <adwaita.h>
#include <math.h>
#include <time.h>

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

static TsWhyPanel *
get_why (const Fixture *fixture)
{
  return TS_WHY_PANEL (test_find_child (GTK_WIDGET (fixture->page), TS_TYPE_WHY_PANEL));
}

static TsFindingsList *
get_list (const Fixture *fixture)
{
  return TS_FINDINGS_LIST (test_find_child (GTK_WIDGET (fixture->page), TS_TYPE_FINDINGS_LIST));
}

static TsFindingsPanel *
get_panel (const Fixture *fixture)
{
  return TS_FINDINGS_PANEL (test_find_child (GTK_WIDGET (fixture->page), TS_TYPE_FINDINGS_PANEL));
}

/* Selecting a row explains it, in the numbers of the rule. */
static void
test_why (void)
{
  Fixture fixture = { 0 };
  const TsFindingWhy *why;

  open_run (&fixture, "fault_stuck");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_why (&fixture))));
  ts_findings_list_move (get_list (&fixture), 1);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_why (&fixture))));
  while ((why = ts_why_panel_get_why (get_why (&fixture))) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (fabs (why->z), >=, 24);
  g_assert_nonnull (find_text (GTK_WIDGET (get_why (&fixture)), "Median of 8 peers"));
  g_assert_nonnull (find_text (GTK_WIDGET (get_why (&fixture)), "z of the gain"));
  g_assert_nonnull (find_text (GTK_WIDGET (get_why (&fixture)), "|z| of the output ≥ 8"));
  close_run (&fixture);
}

/* Another row before the first is explained, and a window closed meanwhile. */
static void
test_why_cancelled (void)
{
  Fixture fixture = { 0 };

  open_run (&fixture, "fault_nan");
  for (guint i = 0; i < 5; i++)
    ts_findings_list_move (get_list (&fixture), 1);
  close_run (&fixture);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = find_button (c, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What is marked as harmless goes, from the badge and other pages too, and is still gone when the
 * run is opened again; it can be shown and taken back. */
static void
test_harmless (void)
{
  Fixture fixture = { 0 };
  const TsFinding *first;
  GtkWidget *button;
  gboolean hints;
  g_autoptr (GError) error = NULL;

  open_run (&fixture, "fault_stuck");
  first = ts_findings_get_first (ts_findings_page_get_findings (fixture.page));
  g_assert_nonnull (first);
  g_assert_true (ts_findings_list_select (get_list (&fixture), first));
  button = find_button (GTK_WIDGET (get_why (&fixture)), "Mark as _harmless");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (get_badge (&fixture), ==, 0);
  g_assert_null (ts_findings_get_first (ts_session_get_findings (fixture.session, &hints)));
  g_assert_nonnull (find_text (GTK_WIDGET (fixture.page), "No fault was found."));
  /* It is kept: the page is told once it is written. */
  g_autoptr (TsHarmless) kept = NULL;
  do
    {
      g_main_context_iteration (NULL, FALSE);
      g_clear_pointer (&kept, ts_harmless_free);
      kept = ts_harmless_load (ts_session_get_catalog (fixture.session)->path, &error);
      g_assert_no_error (error);
    }
  while (ts_harmless_count (kept) == 0);
  /* Back from the side panel. */
  for (GtkWidget *c = find_text (GTK_WIDGET (get_panel (&fixture)), "Marked as harmless");
       c != NULL; c = gtk_widget_get_parent (c))
    if (ADW_IS_ACTION_ROW (c))
      {
        gtk_check_button_set_active (
            GTK_CHECK_BUTTON (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (c))), TRUE);
        break;
      }
  g_assert_true (ts_findings_panel_get_harmless (get_panel (&fixture)));
  ts_findings_list_move (get_list (&fixture), 1);
  g_assert_cmpint (ts_findings_list_get_selected (get_list (&fixture))->step, ==, 64);
  button = find_button (GTK_WIDGET (get_why (&fixture)), "Not _harmless after all");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (get_badge (&fixture), ==, 1);
  close_run (&fixture);
}

/* On lines over steps the finding's point has a ring, and behind the suspect's line lies the band
 * of its peers; the other ranks' lines have neither. */
static void
test_on_lines (void)
{
  Fixture fixture = { 0 };
  GtkWidget *view = g_object_ref_sink (ts_line_view_new ());
  g_autoptr (TsSuspectBand) band = NULL;
  g_autofree char *described = NULL;
  TsCell cell;

  open_run (&fixture, "fault_stuck");
  ts_findings_page_show_first (fixture.page);
  band = ts_suspect_band_new (fixture.session, TS_LINE_VIEW (view));
  g_autoptr (TsSelection) selection
      = ts_selection_copy (ts_session_get_selection (fixture.session));
  g_free (selection->metric);
  selection->metric = g_strdup (fixture.spot->metric);
  selection->dimension = TS_DIMENSION_STEP;
  selection->value = fixture.spot->step;
  cell.ids[TS_DIMENSION_STEP] = fixture.spot->step;
  cell.ids[TS_DIMENSION_RANK] = fixture.spot->rank;
  cell.ids[TS_DIMENSION_MODULE] = fixture.spot->target_id;
  ts_session_show_cells (fixture.session, selection, &cell, 1, NULL);
  while (ts_session_get_lines_state (fixture.session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  ts_line_view_set_lines (TS_LINE_VIEW (view), ts_session_get_lines (fixture.session));
  while ((described = ts_line_plot_describe_backdrop (ts_line_view_get_plot (TS_LINE_VIEW (view)),
                                                      TS_LINE_BACKDROP_PEERS))
         == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GArray) rings = ts_finding_rings_new (fixture.session);
  g_assert_cmpuint (rings->len, >=, 1);
  g_assert_cmpint (g_array_index (rings, TsLineMark, rings->len - 1).place_id, ==, 64);
  g_assert_cmpint (g_array_index (rings, TsLineMark, rings->len - 1).grade, ==, TS_LINE_MARK_ERROR);

  cell.ids[TS_DIMENSION_RANK] = 2;
  ts_session_show_cells (fixture.session, selection, &cell, 1, NULL);
  while (ts_session_get_lines_state (fixture.session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GArray) none = ts_finding_rings_new (fixture.session);
  g_assert_cmpuint (none->len, ==, 0);
  g_autofree char *nothing = ts_line_plot_describe_backdrop (
      ts_line_view_get_plot (TS_LINE_VIEW (view)), TS_LINE_BACKDROP_PEERS);
  g_assert_null (nothing);
  /* The suspect has the highest bar. */
  g_autoptr (GArray) bars = ts_finding_suspicion_new (fixture.session);
  g_assert_cmpuint (bars->len, ==, 8);
  for (guint i = 0; i < bars->len; i++)
    g_assert_cmpint (g_array_index (bars, TsRankBar, i).kind == TS_BAR_ERROR, ==, i == 5);
  g_object_run_dispose (G_OBJECT (band));
  g_object_unref (view);
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

/* A NaN that all ranks have from the next step on is the doing of one. */
static void
test_suspicion (void)
{
  Fixture fixture = { 0 };

  open_run (&fixture, "fault_nan");
  g_autoptr (GArray) bars = ts_finding_suspicion_new (fixture.session);
  for (guint i = 0; i < bars->len; i++)
    g_assert_cmpuint (g_array_index (bars, TsRankBar, i).n, ==, i == 5);
  close_run (&fixture);
}

/* A layout that the person set says who are peers. */
static void
test_layout (void)
{
  Fixture fixture = { 0 };
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (TsParallelLayout) layout = NULL;
  const TsFindings *findings;
  g_autoptr (GError) error = NULL;

  open_run (&fixture, "fault_stuck");
  findings = ts_findings_page_get_findings (fixture.page);
  g_assert_cmpstr (findings->peers, ==, "parameters");
  g_assert_cmpuint (findings->groups->len, ==, 1);
  config->world_size = 8;
  config->num_layers = 4;
  config->tensor_parallel_size = 2;
  layout = ts_parallel_layout_new (config, &error);
  g_assert_no_error (error);
  ts_session_set_layout (fixture.session, layout);
  do
    {
      g_main_context_iteration (NULL, TRUE);
      findings = ts_findings_page_get_findings (fixture.page);
    }
  while (findings == NULL || g_strcmp0 (findings->peers, "layout") != 0);
  g_assert_cmpuint (findings->groups->len, ==, 2);
  g_assert_nonnull (
      find_text (GTK_WIDGET (get_panel (&fixture)), "the layout’s data-parallel groups"));
  close_run (&fixture);
}

/* ---- 10,000 of them ---- */

#define MANY 10000

static TsFindings *
create_many (const TsCatalog *catalog)
{
  TsFindings *findings = ts_findings_new ();

  findings->peers = g_strdup ("modules");
  for (guint i = 0; i < MANY; i++)
    {
      const TsCatalogTarget *target
          = g_ptr_array_index (catalog->targets, i % catalog->targets->len);
      TsFinding *finding = ts_finding_new ((TsRule) (i % TS_RULE_EVENT), (TsGrade) (i * 3 / MANY),
                                           i % 8, i % 84, i);
      finding->id = i + 1;
      finding->target_id = target->id;
      finding->metric_id = 1;
      finding->note = g_strdup_printf ("finding number %u", i);
      g_ptr_array_add (findings->items, finding);
    }
  return findings;
}

/* Of this thread, whatever else the machine does. */
static gint64
get_work (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static guint
count_widgets (GtkWidget *widget)
{
  guint n = 1;

  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    n += count_widgets (c);
  return n;
}

/* The list has rows for what is in sight only, and opens at once. The time is that of this thread,
 * ten times what is asked for: this is no benchmark. */
static void
test_many (void)
{
  g_autofree char *path = run_write_named ("fault_gain");
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, NULL);
  g_autoptr (TsFindings) findings = create_many (catalog);
  GtkWidget *window = gtk_window_new (), *list = g_object_new (TS_TYPE_FINDINGS_LIST, NULL);
  g_auto (TsFindingFilter) filter = { 0 };
  gint64 start;

  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (window), list);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_height (list) == 0)
    g_main_context_iteration (NULL, TRUE);
  start = get_work ();
  ts_findings_list_set_findings (TS_FINDINGS_LIST (list), findings, catalog);
  g_test_message ("set in %.1f ms", (get_work () - start) / 1000.0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_test_message ("opened in %.1f ms", (get_work () - start) / 1000.0);
  g_assert_cmpint (get_work () - start, <, 10 * 100 * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpuint (ts_findings_list_get_n_rows (TS_FINDINGS_LIST (list)), ==, MANY);
  g_assert_cmpuint (count_widgets (list), <, MANY);
  ts_finding_filter_init (&filter);
  filter.words = g_strdup ("number 77");
  start = get_work ();
  ts_findings_list_set_filter (TS_FINDINGS_LIST (list), &filter);
  g_test_message ("filtered in %.1f ms", (get_work () - start) / 1000.0);
  g_assert_cmpuint (ts_findings_list_get_n_rows (TS_FINDINGS_LIST (list)), ==, 280);
  ts_findings_list_move (TS_FINDINGS_LIST (list), -1);
  g_assert_cmpint (ts_findings_list_get_selected (TS_FINDINGS_LIST (list))->id, ==, 9978);
  /* What is selected stays so while it is listed, and with the same findings of another run. */
  g_free (filter.words);
  filter.words = g_strdup ("9977");
  ts_findings_list_set_filter (TS_FINDINGS_LIST (list), &filter);
  g_assert_cmpuint (ts_findings_list_get_n_rows (TS_FINDINGS_LIST (list)), ==, 1);
  g_assert_cmpint (ts_findings_list_get_selected (TS_FINDINGS_LIST (list))->id, ==, 9978);
  ts_findings_list_set_findings (TS_FINDINGS_LIST (list), findings, catalog);
  g_assert_cmpint (ts_findings_list_get_selected (TS_FINDINGS_LIST (list))->id, ==, 9978);
  ts_findings_list_set_findings (TS_FINDINGS_LIST (list), NULL, NULL);
  g_assert_null (ts_findings_list_get_selected (TS_FINDINGS_LIST (list)));
  gtk_window_destroy (GTK_WINDOW (window));
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
  test_own_user_dirs ();
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  adw_init ();
  g_test_add_func ("/app/findings/nan", test_nan);
  g_test_add_func ("/app/findings/marks", test_marks);
  g_test_add_func ("/app/findings/why", test_why);
  g_test_add_func ("/app/findings/why-cancelled", test_why_cancelled);
  g_test_add_func ("/app/findings/harmless", test_harmless);
  g_test_add_func ("/app/findings/on-lines", test_on_lines);
  g_test_add_func ("/app/findings/suspicion", test_suspicion);
  g_test_add_func ("/app/findings/layout", test_layout);
  g_test_add_func ("/app/findings/many", test_many);
  g_test_add_func ("/app/findings/nothing", test_nothing);
  g_test_add_func ("/app/findings/changed-meanwhile", test_changed_meanwhile);
  return g_test_run ();
}
