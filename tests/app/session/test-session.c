/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../session-fixture.h"

#include "../../test-folder.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_first_view (SessionFixture *fixture, gconstpointer data)
{
  const TsSelection *selection = ts_session_get_selection (fixture->session);
  const TsCatalogMetric *metric = g_ptr_array_index (fixture->catalog->metrics, 0);
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);
  g_autofree char *title = ts_session_dup_heatmap_title (fixture->session);

  g_assert_cmpstr (selection->metric, ==, metric->name);
  g_assert_cmpstr (selection->stat, ==, "norm");
  g_assert_cmpint (selection->dimension, ==, TS_DIMENSION_RANK);
  g_assert_cmpint (selection->value, ==, 0);
  g_assert_cmpint (matrix->x->dimension, ==, TS_DIMENSION_STEP);
  g_assert_cmpint (matrix->y->dimension, ==, TS_DIMENSION_MODULE);
  g_assert_cmpuint (matrix->x->n, >, 0);
  g_assert_cmpuint (matrix->y->n, >, 0);
  g_assert_cmpint (ts_session_get_values (fixture->session)->n, ==, 2);
  g_assert_cmpint (ts_session_get_n_matching (fixture->session), ==,
                   fixture->catalog->targets->len);
  g_assert_true (g_str_has_suffix (title, " · rank 0 · nomicro"));
}

/* Opening a run shows where its numbers go wrong. */
static void
test_first_view_of_anomalies (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = session_load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");
  TsMatrix *matrix;

  ts_session_set_catalog (fixture->session, catalog);
  session_wait_for (&fixture->n_matrices, 2);
  matrix = ts_session_get_matrix (fixture->session);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  g_assert_cmpuint (matrix->counts[TS_CELL_NUMBER], <, matrix->x->n * matrix->y->n);
  g_assert_false (ts_session_undo (fixture->session));
}

/* So does another dimension, until a value was chosen in it; that one is then kept. */
static void
test_dimension_of_anomalies (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = session_load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");

  ts_session_set_catalog (fixture->session, catalog);
  session_wait_for (&fixture->n_matrices, 2);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  session_wait_for (&fixture->n_matrices, 3);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 2);
  ts_session_set_value (fixture->session, 3);
  session_wait_for (&fixture->n_matrices, 4);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_RANK);
  session_wait_for (&fixture->n_matrices, 5);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  session_wait_for (&fixture->n_matrices, 6);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 3);
}

/* What was asked for meanwhile counts, not what is worth looking at. */
static void
test_first_view_overtaken (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = session_load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");

  ts_session_set_catalog (fixture->session, catalog);
  ts_session_set_value (fixture->session, 0);
  session_wait_for (&fixture->n_matrices, 2);
  session_settle ();
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);
}

static void
test_value (SessionFixture *fixture, gconstpointer data)
{
  ts_session_set_value (fixture->session, 1);
  session_wait_for (&fixture->n_matrices, 2);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  g_assert_false (ts_session_move_value (fixture->session, 1));
  g_assert_true (ts_session_move_value (fixture->session, -1));
  session_wait_for (&fixture->n_matrices, 3);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);

  /* A value that does not occur makes way for one that does. */
  ts_session_set_value (fixture->session, 77);
  session_wait_for (&fixture->n_matrices, 4);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);
}

static void
test_stale_replies (SessionFixture *fixture, gconstpointer data)
{
  guint before = fixture->n_matrices;

  for (guint i = 0; i < 20; i++)
    ts_session_set_value (fixture->session, i % 2 == 0 ? 1 : 0);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_MODULE);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  session_wait_for (&fixture->n_matrices, before + 1);
  session_settle ();
  g_assert_cmpuint (fixture->n_matrices, ==, before + 1);
  g_assert_cmpint (ts_session_get_matrix (fixture->session)->x->dimension, ==, TS_DIMENSION_RANK);
}

static void
test_undo (SessionFixture *fixture, gconstpointer data)
{
  gboolean can_undo, can_redo;

  g_assert_false (ts_session_undo (fixture->session));
  ts_session_set_stat (fixture->session, "max");
  ts_session_set_stat (fixture->session, "min");
  g_assert_true (ts_session_undo (fixture->session));
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, ==, "max");
  g_assert_true (ts_session_undo (fixture->session));
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, ==, "norm");
  g_assert_false (ts_session_undo (fixture->session));
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, ==, "norm");
  g_assert_true (ts_session_redo (fixture->session));
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, ==, "max");
  ts_session_set_value (fixture->session, 1);
  g_assert_false (ts_session_redo (fixture->session));
  g_object_get (fixture->session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  g_assert_true (can_undo);
  g_assert_false (can_redo);
}

static void
test_filters (SessionFixture *fixture, gconstpointer data)
{
  const TsCatalogTag *tag = g_ptr_array_index (fixture->catalog->tags, 0);
  guint all = ts_session_get_matrix (fixture->session)->y->n;

  ts_session_add_tag (fixture->session, &tag->tag);
  ts_session_add_tag (fixture->session, &tag->tag);
  session_wait_for (&fixture->n_matrices, 2);
  session_settle ();
  g_assert_cmpuint (ts_session_get_selection (fixture->session)->tags->len, ==, 1);
  g_assert_cmpint (ts_session_get_n_matching (fixture->session), ==,
                   g_hash_table_size (tag->targets));

  ts_session_set_name_filter (fixture->session, "no such name");
  session_wait_for (&fixture->n_matrices, 3);
  session_settle ();
  g_assert_cmpint (ts_session_get_n_matching (fixture->session), ==, 0);
  g_assert_cmpuint (ts_session_get_matrix (fixture->session)->y->n, ==, 0);

  ts_session_clear_filters (fixture->session);
  session_wait_for (&fixture->n_matrices, 4);
  g_assert_cmpuint (ts_session_get_matrix (fixture->session)->y->n, ==, all);
}

static void
test_wrong_names (SessionFixture *fixture, gconstpointer data)
{
  g_autofree char *metric = g_strdup (ts_session_get_selection (fixture->session)->metric);

  ts_session_set_metric (fixture->session, "no such metric");
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->metric, ==, metric);
  ts_session_set_stat (fixture->session, "no such stat");
  g_assert_nonnull (ts_session_get_selection (fixture->session)->stat);
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, !=, "no such stat");
}

static void
test_other_catalog (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) other = session_load_catalog ("dump_mix_2rank", "dump_data.trend.db");

  ts_session_add_cell (fixture->session, 0, 1);
  ts_session_set_catalog (fixture->session, other);
  g_assert_null (ts_session_get_matrix (fixture->session));
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 0);
  g_assert_false (ts_session_undo (fixture->session));
  session_wait_for (&fixture->n_matrices, 2);
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->metric, ==, "forward");
  ts_session_set_catalog (fixture->session, NULL);
  g_assert_null (ts_session_get_catalog (fixture->session));
  g_assert_false (ts_session_add_cell (fixture->session, 0, 0));
}

/* The values of a view of one module are the modules that pass the filters: other ones, other
 * values. */
static void
test_filter_of_values (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  guint n_all;

  ts_session_set_dimension (session, TS_DIMENSION_MODULE);
  session_wait_for_x (session, TS_DIMENSION_STEP);
  session_settle ();
  n_all = ts_session_get_values (session)->n;
  g_assert_cmpuint (n_all, >, 2);
  ts_session_set_name_filter (session, "output_layer");
  while (ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ts_session_get_values (session)->n, <, n_all);
  for (guint i = 0; i < ts_session_get_values (session)->n; i++)
    g_assert_nonnull (strstr (ts_session_get_values (session)->names[i], "output_layer"));
  ts_session_set_name_filter (session, NULL);
  while (ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ts_session_get_values (session)->n, ==, n_all);
}

/* Colours and options are steps too; what follows at once is one step. */
static void
test_look (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (session));

  look->smoothing = 0.1;
  ts_session_set_look (session, look);
  look->smoothing = 0.5;
  ts_session_set_look (session, look);
  ts_session_set_stat (session, "min");
  look->fold_layers = TRUE;
  ts_session_set_look (session, look);
  g_assert_true (ts_session_get_view (session)->fold_layers);
  g_assert_true (ts_session_undo (session));
  g_assert_false (ts_session_get_view (session)->fold_layers);
  g_assert_cmpfloat (ts_session_get_view (session)->smoothing, ==, 0.5);
  g_assert_cmpstr (ts_session_get_selection (session)->stat, ==, "min");
  g_assert_true (ts_session_undo (session));
  g_assert_true (ts_session_undo (session));
  g_assert_cmpfloat (ts_session_get_view (session)->smoothing, ==, 0);
  g_assert_false (ts_session_undo (session));
  /* A selection that follows leaves the look alone. */
  g_assert_true (ts_session_redo (session));
  ts_session_set_value (session, 1);
  g_assert_cmpfloat (ts_session_get_view (session)->smoothing, ==, 0.5);
}

/* What could not be read is a state, which lasts until it is tried again. */
static void
test_failed (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsSession) session = ts_session_new ();
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "a.trend.db", NULL);
  g_autofree char *moved = g_build_filename (folder, "b.trend.db", NULL);
  g_autoptr (GFile) source = g_file_new_for_path (fixture->catalog->path);
  g_autoptr (GFile) copy = g_file_new_for_path (path);
  g_autoptr (TsCatalog) catalog = NULL;
  const GError *error = NULL;

  g_assert_true (g_file_copy (source, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  catalog = ts_catalog_load (path, NULL, NULL);
  ts_session_set_catalog (session, catalog);
  while (ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  ts_session_set_stat (session, "min");
  ts_session_add_cell (session, ts_session_get_matrix (session)->x->ids[0],
                       ts_session_get_matrix (session)->y->ids[0]);
  while (ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING
         || ts_session_get_lines_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ts_session_get_heatmap_state (session, &error), ==, TS_CHART_FAILED);
  g_assert_nonnull (error);
  g_assert_cmpint (ts_session_get_lines_state (session, &error), ==, TS_CHART_FAILED);
  g_assert_null (g_array_index (ts_session_get_lines (session), TsChartLine, 0).series);
  g_assert_cmpint (g_rename (moved, path), ==, 0);
  ts_session_retry (session);
  g_assert_cmpint (ts_session_get_heatmap_state (session, NULL), ==, TS_CHART_WAITING);
  while (ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING
         || ts_session_get_lines_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ts_session_get_heatmap_state (session, NULL), ==, TS_CHART_FINE);
  g_assert_cmpint (ts_session_get_lines_state (session, NULL), ==, TS_CHART_FINE);
  g_assert_nonnull (g_array_index (ts_session_get_lines (session), TsChartLine, 0).series);
  test_remove_tree (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/session/" name, SessionFixture, NULL, session_set_up, function, session_tear_down)
  ADD ("first-view", test_first_view);
  ADD ("first-view-of-anomalies", test_first_view_of_anomalies);
  ADD ("first-view-overtaken", test_first_view_overtaken);
  ADD ("dimension-of-anomalies", test_dimension_of_anomalies);
  ADD ("value", test_value);
  ADD ("stale-replies", test_stale_replies);
  ADD ("undo", test_undo);
  ADD ("filters", test_filters);
  ADD ("wrong-names", test_wrong_names);
  ADD ("other-catalog", test_other_catalog);
  ADD ("filter-of-values", test_filter_of_values);
  ADD ("look", test_look);
  ADD ("failed", test_failed);
  return g_test_run ();
}
