/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/dump-plan.h"

#include "ingest/dump/dump-names.h"
#include "ingest/import-error.h"
#include "ingest/probe.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* A rank folder. */
typedef struct
{
  char *name;
  TsFolderKind kind;
  gint64 number; /* rank or process id */
  gint64 rank;   /* to be found out for processes */
  guint64 size;  /* of its dump.json */
} RankFolder;

typedef struct
{
  char *name;
  gint64 step;
  GPtrArray *ranks; /* RankFolder*, by name */
} StepFolder;

typedef struct
{
  const char *data_dir;
  gboolean compat;
  TsImportReport *report;
  GPtrArray *steps; /* StepFolder*, by step */
} Scan;

static void
rank_folder_free (gpointer data)
{
  RankFolder *self = data;

  g_free (self->name);
  g_free (self);
}

static void
step_folder_free (gpointer data)
{
  StepFolder *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->ranks);
  g_free (self);
}

static void
dump_file_free (gpointer data)
{
  TsDumpFile *self = data;

  g_free (self->folder);
  g_free (self->display);
  g_free (self);
}

void
ts_dump_plan_free (TsDumpPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_free (self);
}

static gboolean
is_numbered_as_msprobe (const char *name, const char *word, gint64 *number)
{
  return g_str_has_prefix (name, word) && ts_parse_python_int (name + strlen (word), number);
}

/* What name means for an import: as Trendscope or as msProbe reads it. */
static TsFolderKind
folder_kind (const Scan *self, const char *name, gint64 *number)
{
  if (!self->compat)
    return ts_folder_kind (name, number);
  if (is_numbered_as_msprobe (name, "step", number))
    return TS_FOLDER_STEP;
  if (is_numbered_as_msprobe (name, "rank", number))
    return TS_FOLDER_RANK;
  return is_numbered_as_msprobe (name, "proc", number) ? TS_FOLDER_PROCESS : TS_FOLDER_OTHER;
}

static char *
display_path (const char *step, const char *rank)
{
  g_autofree char *path
      = rank == NULL ? g_strdup (step) : g_build_filename (step, rank, "dump.json", NULL);

  return g_filename_display_name (path);
}

/* Links named like a step or rank folder that lead nowhere. step is NULL for the data folder. */
static void
report_broken (Scan *self, const char *folder, const char *step)
{
  g_autoptr (GPtrArray) names = ts_list_folder (folder, TS_LIST_BROKEN, NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *inside
          = step == NULL ? g_strdup (name) : g_build_filename (step, name, NULL);
      g_autofree char *display = g_filename_display_name (inside);
      gint64 number;
      TsFolderKind kind = folder_kind (self, name, &number);

      if (step == NULL ? kind == TS_FOLDER_STEP : ts_is_rank_kind (kind))
        ts_import_report_add (self->report, TS_SEVERITY_ERROR, "unreadable-folder", display, 0, 1,
                              0, _ ("The link leads nowhere, or in a circle."));
    }
}

/* Whether the rank folder has a dump.json that can be read. A folder without one is no trouble
 * (another level or task), but something else of its name is. */
static gboolean
has_dump (Scan *self, const char *step, const char *name, guint64 *size)
{
  g_autofree char *path = g_build_filename (self->data_dir, step, name, "dump.json", NULL);
  g_autofree char *display = display_path (step, name);
  GStatBuf info;

  if (g_lstat (path, &info) != 0)
    {
      if (errno != ENOENT)
        ts_import_report_add (self->report, TS_SEVERITY_ERROR, "unreadable-file", display, 0, 1, 0,
                              "%s", g_strerror (errno));
      return FALSE;
    }
  if (g_stat (path, &info) == 0 && S_ISREG (info.st_mode))
    {
      *size = (guint64) info.st_size;
      return TRUE;
    }
  ts_import_report_add (self->report, TS_SEVERITY_ERROR, "unreadable-file", display, 0, 1, 0,
                        S_ISLNK (info.st_mode)
                            ? _ ("The link leads nowhere, or in a circle.")
                            : _ ("This is not a file but something else of that name."));
  return FALSE;
}

static void
add_rank (Scan *self, StepFolder *step, const char *name)
{
  RankFolder *rank;
  guint64 size;
  gint64 number;
  TsFolderKind kind = folder_kind (self, name, &number);

  if (!ts_is_rank_kind (kind) || !has_dump (self, step->name, name, &size))
    return;
  if (kind == TS_FOLDER_RANK && (number < 0 || number > G_MAXINT32))
    {
      g_autofree char *display = display_path (step->name, name);
      ts_import_report_add (self->report, TS_SEVERITY_WARNING, "odd-rank", display, 0, 1, 0,
                            _ ("The number of this rank folder is no rank; it is left out."));
      return;
    }
  rank = g_new0 (RankFolder, 1);
  rank->name = g_strdup (name);
  rank->kind = kind;
  rank->number = number;
  rank->rank = kind == TS_FOLDER_PROCESS ? -1 : number;
  rank->size = size;
  g_ptr_array_add (step->ranks, rank);
}

static void
add_step (Scan *self, const char *name, gint64 number)
{
  g_autofree char *path = g_build_filename (self->data_dir, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = ts_list_folder (path, TS_LIST_FOLDERS, &error);
  StepFolder *step;

  if (names == NULL)
    {
      g_autofree char *display = display_path (name, NULL);
      ts_import_report_add (self->report, TS_SEVERITY_ERROR, "unreadable-folder", display, 0, 1, 0,
                            "%s", error->message);
      return;
    }
  step = g_new0 (StepFolder, 1);
  step->name = g_strdup (name);
  step->step = number;
  step->ranks = g_ptr_array_new_with_free_func (rank_folder_free);
  for (guint i = 0; i < names->len; i++)
    add_rank (self, step, g_ptr_array_index (names, i));
  report_broken (self, path, name);
  if (step->ranks->len > 0)
    g_ptr_array_add (self->steps, step);
  else
    step_folder_free (step);
}

/* By step; of the same step first the folder with more ranks. */
static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const StepFolder *x = *(StepFolder *const *) a, *y = *(StepFolder *const *) b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  if (x->ranks->len != y->ranks->len)
    return x->ranks->len > y->ranks->len ? -1 : 1;
  return strcmp (x->name, y->name);
}

static void
drop_double_steps (Scan *self)
{
  g_ptr_array_sort (self->steps, compare_steps);
  for (guint i = 1; i < self->steps->len;)
    {
      const StepFolder *kept = g_ptr_array_index (self->steps, i - 1);
      const StepFolder *step = g_ptr_array_index (self->steps, i);
      g_autofree char *display = display_path (step->name, NULL);

      if (step->step != kept->step)
        {
          i++;
          continue;
        }
      ts_import_report_add (self->report, TS_SEVERITY_WARNING, "duplicate-step", display, 0, 1, 0,
                            _ ("“%s” is the same step; this folder is left out."), kept->name);
      g_ptr_array_remove_index (self->steps, i);
    }
}

/* A folder named just "rank" is rank 0 when nothing else could be. */
static void
settle_plain_ranks (Scan *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const StepFolder *step = g_ptr_array_index (self->steps, i);

      for (guint j = 0; j < step->ranks->len && step->ranks->len > 1; j++)
        {
          const RankFolder *rank = g_ptr_array_index (step->ranks, j);
          g_autofree char *display = display_path (step->name, rank->name);

          if (rank->kind != TS_FOLDER_PLAIN_RANK)
            continue;
          ts_import_report_add (self->report, TS_SEVERITY_WARNING, "odd-rank", display, 0, 1, 0,
                                _ ("A folder “rank” without a number beside others: which rank it "
                                   "is can’t be told; it is left out."));
          g_ptr_array_remove_index (step->ranks, j);
          break;
        }
    }
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const RankFolder *x = *(RankFolder *const *) a, *y = *(RankFolder *const *) b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return strcmp (x->name, y->name);
}

static gint64
highest_rank (const StepFolder *step)
{
  gint64 highest = -1;

  for (guint i = 0; i < step->ranks->len; i++)
    highest = MAX (highest, ((RankFolder *) g_ptr_array_index (step->ranks, i))->rank);
  return highest;
}

/* Processes that had no rank yet get those above the real ones. One process keeps its rank over all
 * steps; compat numbers them anew in every step. */
static void
number_processes (Scan *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gint64 next = 0;

  for (guint i = 0; i < self->steps->len; i++)
    next = MAX (next, highest_rank (g_ptr_array_index (self->steps, i)) + 1);
  for (guint i = 0; i < self->steps->len; i++)
    {
      StepFolder *step = g_ptr_array_index (self->steps, i);

      g_ptr_array_sort (step->ranks, compare_ranks);
      if (self->compat)
        {
          g_hash_table_remove_all (known);
          next = highest_rank (step) + 1;
        }
      for (guint j = 0; j < step->ranks->len; j++)
        {
          RankFolder *rank = g_ptr_array_index (step->ranks, j);
          gpointer found;

          if (rank->kind != TS_FOLDER_PROCESS)
            continue;
          if (!g_hash_table_lookup_extended (known, &rank->number, NULL, &found))
            {
              found = GINT_TO_POINTER (next++);
              g_hash_table_insert (known, g_memdup2 (&rank->number, sizeof rank->number), found);
            }
          rank->rank = GPOINTER_TO_INT (found);
        }
    }
}

/* rank0 beside rank00, proc7 beside pid7. */
static void
drop_double_ranks (Scan *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const StepFolder *step = g_ptr_array_index (self->steps, i);

      for (guint j = 1; j < step->ranks->len;)
        {
          const RankFolder *kept = g_ptr_array_index (step->ranks, j - 1);
          const RankFolder *rank = g_ptr_array_index (step->ranks, j);
          g_autofree char *display = display_path (step->name, rank->name);

          if (rank->rank != kept->rank)
            {
              j++;
              continue;
            }
          ts_import_report_add (self->report, TS_SEVERITY_WARNING, "duplicate-rank", display, 0, 1,
                                0, _ ("“%s” is the same rank; this folder is left out."),
                                kept->name);
          g_ptr_array_remove_index (step->ranks, j);
        }
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const TsDumpFile *x = *(TsDumpFile *const *) a, *y = *(TsDumpFile *const *) b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return (x->step > y->step) - (x->step < y->step);
}

static TsDumpPlan *
make_plan (const Scan *self)
{
  TsDumpPlan *plan = g_new0 (TsDumpPlan, 1);

  plan->files = g_ptr_array_new_with_free_func (dump_file_free);
  for (guint i = 0; i < self->steps->len; i++)
    {
      const StepFolder *step = g_ptr_array_index (self->steps, i);

      for (guint j = 0; j < step->ranks->len; j++)
        {
          const RankFolder *rank = g_ptr_array_index (step->ranks, j);
          TsDumpFile *file = g_new0 (TsDumpFile, 1);

          file->folder = g_build_filename (self->data_dir, step->name, rank->name, NULL);
          file->display = display_path (step->name, rank->name);
          file->step = step->step;
          file->rank = (guint32) rank->rank;
          file->size = rank->size;
          file->n_micro_steps = 1;
          g_ptr_array_add (plan->files, file);
        }
    }
  g_ptr_array_sort (plan->files, compare_files);
  return plan;
}

TsDumpPlan *
ts_dump_plan_new (const char *data_dir, gboolean compat, TsImportReport *report, GError **error)
{
  g_autoptr (GPtrArray) names = ts_list_folder (data_dir, TS_LIST_FOLDERS, error);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (step_folder_free);
  g_autofree char *display = g_filename_display_name (data_dir);
  Scan scan = { data_dir, compat, report, steps };

  if (names == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      gint64 number;

      if (folder_kind (&scan, name, &number) == TS_FOLDER_STEP)
        add_step (&scan, name, number);
    }
  report_broken (&scan, data_dir, NULL);
  if (steps->len == 0)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                   _ ("No step<N>/rank<R>/dump.json in “%s”."), display);
      return NULL;
    }
  drop_double_steps (&scan);
  settle_plain_ranks (&scan);
  number_processes (&scan);
  drop_double_ranks (&scan);
  return make_plan (&scan);
}
