/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/pipeline.h"

#include "ingest/batch-queue.h"
#include "ingest/import-error.h"
#include "ingest/writing/writer.h"

#include <glib/gi18n-lib.h>

/* What may wait between parsers and writer. With the writer's own 16 MB, its cache of 24 MB and a
 * batch being filled by each parser the whole import stays well below 200 MB. */
#define MAX_QUEUED        (24 * 1024 * 1024)
#define PROGRESS_INTERVAL (50 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  TsImportSource *source;
  TsBatchQueue *queue;
  GCancellable *cancellable;
  int n_failed; /* units; atomic */
} Parsing;

typedef struct
{
  Parsing parsing;
  GPtrArray *threads;
  TsWriter *writer;
  TsImportProgressFunc progress;
  gpointer progress_data;
  gint64 last_progress;
} Pipeline;

static void
report_failed_unit (Parsing *self, guint unit, const GError *error)
{
  g_atomic_int_inc (&self->n_failed);
  ts_import_report_add (self->source->report, TS_SEVERITY_ERROR, "unreadable-file",
                        self->source->klass->get_unit_path (self->source, unit), 0, 1, 0, "%s",
                        error == NULL ? _ ("The file could not be read.") : error->message);
}

static gpointer
parse_units (gpointer data)
{
  Parsing *self = data;
  TsBatchSink sink = { self->queue };

  while (ts_batch_queue_take_unit (self->queue, &sink.unit))
    {
      g_autoptr (GError) error = NULL;
      gboolean parsed = self->source->klass->parse_unit (self->source, sink.unit, &sink,
                                                         self->cancellable, &error);
      if (!parsed && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
          && !ts_batch_queue_is_aborted (self->queue))
        report_failed_unit (self, sink.unit, error);
      ts_batch_queue_finish_unit (self->queue, sink.unit);
    }
  return NULL;
}

static gboolean
is_time_to_tell (Pipeline *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->progress == NULL || now - self->last_progress < PROGRESS_INTERVAL)
    return FALSE;
  self->last_progress = now;
  return TRUE;
}

static void
tell_progress (Pipeline *self, guint targets_done, guint targets_total)
{
  TsImportProgress progress = { .targets_done = targets_done, .targets_total = targets_total };

  if (self->progress == NULL)
    return;
  progress.bytes_total = self->parsing.source->total_bytes;
  progress.bytes_done
      = MIN (ts_batch_queue_get_progress (self->parsing.queue), progress.bytes_total);
  progress.units_total = self->parsing.source->klass->get_n_units (self->parsing.source);
  progress.units_done = ts_batch_queue_get_current_unit (self->parsing.queue);
  progress.rows = ts_writer_get_n_rows (self->writer);
  self->progress (&progress, self->progress_data);
}

static void
tell_tags (guint targets_done, guint targets_total, gpointer data)
{
  if (is_time_to_tell (data))
    tell_progress (data, targets_done, targets_total);
}

/* The writer's side: until all units are written. */
static gboolean
write_batches (Pipeline *self, GError **error)
{
  for (;;)
    {
      TsRowBatch *batch;
      gboolean written = TRUE;

      if (g_cancellable_set_error_if_cancelled (self->parsing.cancellable, error))
        return FALSE;
      switch (ts_batch_queue_pop (self->parsing.queue, PROGRESS_INTERVAL, &batch))
        {
        case TS_BATCH_QUEUE_BATCH:
          written = ts_writer_add (self->writer, batch, error);
          break;
        case TS_BATCH_QUEUE_UNIT_END:
          written = ts_writer_end_unit (self->writer, error);
          break;
        case TS_BATCH_QUEUE_END:
          return TRUE;
        case TS_BATCH_QUEUE_TIMEOUT:
        default:
          break;
        }
      if (!written)
        return FALSE;
      if (is_time_to_tell (self))
        tell_progress (self, 0, 0);
    }
}

static void
start_threads (Pipeline *self, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      /* With fewer threads than wished for it is slower, with none there is the first. */
      GThread *thread = i == 0 ? g_thread_new ("parser", parse_units, &self->parsing)
                               : g_thread_try_new ("parser", parse_units, &self->parsing, NULL);
      if (thread == NULL)
        break;
      g_ptr_array_add (self->threads, thread);
    }
}

static void
stop_threads (Pipeline *self)
{
  ts_batch_queue_abort (self->parsing.queue);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (g_ptr_array_index (self->threads, i));
  g_ptr_array_set_size (self->threads, 0);
}

static gboolean
read_nothing (Pipeline *self, GError **error)
{
  int n = g_atomic_int_get (&self->parsing.n_failed);

  if (n == 0 || ts_writer_get_n_rows (self->writer) > 0 || self->parsing.source->onto != NULL)
    return FALSE;
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
               g_dngettext (GETTEXT_PACKAGE, "No row could be imported: %d file could not be read.",
                            "No row could be imported: %d files could not be read.", (gulong) n),
               n);
  return TRUE;
}

static gboolean
run (Pipeline *self, guint n_threads, GError **error)
{
  gboolean written;

  start_threads (self, n_threads);
  tell_progress (self, 0, 0);
  written = write_batches (self, error);
  stop_threads (self);
  if (!written || read_nothing (self, error)
      || !ts_writer_finish (self->writer, tell_tags, self, self->parsing.cancellable, error))
    return FALSE;
  tell_progress (self, 0, 0);
  if (self->parsing.source->onto != NULL) /* what is committed is */
    return TRUE;
  return !g_cancellable_set_error_if_cancelled (self->parsing.cancellable, error);
}

/* Reads what source has planned and writes it into the database at path. */
static gboolean
run_into (TsImportSource *source,
          const char *path,
          guint n_threads,
          TsImportProgressFunc progress,
          gpointer data,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  guint n_units = source->klass->get_n_units (source);
  g_autoptr (TsBatchQueue) queue = ts_batch_queue_new (n_units, MAX_QUEUED);
  g_autoptr (TsWriter) writer = ts_writer_new (path, source, error);
  Pipeline self = { { source, queue, cancellable, 0 }, threads, writer, progress, data, 0 };

  return writer != NULL && run (&self, CLAMP (n_threads, 1, MAX (n_units, 1)), error);
}

gboolean
ts_pipeline_update (TsImportSource *source,
                    const char *db_path,
                    guint n_threads,
                    TsImportProgressFunc progress,
                    gpointer data,
                    GCancellable *cancellable,
                    GError **error)
{
  return source->klass->plan (source, n_threads, cancellable, error)
         && run_into (source, db_path, n_threads, progress, data, cancellable, error);
}

TsPartFile *
ts_pipeline_run (TsImportSource *source,
                 const char *db_path,
                 guint n_threads,
                 TsImportProgressFunc progress,
                 gpointer data,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (TsPartFile) part = NULL;

  /* First the lock: what can't be written needs no reading. */
  part = ts_part_file_open (db_path, error);
  if (part == NULL || !source->klass->plan (source, n_threads, cancellable, error)
      || !run_into (source, ts_part_file_get_path (part), n_threads, progress, data, cancellable,
                    error))
    return NULL;
  return g_steal_pointer (&part);
}
