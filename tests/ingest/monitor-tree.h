/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-error.h"
#include "ingest/import.h"
#include "ingest/mapping.h"
#include "test-database.h"

/* A folder of monitor data made for one test, and what an import of it gives. */
typedef struct
{
  char *dir; /* the run folders */
  char *db_dir;
  char *db; /* the database; NULL when the import gave none */
  TsImportResult *result;
  GError *error;
} MonitorTree;

static inline MonitorTree *
monitor_tree_new (void)
{
  MonitorTree *self = g_new0 (MonitorTree, 1);
  g_autofree char *top = test_tmp_dir ();

  self->dir = g_build_filename (top, "data", NULL);
  self->db_dir = g_build_filename (top, "db", NULL);
  g_assert_cmpint (g_mkdir (self->dir, 0755), ==, 0);
  return self;
}

static inline void
monitor_tree_free (MonitorTree *self)
{
  g_autofree char *top = g_path_get_dirname (self->dir);

  test_remove_tree (top);
  g_clear_pointer (&self->result, ts_import_result_free);
  g_clear_error (&self->error);
  g_free (self->dir);
  g_free (self->db_dir);
  g_free (self->db);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MonitorTree, monitor_tree_free)

/* length may be -1. */
static inline void
monitor_tree_write_bytes (MonitorTree *self, const char *path, const char *text, gssize length)
{
  g_autofree char *full = g_build_filename (self->dir, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_file_set_contents (full, text, length, &error);
  g_assert_no_error (error);
}

#define RANK0 "Dec03_21-34-40-rank0-abcd1234/"

/* A file of rank 0's only run folder. */
static inline void
monitor_tree_write (MonitorTree *self, const char *name, const char *text)
{
  g_autofree char *path = g_strconcat (RANK0, name, NULL);

  monitor_tree_write_bytes (self, path, text, -1);
}

static inline void
monitor_tree_import (MonitorTree *self, TsImportOptions *options)
{
  TsImportReport *report;

  options->data_dir = g_strdup (self->dir);
  options->db_dir = g_strdup (self->db_dir);
  options->format = TS_FORMAT_MONITOR;
  self->result = ts_import_run (options, NULL, NULL, NULL, &self->error);
  if (self->result == NULL)
    return;
  report = self->result->report;
  g_assert_cmpuint (self->result->databases->len, ==, 1);
  self->db = g_strdup (g_ptr_array_index (self->result->databases, 0));
  g_assert_cmpuint (ts_import_report_get_rows_read (report), ==,
                    ts_import_report_get_rows_stored (report)
                        + ts_import_report_get_rows_lost (report));
}

/* With the rules of Trendscope, on two threads. */
static inline void
monitor_tree_import_default (MonitorTree *self, gboolean micro_step)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();

  options->micro_step = micro_step;
  options->n_threads = 2;
  monitor_tree_import (self, options);
  g_assert_no_error (self->error);
}

/* The report's entries without notes: "code path:line count", one a line. */
static inline char *
monitor_tree_show_report (MonitorTree *self, TsSeverity from)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (self->result->report);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *name = g_path_get_basename (entry->path);
      if (entry->severity >= from)
        g_string_append_printf (text, "%s%s %s:%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT,
                                text->len > 0 ? "\n" : "", entry->code, name, entry->line,
                                entry->count);
    }
  return g_string_free (text, FALSE);
}

#define monitor_tree_assert_report(tree, expected)                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *got_ = monitor_tree_show_report (tree, TS_SEVERITY_WARNING);                  \
    g_assert_cmpstr (got_, ==, expected);                                                          \
  }                                                                                                \
  G_STMT_END

/* All rows: rank, step, target, vpp stage, micro-step, metric, then the columns asked for. */
#define ROWS(columns)                                                                              \
  "SELECT rank, step, target_name, vpp_stage, micro_step, metric_name, " columns                   \
  " FROM trend_data JOIN monitoring_targets USING (target_id)"                                     \
  " JOIN monitoring_metrics USING (metric_id) ORDER BY rank, step, metric_id, target_id"
