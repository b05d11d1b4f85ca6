/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/dump-plan.h"

#include "ingest/dump/dump-names.h"
#include "ingest/file-variant.h"
#include "ingest/folder-names.h"
#include "ingest/import-error.h"
#include "ingest/probe.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* A rank folder. */
typedef struct
{
  TsFolder *folder;
  TsFolderKind kind;
  gint64 number; /* rank or process id */
  gint64 rank;   /* to be found out for processes */
  TsFolderFile *dump;
} RankFolder;

/* A step: of several machines those of the same number are one. */
typedef struct
{
  TsFolder *folder;
  gint64 step;
  GPtrArray *ranks; /* RankFolder*, by name */
} StepFolder;

typedef struct
{
  const TsFoundRun *run;
  gboolean compat;
  TsImportReport *report;
  GPtrArray *steps; /* StepFolder*, by step */
  TsDumpPlan *plan;
} Scan;

static void
step_folder_free (gpointer data)
{
  StepFolder *self = data;

  g_ptr_array_unref (self->ranks);
  g_free (self);
}

void
ts_dump_file_free (gpointer data)
{
  TsDumpFile *self = data;

  g_free (self->folder);
  g_free (self->display);
  g_free (self->dump);
  g_free (self->construct);
  g_free (self->stack);
  g_free (self);
}

void
ts_dump_plan_free (TsDumpPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_array_unref (self->steps);
  g_array_unref (self->ranks);
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
display_path (const Scan *self, const TsFolder *folder, const char *name)
{
  g_autofree char *path = ts_folder_dup_inside (folder, self->run->base, name);

  return g_filename_display_name (path);
}

static void
report (Scan *self,
        TsSeverity severity,
        const char *code,
        const TsFolder *folder,
        const char *name,
        const char *text)
{
  g_autofree char *display = display_path (self, folder, name);

  ts_import_report_add (self->report, severity, code, display, 0, 1, 0, "%s", text);
}

/* Links named like a step (ranks: a rank) folder that lead nowhere. */
static void
report_broken (Scan *self, const TsFolder *folder, gboolean ranks)
{
  for (guint i = 0; i < folder->broken->len; i++)
    {
      const char *name = g_ptr_array_index (folder->broken, i);
      gint64 number;
      TsFolderKind kind = folder_kind (self, name, &number);

      if (ranks ? ts_is_rank_kind (kind) : kind == TS_FOLDER_STEP)
        report (self, TS_SEVERITY_ERROR, "unreadable-folder", folder, name,
                _ ("The link leads nowhere, or in a circle."));
    }
}

/* ---- what is not read (F4) ---- */

/* How many dumps are in folder and up to two levels below; *first: the folder of one of them. */
static guint
count_dumps (TsFolder *folder, guint levels, const TsFolder **first)
{
  guint n = 0;

  /* Where it leads may be read under its own name, or be a folder above. */
  if (folder->is_link)
    return 0;
  if (ts_variant_choose (folder, "dump.json") != NULL)
    {
      n = 1;
      if (*first == NULL)
        *first = folder;
    }
  for (guint i = 0; levels > 0 && i < folder->folders->len; i++)
    {
      TsFolder *sub = g_ptr_array_index (folder->folders, i);
      if (strcmp (sub->name, "dump_tensor_data") != 0)
        n += count_dumps (sub, levels - 1, first);
    }
  return n;
}

/* A folder whose name is none of a step, or below a step none of a rank. */
static void
report_unread_folder (Scan *self, TsFolder *folder)
{
  const TsFolder *first = NULL;
  guint n = count_dumps (folder, 2, &first);
  g_autofree char *display = display_path (self, folder, NULL);
  g_autofree char *example = n == 0 ? NULL : display_path (self, first, "dump.json");

  if (folder->error != NULL)
    report (self, TS_SEVERITY_ERROR, "unreadable-folder", folder, NULL, folder->error->message);
  if (n == 0)
    return;
  ts_import_report_add (
      self->report, TS_SEVERITY_WARNING, "unread-folder", display, 0, n, 0,
      g_dngettext (GETTEXT_PACKAGE,
                   "By its name the folder is no part of this dump (step<N>/rank<R>), but it holds "
                   "%u dump, “%s”, which is left out.",
                   "By its name the folder is no part of this dump (step<N>/rank<R>), but it holds "
                   "%u dumps, like “%s”, which are left out.",
                   n),
      n, example);
}

/* A dump that lies in a step or data folder itself. */
static void
report_misplaced_dump (Scan *self, TsFolder *folder)
{
  const TsFolderFile *file = ts_variant_choose (folder, "dump.json");

  if (file != NULL)
    report (self, TS_SEVERITY_WARNING, "misplaced-file", folder, file->name,
            _ ("A dump belongs into a folder step<N>/rank<R>; this one is left out."));
}

/* ---- rank and step folders ---- */

/* The rank folder has no dump.json that can be read. */
static void
report_no_dump (Scan *self, TsFolder *folder)
{
  gboolean is_debug = ts_folder_find_file (folder, "debug.json") != NULL;

  if (ts_folder_has_other (folder, "dump.json"))
    report (self, TS_SEVERITY_ERROR, "unreadable-file", folder, "dump.json",
            _ ("This is no file, but a link that leads nowhere or something else of that name."));
  else if (folder->error != NULL)
    report (self, TS_SEVERITY_ERROR, "unreadable-folder", folder, NULL, folder->error->message);
  else if (is_debug)
    report (self, TS_SEVERITY_INFO, "debug-level", folder, "debug.json",
            _ ("A dump of level “debug” has no statistics of calls."));
  else
    report (self, TS_SEVERITY_WARNING, "no-dump", folder, NULL,
            _ ("There is no dump.json in the folder of this rank; nothing of it is shown."));
}

static void
add_rank (Scan *self, StepFolder *step, TsFolder *folder)
{
  RankFolder *rank;
  gint64 number;
  TsFolderKind kind = folder_kind (self, folder->name, &number);
  TsFolderFile *dump;

  if (!ts_is_rank_kind (kind))
    {
      if (!self->compat && folder->name[0] != '.')
        report_unread_folder (self, folder);
      return;
    }
  if (kind == TS_FOLDER_RANK && (number < 0 || number > G_MAXINT32))
    {
      report (self, TS_SEVERITY_WARNING, "odd-rank", folder, "dump.json",
              _ ("The number of this rank folder is no rank; it is left out."));
      return;
    }
  dump = self->compat ? ts_folder_find_file (folder, "dump.json")
                      : ts_variant_choose (folder, "dump.json");
  if (!self->compat)
    ts_variant_report (folder, self->run->base, "dump.json", dump, self->report);
  if (kind == TS_FOLDER_RANK && !self->compat)
    {
      guint32 known = (guint32) number;
      g_array_append_val (self->plan->ranks, known);
    }
  if (dump == NULL || !ts_folder_look_at (folder, dump))
    {
      report_no_dump (self, folder);
      return;
    }
  rank = g_new0 (RankFolder, 1);
  rank->folder = folder;
  rank->kind = kind;
  rank->number = number;
  rank->rank = kind == TS_FOLDER_PROCESS ? -1 : number;
  rank->dump = dump;
  g_ptr_array_add (step->ranks, rank);
}

static void
add_step (Scan *self, GPtrArray *steps, TsFolder *folder, gint64 number)
{
  StepFolder *step;

  if (!ts_folder_list (folder))
    report (self, TS_SEVERITY_ERROR, "unreadable-folder", folder, NULL, folder->error->message);
  step = g_new0 (StepFolder, 1);
  step->folder = folder;
  step->step = number;
  step->ranks = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < folder->folders->len; i++)
    add_rank (self, step, g_ptr_array_index (folder->folders, i));
  report_broken (self, folder, TRUE);
  if (!self->compat)
    {
      report_misplaced_dump (self, folder);
      g_array_append_val (self->plan->steps, number);
    }
  if (step->ranks->len == 0 && folder->error == NULL)
    report (self, TS_SEVERITY_WARNING, "empty-step", folder, NULL,
            _ ("The folder of this step has no rank with a dump.json; nothing of it is shown."));
  if (step->ranks->len > 0)
    g_ptr_array_add (steps, step);
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
  return strcmp (x->folder->inside, y->folder->inside);
}

/* Of one data folder. */
static void
drop_double_steps (Scan *self, GPtrArray *steps)
{
  g_ptr_array_sort (steps, compare_steps);
  for (guint i = 1; i < steps->len;)
    {
      const StepFolder *kept = g_ptr_array_index (steps, i - 1);
      const StepFolder *step = g_ptr_array_index (steps, i);
      g_autofree char *display = display_path (self, step->folder, NULL);

      if (step->step != kept->step)
        {
          i++;
          continue;
        }
      ts_import_report_add (self->report, TS_SEVERITY_WARNING, "duplicate-step", display, 0, 1, 0,
                            _ ("“%s” is the same step; this folder is left out."),
                            kept->folder->name);
      g_ptr_array_remove_index (steps, i);
    }
}

/* The same step on several machines. */
static void
unite_steps (Scan *self)
{
  g_ptr_array_sort (self->steps, compare_steps);
  for (guint i = 1; i < self->steps->len;)
    {
      StepFolder *kept = g_ptr_array_index (self->steps, i - 1);
      StepFolder *step = g_ptr_array_index (self->steps, i);

      if (step->step != kept->step)
        {
          i++;
          continue;
        }
      g_ptr_array_extend_and_steal (kept->ranks, g_steal_pointer (&step->ranks));
      step->ranks = g_ptr_array_new ();
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
          g_autofree char *display = display_path (self, rank->folder, "dump.json");

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
  return strcmp (x->folder->inside, y->folder->inside);
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
          g_autofree char *display = display_path (self, rank->folder, "dump.json");

          if (rank->rank != kept->rank)
            {
              j++;
              continue;
            }
          ts_import_report_add (self->report, TS_SEVERITY_WARNING, "duplicate-rank", display, 0, 1,
                                0, _ ("“%s” is the same rank; this folder is left out."),
                                kept->folder->name);
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

static guint64
add_to_mark (guint64 mark, gint64 number)
{
  return (mark ^ (guint64) number) * G_GUINT64_CONSTANT (1099511628211);
}

/* The path of what is read as plain in folder; of plain itself when nothing is. */
static char *
find_beside (Scan *self, TsDumpFile *dump, TsFolder *folder, const char *plain)
{
  TsFolderFile *file = self->compat ? NULL : ts_variant_choose (folder, plain);

  dump->beside = add_to_mark (dump->beside, file != NULL);
  if (file != NULL && ts_folder_look_at (folder, file))
    {
      dump->beside = add_to_mark (add_to_mark (dump->beside, file->size), file->mtime);
      dump->latest = MAX (dump->latest, file->mtime);
    }

  if (!self->compat && file != NULL)
    ts_variant_report (folder, self->run->base, plain, file, self->report);
  return g_build_filename (folder->path, file == NULL ? plain : file->name, NULL);
}

static void
add_file (Scan *self, const StepFolder *step, const RankFolder *rank)
{
  TsDumpFile *file = g_new0 (TsDumpFile, 1);

  file->folder = g_strdup (rank->folder->path);
  file->display = display_path (self, rank->folder, rank->dump->name);
  file->dump = g_build_filename (rank->folder->path, rank->dump->name, NULL);
  file->latest = rank->dump->mtime;
  file->construct = find_beside (self, file, rank->folder, "construct.json");
  file->stack = find_beside (self, file, rank->folder, "stack.json");
  file->step = step->step;
  file->rank = (guint32) rank->rank;
  file->size = (guint64) rank->dump->size;
  file->mtime = rank->dump->mtime;
  file->n_micro_steps = 1;
  g_ptr_array_add (self->plan->files, file);
  g_array_append_val (self->plan->steps, file->step);
  g_array_append_val (self->plan->ranks, file->rank);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
fill_plan (Scan *self)
{
  GArray *steps = self->plan->steps;
  guint n = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const StepFolder *step = g_ptr_array_index (self->steps, i);
      for (guint j = 0; j < step->ranks->len; j++)
        {
          const RankFolder *rank = g_ptr_array_index (step->ranks, j);
          if (ts_share_has (self->run->share, rank->rank))
            add_file (self, step, rank);
        }
    }
  for (guint i = self->plan->ranks->len; i-- > 0;)
    if (!ts_share_has (self->run->share, g_array_index (self->plan->ranks, guint32, i)))
      g_array_remove_index (self->plan->ranks, i);
  g_ptr_array_sort (self->plan->files, compare_files);
  g_array_sort (steps, compare_numbers);
  for (guint i = 0; i < steps->len; i++)
    if (n == 0 || g_array_index (steps, gint64, i) != g_array_index (steps, gint64, n - 1))
      g_array_index (steps, gint64, n++) = g_array_index (steps, gint64, i);
  g_array_set_size (steps, n);
}

static gboolean
add_folder (Scan *self, TsFolder *folder, GError **error)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (step_folder_free);

  if (!ts_folder_list (folder))
    {
      g_propagate_error (error, g_error_copy (folder->error));
      return FALSE;
    }
  for (guint i = 0; i < folder->folders->len; i++)
    {
      TsFolder *sub = g_ptr_array_index (folder->folders, i);
      gint64 number;
      TsFolderKind kind = folder_kind (self, sub->name, &number);

      if (kind == TS_FOLDER_STEP)
        add_step (self, steps, sub, number);
      else if (!self->compat && kind == TS_FOLDER_OTHER && sub->name[0] != '.'
               && !g_ptr_array_find (self->run->folders, sub, NULL))
        report_unread_folder (self, sub);
    }
  report_broken (self, folder, FALSE);
  if (!self->compat)
    report_misplaced_dump (self, folder);
  drop_double_steps (self, steps);
  g_ptr_array_extend_and_steal (self->steps, g_steal_pointer (&steps));
  return TRUE;
}

TsDumpPlan *
ts_dump_plan_new (const TsFoundRun *run, gboolean compat, TsImportReport *report, GError **error)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (step_folder_free);
  g_autoptr (TsDumpPlan) plan = g_new0 (TsDumpPlan, 1);
  g_autofree char *display = g_filename_display_name (run->data_dir);
  g_autoptr (TsImportReport) nobodys = ts_import_report_new ();
  /* Of several processes that read the same folder one tells what is in it. */
  Scan scan = { run, compat, ts_share_is_first (run->share) ? report : nobodys, steps, plan };

  plan->files = g_ptr_array_new_with_free_func (ts_dump_file_free);
  plan->steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  plan->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < run->folders->len; i++)
    if (!add_folder (&scan, g_ptr_array_index (run->folders, i), error))
      return NULL;
  if (steps->len == 0)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                   _ ("No step<N>/rank<R>/dump.json in “%s”."), display);
      return NULL;
    }
  unite_steps (&scan);
  settle_plain_ranks (&scan);
  number_processes (&scan);
  drop_double_ranks (&scan);
  scan.report = report;
  fill_plan (&scan);
  return g_steal_pointer (&plan);
}
