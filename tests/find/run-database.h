/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"

#include "model/number-format.h"
#include "model/schema.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <sqlite3.h>

/* The runs of data/runs.tar.xz as databases. NAME.json names the tensors; NAME.f32 holds
 * [step][tensor][rank][norm, max, min, mean] as little-endian float32. */

#define RUN_STATS 4

typedef struct
{
  JsonParser *parser;
  JsonArray *names;
  float *values;
  gsize n_values;
  guint n_steps, n_ranks, n_names;
  const char *dtype;
} Run;

static inline Run
run_load (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *raw = g_strconcat (name, ".f32", NULL);
  g_autofree char *json_path = g_build_filename (g_getenv ("TS_RUNS"), file, NULL);
  g_autofree char *raw_path = g_build_filename (g_getenv ("TS_RUNS"), raw, NULL);
  g_autoptr (GError) error = NULL;
  Run run = { .parser = json_parser_new_immutable () };
  JsonObject *head;
  gsize length;

  json_parser_load_from_file (run.parser, json_path, &error);
  g_assert_no_error (error);
  head = json_node_get_object (json_parser_get_root (run.parser));
  run.names = json_object_get_array_member (head, "names");
  run.n_names = json_array_get_length (run.names);
  run.n_steps = (guint) json_object_get_int_member (head, "steps");
  run.n_ranks = (guint) json_object_get_int_member (head, "ranks");
  run.dtype = json_object_get_string_member (head, "dtype");
  g_file_get_contents (raw_path, (char **) &run.values, &length, &error);
  g_assert_no_error (error);
  run.n_values = length / sizeof (float);
  g_assert_cmpuint (run.n_values, ==, run.n_steps * run.n_names * run.n_ranks * RUN_STATS);
  for (gsize i = 0; i < run.n_values; i++)
    {
      guint32 bits;
      memcpy (&bits, &run.values[i], sizeof bits);
      bits = GUINT32_FROM_LE (bits);
      memcpy (&run.values[i], &bits, sizeof bits);
    }
  return run;
}

static inline void
run_clear (Run *run)
{
  g_clear_object (&run->parser);
  g_clear_pointer (&run->values, g_free);
}

static inline const char *
run_class_ (const char *module)
{
  static const char *const kinds[][2]
      = { { "ln1", "LayerNorm" },      { "ln2", "LayerNorm" }, { "final_ln", "LayerNorm" },
          { "core", "CoreAttention" }, { "act", "GELU" },      { "embedding", "Embedding" } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i][0], module) == 0)
      return kinds[i][1];
  return "Linear";
}

/* "f.layers.0.qkv.input.0" -> metric id 1, "Module.layers.0.qkv.Linear.input.0". */
static inline char *
run_place (const char *name, int *metric_id)
{
  const char *dot = strchr (name, '.');
  g_autofree char *phase = g_strndup (name, (gsize) (dot - name));
  g_auto (GStrv) parts = g_strsplit (dot + 1, ".", -1);
  guint n = g_strv_length (parts);
  gboolean is_state = strcmp (phase, "p") == 0 || strcmp (phase, "gu") == 0;
  guint n_slot = is_state ? 1 : 2;
  g_autofree char *module_path = NULL, *slot = NULL;
  GString *module = g_string_new (parts[0]);

  for (guint i = 1; i < n - n_slot; i++)
    g_string_append_printf (module, ".%s", parts[i]);
  module_path = g_string_free (module, FALSE);
  if (is_state)
    slot = g_strdup (parts[n - 1]);
  else
    {
      /* The gradient of an output arrives, that of an input is produced. */
      gboolean turned = strcmp (phase, "b") == 0;
      gboolean output = strcmp (parts[n - 2], "output") == 0;
      slot = g_strdup_printf ("%s.%s", output != turned ? "output" : "input", parts[n - 1]);
    }
  *metric_id = strcmp (phase, "b") == 0 ? 2 : strcmp (phase, "gu") == 0 ? 3 : 1;
  return g_strdup_printf ("Module.%s.%s.%s%s", module_path, run_class_ (parts[n - n_slot - 1]),
                          strcmp (phase, "p") == 0 ? "parameters." : "", slot);
}

static inline void
run_exec_ (sqlite3 *db, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

static inline sqlite3_stmt *
run_prepare_ (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  return statement;
}

static inline void
run_step_ (sqlite3_stmt *statement)
{
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_reset (statement);
}

/* Fills ids[name] and metrics[name]; writes the targets. */
static inline void
run_write_targets_ (const Run *run, sqlite3 *db, gint64 *ids, int *metrics)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sqlite3_stmt *insert = run_prepare_ (db, "INSERT INTO monitoring_targets VALUES (?, ?, 0, 0)");
  sqlite3_stmt *more = run_prepare_ (
      db, "INSERT INTO trendscope_targets (target_id, dtype, shape) VALUES (?, ?, NULL)");

  for (guint i = 0; i < run->n_names; i++)
    {
      char *target = run_place (json_array_get_string_element (run->names, i), &metrics[i]);
      ids[i] = (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (known, target));
      if (ids[i] != 0)
        {
          g_free (target);
          continue;
        }
      ids[i] = g_hash_table_size (known) + 1;
      g_hash_table_insert (known, target, GSIZE_TO_POINTER ((gsize) ids[i]));
      sqlite3_bind_int64 (insert, 1, ids[i]);
      sqlite3_bind_text (insert, 2, target, -1, SQLITE_TRANSIENT);
      run_step_ (insert);
      sqlite3_bind_int64 (more, 1, ids[i]);
      sqlite3_bind_text (more, 2, run->dtype, -1, SQLITE_TRANSIENT);
      run_step_ (more);
    }
  sqlite3_finalize (insert);
  sqlite3_finalize (more);
}

static inline void
run_bind_key_ (sqlite3_stmt *statement, guint rank, guint step, gint64 target, int metric)
{
  sqlite3_bind_int64 (statement, 1, rank);
  sqlite3_bind_int64 (statement, 2, step);
  sqlite3_bind_int64 (statement, 3, target);
  sqlite3_bind_int64 (statement, 4, metric);
}

/* The numbers of one tensor; a negative norm is no row at all. */
static inline float *
run_row (const Run *run, guint step, guint name, guint rank)
{
  return run->values + ((((gsize) step * run->n_names + name) * run->n_ranks + rank) * RUN_STATS);
}

static inline void
run_write_rows_ (const Run *run, sqlite3 *db, const gint64 *ids, const int *metrics)
{
  sqlite3_stmt *insert = run_prepare_ (db, "INSERT INTO trend_data VALUES (?,?,?,?,?,?,?,?)");
  sqlite3_stmt *exact = run_prepare_ (db, "INSERT INTO trendscope_exact VALUES (?,?,?,?,?,?,?,?)");

  for (guint rank = 0; rank < run->n_ranks; rank++)
    for (guint step = 0; step < run->n_steps; step++)
      for (guint t = 0; t < run->n_names; t++)
        {
          const float *values = run_row (run, step, t, rank);
          gboolean odd = FALSE;
          if (values[0] < 0)
            continue;
          run_bind_key_ (insert, rank, step, ids[t], metrics[t]);
          for (int s = 0; s < RUN_STATS; s++)
            {
              odd |= !(fabs ((double) values[s]) <= TS_CLAMP);
              sqlite3_bind_double (insert, 5 + s, ts_clamp_value ((double) values[s]));
            }
          run_step_ (insert);
          if (!odd)
            continue;
          run_bind_key_ (exact, rank, step, ids[t], metrics[t]);
          for (int s = 0; s < RUN_STATS; s++)
            {
              g_autofree char *text = ts_format_exact ((double) values[s]);
              sqlite3_bind_text (exact, 5 + s, text, -1, SQLITE_TRANSIENT);
            }
          run_step_ (exact);
        }
  sqlite3_finalize (insert);
  sqlite3_finalize (exact);
}

/* Writes the run as a database; the caller frees its path. */
static inline char *
run_write (const Run *run)
{
  g_autofree char *folder = test_tmp_dir ();
  char *path = g_build_filename (folder, "run.trend.db", NULL);
  g_autofree char *trend = ts_schema_trend_data_sql (ts_dump_stats);
  g_autofree char *exact = ts_schema_exact_sql (ts_dump_stats);
  g_autofree gint64 *ids = g_new0 (gint64, run->n_names);
  g_autofree int *metrics = g_new0 (int, run->n_names);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  run_exec_ (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  run_exec_ (db, ts_schema_tables_sql);
  run_exec_ (db, ts_schema_own_tables_sql);
  run_exec_ (db, trend);
  run_exec_ (db, exact);
  run_exec_ (db, "INSERT INTO monitoring_metrics VALUES (1, 'forward'), (2, 'backward'),"
                 " (3, 'parameters_grad');"
                 "INSERT INTO trendscope_meta VALUES ('schema_version', '1'), ('format', 'dump');"
                 "CREATE TABLE global_stats (max_rank, min_step, max_step, forward TEXT,"
                 " backward TEXT, parameters_grad TEXT);"
                 "INSERT INTO global_stats VALUES (0, 0, 0, 'norm,max,min,mean',"
                 " 'norm,max,min,mean', 'norm,max,min,mean')");
  run_write_targets_ (run, db, ids, metrics);
  run_write_rows_ (run, db, ids, metrics);
  run_exec_ (db, "COMMIT");
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return path;
}

static inline char *
run_write_named (const char *name)
{
  Run run = run_load (name);
  char *path = run_write (&run);

  run_clear (&run);
  return path;
}
