/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/range-history.h"
#include "widgets/line-canvas.h"
#include "widgets/line-cursor.h"
#include "widgets/line-legend.h"
#include "widgets/line-view.h"
#include "widgets/plot-gestures.h"
#include "widgets/range-slider.h"

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
  GtkAdjustment *smoothing;
  GtkWidget *header_start; /* children of templates */
  GtkWidget *clear;
  GtkMenuButton *menu_button;
  GtkWidget *body;
  TsLineCanvas *canvas;
  TsLineCursor *cursor;
  TsLineLegend *legend;
  GtkWidget *empty;
  TsRangeSlider *slider_x;
  TsRangeSlider *slider_y;
  guint slider_source;
  gboolean miniature_stale;

  int place;         /* crosshair, -1 for none */
  int line;          /* the line that the keyboard is on, -1 for none */
  int header_line;   /* the same when the header was written */
  int a, b;          /* cursors, -1 for none */
  TsAxis *axis;      /* that these, and the ranges below, are places of; NULL without lines */
  gint64 current_id; /* of the place that the heat map shows, -1 for none */

  TsRangeHistory *history;
  TsPlotGestures *gestures;
  TsViewRange pan_from; /* what was shown when the hand took hold of it */
  GtkWidget *menu;
  GMenuModel *extra_menu;

  guint8 list_places[TS_MAX_LINES]; /* of the lines that are drawn, in the list that was given */
  guint64 list_shown;               /* bit i: line i of that list is shown */
  guint64 shown_before; /* the lines shown before the last toggle, for the double click */
  int last_toggled;
  gboolean updating; /* the header's controls follow the options, not the other way round */
};

enum
{
  TS_LINE_VIEW_LINES_CHANGED,
  TS_LINE_VIEW_REMOVE_LINE,
  TS_LINE_VIEW_REMOVE_LINES,
  TS_LINE_VIEW_SHOW_LINES,
  TS_LINE_VIEW_CROSSHAIR_MOVED,
  TS_LINE_VIEW_POSITION_ACTIVATED,
  TS_LINE_VIEW_VIEW_CHANGED,
  TS_LINE_VIEW_N_SIGNALS
};

extern guint _ts_line_view_signals[TS_LINE_VIEW_N_SIGNALS];

/* Data or options changed: the picture is drawn again. */
void _ts_line_view_redraw (TsLineView *self);
/* Only the visible range did. */
void _ts_line_view_redraw_range (TsLineView *self);

/* line-view-cursor.c */
void _ts_line_view_set_mark (TsLineView *self, char which, int place);
void _ts_line_view_clear_marks (TsLineView *self);
/* "A 2 · B 5 · B − A = 41.2 (× 1.03) · NAME" and, in details, that of every shown line. NULL
 * without cursors; caller frees both. */
char *_ts_line_view_describe_marks (TsLineView *self, char **details);
/* Where keyboard and pointer are: crosshair, line, A and B, as text for screen readers too. */
void _ts_line_view_update_cursor (TsLineView *self);

/* line-view-range.c: X in places, Y in parts of the full scale. */
void _ts_line_view_get_range (TsLineView *self, TsViewRange *range);
/* Without a step for undo. */
void _ts_line_view_apply_range (TsLineView *self, const TsViewRange *range);
/* A step for undo: what is shown is left by what follows. */
void _ts_line_view_remember_range (TsLineView *self);
/* The same for many small changes in a row, which are one step. */
void _ts_line_view_remember_zoom (TsLineView *self);
/* The lines have another axis: takes the history with it. */
void _ts_line_view_move_ranges (TsLineView *self, const TsAxis *from, const TsAxis *to);
void _ts_line_view_undo_range (TsLineView *self);
void _ts_line_view_redo_range (TsLineView *self);
/* Around a point of the picture; factor 2 shows half as much. */
void _ts_line_view_zoom (TsLineView *self, double x, double y, double factor_x, double factor_y);
gboolean _ts_line_view_is_zoomed (TsLineView *self);

/* line-view-sliders.c */
void _ts_line_view_bind_sliders (GtkWidgetClass *widget_class);
/* Has the sliders follow range, size and data soon. */
void _ts_line_view_queue_sliders (TsLineView *self);

/* line-view-input.c */
void _ts_line_view_bind_input (GtkWidgetClass *widget_class);
void _ts_line_view_init_input (TsLineView *self);

/* line-view-keys.c */
gboolean _ts_line_view_handle_key (TsLineView *self, guint key, GdkModifierType modifiers);
void _ts_line_view_activate_place (TsLineView *self, guint place);

/* line-view-menu.c */
void _ts_line_view_install_actions (GtkWidgetClass *klass);
/* Which actions make sense now. */
void _ts_line_view_update_actions (TsLineView *self);
void _ts_line_view_popup_menu (TsLineView *self, double x, double y);

/* The menu of the button in the header: what needs no place. Caller owns it. */
GMenuModel *_ts_line_view_create_header_menu (TsLineView *self);

/* line-view-body.c: the lines, the first child, and their legend, the last one, side by side.
 * Caller owns it. */
GtkLayoutManager *_ts_line_view_create_body_layout (void);

/* line-view-header.c */
void _ts_line_view_bind_header (GtkWidgetClass *widget_class);
void _ts_line_view_init_header (TsLineView *self);
void _ts_line_view_update_header (TsLineView *self);

G_END_DECLS
