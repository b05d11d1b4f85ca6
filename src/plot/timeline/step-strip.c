/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/timeline/step-strip.h"

#include "model/median.h"
#include "plot/text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define MARGIN    10.0
#define MAX_PITCH 24.0
#define SIGMA     1.4826

struct _TsStepStrip
{
  TsTimeline *timeline;
  double *lengths; /* µs */
  double longest, limit;
  int shown, compared;
  TsRect area; /* of the picture drawn last */
  double pitch;
};

TsStepStrip *
ts_step_strip_new (void)
{
  TsStepStrip *self = g_new0 (TsStepStrip, 1);

  self->shown = self->compared = -1;
  return self;
}

void
ts_step_strip_free (TsStepStrip *self)
{
  ts_step_strip_set_timeline (self, NULL);
  g_free (self);
}

void
ts_step_strip_set_timeline (TsStepStrip *self, TsTimeline *timeline)
{
  guint n = timeline != NULL ? timeline->steps->len : 0;
  double *sorted, median;

  if (timeline != NULL)
    ts_timeline_ref (timeline);
  g_clear_pointer (&self->timeline, ts_timeline_unref);
  g_clear_pointer (&self->lengths, g_free);
  self->timeline = timeline;
  self->shown = self->compared = -1;
  if (n == 0)
    return;
  self->lengths = g_new (double, n);
  self->longest = 1;
  for (guint i = 0; i < n; i++)
    {
      const TsTimelineStep *step = ts_timeline_get_step (timeline, i);
      self->lengths[i] = step->end > step->start ? (double) (step->end - step->start) : 0;
      self->longest = MAX (self->longest, self->lengths[i]);
    }
  sorted = g_memdup2 (self->lengths, n * sizeof (double));
  median = ts_median (sorted, n);
  for (guint i = 0; i < n; i++)
    sorted[i] = fabs (self->lengths[i] - median);
  self->limit = median + MAX (3 * SIGMA * ts_median (sorted, n), 0.05 * median);
  g_free (sorted);
}

void
ts_step_strip_set_steps (TsStepStrip *self, int shown, int compared)
{
  self->shown = shown;
  self->compared = compared;
}

gboolean
ts_step_strip_is_slow (TsStepStrip *self, guint step)
{
  return self->timeline->steps->len > 2 && self->lengths[step] > self->limit;
}

static TsColor
color_of (TsStepStrip *self, const TsPlotStyle *style, guint step)
{
  if ((int) step == self->shown)
    return style->accent;
  if (ts_step_strip_is_slow (self, step))
    return ts_color_from_hex (style->dark ? "#ff6b6b" : "#c01c28");
  if ((int) step == self->compared)
    return ts_color_mix (&style->accent, &style->background, 0.45);
  return ts_color_mix (&style->background, &style->foreground, 0.28);
}

/* The one to be seen of [from, to): what is shown, then what is compared, then the longest. */
static guint
choose (const TsStepStrip *self, guint from, guint to)
{
  guint best = from;

  for (guint i = from; i < to; i++)
    {
      if ((int) i == self->shown)
        return i;
      if ((int) best != self->compared
          && ((int) i == self->compared || self->lengths[i] > self->lengths[best]))
        best = i;
    }
  return best;
}

static void
draw_bars (TsStepStrip *self, cairo_t *cr, const TsPlotStyle *style)
{
  guint n = self->timeline->steps->len, per = (guint) MAX (ceil (1 / self->pitch), 1);

  for (guint i = 0; i < n; i += per)
    {
      guint step = choose (self, i, MIN (i + per, n));
      TsColor color = color_of (self, style, step);
      double height = MAX (self->lengths[step] / self->longest * self->area.height, 1);
      double gap = self->pitch >= 4 ? MAX (self->pitch * 0.25, 1) : 0;
      ts_color_set_source (&color, cr);
      cairo_rectangle (cr, self->area.x + i * self->pitch + gap / 2,
                       self->area.y + self->area.height - height, MAX (self->pitch * per - gap, 1),
                       height);
      cairo_fill (cr);
    }
}

static void
draw_numbers (TsStepStrip *self, cairo_t *cr, const TsPlotStyle *style)
{
  g_autoptr (PangoLayout) text = ts_text_create_layout (cr, style);
  double next = self->area.x;

  for (guint i = 0; i < self->timeline->steps->len; i++)
    {
      gint64 number = ts_timeline_get_step (self->timeline, i)->number;
      double x = self->area.x + (i + 0.5) * self->pitch;
      g_autofree char *label = NULL;
      gint64 every = self->pitch * 5 >= 44     ? 5
                     : self->pitch * 10 >= 44  ? 10
                     : self->pitch * 100 >= 44 ? 100
                                               : 1000;
      if (((int) i != self->shown && self->timeline->steps->len > 6 && number % every != 0)
          || x < next)
        continue;
      label = g_strdup_printf ("%" PRId64, number);
      ts_text_set (text, label, 0);
      next = x
             + ts_text_show (text, cr, x, self->area.y + self->area.height + 3, TS_ALIGN_CENTER,
                             TS_ALIGN_START,
                             (int) i == self->shown ? &style->foreground : &style->dim)
             + 4;
    }
}

void
ts_step_strip_draw (
    TsStepStrip *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  double label_width, line;

  self->area = (TsRect){ 0 };
  if (self->timeline == NULL || self->timeline->steps->len == 0 || width < 40 || height < 30)
    return;
  ts_text_measure (cr, style, _ ("All steps"), &label_width, &line);
  self->area.x = ceil (label_width + 3 * MARGIN);
  self->area.y = 4;
  self->area.width = MAX (width - self->area.x - MARGIN, 1);
  self->area.height = MAX (height - line - 10, 8);
  self->pitch = MIN (self->area.width / self->timeline->steps->len, MAX_PITCH);
  ts_text_draw (cr, style, _ ("All steps"), MARGIN, self->area.y + self->area.height / 2,
                TS_ALIGN_START, TS_ALIGN_CENTER, 0, &style->foreground);
  draw_bars (self, cr, style);
  draw_numbers (self, cr, style);
}

int
ts_step_strip_hit (TsStepStrip *self, double x, double y)
{
  double place = (x - self->area.x) / MAX (self->pitch, 1e-6);

  if (self->timeline == NULL || self->area.width <= 0 || !(place >= 0)
      || !(place < self->timeline->steps->len))
    return -1;
  if (self->pitch >= 1)
    return (int) place;
  return (int) choose (self, (guint) place,
                       MIN ((guint) (place + 1 / self->pitch) + 1, self->timeline->steps->len));
}
