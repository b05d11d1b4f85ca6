/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/timeline/timeline-picture.h"

#include "plot/text.h"
#include "plot/timeline/job-colors.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define MARGIN 16.0
#define TITLE  30.0
#define LEGEND 26.0

/* ---- Words ---- */

char *
ts_timeline_dup_title (TsTimelinePlot *plot)
{
  TsTimeline *timeline = ts_timeline_plot_get_timeline (plot);
  const TsTimelineStep *step;

  if (timeline == NULL)
    return g_strdup ("");
  step = ts_timeline_get_step (timeline, ts_timeline_plot_get_step (plot));
  if (timeline->planned)
    return g_strdup_printf (_ ("Planned %s"), timeline->name);
  if (timeline->n_runs > 1)
    return g_strdup_printf (_ ("Step %" PRId64 " of run %u"), step->number, step->run + 1);
  return g_strdup_printf (_ ("Step %" PRId64), step->number);
}

char *
ts_timeline_dup_subtitle (TsTimelinePlot *plot)
{
  const TsStepFigures *figures = ts_timeline_plot_get_figures (plot);
  g_autofree char *length = NULL;

  if (figures == NULL)
    return g_strdup ("");
  length = ts_format_duration ((double) figures->length);
  if (figures->straggler < 0)
    return g_strdup_printf (_ ("0 – %s · no pipeline"), length);
  return g_strdup_printf (_ ("0 – %s · %s · bubble %.1f %%"), length,
                          ts_schedule_kind_get_name (figures->schedule.kind),
                          100 * figures->bubble);
}

char *
ts_timeline_dup_ideal_title (TsTimelinePlot *ideal)
{
  TsTimeline *timeline = ts_timeline_plot_get_timeline (ideal);

  if (timeline == NULL)
    return g_strdup ("");
  return g_strdup_printf (_ ("Ideal %s with the measured means"), timeline->name);
}

char *
ts_timeline_dup_ideal_subtitle (TsTimelinePlot *ideal, TsTimelinePlot *real)
{
  const TsStepFigures *figures = ts_timeline_plot_get_figures (ideal);
  const TsStepFigures *measured = real != NULL ? ts_timeline_plot_get_figures (real) : NULL;
  g_autofree char *length = NULL;
  double saved;

  if (figures == NULL)
    return g_strdup ("");
  length = ts_format_duration ((double) figures->window);
  saved = measured != NULL && measured->window > 0
              ? 1 - (double) figures->window / (double) measured->window
              : 0;
  if (fabs (saved) < 0.0005)
    return g_strdup_printf (_ ("would take %s"), length);
  if (saved >= 0)
    return g_strdup_printf (_ ("would take %s: %.1f %% less"), length, 100 * saved);
  return g_strdup_printf (_ ("would take %s: %.1f %% more"), length, -100 * saved);
}

void
ts_timeline_find_kinds (const TsTimeline *timeline, gboolean kinds[TS_N_JOB_KINDS])
{
  for (guint k = 0; k < TS_N_JOB_KINDS; k++)
    kinds[k] = FALSE;
  for (guint i = 0; i < timeline->types->len; i++)
    kinds[ts_timeline_get_type (timeline, i)->kind] = TRUE;
}

/* ---- Drawing ---- */

typedef struct
{
  cairo_t *cr;
  const TsPlotStyle *style;
  double width, y;
} Page;

static void
draw_title (Page *page, const char *title, const char *subtitle)
{
  g_autoptr (PangoLayout) text = ts_text_create_layout (page->cr, page->style);
  double width;

  ts_text_set_bold (text, TRUE, 1.2);
  ts_text_set (text, title, MAX (page->width - 2 * MARGIN, 1));
  width = ts_text_show (text, page->cr, MARGIN, page->y + TITLE / 2, TS_ALIGN_START,
                        TS_ALIGN_CENTER, &page->style->foreground);
  ts_text_draw (page->cr, page->style, subtitle, MARGIN + width + 10, page->y + TITLE / 2,
                TS_ALIGN_START, TS_ALIGN_CENTER, MAX (page->width - width - 3 * MARGIN, 1),
                &page->style->dim);
  page->y += TITLE;
}

static void
draw_plot (Page *page, TsTimelinePlot *plot, double height)
{
  cairo_save (page->cr);
  cairo_translate (page->cr, MARGIN / 2, page->y);
  ts_timeline_plot_draw (plot, page->cr, page->style, page->width - MARGIN, height);
  cairo_restore (page->cr);
  page->y += height;
}

static void
draw_legend (Page *page, const TsTimeline *timeline)
{
  gboolean kinds[TS_N_JOB_KINDS];
  double x = MARGIN;

  ts_timeline_find_kinds (timeline, kinds);
  for (guint k = 0; k < TS_N_JOB_KINDS; k++)
    {
      TsColor color = ts_job_kind_get_color ((TsJobKind) k);
      if (!kinds[k])
        continue;
      ts_color_set_source (&color, page->cr);
      cairo_rectangle (page->cr, x, page->y + LEGEND / 2 - 5, 14, 10);
      cairo_fill (page->cr);
      x += 20
           + ts_text_draw (page->cr, page->style, ts_job_kind_get_label ((TsJobKind) k), x + 20,
                           page->y + LEGEND / 2, TS_ALIGN_START, TS_ALIGN_CENTER, 0,
                           &page->style->foreground)
           + 18;
    }
  page->y += LEGEND;
}

static double
count_parts (const TsTimelinePicture *self)
{
  return 1 + (self->other != NULL) + (self->ideal != NULL);
}

double
ts_timeline_picture_get_natural_height (const TsTimelinePicture *self)
{
  double height = ts_timeline_plot_get_natural_height (self->plot);

  if (self->other != NULL)
    height += ts_timeline_plot_get_natural_height (self->other);
  if (self->ideal != NULL)
    height += ts_timeline_plot_get_natural_height (self->ideal);
  return height + count_parts (self) * TITLE + LEGEND
         + (self->strip != NULL ? TS_STEP_STRIP_HEIGHT : 0) + 2 * MARGIN;
}

void
ts_timeline_picture_draw (
    cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  const TsTimelinePicture *self = data;
  Page page = { cr, style, width, MARGIN / 2 };
  double left = height - (ts_timeline_picture_get_natural_height (self));
  TsTimelinePlot *const plots[] = { self->plot, self->other, self->ideal };
  double n = count_parts (self);

  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    {
      g_autofree char *title = NULL, *subtitle = NULL;
      if (plots[i] == NULL)
        continue;
      title = i < 2 ? ts_timeline_dup_title (plots[i]) : ts_timeline_dup_ideal_title (plots[i]);
      subtitle = i < 2 ? ts_timeline_dup_subtitle (plots[i])
                       : ts_timeline_dup_ideal_subtitle (plots[i], self->plot);
      draw_title (&page, title, subtitle);
      draw_plot (&page, plots[i],
                 MAX (ts_timeline_plot_get_natural_height (plots[i]) + left / n, 20));
    }
  draw_legend (&page, ts_timeline_plot_get_timeline (self->plot));
  if (self->strip == NULL)
    return;
  cairo_translate (cr, MARGIN / 2, page.y);
  ts_step_strip_draw (self->strip, cr, style, width - MARGIN, TS_STEP_STRIP_HEIGHT);
}
