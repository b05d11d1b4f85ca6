/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel/rank-view.h"

#include "model/matrix-order.h"

#include <math.h>

/* 8 ranks, tp 2, pp 2, dp 2. */
static TsParallelLayout *
create_layout (void)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();

  config->world_size = 8;
  config->num_layers = 4;
  config->tensor_parallel_size = 2;
  config->pipeline_parallel_size = 2;
  return ts_parallel_layout_new (config, NULL);
}

static TsAxis *
create_axis (const gint64 *ranks, guint n)
{
  TsAxis *axis = ts_axis_new (TS_DIMENSION_RANK, n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, ranks[i]);
      ts_axis_set_place (axis, i, ranks[i], name, (double) ranks[i]);
    }
  return axis;
}

static const gint64 ranks[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static void
test_by_number (void)
{
  const TsRankView view = { TS_RANKS_BY_NUMBER, TS_COMPARE_NOTHING };
  g_autoptr (TsParallelLayout) layout = create_layout ();
  g_autoptr (TsAxis) axis = create_axis (ranks + 2, 3);
  guint order[3];
  g_autoptr (TsAxis) shown = ts_rank_view_create_axis (&view, layout, axis, order);

  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (order[i], ==, i);
      g_assert_cmpint (shown->ids[i], ==, i + 2);
      g_assert_cmpfloat (shown->positions[i], ==, i + 2);
    }
  g_assert_cmpstr (shown->names[0], ==, "2 · tp0 pp0 dp1");
  g_assert_cmpstr (shown->names[2], ==, "4 · tp0 pp1 dp0");
  g_assert_cmpuint (shown->n_groups, <=, 1);
}

static void
test_by_group (void)
{
  static const struct
  {
    TsParallelDimension dimension;
    gint64 expected[8];
    const char *last_group;
  } cases[] = {
    { TS_PARALLEL_TP, { 0, 1, 2, 3, 4, 5, 6, 7 }, "TP group 3" },
    { TS_PARALLEL_DP, { 0, 2, 1, 3, 4, 6, 5, 7 }, "DP group 3" },
    { TS_PARALLEL_PP, { 0, 4, 1, 5, 2, 6, 3, 7 }, "PP group 3" },
  };
  g_autoptr (TsParallelLayout) layout = create_layout ();
  g_autoptr (TsAxis) axis = create_axis (ranks, 8);

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const TsRankView view = { (int) cases[c].dimension, TS_COMPARE_NOTHING };
      guint order[8];
      g_autoptr (TsAxis) shown = ts_rank_view_create_axis (&view, layout, axis, order);
      for (guint i = 0; i < 8; i++)
        {
          g_assert_cmpint (shown->ids[i], ==, cases[c].expected[i]);
          g_assert_cmpint (axis->ids[order[i]], ==, cases[c].expected[i]);
          g_assert_cmpuint (shown->groups[i], ==, i / 2);
        }
      g_assert_cmpuint (shown->n_groups, ==, 4);
      g_assert_cmpstr (shown->group_names[3], ==, cases[c].last_group);
    }
}

/* Ranks that the data lacks leave no gap; ranks that the layout lacks come last, with plain names.
 */
static void
test_partial (void)
{
  static const gint64 some[] = { 1, 6, 4, 12, 9 };
  const TsRankView view = { TS_PARALLEL_DP, TS_COMPARE_NOTHING };
  g_autoptr (TsParallelLayout) layout = create_layout ();
  g_autoptr (TsAxis) axis = create_axis (some, 5);
  guint order[5];
  g_autoptr (TsAxis) shown = ts_rank_view_create_axis (&view, layout, axis, order);
  static const gint64 expected[] = { 1, 4, 6, 12, 9 };
  static const guint groups[] = { 0, 1, 1, 2, 2 };

  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpint (shown->ids[i], ==, expected[i]);
      g_assert_cmpuint (shown->groups[i], ==, groups[i]);
    }
  g_assert_cmpstr (shown->names[3], ==, "12");
  g_assert_cmpstr (shown->group_names[0], ==, "DP group 1");
  g_assert_cmpstr (shown->group_names[2], ==, "Other ranks");
}

static TsMatrix *
create_matrix (TsAxis *x, TsAxis *y)
{
  TsMatrix *matrix = ts_matrix_new (x, y);

  for (guint j = 0; j < y->n; j++)
    for (guint i = 0; i < x->n; i++)
      ts_matrix_set (matrix, i, j, (double) (x->ids[i] * 100 + y->ids[j]), TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  return matrix;
}

/* Cells go with their ranks, whichever axis these are on. */
static void
test_apply (void)
{
  const TsRankView view = { TS_PARALLEL_DP, TS_COMPARE_NOTHING };
  g_autoptr (TsParallelLayout) layout = create_layout ();
  g_autoptr (TsAxis) rank_axis = create_axis (ranks, 8);
  g_autoptr (TsAxis) steps = ts_axis_new (TS_DIMENSION_STEP, 2);
  g_autoptr (TsMatrix) across = create_matrix (rank_axis, steps);
  g_autoptr (TsMatrix) down = create_matrix (steps, rank_axis);
  g_autoptr (TsMatrix) neither = create_matrix (steps, steps);
  g_autoptr (TsMatrix) shown_across = ts_rank_view_apply (&view, layout, across);
  g_autoptr (TsMatrix) shown_down = ts_rank_view_apply (&view, layout, down);
  g_autoptr (TsMatrix) shown_neither = ts_rank_view_apply (&view, layout, neither);

  g_assert_cmpint (shown_across->x->ids[1], ==, 2);
  g_assert_cmpint (shown_down->y->ids[1], ==, 2);
  for (guint i = 0; i < 8; i++)
    for (guint j = 0; j < 2; j++)
      {
        g_assert_cmpfloat (shown_across->values[ts_matrix_index (shown_across, i, j)], ==,
                           (double) (shown_across->x->ids[i] * 100));
        g_assert_cmpfloat (shown_down->values[ts_matrix_index (shown_down, j, i)], ==,
                           (double) shown_down->y->ids[i]);
      }
  g_assert_true (shown_neither == neither);
}

/* One bad card: rank 3 stands out against rank 1, its data-parallel neighbour, on either axis; a
 * missing cell stays one, and order and comparison go together. */
static void
test_compare (void)
{
  const TsRankView view = { TS_PARALLEL_DP, TS_PARALLEL_DP };
  g_autoptr (TsParallelLayout) layout = create_layout ();
  g_autoptr (TsAxis) rank_axis = create_axis (ranks, 8);
  g_autoptr (TsAxis) steps = ts_axis_new (TS_DIMENSION_STEP, 2);
  g_autoptr (TsMatrix) matrix = ts_matrix_new (rank_axis, steps);
  g_autoptr (TsMatrix) turned = NULL, across = NULL, down = NULL;

  for (guint i = 0; i < 8; i++)
    ts_matrix_set (matrix, i, 0, i % 2 + (i == 3 ? 10 : 0), TS_CELL_NUMBER);
  ts_matrix_set (matrix, 5, 0, NAN, TS_CELL_NAN);
  ts_matrix_seal (matrix);
  turned = ts_matrix_transpose (matrix);
  across = ts_rank_view_apply (&view, layout, matrix);
  down = ts_rank_view_apply (&view, layout, turned);
  for (guint i = 0; i < 8; i++)
    {
      gint64 rank = across->x->ids[i];
      double expected = rank == 1 ? -5 : rank == 3 ? 5 : 0;
      g_assert_cmpint (down->y->ids[i], ==, rank);
      g_assert_cmpuint (across->states[i], ==, rank == 5 ? TS_CELL_NAN : TS_CELL_NUMBER);
      g_assert_cmpuint (down->states[2 * i], ==, across->states[i]);
      g_assert_cmpuint (across->states[8 + i], ==, TS_CELL_MISSING);
      if (rank == 5)
        continue;
      g_assert_cmpfloat (across->values[i], ==, expected);
      g_assert_cmpfloat (down->values[2 * i], ==, expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-view/by-number", test_by_number);
  g_test_add_func ("/rank-view/by-group", test_by_group);
  g_test_add_func ("/rank-view/partial", test_partial);
  g_test_add_func ("/rank-view/apply", test_apply);
  g_test_add_func ("/rank-view/compare", test_compare);
  return g_test_run ();
}
