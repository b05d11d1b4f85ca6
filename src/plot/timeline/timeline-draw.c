/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/timeline/timeline-plot-private.h"

#include "plot/ticks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define GAP         8.0
#define MAX_PITCH   76.0 /* logical pixels of a row, however few there are */
#define MAX_LABELS  0.3  /* of the width */
#define TICK_PITCH  90.0
#define HATCH       7.0 /* between the lines of what is idle */
#define MIN_HATCHED 8.0
#define PHASE_BAND  3.0

/* ---- Idle and phases ---- */

/* Lines at 45°, once, as a pattern that repeats. */
static cairo_pattern_t *
create_hatch (TsTimelineDraw *draw)
{
  cairo_surface_t *surface = cairo_surface_create_similar (
      cairo_get_target (draw->cr), CAIRO_CONTENT_COLOR_ALPHA, (int) HATCH, (int) HATCH);
  cairo_t *cr = cairo_create (surface);
  TsColor line = ts_color_mix (&draw->style->background, &draw->style->foreground, 0.22);
  cairo_pattern_t *pattern;

  ts_color_set_source (&line, cr);
  cairo_set_line_width (cr, 1);
  for (int i = -1; i <= 1; i++)
    {
      cairo_move_to (cr, i * HATCH - 1, HATCH + 1);
      cairo_line_to (cr, i * HATCH + HATCH + 1, -1);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
  pattern = cairo_pattern_create_for_surface (surface);
  cairo_surface_destroy (surface);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  return pattern;
}

/* The lines themselves, within the path: on pages Cairo 1.16 loses memory over patterns. */
static void
stroke_hatch (TsTimelineDraw *draw)
{
  TsColor line = ts_color_mix (&draw->style->background, &draw->style->foreground, 0.22);
  double x0, y0, x1, y1;

  cairo_save (draw->cr);
  cairo_fill_extents (draw->cr, &x0, &y0, &x1, &y1);
  cairo_clip (draw->cr);
  for (double x = x0 - (y1 - y0); x < x1; x += HATCH)
    {
      cairo_move_to (draw->cr, x, y1);
      cairo_line_to (draw->cr, x + (y1 - y0), y0);
    }
  ts_color_set_source (&line, draw->cr);
  cairo_set_line_width (draw->cr, 1);
  cairo_stroke (draw->cr);
  cairo_restore (draw->cr);
}

static void
fill_hatch (TsTimelineDraw *draw)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (draw->cr));
  cairo_pattern_t *hatch;

  if (type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG)
    {
      stroke_hatch (draw);
      return;
    }
  hatch = create_hatch (draw);
  cairo_set_source (draw->cr, hatch);
  cairo_fill (draw->cr);
  cairo_pattern_destroy (hatch);
}

/* What is under the bars: the step's part of each row. */
static void
draw_idle (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  double x0
      = CLAMP (ts_timeline_plot_get_x_of (self, 0), self->area.x, self->area.x + self->area.width);
  double x1 = CLAMP (ts_timeline_plot_get_x_of (self, (double) self->figures->length), self->area.x,
                     self->area.x + self->area.width);

  if (self->pitch < MIN_HATCHED || x1 <= x0)
    return;
  for (guint place = 0; place < self->n_rows; place++)
    {
      double y, height;
      _ts_timeline_plot_get_row_band (self, place, &y, &height);
      if (!ts_timeline_get_row (self->timeline, self->order[place])->empty)
        cairo_rectangle (draw->cr, x0, y, x1 - x0, height);
    }
  fill_hatch (draw);
}

/* Other steps stand back. */
static void
veil_others (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  double left = self->area.x, right = left + self->area.width;
  double x0 = CLAMP (ts_timeline_plot_get_x_of (self, 0), left, right);
  double x1 = CLAMP (ts_timeline_plot_get_x_of (self, (double) self->figures->length), left, right);
  TsColor veil = ts_color_with_alpha (&draw->style->background, 0.5);

  /* Merged bars are painted with it. */
  if (self->n_drawn == 0)
    return;
  veil.a *= draw->style->background.a;
  ts_color_set_source (&veil, draw->cr);
  cairo_rectangle (draw->cr, left, self->area.y, x0 - left, self->area.height);
  cairo_rectangle (draw->cr, x1, self->area.y, right - x1, self->area.height);
  cairo_fill (draw->cr);
}

/* A line under each row: warm-up in the colour of forwards, cool-down in that of backwards. */
static void
draw_phases (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  const TsColor colors[] = { ts_job_kind_get_color (TS_JOB_FORWARD), draw->style->dim,
                             ts_job_kind_get_color (TS_JOB_BACKWARD) };

  if (self->pitch < 24)
    return;
  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, self->area.x, self->area.y, self->area.width,
                   self->area.height + PHASE_BAND);
  cairo_clip (draw->cr);
  for (guint place = 0; place < self->n_rows; place++)
    {
      const TsStageFigures *figures = &self->figures->rows[self->order[place]];
      const gint64 times[]
          = { self->figures->work_start, figures->first_backward,
              MAX (figures->last_forward, figures->first_backward), self->figures->work_end };
      double y, height;
      _ts_timeline_plot_get_row_band (self, place, &y, &height);
      for (guint i = 0; i < 3 && figures->has_phases; i++)
        {
          double x0 = ts_timeline_plot_get_x_of (self, (double) (times[i] - self->figures->start));
          double x1
              = ts_timeline_plot_get_x_of (self, (double) (times[i + 1] - self->figures->start));
          if (x1 <= x0 + 1)
            continue;
          ts_color_set_source (&colors[i], draw->cr);
          cairo_rectangle (draw->cr, x0, y + height + 1.5, x1 - x0 - 1, PHASE_BAND - 0.5);
          cairo_fill (draw->cr);
        }
    }
  cairo_restore (draw->cr);
}

/* ---- Texts beside the rows ---- */

static char *
dup_stage_label (const TsTimeline *timeline, guint row)
{
  return g_strdup_printf (_ ("stage %u"), ts_timeline_get_row (timeline, row)->stage);
}

static double
measure (TsTimelineDraw *draw, const char *text, gboolean bold)
{
  TsTimelinePlot *self = draw->plot;
  double width;

  ts_text_cache_measure (bold ? self->bold_texts : self->texts, draw->cr, draw->style, text, &width,
                         NULL);
  return ceil (width);
}

/* Every how many rows a label fits. */
static guint
label_step (const TsTimelineDraw *draw)
{
  return (guint) MAX (ceil (draw->line * 1.05 / MAX (draw->plot->pitch, 1e-3)), 1);
}

static void
draw_row_label (TsTimelineDraw *draw, guint place, double stage_width)
{
  TsTimelinePlot *self = draw->plot;
  guint row = self->order[place];
  const TsTimelineRow *data = ts_timeline_get_row (self->timeline, row);
  g_autofree char *stage = dup_stage_label (self->timeline, row);
  double y = self->area.y + (place + 0.5) * self->pitch;
  gboolean first
      = place == 0
        || ts_timeline_get_row (self->timeline, self->order[place - 1])->stage != data->stage
        || label_step (draw) > 1;

  if (first)
    ts_text_cache_draw (self->bold_texts, draw->cr, draw->style, stage, GAP, y, TS_ALIGN_START,
                        TS_ALIGN_CENTER, 0, &draw->style->foreground);
  ts_text_cache_draw (self->texts, draw->cr, draw->style, data->label, stage_width + 2.5 * GAP, y,
                      TS_ALIGN_START, TS_ALIGN_CENTER,
                      draw->elide ? MAX (self->area.x - stage_width - 3.5 * GAP, 1) : 0,
                      &draw->style->dim);
}

static char *
dup_bubble (const TsTimelinePlot *self, guint row)
{
  const TsStageFigures *figures = &self->figures->rows[row];

  return figures->empty ? g_strdup ("–") : g_strdup_printf (_ ("%.1f %%"), 100 * figures->bubble);
}

/* The straggler's, which all others wait for, stands out. */
static void
draw_bubble (TsTimelineDraw *draw, guint place)
{
  TsTimelinePlot *self = draw->plot;
  guint row = self->order[place];
  gboolean straggler
      = (int) ts_timeline_get_row (self->timeline, row)->stage == self->figures->straggler
        && self->figures->imbalance > 1e-9;
  TsColor green = ts_color_from_hex (draw->style->dark ? "#57e389" : "#1b7a45");
  g_autofree char *text = dup_bubble (self, row);

  ts_text_cache_draw (straggler ? self->bold_texts : self->texts, draw->cr, draw->style, text,
                      self->area.x + self->area.width + GAP,
                      self->area.y + (place + 0.5) * self->pitch, TS_ALIGN_START, TS_ALIGN_CENTER,
                      0, straggler ? &green : &draw->style->foreground);
}

static void
draw_row_texts (TsTimelineDraw *draw, double stage_width)
{
  TsTimelinePlot *self = draw->plot;
  guint step = label_step (draw);

  for (guint place = step / 2; place < self->n_rows; place += step)
    {
      draw_row_label (draw, place, stage_width);
      if (self->bubbles)
        draw_bubble (draw, place);
    }
}

/* An empty row says so where its bars would be. */
static void
draw_empty_rows (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;

  for (guint place = 0; place < self->n_rows && self->pitch >= draw->line; place++)
    if (ts_timeline_get_row (self->timeline, self->order[place])->empty)
      ts_text_cache_draw (self->texts, draw->cr, draw->style, _ ("no records"), self->area.x + GAP,
                          self->area.y + (place + 0.5) * self->pitch, TS_ALIGN_START,
                          TS_ALIGN_CENTER, self->area.width, &draw->style->dim);
}

/* ---- Time ---- */

static void
draw_axis (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  double span = self->t1 - self->t0, y = self->area.y + self->area.height;
  double unit = span < 5e3 ? 1 : span < 2e7 ? 1e3 : 1e6;
  const TsScale scale = { TS_SCALE_LINEAR, self->t0 / unit, self->t1 / unit, 1 };
  GArray *ticks
      = ts_ticks_new (&scale, (guint) CLAMP (self->area.width / TICK_PITCH, 2, 40), FALSE);

  cairo_set_line_width (draw->cr, 1);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TsTick *tick = &g_array_index (ticks, TsTick, i);
      double x = ts_timeline_plot_get_x_of (self, tick->value * unit);
      g_autofree char *label = _ts_timeline_add_unit (tick->label, unit);
      ts_color_set_source (&draw->style->dim, draw->cr);
      cairo_move_to (draw->cr, floor (x) + 0.5, y + 6);
      cairo_line_to (draw->cr, floor (x) + 0.5, y + 10);
      cairo_stroke (draw->cr);
      ts_text_cache_draw (self->texts, draw->cr, draw->style, label, x, y + 12, TS_ALIGN_CENTER,
                          TS_ALIGN_START, 0, &draw->style->dim);
    }
  ts_ticks_free (ticks);
}

static void
draw_marked (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  double left = self->area.x, right = left + self->area.width;
  double x0 = CLAMP (ts_timeline_plot_get_x_of (self, self->marked0), left, right);
  double x1 = CLAMP (ts_timeline_plot_get_x_of (self, self->marked1), left, right);
  TsColor fill = ts_color_with_alpha (&draw->style->accent, 0.2);
  g_autofree char *length = ts_format_duration (self->marked1 - self->marked0);
  double width;

  if (!(self->marked1 > self->marked0) || x1 <= x0)
    return;
  cairo_rectangle (draw->cr, x0, self->area.y - 4, x1 - x0, self->area.height + 8);
  ts_color_set_source (&fill, draw->cr);
  cairo_fill (draw->cr);
  cairo_set_line_width (draw->cr, 1);
  ts_color_set_source (&draw->style->accent, draw->cr);
  for (guint i = 0; i < 2; i++)
    {
      double x = floor (i == 0 ? x0 : x1) + 0.5;
      cairo_move_to (draw->cr, x, self->area.y - 4);
      cairo_line_to (draw->cr, x, self->area.y + self->area.height + 4);
      cairo_stroke (draw->cr);
    }
  width = measure (draw, length, TRUE) + 2 * GAP;
  x0 = CLAMP ((x0 + x1 - width) / 2, left, MAX (right - width, left));
  cairo_rectangle (draw->cr, x0, self->area.y + 2, width, draw->line + 4);
  ts_color_set_source (&draw->style->background, draw->cr);
  cairo_fill (draw->cr);
  ts_text_cache_draw (self->bold_texts, draw->cr, draw->style, length, x0 + GAP, self->area.y + 4,
                      TS_ALIGN_START, TS_ALIGN_START, 0, &draw->style->foreground);
}

/* ---- All of it ---- */

static void
measure_labels (TsTimelineDraw *draw, const TsTimeline *timeline, double *stage, double *label)
{
  guint step = MAX (timeline->rows->len / 16, 1);

  for (guint row = 0; row < timeline->rows->len; row += step)
    {
      g_autofree char *name = dup_stage_label (timeline, row);
      *stage = MAX (*stage, measure (draw, name, TRUE));
      *label = MAX (*label, measure (draw, ts_timeline_get_row (timeline, row)->label, FALSE));
    }
}

static double
lay_out (TsTimelineDraw *draw, double width, double height)
{
  TsTimelinePlot *self = draw->plot;
  double stage_width = 0, label_width = 0, right, left;

  measure_labels (draw, self->timeline, &stage_width, &label_width);
  if (self->beside != NULL)
    measure_labels (draw, self->beside, &stage_width, &label_width);
  left = MIN (stage_width + label_width + 3.5 * GAP, width * MAX_LABELS);
  draw->elide = left < stage_width + label_width + 3.5 * GAP;
  right = self->bubbles ? measure (draw, "100.0 %", TRUE) + 2 * GAP : 2 * GAP;
  self->area.x = ceil (left);
  self->area.y = 4;
  self->area.width = MAX (floor (width - self->area.x - right), 1);
  self->area.height = MAX (height - 8 - (self->axis ? draw->line + 14 : 0), 1);
  self->pitch = MIN (self->area.height / MAX (self->n_rows, 1), MAX_PITCH);
  self->area.height = self->pitch * self->n_rows;
  return stage_width;
}

void
ts_timeline_plot_draw (
    TsTimelinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  TsTimelineDraw draw = { .plot = self, .cr = cr, .style = style };
  double stage_width;

  self->area = (TsRect){ 0 };
  if (self->timeline == NULL || self->n_rows == 0 || width < 8 || height < 8)
    return;
  ts_text_cache_measure (self->texts, cr, style, "Xg", NULL, &draw.line);
  stage_width = lay_out (&draw, width, height);
  draw_idle (&draw);
  _ts_timeline_draw_bars (&draw);
  veil_others (&draw);
  draw_phases (&draw);
  draw_empty_rows (&draw);
  draw_row_texts (&draw, stage_width);
  if (self->axis)
    draw_axis (&draw);
  draw_marked (&draw);
}
