/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"

#include "model/schema.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>

/* Small databases and folders for the tests of the store. */

static inline void
sample_exec (sqlite3 *db, const char *sql)
{
  char *message = NULL;
  int code = sqlite3_exec (db, sql, NULL, NULL, &message);

  if (code != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

#define sample_create_folder test_tmp_dir

static inline void
sample_remove_folder (char *folder)
{
  test_remove_tree (folder);
  g_free (folder);
}

static inline int
sample_compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

/* The sorted names in a folder, joined by blanks. */
static inline char *
sample_list_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, sample_compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

/* Creates folder/name with msProbe's tables, the statistics norm, max, min, mean (and exact values
 * when asked for), then runs sql. Returns the path. */
static inline char *
sample_create_database (const char *folder, const char *name, gboolean own_tables, const char *sql)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *trend_data = ts_schema_trend_data_sql (ts_dump_stats);
  g_autofree char *exact = ts_schema_exact_sql (ts_dump_stats);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sample_exec (db, ts_schema_tables_sql);
  sample_exec (db, trend_data);
  if (own_tables)
    {
      sample_exec (db, ts_schema_own_tables_sql);
      sample_exec (db, exact);
    }
  sample_exec (db, sql);
  sqlite3_close (db);
  return path;
}

/* Two layers and an untagged target, ranks 0 and 2, training steps 500 (two micro-steps) and 1000.
 * Every trend_data row has max = rank * 100 + step * 10 + target, but for those that the tests of
 * values change. */
#define SAMPLE_SQL                                                                                 \
  "INSERT INTO monitoring_metrics VALUES (1,'forward'),(2,'backward'),(3,'recompute');"            \
  "INSERT INTO monitoring_targets VALUES"                                                          \
  " (1,'Module.layers.0.mlp.input.0',0,0),(2,'Module.layers.0.mlp.output.0',0,0),"                 \
  " (3,'Module.layers.10.mlp.input.0',0,0),(4,'Module.layers.10.mlp.input.0',0,1),"                \
  " (7,'Module.x',0,0);"                                                                           \
  "INSERT INTO monitoring_tags VALUES (1,'layers.0','layer',1),(2,'layers.10','layer',1),"         \
  " (3,'input.0','index',1),(4,'output.0','index',1),(5,'layers.0','module',1),"                   \
  " (6,'layers.2','layer',2),(7,'layers.10','layer',2);"                                           \
  "INSERT INTO tag_target_mapping VALUES (1,1),(1,2),(2,3),(2,4),(3,1),(3,3),(3,4),(4,2),(5,2),"   \
  " (7,3);"                                                                                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"                                 \
  " SELECT r.value, s.value, t.target_id, 1, r.value * 100 + s.value * 10 + t.target_id"           \
  " FROM json_each('[0,2]') r, json_each('[0,1,2]') s, monitoring_targets t"                       \
  " WHERE NOT (t.target_id = 4 AND s.value = 1);"                                                  \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"                                 \
  " VALUES (2, 0, 3, 2, 1.5), (2, 2, 3, 2, 2.5);"

#define SAMPLE_STEPS_SQL                                                                           \
  "INSERT INTO trendscope_steps VALUES (0, 500, 0), (1, 500, 1), (2, 1000, 0), (3, 1500, 0);"      \
  "INSERT INTO trendscope_meta VALUES ('format', 'dump'), ('schema_version', '1');"                \
  "INSERT INTO trendscope_targets (target_id, dtype, shape) VALUES (2, 'torch.float32', '[2, "     \
  "4]');"
