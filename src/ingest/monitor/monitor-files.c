/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-files.h"

#include "ingest/file-variant.h"
#include "ingest/folder-names.h"
#include "ingest/monitor/monitor-time.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

static void
free_folder (gpointer data)
{
  TsMonitorFolder *folder = data;

  ts_monitor_folder_name_clear (&folder->parsed);
  g_free (folder->name);
  g_free (folder);
}

static void
free_file (gpointer data)
{
  TsMonitorFile *file = data;

  ts_monitor_file_name_clear (&file->name);
  g_free (file->path);
  g_free (file);
}

void
ts_monitor_files_free (TsMonitorFiles *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->folders);
  g_free (self);
}

static void
report_unusable (TsImportReport *report, const char *name, gboolean compat)
{
  if (compat)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "unreadable-run-time", name, 0, 1, 0,
                          _ ("The folder does not begin with a time like “Dec03_21-34-40”, so "
                             "msProbe would refuse everything beside it; it is left out."));
  else
    ts_import_report_add (report, TS_SEVERITY_WARNING, "rank-too-large", name, 0, 1, 0,
                          _ ("The rank in the folder’s name is too large; it is left out."));
}

static void
add_folder (TsMonitorFiles *self, const TsFoundRun *run, TsFolder *found, TsImportReport *report)
{
  TsMonitorFolderName parsed;
  TsMonitorFolderKind kind = ts_monitor_folder_name_parse (found->name, self->compat, &parsed);
  g_autofree char *inside = ts_folder_dup_inside (found, run->base, NULL);
  TsMonitorFolder *folder;

  if (kind == TS_MONITOR_FOLDER_RUN)
    {
      folder = g_new0 (TsMonitorFolder, 1);
      folder->folder = found;
      folder->name = g_steal_pointer (&inside);
      folder->parsed = parsed;
      g_ptr_array_add (self->folders, folder);
      return;
    }
  if (kind == TS_MONITOR_FOLDER_UNUSABLE)
    report_unusable (report, inside, self->compat);
  ts_monitor_folder_name_clear (&parsed);
}

static void
report_broken (TsMonitorFiles *self,
               const TsFoundRun *run,
               const TsFolder *folder,
               TsImportReport *report)
{
  for (guint i = 0; i < folder->broken->len; i++)
    {
      const char *name = g_ptr_array_index (folder->broken, i);
      g_autofree char *inside = ts_folder_dup_inside (folder, run->base, name);
      TsMonitorFolderName parsed;

      if (ts_monitor_folder_name_parse (name, self->compat, &parsed) == TS_MONITOR_FOLDER_RUN)
        ts_import_report_add (report, TS_SEVERITY_ERROR, "unreadable-folder", inside, 0, 1, 0,
                              _ ("The link leads nowhere, or in a circle."));
      ts_monitor_folder_name_clear (&parsed);
    }
}

/* By rank, then time; folders whose time is unknown come first. */
static int
compare_folders (gconstpointer a, gconstpointer b, gpointer data)
{
  const TsMonitorFolder *x = *(TsMonitorFolder *const *) a, *y = *(TsMonitorFolder *const *) b;
  gint64 origin = *(gint64 *) data;
  gint64 s, t;

  if (x->parsed.rank != y->parsed.rank)
    return x->parsed.rank < y->parsed.rank ? -1 : 1;
  s = x->parsed.time < 0 ? -1 : ts_monitor_time_since (x->parsed.time, origin);
  t = y->parsed.time < 0 ? -1 : ts_monitor_time_since (y->parsed.time, origin);
  return s != t ? (s > t) - (s < t) : strcmp (x->name, y->name);
}

static void
sort_folders (TsMonitorFiles *self)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 origin;
  gint64 rank = -1;
  guint order = 0;

  for (guint i = 0; i < self->folders->len; i++)
    {
      TsMonitorFolder *folder = g_ptr_array_index (self->folders, i);
      if (folder->parsed.time >= 0)
        g_array_append_val (times, folder->parsed.time);
    }
  origin = ts_monitor_time_origin ((gint64 *) (gpointer) times->data, times->len);
  g_ptr_array_sort_with_data (self->folders, compare_folders, &origin);
  for (guint i = 0; i < self->folders->len; i++)
    {
      TsMonitorFolder *folder = g_ptr_array_index (self->folders, i);
      order = folder->parsed.rank == rank ? order + 1 : 0;
      rank = folder->parsed.rank;
      folder->order = order;
    }
}

/* msProbe reads one folder of each rank, whichever its directory listing names last; here it is the
 * latest. */
static void
keep_latest (TsMonitorFiles *self, TsImportReport *report)
{
  for (guint i = 0; i < self->folders->len; i++)
    for (guint j = i + 1; j < self->folders->len; j++)
      {
        TsMonitorFolder *folder = g_ptr_array_index (self->folders, i);
        TsMonitorFolder *later = g_ptr_array_index (self->folders, j);
        if (later->parsed.rank != folder->parsed.rank)
          break;
        if (strcmp (folder->parsed.rank_text, later->parsed.rank_text) != 0)
          continue;
        ts_import_report_add (report, TS_SEVERITY_WARNING, "older-run", folder->name, 0, 1, 0,
                              _ ("There is a later folder of the same rank (“%s”), and msProbe "
                                 "reads only one; this one is left out."),
                              later->name);
        g_ptr_array_remove_index (self->folders, i--);
        break;
      }
}

/* Takes parsed. */
static void
add_file (TsMonitorFiles *self,
          const TsFoundRun *run,
          const TsMonitorFolder *folder,
          TsFolderFile *found,
          TsMonitorFileName *parsed)
{
  TsMonitorFile *file = g_new0 (TsMonitorFile, 1);

  file->folder = folder;
  file->name = *parsed;
  file->path = ts_folder_dup_inside (folder->folder, run->base, found->name);
  file->size = ts_folder_look_at (folder->folder, found) ? (guint64) found->size : 0;
  file->mtime = found->mtime;
  g_ptr_array_add (self->files, file);
}

static gboolean
parse_name (const TsMonitorFiles *self,
            const TsMonitorFolder *folder,
            const char *name,
            TsMonitorFileName *parsed)
{
  gboolean is_run = ts_folder_kind (folder->folder->name, NULL) == TS_FOLDER_RUN;

  if (ts_monitor_file_name_parse (name, self->compat, parsed))
    return TRUE;
  ts_monitor_file_name_clear (parsed);
  return !self->compat && !is_run && ts_monitor_file_name_parse_plain (name, parsed);
}

/* A file that is not named as msProbe names those that hold statistics, but looks like one. */
static void
report_odd_name (const TsFoundRun *run,
                 const TsMonitorFolder *folder,
                 const char *name,
                 const char *plain,
                 TsImportReport *report)
{
  g_autofree char *path = ts_folder_dup_inside (folder->folder, run->base, name);
  const char *dot = strrchr (plain, '.');
  g_autofree char *as_csv = g_strdup_printf (
      "%.*s.csv", dot == NULL ? (int) strlen (plain) : (int) (dot - plain), plain);
  TsMonitorFileName parsed = { 0 };

  if (g_str_has_suffix (plain, ".csv") && strcmp (plain, "stack_info.csv") != 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "odd-file-name", path, 0, 1, 0,
                          _ ("The file’s name is not <metric>_<first step>-<last step>.csv; it is "
                             "left out."));
  else if (ts_monitor_file_name_parse (as_csv, FALSE, &parsed))
    ts_import_report_add (report, TS_SEVERITY_WARNING, "odd-file-name", path, 0, 1, 0,
                          _ ("The file’s name ends in “%s”, not in “.csv”; it is left out."),
                          dot == NULL ? "" : dot);
  ts_monitor_file_name_clear (&parsed);
}

/* Files that are called almost as they should be: of those that stand for the same original the
 * best one is read when that is not there. */
typedef struct
{
  TsFolderFile *file;
  TsVariant variant;
} Candidate;

static void
take_candidates (TsMonitorFiles *self,
                 const TsFoundRun *run,
                 const TsMonitorFolder *folder,
                 GPtrArray *odd, /* TsFolderFile* */
                 TsImportReport *report)
{
  g_autoptr (GHashTable) best = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < odd->len; i++)
    {
      Candidate candidate = { g_ptr_array_index (odd, i), TS_VARIANT_PLAIN };
      g_autofree char *plain = ts_variant_dup_plain (candidate.file->name, &candidate.variant);
      const Candidate *other = g_hash_table_lookup (best, plain);

      if (candidate.variant < TS_VARIANT_COMPRESSED
          && (other == NULL || candidate.variant < other->variant))
        g_hash_table_insert (best, g_steal_pointer (&plain),
                             g_memdup2 (&candidate, sizeof candidate));
    }
  for (guint i = 0; i < odd->len; i++)
    {
      TsFolderFile *file = g_ptr_array_index (odd, i);
      TsVariant variant;
      g_autofree char *plain = ts_variant_dup_plain (file->name, &variant);
      TsFolderFile *original = ts_folder_find_file (folder->folder, plain);
      const Candidate *chosen = g_hash_table_lookup (best, plain);
      TsFolderFile *used = original != NULL ? original : chosen != NULL ? chosen->file : NULL;
      TsMonitorFileName parsed;

      if (parse_name (self, folder, plain, &parsed))
        {
          ts_variant_report_file (folder->folder, run->base, file->name, plain, used, report);
          if (used == file)
            {
              add_file (self, run, folder, file, &parsed);
              continue;
            }
        }
      else
        report_odd_name (run, folder, file->name, plain, report);
      ts_monitor_file_name_clear (&parsed);
    }
}

/* A link that leads nowhere, a pipe or a folder in the place of a file. */
static void
report_no_file (TsMonitorFiles *self,
                const TsFoundRun *run,
                const TsMonitorFolder *folder,
                const char *name,
                TsImportReport *report)
{
  g_autofree char *path = ts_folder_dup_inside (folder->folder, run->base, name);
  TsMonitorFileName parsed;

  if (parse_name (self, folder, name, &parsed))
    ts_import_report_add (
        report, TS_SEVERITY_ERROR, "unreadable-file", path, 0, 1, 0,
        _ ("This is no file, but a link that leads nowhere or something else of that name."));
  ts_monitor_file_name_clear (&parsed);
}

static void
list_folder (TsMonitorFiles *self,
             const TsFoundRun *run,
             const TsMonitorFolder *folder,
             TsImportReport *report)
{
  g_autoptr (GPtrArray) odd = g_ptr_array_new ();
  guint n = self->files->len;

  if (!ts_folder_list (folder->folder))
    {
      ts_import_report_add (report, TS_SEVERITY_ERROR, "unreadable-folder", folder->name, 0, 1, 0,
                            "%s", folder->folder->error->message);
      return;
    }
  for (guint i = 0; i < folder->folder->files->len; i++)
    {
      TsFolderFile *file = g_ptr_array_index (folder->folder->files, i);
      TsMonitorFileName parsed;

      if (parse_name (self, folder, file->name, &parsed))
        add_file (self, run, folder, file, &parsed);
      else
        {
          ts_monitor_file_name_clear (&parsed);
          g_ptr_array_add (odd, file);
        }
    }
  for (guint i = 0; i < folder->folder->folders->len; i++)
    report_no_file (self, run, folder,
                    ((TsFolder *) g_ptr_array_index (folder->folder->folders, i))->name, report);
  for (guint i = 0; i < folder->folder->broken->len; i++)
    report_no_file (self, run, folder, g_ptr_array_index (folder->folder->broken, i), report);
  if (!self->compat)
    take_candidates (self, run, folder, odd, report);
  if (self->files->len == n)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "empty-folder", folder->name, 0, 1, 0,
                          _ ("Rank %" PRId64 " has no file with statistics in this folder; nothing "
                             "of it is shown."),
                          folder->parsed.rank);
}

/* How many files with statistics are in folder and up to two levels below; *first: one of them. */
static guint
count_data_files (TsFolder *folder, guint levels, const TsFolder **first, const char **name)
{
  guint n = 0;

  if (folder->is_link)
    return 0;
  ts_folder_list (folder);
  for (guint i = 0; i < folder->files->len; i++)
    {
      const TsFolderFile *file = g_ptr_array_index (folder->files, i);
      TsMonitorFileName parsed;

      if (ts_monitor_file_name_parse (file->name, FALSE, &parsed) && n++ == 0 && *first == NULL)
        {
          *first = folder;
          *name = file->name;
        }
      ts_monitor_file_name_clear (&parsed);
    }
  for (guint i = 0; levels > 0 && i < folder->folders->len; i++)
    n += count_data_files (g_ptr_array_index (folder->folders, i), levels - 1, first, name);
  return n;
}

static void
report_unread_folder (TsFolder *folder, const TsFolder *base, TsImportReport *report)
{
  const TsFolder *first = NULL;
  const char *name = NULL;
  guint n = count_data_files (folder, 2, &first, &name);
  g_autofree char *inside = ts_folder_dup_inside (folder, base, NULL);
  g_autofree char *path = NULL, *display = NULL;

  if (n == 0)
    return;
  path = ts_folder_dup_inside (first, base, name);
  display = g_filename_display_name (path);
  ts_import_report_add (report, TS_SEVERITY_WARNING, "unread-folder", inside, 0, n, 0,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "The folder is none of a rank, but holds %u file with "
                                     "statistics, “%s”, which is left out.",
                                     "The folder is none of a rank, but holds %u files with "
                                     "statistics, like “%s”, which are left out.",
                                     n),
                        n, display);
}

/* What lies beside the run folders and holds statistics. */
static void
report_unread (TsMonitorFiles *self,
               const TsFoundRun *run,
               TsFolder *folder,
               TsImportReport *report)
{
  for (guint i = 0; i < folder->folders->len; i++)
    {
      TsFolder *sub = g_ptr_array_index (folder->folders, i);
      TsFolderKind kind = ts_folder_kind (sub->name, NULL);

      if (kind == TS_FOLDER_OTHER && sub->name[0] != '.'
          && !g_ptr_array_find (run->folders, sub, NULL))
        report_unread_folder (sub, run->base, report);
    }
  for (guint i = 0; i < folder->files->len; i++)
    {
      const TsFolderFile *file = g_ptr_array_index (folder->files, i);
      g_autofree char *path = ts_folder_dup_inside (folder, run->base, file->name);
      TsMonitorFileName parsed;

      if (ts_monitor_file_name_parse (file->name, FALSE, &parsed))
        ts_import_report_add (
            report, TS_SEVERITY_WARNING, "misplaced-file", path, 0, 1, 0,
            _ ("The file lies outside the folders of the ranks; it is left out."));
      ts_monitor_file_name_clear (&parsed);
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const TsMonitorFile *x = *(TsMonitorFile *const *) a, *y = *(TsMonitorFile *const *) b;
  int order;

  if (x->folder != y->folder)
    {
      if (x->folder->parsed.rank != y->folder->parsed.rank)
        return x->folder->parsed.rank < y->folder->parsed.rank ? -1 : 1;
      return x->folder->order < y->folder->order ? -1 : 1;
    }
  order = ts_monitor_metric_compare (x->name.metric, y->name.metric);
  if (order != 0)
    return order;
  if (x->name.first_step != y->name.first_step)
    return x->name.first_step < y->name.first_step ? -1 : 1;
  if (x->name.part != y->name.part)
    return x->name.part < y->name.part ? -1 : 1;
  return strcmp (x->path, y->path);
}

/* Leaves the folders of other shares' ranks to them. */
static void
keep_share (TsMonitorFiles *self, const TsShare *share)
{
  for (guint i = self->folders->len; i-- > 0;)
    {
      const TsMonitorFolder *folder = g_ptr_array_index (self->folders, i);
      if (!ts_share_has (share, folder->parsed.rank))
        g_ptr_array_remove_index (self->folders, i);
    }
}

/* Lists what the run has to import. Links are followed. What can't be read is reported and left
 * out. Errors: its folder can't be read (G_FILE_ERROR), or the call was cancelled. Caller frees. */
TsMonitorFiles *
ts_monitor_files_list (const TsFoundRun *run,
                       gboolean compat,
                       TsImportReport *report,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (TsMonitorFiles) self = g_new0 (TsMonitorFiles, 1);
  g_autoptr (TsImportReport) nobodys = ts_import_report_new ();
  /* Of several processes that read the same folder one tells what is in it. */
  TsImportReport *first = ts_share_is_first (run->share) ? report : nobodys;

  self->compat = compat;
  self->folders = g_ptr_array_new_with_free_func (free_folder);
  self->files = g_ptr_array_new_with_free_func (free_file);
  for (guint i = 0; i < run->folders->len; i++)
    {
      TsFolder *folder = g_ptr_array_index (run->folders, i);

      if (!ts_folder_list (folder))
        {
          g_propagate_error (error, g_error_copy (folder->error));
          return NULL;
        }
      for (guint j = 0; j < folder->folders->len; j++)
        add_folder (self, run, g_ptr_array_index (folder->folders, j), first);
      report_broken (self, run, folder, first);
      report_unread (self, run, folder, first);
    }
  sort_folders (self);
  if (compat)
    keep_latest (self, first);
  keep_share (self, run->share);
  for (guint i = 0; i < self->folders->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      list_folder (self, run, g_ptr_array_index (self->folders, i), report);
    }
  g_ptr_array_sort (self->files, compare_files);
  return g_steal_pointer (&self);
}
