/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/findings-file.h"

#include "ingest/writing/sql.h"
#include "store/database.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define BUSY_MS 10000

static const char tables[]
    = "DROP TABLE IF EXISTS trendscope_findings;"
      "DROP TABLE IF EXISTS trendscope_profile;"
      "CREATE TABLE IF NOT EXISTS trendscope_meta (key TEXT PRIMARY KEY, value TEXT);"
      "CREATE TABLE trendscope_findings (id INTEGER PRIMARY KEY, rule TEXT, grade INTEGER,"
      " metric_id INTEGER, target_id INTEGER, stat TEXT, rank INTEGER, step INTEGER,"
      " last_step INTEGER, order_key INTEGER, score REAL, value REAL, expected REAL,"
      " count INTEGER, cause_id INTEGER, note TEXT);"
      "CREATE TABLE trendscope_profile (metric_id INTEGER, target_id INTEGER, stat TEXT,"
      " step INTEGER, group_id INTEGER, n INTEGER, n_bad INTEGER, median_y REAL, sigma REAL,"
      " PRIMARY KEY (metric_id, target_id, stat, step, group_id)) WITHOUT ROWID;";

/* While the finder reads the database, what it will write waits in a table of its own. */
static const char waiting_room[]
    = "PRAGMA temp_store = FILE;"
      "CREATE TEMP TABLE waiting (metric_id INTEGER, target_id INTEGER, stat TEXT, step INTEGER,"
      " group_id INTEGER, n INTEGER, n_bad INTEGER, median_y REAL, sigma REAL);"
      "BEGIN";

static const char move_in[] = "INSERT INTO trendscope_profile SELECT * FROM temp.waiting"
                              " ORDER BY metric_id, target_id, stat, step, group_id";

/* Whether the database is ours, and may be changed. */
static gboolean
is_writable (const TsCatalog *catalog)
{
  g_autofree char *folder = g_path_get_dirname (catalog->path);

  /* Findings are about all parts of a run, and in none of them. */
  return ts_catalog_get_n_parts (catalog) == 1
         && g_hash_table_contains (catalog->meta, "schema_version")
         && g_access (catalog->path, W_OK) == 0 && g_access (folder, W_OK) == 0;
}

static char *
dup_cache_path (const TsCatalog *catalog)
{
  g_autoptr (GString) identity = g_string_new (NULL);
  g_autofree char *name = NULL, *file = NULL;

  for (guint i = 0; i < ts_catalog_get_n_parts (catalog); i++)
    {
      const char *path = ts_catalog_get_part (catalog, i)->path;
      g_autofree char *absolute = g_canonicalize_filename (path, NULL);
      GStatBuf info = { 0 };
      g_stat (path, &info);
      g_string_append_printf (identity, "%s%s/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT ".%09ld",
                              i > 0 ? "\n" : "", absolute, (gint64) info.st_size,
                              (gint64) info.st_mtim.tv_sec, (long) info.st_mtim.tv_nsec);
    }
  name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity->str, -1);
  file = g_strconcat (name, ".findings.db", NULL);
  return g_build_filename (g_get_user_cache_dir (), "trendscope", "findings", file, NULL);
}

char *
ts_findings_file_path (const TsCatalog *catalog)
{
  return is_writable (catalog) ? g_strdup (catalog->path) : dup_cache_path (catalog);
}

/* ---- writing ---- */

typedef struct
{
  sqlite3 *db;
  sqlite3_stmt *profile;
  const TsFindOptions *options; /* the caller's */
} Writer;

static void
writer_clear (Writer *self)
{
  g_clear_pointer (&self->profile, sqlite3_finalize);
  g_clear_pointer (&self->db, sqlite3_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static gboolean
open_for_writing (Writer *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_autofree char *display = g_filename_display_name (folder);
      int code = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   _ ("“%s” can’t be made: %s"), display, g_strerror (code));
      return FALSE;
    }
  if (sqlite3_open (path, &self->db) != SQLITE_OK)
    {
      ts_sql_set_error (self->db, error);
      return FALSE;
    }
  sqlite3_busy_timeout (self->db, BUSY_MS);
  if (!ts_sql_exec (self->db, waiting_room, error))
    return FALSE;
  self->profile
      = ts_sql_prepare (self->db, "INSERT INTO temp.waiting VALUES (?,?,?,?,?,?,?,?,?)", error);
  return self->profile != NULL;
}

static gboolean
keep_profile (const TsProfileRow *row, gpointer data, GError **error)
{
  Writer *self = data;

  sqlite3_bind_int64 (self->profile, 1, row->metric_id);
  sqlite3_bind_int64 (self->profile, 2, row->target_id);
  sqlite3_bind_text (self->profile, 3, row->stat, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (self->profile, 4, row->step);
  sqlite3_bind_int64 (self->profile, 5, row->group_id);
  sqlite3_bind_int64 (self->profile, 6, row->n);
  sqlite3_bind_int64 (self->profile, 7, row->n_bad);
  sqlite3_bind_double (self->profile, 8, row->median_y);
  sqlite3_bind_double (self->profile, 9, row->sigma);
  return ts_sql_run (self->profile, error);
}

static void
pass_progress (guint done, guint all, guint n_found, gpointer data)
{
  const Writer *self = data;

  if (self->options->progress != NULL)
    self->options->progress (done, all, n_found, self->options->data);
}

static void
pass_partial (TsFindings *so_far, gpointer data)
{
  const Writer *self = data;

  self->options->partial (so_far, self->options->data);
}

static void
bind_id (sqlite3_stmt *statement, int column, gint64 id, gint64 none)
{
  if (id == none)
    sqlite3_bind_null (statement, column);
  else
    sqlite3_bind_int64 (statement, column, id);
}

/* SQLite holds infinities, but NaN as NULL; a real NaN is told from none by the rule. */
static gboolean
write_finding (sqlite3_stmt *insert, const TsFinding *finding, GError **error)
{
  sqlite3_bind_int64 (insert, 1, finding->id);
  ts_sql_bind_text (insert, 2, ts_rule_to_string (finding->rule));
  sqlite3_bind_int64 (insert, 3, finding->grade);
  bind_id (insert, 4, finding->metric_id, 0);
  bind_id (insert, 5, finding->target_id, 0);
  ts_sql_bind_text (insert, 6, finding->stat);
  bind_id (insert, 7, finding->rank, TS_FINDING_ALL_RANKS);
  sqlite3_bind_int64 (insert, 8, finding->step);
  sqlite3_bind_int64 (insert, 9, finding->last_step);
  sqlite3_bind_int64 (insert, 10, finding->order_key);
  sqlite3_bind_double (insert, 11, finding->score);
  sqlite3_bind_double (insert, 12, finding->value);
  sqlite3_bind_double (insert, 13, finding->expected);
  sqlite3_bind_int64 (insert, 14, (gint64) finding->count);
  bind_id (insert, 15, finding->cause_id, 0);
  ts_sql_bind_text (insert, 16, finding->note);
  return ts_sql_run (insert, error);
}

static gboolean
write_meta (Writer *self, const char *key, char *value, GError **error)
{
  g_autoptr (TsStatement) insert = ts_sql_prepare (
      self->db, "INSERT OR REPLACE INTO trendscope_meta VALUES ('findings:' || ?, ?)", error);
  g_autofree char *owned = value;

  if (insert == NULL)
    return FALSE;
  ts_sql_bind_text (insert, 1, key);
  ts_sql_bind_text (insert, 2, owned);
  return ts_sql_run (insert, error);
}

/* "0,1,2;3,4": the ranks of group 0, those of group 1. */
static char *
groups_to_string (const TsFindings *findings)
{
  GString *text = g_string_new (NULL);

  for (guint g = 0; g < findings->groups->len; g++)
    {
      const GArray *group = g_ptr_array_index (findings->groups, g);
      for (guint i = 0; i < group->len; i++)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT,
                                i > 0   ? ","
                                : g > 0 ? ";"
                                        : "",
                                g_array_index (group, gint64, i));
    }
  return g_string_free (text, FALSE);
}

static char *
dropped_to_string (const TsFindings *findings)
{
  GString *text = g_string_new (NULL);

  for (int r = 0; r < TS_N_RULES; r++)
    if (findings->dropped[r] > 0)
      g_string_append_printf (text, "%s=%" G_GUINT64_FORMAT ";", ts_rule_to_string ((TsRule) r),
                              findings->dropped[r]);
  return g_string_free (text, FALSE);
}

static gboolean
write_findings (Writer *self, const TsFindings *findings, GError **error)
{
  g_autoptr (TsStatement) insert = NULL;

  if (!ts_sql_exec (self->db, "COMMIT; BEGIN IMMEDIATE", error)
      || !ts_sql_exec (self->db, tables, error))
    return FALSE;
  insert = ts_sql_prepare (
      self->db, "INSERT INTO trendscope_findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", error);
  if (insert == NULL)
    return FALSE;
  for (guint i = 0; i < findings->items->len; i++)
    if (!write_finding (insert, g_ptr_array_index (findings->items, i), error))
      return FALSE;
  g_clear_pointer (&insert, sqlite3_finalize);
  return ts_sql_exec (self->db, move_in, error)
         && write_meta (self, "peers", g_strdup (findings->peers), error)
         && write_meta (self, "groups", groups_to_string (findings), error)
         && write_meta (self, "dropped", dropped_to_string (findings), error)
         && write_meta (self, "softened", g_strdup (findings->softened ? "1" : "0"), error)
         && write_meta (self, "tested", g_strdup_printf ("%" G_GUINT64_FORMAT, findings->n_tested),
                        error)
         && ts_sql_exec (self->db, "COMMIT", error);
}

TsFindings *
ts_findings_file_find (const TsCatalog *catalog,
                       const TsFindOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autofree char *path = ts_findings_file_path (catalog);
  g_auto (Writer) writer = { .options = options };
  g_autoptr (TsFindings) findings = NULL;
  TsFindOptions with_profile = *options;

  g_return_val_if_fail (options->profile == NULL, NULL);
  if (!open_for_writing (&writer, path, error))
    return NULL;
  with_profile.profile = keep_profile;
  with_profile.progress = pass_progress;
  with_profile.partial = options->partial != NULL ? pass_partial : NULL;
  with_profile.data = &writer;
  findings = ts_find_run (catalog, &with_profile, cancellable, error);
  if (findings == NULL || !write_findings (&writer, findings, error))
    return NULL;
  return g_steal_pointer (&findings);
}

/* ---- reading ---- */

static double
read_number (sqlite3_stmt *row, int column)
{
  return sqlite3_column_type (row, column) == SQLITE_NULL ? (double) NAN
                                                          : sqlite3_column_double (row, column);
}

static gint64
read_id (sqlite3_stmt *row, int column, gint64 none)
{
  return sqlite3_column_type (row, column) == SQLITE_NULL ? none
                                                          : sqlite3_column_int64 (row, column);
}

/* NULL for a rule of a later version. */
static TsFinding *
read_finding (sqlite3_stmt *row)
{
  TsFinding *finding;
  TsRule rule;

  if (!ts_rule_from_string ((const char *) sqlite3_column_text (row, 1), &rule))
    return NULL;
  finding = ts_finding_new (rule, (TsGrade) CLAMP (sqlite3_column_int (row, 2), 0, TS_N_GRADES - 1),
                            read_id (row, 6, TS_FINDING_ALL_RANKS), sqlite3_column_int64 (row, 7),
                            sqlite3_column_int64 (row, 9));
  finding->id = sqlite3_column_int64 (row, 0);
  finding->metric_id = read_id (row, 3, 0);
  finding->target_id = read_id (row, 4, 0);
  finding->stat = g_strdup ((const char *) sqlite3_column_text (row, 5));
  finding->last_step = sqlite3_column_int64 (row, 8);
  finding->score = read_number (row, 10);
  finding->value = read_number (row, 11);
  finding->expected = read_number (row, 12);
  finding->count = (guint64) sqlite3_column_int64 (row, 13);
  finding->cause_id = read_id (row, 14, 0);
  finding->note = g_strdup ((const char *) sqlite3_column_text (row, 15));
  return finding;
}

static void
parse_groups (TsFindings *findings, const char *text)
{
  g_auto (GStrv) groups = g_strsplit (text, ";", -1);

  for (guint g = 0; groups[g] != NULL; g++)
    {
      g_auto (GStrv) ranks = g_strsplit (groups[g], ",", -1);
      GArray *group = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint i = 0; ranks[i] != NULL; i++)
        {
          gint64 rank = g_ascii_strtoll (ranks[i], NULL, 10);
          g_array_append_val (group, rank);
        }
      g_ptr_array_add (findings->groups, group);
    }
}

static void
parse_dropped (TsFindings *findings, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');
      TsRule rule;
      if (equals == NULL)
        continue;
      *equals = '\0';
      if (ts_rule_from_string (parts[i], &rule))
        findings->dropped[rule] = g_ascii_strtoull (equals + 1, NULL, 10);
    }
}

static void
take_meta (TsFindings *findings, const char *key, const char *value)
{
  if (strcmp (key, "findings:peers") == 0)
    findings->peers = g_strdup (value);
  else if (strcmp (key, "findings:groups") == 0)
    parse_groups (findings, value);
  else if (strcmp (key, "findings:dropped") == 0)
    parse_dropped (findings, value);
  else if (strcmp (key, "findings:softened") == 0)
    findings->softened = strcmp (value, "1") == 0;
  else if (strcmp (key, "findings:tested") == 0)
    findings->n_tested = g_ascii_strtoull (value, NULL, 10);
}

static gboolean
read_meta (TsDatabase *database, TsFindings *findings, GError **error)
{
  g_autoptr (sqlite3_stmt) select = ts_database_prepare (
      database, "SELECT key, value FROM trendscope_meta WHERE key LIKE 'findings:%'", error);
  gboolean row = FALSE;

  while (select != NULL && ts_database_step (database, select, &row, error))
    {
      if (!row)
        return TRUE;
      const char *key = (const char *) sqlite3_column_text (select, 0);
      const char *value = (const char *) sqlite3_column_text (select, 1);
      if (key != NULL && value != NULL)
        take_meta (findings, key, value);
    }
  return FALSE;
}

static TsFindings *
read_all (TsDatabase *database, GError **error)
{
  g_autoptr (TsFindings) findings = ts_findings_new ();
  g_autoptr (sqlite3_stmt) select = ts_database_prepare (
      database,
      "SELECT id, rule, grade, metric_id, target_id, stat, rank, step, last_step, order_key, score,"
      " value, expected, count, cause_id, note FROM trendscope_findings ORDER BY id",
      error);
  gboolean row = FALSE;

  while (select != NULL && ts_database_step (database, select, &row, error))
    {
      TsFinding *finding = row ? read_finding (select) : NULL;
      if (!row)
        return read_meta (database, findings, error) ? g_steal_pointer (&findings) : NULL;
      if (finding != NULL)
        g_ptr_array_add (findings->items, finding);
    }
  return NULL;
}

/* The database with the catalog's findings; NULL without error when there is none. */
static TsDatabase *
open_findings (const TsCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_autofree char *cached = dup_cache_path (catalog);
  const char *const paths[] = { catalog->path, cached };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      GError *failure = NULL;
      g_autoptr (TsDatabase) database = NULL;
      if (i == 0 ? ts_catalog_get_n_parts (catalog) > 1
                 : !g_file_test (paths[i], G_FILE_TEST_EXISTS))
        continue;
      database = ts_database_open (paths[i], cancellable, &failure);
      if (database != NULL && ts_database_has_table (database, "trendscope_findings", &failure)
          && ts_database_has_table (database, "trendscope_meta", &failure))
        return g_steal_pointer (&database);
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return NULL;
        }
    }
  return NULL;
}

TsFindings *
ts_findings_file_load (const TsCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsDatabase) database = open_findings (catalog, cancellable, error);

  return database != NULL ? read_all (database, error) : NULL;
}

GArray *
ts_findings_file_load_profile (const TsCatalog *catalog,
                               gint64 metric_id,
                               gint64 target_id,
                               const char *stat,
                               guint group_id,
                               GCancellable *cancellable,
                               GError **error)
{
  GError *failure = NULL;
  g_autoptr (TsDatabase) database = open_findings (catalog, cancellable, &failure);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (TsProfilePoint));
  g_autoptr (sqlite3_stmt) select = NULL;
  gboolean row = FALSE;

  if (database == NULL)
    {
      if (failure == NULL)
        return g_steal_pointer (&points);
      g_propagate_error (error, failure);
      return NULL;
    }
  select = ts_database_prepare (database,
                                "SELECT step, median_y, sigma FROM trendscope_profile WHERE"
                                " metric_id = ?1 AND target_id = ?2 AND stat = ?3 AND group_id = ?4"
                                " ORDER BY step",
                                error);
  if (select == NULL)
    return NULL;
  sqlite3_bind_int64 (select, 1, metric_id);
  sqlite3_bind_int64 (select, 2, target_id);
  sqlite3_bind_text (select, 3, stat, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (select, 4, group_id);
  while (ts_database_step (database, select, &row, error))
    {
      TsProfilePoint point
          = { sqlite3_column_int64 (select, 0), read_number (select, 1), read_number (select, 2) };
      if (!row)
        return g_steal_pointer (&points);
      g_array_append_val (points, point);
    }
  return NULL;
}
