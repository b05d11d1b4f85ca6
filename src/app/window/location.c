/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/location.h"

#include "model/number-format.h"
#include "store/run-location.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static gboolean
is_database_name (const char *name)
{
  return g_str_has_suffix (name, TS_DB_SUFFIX);
}

static int
compare_databases (gconstpointer a, gconstpointer b)
{
  g_autofree char *name_a = g_path_get_basename (*(const char *const *) a);
  g_autofree char *name_b = g_path_get_basename (*(const char *const *) b);
  gboolean dump_a = strstr (name_a, TS_DUMP_DB_NAME) != NULL;
  gboolean dump_b = strstr (name_b, TS_DUMP_DB_NAME) != NULL;

  return dump_a != dump_b ? (dump_a ? -1 : 1) : strcmp (name_a, name_b);
}

/* The databases that earlier imports left in folder; a folder that is not there has none. */
static void
add_databases (GPtrArray *databases, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_database_name (name))
      g_ptr_array_add (databases, g_build_filename (folder, name, NULL));
}

static void
location_clear (gpointer data)
{
  TsLocation *self = data;

  g_free (self->folder);
  g_free (self->uri);
  g_free (self->db_dir);
  g_free (self->file);
  g_free (self->wanted);
  g_clear_pointer (&self->databases, g_ptr_array_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->report, ts_import_report_unref);
}

TsLocation *
ts_location_ref (TsLocation *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_location_unref (TsLocation *self)
{
  g_atomic_rc_box_release_full (self, location_clear);
}

/* Whatever its name. */
static gboolean
is_sqlite (const char *path)
{
  static const char magic[] = "SQLite format 3";
  char start[sizeof magic] = { 0 };
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gboolean is = fd >= 0 && read (fd, start, sizeof start) == sizeof start
                && memcmp (start, magic, sizeof magic) == 0;

  if (fd >= 0)
    close (fd);
  return is;
}

/* A file stands for its folder; a database is also the one to show. */
static gboolean
resolve_path (TsLocation *self, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *full = g_file_get_path (file);
  g_autoptr (GFile) folder = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    folder = g_object_ref (file);
  else
    {
      folder = g_file_get_parent (file);
      self->file = g_strdup (full);
      if (is_database_name (full) || is_sqlite (full))
        self->wanted = g_strdup (full);
    }
  self->folder = g_file_get_path (folder);
  self->uri = g_file_get_uri (folder);
  return TRUE;
}

/* Databases that are parts of one run are one to choose from. */
static void
unite_parts (TsLocation *self, GCancellable *cancellable)
{
  GPtrArray *runs;

  if (self->databases->len < 2)
    return;
  runs = ts_run_location_group (self->databases, cancellable);
  g_ptr_array_unref (self->databases);
  self->databases = runs;
}

TsLocation *
ts_location_look (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsLocation) self = g_atomic_rc_box_new0 (TsLocation);
  g_autoptr (TsScanResult) scan = NULL;

  self->report = ts_import_report_new ();
  self->databases = g_ptr_array_new_with_free_func (g_free);
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_found_run_free);
  if (!resolve_path (self, path, error))
    return NULL;
  scan = ts_scan_folder (self->folder, TS_FORMAT_AUTO, self->report, cancellable, error);
  if (scan == NULL)
    return NULL;
  for (guint i = 0; i < scan->runs->len; i++)
    g_ptr_array_add (self->runs, ts_found_run_copy (g_ptr_array_index (scan->runs, i)));
  for (guint i = 0; i < scan->databases->len; i++)
    g_ptr_array_add (self->databases, g_strdup (g_ptr_array_index (scan->databases, i)));

  /* Data that lies where nothing can be written has its databases elsewhere. */
  self->db_dir = ts_scan_default_db_dir (self->folder);
  if (g_strcmp0 (self->db_dir, self->folder) != 0)
    add_databases (self->databases, self->db_dir);
  g_ptr_array_sort (self->databases, compare_databases);
  unite_parts (self, cancellable);
  return g_steal_pointer (&self);
}

static const char *
find_database (const TsLocation *self, const char *path)
{
  for (guint i = 0; path != NULL && i < self->databases->len; i++)
    if (g_strcmp0 (g_ptr_array_index (self->databases, i), path) == 0)
      return g_ptr_array_index (self->databases, i);
  return NULL;
}

const char *
ts_location_choose_database (const TsLocation *self, const char *last)
{
  const char *found;

  /* Whatever its name, a file that was asked for is shown or its error is. */
  if (self->wanted != NULL)
    return self->wanted;
  found = find_database (self, last);
  if (found != NULL)
    return found;
  return self->databases->len > 0 ? g_ptr_array_index (self->databases, 0) : NULL;
}

char *
ts_found_run_dup_summary (const TsFoundRun *run)
{
  g_autofree char *size = ts_format_bytes (run->n_bytes);
  g_autofree char *n_files = ts_format_count (run->n_files);
  const char *kind = run->format == TS_FORMAT_DUMP ? _ ("Dump") : _ ("Monitor");
  g_autofree char *files = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s file", "%s files", run->n_files), n_files);
  g_autofree char *ranks = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", run->n_ranks), run->n_ranks);
  g_autofree char *steps = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u step", "%u steps", run->n_steps), run->n_steps);

  if (run->n_steps == 0)
    /* Translators: what was found in a folder: "Monitor", "8 ranks", "12 files", "3 MB". */
    return g_strdup_printf (_ ("%s, %s, %s, %s"), kind, ranks, files, size);
  /* Translators: "Dump", "2 steps", "8 ranks", "12 files", "3 MB". */
  return g_strdup_printf (_ ("%s, %s × %s, %s, %s"), kind, steps, ranks, files, size);
}
