/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/band.h"
#include "model/series.h"
#include "plot/colormap.h"
#include "plot/plot-style.h"
#include "plot/raster/line-dash.h"
#include "plot/ticks.h"

G_BEGIN_DECLS

#define TS_MAX_LINES 64

typedef struct
{
  TsScaleType y_scale;
  double smoothing; /* EMA weight of the past, 0 (off) … 0.999; the raw line stays faint behind */
} TsLineOptions;

/* How bad it is what a ring tells of. */
typedef enum
{
  TS_LINE_MARK_ERROR,
  TS_LINE_MARK_WARNING,
  TS_LINE_MARK_HINT,
} TsLineMarkGrade;

/* A ring around (x, y), as a finding's point gets one. */
void ts_line_mark_draw_ring (
    TsLineMarkGrade grade, cairo_t *cr, const TsPlotStyle *style, double x, double y);

/* Drawn behind the lines; pointers may be NULL. */
typedef struct
{
  TsBand *band; /* of all ranks */
  gboolean show_range, show_median;
  double largest_finite; /* of the dtype; NaN: no threshold lines */
  double smallest_normal;
  char *dtype;
} TsLineExtras;

/* A point that gets a ring: of the line of the cell (x_id, y_id), at the place with the id. */
typedef struct
{
  gint64 x_id, y_id;
  gint64 place_id;
  TsLineMarkGrade grade;
} TsLineMark;

/* A drawable line chart. Draws from one thread at a time. */
typedef struct _TsLinePlot TsLinePlot;

TsLinePlot *ts_line_plot_new (void);
void ts_line_plot_free (TsLinePlot *self);
/* A plot that draws the same picture, whatever happens to self. It shares what was worked out, so
 * that it costs next to nothing. */
TsLinePlot *ts_line_plot_copy (const TsLinePlot *self);
void ts_line_plot_set_title (TsLinePlot *self, const char *title, const char *value_name);
/* Adds a line (a reference is taken); colour 0 … is ts_line_color()'s index. */
void ts_line_plot_add (TsLinePlot *self, TsSeries *series, guint color, gboolean shown);
void ts_line_plot_clear (TsLinePlot *self);
void ts_line_plot_set_options (TsLinePlot *self, const TsLineOptions *options);

/* Takes a copy, with a reference on the band; NULL removes. */
void ts_line_plot_set_extras (TsLinePlot *self, const TsLineExtras *extras);
/* The band of all ranks, NULL without one; owned by the plot. */
const TsBand *ts_line_plot_get_band (const TsLinePlot *self);
/* Where the peers of a line lie, drawn behind all else; a reference is taken; NULL removes. */
void ts_line_plot_set_peers (TsLinePlot *self, TsBand *peers);
/* Rings around n points; a copy is taken. Those of lines that are not there wait for them. */
void ts_line_plot_set_marks (TsLinePlot *self, const TsLineMark *marks, guint n);
const TsLineMark *ts_line_plot_get_marks (const TsLinePlot *self, guint *n);

/* Draws the whole picture (title, axes, lines, legend) into width × height logical pixels at (0,
 * 0): what an export shows. */
void ts_line_plot_draw (
    TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);

/* --- for the widget: the lines --- */

guint ts_line_plot_get_n_lines (const TsLinePlot *self);
TsSeries *ts_line_plot_get_series (const TsLinePlot *self, guint i);
guint ts_line_plot_get_color (const TsLinePlot *self, guint i);
gboolean ts_line_plot_get_shown (const TsLinePlot *self, guint i);
void ts_line_plot_set_shown (TsLinePlot *self, guint i, gboolean shown);
void ts_line_plot_remove (TsLinePlot *self, guint i);
void ts_line_plot_replace (TsLinePlot *self, guint i, TsSeries *series);
const char *ts_line_plot_get_title (const TsLinePlot *self);
const TsLineOptions *ts_line_plot_get_options (const TsLinePlot *self);
/* The joined axis of all lines; NULL without lines. */
TsAxis *ts_line_plot_get_axis (const TsLinePlot *self);

/* --- ranges --- */

/* The visible part of the axis: place i is drawn at i + 0.5, all of it is 0 … n. A range that was
 * never set, or that everything lies in, follows the lines. */
void ts_line_plot_set_visible (TsLinePlot *self, double first, double last);
void ts_line_plot_get_visible (const TsLinePlot *self, double *first, double *last);
void ts_line_plot_show_all (TsLinePlot *self);
/* The visible part of the Y axis, as parts of its full range (0 … 1). */
void ts_line_plot_set_visible_y (TsLinePlot *self, double low, double high);
void ts_line_plot_get_visible_y (const TsLinePlot *self, double *low, double *high);
/* The scale of the visible part of the Y axis. */
TsScale ts_line_plot_get_scale (TsLinePlot *self);

/* The scale of all of it. */
TsScale ts_line_plot_get_full_scale (TsLinePlot *self);

/* --- layout --- */

/* Where things are, in logical pixels. Lines are drawn from left to right and data_top to
 * data_bottom; marks of NaN and infinities in the strips between these and top and bottom. */
typedef struct
{
  double width, height;
  double left, right, top, bottom;
  double data_top, data_bottom;
  double first, last; /* visible places */
  TsScale scale;
  gboolean slanted;  /* names stand at 45° under the X axis */
  double name_width; /* how long slanted names may be */
} TsLineLayout;

/* cr is asked for text sizes only. */
void ts_line_plot_layout (TsLinePlot *self,
                          cairo_t *cr,
                          const TsPlotStyle *style,
                          double width,
                          double height,
                          TsLineLayout *layout);
double ts_line_layout_x (const TsLineLayout *self, double place);
/* NaN for values that have no place on the scale. */
double ts_line_layout_y (const TsLineLayout *self, double value);
/* The place at x, as drawn: the point i covers i … i + 1. */
double ts_line_layout_place (const TsLineLayout *self, double x);

/* The axes alone, which are drawn at once while the lines take their time. */
void ts_line_plot_draw_axes (TsLinePlot *self,
                             cairo_t *cr,
                             const TsPlotStyle *style,
                             const TsLineLayout *layout);
/* Axes, lines and marks, without title and legend. */
void ts_line_plot_draw_chart (TsLinePlot *self,
                              cairo_t *cr,
                              const TsPlotStyle *style,
                              const TsLineLayout *layout);

/* --- reading --- */

typedef struct
{
  guint line;
  double value;
  guint8 state;
} TsLineReading;

/* What every shown line has at a place, greatest value first, then NaN, then lines without a value
 * there. Free with g_array_unref(). */
GArray *ts_line_plot_read (const TsLinePlot *self, guint place);
/* What line i has there. */
TsLineReading ts_line_plot_read_line (const TsLinePlot *self, guint i, guint place);
/* How much line i changes from place a to place b; FALSE where one of them is no number, is only
 * known to be beyond one, or a double does not hold the difference. */
gboolean
ts_line_plot_get_difference (const TsLinePlot *self, guint i, guint a, guint b, double *difference);
/* What line i has from begin to end - 1: its greatest number (NaN without any), and whether there
 * is NaN or an infinity, which ends the search. Every point counts, at a fraction of their cost. */
gboolean ts_line_plot_find_greatest (
    const TsLinePlot *self, guint i, guint begin, guint end, double *greatest);
/* "5.5443", "≥ 1e9 (clamped)", "NaN", "missing". Caller frees. */
char *ts_line_reading_format (const TsLineReading *self);
/* What is drawn behind the lines and stands in the legend. */
typedef enum
{
  TS_LINE_BACKDROP_RANGE,
  TS_LINE_BACKDROP_MEDIAN,
  TS_LINE_BACKDROP_PEERS,
  TS_N_LINE_BACKDROPS
} TsLineBackdrop;

/* Its name for the legend, NULL when it is not drawn. Caller frees. */
char *ts_line_plot_describe_backdrop (const TsLinePlot *self, TsLineBackdrop backdrop);
/* What it has at a place: "1.02 – 1.7 · 2 not finite". Caller frees. */
char *ts_line_plot_read_backdrop (const TsLinePlot *self, TsLineBackdrop backdrop, guint place);
/* Its sample for the legend, width wide around (x, y) at its left. */
void ts_line_backdrop_draw_swatch (
    TsLineBackdrop self, cairo_t *cr, const TsPlotStyle *style, double x, double y, double width);
/* The name of a place for people: "500·2", "layers.3.mlp". Caller frees. */
char *ts_line_plot_describe_place (const TsLinePlot *self, guint place);
/* The shown line nearest to (x, y), within distance logical pixels; -1 when there is none. */
int ts_line_plot_find_line (
    const TsLinePlot *self, const TsLineLayout *layout, double x, double y, double distance);
/* What the eye can't see in a picture n_columns device pixels wide: points that share a pixel,
 * values that have no place on the scale, counts of values that are no numbers. NULL when there is
 * nothing to say; caller frees. */
char *ts_line_plot_describe (TsLinePlot *self, guint n_columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsLinePlot, ts_line_plot_free)

G_END_DECLS
