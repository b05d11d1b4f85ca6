/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/text-cache.h"
#include "plot/timeline/busy-pyramid.h"
#include "plot/timeline/timeline-plot.h"

G_BEGIN_DECLS

/* What timeline-plot.c (what is shown, where it lies), timeline-draw.c (rows, axis, texts),
 * timeline-bars.c (bars), timeline-columns.c (merged bars) and timeline-words.c share. */

struct _TsTimelinePlot
{
  TsTimeline *timeline;
  TsTimeline *beside; /* its names get room here too */
  guint step;
  TsStepFigures *figures;
  TsBusyPyramid *pyramid;
  TsColor *colors;       /* of each type */
  TsBusySum *sum_colors; /* the same */
  guint *order;          /* rows from top to bottom */
  guint *places;         /* of rows in that order */
  guint n_rows;
  double t0, t1; /* visible, µs from the step's start */
  double marked0, marked1;
  gboolean bubbles, axis;
  TsTextCache *texts, *bold_texts;

  /* Of the last picture. */
  TsRect area;
  double pitch; /* of rows */
  guint n_drawn;
  guint32 *pixels; /* merged bars, a strip of them */
  gsize n_pixels;
  guint32 *columns;
  TsBusySum *sums;
  guint n_columns;
};

typedef struct
{
  TsTimelinePlot *plot;
  cairo_t *cr;
  const TsPlotStyle *style;
  double line;    /* height of a line of text */
  gboolean elide; /* names of rows are longer than their room */
} TsTimelineDraw;

/* When the shown step starts, µs since the epoch. */
gint64 _ts_timeline_plot_get_origin (const TsTimelinePlot *self);
/* The bar's part of a row's pitch: from, and how high. */
void
_ts_timeline_plot_get_row_band (const TsTimelinePlot *self, guint place, double *y, double *height);
/* The first job of a row that may reach beyond time (µs since the epoch), in the shown run; its
 * index, and the end of that run's jobs. */
guint _ts_timeline_plot_find_job (const TsTimelinePlot *self, guint row, double time, guint *end);

/* A number with its unit: 1, 1e3 or 1e6 µs. Caller owns it. */
char *_ts_timeline_add_unit (const char *number, double unit);

/* Every row as columns of device pixels: the mean colour of what is busy, however thin. */
void _ts_timeline_draw_columns (TsTimelineDraw *draw);
/* All bars and their numbers. */
void _ts_timeline_draw_bars (TsTimelineDraw *draw);

G_END_DECLS
