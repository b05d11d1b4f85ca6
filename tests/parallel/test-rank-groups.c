/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel/rank-groups.h"

#include "vectors.h"

#include <string.h>

static void
assert_groups (const TsRankGroups *groups, JsonArray *expected)
{
  g_assert_cmpuint (groups->n_groups, ==, json_array_get_length (expected));
  for (guint g = 0; g < groups->n_groups; g++)
    {
      JsonArray *ranks = json_array_get_array_element (expected, g);
      g_assert_cmpuint (groups->size, ==, json_array_get_length (ranks));
      for (guint i = 0; i < groups->size; i++)
        {
          guint32 rank = groups->ranks[g * groups->size + i];
          g_assert_cmpint (rank, ==, json_array_get_int_element (ranks, i));
          g_assert_cmpuint (groups->group_of[rank], ==, g);
          g_assert_cmpuint (groups->position_of[rank], ==, i);
        }
    }
}

static void
check_groups (JsonObject *vector, const TsParallelDimension *order, const guint *sizes)
{
  static const struct
  {
    TsParallelDimension dimension;
    const char *member;
  } kinds[] = { { TS_PARALLEL_TP, "tp_groups" },
                { TS_PARALLEL_DP, "dp_groups" },
                { TS_PARALLEL_PP, "pp_groups" } };
  TsRankGrid grid;

  ts_rank_grid_init (&grid, order, sizes);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      TsRankGroups groups;
      ts_rank_groups_init (&groups, &grid, kinds[i].dimension);
      assert_groups (&groups, json_object_get_array_member (vector, kinds[i].member));
      ts_rank_groups_clear (&groups);
    }
}

static void
check_vector (JsonObject *vector)
{
  const char *order = json_object_get_string_member (vector, "order");
  const char *expected = json_object_get_string_member_with_default (vector, "error", NULL);
  guint sizes[TS_N_PARALLEL_DIMENSIONS];
  TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS];
  g_autoptr (GError) error = NULL;
  gboolean ok;

  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    sizes[i] = (guint) json_object_get_int_member (vector, ts_parallel_dimension_to_key (i));
  /* P4: msProbe accepts a repeated name and makes up ranks; we refuse it. */
  if (g_str_equal (order, "tp-tp-dp-pp"))
    expected = "order_repeats_dimension";
  ok = ts_rank_order_parse (order, sizes, dimensions, &error);
  g_test_message ("%s: %s", order, ok ? "fine" : error->message);
  g_assert_cmpint (ok, ==, expected == NULL);
  if (ok)
    check_groups (vector, dimensions, sizes);
  else
    g_assert_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID);
}

static void
test_vectors (void)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *vectors = json_node_get_array (load_vectors (&parser, "rank_groups"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 15);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    check_vector (json_array_get_object_element (vectors, i));
}

/* P3: each message says what is wrong and names the part. */
static void
test_messages (void)
{
  static const struct
  {
    const char *order, *part;
  } cases[] = {
    { "tp-cp-xx-dp-pp", "“xx”" },
    { "tp-dp-pp-", "“”" },
    { "tp dp pp", "“tp dp pp”" },
    { "tp-dp-tp-pp", "more than once" },
    { "tp-ep-pp-dp", "side by side" },
    { "tp-dp", "“pp”" },
    { "", "“tp”" },
  };
  const guint sizes[TS_N_PARALLEL_DIMENSIONS] = { 2, 1, 1, 2, 2 };
  TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (ts_rank_order_parse (cases[i].order, sizes, dimensions, &error));
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

/* Experts share data-parallel ranks: 16 ranks, tp 2, ep 2, dp 4, pp 2. Neighbouring data ranks make
 * an expert group; no rank is added. */
static void
test_expert (void)
{
  const guint sizes[TS_N_PARALLEL_DIMENSIONS] = { 2, 1, 2, 4, 2 };
  static const guint32 expected[][2]
      = { { 0, 2 }, { 1, 3 }, { 4, 6 }, { 5, 7 }, { 8, 10 }, { 9, 11 }, { 12, 14 }, { 13, 15 } };
  TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS];
  TsRankGrid grid;
  TsRankGroups groups;

  g_assert_true (ts_rank_order_parse (TS_DEFAULT_RANK_ORDER, sizes, dimensions, NULL));
  ts_rank_grid_init_expert (&grid, dimensions, sizes);
  g_assert_cmpuint (grid.n_ranks, ==, 16);
  ts_rank_groups_init (&groups, &grid, TS_PARALLEL_EP);
  g_assert_cmpmem (groups.ranks, 16 * sizeof *groups.ranks, expected, sizeof expected);
  ts_rank_groups_clear (&groups);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-groups/vectors", test_vectors);
  g_test_add_func ("/rank-groups/messages", test_messages);
  g_test_add_func ("/rank-groups/expert", test_expert);
  return g_test_run ();
}
