/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session.h"

#include "plot/line-plot.h"

/* A session on one of msProbe's own databases, and what it said. */
typedef struct
{
  TsSession *session;
  TsCatalog *catalog;
  GMainLoop *loop;
  guint n_matrices;
  guint n_lines;
  TsSeries *line;
} Fixture;

static void
matrix_changed_cb (TsSession *session, Fixture *fixture)
{
  if (ts_session_get_matrix (session) != NULL)
    fixture->n_matrices++;
}

static void
line_changed_cb (TsSession *session, TsSeries *series, Fixture *fixture)
{
  fixture->n_lines++;
  g_clear_pointer (&fixture->line, ts_series_unref);
  fixture->line = ts_series_ref (series);
}

static void
failed_cb (TsSession *session, const GError *error, Fixture *fixture)
{
  g_error ("a query failed: %s", error->message);
}

static TsCatalog *
load_catalog (const char *fixture_name, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("TS_FIXTURES"), fixture_name, "expected",
                                            "nomicro", file, NULL);
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static gboolean
timeout_cb (gpointer data)
{
  g_error ("nothing happened for 10 s");
  return G_SOURCE_REMOVE;
}

/* Runs the main loop until *counter has reached at least wanted. */
static void
wait_for (const guint *counter, guint wanted)
{
  guint timeout = g_timeout_add_seconds (10, timeout_cb, NULL);

  while (*counter < wanted)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* Runs the main loop until the heat map has that dimension across. */
static void
wait_for_x (TsSession *session, TsDimension dimension)
{
  guint timeout = g_timeout_add_seconds (10, timeout_cb, NULL);

  while (ts_session_get_matrix (session)->x->dimension != dimension)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* Lets everything that is under way arrive. */
static void
settle (void)
{
  gint64 end = g_get_monotonic_time () + 150 * 1000;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ts_session_new ();
  fixture->catalog = load_catalog ("monitor_2rank", "monitor_data.trend.db");
  g_signal_connect (fixture->session, "matrix-changed", G_CALLBACK (matrix_changed_cb), fixture);
  g_signal_connect (fixture->session, "line-changed", G_CALLBACK (line_changed_cb), fixture);
  g_signal_connect (fixture->session, "failed", G_CALLBACK (failed_cb), fixture);
  ts_session_set_catalog (fixture->session, fixture->catalog);
  wait_for (&fixture->n_matrices, 1);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  settle ();
  g_clear_pointer (&fixture->line, ts_series_unref);
  ts_catalog_unref (fixture->catalog);
  g_assert_finalize_object (fixture->session);
}

static void
test_first_view (Fixture *fixture, gconstpointer data)
{
  const TsSelection *selection = ts_session_get_selection (fixture->session);
  const TsCatalogMetric *metric = g_ptr_array_index (fixture->catalog->metrics, 0);
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);
  g_autofree char *title = ts_session_dup_title (fixture->session);

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
  g_assert_true (g_str_has_suffix (title, "rank 0"));
}

/* Opening a run shows where its numbers go wrong. */
static void
test_first_view_of_anomalies (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");
  TsMatrix *matrix;

  ts_session_set_catalog (fixture->session, catalog);
  wait_for (&fixture->n_matrices, 2);
  matrix = ts_session_get_matrix (fixture->session);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  g_assert_cmpuint (matrix->counts[TS_CELL_NUMBER], <, matrix->x->n * matrix->y->n);
  g_assert_false (ts_session_undo (fixture->session));
}

/* So does another dimension, until a value was chosen in it; that one is then kept. */
static void
test_dimension_of_anomalies (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");

  ts_session_set_catalog (fixture->session, catalog);
  wait_for (&fixture->n_matrices, 2);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  wait_for (&fixture->n_matrices, 3);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 2);
  ts_session_set_value (fixture->session, 3);
  wait_for (&fixture->n_matrices, 4);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_RANK);
  wait_for (&fixture->n_matrices, 5);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  wait_for (&fixture->n_matrices, 6);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 3);
}

/* What was asked for meanwhile counts, not what is worth looking at. */
static void
test_first_view_overtaken (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) catalog = load_catalog ("dump_nan_inf_2rank", "dump_data.trend.db");

  ts_session_set_catalog (fixture->session, catalog);
  ts_session_set_value (fixture->session, 0);
  wait_for (&fixture->n_matrices, 2);
  settle ();
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);
}

static void
test_value (Fixture *fixture, gconstpointer data)
{
  ts_session_set_value (fixture->session, 1);
  wait_for (&fixture->n_matrices, 2);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 1);
  g_assert_false (ts_session_move_value (fixture->session, 1));
  g_assert_true (ts_session_move_value (fixture->session, -1));
  wait_for (&fixture->n_matrices, 3);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);

  /* A value that does not occur makes way for one that does. */
  ts_session_set_value (fixture->session, 77);
  wait_for (&fixture->n_matrices, 4);
  g_assert_cmpint (ts_session_get_selection (fixture->session)->value, ==, 0);
}

static void
test_stale_replies (Fixture *fixture, gconstpointer data)
{
  guint before = fixture->n_matrices;

  for (guint i = 0; i < 20; i++)
    ts_session_set_value (fixture->session, i % 2 == 0 ? 1 : 0);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_MODULE);
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  wait_for (&fixture->n_matrices, before + 1);
  settle ();
  g_assert_cmpuint (fixture->n_matrices, ==, before + 1);
  g_assert_cmpint (ts_session_get_matrix (fixture->session)->x->dimension, ==, TS_DIMENSION_RANK);
}

/* A cell by the ids on the heat map's axes. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
} Place;

static Place
get_matrix_cell (Fixture *fixture, guint x, guint y)
{
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);

  return (Place){ matrix->x->ids[x], matrix->y->ids[y] };
}

static void
test_cells (Fixture *fixture, gconstpointer data)
{
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);
  Place a = get_matrix_cell (fixture, 0, 0);
  Place b = get_matrix_cell (fixture, matrix->x->n - 1, matrix->y->n - 1);
  int place;

  g_assert_true (ts_session_add_cell (fixture->session, a.x_id, a.y_id));
  g_assert_false (ts_session_add_cell (fixture->session, a.x_id, a.y_id));
  wait_for (&fixture->n_lines, 1);
  g_assert_cmpint (fixture->line->x_id, ==, a.x_id);
  g_assert_cmpint (fixture->line->y_id, ==, a.y_id);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_RANK);
  /* The line goes through its cell. */
  place = ts_axis_find (fixture->line->axis, 0);
  g_assert_cmpint (place, >=, 0);
  g_assert_cmpfloat (fixture->line->values[place], ==, matrix->values[0]);

  g_assert_true (ts_session_add_cell (fixture->session, b.x_id, b.y_id));
  wait_for (&fixture->n_lines, 2);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another value of the fixed dimension does not touch the lines; they run along it. */
  ts_session_set_value (fixture->session, 1);
  wait_for (&fixture->n_matrices, 2);
  settle ();
  g_assert_cmpuint (fixture->n_lines, ==, 2);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another statistic keeps the cells and reads their lines again. */
  ts_session_set_stat (fixture->session, "min");
  wait_for (&fixture->n_lines, 4);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another dimension keeps them too; their lines run along that one then. */
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  wait_for (&fixture->n_lines, 6);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_STEP);
  wait_for_x (fixture->session, TS_DIMENSION_RANK);
  g_assert_true (ts_session_has_cell (fixture->session, 0, a.y_id));
  g_assert_true (ts_session_undo (fixture->session));
  wait_for (&fixture->n_lines, 8);
  wait_for_x (fixture->session, TS_DIMENSION_STEP);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_RANK);

  g_assert_true (ts_session_remove_cell (fixture->session, a.x_id, a.y_id));
  g_assert_false (ts_session_remove_cell (fixture->session, a.x_id, a.y_id));
  ts_session_clear_cells (fixture->session);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 0);
}

/* --- the direction of lines --- */

static TsCell
get_line (Fixture *fixture, guint i)
{
  g_autoptr (GArray) lines = ts_session_dup_lines (fixture->session);
  const TsViewLine *line = &g_array_index (lines, TsViewLine, i);

  return (TsCell){ { line->x_id, line->y_id, (gint64) lines->len } };
}

/* In a view of rank 0: over steps, each row is a line that its cells share. */
static void
test_along (Fixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  TsMatrix *matrix = ts_session_get_matrix (session);
  const gint64 *steps = matrix->x->ids, *modules = matrix->y->ids;
  g_autoptr (TsSelection) lines = NULL;
  int place;

  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_RANK);
  ts_session_set_along (session, TS_DIMENSION_STEP);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  lines = ts_session_dup_line_selection (session);
  g_assert_cmpint (lines->dimension, ==, TS_DIMENSION_STEP);

  ts_session_add_cell (session, steps[0], modules[1]);
  wait_for (&fixture->n_lines, 1);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_STEP);
  g_assert_cmpint (fixture->line->x_id, ==, 0); /* the rank */
  g_assert_cmpint (fixture->line->y_id, ==, modules[1]);
  place = ts_axis_find (fixture->line->axis, steps[0]);
  g_assert_cmpint (place, >=, 0);
  g_assert_cmpfloat (fixture->line->values[place], ==,
                     matrix->values[ts_matrix_index (matrix, 0, 1)]);

  /* A second cell of the row is on the line that is there. */
  ts_session_add_cell (session, steps[1], modules[1]);
  ts_session_add_cell (session, steps[1], modules[2]);
  wait_for (&fixture->n_lines, 2);
  settle ();
  g_assert_cmpuint (fixture->n_lines, ==, 2);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
  g_assert_cmpint (get_line (fixture, 0).ids[2], ==, 2);

  /* Over modules it is the columns. */
  ts_session_set_along (session, TS_DIMENSION_MODULE);
  wait_for (&fixture->n_lines, 4);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_MODULE);
  g_assert_cmpint (get_line (fixture, 1).ids[0], ==, steps[1]);
  g_assert_cmpint (get_line (fixture, 1).ids[1], ==, 0);

  /* A line goes with all its cells, and comes back with them. */
  g_assert_true (ts_session_remove_line (session, steps[1], 0));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  g_assert_false (ts_session_remove_line (session, steps[1], 0));
  g_assert_true (ts_session_undo (session));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
  g_assert_true (ts_session_undo (session));
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  g_assert_true (ts_session_redo (session));
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_MODULE);
}

/* A direction that was chosen stays, whatever else is changed; the heat map's own is the default.
 */
static void
test_along_stays (Fixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;

  ts_session_set_along (session, TS_DIMENSION_STEP);
  ts_session_set_stat (session, "min");
  ts_session_set_dimension (session, TS_DIMENSION_MODULE);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  ts_session_set_along (session, TS_DIMENSION_MODULE);
  ts_session_set_dimension (session, TS_DIMENSION_RANK);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_RANK);
}

/* A place of the chart on an axis of the heat map: that one is fixed then, and the lines stay. */
static void
test_show_place (Fixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  TsMatrix *matrix = ts_session_get_matrix (session);
  gint64 step = matrix->x->ids[1], module = matrix->y->ids[2], x_id, y_id;

  ts_session_set_along (session, TS_DIMENSION_STEP);
  ts_session_add_cell (session, step, module);
  wait_for (&fixture->n_lines, 1);
  g_assert_true (ts_session_get_cell_place (session, 0, &x_id, &y_id));
  g_assert_cmpint (x_id, ==, step);
  g_assert_cmpint (y_id, ==, module);
  /* The line over steps of rank 0 is nowhere in the heat map of rank 1. */
  ts_session_set_value (session, 1);
  wait_for (&fixture->n_matrices, 2);
  g_assert_false (ts_session_get_cell_place (session, 0, &x_id, &y_id));
  g_assert_false (ts_session_has_cell (session, step, module));
  g_assert_true (ts_session_undo (session));
  wait_for (&fixture->n_matrices, 3);

  ts_session_show_place (session, ts_session_get_matrix (session)->x->ids[0]);
  wait_for (&fixture->n_matrices, 4);
  settle ();
  g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, TS_DIMENSION_STEP);
  g_assert_cmpint (ts_session_get_matrix (session)->x->dimension, ==, TS_DIMENSION_RANK);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  g_assert_cmpuint (fixture->n_lines, ==, 1);
  /* It crosses the heat map of every step, at its rank and module. */
  g_assert_true (ts_session_get_cell_place (session, 0, &x_id, &y_id));
  g_assert_cmpint (x_id, ==, 0);
  g_assert_cmpint (y_id, ==, module);
  g_assert_true (ts_session_remove_cell (session, 0, module));
  g_assert_true (ts_session_undo (session));
  g_assert_true (ts_session_undo (session));
  g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, TS_DIMENSION_RANK);
  g_assert_cmpint (ts_session_get_selection (session)->value, ==, 0);
}

/* However their queries end, lines come in the order of their cells. */
static void
note_line (TsSession *session, TsSeries *series, GArray *order)
{
  g_array_append_val (order, series->y_id);
}

static void
test_line_order (Fixture *fixture, gconstpointer data)
{
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < 30; i++)
    ts_session_add_cell (fixture->session, matrix->x->ids[0], matrix->y->ids[(i * 7) % 30]);
  g_signal_connect (fixture->session, "line-changed", G_CALLBACK (note_line), order);
  ts_session_set_along (fixture->session, TS_DIMENSION_STEP);
  /* Those that ran along ranks are not waited for. */
  wait_for (&order->len, 30);
  settle ();
  g_assert_cmpuint (order->len, ==, 30);
  for (guint i = 0; i < order->len; i++)
    g_assert_cmpint (g_array_index (order, gint64, i), ==, matrix->y->ids[(i * 7) % 30]);
  g_signal_handlers_disconnect_by_func (fixture->session, note_line, order);
}

static void
test_undo (Fixture *fixture, gconstpointer data)
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
test_filters (Fixture *fixture, gconstpointer data)
{
  const TsCatalogTag *tag = g_ptr_array_index (fixture->catalog->tags, 0);
  guint all = ts_session_get_matrix (fixture->session)->y->n;

  ts_session_add_tag (fixture->session, &tag->tag);
  ts_session_add_tag (fixture->session, &tag->tag);
  wait_for (&fixture->n_matrices, 2);
  settle ();
  g_assert_cmpuint (ts_session_get_selection (fixture->session)->tags->len, ==, 1);
  g_assert_cmpint (ts_session_get_n_matching (fixture->session), ==,
                   g_hash_table_size (tag->targets));

  ts_session_set_name_filter (fixture->session, "no such name");
  wait_for (&fixture->n_matrices, 3);
  settle ();
  g_assert_cmpint (ts_session_get_n_matching (fixture->session), ==, 0);
  g_assert_cmpuint (ts_session_get_matrix (fixture->session)->y->n, ==, 0);

  ts_session_clear_filters (fixture->session);
  wait_for (&fixture->n_matrices, 4);
  g_assert_cmpuint (ts_session_get_matrix (fixture->session)->y->n, ==, all);
}

static void
test_wrong_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *metric = g_strdup (ts_session_get_selection (fixture->session)->metric);

  ts_session_set_metric (fixture->session, "no such metric");
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->metric, ==, metric);
  ts_session_set_stat (fixture->session, "no such stat");
  g_assert_nonnull (ts_session_get_selection (fixture->session)->stat);
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->stat, !=, "no such stat");
}

/* Cells beyond the number of lines that can be told apart are refused. */
static void
test_cell_limit (Fixture *fixture, gconstpointer data)
{
  Place last;

  g_assert_cmpuint (ts_session_get_matrix (fixture->session)->y->n, >, TS_MAX_LINES);
  for (guint i = 0; i < TS_MAX_LINES; i++)
    {
      Place cell = get_matrix_cell (fixture, 0, i);
      g_assert_true (ts_session_add_cell (fixture->session, cell.x_id, cell.y_id));
    }
  last = get_matrix_cell (fixture, 0, TS_MAX_LINES);
  g_assert_false (ts_session_add_cell (fixture->session, last.x_id, last.y_id));
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, TS_MAX_LINES);
}

static void
test_other_catalog (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) other = load_catalog ("dump_mix_2rank", "dump_data.trend.db");

  ts_session_add_cell (fixture->session, 0, 1);
  ts_session_set_catalog (fixture->session, other);
  g_assert_null (ts_session_get_matrix (fixture->session));
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 0);
  g_assert_false (ts_session_undo (fixture->session));
  wait_for (&fixture->n_matrices, 2);
  g_assert_cmpstr (ts_session_get_selection (fixture->session)->metric, ==, "forward");
  ts_session_set_catalog (fixture->session, NULL);
  g_assert_null (ts_session_get_catalog (fixture->session));
  g_assert_false (ts_session_add_cell (fixture->session, 0, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/session/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("first-view", test_first_view);
  ADD ("first-view-of-anomalies", test_first_view_of_anomalies);
  ADD ("first-view-overtaken", test_first_view_overtaken);
  ADD ("dimension-of-anomalies", test_dimension_of_anomalies);
  ADD ("value", test_value);
  ADD ("stale-replies", test_stale_replies);
  ADD ("cells", test_cells);
  ADD ("along", test_along);
  ADD ("along-stays", test_along_stays);
  ADD ("show-place", test_show_place);
  ADD ("line-order", test_line_order);
  ADD ("undo", test_undo);
  ADD ("filters", test_filters);
  ADD ("wrong-names", test_wrong_names);
  ADD ("cell-limit", test_cell_limit);
  ADD ("other-catalog", test_other_catalog);
  return g_test_run ();
}
