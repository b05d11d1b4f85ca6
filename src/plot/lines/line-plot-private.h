/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/lines/line-plot.h"
#include "plot/lines/m4.h"
#include "plot/raster/line-cover.h"

#include <math.h>

G_BEGIN_DECLS

/* What one pass over a line's values tells. */
typedef struct
{
  gsize counts[TS_N_CELL_STATES];
  gsize n_not_positive; /* numbers that have no place on a logarithmic scale */
  double min, max;      /* of the numbers; NaN without any */
  double min_positive;  /* NaN without any */
  double small_size;    /* a size that only a few numbers are below, but for zeros; NaN */
} TsLineSpan;

/* What is worked out of a line's values for its place on the joined axis. Not changed any more;
 * reference counted, as copies of a plot share it. */
typedef struct
{
  guint *places;
  double *sorted_values;
  guint8 *sorted_states;
  TsM4Block *blocks;
  double *smooth;
  TsM4Block *smooth_blocks;
} TsLineArrays;

typedef struct
{
  TsSeries *series;
  guint color;
  gboolean shown;
  TsLineArrays *arrays; /* owns what the others point at */
  const guint *places;  /* of the values on the joined axis; NULL: the same places */
  const double *values; /* in ascending places: the series' own, or sorted copies */
  const guint8 *states;
  const TsM4Block *blocks; /* of the values */
  const double *smooth;    /* NULL without smoothing */
  const TsM4Block *smooth_blocks;
  TsLineSpan span;
} TsLine;

struct _TsLinePlot
{
  char *title;
  char *value_name;
  GPtrArray *lines;        /* TsLine */
  TsAxis *axis;            /* joined; NULL without lines */
  const char *name_prefix; /* most of the axis's names begin with so many bytes of this name */
  gsize name_head;
  gsize name_tail; /* bytes that all of them end with */
  TsLineOptions options;
  GArray *breaks; /* of the axis, as ts_axis_find_breaks() has them; NULL without lines */
  TsLineExtras extras;
  TsBand *peers;      /* NULL: none */
  GArray *marks;      /* TsLineMark */
  double first, last; /* visible places, while zoomed */
  gboolean zoomed;
  double y_low, y_high; /* visible part, 0 … 1 */
  TsScale full_scale;
  gboolean full_scale_valid;
  TsM4 *m4; /* of the line that is drawn */
  TsLineCover *cover;
};

static inline TsLine *
_ts_line_plot_get (const TsLinePlot *self, guint i)
{
  return g_ptr_array_index (self->lines, i);
}

/* line-range.c */
TsLineSpan _ts_line_span (const TsSeries *series);
/* The Y scale that shows every number of the shown lines, with some air. */
TsScale _ts_line_full_scale (const TsLinePlot *self);

/* line-smooth.c */
/* The exponential moving average, free of the pull to 0 of its beginning; points that are no number
 * are passed over. Caller frees. */
double *_ts_line_smooth (const double *values, const guint8 *states, guint n, double weight);

/* line-axis.c */
typedef struct
{
  guint place;
  char *label;
} TsPlaceTick;
/* Places worth a label, at least min_distance pixels apart. Free with _ts_place_ticks_free(). */
GArray *_ts_place_ticks_new (
    const TsAxis *axis, double first, double last, double pixels, double min_distance);
void _ts_place_ticks_free (GArray *ticks);
char *_ts_axis_describe_place (const TsAxis *axis, guint place);
/* Finds what the axis's names share, to leave it out of their labels. */
void _ts_line_plot_find_common (TsLinePlot *self);
/* The name of a place for the axis, without that. Caller frees. */
char *_ts_line_plot_short_name (const TsLinePlot *self, guint place);
guint _ts_line_plot_count_y_ticks (const TsLineLayout *layout);

/* line-marks.c */
/* How many strips of marks the shown lines need above and below the data. */
void _ts_line_plot_count_strips (const TsLinePlot *self, guint *above, guint *below);
void _ts_line_plot_draw_marks (TsLinePlot *self,
                               cairo_t *cr,
                               const TsPlotStyle *style,
                               const TsLineLayout *layout);
#define TS_LINE_STRIP_HEIGHT 10.0
/* Marks of one kind closer than this are drawn as one. */
#define TS_LINE_MARK_DISTANCE 4.0

/* line-reading.c */
/* The point of line at a place of the joined axis, or -1. */
int _ts_line_find_point (const TsLine *self, guint place);

/* line-extras.c */
/* Whether marks above the lines tell of ranks that the band leaves out. */
gboolean _ts_line_plot_has_band_marks (const TsLinePlot *self);
void _ts_line_plot_draw_extras (TsLinePlot *self,
                                cairo_t *cr,
                                const TsPlotStyle *style,
                                const TsLineLayout *layout);

/* ts_line_layout_y() for many values: a linear scale's part that is the same for all is worked out
 * once. */
typedef struct
{
  const TsLineLayout *layout;
  double slope; /* pixels per unit; NaN: no linear scale, or one too wide for a double */
} TsLineY;

static inline TsLineY
_ts_line_y_of (const TsLineLayout *layout)
{
  double height = layout->data_bottom - layout->data_top;
  double range = layout->scale.max - layout->scale.min;
  double slope = layout->scale.type == TS_SCALE_LINEAR ? height / range : NAN;

  return (TsLineY){ layout, isfinite (slope) && slope > 0 ? slope : NAN };
}

static inline double
_ts_line_y_at (const TsLineY *self, double value)
{
  if (isnan (self->slope))
    return ts_line_layout_y (self->layout, value);
  return self->layout->data_bottom - (value - self->layout->scale.min) * self->slope;
}

/* line-stroke.c: one set of values as lines, dots and specks. */
typedef struct
{
  TsColor color;
  double width;
  guint dash; /* 0: solid */
} TsStroke;
void _ts_line_stroke (TsLinePlot *self,
                      cairo_t *cr,
                      const TsM4Input *input,
                      const TsLineLayout *layout,
                      double scale,
                      const TsStroke *stroke);

/* line-columns.c: the same for many points in a pixel column, from what self's m4 holds. */
void _ts_line_fill_columns (TsLinePlot *self,
                            cairo_t *cr,
                            gboolean has_pixels,
                            const TsM4Input *input,
                            const TsLineLayout *layout,
                            double scale,
                            const TsStroke *stroke);

G_END_DECLS
