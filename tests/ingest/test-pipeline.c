/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake-source.h"
#include "ingest/batch-queue.h"
#include "ingest/pipeline.h"
#include "test-database.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define N_ROWS 500

typedef struct
{
  char *dir;
  char *db;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->dir = test_tmp_dir ();
  self->db = g_build_filename (self->dir, "x.trend.db", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->db);
}

/* Each unit is one step: N_ROWS rows in several batches, later units faster than earlier ones. */
static gboolean
parse_steps (TsImportSource *source,
             guint unit,
             TsBatchSink *sink,
             GCancellable *cancellable,
             GError **error)
{
  g_usleep (unit % 4 == 0 ? 3000 : 0);
  for (guint b = 0; b < 5; b++)
    {
      TsRowBatch *batch = ts_row_batch_new (4);
      for (guint i = 0; i < N_ROWS / 5; i++)
        {
          g_autofree char *name = g_strdup_printf ("Module.layers.%u.L.input.0",
                                                   (i * 7 + unit) % N_ROWS + b * N_ROWS);
          fake_add (batch, source->report, unit / 8, unit % 8, name, 1 + i % 2, i + b * 0.5, i);
        }
      ts_batch_sink_progress (sink, 1000);
      if (!ts_batch_sink_emit (sink, batch))
        return FALSE;
    }
  return TRUE;
}

static char *
dump_database (const char *path)
{
  g_autofree char *rows = test_query (path, "SELECT * FROM trend_data");
  g_autofree char *targets = test_query (path, "SELECT * FROM monitoring_targets");
  g_autofree char *tags = test_query (path, "SELECT * FROM monitoring_tags");
  g_autofree char *mapping = test_query (path, "SELECT * FROM tag_target_mapping");
  g_autofree char *places = test_query (path, "SELECT * FROM trendscope_targets");

  return g_strjoin ("\n", rows, targets, tags, mapping, places, NULL);
}

static void
test_threads (Fixture *self, gconstpointer data)
{
  static const guint n_threads[] = { 1, 2, 8, 64 };
  g_autofree char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 32, parse_steps);
      g_autoptr (GError) error = NULL;
      g_autofree char *dump = NULL;

      g_assert_true (
          test_pipeline_run (&source->base, self->db, n_threads[i], NULL, NULL, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (ts_import_report_get_rows_read (source->base.report), ==, 32 * N_ROWS);
      g_assert_cmpuint (ts_import_report_get_rows_stored (source->base.report), ==, 32 * N_ROWS);
      dump = dump_database (self->db);
      if (first == NULL)
        first = g_steal_pointer (&dump);
      else
        g_assert_cmpstr (dump, ==, first);
      fake_free (&source->base);
    }
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
}

static gboolean
parse_some_fail (TsImportSource *source,
                 guint unit,
                 TsBatchSink *sink,
                 GCancellable *cancellable,
                 GError **error)
{
  if (unit % 2 == 0)
    return parse_steps (source, unit, sink, cancellable, error);
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX, "unit %u is broken", unit);
  return FALSE;
}

static void
test_failing_units (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 10, parse_some_fail);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  TsReportEntry *entry;

  g_assert_true (test_pipeline_run (&source->base, self->db, 3, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ts_import_report_get_rows_stored (source->base.report), ==, 5 * N_ROWS);
  g_assert_cmpint (ts_import_report_get_worst (source->base.report), ==, TS_SEVERITY_ERROR);
  entries = ts_import_report_dup_entries (source->base.report);
  entry = g_ptr_array_index (entries, 0);
  g_assert_cmpstr (entry->path, ==, "odd");
  g_assert_cmpstr (entry->message, ==, "unit 1 is broken");
  g_assert_cmpuint (entry->count, ==, 5);
  test_assert_query (self->db, "SELECT count(*), severity FROM trendscope_report", "1|error");
  fake_free (&source->base);
}

static gboolean
parse_all_fail (TsImportSource *source,
                guint unit,
                TsBatchSink *sink,
                GCancellable *cancellable,
                GError **error)
{
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX, "unit %u is broken", unit);
  return FALSE;
}

/* A good database is not replaced by an empty one because all files are damaged. */
static void
test_all_units_fail (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 10, parse_all_fail);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (self->db, "old", -1, NULL));
  g_assert_false (test_pipeline_run (&source->base, self->db, 2, NULL, NULL, NULL, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);
  g_assert_true (g_file_get_contents (self->db, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
  fake_free (&source->base);
}

/* ---- memory ---- */

static int max_waiting; /* batches emitted but not yet written */
static int n_emitted;

#define N_LARGE 1000 /* rows of a batch; their names make it a good megabyte */

static gboolean
parse_large (TsImportSource *source,
             guint unit,
             TsBatchSink *sink,
             GCancellable *cancellable,
             GError **error)
{
  g_autofree char *name = g_strnfill (1024, 'x');

  for (guint b = 0; b < 40; b++)
    {
      TsRowBatch *batch = ts_row_batch_new (4);
      for (guint i = 0; i < N_LARGE; i++)
        {
          g_snprintf (name + 1000, 20, "%u", i);
          fake_add (batch, source->report, unit, b, name, 1, i, i);
        }
      g_atomic_int_inc (&n_emitted);
      if (!ts_batch_sink_emit (sink, batch))
        return FALSE;
    }
  return TRUE;
}

static void
watch_queue (const TsImportProgress *progress, gpointer data)
{
  int waiting = g_atomic_int_get (&n_emitted) - (int) (progress->rows / N_LARGE);

  max_waiting = MAX (max_waiting, waiting);
}

/* 8 × 40 batches of a good megabyte, four parsers that are faster than the writer: what waits stays
 * within the queue's 24 MB, the writer's 16 MB and one batch per parser. */
static void
test_bounded (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 8, parse_large);
  g_autoptr (GError) error = NULL;

  g_assert_true (test_pipeline_run (&source->base, self->db, 4, watch_queue, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ts_import_report_get_rows_stored (source->base.report), ==, 320 * N_LARGE);
  g_assert_cmpint (max_waiting, >, 0);
  g_assert_cmpint (max_waiting, <=, 24 + 16 + 2 * 4);
  fake_free (&source->base);
}

/* ---- cancel ---- */

static gboolean
parse_endless (TsImportSource *source,
               guint unit,
               TsBatchSink *sink,
               GCancellable *cancellable,
               GError **error)
{
  while (!g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      TsRowBatch *batch = ts_row_batch_new (4);
      static int n;
      fake_add (batch, source->report, unit, g_atomic_int_add (&n, 1), "a.b.c", 1, 1, 0);
      if (!ts_batch_sink_emit (sink, batch))
        return FALSE;
    }
  return FALSE;
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 4, parse_endless);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *deep = g_build_filename (self->dir, "made", "for", "it.trend.db", NULL);
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  gint64 start = g_get_monotonic_time ();

  g_assert_false (test_pipeline_run (&source->base, deep, 2, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 2 * G_USEC_PER_SEC);
  /* neither the part file nor the folders made for it */
  g_assert_cmpuint (test_count_files (self->dir), ==, 0);
  g_thread_join (thread);
  fake_free (&source->base);
}

/* ---- two at once ---- */

static gboolean
parse_nested (TsImportSource *source,
              guint unit,
              TsBatchSink *sink,
              GCancellable *cancellable,
              GError **error)
{
  const char *db = g_object_get_data (G_OBJECT (cancellable), "db");
  FakeSource *second = fake_source_new (TS_FORMAT_DUMP, 2, parse_steps);
  g_autoptr (GError) second_error = NULL;

  g_assert_false (test_pipeline_run (&second->base, db, 1, NULL, NULL, NULL, &second_error));
  g_assert_error (second_error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_BUSY);
  g_assert_nonnull (strstr (second_error->message, "x.trend.db"));
  fake_free (&second->base);
  return parse_steps (source, unit, sink, cancellable, error);
}

static void
test_busy (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 1, parse_nested);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_object_set_data (G_OBJECT (cancellable), "db", self->db);
  g_assert_true (test_pipeline_run (&source->base, self->db, 1, NULL, NULL, cancellable, &error));
  g_assert_no_error (error);
  test_assert_query (self->db, "SELECT count(*) FROM trend_data", "500");
  fake_free (&source->base);
}

static void
test_stale_part (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 1, parse_steps);
  g_autofree char *part = g_strconcat (self->db, ".part", NULL);
  g_autofree char *journal = g_strconcat (self->db, "-journal", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (part, "left by a killed import", -1, NULL));
  g_assert_true (g_file_set_contents (self->db, "old", -1, NULL));
  g_assert_true (g_file_set_contents (journal, "of the old one", -1, NULL));
  g_assert_true (test_pipeline_run (&source->base, self->db, 1, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  test_assert_query (self->db, "SELECT count(*) FROM trend_data", "500");
  test_assert_query (self->db, "PRAGMA integrity_check", "ok");
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
  fake_free (&source->base);
}

static void
test_no_units (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 0, parse_steps);
  g_autoptr (GError) error = NULL;

  g_assert_true (test_pipeline_run (&source->base, self->db, 4, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  test_assert_query (self->db, "SELECT count(*) FROM trend_data", "0");
  test_assert_query (self->db, "SELECT count(*) FROM global_stats", "1");
  fake_free (&source->base);
}

static void
test_not_writable (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 1, parse_steps);
  g_autofree char *file = g_build_filename (self->dir, "file", NULL);
  g_autofree char *inside = g_build_filename (file, "x.trend.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "not a folder", -1, NULL));
  g_assert_false (test_pipeline_run (&source->base, inside, 1, NULL, NULL, NULL, &error));
  g_assert_true (error->domain == G_FILE_ERROR);
  g_assert_nonnull (strstr (error->message, file));
  fake_free (&source->base);
}

/* ---- the queue's reserve ---- */

static TsRowBatch *
large_batch (void)
{
  TsRowBatch *batch = ts_row_batch_new (4);
  TsRow row = { .metric = 1 };
  const double values[4] = { 0 };

  row.target = ts_row_batch_intern_target (batch, "a.b.c", 5, 0, 0, NULL, NULL);
  for (guint i = 0; i < 1000; i++)
    ts_row_batch_add (batch, &row, values);
  return batch;
}

typedef struct
{
  TsBatchQueue *queue;
  guint unit;
  int n_pushed; /* atomic */
} Pusher;

static gpointer
push_many (gpointer data)
{
  Pusher *self = data;

  for (guint i = 0; i < 8 && ts_batch_queue_push (self->queue, self->unit, large_batch ()); i++)
    g_atomic_int_inc (&self->n_pushed);
  return NULL;
}

static gboolean
wait_for_pushes (Pusher *self, int n)
{
  for (guint i = 0; i < 500 && g_atomic_int_get (&self->n_pushed) < n; i++)
    g_usleep (10000);
  return g_atomic_int_get (&self->n_pushed) >= n;
}

/* Units that are ahead leave a quarter of the queue to the one the writer is at, which so gets on
 * however full it is; without that nothing would move any more. */
static void
test_reserve (Fixture *self, gconstpointer data)
{
  g_autoptr (TsRowBatch) batch = large_batch ();
  gsize size = ts_row_batch_get_size (batch);
  g_autoptr (TsBatchQueue) queue = ts_batch_queue_new (2, size * 8);
  Pusher ahead = { queue, 1, 0 }, current = { queue, 0, 0 };
  GThread *first = g_thread_new ("ahead", push_many, &ahead), *second;

  g_assert_true (wait_for_pushes (&ahead, 6));
  g_usleep (50000);
  g_assert_cmpint (g_atomic_int_get (&ahead.n_pushed), ==, 6);
  second = g_thread_new ("current", push_many, &current);
  g_assert_true (wait_for_pushes (&current, 2));
  g_usleep (50000);
  g_assert_cmpint (g_atomic_int_get (&current.n_pushed), ==, 2);
  ts_batch_queue_abort (queue);
  g_thread_join (first);
  g_thread_join (second);
}

/* Also where the others' last batch went beyond the limit. */
static void
test_reserve_when_over (Fixture *self, gconstpointer data)
{
  g_autoptr (TsRowBatch) batch = large_batch ();
  gsize size = ts_row_batch_get_size (batch);
  g_autoptr (TsBatchQueue) queue = ts_batch_queue_new (2, size * 3 / 2);
  Pusher ahead = { queue, 1, 0 }, current = { queue, 0, 0 };
  GThread *first = g_thread_new ("ahead", push_many, &ahead), *second;

  g_assert_true (wait_for_pushes (&ahead, 2));
  second = g_thread_new ("current", push_many, &current);
  g_assert_true (wait_for_pushes (&current, 1));
  ts_batch_queue_abort (queue);
  g_thread_join (first);
  g_thread_join (second);
}

/* ---- a database that is replaced ---- */

static void
exec (sqlite3 *db, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

/* An old database with a hot journal, as a writer leaves it that was killed in the middle: the file
 * itself holds half of its transaction. */
static void
make_hot_journal (Fixture *self)
{
  g_autofree char *living = g_build_filename (self->dir, "living", NULL);
  g_autofree char *living_journal = g_strconcat (living, "-journal", NULL);
  g_autofree char *journal = g_strconcat (self->db, "-journal", NULL);
  g_autofree char *text = NULL, *undo = NULL;
  gsize length, undo_length;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (living, &db), ==, SQLITE_OK);
  exec (db, "PRAGMA cache_size=1; CREATE TABLE t (x); INSERT INTO t VALUES ('old')");
  exec (db, "BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
            "INSERT INTO t SELECT randomblob (400) FROM n; UPDATE t SET x = 'new'");
  g_assert_true (g_file_get_contents (living, &text, &length, NULL));
  g_assert_true (g_file_get_contents (living_journal, &undo, &undo_length, NULL));
  sqlite3_close (db);
  g_unlink (living);
  g_assert_true (g_file_set_contents (self->db, text, (gssize) length, NULL));
  g_assert_true (g_file_set_contents (journal, undo, (gssize) undo_length, NULL));
}

/* A kill at any moment before the rename leaves the old database with its journal, or whole. */
static void
test_hot_journal (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 1, parse_steps);
  g_autofree char *journal = g_strconcat (self->db, "-journal", NULL);
  g_autoptr (GError) error = NULL;
  TsPartFile *part;

  make_hot_journal (self);
  part = ts_pipeline_run (&source->base, self->db, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_true (ts_part_file_prepare (part, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  test_assert_query (self->db, "SELECT count(*), min (x) FROM t", "1|old");
  g_assert_true (ts_part_file_commit (part, &error));
  g_assert_no_error (error);
  test_assert_query (self->db, "SELECT count(*) FROM trend_data", "500");
  ts_part_file_free (part);
  fake_free (&source->base);
}

/* What stands in the place of the part file: the message says so, and what to do. */
static void
test_part_in_the_way (Fixture *self, gconstpointer data)
{
  FakeSource *source = fake_source_new (TS_FORMAT_DUMP, 1, parse_steps);
  g_autofree char *part = g_strconcat (self->db, ".part", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("/nowhere", part), ==, 0);
  g_assert_false (test_pipeline_run (&source->base, self->db, 1, NULL, NULL, NULL, &error));
  g_assert_true (error->domain == G_FILE_ERROR);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_nonnull (strstr (error->message, "Remove it"));
  fake_free (&source->base);
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/pipeline/threads", test_threads);
  add ("/pipeline/failing-units", test_failing_units);
  add ("/pipeline/all-units-fail", test_all_units_fail);
  add ("/pipeline/bounded", test_bounded);
  add ("/pipeline/cancel", test_cancel);
  add ("/pipeline/busy", test_busy);
  add ("/pipeline/stale-part", test_stale_part);
  add ("/pipeline/reserve", test_reserve);
  add ("/pipeline/reserve-when-over", test_reserve_when_over);
  add ("/pipeline/hot-journal", test_hot_journal);
  add ("/pipeline/part-in-the-way", test_part_in_the_way);
  add ("/pipeline/no-units", test_no_units);
  add ("/pipeline/not-writable", test_not_writable);
  return g_test_run ();
}
