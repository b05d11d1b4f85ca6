/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chosen cells, the direction of their lines, and how the lines are asked for. */
#include "../session-fixture.h"

#include "plot/lines/line-plot.h"

/* A cell by the ids on the heat map's axes. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
} Place;

static Place
get_matrix_cell (SessionFixture *fixture, guint x, guint y)
{
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);

  return (Place){ matrix->x->ids[x], matrix->y->ids[y] };
}

static void
test_cells (SessionFixture *fixture, gconstpointer data)
{
  TsMatrix *matrix = ts_session_get_matrix (fixture->session);
  Place a = get_matrix_cell (fixture, 0, 0);
  Place b = get_matrix_cell (fixture, matrix->x->n - 1, matrix->y->n - 1);
  int place;

  g_assert_true (ts_session_add_cell (fixture->session, a.x_id, a.y_id));
  g_assert_false (ts_session_add_cell (fixture->session, a.x_id, a.y_id));
  session_wait_for (&fixture->n_lines, 1);
  g_assert_cmpint (fixture->line->x_id, ==, a.x_id);
  g_assert_cmpint (fixture->line->y_id, ==, a.y_id);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_RANK);
  /* The line goes through its cell. */
  place = ts_axis_find (fixture->line->axis, 0);
  g_assert_cmpint (place, >=, 0);
  g_assert_cmpfloat (fixture->line->values[place], ==, matrix->values[0]);

  g_assert_true (ts_session_add_cell (fixture->session, b.x_id, b.y_id));
  session_wait_for (&fixture->n_lines, 2);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another value of the fixed dimension does not touch the lines; they run along it. */
  ts_session_set_value (fixture->session, 1);
  session_wait_for (&fixture->n_matrices, 2);
  session_settle ();
  g_assert_cmpuint (fixture->n_lines, ==, 2);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another statistic keeps the cells and reads their lines again. */
  ts_session_set_stat (fixture->session, "min");
  session_wait_for (&fixture->n_lines, 4);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);

  /* Another dimension keeps them too; their lines run along that one then. */
  ts_session_set_dimension (fixture->session, TS_DIMENSION_STEP);
  session_wait_for (&fixture->n_lines, 6);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 2);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_STEP);
  session_wait_for_x (fixture->session, TS_DIMENSION_RANK);
  g_assert_true (ts_session_has_cell (fixture->session, 0, a.y_id));
  g_assert_true (ts_session_undo (fixture->session));
  session_wait_for (&fixture->n_lines, 8);
  session_wait_for_x (fixture->session, TS_DIMENSION_STEP);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_RANK);

  g_assert_true (ts_session_remove_cell (fixture->session, a.x_id, a.y_id));
  g_assert_false (ts_session_remove_cell (fixture->session, a.x_id, a.y_id));
  ts_session_clear_cells (fixture->session);
  g_assert_cmpuint (ts_session_get_n_cells (fixture->session), ==, 0);
}

/* --- the direction of lines --- */

static TsCell
get_line (SessionFixture *fixture, guint i)
{
  const GArray *lines = ts_session_get_lines (fixture->session);
  const TsChartLine *line = &g_array_index (lines, TsChartLine, i);

  return (TsCell){ { line->x_id, line->y_id, (gint64) lines->len } };
}

/* In a view of rank 0: over steps, each row is a line that its cells share. */
static void
test_along (SessionFixture *fixture, gconstpointer data)
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
  session_wait_for (&fixture->n_lines, 1);
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
  session_wait_for (&fixture->n_lines, 2);
  session_settle ();
  g_assert_cmpuint (fixture->n_lines, ==, 2);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
  g_assert_cmpint (get_line (fixture, 0).ids[2], ==, 2);

  /* Over modules it is the columns. */
  ts_session_set_along (session, TS_DIMENSION_MODULE);
  session_wait_for (&fixture->n_lines, 4);
  g_assert_cmpint (fixture->line->axis->dimension, ==, TS_DIMENSION_MODULE);
  g_assert_cmpint (get_line (fixture, 1).ids[0], ==, steps[1]);
  g_assert_cmpint (get_line (fixture, 1).ids[1], ==, 0);

  /* A line goes with all its cells, and comes back with them. */
  g_assert_true (ts_session_remove_line (session, 1));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  g_assert_false (ts_session_remove_line (session, 1));
  g_assert_true (ts_session_undo (session));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
  g_assert_true (ts_session_undo (session));
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_STEP);
  g_assert_true (ts_session_redo (session));
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_MODULE);
}

/* Before there is a heat map there is no cell. */
static void
test_too_early (SessionFixture *fixture, gconstpointer data)
{
  g_autoptr (TsCatalog) other = session_load_catalog ("dump_mix_2rank", "dump_data.trend.db");

  ts_session_set_catalog (fixture->session, other);
  g_assert_false (ts_session_add_cell (fixture->session, 0, 1));
  session_wait_for (&fixture->n_matrices, 2);
  g_assert_true (ts_session_add_cell (fixture->session, 0, 1));
}

/* A direction that was chosen stays, whatever else is changed; the heat map's own is the default.
 */
static void
test_along_stays (SessionFixture *fixture, gconstpointer data)
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
test_show_place (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  TsMatrix *matrix = ts_session_get_matrix (session);
  gint64 step = matrix->x->ids[1], module = matrix->y->ids[2], x_id, y_id;

  ts_session_set_along (session, TS_DIMENSION_STEP);
  ts_session_add_cell (session, step, module);
  session_wait_for (&fixture->n_lines, 1);
  g_assert_true (ts_session_get_cell_place (session, 0, &x_id, &y_id));
  g_assert_cmpint (x_id, ==, step);
  g_assert_cmpint (y_id, ==, module);
  /* The line over steps of rank 0 is nowhere in the heat map of rank 1. */
  ts_session_set_value (session, 1);
  session_wait_for (&fixture->n_matrices, 2);
  g_assert_false (ts_session_get_cell_place (session, 0, &x_id, &y_id));
  g_assert_false (ts_session_has_cell (session, step, module));
  g_assert_true (ts_session_undo (session));
  session_wait_for (&fixture->n_matrices, 3);

  ts_session_show_place (session, ts_session_get_matrix (session)->x->ids[0]);
  session_wait_for (&fixture->n_matrices, 4);
  session_settle ();
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

/* Ranks and modules likewise. */
static void
test_show_other_places (SessionFixture *fixture, gconstpointer data)
{
  static const TsDimension along[] = { TS_DIMENSION_MODULE, TS_DIMENSION_RANK };
  TsSession *session = fixture->session;
  guint n_lines = 0;

  ts_session_set_dimension (session, TS_DIMENSION_STEP);
  session_wait_for_x (session, TS_DIMENSION_RANK);
  for (guint i = 0; i < G_N_ELEMENTS (along); i++)
    {
      const TsAxis *axis;
      gint64 id;
      ts_session_set_along (session, along[i]);
      if (ts_session_get_n_cells (session) == 0)
        ts_session_add_cell (session, ts_session_get_matrix (session)->x->ids[1],
                             ts_session_get_matrix (session)->y->ids[2]);
      session_wait_for (&fixture->n_lines, ++n_lines);
      axis = fixture->line->axis;
      g_assert_cmpint (axis->dimension, ==, along[i]);
      id = axis->ids[axis->n - 1];
      ts_session_show_place (session, id);
      session_wait_for_x (session, ts_dimension_get_x (along[i]));
      g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, along[i]);
      g_assert_cmpint (ts_session_get_selection (session)->value, ==, id);
      g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
    }
}

/* However their queries end, lines come in the order of their cells. */
static void
assert_order (TsSession *session, guint *n_signals)
{
  const GArray *lines = ts_session_get_lines (session);
  gboolean pending = FALSE;

  (*n_signals)++;
  for (guint i = 0; i < lines->len; i++)
    {
      const TsChartLine *line = &g_array_index (lines, TsChartLine, i);
      if (line->along != ts_session_get_along (session))
        return;
      g_assert_false (pending && !line->pending);
      pending = line->pending;
      g_assert_true (line->pending || line->series != NULL);
    }
}

static void
test_line_order (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  TsMatrix *matrix = ts_session_get_matrix (session);
  guint n_signals = 0;

  for (guint i = 0; i < 30; i++)
    ts_session_add_cell (session, matrix->x->ids[0], matrix->y->ids[(i * 7) % 30]);
  g_signal_connect (session, "lines-changed", G_CALLBACK (assert_order), &n_signals);
  ts_session_set_along (session, TS_DIMENSION_STEP);
  /* Those that ran along ranks are not waited for. */
  while (ts_session_get_lines_state (session, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (n_signals, >, 1);
  g_assert_cmpuint (ts_session_get_lines (session)->len, ==, 30);
  for (guint i = 0; i < 30; i++)
    g_assert_cmpint (g_array_index (ts_session_get_lines (session), TsChartLine, i).y_id, ==,
                     matrix->y->ids[(i * 7) % 30]);
  g_signal_handlers_disconnect_by_func (session, assert_order, &n_signals);
}

/* A line that is taken away takes no other along that is still being read. */
static void
test_remove_while_reading (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  Place a = get_matrix_cell (fixture, 0, 0), b = get_matrix_cell (fixture, 1, 1);

  ts_session_add_cell (session, a.x_id, a.y_id);
  session_wait_for (&fixture->n_lines, 1);
  ts_session_add_cell (session, b.x_id, b.y_id);
  g_assert_true (g_array_index (ts_session_get_lines (session), TsChartLine, 1).pending);
  g_assert_true (ts_session_remove_line (session, 0));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  session_wait_for (&fixture->n_lines, 2);
  g_assert_cmpint (fixture->line->y_id, ==, b.y_id);
  g_assert_cmpuint (ts_session_get_lines (session)->len, ==, 1);
}

/* Lines of the direction before stay until the first of the new ones is there; nothing is asked of
 * them. */
static void
test_stale_lines (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  Place a = get_matrix_cell (fixture, 0, 0);

  ts_session_add_cell (session, a.x_id, a.y_id);
  session_wait_for (&fixture->n_lines, 1);
  ts_session_set_along (session, TS_DIMENSION_STEP);
  g_assert_cmpint (g_array_index (ts_session_get_lines (session), TsChartLine, 0).along, ==,
                   TS_DIMENSION_RANK);
  g_assert_false (ts_session_remove_line (session, 0));
  session_wait_for (&fixture->n_lines, 2);
  g_assert_cmpuint (ts_session_get_lines (session)->len, ==, 1);
  g_assert_cmpint (g_array_index (ts_session_get_lines (session), TsChartLine, 0).along, ==,
                   TS_DIMENSION_STEP);
  g_assert_true (ts_session_remove_line (session, 0));
  g_assert_cmpuint (ts_session_get_lines (session)->len, ==, 0);
}

/* What is hidden stays in the list, and in the view. */
static void
test_hidden (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  Place a = get_matrix_cell (fixture, 0, 0), b = get_matrix_cell (fixture, 1, 1);
  g_autofree char *saved = NULL;
  g_autofree char *note = NULL;

  ts_session_add_cell (session, a.x_id, a.y_id);
  ts_session_add_cell (session, b.x_id, b.y_id);
  session_wait_for (&fixture->n_lines, 2);
  ts_session_show_lines (session, 2);
  g_assert_false (g_array_index (ts_session_get_lines (session), TsChartLine, 0).shown);
  g_assert_true (g_array_index (ts_session_get_lines (session), TsChartLine, 1).shown);
  saved = ts_session_save (session);
  note = ts_session_restore (session, fixture->catalog, saved);
  g_assert_null (note);
  g_assert_false (g_array_index (ts_session_get_lines (session), TsChartLine, 0).shown);
  g_assert_true (g_array_index (ts_session_get_lines (session), TsChartLine, 1).shown);
  session_wait_for (&fixture->n_lines, 4);
}

/* Nothing that is asked of a session keeps it: it goes, and its queries end. */
static void
test_disposed_while_reading (SessionFixture *fixture, gconstpointer data)
{
  TsSession *other = ts_session_new ();

  ts_session_set_catalog (other, fixture->catalog);
  g_assert_cmpint (ts_session_get_heatmap_state (other, NULL), ==, TS_CHART_WAITING);
  g_assert_finalize_object (other);
  other = ts_session_new ();
  ts_session_set_catalog (other, fixture->catalog);
  while (ts_session_get_heatmap_state (other, NULL) == TS_CHART_WAITING)
    g_main_context_iteration (NULL, TRUE);
  ts_session_add_cell (other, ts_session_get_matrix (other)->x->ids[0],
                       ts_session_get_matrix (other)->y->ids[0]);
  g_assert_cmpint (ts_session_get_lines_state (other, NULL), ==, TS_CHART_WAITING);
  g_assert_finalize_object (other);
}

/* Cells beyond the number of lines that can be told apart are refused. */
static void
test_cell_limit (SessionFixture *fixture, gconstpointer data)
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/session-lines/" name, SessionFixture, NULL, session_set_up, function,              \
              session_tear_down)
  ADD ("cells", test_cells);
  ADD ("too-early", test_too_early);
  ADD ("along", test_along);
  ADD ("along-stays", test_along_stays);
  ADD ("show-place", test_show_place);
  ADD ("show-other-places", test_show_other_places);
  ADD ("line-order", test_line_order);
  ADD ("remove-while-reading", test_remove_while_reading);
  ADD ("stale-lines", test_stale_lines);
  ADD ("hidden", test_hidden);
  ADD ("disposed-while-reading", test_disposed_while_reading);
  ADD ("cell-limit", test_cell_limit);
  return g_test_run ();
}
