/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session/view.h"

/* A view of a rank with cells at (step, rank, module). */
static TsView *
create_view (const gint64 (*cells)[3], guint n)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  TsView *view;

  selection->dimension = TS_DIMENSION_RANK;
  view = ts_view_new (selection);
  for (guint i = 0; i < n; i++)
    {
      TsCell cell = { { cells[i][0], cells[i][1], cells[i][2] } };
      ts_view_add_cell (view, &cell);
    }
  return view;
}

static void
assert_line (const GArray *lines, guint i, gint64 x_id, gint64 y_id, guint color)
{
  const TsViewLine *line = &g_array_index (lines, TsViewLine, i);

  g_assert_cmpuint (i, <, lines->len);
  g_assert_cmpint (line->x_id, ==, x_id);
  g_assert_cmpint (line->y_id, ==, y_id);
  g_assert_cmpuint (line->color, ==, color);
}

/* Whatever heat map it is chosen in, a cell is the same. */
static void
test_cell (void)
{
  const TsCell expected = { { 5, 2, 70 } };
  const TsCell cells[] = {
    ts_cell_from_heatmap (TS_DIMENSION_STEP, 5, 2, 70),
    ts_cell_from_heatmap (TS_DIMENSION_RANK, 2, 5, 70),
    ts_cell_from_heatmap (TS_DIMENSION_MODULE, 70, 5, 2),
  };
  const TsCell other = { { 5, 2, 71 } };
  gint64 x_id, y_id;

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    g_assert_true (ts_cell_equal (&cells[i], &expected));
  g_assert_false (ts_cell_equal (&other, &expected));
  ts_cell_get_line (&expected, TS_DIMENSION_STEP, &x_id, &y_id);
  g_assert_cmpint (x_id, ==, 2);
  g_assert_cmpint (y_id, ==, 70);
  ts_cell_get_line (&expected, TS_DIMENSION_MODULE, &x_id, &y_id);
  g_assert_cmpint (x_id, ==, 5);
  g_assert_cmpint (y_id, ==, 2);
}

static void
test_along (void)
{
  g_autoptr (TsView) view = create_view (NULL, 0);
  g_autoptr (TsView) copy = NULL;
  g_autoptr (TsSelection) lines = NULL;

  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_RANK);
  view->selection->dimension = TS_DIMENSION_STEP;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_STEP);
  ts_view_set_along (view, TS_DIMENSION_MODULE);
  view->selection->dimension = TS_DIMENSION_RANK;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_MODULE);
  copy = ts_view_copy (view);
  g_assert_cmpint (ts_view_get_along (copy), ==, TS_DIMENSION_MODULE);
  lines = ts_view_dup_line_selection (view);
  g_assert_cmpint (lines->dimension, ==, TS_DIMENSION_MODULE);
  /* Choosing the heat map's own dimension is following it again. */
  ts_view_set_along (view, TS_DIMENSION_RANK);
  view->selection->dimension = TS_DIMENSION_STEP;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_STEP);
}

/* Cells on one line share it and its colour; in another direction each has its own again. */
static void
test_shared_lines (void)
{
  const gint64 cells[][3] = { { 1, 0, 70 }, { 2, 0, 70 }, { 2, 0, 80 } };
  g_autoptr (TsView) view = create_view (cells, 0);
  g_autoptr (GArray) over_steps = NULL, over_ranks = NULL, over_modules = NULL;

  ts_view_set_along (view, TS_DIMENSION_STEP);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      TsCell cell = { { cells[i][0], cells[i][1], cells[i][2] } };
      ts_view_add_cell (view, &cell);
    }
  over_steps = ts_view_dup_lines (view);
  g_assert_cmpuint (over_steps->len, ==, 2);
  assert_line (over_steps, 0, 0, 70, 0);
  assert_line (over_steps, 1, 0, 80, 1);
  g_assert_cmpint (ts_view_find_line (over_steps, 0, 80), ==, 1);
  g_assert_cmpint (ts_view_find_line (over_steps, 1, 80), ==, -1);

  ts_view_set_along (view, TS_DIMENSION_RANK);
  over_ranks = ts_view_dup_lines (view);
  g_assert_cmpuint (over_ranks->len, ==, 3);
  assert_line (over_ranks, 0, 1, 70, 0);
  assert_line (over_ranks, 1, 2, 70, 2); /* 0 is taken, and 1 belongs to the next */
  assert_line (over_ranks, 2, 2, 80, 1);

  ts_view_set_along (view, TS_DIMENSION_MODULE);
  over_modules = ts_view_dup_lines (view);
  g_assert_cmpuint (over_modules->len, ==, 2);
  assert_line (over_modules, 0, 1, 0, 0);
  assert_line (over_modules, 1, 2, 0, 2);
}

/* A colour that was given up is the next one's; others keep theirs. */
static void
test_colors (void)
{
  const gint64 cells[][3] = { { 1, 0, 70 }, { 2, 0, 71 }, { 3, 0, 72 } };
  const TsCell more = { { 4, 0, 73 } };
  g_autoptr (TsView) view = create_view (cells, 3);
  g_autoptr (TsView) copy = ts_view_copy (view);
  g_autoptr (GArray) lines = NULL;

  g_assert_true (ts_view_has_same_cells (view, copy));
  g_array_remove_index (view->cells, 1);
  g_assert_false (ts_view_has_same_cells (view, copy));
  ts_view_add_cell (view, &more);
  g_assert_false (ts_view_has_same_cells (view, copy));
  lines = ts_view_dup_lines (view);
  assert_line (lines, 0, 1, 70, 0);
  assert_line (lines, 1, 3, 72, 2);
  assert_line (lines, 2, 4, 73, 1);
}

/* As many as there may be, turned so that each needs another colour. */
static void
test_many (void)
{
  g_autoptr (TsView) view = create_view (NULL, 0);
  g_autoptr (GArray) lines = NULL;
  guint64 used = 0;

  ts_view_set_along (view, TS_DIMENSION_STEP);
  for (guint i = 0; i < 64; i++)
    {
      TsCell cell = { { i, 0, i / 32 } };
      ts_view_add_cell (view, &cell);
    }
  ts_view_set_along (view, TS_DIMENSION_RANK);
  lines = ts_view_dup_lines (view);
  g_assert_cmpuint (lines->len, ==, 64);
  for (guint i = 0; i < lines->len; i++)
    used |= G_GUINT64_CONSTANT (1) << g_array_index (lines, TsViewLine, i).color;
  g_assert_cmpuint (used, ==, G_MAXUINT64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/cell", test_cell);
  g_test_add_func ("/view/along", test_along);
  g_test_add_func ("/view/shared-lines", test_shared_lines);
  g_test_add_func ("/view/colors", test_colors);
  g_test_add_func ("/view/many", test_many);
  return g_test_run ();
}
