/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/range-history.h"
#include "plot/heatmap/heatmap-draw.h"
#include "plot/heatmap/heatmap-rows.h"
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

  /* What is shown */
  TsMatrix *source;
  char *title;
  char *value_name;
  TsHeatmapColors colors;
  TsRowOrder order;
  gboolean fold;
  TsPlotStyle style;
  TsViewRange range;

  /* What the build makes of it (heatmap-view-build.c) */
  TsHeatmapRows *rows; /* NULL until built for source */
  TsMatrixStats *stats;
  TsPyramid *pyramid;
  TsCellPainter *painter;
  TsHeatmapPixels *pixels;
  GdkTexture *texture;      /* of pixels, for renderers on a graphics card */
  cairo_surface_t *surface; /* of pixels, for GTK's software renderer */
  /* The one before: what is on the screen still refers to it, and freeing it would make Cairo copy
   * it. */
  cairo_surface_t *old_surface;
  /* Shown while a thread makes the picture (heatmap-view-waiting.c) */
  GdkTexture *faded_texture;
  cairo_surface_t *faded_surface;
  guint word_source;
  gboolean says_drawing;
  gboolean job_running;
  gboolean job_wanted;
  gboolean widen; /* the range follows the rows of the next build */
  guint exact_source;
  guint serial; /* counts changes of source, order, fold */

  /* Children */
  GtkWidget *title_label;
  GtkWidget *subtitle_label;
  GtkWidget *header;
  GtkWidget *legend;
  GtkWidget *color_bar;
  GtkWidget *picture; /* axes and cells */
  GtkWidget *overlay; /* hover, cursor, marks, readout */
  GtkWidget *slider_x;
  GtkWidget *slider_y;
  GtkWidget *menu;
  TsTextCache *cache;
  TsHeatmapLayout layout;

  /* Pointer and cursor, in shown rows */
  double pointer_x, pointer_y; /* < 0: not over the cells */
  int hover_x, hover_y;        /* the shown cell of the block under the pointer; -1 for none */
  int cursor_x, cursor_y;
  gboolean reading_cursor; /* the readout belongs to the cursor, not to the pointer */
  TsPlotGestures *gestures;
  TsViewRange pan_range; /* when the hand took hold of it */
  gboolean box_zoom;

  /* Marks */
  TsCellMark *marks;
  guint n_marks;
  int marker_x, marker_y; /* in places of the source; -1 for none */
  TsCellDescribeFunc describe;
  gpointer describe_data;
  GDestroyNotify describe_free;
  GMenuModel *extra_menu;

  TsRangeHistory *history;
};

/* heatmap-view.c */
gboolean ts_heatmap_view_has_cells (TsHeatmapView *self);
TsMatrix *ts_heatmap_view_get_shown (TsHeatmapView *self); /* NULL before it is built */
TsMatrix *ts_heatmap_view_shown_or_source (TsHeatmapView *self);
void ts_heatmap_view_redraw (TsHeatmapView *self); /* picture and overlay */

/* heatmap-view-layout.c */
void ts_heatmap_view_class_init_layout (GtkWidgetClass *widget_class);
void ts_heatmap_view_init_layout (TsHeatmapView *self);

/* heatmap-view-range.c */
void ts_heatmap_view_range_changed (TsHeatmapView *self);
void ts_heatmap_view_update_sliders (TsHeatmapView *self);
void ts_heatmap_view_whole_range (TsHeatmapView *self);
/* At least one cell, at most all. */
void ts_heatmap_view_clamp_span (double *from, double *to, double size);
void ts_heatmap_view_class_init_actions (GtkWidgetClass *widget_class);
void ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, TsRangeStep step);

/* heatmap-view-header.c */
GtkWidget *ts_heatmap_view_create_header (TsHeatmapView *self);
void ts_heatmap_view_update_header (TsHeatmapView *self);
void ts_heatmap_view_update_legend (TsHeatmapView *self);

/* heatmap-view.c */
void ts_heatmap_view_rows_changed (TsHeatmapView *self);
void ts_heatmap_view_painter_changed (TsHeatmapView *self);
void ts_heatmap_view_activate_cell (TsHeatmapView *self, int x, int y);
void ts_heatmap_view_emit_hover (TsHeatmapView *self);
void ts_heatmap_view_emit_colors (TsHeatmapView *self);

/* heatmap-view-build.c */
void ts_heatmap_view_build (TsHeatmapView *self);
void ts_heatmap_view_build_pixels (TsHeatmapView *self);
void ts_heatmap_view_update_miniatures (TsHeatmapView *self);
void ts_heatmap_view_forget_painter (TsHeatmapView *self);
void ts_heatmap_view_forget_pixels (TsHeatmapView *self);
void ts_heatmap_view_forget_all (TsHeatmapView *self);
/* Nothing is being made and the picture is as good as it gets. */
gboolean ts_heatmap_view_is_settled (TsHeatmapView *self);

/* heatmap-view-waiting.c */
void ts_heatmap_view_keep_faded (TsHeatmapView *self, gboolean same_cells);
void ts_heatmap_view_start_waiting (TsHeatmapView *self);
void ts_heatmap_view_stop_waiting (TsHeatmapView *self);
void ts_heatmap_view_append_waiting (TsHeatmapView *self, GtkSnapshot *snapshot);

/* heatmap-view-draw.c */
void ts_heatmap_view_snapshot_picture (GtkSnapshot *snapshot,
                                       double width,
                                       double height,
                                       gpointer self);
void ts_heatmap_view_snapshot_overlay (GtkSnapshot *snapshot,
                                       double width,
                                       double height,
                                       gpointer self);
/* The block of cells under a point; FALSE outside. */
gboolean ts_heatmap_view_get_block (
    TsHeatmapView *self, double x, double y, guint *x0, guint *x1, guint *y0, guint *y1);
/* What the readout says about cell (x, y) of the shown rows; n_cells lie under its pixel. */
char *ts_heatmap_view_dup_readout (TsHeatmapView *self, guint x, guint y, gsize n_cells);

/* heatmap-view-link.c */
void ts_heatmap_view_append_marker (TsHeatmapView *self, GtkSnapshot *snapshot);

/* heatmap-view-input.c */
void ts_heatmap_view_init_input (TsHeatmapView *self);
void ts_heatmap_view_class_init_input (GtkWidgetClass *widget_class);
void
ts_heatmap_view_zoom (TsHeatmapView *self, double x, double y, double factor_x, double factor_y);
void ts_heatmap_view_pointer_moved (TsHeatmapView *self, double x, double y);
void ts_heatmap_view_move_cursor (TsHeatmapView *self, int dx, int dy);
/* To the next cell of that state (TS_N_GLYPHS: NaN, +Inf or −Inf), row by row; FALSE for none. */
gboolean ts_heatmap_view_find_next (TsHeatmapView *self, TsGlyph glyph, gboolean backwards);

/* heatmap-view-menu.c */
void ts_heatmap_view_class_init_menu (GtkWidgetClass *widget_class);
void ts_heatmap_view_popup_menu (TsHeatmapView *self, double x, double y);

G_END_DECLS
