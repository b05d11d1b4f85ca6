/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/import-error.h"
#include "ingest/writing/writer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- before any row ---- */

/* Whether the database has rows of that rank and training step; -1 with error. */
static int
has_rows (TsWriter *self, sqlite3_stmt *find, const TsSourceFile *file, GError **error)
{
  const GArray *steps = self->source->steps;
  int found = 0;

  for (guint i = 0; i < steps->len && found == 0; i++)
    {
      const TsStepInfo *info = &g_array_index (steps, TsStepInfo, i);
      int status;

      if (info->train_step != file->step)
        continue;
      sqlite3_bind_int64 (find, 1, file->rank);
      sqlite3_bind_int64 (find, 2, info->step);
      status = sqlite3_step (find);
      if (status != SQLITE_ROW && status != SQLITE_DONE)
        ts_sql_set_error (self->db, error);
      found = status == SQLITE_ROW ? 1 : status == SQLITE_DONE ? 0 : -1;
      sqlite3_reset (find);
    }
  return found;
}

/* Of a dump each file has the rows of a step and rank to itself. */
static gboolean
check_files (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) find = ts_sql_prepare (
      self->db, "SELECT 1 FROM trend_data WHERE rank = ? AND step = ? LIMIT 1", error);
  const GArray *files = self->source->files;

  if (find == NULL)
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      int found;

      if (file->state != TS_SOURCE_NEW || !file->is_one)
        continue;
      found = has_rows (self, find, file, error);
      if (found > 0)
        g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                     _ ("“%s” takes the place of another file"), file->path);
      if (found != 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
_ts_writer_check_update (TsWriter *self, GError **error)
{
  if (!ts_steps_agree (self->source->steps, self->source->onto->steps))
    {
      g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                           _ ("steps that are there already get other numbers"));
      return FALSE;
    }
  return self->source->files == NULL || check_files (self, error);
}

/* ---- global_stats ---- */

static guint32
find_bits (const TsWriter *self, const char *list)
{
  g_auto (GStrv) names = g_strsplit (list != NULL ? list : "", ",", -1);
  guint32 bits = 0;

  for (guint i = 0; i < self->n_stats; i++)
    if (g_strv_contains ((const char *const *) names, g_ptr_array_index (self->source->stats, i)))
      bits |= (guint32) 1 << i;
  return bits;
}

static gboolean
update_stats_of (TsWriter *self, guint m, GError **error)
{
  const char *name = g_ptr_array_index (self->source->metrics, m);
  g_autofree char *find = g_strdup_printf ("SELECT \"%s\" FROM global_stats", name);
  g_autofree char *set = g_strdup_printf ("UPDATE global_stats SET \"%s\" = ?", name);
  g_autoptr (TsStatement) query = ts_sql_prepare (self->db, find, error);
  g_autoptr (TsStatement) update = NULL;
  g_autofree char *list = NULL;
  guint32 bits, more;

  if (query == NULL)
    return FALSE;
  if (sqlite3_step (query) != SQLITE_ROW)
    {
      ts_sql_set_error (self->db, error);
      return FALSE;
    }
  bits = find_bits (self, (const char *) sqlite3_column_text (query, 0));
  more = bits | self->metrics[m].present;
  sqlite3_reset (query);
  if (more == bits)
    return TRUE;
  list = _ts_writer_dup_stat_list (self, more);
  if ((update = ts_sql_prepare (self->db, set, error)) == NULL)
    return FALSE;
  ts_sql_bind_text (update, 1, list);
  return ts_sql_run (update, error);
}

static gboolean
update_global_stats (TsWriter *self, GError **error)
{
  const TsImportSource *source = self->source;
  g_autoptr (TsStatement) update = ts_sql_prepare (
      self->db, "UPDATE global_stats SET min_step = ?, max_step = ?, max_rank = max (max_rank, ?)",
      error);

  if (update == NULL)
    return FALSE;
  sqlite3_bind_int64 (update, 1, source->min_step);
  sqlite3_bind_int64 (update, 2, source->max_step);
  sqlite3_bind_int64 (update, 3, source->max_rank);
  if (!ts_sql_run (update, error))
    return FALSE;
  for (guint m = 0; m < source->metrics->len; m++)
    if (self->metrics[m].has_rows && !update_stats_of (self, m, error))
      return FALSE;
  return TRUE;
}

/* ---- the report: of all that the database was made of ---- */

/* What is said of a file stands as it was, but for those that are read again from the beginning.
 * What the plan found out it has found out for all files now. */
typedef struct
{
  const TsWriter *writer;
  GHashTable *files;   /* char* path → TsSourceFile* */
  GHashTable *folders; /* char*: of dumps, with the files beside them */
  GHashTable *planned; /* char* "code path" */
  guint64 n_unread;    /* rows that were counted as read, and are read again */
} OldReport;

static char *
entry_key (const TsReportEntry *entry)
{
  return g_strdup_printf ("%s %s", entry->code, entry->path);
}

static void
old_report_init (OldReport *self, const TsWriter *writer)
{
  const GArray *files = writer->source->files;
  GHashTableIter iter;
  gpointer path;

  self->writer = writer;
  self->files = g_hash_table_new (g_str_hash, g_str_equal);
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->planned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < files->len; i++)
    {
      TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      g_hash_table_insert (self->files, file->path, file);
    }
  g_hash_table_iter_init (&iter, writer->source->onto->files);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_hash_table_add (self->folders, g_path_get_dirname (path));
  for (guint i = 0; i < writer->planned->len; i++)
    g_hash_table_add (self->planned, entry_key (g_ptr_array_index (writer->planned, i)));
}

static void
old_report_clear (OldReport *self)
{
  g_hash_table_unref (self->files);
  g_hash_table_unref (self->folders);
  g_hash_table_unref (self->planned);
}

static gboolean
is_lost_row (const char *code)
{
  return strcmp (code, "cut-row") == 0 || strcmp (code, "short-row") == 0
         || strcmp (code, "unreadable-row") == 0;
}

/* Whether it is about something that was read for the database, and that is not read again. */
static gboolean
is_kept (OldReport *self, TsReportEntry *entry)
{
  const TsImported *onto = self->writer->source->onto;
  const TsSourceFile *file = g_hash_table_lookup (self->files, entry->path);
  g_autofree char *folder = g_path_get_dirname (entry->path);
  g_autofree char *key = entry_key (entry);
  gboolean is_beside = onto->format == TS_FORMAT_DUMP
                       && (g_str_has_suffix (entry->path, "construct.json")
                           || g_str_has_suffix (entry->path, "stack.json"))
                       && g_hash_table_contains (self->folders, folder);

  if (g_hash_table_contains (self->planned, key) || strcmp (entry->code, "clamped") == 0
      || strncmp (entry->code, "source-", 7) == 0)
    return FALSE;
  if (entry->path[0] == '\0' || is_beside)
    return TRUE;
  if (ts_imported_find (onto, entry->path) == NULL)
    return FALSE;
  if (file != NULL && file->state == TS_SOURCE_NEW)
    {
      self->n_unread += is_lost_row (entry->code) ? entry->count : 0;
      return FALSE;
    }
  return TRUE;
}

/* A line that was cut off is whole by now. */
static void
mend_cut_row (OldReport *self, TsReportEntry *entry)
{
  const TsSourceFile *file = g_hash_table_lookup (self->files, entry->path);
  const TsSourceFile *known = ts_imported_find (self->writer->source->onto, entry->path);

  if (file == NULL || file->state != TS_SOURCE_GROWN || (known->flags & TS_SOURCE_CUT) == 0
      || strcmp (entry->code, "cut-row") != 0)
    return;
  entry->count--;
  self->n_unread++;
}

static void
keep_old_entries (OldReport *self, TsImportReport *report)
{
  GHashTableIter iter;
  gpointer entries;

  g_hash_table_iter_init (&iter, self->writer->source->onto->report);
  while (g_hash_table_iter_next (&iter, NULL, &entries))
    for (guint i = 0; i < ((GPtrArray *) entries)->len; i++)
      {
        TsReportEntry *entry = g_ptr_array_index ((GPtrArray *) entries, i);

        if (!is_kept (self, entry))
          continue;
        mend_cut_row (self, entry);
        if (entry->count > 0)
          ts_import_report_add (report, entry->severity, entry->code, entry->path, entry->line,
                                entry->count, 0, "%s", entry->message);
      }
}

static guint64
count_altered_before (const TsWriter *self)
{
  const GPtrArray *entries = g_hash_table_lookup (self->source->onto->report, "");

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (entries, i);
      if (strcmp (entry->code, "clamped") == 0)
        return entry->count;
    }
  return 0;
}

/* ---- meta ---- */

static gboolean
set_meta (TsWriter *self, const char *key, const char *value, GError **error)
{
  g_autoptr (TsStatement) replace
      = ts_sql_prepare (self->db, "INSERT OR REPLACE INTO trendscope_meta VALUES (?,?)", error);

  if (replace == NULL)
    return FALSE;
  ts_sql_bind_text (replace, 1, key);
  ts_sql_bind_text (replace, 2, value);
  return ts_sql_run (replace, error);
}

static gboolean
set_meta_count (TsWriter *self, const char *key, guint64 n, GError **error)
{
  g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  return set_meta (self, key, value, error);
}

/* Files that are read again from the beginning were counted then. */
static guint64
count_files_again (const TsWriter *self)
{
  const GArray *files = self->source->files;
  guint64 n = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      const TsSourceFile *known = ts_imported_find (self->source->onto, file->path);
      n += file->state == TS_SOURCE_NEW && known != NULL && known->read_to > 0;
    }
  return n;
}

static gboolean
update_meta (TsWriter *self, guint64 n_unread, GError **error)
{
  const TsImported *onto = self->source->onto;
  TsImportReport *report = self->source->report;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);

  return set_meta_count (self, "files",
                         onto->n_files + ts_import_report_get_n_files (report)
                             - count_files_again (self),
                         error)
         && set_meta_count (self, "rows_read",
                            onto->n_rows_read + ts_import_report_get_rows_read (report) - n_unread,
                            error)
         && set_meta_count (self, "rows_stored", onto->n_rows_stored + self->n_rows, error)
         && set_meta (self, "imported_at", time, error);
}

/* ---- sources that are gone ---- */

static gboolean
keep_gone (TsWriter *self, GHashTable *files, GError **error)
{
  g_autoptr (TsStatement) update = ts_sql_prepare (
      self->db, "UPDATE trendscope_sources SET flags = flags | ? WHERE path = ?", error);
  GHashTableIter iter;
  gpointer path, known;

  if (update == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, self->source->onto->files);
  while (g_hash_table_iter_next (&iter, &path, &known))
    {
      if (g_hash_table_contains (files, path)
          || (((TsSourceFile *) known)->flags & TS_SOURCE_KEPT) != 0)
        continue;
      sqlite3_bind_int64 (update, 1, TS_SOURCE_KEPT);
      ts_sql_bind_text (update, 2, path);
      if (!ts_sql_run (update, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- trendscope_events ---- */

/* The files with them are small, and read whole. */
static gboolean
write_events (TsWriter *self, GError **error)
{
  return ts_sql_exec (self->db, "DROP TABLE IF EXISTS trendscope_events", error)
         && _ts_writer_write_events (self, error);
}

/* ---- all of it ---- */

static gboolean
write_all (TsWriter *self, OldReport *old, TsImportReport *report, GError **error)
{
  return update_global_stats (self, error) && _ts_writer_write_steps (self, error)
         && _ts_writer_write_ranks (self, error) && update_meta (self, old->n_unread, error)
         && _ts_writer_write_sources (self, report, error) && keep_gone (self, old->files, error)
         && ts_sql_exec (self->db, "DELETE FROM trendscope_report", error)
         && write_events (self, error) && _ts_writer_write_report (self, report, error);
}

gboolean
_ts_writer_update_tables (TsWriter *self, GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  OldReport old = { 0 };
  gboolean written;

  old_report_init (&old, self);
  ts_import_report_merge (report, self->source->report, NULL);
  keep_old_entries (&old, report);
  _ts_writer_report_altered (report, count_altered_before (self) + self->n_altered);
  written = write_all (self, &old, report, error);
  old_report_clear (&old);
  return written;
}
