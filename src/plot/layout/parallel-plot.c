/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/layout/parallel-plot-private.h"

#include "plot/layout/parallel-colors.h"
#include "plot/text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MARGIN 12.0
#define GAP    6.0

#define MAX_LEGEND 40 /* more colours can’t be told apart */

/* Rows and columns of a picture that may be as large as it likes. Beyond MAX_LOW_ROWS rows nothing
 * could be read however large it was, so that an overview does. */
#define ROW_PITCH     26.0
#define LOW_ROW_PITCH 14.0
#define MAX_ROWS      230
#define MAX_LOW_ROWS  1100
#define COLUMN_PITCH  110.0
#define MAX_WIDTH     4000.0
#define OVERVIEW_SIZE 1600.0

TsParallelPlot *
ts_parallel_plot_new (void)
{
  return g_new0 (TsParallelPlot, 1);
}

void
ts_parallel_plot_free (TsParallelPlot *self)
{
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  g_clear_pointer (&self->suspects, g_array_unref);
  g_clear_pointer (&self->peers, g_array_unref);
  g_free (self);
}

static void
replace_ranks (GArray **ranks, const gint64 *from, guint n)
{
  g_clear_pointer (ranks, g_array_unref);
  if (n == 0)
    return;
  *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_vals (*ranks, from, n);
}

void
ts_parallel_plot_set_marked_ranks (TsParallelPlot *self,
                                   const gint64 *suspects,
                                   guint n_suspects,
                                   const gint64 *peers,
                                   guint n_peers)
{
  replace_ranks (&self->suspects, suspects, n_suspects);
  replace_ranks (&self->peers, peers, n_peers);
}

void
ts_parallel_plot_set_layout (TsParallelPlot *self, TsParallelLayout *layout)
{
  if (layout != NULL)
    ts_parallel_layout_ref (layout);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  self->layout = layout;
  ts_parallel_plot_show_all (self);
}

TsParallelLayout *
ts_parallel_plot_get_layout (TsParallelPlot *self)
{
  return self->layout;
}

void
ts_parallel_plot_show_all (TsParallelPlot *self)
{
  self->x0 = self->y0 = 0;
  self->x1 = self->layout != NULL ? self->layout->virtual_stages : 1;
  self->y1 = self->layout != NULL ? ts_parallel_layout_get_n_rows (self->layout) : 1;
}

/* [*from, *to) within [0, size), at least 1 long. */
static void
clamp_range (double *from, double *to, double size)
{
  double length = CLAMP (*to - *from, 1, size);

  *from = CLAMP (*from, 0, size - length);
  *to = *from + length;
}

void
ts_parallel_plot_set_visible (TsParallelPlot *self, double x0, double x1, double y0, double y1)
{
  if (self->layout == NULL)
    return;
  clamp_range (&x0, &x1, self->layout->virtual_stages);
  clamp_range (&y0, &y1, ts_parallel_layout_get_n_rows (self->layout));
  self->x0 = x0;
  self->x1 = x1;
  self->y0 = y0;
  self->y1 = y1;
}

void
ts_parallel_plot_get_visible (TsParallelPlot *self, double *x0, double *x1, double *y0, double *y1)
{
  *x0 = self->x0;
  *x1 = self->x1;
  *y0 = self->y0;
  *y1 = self->y1;
}

void
ts_parallel_plot_get_natural_size (TsParallelPlot *self, double *width, double *height)
{
  double columns = self->layout != NULL ? self->layout->virtual_stages : 1;
  double rows = self->layout != NULL ? ts_parallel_layout_get_n_rows (self->layout) : 1;

  *width = CLAMP (columns * COLUMN_PITCH, 420, MAX_WIDTH - 340) + 340;
  *height = MAX (rows * (rows <= MAX_ROWS ? ROW_PITCH : LOW_ROW_PITCH), 160) + 110;
  if (rows > MAX_LOW_ROWS)
    {
      *width = MIN (*width, OVERVIEW_SIZE);
      *height = OVERVIEW_SIZE;
    }
}

void
ts_parallel_plot_get_area (TsParallelPlot *self, cairo_rectangle_t *area)
{
  *area = self->area;
}

void
ts_parallel_plot_get_block (TsParallelPlot *self, guint row, guint stage, cairo_rectangle_t *block)
{
  const cairo_rectangle_t *area = &self->area;
  double column_width = area->width / (self->x1 - self->x0);
  double row_height = area->height / (self->y1 - self->y0);

  block->width = TS_BLOCK_SHARE * column_width;
  block->height = TS_BLOCK_SHARE * row_height;
  block->x = area->x + (stage + 0.5 - self->x0) * column_width - block->width / 2;
  block->y = area->y + area->height - (row + 0.5 - self->y0) * row_height - block->height / 2;
}

gboolean
ts_parallel_plot_hit (TsParallelPlot *self, double x, double y, guint *row, guint *stage)
{
  const cairo_rectangle_t *area = &self->area;
  double column, line;

  if (self->layout == NULL || !(area->width > 0 && area->height > 0))
    return FALSE;
  column = self->x0 + (x - area->x) / area->width * (self->x1 - self->x0);
  line = self->y0 + (area->y + area->height - y) / area->height * (self->y1 - self->y0);
  /* So written that NaN is beside the blocks. */
  if (!(x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height))
    return FALSE;
  *stage = (guint) CLAMP (column, 0, self->layout->virtual_stages - 1);
  *row = (guint) CLAMP (line, 0, ts_parallel_layout_get_n_rows (self->layout) - 1);
  return TRUE;
}

TsColor
ts_parallel_plot_get_row_color (TsParallelPlot *self, const TsPlotStyle *style, guint row)
{
  TsColor color = ts_model_copy_get_color (ts_parallel_layout_get_row_copy (self->layout, row),
                                           ts_parallel_layout_get_n_copies (self->layout));

  return ts_color_mix (&style->background, &color, TS_BLOCK_ALPHA);
}

/* ---- Axes ---- */

/* 1, 2, 5, 10 …: how many places a label needs, each of them size pixels large. */
static guint
label_step (double size, double needed)
{
  static const guint steps[] = { 1, 2, 5 };
  guint i = 0, tens = 1;

  while (steps[i] * tens * size < needed)
    {
      i = (i + 1) % G_N_ELEMENTS (steps);
      tens *= i == 0 ? 10 : 1;
    }
  return steps[i] * tens;
}

static double
measure (TsParallelDraw *draw, const char *text)
{
  PangoRectangle box;

  ts_text_set (draw->text, text, 0);
  pango_layout_get_extents (draw->text, NULL, &box);
  return pango_units_to_double (box.width);
}

static double
measure_row_labels (TsParallelDraw *draw)
{
  TsParallelLayout *layout = draw->plot->layout;
  guint last = ts_parallel_layout_get_n_rows (layout) - 1;
  const guint rows[] = { 0, last / 2, last };
  double width = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *label = ts_parallel_layout_get_row_label (layout, rows[i]);
      width = MAX (width, measure (draw, label));
    }
  return ceil (width);
}

static void
draw_row_labels (TsParallelDraw *draw)
{
  guint step = label_step (draw->row_height, draw->line * 1.1);

  for (guint row = (draw->row0 + step - 1) / step * step; row < draw->row1; row += step)
    {
      g_autofree char *label = ts_parallel_layout_get_row_label (draw->plot->layout, row);
      cairo_rectangle_t block;
      double y;

      ts_parallel_plot_get_block (draw->plot, row, 0, &block);
      y = block.y + block.height / 2;
      if (y < draw->plot->area.y || y > draw->plot->area.y + draw->plot->area.height)
        continue;
      ts_text_set (draw->text, label, draw->plot->area.x - GAP - 2);
      ts_text_show (draw->text, draw->cr, draw->plot->area.x - GAP, y, TS_ALIGN_END,
                    TS_ALIGN_CENTER, &draw->style->foreground);
    }
}

static void
draw_column_labels (TsParallelDraw *draw)
{
  g_autofree char *widest = g_strdup_printf (_ ("Stage %u"), draw->plot->layout->virtual_stages);
  guint step = label_step (draw->column_width, measure (draw, widest) + 2 * GAP);
  double top = draw->plot->area.y + draw->plot->area.height + GAP;

  for (guint s = (draw->column0 + step - 1) / step * step; s < draw->column1; s += step)
    {
      g_autofree char *label = g_strdup_printf (_ ("Stage %u"), s);
      cairo_rectangle_t block;
      double x;

      ts_parallel_plot_get_block (draw->plot, 0, s, &block);
      x = block.x + block.width / 2;
      if (x < draw->plot->area.x || x > draw->plot->area.x + draw->plot->area.width)
        continue;
      ts_text_set (draw->text, label, 0);
      ts_text_show (draw->text, draw->cr, x, top, TS_ALIGN_CENTER, TS_ALIGN_START,
                    &draw->style->foreground);
    }
}

static void
draw_axis_titles (TsParallelDraw *draw)
{
  const cairo_rectangle_t *area = &draw->plot->area;

  ts_text_set (draw->text, _ ("Virtual Pipeline Stage"), MAX (area->width, 1));
  ts_text_show (draw->text, draw->cr, area->x + area->width / 2,
                area->y + area->height + 1.5 * GAP + draw->line, TS_ALIGN_CENTER, TS_ALIGN_START,
                &draw->style->dim);
  cairo_save (draw->cr);
  cairo_translate (draw->cr, MARGIN, area->y + area->height / 2);
  cairo_rotate (draw->cr, -G_PI / 2);
  ts_text_set (draw->text, _ ("TP Group"), MAX (area->height, 1));
  ts_text_show (draw->text, draw->cr, 0, 0, TS_ALIGN_CENTER, TS_ALIGN_START, &draw->style->dim);
  cairo_restore (draw->cr);
}

static void
draw_title (TsParallelDraw *draw)
{
  g_autofree char *title = ts_parallel_layout_get_title (draw->plot->layout);
  g_autoptr (PangoLayout) text = ts_text_create_layout (draw->cr, draw->style);

  ts_text_set_bold (text, TRUE, 1.15);
  ts_text_set (text, title, MAX (draw->width - 2 * MARGIN, 1));
  ts_text_show (text, draw->cr, draw->width / 2, MARGIN, TS_ALIGN_CENTER, TS_ALIGN_START,
                &draw->style->foreground);
}

/* ---- Legend ---- */

static double
measure_legend (TsParallelDraw *draw)
{
  g_autofree char *last
      = g_strdup_printf (_ ("Model Copy %u"), ts_parallel_layout_get_n_copies (draw->plot->layout));

  return ceil (
      MAX (measure (draw, _ ("Model Copies")), measure (draw, last) + 1.6 * draw->line + GAP));
}

static void
draw_legend_entry (TsParallelDraw *draw, guint copy, double x, double y)
{
  guint n = ts_parallel_layout_get_n_copies (draw->plot->layout);
  g_autofree char *label = g_strdup_printf (_ ("Model Copy %u"), copy + 1);
  TsColor color = ts_model_copy_get_color (copy, n);

  color = ts_color_mix (&draw->style->background, &color, TS_BLOCK_ALPHA);
  ts_color_set_source (&color, draw->cr);
  cairo_rectangle (draw->cr, x, y + 0.2 * draw->line, 1.6 * draw->line, 0.6 * draw->line);
  cairo_fill (draw->cr);
  ts_text_set (draw->text, label, 0);
  ts_text_show (draw->text, draw->cr, x + 1.6 * draw->line + GAP, y, TS_ALIGN_START, TS_ALIGN_START,
                &draw->style->foreground);
}

/* All copies; where they do not fit, the first ones and the last, and between them how many are
 * left out. */
static void
draw_legend (TsParallelDraw *draw, double x)
{
  guint n = ts_parallel_layout_get_n_copies (draw->plot->layout);
  double pitch = 1.25 * draw->line, y = draw->plot->area.y;
  guint fit = (guint) CLAMP (draw->plot->area.height / pitch - 1, 1, MAX_LEGEND);
  guint head = n <= fit ? n : fit > 2 ? fit - 2 : 0;

  ts_text_set (draw->text, _ ("Model Copies"), 0);
  ts_text_show (draw->text, draw->cr, x, y, TS_ALIGN_START, TS_ALIGN_START, &draw->style->dim);
  for (guint i = 0; i < head; i++)
    draw_legend_entry (draw, i, x, y += pitch);
  if (head == n)
    return;
  if (fit >= 2)
    {
      g_autofree char *more = g_strdup_printf (_ ("%u more"), n - head - 1);
      ts_text_set (draw->text, more, 0);
      ts_text_show (draw->text, draw->cr, x + 1.6 * draw->line + GAP, y += pitch, TS_ALIGN_START,
                    TS_ALIGN_START, &draw->style->dim);
    }
  draw_legend_entry (draw, n - 1, x, y + pitch);
}

/* ---- All of it ---- */

/* The blocks get what title, labels and legend leave; a small picture does without the legend. */
static double
lay_out (TsParallelDraw *draw)
{
  TsParallelPlot *plot = draw->plot;
  double labels = MIN (measure_row_labels (draw), draw->width * 0.3);
  double legend = measure_legend (draw) + 2 * GAP;
  double left = MARGIN + draw->line + GAP + labels + GAP, top = 2.2 * MARGIN + draw->line;
  double bottom = draw->height - MARGIN - 2 * draw->line - 1.5 * GAP;

  if (draw->width - left - legend < draw->width * 0.35)
    legend = 0;
  plot->area.x = floor (left) + 0.5;
  plot->area.y = floor (top) + 0.5;
  plot->area.width = MAX (floor (draw->width - MARGIN - legend - left), 1);
  plot->area.height = MAX (floor (bottom - top), 1);
  draw->column_width = plot->area.width / (plot->x1 - plot->x0);
  draw->row_height = plot->area.height / (plot->y1 - plot->y0);
  draw->column0 = (guint) floor (plot->x0);
  draw->column1 = MIN ((guint) ceil (plot->x1), plot->layout->virtual_stages);
  draw->row0 = (guint) floor (plot->y0);
  draw->row1 = MIN ((guint) ceil (plot->y1), ts_parallel_layout_get_n_rows (plot->layout));
  return legend;
}

void
ts_parallel_plot_draw (
    TsParallelPlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  TsParallelDraw draw
      = { .plot = self, .cr = cr, .style = style, .width = width, .height = height };
  double legend;

  self->area = (cairo_rectangle_t){ 0 };
  if (self->layout == NULL || width < 1 || height < 1)
    return;
  draw.text = ts_text_create_layout (cr, style);
  ts_text_measure (cr, style, "Xg", NULL, &draw.line);
  legend = lay_out (&draw);
  _ts_parallel_draw_blocks (&draw);
  draw_title (&draw);
  draw_row_labels (&draw);
  draw_column_labels (&draw);
  draw_axis_titles (&draw);
  if (legend > 0)
    draw_legend (&draw, self->area.x + self->area.width + 2 * GAP);
  g_object_unref (draw.text);
}
