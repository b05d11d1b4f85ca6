/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-files.h"

#include "ingest/folder-names.h"
#include "ingest/import-error.h"
#include "ingest/monitor/monitor-time.h"
#include "model/schema.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Row batches hold ranks in 32 bits; no training has more. */
#define MAX_RANK G_MAXINT32

#define DAY         (G_GINT64_CONSTANT (24) * 60 * 60)
#define FEBRUARY_29 ((31 + 28) * DAY)

static int
metric_index (const char *metric)
{
  for (int i = 0; ts_monitor_metrics[i] != NULL; i++)
    if (strcmp (metric, ts_monitor_metrics[i]) == 0)
      return i;
  return G_MAXINT;
}

/* msProbe's metrics in its order, then the others by name. */
int
ts_monitor_metric_compare (const char *a, const char *b)
{
  int x = metric_index (a), y = metric_index (b);

  return x != y ? (x > y) - (x < y) : strcmp (a, b);
}

/* --- file names --- */

static gboolean
take_digits (const char **p, gint64 *number)
{
  const char *start = *p;
  gint64 n = 0;

  for (; g_ascii_isdigit (**p); (*p)++)
    {
      n = n * 10 + g_ascii_digit_value (**p);
      if (*p - start >= 15)
        return FALSE;
    }
  *number = n;
  return *p > start;
}

static gboolean
take_text (const char **p, const char *text)
{
  if (!g_str_has_prefix (*p, text))
    return FALSE;
  *p += strlen (text);
  return TRUE;
}

/* "<a>-<b>", and "_part_<k>" if there is one. */
static gboolean
take_range (const char **p, TsMonitorFileName *parsed)
{
  if (!take_digits (p, &parsed->first_step) || !take_text (p, "-")
      || !take_digits (p, &parsed->last_step))
    return FALSE;
  return !take_text (p, "_part_") || take_digits (p, &parsed->part);
}

/* msProbe looks at the text before the last "_" and at the beginning of the name only. */
static gboolean
parse_compat (const char *name, TsMonitorFileName *parsed)
{
  const char *underscore = strrchr (name, '_');
  const char *p;

  if (underscore == NULL)
    return FALSE;
  parsed->metric = g_strndup (name, (gsize) (underscore - name));
  p = underscore + 1;
  return metric_index (parsed->metric) != G_MAXINT && take_digits (&p, &parsed->first_step)
         && take_text (&p, "-") && take_digits (&p, &parsed->last_step) && take_text (&p, ".csv");
}

/* Anything before the range is a metric; the last range counts. */
static gboolean
parse_any (const char *name, TsMonitorFileName *parsed)
{
  for (const char *at = strrchr (name, '_'); at != NULL && at > name;
       at = g_strrstr_len (name, at - name, "_"))
    {
      const char *p = at + 1;

      parsed->part = -1;
      parsed->v2 = take_text (&p, "step");
      if (take_range (&p, parsed) && strcmp (p, ".csv") == 0)
        {
          parsed->metric = g_strndup (name, (gsize) (at - name));
          return ts_is_identifier (parsed->metric);
        }
    }
  return FALSE;
}

/* Reads the name of a file in a run folder: with compat msProbe's nine metrics by its own rule,
 * else whatever <metric>_<a>-<b>[_part_<k>].csv or <slug>_step<a>-<b>.csv names. FALSE when it is
 * not such a file; clear parsed in either case. */
gboolean
ts_monitor_file_name_parse (const char *name, gboolean compat, TsMonitorFileName *parsed)
{
  *parsed = (TsMonitorFileName){ .first_step = -1, .last_step = -1, .part = -1 };
  return compat ? parse_compat (name, parsed) : parse_any (name, parsed);
}

void
ts_monitor_file_name_clear (TsMonitorFileName *parsed)
{
  g_clear_pointer (&parsed->metric, g_free);
}

/* Monitor v2 writes "<slug>.csv" when its steps are not numbers. */
static gboolean
parse_plain_v2 (const char *name, TsMonitorFileName *parsed)
{
  static const char *const slugs[]
      = { "module.csv", "weight_grad.csv", "optimizer.csv", "param.csv", "cc.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (slugs); i++)
    if (strcmp (name, slugs[i]) == 0)
      {
        *parsed = (TsMonitorFileName){
          .metric = g_strndup (name, strlen (name) - strlen (".csv")),
          .v2 = TRUE,
          .first_step = -1,
          .last_step = -1,
          .part = -1,
        };
        return TRUE;
      }
  return FALSE;
}

/* --- folder names --- */

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-' || (guint8) c >= 0x80;
}

/* msProbe's pattern: at most 20 word characters, "-rank", one to five digits, "-". */
static const char *
find_compat_rank (const char *name)
{
  const char *found = NULL;

  for (const char *p = name; p - name <= 20; p++)
    {
      const char *end = p;
      gint64 n;

      if (take_text (&end, "-rank") && take_digits (&end, &n) && *end == '-'
          && end - p <= (gssize) strlen ("-rank") + 5)
        found = p;
      if (!is_word_byte (*p))
        break;
    }
  return found;
}

static TsMonitorFolderKind
parse_compat_folder (const char *name, TsMonitorFolderName *parsed)
{
  const char *at = find_compat_rank (name);
  const char *digits, *end;

  if (at == NULL)
    return TS_MONITOR_FOLDER_OTHER;
  digits = end = at + strlen ("-rank");
  take_digits (&end, &parsed->rank);
  parsed->rank_text = g_strndup (digits, (gsize) (end - digits));
  parsed->time = ts_monitor_time_parse (name, (gsize) (at - name));
  /* Python takes a time without a year for one of 1900, which was no leap year. */
  if (parsed->time >= FEBRUARY_29 && parsed->time < FEBRUARY_29 + DAY)
    parsed->time = -1;
  return parsed->time >= 0 ? TS_MONITOR_FOLDER_RUN : TS_MONITOR_FOLDER_UNUSABLE;
}

/* The longest beginning of name that is a time; people append text to it. */
static gint64
leading_time (const char *name)
{
  gsize longest = strlen ("Dec03_21-34-40");

  for (gsize length = MIN (longest, strlen (name)); length >= strlen ("Dec3_1-4-0"); length--)
    {
      gint64 time = ts_monitor_time_parse (name, length);
      if (time >= 0 && name[length] == '-')
        return time;
    }
  return -1;
}

/* Reads the name of a folder beside the others. With compat, msProbe's pattern decides; a time that
 * it can't read makes msProbe give up altogether, here it makes the folder unusable. Otherwise any
 * "…-rank<R>-…" (v1), "rank<R>" and "rank_<R>" (v2) is a run, whether its time is known or not.
 * Clear parsed in every case. */
TsMonitorFolderKind
ts_monitor_folder_name_parse (const char *name, gboolean compat, TsMonitorFolderName *parsed)
{
  TsFolderKind kind;

  *parsed = (TsMonitorFolderName){ .time = -1 };
  if (compat)
    return parse_compat_folder (name, parsed);
  kind = ts_folder_kind (name, &parsed->rank);
  if (kind != TS_FOLDER_RUN && kind != TS_FOLDER_RANK)
    return TS_MONITOR_FOLDER_OTHER;
  parsed->rank_text = g_strdup_printf ("%" G_GINT64_FORMAT, parsed->rank);
  parsed->time = leading_time (name);
  return parsed->rank <= MAX_RANK ? TS_MONITOR_FOLDER_RUN : TS_MONITOR_FOLDER_UNUSABLE;
}

void
ts_monitor_folder_name_clear (TsMonitorFolderName *parsed)
{
  g_clear_pointer (&parsed->rank_text, g_free);
}

/* --- the folder --- */

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

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The names in path, sorted: what is read never depends on the file system's order. */
static GPtrArray *
list_names (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  g_autoptr (GPtrArray) names = NULL;
  const char *name;

  if (dir == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_strings);
  return g_steal_pointer (&names);
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
add_folder (TsMonitorFiles *self,
            const char *data_dir,
            const char *name,
            gboolean compat,
            TsImportReport *report)
{
  TsMonitorFolderName parsed;
  TsMonitorFolderKind kind = ts_monitor_folder_name_parse (name, compat, &parsed);
  g_autofree char *path = g_build_filename (data_dir, name, NULL);
  TsMonitorFolder *folder;

  if (kind == TS_MONITOR_FOLDER_RUN && g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      folder = g_new0 (TsMonitorFolder, 1);
      folder->name = g_strdup (name);
      folder->parsed = parsed;
      g_ptr_array_add (self->folders, folder);
      return;
    }
  if (kind == TS_MONITOR_FOLDER_UNUSABLE)
    report_unusable (report, name, compat);
  else if (kind == TS_MONITOR_FOLDER_RUN && !g_file_test (path, G_FILE_TEST_EXISTS))
    ts_import_report_add (report, TS_SEVERITY_ERROR, "unreadable-folder", name, 0, 1, 0,
                          _ ("The link leads nowhere, or in a circle."));
  ts_monitor_folder_name_clear (&parsed);
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

static void
add_file (TsMonitorFiles *self,
          const TsMonitorFolder *folder,
          const char *name,
          const char *path,
          TsMonitorFileName *parsed)
{
  TsMonitorFile *file = g_new0 (TsMonitorFile, 1);
  GStatBuf info;

  file->folder = folder;
  file->name = *parsed;
  file->path = g_build_filename (folder->name, name, NULL);
  file->size = g_stat (path, &info) == 0 ? (guint64) info.st_size : 0;
  g_ptr_array_add (self->files, file);
}

static void
list_folder (TsMonitorFiles *self,
             const TsMonitorFolder *folder,
             const char *data_dir,
             gboolean compat,
             TsImportReport *report)
{
  g_autofree char *path = g_build_filename (data_dir, folder->name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = list_names (path, &error);
  gboolean is_run = ts_folder_kind (folder->name, NULL) == TS_FOLDER_RUN;

  if (names == NULL)
    {
      ts_import_report_add (report, TS_SEVERITY_ERROR, "unreadable-folder", folder->name, 0, 1, 0,
                            _ ("The folder can’t be read: %s"), error->message);
      return;
    }
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *file_path = g_build_filename (path, name, NULL);
      TsMonitorFileName parsed;

      if (ts_monitor_file_name_parse (name, compat, &parsed)
          || (ts_monitor_file_name_clear (&parsed),
              !compat && !is_run && parse_plain_v2 (name, &parsed)))
        add_file (self, folder, name, file_path, &parsed);
      else if (g_str_has_suffix (name, ".csv"))
        ts_import_report_add (report, TS_SEVERITY_INFO, "ignored-file", folder->name, 0, 1, 0,
                              _ ("Files that hold no statistics are left out: “%s”"), name);
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

/* Lists what data_dir, the folder that holds the run folders, has to import. Links are followed.
 * What can't be read is reported and left out. Errors: data_dir can't be read (G_FILE_ERROR), or
 * the call was cancelled. Caller frees. */
TsMonitorFiles *
ts_monitor_files_list (const char *data_dir,
                       gboolean compat,
                       TsImportReport *report,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GPtrArray) names = list_names (data_dir, error);
  g_autoptr (TsMonitorFiles) self = NULL;

  if (names == NULL)
    return NULL;
  self = g_new0 (TsMonitorFiles, 1);
  self->folders = g_ptr_array_new_with_free_func (free_folder);
  self->files = g_ptr_array_new_with_free_func (free_file);
  for (guint i = 0; i < names->len; i++)
    add_folder (self, data_dir, g_ptr_array_index (names, i), compat, report);
  sort_folders (self);
  if (compat)
    keep_latest (self, report);
  for (guint i = 0; i < self->folders->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      list_folder (self, g_ptr_array_index (self->folders, i), data_dir, compat, report);
    }
  g_ptr_array_sort (self->files, compare_files);
  return g_steal_pointer (&self);
}
