/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the files of this widget and its tests. */
#pragma once

#include "model/range-history.h"
#include "plot/heatmap/heatmap-picture.h"
#include "widgets/color-bar.h"
#include "widgets/heatmap-view.h"
#include "widgets/layer.h"
#include "widgets/plot-gestures.h"
#include "widgets/range-slider.h"

G_BEGIN_DECLS

/* What a change of the visible range is for undo. */
typedef enum
{
  TS_RANGE_NO_STEP,
  TS_RANGE_STEP,
  TS_RANGE_SMALL_STEP, /* one with its neighbours in time */
} TsRangeStep;

struct _TsHeatmapView
{
  GtkWidget parent_instance;

  TsHeatmapPicture *picture;

  /* The picture's pixels as GTK wants them (heatmap-view-picture.c) */
  TsHeatmapPixels *drawn;
  GdkTexture *texture; /* for renderers on a graphics card */
  /* Shown while a thread makes the picture */
  TsHeatmapPixels *faded;
  GdkTexture *faded_texture;
  guint word_source;
  gboolean says_drawing;
  gboolean job_running;
  guint exact_source;

  /* Children */
  GtkWidget *title_label;
  GtkWidget *subtitle_label;
  GtkWidget *header;
  GtkWidget *legend;
  GtkWidget *color_bar;
  GtkWidget *canvas;  /* axes and cells */
  GtkWidget *overlay; /* hover, cursor, outlines, readout */
  GtkWidget *slider_x;
  GtkWidget *slider_y;
  GtkWidget *notice; /* that reading has failed */
  GtkWidget *notice_label;
  GtkWidget *menu;
  TsHeatmapLayout layout;
  gboolean stale; /* another picture is being read */

  /* Pointer and cursor, in shown rows */
  double pointer_x, pointer_y; /* < 0: not over the cells */
  int hover_x, hover_y;        /* the shown cell of the block under the pointer; -1 for none */
  int cursor_x, cursor_y;
  gboolean reading_cursor; /* the readout belongs to the cursor, not to the pointer */
  TsPlotGestures *gestures;
  TsViewRange pan_range; /* when the hand took hold of it */
  gboolean box_zoom;
  TsRangeHistory *history;

  TsCellOutline *outlines;
  guint n_outlines;
  int marker_x, marker_y; /* in places of the source; -1 for none */
  TsCellDescribeFunc describe;
  gpointer describe_data;
  GDestroyNotify describe_free;
  GMenuModel *extra_menu;
};

/* heatmap-view.c */
void _ts_heatmap_view_redraw (TsHeatmapView *self); /* canvas and overlay */
void _ts_heatmap_view_rows_changed (TsHeatmapView *self);
void _ts_heatmap_view_painter_changed (TsHeatmapView *self);
void _ts_heatmap_view_activate_cell (TsHeatmapView *self, int x, int y);
void _ts_heatmap_view_emit_hover (TsHeatmapView *self);

/* heatmap-view-layout.c: size, theme */
void _ts_heatmap_view_class_init_layout (GtkWidgetClass *widget_class);
void _ts_heatmap_view_init_layout (TsHeatmapView *self);

/* heatmap-view-range.c */
void _ts_heatmap_view_class_init_actions (GtkWidgetClass *widget_class);
void _ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, TsRangeStep step);
void _ts_heatmap_view_update_sliders (TsHeatmapView *self);

/* heatmap-view-header.c */
void _ts_heatmap_view_update_header (TsHeatmapView *self);
void _ts_heatmap_view_update_legend (TsHeatmapView *self);

/* heatmap-view-picture.c */
void _ts_heatmap_view_build (TsHeatmapView *self);
/* Before the picture forgets what it has. The picture on the screen stays, faded, if the next one
 * has the same columns and rows. */
void _ts_heatmap_view_forget (TsHeatmapView *self, gboolean same_cells);
void _ts_heatmap_view_stop_waiting (TsHeatmapView *self);
void _ts_heatmap_view_update_overviews (TsHeatmapView *self);
/* Nothing is being made and the picture is as good as it gets. */
gboolean _ts_heatmap_view_is_settled (TsHeatmapView *self);
void _ts_heatmap_view_drop_pixels (TsHeatmapView *self);
void _ts_heatmap_view_snapshot_canvas (GtkSnapshot *snapshot,
                                       double width,
                                       double height,
                                       gpointer self);

/* heatmap-view-overlay.c */
graphene_rect_t _ts_heatmap_view_to_graphene (const TsRect *rect);
void _ts_heatmap_view_snapshot_overlay (GtkSnapshot *snapshot,
                                        double width,
                                        double height,
                                        gpointer self);
void _ts_heatmap_view_append_marker (TsHeatmapView *self, GtkSnapshot *snapshot);
/* The block of cells under a point; FALSE outside. */
gboolean _ts_heatmap_view_get_block (
    TsHeatmapView *self, double x, double y, guint *x0, guint *x1, guint *y0, guint *y1);

/* heatmap-view-input.c: pointer, keyboard, menu */
void _ts_heatmap_view_init_input (TsHeatmapView *self);
void _ts_heatmap_view_class_init_input (GtkWidgetClass *widget_class);
void _ts_heatmap_view_pointer_moved (TsHeatmapView *self, double x, double y);
void _ts_heatmap_view_move_cursor (TsHeatmapView *self, int dx, int dy);
/* To the next cell of that state (TS_N_GLYPHS: NaN, +Inf or −Inf), row by row; FALSE for none. */
gboolean _ts_heatmap_view_find_next (TsHeatmapView *self, TsGlyph glyph, gboolean backwards);

G_END_DECLS
