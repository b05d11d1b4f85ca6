/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/timeline/timeline-plot-private.h"

#include <math.h>
#include <stdlib.h>

TsTimelinePlot *
ts_timeline_plot_new (void)
{
  TsTimelinePlot *self = g_new0 (TsTimelinePlot, 1);

  self->bubbles = self->axis = TRUE;
  self->texts = ts_text_cache_new ();
  self->bold_texts = ts_text_cache_new_bold ();
  self->t1 = 1;
  return self;
}

static void
clear_timeline (TsTimelinePlot *self)
{
  g_clear_pointer (&self->figures, ts_step_figures_free);
  g_clear_pointer (&self->pyramid, ts_busy_pyramid_unref);
  g_clear_pointer (&self->timeline, ts_timeline_unref);
  g_clear_pointer (&self->colors, g_free);
  g_clear_pointer (&self->sum_colors, g_free);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->places, g_free);
  self->n_rows = 0;
}

void
ts_timeline_plot_free (TsTimelinePlot *self)
{
  clear_timeline (self);
  g_clear_pointer (&self->beside, ts_timeline_unref);
  ts_text_cache_free (self->texts);
  ts_text_cache_free (self->bold_texts);
  g_free (self->pixels);
  g_free (self->columns);
  g_free (self->sums);
  g_free (self);
}

/* ---- What is shown ---- */

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer timeline)
{
  guint ra = *(const guint *) a, rb = *(const guint *) b;
  guint sa = ts_timeline_get_row (timeline, ra)->stage;
  guint sb = ts_timeline_get_row (timeline, rb)->stage;

  return sa != sb ? (sa < sb ? -1 : 1) : (ra > rb) - (ra < rb);
}

static void
take_timeline (TsTimelinePlot *self, TsTimeline *timeline)
{
  guint n_chunks = ts_timeline_count_chunks (timeline);

  clear_timeline (self);
  self->timeline = ts_timeline_ref (timeline);
  self->n_rows = timeline->rows->len;
  self->order = g_new (guint, MAX (self->n_rows, 1));
  self->places = g_new (guint, MAX (self->n_rows, 1));
  for (guint r = 0; r < self->n_rows; r++)
    self->order[r] = r;
  g_qsort_with_data (self->order, (int) self->n_rows, sizeof *self->order, compare_rows, timeline);
  for (guint place = 0; place < self->n_rows; place++)
    self->places[self->order[place]] = place;
  self->colors = g_new (TsColor, MAX (timeline->types->len, 1));
  self->sum_colors = g_new (TsBusySum, MAX (timeline->types->len, 1));
  for (guint i = 0; i < timeline->types->len; i++)
    {
      self->colors[i] = ts_job_type_get_color (ts_timeline_get_type (timeline, i), n_chunks);
      self->sum_colors[i] = ts_busy_sum_from_color (&self->colors[i]);
    }
}

void
ts_timeline_plot_set_step (TsTimelinePlot *self, TsTimeline *timeline, guint step)
{
  if (timeline == NULL || timeline->steps->len == 0)
    {
      clear_timeline (self);
      return;
    }
  if (timeline != self->timeline)
    take_timeline (self, timeline);
  g_clear_pointer (&self->figures, ts_step_figures_free);
  self->step = MIN (step, timeline->steps->len - 1);
  self->figures = ts_step_figures_new (timeline, self->step);
  self->marked0 = self->marked1 = 0;
  ts_timeline_plot_get_step_range (self, &self->t0, &self->t1);
}

void
ts_timeline_plot_set_pyramid (TsTimelinePlot *self, TsBusyPyramid *pyramid)
{
  if (pyramid != NULL)
    ts_busy_pyramid_ref (pyramid);
  g_clear_pointer (&self->pyramid, ts_busy_pyramid_unref);
  self->pyramid = pyramid;
}

TsTimeline *
ts_timeline_plot_get_timeline (TsTimelinePlot *self)
{
  return self->timeline;
}

guint
ts_timeline_plot_get_step (TsTimelinePlot *self)
{
  return self->step;
}

const TsStepFigures *
ts_timeline_plot_get_figures (TsTimelinePlot *self)
{
  return self->figures;
}

void
ts_timeline_plot_set_visible (TsTimelinePlot *self, double start, double end)
{
  if (!isfinite (start) || !isfinite (end))
    return;
  self->t0 = start;
  self->t1 = MAX (end, start + 1);
}

void
ts_timeline_plot_get_visible (TsTimelinePlot *self, double *start, double *end)
{
  *start = self->t0;
  *end = self->t1;
}

void
ts_timeline_plot_get_step_range (TsTimelinePlot *self, double *start, double *end)
{
  *start = 0;
  *end = self->figures != NULL ? MAX ((double) self->figures->length, 1) : 1;
}

void
ts_timeline_plot_get_run_range (TsTimelinePlot *self, double *start, double *end)
{
  guint run;

  ts_timeline_plot_get_step_range (self, start, end);
  if (self->timeline == NULL)
    return;
  run = ts_timeline_get_step (self->timeline, self->step)->run;
  for (guint i = 0; i < self->timeline->steps->len; i++)
    {
      const TsTimelineStep *step = ts_timeline_get_step (self->timeline, i);
      if (step->run != run || step->end < step->start)
        continue;
      *start = MIN (*start, (double) (step->start - self->figures->start));
      *end = MAX (*end, (double) (step->end - self->figures->start));
    }
}

void
ts_timeline_plot_set_marked (TsTimelinePlot *self, double start, double end)
{
  self->marked0 = start;
  self->marked1 = end;
}

void
ts_timeline_plot_set_beside (TsTimelinePlot *self, TsTimeline *timeline)
{
  if (timeline != NULL)
    ts_timeline_ref (timeline);
  g_clear_pointer (&self->beside, ts_timeline_unref);
  self->beside = timeline;
}

void
ts_timeline_plot_set_parts (TsTimelinePlot *self, gboolean bubbles, gboolean axis)
{
  self->bubbles = bubbles;
  self->axis = axis;
}

double
ts_timeline_plot_get_natural_height (TsTimelinePlot *self)
{
  double pitch = self->n_rows <= 8 ? 56 : self->n_rows <= 64 ? 24 : 6;

  return CLAMP (self->n_rows * pitch, 60, 3000) + (self->axis ? 34 : 8);
}

gint64
_ts_timeline_plot_get_origin (const TsTimelinePlot *self)
{
  return self->figures->start;
}

/* ---- Finding jobs ---- */

/* The first step of a row whose run is not before this one. */
static guint
find_run (const TsTimelineRow *row, guint run)
{
  guint from = 0, to = row->n_steps;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      if (row->steps[middle].run < run)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* Steps of a run do not overlap, so that their ends ascend; those without jobs end before all. */
static guint
find_step_after (const TsTimelineRow *row, guint from, guint to, double time)
{
  while (from < to)
    {
      guint middle = from + (to - from) / 2, used = middle;
      while (used < to && row->steps[used].n == 0)
        used++;
      if (used < to && (double) row->steps[used].end <= time)
        from = used + 1;
      else
        to = middle;
    }
  return from;
}

guint
_ts_timeline_plot_find_job (const TsTimelinePlot *self, guint row, double time, guint *end)
{
  const TsTimelineRow *data = ts_timeline_get_row (self->timeline, row);
  guint run = ts_timeline_get_step (self->timeline, self->step)->run;
  guint from = find_run (data, run), to = find_run (data, run + 1), step, low, high;

  *end = to > from ? data->steps[to - 1].first + data->steps[to - 1].n : 0;
  step = find_step_after (data, from, to, time);
  if (step == to)
    return *end;
  low = data->steps[step].first;
  high = low + data->steps[step].n;
  /* Where jobs overlap, any earlier one may reach here. */
  if (data->n_lanes > 1)
    return low;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if ((double) data->jobs[middle].end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* ---- Geometry ---- */

void
_ts_timeline_plot_get_row_band (const TsTimelinePlot *self, guint place, double *y, double *height)
{
  double gap = self->pitch >= 24 ? 8 : self->pitch >= 6 ? 2 : self->pitch >= 3 ? 1 : 0;

  *y = self->area.y + place * self->pitch + gap / 2;
  *height = self->pitch - gap;
  /* Whole pixels, as long as that makes no row vanish. */
  if (*height >= 4)
    {
      *y = round (*y);
      *height = round (*height);
    }
}

void
ts_timeline_plot_get_area (TsTimelinePlot *self, TsRect *area)
{
  *area = self->area;
}

double
ts_timeline_plot_get_x_of (TsTimelinePlot *self, double time)
{
  return self->area.x + (time - self->t0) / (self->t1 - self->t0) * self->area.width;
}

double
ts_timeline_plot_get_time_at (TsTimelinePlot *self, double x)
{
  return self->t0 + (x - self->area.x) / MAX (self->area.width, 1) * (self->t1 - self->t0);
}

gboolean
ts_timeline_plot_hit_row (TsTimelinePlot *self, double y, guint *row)
{
  double place = (y - self->area.y) / MAX (self->pitch, 1e-6);

  if (self->timeline == NULL || !(place >= 0 && place < self->n_rows))
    return FALSE;
  *row = self->order[(guint) place];
  return TRUE;
}

void
ts_timeline_plot_get_bar (TsTimelinePlot *self, guint row, guint job, TsRect *bar)
{
  const TsTimelineRow *data = ts_timeline_get_row (self->timeline, row);
  const TsJob *found = &data->jobs[job];
  gint64 origin = _ts_timeline_plot_get_origin (self);
  double y, height;

  _ts_timeline_plot_get_row_band (self, self->places[row], &y, &height);
  height /= MAX (data->n_lanes, 1);
  bar->x = ts_timeline_plot_get_x_of (self, (double) (found->start - origin));
  bar->width = ts_timeline_plot_get_x_of (self, (double) (found->end - origin)) - bar->x;
  bar->y = y + found->lane * height;
  bar->height = height;
}

gboolean
ts_timeline_plot_hit (TsTimelinePlot *self, double x, double y, guint *row, guint *job)
{
  double reach, time, best = INFINITY;
  gint64 origin;
  const TsTimelineRow *data;
  guint end;

  if (!ts_timeline_plot_hit_row (self, y, row) || !(x >= self->area.x)
      || !(x < self->area.x + self->area.width))
    return FALSE;
  origin = _ts_timeline_plot_get_origin (self);
  data = ts_timeline_get_row (self->timeline, *row);
  reach = (self->t1 - self->t0) / MAX (self->area.width, 1);
  time = (double) origin + ts_timeline_plot_get_time_at (self, x);
  for (guint i = _ts_timeline_plot_find_job (self, *row, time - reach, &end); i < end; i++)
    {
      double start = (double) data->jobs[i].start, stop = (double) data->jobs[i].end;
      double away = time < start ? start - time : time > stop ? time - stop : 0;
      TsRect bar;
      if (start > time + reach)
        break;
      ts_timeline_plot_get_bar (self, *row, i, &bar);
      if (data->n_lanes > 1 && (y < bar.y || y >= bar.y + bar.height))
        continue;
      if (away <= reach && away < best)
        {
          best = away;
          *job = i;
        }
    }
  return isfinite (best);
}

guint
ts_timeline_plot_count_drawn (TsTimelinePlot *self)
{
  return self->n_drawn;
}
