/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/lines/line-plot-private.h"
#include "plot/text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LINE_WIDTH 1.6
#define MARGIN     12.0
#define SWATCH     18.0

static void
draw_line (TsLinePlot *self,
           cairo_t *cr,
           const TsPlotStyle *style,
           const TsLineLayout *layout,
           const TsLine *line)
{
  TsM4Input input = { line->values,
                      line->states,
                      line->places,
                      line->series->axis->n,
                      layout->scale.type == TS_SCALE_LOG ? 0 : -INFINITY,
                      line->blocks };
  TsStroke stroke = { .width = LINE_WIDTH };

  stroke.color = ts_line_color (line->color, style->dark, &stroke.dash);
  if (line->smooth != NULL)
    {
      TsStroke faint = { ts_color_with_alpha (&stroke.color, 0.3), 1, 0 };
      _ts_line_stroke (self, cr, &input, layout, style->scale, &faint);
      input.values = line->smooth;
      input.blocks = line->smooth_blocks;
    }
  _ts_line_stroke (self, cr, &input, layout, style->scale, &stroke);
}

void
ts_line_plot_draw_chart (TsLinePlot *self,
                         cairo_t *cr,
                         const TsPlotStyle *style,
                         const TsLineLayout *layout)
{
  ts_line_plot_draw_axes (self, cr, style, layout);
  cairo_save (cr);
  cairo_rectangle (cr, layout->left, layout->top - 2, layout->right - layout->left,
                   layout->bottom - layout->top + 2);
  cairo_clip (cr);
  _ts_line_plot_draw_extras (self, cr, style, layout);
  for (guint i = 0; i < self->lines->len; i++)
    if (_ts_line_plot_get (self, i)->shown)
      draw_line (self, cr, style, layout, _ts_line_plot_get (self, i));
  _ts_line_plot_draw_marks (self, cr, style, layout);
  cairo_restore (cr);
}

/* --- the whole picture --- */

static guint
count_shown (const TsLinePlot *self)
{
  guint n = 0;

  for (guint i = 0; i < self->lines->len; i++)
    n += _ts_line_plot_get (self, i)->shown;
  return n;
}

static guint
count_backdrops (const TsLinePlot *self)
{
  guint n = 0;

  for (TsLineBackdrop i = 0; i < TS_N_LINE_BACKDROPS; i++)
    {
      g_autofree char *name = ts_line_plot_describe_backdrop (self, i);
      n += name != NULL;
    }
  return n;
}

static void
widen (double *widest, cairo_t *cr, const TsPlotStyle *style, const char *text)
{
  double width = 0;

  if (text != NULL)
    ts_text_measure (cr, style, text, &width, NULL);
  *widest = MAX (*widest, width);
}

/* As wide as its names, but no wider than max_width. */
static double
legend_width (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, double max_width)
{
  double widest = 0;

  for (guint i = 0; i < self->lines->len; i++)
    if (_ts_line_plot_get (self, i)->shown)
      widen (&widest, cr, style, _ts_line_plot_get (self, i)->series->name);
  for (TsLineBackdrop i = 0; i < TS_N_LINE_BACKDROPS; i++)
    {
      g_autofree char *name = ts_line_plot_describe_backdrop (self, i);
      widen (&widest, cr, style, name);
    }
  return widest > 0 ? MIN (ceil (widest) + SWATCH + 8, max_width) : 0;
}

static void
draw_legend_row (
    cairo_t *cr, const TsPlotStyle *style, const TsLine *line, double x, double y, double width)
{
  guint dash;
  TsColor color = ts_line_color (line->color, style->dark, &dash);

  cairo_save (cr);
  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, 2.5);
  ts_line_set_dash (cr, dash);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + SWATCH, y);
  cairo_stroke (cr);
  cairo_restore (cr);
  ts_text_draw (cr, style, line->series->name, x + SWATCH + 6, y, TS_ALIGN_START, TS_ALIGN_CENTER,
                MAX (width - SWATCH - 6, 10), &style->foreground);
}

/* What lies behind the lines, below their names. */
static void
draw_backdrop_rows (TsLinePlot *self,
                    cairo_t *cr,
                    const TsPlotStyle *style,
                    double x,
                    double y,
                    double width,
                    double row)
{
  for (TsLineBackdrop i = 0; i < TS_N_LINE_BACKDROPS; i++)
    {
      g_autofree char *name = ts_line_plot_describe_backdrop (self, i);
      if (name == NULL)
        continue;
      ts_line_backdrop_draw_swatch (i, cr, style, x, y, SWATCH);
      ts_text_draw (cr, style, name, x + SWATCH + 6, y, TS_ALIGN_START, TS_ALIGN_CENTER,
                    MAX (width - SWATCH - 6, 10), &style->foreground);
      y += row;
    }
}

static void
draw_legend (TsLinePlot *self,
             cairo_t *cr,
             const TsPlotStyle *style,
             double x,
             double y,
             double width,
             double height)
{
  guint n = count_shown (self), n_behind = count_backdrops (self), drawn = 0, room;
  double row;

  ts_text_measure (cr, style, "Xy", NULL, &row);
  row += 4;
  room = (guint) MAX (floor (height / row) - n_behind, 1);
  for (guint i = 0; i < self->lines->len && drawn < room; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      double at = y + (drawn + 0.5) * row;
      if (!line->shown)
        continue;
      if (drawn + 1 == room && n > room)
        {
          g_autofree char *more = g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n - drawn), n - drawn);
          ts_text_draw (cr, style, more, x + SWATCH + 6, at, TS_ALIGN_START, TS_ALIGN_CENTER, 0,
                        &style->dim);
        }
      else
        draw_legend_row (cr, style, line, x, at, width);
      drawn++;
    }
  draw_backdrop_rows (self, cr, style, x, y + (drawn + 0.5) * row, width, row);
}

static double
draw_title (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width)
{
  g_autoptr (PangoLayout) layout = ts_text_create_layout (cr, style);
  g_autofree char *note = ts_line_plot_describe (self, (guint) (width * style->scale));
  double used = 0, height;

  ts_text_measure (cr, style, "Xy", NULL, &height);
  if (self->title != NULL && *self->title != '\0')
    {
      ts_text_set_bold (layout, TRUE, 1.1);
      ts_text_set (layout, self->title, width);
      used = ts_text_show (layout, cr, MARGIN, MARGIN + height / 2, TS_ALIGN_START, TS_ALIGN_CENTER,
                           &style->foreground);
    }
  if (note != NULL && width - used - 12 > 60)
    ts_text_draw (cr, style, note, MARGIN + used + 12, MARGIN + height / 2, TS_ALIGN_START,
                  TS_ALIGN_CENTER, width - used - 12, &style->dim);
  return used > 0 || note != NULL ? height + 10 : 0;
}

/* On a whole device pixel, where lines can be written to the picture's pixels. */
static double
snap (double at, const TsPlotStyle *style)
{
  return round (at * style->scale) / style->scale;
}

void
ts_line_plot_draw (
    TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  double inner = MAX (width - 2 * MARGIN, 1);
  double head = draw_title (self, cr, style, inner);
  double legend = legend_width (self, cr, style, inner * 0.36);
  double chart_width = MAX (inner - (legend > 0 ? legend + MARGIN : 0), 1);
  double chart_height = MAX (height - 2 * MARGIN - head, 1);
  TsLineLayout layout;

  cairo_save (cr);
  cairo_translate (cr, snap (MARGIN, style), snap (MARGIN + head, style));
  ts_line_plot_layout (self, cr, style, chart_width, chart_height, &layout);
  ts_line_plot_draw_chart (self, cr, style, &layout);
  if (legend > 0)
    draw_legend (self, cr, style, chart_width + MARGIN, layout.top, legend,
                 chart_height - layout.top);
  cairo_restore (cr);
}
