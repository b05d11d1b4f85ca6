/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/find-job.h"

#include "find/findings-file.h"

struct _TsFindJob
{
  TsCatalog *catalog;
  TsParallelLayout *layout;
  gboolean may_run;
  GCancellable *cancellable;
  GMutex lock;
  guint done, all;      /* under the lock */
  TsFindings *partial;  /* the same */
  TsHarmless *harmless; /* the same; NULL: not read yet */
};

void
ts_find_outcome_clear (TsFindOutcome *self)
{
  g_clear_pointer (&self->findings, ts_findings_free);
  g_clear_pointer (&self->harmless, ts_harmless_free);
  g_clear_error (&self->error);
  g_clear_error (&self->harmless_error);
}

static void
outcome_free (gpointer data)
{
  ts_find_outcome_clear (data);
  g_free (data);
}

static void
job_clear (gpointer data)
{
  TsFindJob *self = data;

  ts_catalog_unref (self->catalog);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  g_clear_pointer (&self->partial, ts_findings_free);
  g_clear_pointer (&self->harmless, ts_harmless_free);
  g_object_unref (self->cancellable);
  g_mutex_clear (&self->lock);
}

void
ts_find_job_unref (TsFindJob *self)
{
  g_atomic_rc_box_release_full (self, job_clear);
}

/* ---- on the thread ---- */

static void
note_progress (guint done, guint all, guint n_found, gpointer data)
{
  TsFindJob *self = data;

  g_mutex_lock (&self->lock);
  self->done = done;
  self->all = all;
  g_mutex_unlock (&self->lock);
}

static void
note_partial (TsFindings *so_far, gpointer data)
{
  TsFindJob *self = data;
  TsFindings *old;

  g_mutex_lock (&self->lock);
  old = self->partial;
  self->partial = so_far;
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&old, ts_findings_free);
}

/* The layout's data-parallel groups, whose ranks hold the same parameters. */
static GPtrArray *
create_groups (const TsParallelLayout *layout)
{
  const TsRankGroups *groups = &layout->groups[TS_PARALLEL_DP];
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint g = 0; g < groups->n_groups; g++)
    {
      GArray *group = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint i = 0; i < groups->size; i++)
        {
          gint64 rank = groups->ranks[g * groups->size + i];
          g_array_append_val (group, rank);
        }
      g_ptr_array_add (result, group);
    }
  return result;
}

static TsFindings *
find (TsFindJob *self, GError **error)
{
  g_auto (TsFindOptions) options = { 0 };
  GError *failure = NULL;
  TsFindings *stored = NULL;

  /* What is stored was judged by other peers; it is better than nothing. */
  if (self->layout == NULL || !self->may_run)
    stored = ts_findings_file_load (self->catalog, self->cancellable, &failure);
  if (failure != NULL)
    g_propagate_error (error, failure);
  if (stored != NULL || failure != NULL || !self->may_run)
    return stored;
  ts_find_options_init (&options);
  options.progress = note_progress;
  options.partial = note_partial;
  options.data = self;
  if (self->layout != NULL)
    options.layout = create_groups (self->layout);
  return ts_find_run (self->catalog, &options, self->cancellable, error);
}

static void
run_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TsFindOutcome *outcome = g_new0 (TsFindOutcome, 1);
  TsFindJob *self = data;

  outcome->harmless = ts_harmless_load (self->catalog->path, &outcome->harmless_error);
  if (outcome->harmless != NULL)
    {
      g_mutex_lock (&self->lock);
      self->harmless = ts_harmless_copy (outcome->harmless);
      g_mutex_unlock (&self->lock);
    }
  outcome->findings = find (self, &outcome->error);
  g_task_return_pointer (task, outcome, outcome_free);
}

/* ---- on the main loop ---- */

TsFindJob *
ts_find_job_start (TsCatalog *catalog,
                   gboolean may_run,
                   TsParallelLayout *layout,
                   GAsyncReadyCallback callback,
                   gpointer data)
{
  TsFindJob *self = g_atomic_rc_box_new0 (TsFindJob);
  g_autoptr (GTask) task = NULL;

  self->catalog = ts_catalog_ref (catalog);
  self->layout = layout != NULL ? ts_parallel_layout_ref (layout) : NULL;
  self->may_run = may_run;
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  /* No source object: a task may drop what it holds on its thread. */
  task = g_task_new (NULL, NULL, callback, data);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (self), (GDestroyNotify) ts_find_job_unref);
  g_task_run_in_thread (task, run_on_thread);
  return self;
}

void
ts_find_job_cancel (TsFindJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

TsFindJob *
ts_find_job_finish (GAsyncResult *result, TsFindOutcome *outcome)
{
  TsFindOutcome *got = g_task_propagate_pointer (G_TASK (result), NULL);

  *outcome = *got;
  g_free (got);
  return g_task_get_task_data (G_TASK (result));
}

TsCatalog *
ts_find_job_get_catalog (const TsFindJob *self)
{
  return self->catalog;
}

void
ts_find_job_get_progress (TsFindJob *self, guint *done, guint *all)
{
  g_mutex_lock (&self->lock);
  *done = self->done;
  *all = self->all;
  g_mutex_unlock (&self->lock);
}

TsFindings *
ts_find_job_take_partial (TsFindJob *self)
{
  TsFindings *partial;

  g_mutex_lock (&self->lock);
  partial = g_steal_pointer (&self->partial);
  g_mutex_unlock (&self->lock);
  return partial;
}

TsHarmless *
ts_find_job_dup_harmless (TsFindJob *self)
{
  TsHarmless *copy;

  g_mutex_lock (&self->lock);
  copy = self->harmless != NULL ? ts_harmless_copy (self->harmless) : NULL;
  g_mutex_unlock (&self->lock);
  return copy;
}
