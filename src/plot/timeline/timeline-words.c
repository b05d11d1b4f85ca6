/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/timeline/timeline-plot-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

guint
ts_timeline_find_step_of (const TsTimeline *timeline, guint row, guint job)
{
  const TsTimelineRow *data = ts_timeline_get_row (timeline, row);
  const TsRowStep *found = NULL;

  for (guint i = 0; i < data->n_steps && found == NULL; i++)
    if (job >= data->steps[i].first && job < data->steps[i].first + data->steps[i].n)
      found = &data->steps[i];
  for (guint i = 0; i < timeline->steps->len && found != NULL; i++)
    {
      const TsTimelineStep *step = ts_timeline_get_step (timeline, i);
      if (step->run == found->run && step->number == found->number)
        return i;
    }
  return 0;
}

char *
_ts_timeline_add_unit (const char *number, double unit)
{
  if (unit < 10)
    return g_strdup_printf (_ ("%s µs"), number);
  return unit < 1e4 ? g_strdup_printf (_ ("%s ms"), number) : g_strdup_printf (_ ("%s s"), number);
}

char *
ts_format_duration (double us)
{
  double size = fabs (us), unit = size < 1000 ? 1 : size < 10e6 ? 1e3 : 1e6;
  g_autofree char *number = ts_format_short (us / unit, size < 1e6 ? 4 : 5);

  return _ts_timeline_add_unit (number, unit);
}

static void
describe_wait (const TsTimeline *timeline, guint step, guint row, guint job, GString *text)
{
  g_autofree char *waited = NULL;
  TsJobWait wait;

  ts_timeline_find_wait (timeline, step, row, job, &wait);
  if (wait.waited == 0)
    return;
  waited = ts_format_duration ((double) wait.waited);
  if (wait.row >= 0)
    g_string_append_printf (text, _ ("\nidle for %s before, waiting for stage %u"), waited,
                            ts_timeline_get_row (timeline, (guint) wait.row)->stage);
  else
    g_string_append_printf (text, _ ("\nidle for %s before"), waited);
}

char *
ts_timeline_describe_job (const TsTimeline *timeline, guint row, guint job)
{
  const TsTimelineRow *data = ts_timeline_get_row (timeline, row);
  const TsJob *found = &data->jobs[job];
  const TsJobType *type = ts_timeline_get_job_type (timeline, found);
  guint step = ts_timeline_find_step_of (timeline, row, job);
  double origin = (double) ts_timeline_get_step (timeline, step)->start;
  g_autofree char *start = ts_format_duration ((double) found->start - origin);
  g_autofree char *end = ts_format_duration ((double) found->end - origin);
  g_autofree char *length = ts_format_duration ((double) (found->end - found->start));
  g_autofree char *place = ts_timeline_describe_row (timeline, row);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s of micro-batch %u, stage %u"), type->name,
                          found->micro_batch, data->stage);
  if (*place != '\0')
    g_string_append_printf (text, " · %s", place);
  g_string_append_printf (text, _ ("\n%s – %s, %s"), start, end, length);
  describe_wait (timeline, step, row, job, text);
  return g_string_free (text, FALSE);
}
