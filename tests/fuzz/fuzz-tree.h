/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"

#include "ingest/batch-queue.h"
#include "ingest/import-source.h"

#include <glib/gstdio.h>
#include <string.h>

/* For the targets that need files: one temporary tree, filled anew each time, and a source run over
 * it without a writer. */

static inline const char *
fuzz_dir (void)
{
  static char *dir;

  if (dir == NULL)
    dir = test_tmp_dir ();
  return dir;
}

static inline void
fuzz_write (const char *inside, const void *data, gsize size)
{
  g_autofree char *path = g_build_filename (fuzz_dir (), inside, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  FILE *file;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  file = g_fopen (path, "w");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  fclose (file);
}

static inline void
fuzz_remove (const char *inside)
{
  g_autofree char *path = g_build_filename (fuzz_dir (), inside, NULL);

  g_remove (path);
}

static inline guint64
fuzz_drain (TsBatchQueue *queue, const TsImportSource *source)
{
  guint64 n = 0;
  TsRowBatch *batch;
  TsBatchQueueItem item;

  while ((item = ts_batch_queue_pop (queue, 0, &batch)) == TS_BATCH_QUEUE_BATCH
         || item == TS_BATCH_QUEUE_UNIT_END)
    {
      for (guint i = 0; batch != NULL && i < ts_row_batch_get_n_rows (batch); i++)
        {
          const TsRow *row = ts_row_batch_get_row (batch, i);
          const TsBatchTarget *target = ts_row_batch_get_target (batch, row->target);
          g_assert_true (row->metric >= 1 && row->metric <= source->metrics->len);
          g_assert_true (g_utf8_validate (target->name, -1, NULL));
          g_assert_nonnull (ts_row_batch_get_source (batch, row->source));
          n++;
        }
      g_clear_pointer (&batch, ts_row_batch_free);
    }
  return n;
}

/* Whatever the files hold: no row is lost without a word. */
static inline void
fuzz_run (TsFormat format, gboolean compat)
{
  TsImportOptions options
      = { .compat = compat, .micro_step = TRUE, .all_dtypes = !compat, .format = format };
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TsFolder) folder = ts_folder_new (fuzz_dir ());
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, format);
  TsImportSource *source = format == TS_FORMAT_DUMP
                               ? ts_dump_source_new (run, &options, NULL, report)
                               : ts_monitor_source_new (run, &options, NULL, report);

  if (source->klass->plan (source, 1, NULL, &error))
    {
      guint n_units = source->klass->get_n_units (source);
      g_autoptr (TsBatchQueue) queue = ts_batch_queue_new (n_units, G_MAXSIZE);
      for (guint i = 0; i < n_units; i++)
        {
          TsBatchSink sink = { queue, i };
          g_autoptr (GError) unit_error = NULL;
          gboolean parsed = source->klass->parse_unit (source, i, &sink, NULL, &unit_error);
          g_assert_true (parsed == (unit_error == NULL));
          ts_batch_queue_finish_unit (queue, i);
        }
      g_assert_cmpuint (ts_import_report_get_rows_read (report), ==,
                        fuzz_drain (queue, source) + ts_import_report_get_rows_lost (report));
    }
  else
    g_assert_nonnull (error);
  source->klass->free (source);
}
