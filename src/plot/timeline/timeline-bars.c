/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/timeline/timeline-plot-private.h"

#include <math.h>
#include <string.h>

#define MAX_BARS   5000 /* of more, Cairo takes too long; they are painted by columns */
#define MAX_ROUND  800  /* bars with round corners */
#define THIN       1.5  /* device pixels: below it a bar can't be told from its neighbour */
#define MAX_THIN   200  /* of such bars, and a quarter of all; with more, columns show how busy */
#define LEAST      0.25 /* device pixels of the shortest bar */
#define MIN_NUMBER 11.0 /* logical pixels of height for numbers */
#define MIN_ALONE  8.0  /* of rows' pitch for bars one by one; less has no hatching either */
#define PADDING    2.0

/* A bar that is drawn by itself. */
typedef struct
{
  double x, y, width, height;
  guint row, job;
} Bar;

/* ---- Bars ---- */

static void
add_round_rectangle (cairo_t *cr, const Bar *bar, double radius)
{
  double x = bar->x, y = bar->y, w = bar->width, h = bar->height, r = MIN (radius, w / 4);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + w - r, y + r, r, -G_PI / 2, 0);
  cairo_arc (cr, x + w - r, y + h - r, r, 0, G_PI / 2);
  cairo_arc (cr, x + r, y + h - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

/* Sorted by type, so that each colour is one fill. */
static int
compare_bars (gconstpointer a, gconstpointer b, gpointer data)
{
  const TsTimeline *timeline = data;
  const Bar *ba = a, *bb = b;
  guint ta = ts_timeline_get_row (timeline, ba->row)->jobs[ba->job].type;
  guint tb = ts_timeline_get_row (timeline, bb->row)->jobs[bb->job].type;

  return (ta > tb) - (ta < tb);
}

static void
fill_bars (TsTimelineDraw *draw, const GArray *bars)
{
  const TsTimeline *timeline = draw->plot->timeline;
  gboolean round = bars->len <= MAX_ROUND;
  int type = -1;

  for (guint i = 0; i < bars->len; i++)
    {
      const Bar *bar = &g_array_index (bars, Bar, i);
      guint next = ts_timeline_get_row (timeline, bar->row)->jobs[bar->job].type;
      if ((int) next != type)
        {
          cairo_fill (draw->cr);
          type = (int) next;
          ts_color_set_source (&draw->plot->colors[type], draw->cr);
        }
      if (round && bar->width > 4 && bar->height > 8)
        add_round_rectangle (draw->cr, bar, 2.5);
      else
        cairo_rectangle (draw->cr, bar->x, bar->y, bar->width, bar->height);
    }
  cairo_fill (draw->cr);
}

/* ---- Numbers ---- */

/* The glyphs of the digits; laying out each number would take longer than drawing all bars. */
typedef struct
{
  cairo_scaled_font_t *font;
  unsigned long index[10];
  double width[10], ascent, height;
} Digits;

static gboolean
digits_init (Digits *self, TsTimelineDraw *draw)
{
  static const char text[] = "0123456789";
  cairo_font_extents_t extents;
  PangoLayoutIter *iter;
  const PangoLayoutRun *run;
  gboolean good;

  iter = pango_layout_get_iter (
      ts_text_cache_get (draw->plot->texts, draw->cr, draw->style, text, 0));
  run = pango_layout_iter_get_run_readonly (iter);
  good = run != NULL && run->glyphs->num_glyphs == 10;
  if (good)
    {
      self->font = pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (run->item->analysis.font));
      good = self->font != NULL;
    }
  for (int i = 0; i < 10 && good; i++)
    {
      self->index[i] = run->glyphs->glyphs[i].glyph;
      self->width[i] = pango_units_to_double (run->glyphs->glyphs[i].geometry.width);
    }
  if (good)
    {
      cairo_scaled_font_reference (self->font);
      cairo_scaled_font_extents (self->font, &extents);
      self->ascent = extents.ascent;
      self->height = extents.ascent + extents.descent;
    }
  pango_layout_iter_free (iter);
  return good;
}

static void
add_number (const Digits *self, const Bar *bar, guint32 number, const TsRect *area, GArray *glyphs)
{
  guint digits[10], n = 0;
  double width = 0, x, x0 = MAX (bar->x, area->x),
         x1 = MIN (bar->x + bar->width, area->x + area->width);

  do
    {
      digits[n] = number % 10;
      width += self->width[digits[n++]];
      number /= 10;
    }
  while (number > 0);
  if (width + 2 * PADDING > x1 - x0)
    return;
  x = (x0 + x1 - width) / 2;
  while (n > 0)
    {
      guint digit = digits[--n];
      cairo_glyph_t glyph
          = { self->index[digit], x, bar->y + (bar->height - self->height) / 2 + self->ascent };
      g_array_append_val (glyphs, glyph);
      x += self->width[digit];
    }
}

/* In white upon dark bars and black upon light ones: one call each. */
static void
draw_numbers (TsTimelineDraw *draw, const GArray *bars)
{
  TsTimelinePlot *self = draw->plot;
  g_autoptr (GArray) white = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));
  g_autoptr (GArray) black = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));
  Digits digits = { 0 };

  if (bars->len == 0 || g_array_index (bars, Bar, 0).height < MIN_NUMBER
      || !digits_init (&digits, draw))
    return;
  cairo_set_scaled_font (draw->cr, digits.font);
  for (guint i = 0; i < bars->len; i++)
    {
      const Bar *bar = &g_array_index (bars, Bar, i);
      const TsJob *job = &ts_timeline_get_row (self->timeline, bar->row)->jobs[bar->job];
      const TsColor *color = &self->colors[job->type];
      if (bar->height >= MIN_NUMBER
          && ts_job_kind_is_work (ts_timeline_get_job_type (self->timeline, job)->kind))
        add_number (&digits, bar, job->micro_batch, &self->area,
                    ts_color_get_luma (color) > 0.55 ? black : white);
    }
  cairo_set_source_rgb (draw->cr, 1, 1, 1);
  cairo_show_glyphs (draw->cr, (cairo_glyph_t *) (gpointer) white->data, (int) white->len);
  cairo_set_source_rgb (draw->cr, 0, 0, 0);
  cairo_show_glyphs (draw->cr, (cairo_glyph_t *) (gpointer) black->data, (int) black->len);
  cairo_scaled_font_destroy (digits.font);
}

/* ---- Outliers ---- */

static void
mark_outliers (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  TsColor red = ts_color_from_hex (draw->style->dark ? "#ff6b6b" : "#c01c28");

  ts_color_set_source (&red, draw->cr);
  cairo_set_line_width (draw->cr, 2);
  for (guint i = 0; i < self->figures->outliers->len; i++)
    {
      const TsOutlier *outlier = &g_array_index (self->figures->outliers, TsOutlier, i);
      TsRect bar;
      ts_timeline_plot_get_bar (self, outlier->row, outlier->job, &bar);
      if (bar.width < 3 || bar.height < 6)
        continue;
      cairo_rectangle (draw->cr, bar.x, bar.y, bar.width, bar.height);
      cairo_stroke (draw->cr);
    }
}

/* ---- All of them ---- */

/* The visible jobs of all rows; stops counting beyond the limit. */
static guint
count_visible (const TsTimelinePlot *self)
{
  gint64 origin = _ts_timeline_plot_get_origin (self);
  guint n = 0;

  for (guint place = 0; place < self->n_rows && n <= MAX_BARS; place++)
    {
      guint end, row = self->order[place];
      guint from = _ts_timeline_plot_find_job (self, row, (double) origin + self->t0, &end);
      n += _ts_timeline_plot_find_job (self, row, (double) origin + self->t1, &end) - from;
    }
  return n;
}

/* The bars of a row. Returns how many are too thin to be told apart. */
static guint
collect_row (TsTimelineDraw *draw, guint place, GArray *bars)
{
  TsTimelinePlot *self = draw->plot;
  guint row = self->order[place], end, n_thin = 0;
  gint64 origin = _ts_timeline_plot_get_origin (self);
  const TsTimelineRow *data = ts_timeline_get_row (self->timeline, row);
  guint i = _ts_timeline_plot_find_job (self, row, (double) origin + self->t0, &end);

  for (; i < end && (double) (data->jobs[i].start - origin) < self->t1; i++)
    {
      Bar bar = { .row = row, .job = i };
      TsRect rect;
      if ((double) (data->jobs[i].end - origin) < self->t0)
        continue;
      ts_timeline_plot_get_bar (self, row, i, &rect);
      n_thin += rect.width * draw->style->scale < THIN ? 1 : 0;
      /* A hair of ground keeps neighbours apart; even the shortest covers a part of its pixel. */
      bar.x = MAX (rect.x, self->area.x - 10);
      bar.width = MIN (rect.x + rect.width, self->area.x + self->area.width + 10) - bar.x;
      bar.width = MAX (bar.width - MIN (0.75, bar.width / 4), LEAST / draw->style->scale);
      bar.y = rect.y;
      bar.height = rect.height;
      g_array_append_val (bars, bar);
    }
  return n_thin;
}

/* Whether all visible bars can be drawn one by one. */
static gboolean
collect_bars (TsTimelineDraw *draw, GArray *bars)
{
  TsTimelinePlot *self = draw->plot;
  guint n_thin = 0;

  /* In low rows columns look the same, and are quicker; on pages bars are sharper. */
  if (self->pitch < MIN_ALONE
      && cairo_surface_get_type (cairo_get_target (draw->cr)) == CAIRO_SURFACE_TYPE_IMAGE)
    return FALSE;
  if (count_visible (self) > (self->pitch >= MIN_NUMBER ? MAX_BARS : MAX_ROUND))
    return FALSE;
  for (guint place = 0; place < self->n_rows; place++)
    n_thin += collect_row (draw, place, bars);
  return n_thin <= MAX_THIN && 4 * n_thin <= bars->len;
}

void
_ts_timeline_draw_bars (TsTimelineDraw *draw)
{
  TsTimelinePlot *self = draw->plot;
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (Bar));
  gboolean alone = collect_bars (draw, bars);

  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, self->area.x, self->area.y, self->area.width, self->area.height);
  cairo_clip (draw->cr);
  cairo_new_path (draw->cr);
  self->n_drawn = alone ? bars->len : 0;
  if (alone)
    {
      g_array_sort_with_data (bars, compare_bars, self->timeline);
      fill_bars (draw, bars);
      draw_numbers (draw, bars);
    }
  else
    _ts_timeline_draw_columns (draw);
  mark_outliers (draw);
  cairo_restore (draw->cr);
}
