/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/shard.h"

#include "ingest/writing/sql.h"

#include <string.h>

char *
ts_shard_dup_name (const char *db_name, guint number, guint n_shards)
{
  g_autofree char *stem = g_str_has_suffix (db_name, TS_DB_SUFFIX)
                              ? g_strndup (db_name, strlen (db_name) - strlen (TS_DB_SUFFIX))
                              : g_strdup (db_name);

  return g_strdup_printf ("%s.%u-of-%u" TS_DB_SUFFIX, stem, number, n_shards);
}

TsShare *
ts_shard_divide (const GArray *files, guint number, guint n_shards)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (TsRankSize));

  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      TsRankSize size = { file->rank, file->size };
      g_array_append_val (sizes, size);
    }
  return ts_share_new (sizes, number, n_shards);
}

char *
ts_shard_dup_division (const GArray *files, const TsImportOptions *options)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *chosen = g_strdup_printf (
      "%u %d %d %d %s", options->n_shards, options->micro_step, options->compat,
      options->all_dtypes, options->mapping_path != NULL ? options->mapping_path : "");

  g_checksum_update (sum, (const guchar *) chosen, -1);
  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      g_autofree char *line
          = g_strdup_printf ("\n%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                             file->path, file->size, file->mtime, file->rank);
      g_checksum_update (sum, (const guchar *) line, -1);
    }
  return g_strndup (g_checksum_get_string (sum), 16);
}

/* The value of a key of trendscope_meta; NULL when there is none, or no such table. */
static char *
read_meta (sqlite3 *db, const char *key)
{
  g_autoptr (TsStatement) query
      = ts_sql_prepare (db, "SELECT value FROM trendscope_meta WHERE key = ?1", NULL);

  if (query == NULL)
    return NULL;
  ts_sql_bind_text (query, 1, key);
  if (sqlite3_step (query) != SQLITE_ROW)
    return NULL;
  return g_strdup ((const char *) sqlite3_column_text (query, 0));
}

gboolean
ts_shard_is_done (const char *path,
                  const TsShare *share,
                  const GArray *files,
                  const TsImportOptions *options)
{
  g_autofree char *division = ts_shard_dup_division (files, options);
  g_autofree char *number = g_strdup_printf ("%u", share->number);
  g_autofree char *known_division = NULL, *known_number = NULL;
  sqlite3 *db = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    {
      known_division = read_meta (db, "division");
      known_number = read_meta (db, "shard");
    }
  sqlite3_close (db);
  return g_strcmp0 (known_division, division) == 0 && g_strcmp0 (known_number, number) == 0;
}
