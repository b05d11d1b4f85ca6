/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/row-batch.h"
#include "ingest/target-table.h"

#include <math.h>
#include <string.h>

static void
test_interning (void)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (2);
  const guint n = 20000;

  /* The second round finds what the first one made, however often the table has grown. */
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < n; i++)
      {
        g_autofree char *name = g_strdup_printf ("Module.layers.%u.mlp.MLP.input.0", i / 4);
        guint32 target
            = ts_row_batch_intern_target (batch, name, strlen (name), (gint32) (i / 2 % 2),
                                          (gint32) (i % 2), "torch.float32", "[2, 3]");
        g_assert_cmpuint (target, ==, i);
      }
  g_assert_cmpuint (ts_row_batch_get_n_targets (batch), ==, n);
  for (guint i = 0; i < n; i += 997)
    {
      const TsBatchTarget *target = ts_row_batch_get_target (batch, i);
      g_autofree char *name = g_strdup_printf ("Module.layers.%u.mlp.MLP.input.0", i / 4);
      g_assert_cmpstr (target->name, ==, name);
      g_assert_cmpint (target->vpp_stage, ==, i / 2 % 2);
      g_assert_cmpint (target->micro_step, ==, i % 2);
      g_assert_cmpstr (target->dtype, ==, "torch.float32");
      g_assert_cmpstr (target->shape, ==, "[2, 3]");
    }
}

static void
test_dtype_of_first (void)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (1);
  const TsBatchTarget *target;

  ts_row_batch_intern_target (batch, "a.b", 1, 0, 0, NULL, NULL);
  ts_row_batch_intern_target (batch, "a", 1, 0, 0, "bfloat16", NULL);
  ts_row_batch_intern_target (batch, "a", 1, 0, 0, "float32", "[1]");
  g_assert_cmpuint (ts_row_batch_get_n_targets (batch), ==, 1);
  target = ts_row_batch_get_target (batch, 0);
  g_assert_cmpstr (target->name, ==, "a");
  g_assert_cmpstr (target->dtype, ==, "bfloat16");
  g_assert_cmpstr (target->shape, ==, "[1]");
}

/* Names longer than a block, empty names, and lengths around the hash's eight bytes. */
static void
test_name_lengths (void)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (1);
  g_autofree char *longest = g_strnfill (100000, 'x');
  static const gsize lengths[] = { 0, 1, 7, 8, 9, 15, 16, 17, 16383, 16384, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    g_assert_cmpuint (ts_row_batch_intern_target (batch, longest, lengths[i], 0, 0, NULL, NULL), ==,
                      i);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    g_assert_cmpuint (strlen (ts_row_batch_get_target (batch, i)->name), ==, lengths[i]);
}

static void
test_rows (void)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (3);
  gsize empty = ts_row_batch_get_size (batch);

  for (guint i = 0; i < 1000; i++)
    {
      TsRow row
          = { .step = i, .rank = i + 1, .target = i % 7, .metric = 2, .present = 5, .line = i };
      double values[] = { i * 0.5, NAN, -INFINITY };
      ts_row_batch_add (batch, &row, values);
    }
  g_assert_cmpuint (ts_row_batch_get_n_rows (batch), ==, 1000);
  g_assert_cmpuint (ts_row_batch_get_n_stats (batch), ==, 3);
  g_assert_cmpint (ts_row_batch_get_row (batch, 999)->step, ==, 999);
  g_assert_cmpuint (ts_row_batch_get_row (batch, 999)->rank, ==, 1000);
  g_assert_cmpfloat (ts_row_batch_get_values (batch, 999)[0], ==, 499.5);
  g_assert_true (isnan (ts_row_batch_get_values (batch, 500)[1]));
  g_assert_cmpuint (ts_row_batch_get_size (batch), >=, empty + 1000 * sizeof (TsRow));
}

static void
test_sources (void)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (1);

  g_assert_cmpuint (ts_row_batch_intern_source (batch, "a"), ==, 0);
  g_assert_cmpuint (ts_row_batch_intern_source (batch, "b"), ==, 1);
  g_assert_cmpuint (ts_row_batch_intern_source (batch, "a"), ==, 0);
  g_assert_cmpstr (ts_row_batch_get_source (batch, 1), ==, "b");
}

/* Many targets of few names: the names are kept once, and never mixed up. */
static void
test_shared_names (void)
{
  TsRowBatch *batch = ts_row_batch_new (1);
  const guint n = 40000;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name
          = g_strdup_printf ("Module.decoder.layers.%04u.Linear.output.0", i % 500);
      g_assert_cmpuint (ts_row_batch_intern_target (batch, name, strlen (name), 0,
                                                    (gint32) (i / 500), "torch.float32", "[2]"),
                        ==, i);
    }
  for (guint i = 0; i < n; i++)
    {
      const TsBatchTarget *target = ts_row_batch_get_target (batch, i);
      g_autofree char *name
          = g_strdup_printf ("Module.decoder.layers.%04u.Linear.output.0", i % 500);

      g_assert_cmpstr (target->name, ==, name);
      g_assert_cmpint (target->micro_step, ==, (gint32) (i / 500));
    }
  g_assert_true (ts_row_batch_get_target (batch, n - 1)->name
                 == ts_row_batch_get_target (batch, n - 501)->name);
  ts_row_batch_free (batch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-batch/interning", test_interning);
  g_test_add_func ("/row-batch/dtype-of-first", test_dtype_of_first);
  g_test_add_func ("/row-batch/name-lengths", test_name_lengths);
  g_test_add_func ("/row-batch/rows", test_rows);
  g_test_add_func ("/row-batch/sources", test_sources);
  g_test_add_func ("/row-batch/shared-names", test_shared_names);
  return g_test_run ();
}
