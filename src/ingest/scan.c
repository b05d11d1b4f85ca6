/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/scan.h"

#include "ingest/folder-names.h"
#include "ingest/probe.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_LEVELS 3

/* A folder on the way down. The chain of parents tells a loop from a second way to the same place.
 */
typedef struct _Folder Folder;
struct _Folder
{
  char *path;
  char *inside; /* the path relative to where the search began, "" there */
  const Folder *parent;
  guint64 device, inode;
};

typedef struct
{
  TsScanResult *result;
  TsImportReport *report; /* may be NULL */
  GCancellable *cancellable;
  GPtrArray *folders;  /* Folder*, of all levels */
  GHashTable *visited; /* "device:inode" */
} Scan;

static void
folder_free (gpointer data)
{
  Folder *self = data;

  g_free (self->path);
  g_free (self->inside);
  g_free (self);
}

void
ts_found_run_free (TsFoundRun *self)
{
  if (self == NULL)
    return;
  g_free (self->data_dir);
  g_free (self->db_name);
  g_free (self);
}

TsFoundRun *
ts_found_run_copy (const TsFoundRun *self)
{
  TsFoundRun *copy = g_new (TsFoundRun, 1);

  *copy = *self;
  copy->data_dir = g_strdup (self->data_dir);
  copy->db_name = g_strdup (self->db_name);
  return copy;
}

void
ts_scan_result_free (TsScanResult *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_ptr_array_unref (self->runs);
  g_ptr_array_unref (self->databases);
  g_free (self);
}

/* ---- walking ---- */

static void
report_folder (Scan *self, const char *code, const char *path, const char *text)
{
  if (self->report != NULL)
    ts_import_report_add (self->report, TS_SEVERITY_WARNING, code, path, 0, 1, 0, "%s", text);
}

static gboolean
is_loop (const Folder *parent, const GStatBuf *info)
{
  for (; parent != NULL; parent = parent->parent)
    if (parent->device == info->st_dev && parent->inode == info->st_ino)
      return TRUE;
  return FALSE;
}

/* Adds a folder to look into, unless it was looked into already. */
static void
add_folder (Scan *self, char *path, const char *name, const Folder *parent)
{
  g_autofree char *owned = path;
  g_autofree char *inside = parent == NULL || parent->inside[0] == '\0'
                                ? g_strdup (name)
                                : g_build_filename (parent->inside, name, NULL);
  g_autofree char *key = NULL;
  GStatBuf info;
  Folder *folder;

  if (g_stat (path, &info) != 0)
    return;
  if (is_loop (parent, &info))
    {
      report_folder (self, "link-loop", inside,
                     _ ("The link leads back to a folder above it; it was not followed."));
      return;
    }
  key = g_strdup_printf ("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64) info.st_dev,
                         (guint64) info.st_ino);
  if (!g_hash_table_add (self->visited, g_steal_pointer (&key)))
    return;
  folder = g_new0 (Folder, 1);
  folder->path = g_steal_pointer (&owned);
  folder->inside = g_steal_pointer (&inside);
  folder->parent = parent;
  folder->device = info.st_dev;
  folder->inode = info.st_ino;
  g_ptr_array_add (self->folders, folder);
}

/* Data may lie below it: not hidden, and not itself a part of data. */
static gboolean
is_worth_a_look (const char *name)
{
  return name[0] != '.' && ts_folder_kind (name, NULL) == TS_FOLDER_OTHER
         && strcmp (name, "dump_tensor_data") != 0;
}

static void
add_sub_folders (Scan *self, const Folder *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = ts_list_folder (folder->path, TS_LIST_FOLDERS, &error);

  if (names == NULL)
    {
      report_folder (self, "unreadable-folder", folder->inside, error->message);
      return;
    }
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      if (is_worth_a_look (name))
        add_folder (self, g_build_filename (folder->path, name, NULL), name, folder);
    }
}

/* ---- finding ---- */

static gboolean
probe_folder (Scan *self, const Folder *folder, TsFormat format)
{
  g_autoptr (GPtrArray) unreadable = g_ptr_array_new_with_free_func (g_free);
  TsFoundRun *run = ts_probe_folder (folder->path, format, unreadable, self->cancellable);

  if (run != NULL)
    {
      g_ptr_array_add (self->result->runs, run);
      return TRUE;
    }
  /* What a source will read, it reports itself; here only what may be why nothing was found. */
  for (guint i = 0; i < unreadable->len; i++)
    {
      const char *path = g_ptr_array_index (unreadable, i);
      g_autofree char *inside = g_build_filename (folder->inside, path, NULL);
      report_folder (self, "unreadable-folder", inside, _ ("The folder could not be read."));
    }
  return FALSE;
}

static gboolean
probe_level (Scan *self, guint first, guint last, TsFormat format)
{
  gboolean found = FALSE;

  for (guint i = first; i < last && !g_cancellable_is_cancelled (self->cancellable); i++)
    found |= probe_folder (self, g_ptr_array_index (self->folders, i), format);
  return found;
}

/* Each kind of data is taken from the nearest level that has it. */
static void
search (Scan *self, gboolean want_dump, gboolean want_monitor)
{
  guint first = 0;

  for (guint level = 0; level <= MAX_LEVELS; level++)
    {
      guint last = self->folders->len;
      if (want_dump && probe_level (self, first, last, TS_FORMAT_DUMP))
        want_dump = FALSE;
      if (want_monitor && probe_level (self, first, last, TS_FORMAT_MONITOR))
        want_monitor = FALSE;
      if ((!want_dump && !want_monitor) || level == MAX_LEVELS)
        return;
      for (guint i = first; i < last && !g_cancellable_is_cancelled (self->cancellable); i++)
        add_sub_folders (self, g_ptr_array_index (self->folders, i));
      first = last;
    }
}

/* The folder that holds the data which folder is a part of; folder itself when it is none. */
static char *
find_start (const char *folder)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  g_autofree char *name = g_path_get_basename (absolute);
  g_autofree char *parent = g_path_get_dirname (absolute);
  g_autofree char *parent_name = g_path_get_basename (parent);
  TsFolderKind kind = ts_folder_kind (name, NULL);

  if (kind == TS_FOLDER_STEP && ts_is_step_folder (absolute))
    return g_steal_pointer (&parent);
  if (ts_is_rank_kind (kind) && ts_is_dump_rank_folder (absolute)
      && ts_folder_kind (parent_name, NULL) == TS_FOLDER_STEP)
    return g_path_get_dirname (parent);
  if ((kind == TS_FOLDER_RUN || kind == TS_FOLDER_RANK) && ts_is_monitor_run_folder (absolute))
    return g_steal_pointer (&parent);
  return g_steal_pointer (&absolute);
}

/* ---- names of the databases ---- */

static const char *
base_db_name (TsFormat format)
{
  return format == TS_FORMAT_DUMP ? TS_DUMP_DB_NAME : TS_MONITOR_DB_NAME;
}

static guint
count_runs (const Scan *self, TsFormat format, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < self->result->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (self->result->runs, i);
      g_autofree char *folder = g_path_get_basename (run->data_dir);
      n += run->format == format && (name == NULL || strcmp (folder, name) == 0);
    }
  return n;
}

/* The name of the run's folder; where two runs lie in folders of the same name, the whole way to
 * it. */
static char *
run_label (const Scan *self, const TsFoundRun *run, const char *start)
{
  g_autofree char *name = g_path_get_basename (run->data_dir);

  if (count_runs (self, run->format, name) > 1 && g_str_has_prefix (run->data_dir, start))
    {
      char *label = g_strdup (run->data_dir + strlen (start));
      memmove (label, label + strspn (label, "/"), strlen (label + strspn (label, "/")) + 1);
      return g_strdelimit (label, "/", '-');
    }
  return g_steal_pointer (&name);
}

static void
name_databases (Scan *self, const char *start)
{
  for (guint i = 0; i < self->result->runs->len; i++)
    {
      TsFoundRun *run = g_ptr_array_index (self->result->runs, i);
      const char *base = base_db_name (run->format);

      if (count_runs (self, run->format, NULL) == 1)
        run->db_name = g_strdup (base);
      else
        {
          g_autofree char *label = run_label (self, run, start);
          run->db_name = g_strconcat (label, ".", base, NULL);
        }
    }
}

static gboolean
find_databases (TsScanResult *result, GError **error)
{
  g_autoptr (GPtrArray) names = ts_list_folder (result->folder, TS_LIST_FILES, error);

  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      if (g_str_has_suffix (name, TS_DB_SUFFIX))
        g_ptr_array_add (result->databases, g_build_filename (result->folder, name, NULL));
    }
  return TRUE;
}

TsScanResult *
ts_scan_folder (const char *folder,
                TsFormat format,
                TsImportReport *report,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TsScanResult) result = g_new0 (TsScanResult, 1);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (folder_free);
  g_autoptr (GHashTable) visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *start = NULL;
  Scan self = { result, report, cancellable, folders, visited };

  result->folder = g_strdup (folder);
  result->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_found_run_free);
  result->databases = g_ptr_array_new_with_free_func (g_free);
  if (!find_databases (result, error))
    return NULL;
  start = find_start (folder);
  add_folder (&self, g_strdup (start), "", NULL);
  search (&self, format != TS_FORMAT_MONITOR, format != TS_FORMAT_DUMP);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  name_databases (&self, start);
  return g_steal_pointer (&result);
}

char *
ts_scan_default_db_dir (const char *folder)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  g_autofree char *name = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *own = NULL;

  if (g_access (absolute, W_OK) == 0)
    return g_steal_pointer (&absolute);
  name = g_path_get_basename (absolute);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, absolute, -1);
  sum[8] = '\0';
  own = g_strdup_printf ("%s-%s", name, sum);
  return g_build_filename (g_get_user_cache_dir (), "trendscope", own, NULL);
}
