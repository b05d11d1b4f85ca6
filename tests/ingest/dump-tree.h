/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import.h"
#include "test-database.h"

/* Small dump folders for tests, and what an import makes of them. */

/* JSON from short hand: ' for ", and <7> for a float32 tensor whose norm is 7. */
static inline char *
dump_json (const char *text)
{
  GString *json = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '\'')
      g_string_append_c (json, '"');
    else if (*p == '<')
      {
        const char *end = strchr (p, '>');
        g_string_append_printf (json,
                                "{\"type\": \"torch.Tensor\", \"dtype\": \"torch.float32\", "
                                "\"shape\": [2, 3], \"Max\": 1.0, \"Min\": -1.0, \"Mean\": 0.5, "
                                "\"Norm\": %.*s, \"requires_grad\": false}",
                                (int) (end - p - 1), p + 1);
        p = end;
      }
    else
      g_string_append_c (json, *p);
  return g_string_free (json, FALSE);
}

static inline void
tree_write_raw (const char *dir, const char *path, const char *text, gssize length)
{
  g_autofree char *file = g_build_filename (dir, path, NULL);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (file, text, length, &error);
  g_assert_no_error (error);
}

/* A file in short hand. */
static inline void
tree_write (const char *dir, const char *path, const char *text)
{
  g_autofree char *json = dump_json (text);

  tree_write_raw (dir, path, json, -1);
}

/* The entries of dump.json in short hand, and construct.json (NULL: none). */
static inline void
tree_add (const char *dir, const char *folder, const char *data, const char *construct)
{
  g_autofree char *dump = g_strdup_printf ("%s/dump.json", folder);
  g_autofree char *calls = g_strdup_printf ("%s/construct.json", folder);
  g_autofree char *whole
      = g_strdup_printf ("{'task': 'statistics', 'level': 'mix', 'data': {%s}}", data);

  tree_write (dir, dump, whole);
  if (construct != NULL)
    {
      g_autofree char *object = g_strdup_printf ("{%s}", construct);
      tree_write (dir, calls, object);
    }
}

typedef struct
{
  char *dir; /* with "data" and "db" in it */
  char *data;
  char *db; /* the database */
  TsImportOptions *options;
  TsImportResult *result; /* NULL when the import failed */
  GError *error;
} Tree;

static inline void
tree_init (Tree *self)
{
  self->dir = test_tmp_dir ();
  self->data = g_build_filename (self->dir, "data", NULL);
  self->db = g_build_filename (self->dir, "db", "dump_data.trend.db", NULL);
  self->options = ts_import_options_new ();
  self->options->data_dir = g_strdup (self->data);
  self->options->db_dir = g_build_filename (self->dir, "db", NULL);
  self->options->format = TS_FORMAT_DUMP;
  self->options->micro_step = TRUE;
  self->options->n_threads = 2;
  self->result = NULL;
  self->error = NULL;
  g_assert_cmpint (g_mkdir (self->data, 0700), ==, 0);
}

/* Whatever happens, every row that was read is stored or accounted for. */
static inline gboolean
tree_import (Tree *self)
{
  g_clear_pointer (&self->result, ts_import_result_free);
  g_clear_error (&self->error);
  self->result = ts_import_run (self->options, NULL, NULL, NULL, &self->error);
  g_assert_true ((self->result == NULL) == (self->error != NULL));
  if (self->result == NULL)
    return FALSE;
  g_assert_cmpuint (ts_import_report_get_rows_read (self->result->report), ==,
                    ts_import_report_get_rows_stored (self->result->report)
                        + ts_import_report_get_rows_lost (self->result->report));
  return TRUE;
}

static inline void
tree_clear (Tree *self)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->data);
  g_free (self->db);
  ts_import_options_free (self->options);
  ts_import_result_free (self->result);
  g_clear_error (&self->error);
}

/* The entry of the report with this code, or NULL; its path is compared when not NULL. Freed with
 * entries. */
static inline const TsReportEntry *
tree_find_entry (GPtrArray *entries, const char *code, const char *path)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (entries, i);
      if (strcmp (entry->code, code) == 0 && (path == NULL || strcmp (entry->path, path) == 0))
        return entry;
    }
  return NULL;
}

/* How many things the report has under code; 0: not reported. */
static inline guint64
tree_count (const Tree *self, const char *code)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (self->result->report);
  const TsReportEntry *entry = tree_find_entry (entries, code, NULL);

  return entry == NULL ? 0 : entry->count;
}

/* All rows, sorted: "metric name[@vpp]#index rank/step norm". */
#define TREE_ROWS                                                                                  \
  "SELECT metric_name || ' ' || target_name || CASE WHEN vpp_stage = 0 THEN '' ELSE '@' || "       \
  "vpp_stage END || '#' || t.micro_step || ' ' || rank || '/' || step || ' ' || "                  \
  "ifnull(CAST(norm AS INTEGER), 'NULL') FROM trend_data JOIN monitoring_targets t USING "         \
  "(target_id) JOIN monitoring_metrics USING (metric_id) ORDER BY 1"

#define tree_assert_rows(tree, expected) test_assert_query ((tree)->db, TREE_ROWS, expected)
