/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "merge/merge-private.h"

#include <string.h>

/* ---- targets, metrics, steps ---- */

static gboolean
write_metrics (sqlite3 *db, const TsCatalog *run, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (db, "INSERT INTO monitoring_metrics VALUES (?,?)", error);

  for (guint i = 0; insert != NULL && i < run->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (run->metrics, i);
      sqlite3_bind_int64 (insert, 1, metric->id);
      ts_sql_bind_text (insert, 2, metric->name);
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return insert != NULL;
}

static gboolean
write_targets (sqlite3 *db, const TsCatalog *run, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (db, "INSERT INTO monitoring_targets VALUES (?,?,?,?)", error);
  g_autoptr (TsStatement) insert_own = NULL;

  if (insert != NULL)
    insert_own = ts_sql_prepare (db, "INSERT INTO trendscope_targets VALUES (?,?,?,?)", error);
  for (guint i = 0; insert_own != NULL && i < run->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (run->targets, i);
      sqlite3_bind_int64 (insert, 1, target->id);
      ts_sql_bind_text (insert, 2, target->name);
      sqlite3_bind_int64 (insert, 3, target->vpp_stage);
      sqlite3_bind_int64 (insert, 4, target->micro_step);
      sqlite3_bind_int64 (insert_own, 1, target->id);
      ts_sql_bind_text (insert_own, 2, target->dtype);
      ts_sql_bind_text (insert_own, 3, target->shape);
      sqlite3_bind_int64 (insert_own, 4, target->place);
      if (!ts_sql_run (insert, error) || !ts_sql_run (insert_own, error))
        return FALSE;
    }
  return insert_own != NULL;
}

static gboolean
write_steps (sqlite3 *db, const TsCatalog *run, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (db, "INSERT INTO trendscope_steps VALUES (?,?,?)", error);

  for (guint i = 0; insert != NULL && i < run->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (run->steps, i);
      sqlite3_bind_int64 (insert, 1, step->step);
      sqlite3_bind_int64 (insert, 2, step->train_step);
      sqlite3_bind_int64 (insert, 3, step->micro_step);
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return insert != NULL;
}

static gboolean
write_ranks (sqlite3 *db, const TsCatalog *run, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (db, "INSERT INTO trendscope_ranks VALUES (?)", error);

  for (guint i = 0; insert != NULL && i < run->ranks->len; i++)
    {
      sqlite3_bind_int64 (insert, 1, g_array_index (run->ranks, gint64, i));
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return insert != NULL;
}

gboolean
_ts_merge_write_catalog (sqlite3 *db, const TsCatalog *run, GError **error)
{
  return write_metrics (db, run, error) && write_targets (db, run, error)
         && write_steps (db, run, error) && write_ranks (db, run, error);
}

/* ---- global_stats ---- */

/* One row whose columns are the metrics; the order of the first three differs between the two kinds
 * of database. */
static gboolean
write_global_stats (sqlite3 *db, const TsCatalog *run, GError **error)
{
  gboolean dump = run->format == TS_FORMAT_DUMP;
  gint64 first = 0, last = 0, rank = 0;
  g_autoptr (GString) create = g_string_new ("CREATE TABLE global_stats (");
  g_autoptr (GString) insert = g_string_new ("INSERT INTO global_stats VALUES (");

  if (run->steps->len > 0)
    {
      first = ((const TsCatalogStep *) g_ptr_array_index (run->steps, 0))->step;
      last = ((const TsCatalogStep *) g_ptr_array_index (run->steps, run->steps->len - 1))->step;
    }
  if (run->ranks->len > 0)
    rank = g_array_index (run->ranks, gint64, run->ranks->len - 1);
  g_string_append (create, dump ? "max_rank INTEGER DEFAULT 0, min_step INTEGER DEFAULT 0, "
                                  "max_step INTEGER DEFAULT 0"
                                : "min_step INTEGER DEFAULT 0, max_step INTEGER DEFAULT 0, "
                                  "max_rank INTEGER DEFAULT 0");
  g_string_append_printf (insert, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                          dump ? rank : first, dump ? first : last, dump ? last : rank);
  for (guint i = 0; i < run->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (run->metrics, i);
      g_autofree char *stats = g_strjoinv (",", metric->stats);
      char *column = sqlite3_mprintf (", \"%w\" TEXT DEFAULT NULL", metric->name);
      char *value = sqlite3_mprintf (",%Q", stats);
      g_string_append (create, column);
      g_string_append (insert, value);
      sqlite3_free (column);
      sqlite3_free (value);
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  return ts_sql_exec (db, create->str, error) && ts_sql_exec (db, insert->str, error);
}

/* ---- trendscope_meta ---- */

static gboolean
put_meta (sqlite3 *db, const char *key, const char *value, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (db, "INSERT OR REPLACE INTO trendscope_meta VALUES (?,?)", error);

  if (insert == NULL)
    return FALSE;
  ts_sql_bind_text (insert, 1, key);
  ts_sql_bind_text (insert, 2, value);
  return ts_sql_run (insert, error);
}

static gboolean
put_number (sqlite3 *db, const char *key, guint64 value, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  return put_meta (db, key, text, error);
}

/* What the parts counted, together. */
static guint64
sum_meta (const TsCatalog *run, const char *key)
{
  guint64 sum = 0;

  for (guint i = 0; i < ts_catalog_get_n_parts (run); i++)
    {
      const char *text = g_hash_table_lookup (ts_catalog_get_part (run, i)->meta, key);
      guint64 n;
      if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &n, NULL))
        sum += n;
    }
  return sum;
}

static gboolean
write_meta (sqlite3 *db, const TsCatalog *run, guint64 n_rows, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);
  g_autofree char *id = g_uuid_string_random (); /* the parts have their own */
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, run->meta);
  /* The catalog has "" for NULL. */
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!g_str_has_prefix (key, "findings:")
        && !put_meta (db, key, *(const char *) value != '\0' ? value : NULL, error))
      return FALSE;
  return put_number (db, "schema_version", TS_SCHEMA_VERSION, error)
         && put_meta (db, "program", "trendscope " TS_VERSION, error)
         && put_meta (db, "format", ts_format_to_string (run->format), error)
         && put_number (db, "files", sum_meta (run, "files"), error)
         && put_number (db, "rows_read", sum_meta (run, "rows_read"), error)
         && put_number (db, "rows_stored", n_rows, error)
         && put_meta (db, "imported_at", time, error) && put_meta (db, "id", id, error);
}

gboolean
_ts_merge_write_summary (sqlite3 *db, const TsCatalog *run, guint64 n_rows, GError **error)
{
  return write_global_stats (db, run, error) && write_meta (db, run, n_rows, error);
}
