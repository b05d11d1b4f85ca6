/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/line-canvas.h"
#include "widgets/line-legend.h"
#include "widgets/line-view.h"

G_BEGIN_DECLS

struct _TsLineView
{
  GtkWidget parent;

  TsLinePlot *plot;

  /* children */
  GtkWidget *header;
  GtkLabel *title;
  GtkLabel *note;
  GtkDropDown *scale;
  GtkWidget *smooth;
  GtkAdjustment *smoothing;
  GtkWidget *clear;
  GtkWidget *body;
  GtkWidget *overlay;
  TsLineCanvas *canvas;
  TsLineLegend *legend;
  GtkWidget *empty;

  int place;            /* crosshair, -1 for none */
  guint64 shown_before; /* the lines shown before the last toggle, for the double click */
  int last_toggled;
  gboolean updating; /* the header's controls follow the options, not the other way round */
};

enum
{
  TS_LINE_VIEW_LINES_CHANGED,
  TS_LINE_VIEW_CROSSHAIR_MOVED,
  TS_LINE_VIEW_POSITION_ACTIVATED,
  TS_LINE_VIEW_N_SIGNALS
};

extern guint ts_line_view_signals[TS_LINE_VIEW_N_SIGNALS];

/* The data, the range or the options changed: the picture is drawn again. */
void ts_line_view_redraw (TsLineView *self);

/* line-view-header.c */
GtkWidget *ts_line_view_create_header (TsLineView *self);
void ts_line_view_update_header (TsLineView *self);

G_END_DECLS
