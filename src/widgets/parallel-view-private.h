/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/parallel-view.h"

G_BEGIN_DECLS

/* What the files that make up the view share: parallel-view.c (drawing, visible range, life) and
 * parallel-view-input.c (pointer and keyboard). */

typedef struct
{
  int row, stage; /* -1: none */
} Block;

struct _TsParallelView
{
  GtkWidget parent_instance;

  TsParallelPlot *plot;
  TsPlotStyle style;
  GdkTexture *picture; /* NULL: draw again */

  GtkWidget *bar_x, *bar_y;
  GtkAdjustment *columns, *rows; /* of the bars */
  gboolean updating;

  Block hover;
  double pointer_x, pointer_y;
  double drag_x0, drag_y0, drag_y1, drag_x1; /* the visible range when the drag began */
};

guint _ts_parallel_view_count_rows (TsParallelView *self);
guint _ts_parallel_view_count_stages (TsParallelView *self);
void
_ts_parallel_view_set_visible (TsParallelView *self, double x0, double x1, double y0, double y1);
/* About a place given as fractions of the visible range, from the left and from the bottom. */
void _ts_parallel_view_zoom_at (TsParallelView *self, double factor, double fx, double fy);
void _ts_parallel_view_pan_by (TsParallelView *self, double columns, double rows);

/* -1 -1: none. */
void _ts_parallel_view_set_hover (TsParallelView *self, int row, int stage);
gboolean _ts_parallel_view_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip);
void _ts_parallel_view_bind_input (GtkWidgetClass *widget_class);

G_END_DECLS
