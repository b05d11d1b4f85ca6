/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/marks-legend.h"

#include "plot/heatmap/cell-marks.h"
#include "plot/lines/line-plot.h"
#include "plot/rank-bars.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>

#define WIDTH  24
#define HEIGHT 18

struct _TsMarksLegend
{
  GtkWidget parent_instance;
  GtkGrid *grid;
};

G_DEFINE_FINAL_TYPE (TsMarksLegend, ts_marks_legend, GTK_TYPE_WIDGET)

typedef enum
{
  CELL_ERROR,
  CELL_WARNING,
  CELL_HINT,
  TICK,
  RING,
  PEERS_BAND,
  STRIP,
  SUSPECT,
  PEERS,
  N_MARKS
} Mark;

static const char *const texts[N_MARKS] = {
  [CELL_ERROR] = N_ ("Heat map: an error about this cell, or one merged into it"),
  [CELL_WARNING] = N_ ("Heat map: a warning"),
  [CELL_HINT] = N_ ("Heat map: a hint, while hints are listed"),
  [TICK] = N_ ("Beside the sliders: a finding, also out of sight; red is an error"),
  [RING] = N_ ("Lines: the point of a finding, in the colour of its grade"),
  [PEERS_BAND] = N_ ("Lines: where the peers of a suspect rank lie, median ± 8 σ"),
  [STRIP] = N_ ("Along the ranks: how many findings each rank has"),
  [SUSPECT] = N_ ("Parallelism: the suspect rank"),
  [PEERS] = N_ ("Parallelism: its peers"),
};

static void
draw_cell (cairo_t *cr, const TsPlotStyle *style, TsMarkKind kind)
{
  ts_color_set_source (&style->grid, cr);
  cairo_rectangle (cr, 2, 1, WIDTH - 4, HEIGHT - 2);
  cairo_fill (cr);
  ts_cell_mark_draw (kind, cr, 2, 1, 10);
}

static void
draw_tick (cairo_t *cr, const TsPlotStyle *style)
{
  TsColor red = ts_color_from_hex ("#e01c24");

  ts_color_set_source (&style->grid, cr);
  cairo_rectangle (cr, 0, 4, WIDTH, 10);
  cairo_fill (cr);
  ts_color_set_source (&red, cr);
  cairo_rectangle (cr, 8, 10, 2, 4);
  cairo_fill (cr);
  ts_color_set_source (&style->foreground, cr);
  cairo_rectangle (cr, 16, 10, 2, 4);
  cairo_fill (cr);
}

static void
draw_strip (cairo_t *cr, const TsPlotStyle *style)
{
  const TsRankBar bars[]
      = { { 0, 0, TS_BAR_NONE }, { 1, 9, TS_BAR_ERROR }, { 2, 1, TS_BAR_WARNING } };

  ts_rank_bars_draw_strip (bars, G_N_ELEMENTS (bars), cr, style, 0, WIDTH / 3.0, 1, HEIGHT - 2);
}

static void
draw_rank (cairo_t *cr, const TsPlotStyle *style, gboolean suspect)
{
  TsColor frame = ts_rank_bars_get_color (TS_BAR_ERROR, style);
  TsColor tint = ts_color_with_alpha (&style->accent, 0.35);

  ts_color_set_source (&style->grid, cr);
  cairo_rectangle (cr, 2, 3, WIDTH - 4, HEIGHT - 6);
  cairo_fill_preserve (cr);
  ts_color_set_source (suspect ? &frame : &tint, cr);
  cairo_set_line_width (cr, 2);
  if (suspect)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  Mark mark = GPOINTER_TO_INT (data);
  TsPlotStyle style = { 0 };

  ts_theme_get_style (GTK_WIDGET (area), &style);
  if (mark == CELL_ERROR)
    draw_cell (cr, &style, TS_MARK_ERROR);
  else if (mark == CELL_WARNING)
    draw_cell (cr, &style, TS_MARK_WARNING);
  else if (mark == CELL_HINT)
    draw_cell (cr, &style, TS_MARK_HINT);
  else if (mark == TICK)
    draw_tick (cr, &style);
  else if (mark == RING)
    ts_line_mark_draw_ring (TS_LINE_MARK_ERROR, cr, &style, WIDTH / 2.0, HEIGHT / 2.0);
  else if (mark == PEERS_BAND)
    ts_line_backdrop_draw_swatch (TS_LINE_BACKDROP_PEERS, cr, &style, 0, HEIGHT / 2.0, WIDTH);
  else if (mark == STRIP)
    draw_strip (cr, &style);
  else
    draw_rank (cr, &style, mark == SUSPECT);
  ts_plot_style_clear (&style);
}

static void
add_row (TsMarksLegend *self, Mark mark)
{
  GtkWidget *swatch = gtk_drawing_area_new (), *label = gtk_label_new (_ (texts[mark]));

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_cb, GINT_TO_POINTER (mark), NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_grid_attach (self->grid, swatch, 0, (int) mark, 1, 1);
  gtk_grid_attach (self->grid, label, 1, (int) mark, 1, 1);
}

static void
ts_marks_legend_dispose (GObject *object)
{
  GtkWidget *child;

  gtk_widget_dispose_template (GTK_WIDGET (object), TS_TYPE_MARKS_LEGEND);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ts_marks_legend_parent_class)->dispose (object);
}

static void
ts_marks_legend_class_init (TsMarksLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ts_marks_legend_dispose;
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass),
                                               "/org/trendscope/Trendscope/marks-legend.ui");
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), TsMarksLegend, grid);
}

static void
ts_marks_legend_init (TsMarksLegend *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int mark = 0; mark < N_MARKS; mark++)
    add_row (self, (Mark) mark);
}
