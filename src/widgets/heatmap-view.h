/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/heatmap-colors.h"
#include "model/matrix.h"
#include "plot/colormap.h"
#include "plot/heatmap/cell-marks.h"
#include "widgets/plot-gestures.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The heat map with its axes, colour bar, range sliders, legend of states, tooltip and keyboard
 * cursor.
 *
 * Signals:
 *   cell-activated (guint x, guint y)  a click or Enter on a cell, in places of the matrix's axes
 *   colors-changed ()                  limits, segments or handles were changed by hand
 *   scale-changed ()                   the scale or the limits in force may be others
 *   view-changed ()                    the visible range changed
 *   hover-changed (int x, int y)       the cell under the pointer or cursor, -1 -1 for none
 *   retry ()                           what could not be read is to be read again */
#define TS_TYPE_HEATMAP_VIEW (ts_heatmap_view_get_type ())
G_DECLARE_FINAL_TYPE (TsHeatmapView, ts_heatmap_view, TS, HEATMAP_VIEW, GtkWidget)

/* A cell outlined in the colour of its line. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
  TsColor color;
} TsCellOutline;

/* Extra lines for the tooltip of cell (x, y) ("dtype", "call 3"…); caller of the function frees.
 * May return NULL. */
typedef char *(*TsCellDescribeFunc) (const TsMatrix *matrix, guint x, guint y, gpointer data);

GtkWidget *ts_heatmap_view_new (void);

/* matrix may be NULL (nothing shown). The visible range is kept when both axes have the same ids as
 * before, else everything is shown. title: "forward · norm · rank 3"; value_name: "norm". */
void ts_heatmap_view_set_matrix (TsHeatmapView *self,
                                 TsMatrix *matrix,
                                 const char *title,
                                 const char *value_name);
TsMatrix *ts_heatmap_view_get_matrix (TsHeatmapView *self);
/* The picture is not the one that was asked for last, which is still being read: it is veiled until
 * the next matrix is set. */
void ts_heatmap_view_set_stale (TsHeatmapView *self, gboolean stale);
/* What was asked for last could not be read: message (plain text, translated) takes the picture's
 * place, with a button to try again, until the next matrix is set or message is NULL. */
void ts_heatmap_view_set_failure (TsHeatmapView *self, const char *message);
/* The matrix with its rows as they are shown, ordered and folded. Borrowed; NULL while it is being
 * made. */
TsMatrix *ts_heatmap_view_get_shown_matrix (TsHeatmapView *self);

/* Palette, scale, limits, mode: see TsHeatmapColors. */
void ts_heatmap_view_set_colors (TsHeatmapView *self, const TsHeatmapColors *colors);
const TsHeatmapColors *ts_heatmap_view_get_colors (TsHeatmapView *self);
/* The limits in force, whatever they come from; FALSE while there is no number to colour. */
gboolean ts_heatmap_view_get_limits (TsHeatmapView *self, double *min, double *max);
/* The scale in force, chosen or automatic; likewise. */
gboolean ts_heatmap_view_get_scale (TsHeatmapView *self, TsScaleType *scale);
void ts_heatmap_view_set_row_order (TsHeatmapView *self, TsRowOrder order, gboolean fold_layers);

void
ts_heatmap_view_set_outlines (TsHeatmapView *self, const TsCellOutline *outlines, guint n_outlines);
/* What was found about cells, as triangles in their corners, and as ticks beside the sliders for
 * those out of sight. Copied; kept for matrices to come. */
void ts_heatmap_view_set_marks (TsHeatmapView *self, const TsCellMark *marks, guint n_marks);
/* How much was found on each rank (TsRankBar), drawn along an X axis of ranks; a reference is
 * taken; NULL: nothing. */
void ts_heatmap_view_set_suspicion (TsHeatmapView *self, GArray *bars);
/* A frame around the column at place x of the X axis, or the row at place y of the Y axis (where
 * the line chart's crosshair is); -1 for none. Places are those of the matrix. */
void ts_heatmap_view_set_marker (TsHeatmapView *self, int x, int y);
void ts_heatmap_view_get_marker (TsHeatmapView *self, int *x, int *y);
void ts_heatmap_view_set_describe_func (TsHeatmapView *self,
                                        TsCellDescribeFunc func,
                                        gpointer data,
                                        GDestroyNotify data_free);

/* The visible range in places, [first, last). */
void
ts_heatmap_view_get_visible (TsHeatmapView *self, double *x0, double *x1, double *y0, double *y1);
void ts_heatmap_view_set_visible (TsHeatmapView *self, double x0, double x1, double y0, double y1);
void ts_heatmap_view_show_all (TsHeatmapView *self);
/* The ids (gint64) of a dimension whose columns or rows, folded ones too, can be seen at least in
 * part; NULL when the dimension is on no axis. Caller frees with g_array_unref(). */
GArray *ts_heatmap_view_dup_visible_ids (TsHeatmapView *self, TsDimension dimension);

/* The middle of what is visible of cell (x, y), in widget coordinates; FALSE when nothing is. */
gboolean
ts_heatmap_view_get_cell_point (TsHeatmapView *self, guint x, guint y, graphene_point_t *point);

/* Where the cell of these ids is drawn, in widget coordinates, cut to what is visible; a folded
 * row's cells are all where the row is. FALSE when there is no such cell or nothing of it can be
 * seen. */
gboolean
ts_heatmap_view_get_cell_rect (TsHeatmapView *self, gint64 x_id, gint64 y_id, TsRect *rect);

/* Whether dragging draws a box to zoom to instead of panning (also property "box-zoom" and widget
 * action "heatmap.box-zoom"). */
void ts_heatmap_view_set_box_zoom (TsHeatmapView *self, gboolean box_zoom);
/* Appended to the context menu (also property "extra-menu"); NULL for none. */
void ts_heatmap_view_set_extra_menu (TsHeatmapView *self, GMenuModel *menu);

G_END_DECLS
