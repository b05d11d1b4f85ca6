/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/timeline/timeline-work.h"

#include "timeline/figures.h"

void
ts_timeline_work_free (gpointer data)
{
  TsTimelineWork *work = data;

  g_free (work->path);
  g_free (work->stages);
  g_clear_pointer (&work->layout, ts_parallel_layout_unref);
  g_clear_pointer (&work->loaded, ts_timeline_unref);
  g_clear_pointer (&work->timeline, ts_timeline_unref);
  g_free (work->offsets);
  g_clear_pointer (&work->pyramid, ts_busy_pyramid_unref);
  g_free (work);
}

static void
progress_cb (double fraction, gpointer data)
{
  g_atomic_int_set (&((TsTimelineWork *) data)->permille, (int) (1000 * fraction));
}

/* FALSE: they are not one number for each row. */
static gboolean
parse_stages (const char *text, guint *stages, guint n)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  if (g_strv_length (words) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint64 stage;
      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 0, TS_MAX_PLAN_STAGES - 1, &stage,
                                       NULL))
        return FALSE;
      stages[i] = (guint) stage;
    }
  return TRUE;
}

/* What was typed, else the layout of the Parallelism page where it is of as many ranks, else what
 * was found. */
static void
apply_stages (TsTimelineWork *work)
{
  guint n = work->loaded->rows->len;
  g_autofree guint *stages = g_new0 (guint, MAX (n, 1));
  gboolean typed = *work->stages != '\0';

  work->stages_good = !typed || parse_stages (work->stages, stages, n);
  if (typed && work->stages_good)
    work->timeline = ts_timeline_with_stages (work->loaded, stages);
  else if (!typed && work->layout != NULL && work->layout->config->world_size == n)
    {
      for (guint r = 0; r < n; r++)
        stages[r] = ts_parallel_layout_get_coordinate (work->layout, r, TS_PARALLEL_PP);
      work->timeline = ts_timeline_with_stages (work->loaded, stages);
    }
  else
    work->timeline = ts_timeline_ref (work->loaded);
}

static void
apply_clocks (TsTimelineWork *work)
{
  guint n = work->timeline->rows->len;
  g_autofree gint64 *offsets = g_new0 (gint64, MAX (n, 1));
  TsTimeline *fixed;

  if (!ts_clock_get_offsets (work->timeline, offsets))
    return;
  for (guint r = 0; r < n; r++)
    work->apart = MAX (work->apart, ABS (offsets[r]));
  if (!work->fix_clocks)
    return;
  fixed = ts_timeline_with_clocks (work->timeline, offsets);
  ts_timeline_unref (work->timeline);
  work->timeline = fixed;
  work->offsets = g_steal_pointer (&offsets);
}

void
ts_timeline_work_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TsTimelineWork *work = data;
  GError *error = NULL;

  if (work->loaded == NULL)
    {
      work->stamp = ts_timeline_get_stamp (work->path);
      work->loaded = ts_timeline_load (work->path, progress_cb, work, cancellable, &error);
    }
  if (work->loaded == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  apply_stages (work);
  apply_clocks (work);
  if (ts_busy_pyramid_is_needed (work->timeline))
    work->pyramid = ts_busy_pyramid_new (work->timeline, work->timeline->n_runs - 1);
  g_task_return_boolean (task, TRUE);
}
