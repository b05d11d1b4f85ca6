/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"
#include "ingest/row-batch.h"
#include "ingest/writing/target-store.h"

#include "model/schema.h"

#include <string.h>

typedef struct
{
  sqlite3 *db;
} Fixture;

static void
run (sqlite3 *db, const char *sql)
{
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  run (self->db, ts_schema_tables_sql);
  run (self->db, ts_schema_own_tables_sql);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (sqlite3_close (self->db), ==, SQLITE_OK);
}

static guint32
intern (TsTargetStore *store,
        const char *name,
        gint32 vpp_stage,
        gint32 micro_step,
        const char *dtype,
        const char *shape)
{
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (1);
  g_autoptr (GError) error = NULL;
  guint32 i = ts_row_batch_intern_target (batch, name, strlen (name), vpp_stage, micro_step, dtype,
                                          shape);
  guint32 id = ts_target_store_intern (store, ts_row_batch_get_target_table (batch), i, &error);

  g_assert_no_error (error);
  return id;
}

static void
assert_query (Fixture *self, const char *sql, const char *expected)
{
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, expected);
  sqlite3_finalize (statement);
}

/* data: how much the store may keep in memory. However little, ids are those of first appearance.
 */
static void
test_ids (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsTargetStore) store = ts_target_store_new (self->db, GPOINTER_TO_SIZE (data), &error);

  g_assert_no_error (error);
  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < 1500; i++)
      {
        g_autofree char *name = g_strdup_printf ("Module.layers.%u.MLP.input.0", i / 3);

        g_assert_cmpuint (
            intern (store, name, i % 3 == 2 ? 1 : 0, i % 3 == 1 ? 7 : 0, "torch.float16", "[2]"),
            ==, i + 1);
      }
  g_assert_cmpuint (ts_target_store_get_size (store), ==, 1500);
  assert_query (self, "SELECT count(*) || ' ' || max(target_id) FROM monitoring_targets",
                "1500 1500");
  assert_query (self, "SELECT count(*) || dtype || shape FROM trendscope_targets",
                "1500torch.float16[2]");
  assert_query (self,
                "SELECT target_name || vpp_stage || micro_step FROM monitoring_targets "
                "WHERE target_id = 1499",
                "Module.layers.499.MLP.input.007");
}

static void
test_types (Fixture *self, gconstpointer data)
{
  static const char all[]
      = "SELECT group_concat (target_id || ':' || ifnull (dtype, '-') || ':' || "
        "ifnull (shape, '-'), ' ') FROM trendscope_targets";
  g_autoptr (TsTargetStore) store = ts_target_store_new (self->db, GPOINTER_TO_SIZE (data), NULL);

  g_assert_cmpuint (intern (store, "a", 0, 0, NULL, NULL), ==, 1);
  g_assert_cmpuint (intern (store, "b", 0, 0, NULL, "[1]"), ==, 2);
  g_assert_cmpuint (intern (store, "c", 0, 0, "x", "[2]"), ==, 3);
  assert_query (self, all, "2:-:[1] 3:x:[2]");
  /* What comes first stays; what was missing comes in. */
  g_assert_cmpuint (intern (store, "b", 0, 0, "y", "[7]"), ==, 2);
  g_assert_cmpuint (intern (store, "c", 0, 0, "z", "[7]"), ==, 3);
  g_assert_cmpuint (intern (store, "a", 0, 0, "w", NULL), ==, 1);
  g_assert_cmpuint (intern (store, "a", 0, 0, "q", "[8]"), ==, 1);
  assert_query (self, all, "1:w:[8] 2:y:[1] 3:x:[2]");
}

static void
test_failure (Fixture *self, gconstpointer data)
{
  g_autoptr (TsTargetStore) store = ts_target_store_new (self->db, G_MAXSIZE, NULL);
  g_autoptr (TsRowBatch) batch = ts_row_batch_new (1);
  g_autoptr (GError) error = NULL;
  guint32 i = ts_row_batch_intern_target (batch, "a", 1, 0, 0, NULL, NULL);

  run (self->db, "PRAGMA query_only = 1");
  g_assert_cmpuint (
      ts_target_store_intern (store, ts_row_batch_get_target_table (batch), i, &error), ==, 0);
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE);
}

int
main (int argc, char *argv[])
{
  gconstpointer sizes[]
      = { GSIZE_TO_POINTER (G_MAXSIZE), GSIZE_TO_POINTER (32 * 1024), GSIZE_TO_POINTER (1) };
  const char *names[] = { "all-in-memory", "some-in-memory", "none-in-memory" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *ids = g_strdup_printf ("/target-store/ids/%s", names[i]);
      g_autofree char *types = g_strdup_printf ("/target-store/types/%s", names[i]);

      g_test_add (ids, Fixture, sizes[i], set_up, test_ids, tear_down);
      g_test_add (types, Fixture, sizes[i], set_up, test_types, tear_down);
    }
  g_test_add ("/target-store/failure", Fixture, NULL, set_up, test_failure, tear_down);
  return g_test_run ();
}
