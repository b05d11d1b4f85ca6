/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../fake-source.h"
#include "ingest/writing/writer.h"
#include "../test-database.h"

#include <math.h>

typedef struct
{
  char *dir;
  char *db;
  FakeSource *source;
  TsWriter *writer;
} Fixture;

static void
open_writer (Fixture *self, TsFormat format)
{
  g_autoptr (GError) error = NULL;

  self->source = fake_source_new (format, 1, NULL);
  self->source->base.min_step = 3;
  self->source->base.max_step = 9;
  self->source->base.max_rank = 7;
  g_assert_true (g_file_set_contents (self->db, "", 0, NULL));
  self->writer = ts_writer_new (self->db, &self->source->base, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->dir = test_tmp_dir ();
  self->db = g_build_filename (self->dir, "x.trend.db", NULL);
  open_writer (self, TS_FORMAT_DUMP);
}

static void
close_writer (Fixture *self)
{
  g_clear_pointer (&self->writer, ts_writer_free);
  if (self->source != NULL)
    fake_free (&self->source->base);
  self->source = NULL;
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  close_writer (self);
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->db);
}

static void
add_row (Fixture *self,
         TsRowBatch *batch,
         guint32 rank,
         gint64 step,
         const char *name,
         guint32 metric,
         double value)
{
  fake_add (batch, self->source->base.report, rank, step, name, metric, value,
            ts_row_batch_get_n_rows (batch) + 1);
}

static void
write_batch (Fixture *self, TsRowBatch *batch)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ts_writer_add (self->writer, batch, &error));
  g_assert_no_error (error);
  g_assert_true (ts_writer_end_unit (self->writer, &error));
  g_assert_no_error (error);
}

static void
finish (Fixture *self)
{
  TsImportReport *report = self->source->base.report;
  g_autoptr (GError) error = NULL;

  g_assert_true (ts_writer_finish (self->writer, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ts_import_report_get_rows_read (report), ==,
                    ts_import_report_get_rows_stored (report)
                        + ts_import_report_get_rows_lost (report));
}

/* rules.md V1 */
static void
test_values (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);
  const double altered[] = { NAN, INFINITY, -INFINITY, 3e12 };
  const double plain[] = { 1e9, -1e9, 0.1, -0.0 };
  TsRow row = { .metric = 1, .present = 0xf };

  row.target = ts_row_batch_intern_target (batch, "a.b.c", 5, 0, 0, NULL, NULL);
  row.source = ts_row_batch_intern_source (batch, "x");
  ts_row_batch_add (batch, &row, altered);
  row.step = 1;
  ts_row_batch_add (batch, &row, plain);
  row.step = 2;
  row.present = 0x5;
  ts_row_batch_add (batch, &row, altered);
  ts_import_report_count_read (self->source->base.report, 3);
  write_batch (self, batch);
  finish (self);
  test_assert_query (self->db, "SELECT step,norm,max,min,mean FROM trend_data",
                     "0|NULL|1000000001.0|-1000000001.0|1000000000.0\n"
                     "1|1000000000.0|-1000000000.0|0.1|0.0\n"
                     "2|NULL|NULL|-1000000001.0|NULL");
  test_assert_query (self->db, "SELECT step,norm,max,min,mean FROM trendscope_exact",
                     "0|nan|inf|-inf|3000000000000\n"
                     "1|NULL|NULL|NULL|-0\n"
                     "2|nan|NULL|-inf|NULL");
  test_assert_query (self->db, "SELECT severity,code,count FROM trendscope_report",
                     "info|clamped|7");
}

static void
test_exact_digits (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);
  const double value = 1.7976931348623157e308;
  g_autofree char *text = NULL;

  add_row (self, batch, 0, 0, "a.b.c", 1, value);
  write_batch (self, batch);
  finish (self);
  text = test_query (self->db, "SELECT norm FROM trendscope_exact");
  g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, value);
}

/* A name of thousands of parts, for many tensors: tags stay few, and that is said. */
static void
test_many_parts (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);
  g_autoptr (GString) name = g_string_new ("Module");

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (name, ".p%u.%u", i, i);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *target = g_strdup_printf ("%s.Linear.input.%u", name->str, i);
      add_row (self, batch, 0, 0, target, 1, 1);
    }
  write_batch (self, batch);
  finish (self);
  test_assert_query (self->db,
                     "SELECT max (n) <= 128 FROM (SELECT count (*) AS n FROM "
                     "tag_target_mapping GROUP BY target_id)",
                     "1");
  test_assert_query (self->db, "SELECT count FROM trendscope_report WHERE code = 'many-tags'",
                     "20");
}

static void
test_ids_and_order (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  ts_row_batch_intern_target (batch, "never used", 10, 0, 0, NULL, NULL);
  add_row (self, batch, 1, 5, "z.z.z", 2, 1);
  add_row (self, batch, 0, 6, "y.y.y", 1, 2);
  add_row (self, batch, 0, -1, "z.z.z", 1, 3);
  add_row (self, batch, 0, 6, "z.z.z", 1, 4);
  write_batch (self, batch);
  batch = ts_row_batch_new (4);
  add_row (self, batch, 0, 5, "x.x.x", 1, 5); /* before what is there */
  add_row (self, batch, 2, 5, "y.y.y", 1, 6);
  write_batch (self, batch);
  finish (self);
  test_assert_query (self->db, "SELECT target_id,target_name FROM monitoring_targets ORDER BY 1",
                     "1|z.z.z\n2|y.y.y\n3|x.x.x");
  test_assert_query (self->db, "SELECT rank,step,target_id,metric_id,norm FROM trend_data",
                     "0|-1|1|1|3.0\n0|5|3|1|5.0\n0|6|1|1|4.0\n0|6|2|1|2.0\n1|5|1|2|1.0\n"
                     "2|5|2|1|6.0");
  test_assert_query (self->db, "SELECT * FROM trendscope_targets",
                     "1|torch.float32|[2]|0\n2|torch.float32|[2]|2\n3|torch.float32|[2]|1");
}

static void
add_twice (Fixture *self, gboolean later_wins)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  self->source->base.later_wins = later_wins;
  add_row (self, batch, 0, 0, "a.b.c", 1, 1);
  add_row (self, batch, 0, 1, "a.b.c", 1, NAN);
  add_row (self, batch, 0, 1, "a.b.d", 1, 3);
  add_row (self, batch, 0, 0, "a.b.c", 1, INFINITY); /* in the same batch, line 4 */
  write_batch (self, batch);
  batch = ts_row_batch_new (4);
  add_row (self, batch, 0, 0, "a.b.c", 1, 5); /* in another batch */
  add_row (self, batch, 0, 1, "a.b.c", 1, 6);
  add_row (self, batch, 0, 1, "a.b.d", 1, -INFINITY);
  add_row (self, batch, 1, 1, "a.b.d", 1, 8);
  write_batch (self, batch);
  finish (self);
  g_assert_cmpuint (ts_import_report_get_rows_lost (self->source->base.report), ==, 4);
  g_assert_cmpuint (ts_writer_get_n_rows (self->writer), ==, 4);
}

/* rules.md V3 */
static void
test_first_wins (Fixture *self, gconstpointer data)
{
  add_twice (self, FALSE);
  test_assert_query (self->db, "SELECT rank,step,target_id,norm FROM trend_data",
                     "0|0|1|1.0\n0|1|1|NULL\n0|1|2|3.0\n1|1|2|8.0");
  test_assert_query (self->db, "SELECT rank,step,target_id,norm FROM trendscope_exact",
                     "0|1|1|nan");
  test_assert_query (self->db,
                     "SELECT severity,code,path,line,count FROM trendscope_report "
                     "WHERE code='duplicate-row'",
                     "warning|duplicate-row|a/dump.json|1|4");
}

static void
test_later_wins (Fixture *self, gconstpointer data)
{
  add_twice (self, TRUE);
  test_assert_query (self->db, "SELECT rank,step,target_id,norm FROM trend_data",
                     "0|0|1|5.0\n0|1|1|6.0\n0|1|2|-1000000001.0\n1|1|2|8.0");
  test_assert_query (self->db, "SELECT rank,step,target_id,norm FROM trendscope_exact",
                     "0|1|2|-inf");
  test_assert_query (self->db, "SELECT count FROM trendscope_report WHERE code='duplicate-row'",
                     "4");
}

/* Keys that do not fit into the sorter's 64 bits. */
static void
test_far_apart (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  add_row (self, batch, G_MAXUINT32, G_MAXINT64, "a", 4, 1);
  add_row (self, batch, 0, G_MININT64, "b", 1, 2);
  add_row (self, batch, 0, 0, "b", 1, 3);
  write_batch (self, batch);
  finish (self);
  test_assert_query (self->db, "SELECT norm FROM trend_data", "2.0\n3.0\n1.0");
}

static void
test_metrics (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);
  const double values[] = { 1, 2, 3, 4 };
  TsRow row = { .metric = 3, .present = 0x6 };

  row.target = ts_row_batch_intern_target (batch, "a.b.c", 5, 0, 0, NULL, NULL);
  row.source = ts_row_batch_intern_source (batch, "x");
  ts_row_batch_add (batch, &row, values);
  ts_import_report_count_read (self->source->base.report, 1);
  self->source->options.compat = GPOINTER_TO_INT (data);
  write_batch (self, batch);
  finish (self);
  if (data != NULL)
    {
      test_assert_query (self->db, "SELECT * FROM monitoring_metrics",
                         "1|forward\n2|backward\n3|recompute\n4|parameters_grad");
      test_assert_query (self->db, "SELECT * FROM global_stats",
                         "7|3|9|norm,max,min,mean|norm,max,min,mean|norm,max,min,mean|"
                         "norm,max,min,mean");
    }
  else
    {
      test_assert_query (self->db, "SELECT * FROM monitoring_metrics", "3|recompute");
      test_assert_query (self->db, "SELECT * FROM global_stats", "7|3|9|max,min");
    }
  test_assert_query (self->db, "SELECT name FROM pragma_table_info('global_stats') LIMIT 3",
                     "max_rank\nmin_step\nmax_step");
}

static void
test_monitor_columns (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  close_writer (self);
  open_writer (self, TS_FORMAT_MONITOR);
  add_row (self, batch, 0, 0, "layers.0.w", 1, 1);
  write_batch (self, batch);
  finish (self);
  test_assert_query (self->db, "SELECT * FROM global_stats", "3|9|7|norm,max,min,mean");
  test_assert_query (self->db, "SELECT name FROM pragma_table_info('global_stats')",
                     "min_step\nmax_step\nmax_rank\nforward");
  test_assert_query (self->db, "SELECT tag_name,category,metric_id FROM monitoring_tags",
                     "layers|module|1\nlayers.0|layer|1\nw|module|1");
}

/* A tag has an id per metric, and only targets with rows of the metric. */
static void
test_tags (Fixture *self, gconstpointer data)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  add_row (self, batch, 0, 0, "Functional.relu.input.0", 1, 1);
  add_row (self, batch, 0, 0, "Functional.relu.output.0", 1, 1);
  add_row (self, batch, 0, 0, "Functional.relu.output.0", 2, 1);
  write_batch (self, batch);
  self->source->options.compat = TRUE;
  finish (self);
  test_assert_query (self->db, "SELECT * FROM monitoring_tags",
                     "1|input.0|index|1\n2|Functional.relu|function|1\n3|output.0|index|1\n"
                     "4|output.0|index|2\n5|Functional.relu|function|2");
  test_assert_query (self->db, "SELECT * FROM tag_target_mapping ORDER BY 1,2",
                     "1|1\n2|1\n2|2\n3|2\n4|2\n5|2");
}

static void
test_own_tables (Fixture *self, gconstpointer data)
{
  self->source->options.mapping_path = (char *) "/some/where/map.json";
  finish (self);
  test_assert_query (self->db, "SELECT * FROM trendscope_steps", "0|500|0");
  test_assert_query (self->db, "SELECT value FROM trendscope_meta WHERE key='format'", "dump");
  test_assert_query (self->db, "SELECT value FROM trendscope_meta WHERE key='mapping'", "map.json");
  test_assert_query (self->db, "SELECT value FROM trendscope_meta WHERE key='schema_version'", "1");
  test_assert_query (self->db, "PRAGMA integrity_check", "ok");
  test_assert_query (self->db, "PRAGMA journal_mode", "delete");
}

/* More targets than are tagged at once. */
static TsRowBatch *
many_targets (Fixture *self, guint n)
{
  TsRowBatch *batch = ts_row_batch_new (4);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("Module.layers.%u.MLP.%u.input.0", i % 100, i);

      add_row (self, batch, 0, 0, name, 1, i);
    }
  return batch;
}

typedef struct
{
  guint n_calls, last, total;
  GCancellable *cancellable; /* to cancel in the second call */
} Progress;

static void
note_progress (guint done, guint total, gpointer data)
{
  Progress *self = data;

  g_assert_cmpuint (done, >=, self->last);
  self->last = done;
  self->total = total;
  self->n_calls++;
  if (self->n_calls == 2)
    g_cancellable_cancel (self->cancellable);
}

static void
test_tag_progress (Fixture *self, gconstpointer data)
{
  Progress progress = { 0 };
  g_autoptr (GError) error = NULL;

  write_batch (self, many_targets (self, 70000));
  g_assert_true (ts_writer_finish (self->writer, note_progress, &progress, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (progress.n_calls, ==, 2);
  g_assert_cmpuint (progress.total, ==, 70000);
  /* Those of the second turn have theirs, too. */
  test_assert_query (self->db,
                     "SELECT count(DISTINCT target_id), max(target_id) FROM tag_target_mapping",
                     "70000|70000");
  test_assert_query (self->db,
                     "SELECT count(*) FROM tag_target_mapping JOIN monitoring_tags USING (tag_id) "
                     "WHERE tag_name = 'layers.7'",
                     "700");
}

static void
test_tag_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Progress progress = { .cancellable = cancellable };
  g_autoptr (GError) error = NULL;

  write_batch (self, many_targets (self, 70000));
  g_assert_false (ts_writer_finish (self->writer, note_progress, &progress, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/writer/values", test_values);
  add ("/writer/exact-digits", test_exact_digits);
  add ("/writer/ids-and-order", test_ids_and_order);
  add ("/writer/many-parts", test_many_parts);
  add ("/writer/first-wins", test_first_wins);
  add ("/writer/later-wins", test_later_wins);
  add ("/writer/far-apart", test_far_apart);
  g_test_add ("/writer/metrics", Fixture, NULL, set_up, test_metrics, tear_down);
  g_test_add ("/writer/metrics-compat", Fixture, GINT_TO_POINTER (1), set_up, test_metrics,
              tear_down);
  add ("/writer/monitor-columns", test_monitor_columns);
  add ("/writer/tags", test_tags);
  add ("/writer/own-tables", test_own_tables);
  add ("/writer/tag-progress", test_tag_progress);
  add ("/writer/tag-cancel", test_tag_cancel);
  return g_test_run ();
}
