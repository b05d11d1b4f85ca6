/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "merge/parts-check.h"

#include "ingest/shard.h"
#include "store/database.h"
#include "store/run-location.h"

#include <glib/gi18n-lib.h>

static void
state_free (gpointer data)
{
  TsPartState *self = data;

  g_free (self->path);
  g_free (self->problem);
  g_free (self);
}

void
ts_parts_check_free (TsPartsCheck *self)
{
  g_free (self->location);
  g_ptr_array_unref (self->parts);
  ts_import_report_unref (self->report);
  g_free (self);
}

/* ---- one part ---- */

static TsSeverity
parse_severity (const char *text)
{
  for (int i = TS_SEVERITY_INFO; i <= TS_SEVERITY_ERROR; i++)
    if (g_strcmp0 (text, ts_severity_to_string ((TsSeverity) i)) == 0)
      return (TsSeverity) i;
  return TS_SEVERITY_WARNING;
}

static const char *
get_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}

/* What its import said. */
static gboolean
read_report (TsImportReport *report, TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) select = NULL;
  gboolean row = FALSE;

  if (!ts_database_has_table (database, "trendscope_report", NULL))
    return TRUE;
  select = ts_database_prepare (
      database, "SELECT severity, code, path, line, message, count FROM trendscope_report", error);
  while (select != NULL && ts_database_step (database, select, &row, error))
    {
      if (!row)
        return TRUE;
      ts_import_report_add (report, parse_severity (get_text (select, 0)), get_text (select, 1),
                            get_text (select, 2), sqlite3_column_int64 (select, 3),
                            (guint64) sqlite3_column_int64 (select, 5), 0, "%s",
                            get_text (select, 4));
    }
  return FALSE;
}

static guint64
read_number (const TsCatalog *catalog, const char *key)
{
  const char *text = g_hash_table_lookup (catalog->meta, key);
  guint64 n = 0;

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &n, NULL) ? n : 0;
}

static void
count_part (TsPartsCheck *self, TsPartState *state, const TsCatalog *catalog)
{
  state->n_ranks = catalog->ranks->len;
  state->n_rows = read_number (catalog, "rows_stored");
  ts_import_report_count_read (self->report, read_number (catalog, "rows_read"));
  ts_import_report_count_stored (self->report, state->n_rows);
  for (guint64 i = read_number (catalog, "files"); i > 0; i--)
    ts_import_report_count_file (self->report);
}

/* division: of the first part that could be read; NULL: this is it. */
static char *
judge (const TsPartState *state, const TsCatalog *catalog, const char *division)
{
  const char *own = g_hash_table_lookup (catalog->meta, "division");

  if (read_number (catalog, "shard") != state->number || own == NULL)
    return g_strdup (_ ("it is not the part that its name says"));
  if (division != NULL && g_strcmp0 (own, division) != 0)
    return g_strdup (_ ("it was made of other files, or with other options, than the parts before: "
                        "import all parts again"));
  return NULL;
}

static TsCatalog *
load_part (TsPartsCheck *self, TsPartState *state, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = NULL;
  g_autoptr (TsDatabase) database = NULL;

  if (!g_file_test (state->path, G_FILE_TEST_EXISTS))
    {
      state->problem = g_strdup (_ ("it is missing"));
      return NULL;
    }
  catalog = ts_catalog_load (state->path, cancellable, &error);
  if (catalog != NULL)
    database = ts_catalog_open_database (catalog, cancellable, &error);
  if (database != NULL && read_report (self->report, database, &error))
    return g_steal_pointer (&catalog);
  state->problem = g_strdup (error != NULL ? error->message : _ ("it can’t be read"));
  return NULL;
}

/* ---- a run ---- */

/* The path of the i-th of n shards beside one of them. */
static char *
dup_shard_path (const char *beside, guint i)
{
  g_autofree char *folder = g_path_get_dirname (beside);
  g_autofree char *name = g_path_get_basename (beside);
  g_autofree char *stem = NULL, *db_name = NULL, *file = NULL;
  guint number, n;

  ts_shard_name_parse (name, &stem, &number, &n);
  db_name = g_strconcat (stem, TS_DB_SUFFIX, NULL);
  file = ts_shard_dup_name (db_name, i, n);
  return g_build_filename (folder, file, NULL);
}

/* How many of the shards have ranks, as any of them says. */
static guint
find_n_used (const GPtrArray *paths, guint n_shards, GCancellable *cancellable)
{
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (TsCatalog) catalog
          = ts_catalog_load (g_ptr_array_index (paths, i), cancellable, NULL);
      guint64 n = catalog != NULL ? read_number (catalog, "shards") : 0;
      if (n > 0 && n <= n_shards)
        return (guint) n;
    }
  return n_shards;
}

static TsPartsCheck *
check_run (char *location, const GPtrArray *paths, guint n_shards, GCancellable *cancellable)
{
  TsPartsCheck *self = g_new0 (TsPartsCheck, 1);
  g_autofree char *division = NULL;

  self->location = location;
  self->parts = g_ptr_array_new_with_free_func (state_free);
  self->report = ts_import_report_new ();
  self->n_parts = find_n_used (paths, n_shards, cancellable);
  for (guint i = 1; i <= self->n_parts && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TsPartState *state = g_new0 (TsPartState, 1);
      g_autoptr (TsCatalog) catalog = NULL;
      state->number = i;
      state->path = dup_shard_path (g_ptr_array_index (paths, 0), i);
      g_ptr_array_add (self->parts, state);
      catalog = load_part (self, state, cancellable);
      if (catalog != NULL)
        {
          state->problem = judge (state, catalog, division);
          count_part (self, state, catalog);
          if (division == NULL && state->problem == NULL)
            division = g_strdup (g_hash_table_lookup (catalog->meta, "division"));
        }
      self->n_bad += state->problem != NULL;
    }
  return self;
}

/* The names of shards in a folder: one path of each run. */
static GPtrArray *
list_shards (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  GPtrArray *paths;
  const char *name;
  guint number, n;

  if (dir == NULL)
    return NULL;
  paths = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (ts_shard_name_parse (name, NULL, &number, &n))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  return paths;
}

/* "/a/run.*-of-16.trend.db", however many of them are there. */
static char *
dup_pattern (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *stem = NULL, *file = NULL;
  guint number, n;

  ts_shard_name_parse (name, &stem, &number, &n);
  file = g_strdup_printf ("%s.*-of-%u" TS_DB_SUFFIX, stem, n);
  return g_build_filename (folder, file, NULL);
}

GPtrArray *
ts_parts_check_folder (const char *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) all = list_shards (folder, error);
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) checks
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_parts_check_free);

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      g_autofree char *pattern = dup_pattern (g_ptr_array_index (all, i));
      g_autoptr (GPtrArray) paths = NULL;
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (all, i));
      guint number, n;
      if (!g_hash_table_add (done, g_strdup (pattern))
          || (paths = ts_run_location_list (pattern, cancellable, NULL)) == NULL)
        continue;
      ts_shard_name_parse (name, NULL, &number, &n);
      g_ptr_array_add (checks, check_run (g_steal_pointer (&pattern), paths, n, cancellable));
    }
  if (all == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (checks->len > 0)
    return g_steal_pointer (&checks);
  g_autofree char *display = g_filename_display_name (folder);
  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
               _ ("“%s” holds no part of a run (NAME.I-of-N.trend.db): none was imported."),
               display);
  return NULL;
}
