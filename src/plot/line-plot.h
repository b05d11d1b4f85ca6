/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/series.h"
#include "plot/colormap.h"
#include "plot/plot-style.h"
#include "plot/ticks.h"

G_BEGIN_DECLS

#define TS_MAX_LINES 64

typedef struct
{
  TsScaleType y_scale;
  double smoothing; /* EMA weight of the past, 0 (off) … 0.999; the raw line stays faint behind */
} TsLineOptions;

/* Drawn behind the lines; every member may be NULL. */
typedef struct
{
  TsSeries *band_min; /* min–max band over all ranks */
  TsSeries *band_max;
  TsSeries *median;      /* median of the other ranks */
  double largest_finite; /* of the dtype; NaN: no threshold lines */
  double smallest_normal;
  char *dtype;
} TsLineExtras;

/* A drawable line chart. Draws from one thread at a time. */
typedef struct _TsLinePlot TsLinePlot;

TsLinePlot *ts_line_plot_new (void);
void ts_line_plot_free (TsLinePlot *self);
void ts_line_plot_set_title (TsLinePlot *self, const char *title, const char *value_name);
/* Adds a line (a reference is taken); colour 0 … is ts_line_color()'s index. */
void ts_line_plot_add (TsLinePlot *self, TsSeries *series, guint color, gboolean shown);
void ts_line_plot_clear (TsLinePlot *self);
void ts_line_plot_set_options (TsLinePlot *self, const TsLineOptions *options);

/* Draws the whole picture (title, axes, lines, legend) into width × height logical pixels at (0,
 * 0): what an export shows. */
void ts_line_plot_draw (
    TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsLinePlot, ts_line_plot_free)

G_END_DECLS
