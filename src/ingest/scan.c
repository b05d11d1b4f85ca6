/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/scan.h"

#include "ingest/folder-names.h"
#include "ingest/probe.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_LEVELS 3

typedef struct
{
  TsScanResult *result;
  TsImportReport *report; /* may be NULL */
  GCancellable *cancellable;
  TsFolder *tree;
  GPtrArray *folders;  /* TsFolder*, of all levels, as far as they are searched */
  GHashTable *visited; /* "device:inode" */
} Scan;

TsFoundRun *
ts_found_run_new (TsFolder *folder, TsFormat format)
{
  TsFoundRun *self = g_new0 (TsFoundRun, 1);
  TsFolder *tree = folder;

  while (tree->parent != NULL)
    tree = tree->parent;
  self->format = format;
  self->tree = ts_folder_ref (tree);
  self->base = folder;
  self->folders = g_ptr_array_new ();
  g_ptr_array_add (self->folders, folder);
  self->data_dir = g_strdup (folder->path);
  self->first_step = self->last_step = -1;
  return self;
}

void
ts_found_run_free (TsFoundRun *self)
{
  if (self == NULL)
    return;
  ts_folder_unref (self->tree);
  g_ptr_array_unref (self->folders);
  g_free (self->data_dir);
  g_free (self->db_name);
  g_free (self);
}

TsFoundRun *
ts_found_run_copy (const TsFoundRun *self)
{
  TsFoundRun *copy = g_new (TsFoundRun, 1);

  *copy = *self;
  ts_folder_ref (copy->tree);
  g_ptr_array_ref (copy->folders);
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
report_folder (
    Scan *self, TsSeverity severity, const char *code, const TsFolder *folder, const char *text)
{
  if (self->report != NULL)
    ts_import_report_add (self->report, severity, code, folder->inside, 0, 1, 0, "%s", text);
}

static gboolean
is_loop (const TsFolder *parent, const GStatBuf *info)
{
  GStatBuf above;

  for (; parent != NULL; parent = parent->parent)
    if (g_stat (parent->path, &above) == 0 && above.st_dev == info->st_dev
        && above.st_ino == info->st_ino)
      return TRUE;
  return FALSE;
}

/* Adds a folder to look into, unless it was looked into already. */
static void
add_folder (Scan *self, TsFolder *folder)
{
  g_autofree char *key = NULL;
  GStatBuf info;

  if (g_stat (folder->path, &info) != 0)
    return;
  if (is_loop (folder->parent, &info))
    {
      report_folder (self, TS_SEVERITY_WARNING, "link-loop", folder,
                     _ ("The link leads back to a folder above it; it was not followed."));
      return;
    }
  key = g_strdup_printf ("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64) info.st_dev,
                         (guint64) info.st_ino);
  if (g_hash_table_add (self->visited, g_steal_pointer (&key)))
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
add_sub_folders (Scan *self, TsFolder *folder)
{
  if (!ts_folder_list (folder))
    report_folder (self, TS_SEVERITY_ERROR, "unreadable-folder", folder, folder->error->message);
  for (guint i = 0; i < folder->folders->len; i++)
    {
      TsFolder *sub = g_ptr_array_index (folder->folders, i);
      if (is_worth_a_look (sub->name))
        add_folder (self, sub);
    }
}

/* ---- finding ---- */

/* What a source will read, it reports itself; here only what may be why nothing was found. */
static void
report_unreadable (Scan *self, const TsFolder *folder)
{
  for (guint i = 0; i < folder->folders->len; i++)
    {
      const TsFolder *sub = g_ptr_array_index (folder->folders, i);
      if (sub->error != NULL)
        report_folder (self, TS_SEVERITY_ERROR, "unreadable-folder", sub, sub->error->message);
    }
}

static void
report_several (Scan *self, const GPtrArray *probes, gboolean merged)
{
  const TsProbe *first = g_ptr_array_index (probes, 0);
  const TsProbe *second = g_ptr_array_index (probes, 1);

  if (self->report == NULL)
    return;
  if (merged)
    ts_import_report_add (self->report, TS_SEVERITY_INFO, "one-run",
                          first->run->base->parent->inside, 0, probes->len, 0,
                          _ ("%u folders (“%s”, “%s”…) have the same steps of different ranks: "
                             "they are taken for one run."),
                          probes->len, first->run->base->name, second->run->base->name);
  else
    ts_import_report_add (self->report, TS_SEVERITY_INFO, "several-runs", "", 0, probes->len, 0,
                          _ ("%u folders (“%s”, “%s”…) have data of the same ranks, or of "
                             "different steps: each becomes a database of its own."),
                          probes->len, first->run->base->name, second->run->base->name);
}

static gboolean
share_ranks (const TsProbe *a, const TsProbe *b)
{
  GHashTableIter iter;
  gpointer rank;

  g_hash_table_iter_init (&iter, a->ranks);
  while (g_hash_table_iter_next (&iter, &rank, NULL))
    if (g_hash_table_contains (b->ranks, rank))
      return TRUE;
  return FALSE;
}

static gboolean
share_steps (const TsProbe *a, const TsProbe *b)
{
  GHashTableIter iter;
  gpointer step;

  if (a->run->format == TS_FORMAT_MONITOR)
    return a->first < 0 || b->first < 0 || (a->first <= b->last && b->first <= a->last);
  g_hash_table_iter_init (&iter, a->steps);
  while (g_hash_table_iter_next (&iter, &step, NULL))
    if (g_hash_table_contains (b->steps, step))
      return TRUE;
  return FALSE;
}

/* rules.md F1: one folder per machine. */
static gboolean
are_one_run (const GPtrArray *probes)
{
  for (guint i = 0; i < probes->len; i++)
    {
      const TsProbe *probe = g_ptr_array_index (probes, i);
      if (probe->has_nameless || !share_steps (g_ptr_array_index (probes, 0), probe))
        return FALSE;
      for (guint j = 0; j < i; j++)
        if (share_ranks (probe, g_ptr_array_index (probes, j)))
          return FALSE;
    }
  return TRUE;
}

static guint
count_steps (const GPtrArray *probes)
{
  g_autoptr (GHashTable) steps = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < probes->len; i++)
    {
      GHashTableIter iter;
      gpointer step;
      g_hash_table_iter_init (&iter, ((TsProbe *) g_ptr_array_index (probes, i))->steps);
      while (g_hash_table_iter_next (&iter, &step, NULL))
        g_hash_table_add (steps, step);
    }
  return g_hash_table_size (steps);
}

/* All probes as the run of the first; its paths begin where the search did. */
static TsFoundRun *
unite (Scan *self, const GPtrArray *probes)
{
  TsFoundRun *run = g_steal_pointer (&((TsProbe *) g_ptr_array_index (probes, 0))->run);

  run->base = self->tree;
  g_free (run->data_dir);
  run->data_dir = g_strdup (self->tree->path);
  for (guint i = 1; i < probes->len; i++)
    {
      const TsFoundRun *other = ((TsProbe *) g_ptr_array_index (probes, i))->run;

      g_ptr_array_add (run->folders, g_ptr_array_index (other->folders, 0));
      run->first_step = MIN (run->first_step, other->first_step);
      run->last_step = MAX (run->last_step, other->last_step);
      run->n_ranks += other->n_ranks;
      run->n_bytes += other->n_bytes;
      run->n_files += other->n_files;
    }
  run->n_steps = count_steps (probes);
  return run;
}

static gboolean
probe_level (Scan *self, guint first, guint last, TsFormat format)
{
  g_autoptr (GPtrArray) probes = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_probe_free);

  for (guint i = first; i < last && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      TsFolder *folder = g_ptr_array_index (self->folders, i);
      TsProbe *probe = ts_probe_folder (folder, format, self->cancellable);
      if (probe != NULL)
        g_ptr_array_add (probes, probe);
      else
        report_unreadable (self, folder);
    }
  if (probes->len > 1)
    {
      gboolean merged = are_one_run (probes);
      report_several (self, probes, merged);
      if (merged)
        {
          g_ptr_array_add (self->result->runs, unite (self, probes));
          return TRUE;
        }
    }
  for (guint i = 0; i < probes->len; i++)
    g_ptr_array_add (self->result->runs,
                     g_steal_pointer (&((TsProbe *) g_ptr_array_index (probes, i))->run));
  return probes->len > 0;
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
find_start (TsFolder *folder)
{
  g_autofree char *parent = g_path_get_dirname (folder->path);
  g_autofree char *parent_name = g_path_get_basename (parent);
  TsFolderKind kind = ts_folder_kind (folder->name, NULL);

  if (kind == TS_FOLDER_STEP && ts_is_step_folder (folder))
    return g_steal_pointer (&parent);
  if (ts_is_rank_kind (kind) && ts_is_dump_rank_folder (folder)
      && ts_folder_kind (parent_name, NULL) == TS_FOLDER_STEP)
    return g_path_get_dirname (parent);
  if ((kind == TS_FOLDER_RUN || kind == TS_FOLDER_RANK) && ts_is_monitor_run_folder (folder))
    return g_steal_pointer (&parent);
  return g_strdup (folder->path);
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

static void
find_databases (TsScanResult *result, const TsFolder *folder)
{
  for (guint i = 0; i < folder->files->len; i++)
    {
      const char *name = ((TsFolderFile *) g_ptr_array_index (folder->files, i))->name;
      if (g_str_has_suffix (name, TS_DB_SUFFIX))
        g_ptr_array_add (result->databases, g_build_filename (result->folder, name, NULL));
    }
}

TsScanResult *
ts_scan_folder (const char *folder,
                TsFormat format,
                TsImportReport *report,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TsScanResult) result = g_new0 (TsScanResult, 1);
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_autoptr (GHashTable) visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  g_autoptr (TsFolder) tree = ts_folder_new (absolute);
  g_autofree char *start = NULL;
  Scan self = { result, report, cancellable, tree, folders, visited };

  result->folder = g_strdup (folder);
  result->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_found_run_free);
  result->databases = g_ptr_array_new_with_free_func (g_free);
  if (!ts_folder_list (tree))
    {
      g_propagate_error (error, g_error_copy (tree->error));
      return NULL;
    }
  find_databases (result, tree);
  start = find_start (tree);
  if (strcmp (start, absolute) != 0)
    {
      ts_folder_unref (tree);
      self.tree = tree = ts_folder_new (start);
    }
  add_folder (&self, tree);
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
  return g_build_filename (g_get_user_data_dir (), "trendscope", own, NULL);
}
