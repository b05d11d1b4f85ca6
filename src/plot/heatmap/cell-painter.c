/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/cell-painter.h"

#include "model/number-format.h"

#define RAMP_SIZE G_N_ELEMENTS (((TsCellPainter *) NULL)->ramp)

/* How much of the colour for beyond is in that of a number that is only just beyond. */
#define JUST_BEYOND 0.35
/* More widths of the scale than anybody can tell apart. */
#define FARTHEST 1e300

/* How much of a greyed cell's own lightness is left on the background. */
#define GREY_SHARE 0.22

/* --- colours --- */

TsColor
ts_state_color (const TsPlotStyle *style, TsCellState state)
{
  switch (state)
    {
    case TS_CELL_NAN:
      return style->nan;
    case TS_CELL_POS_INF:
      return ts_color_from_hex (style->dark ? "#ff7ac0" : "#ff5fb0");
    case TS_CELL_NEG_INF:
      return ts_color_from_hex (style->dark ? "#a46cff" : "#7b2ff2");
    case TS_CELL_MISSING:
    case TS_CELL_NULL:
    case TS_CELL_NUMBER:
    case TS_N_CELL_STATES:
    default:
      return style->dim;
    }
}

static guint32
greyed (const TsPlotStyle *style, TsColor color)
{
  double luma = ts_color_get_luma (&color);
  TsColor grey = { luma, luma, luma, 1 };
  TsColor mixed;

  /* On a mid-grey ground, so that greyed cells are neither background nor missing. */
  TsColor ground = ts_color_mix (&style->background, &style->dim, 0.25);
  mixed = ts_color_mix (&ground, &grey, GREY_SHARE);
  return ts_color_to_argb (&mixed);
}

static TsColor
segment_color (TsPalette palette, guint i)
{
  /* The predecessor's seven colours are not a sample of its ten. */
  static const char *const classic[TS_MAX_SEGMENTS]
      = { "#313695", "#4575b4", "#74add1", "#ffffbf", "#fdae61", "#f46d43", "#d73027" };

  if (palette == TS_PALETTE_CLASSIC)
    return ts_color_from_hex (classic[i]);
  return ts_palette_get_color (palette, i / (double) (TS_MAX_SEGMENTS - 1));
}

static void
fill_beyond (guint32 *ramp, TsColor end, TsColor beyond)
{
  for (guint i = 0; i < TS_BEYOND_SIZE; i++)
    {
      double t = JUST_BEYOND + (1 - JUST_BEYOND) * i / (TS_BEYOND_SIZE - 1);
      TsColor color = ts_color_mix (&end, &beyond, t);
      ramp[i] = ts_color_to_argb (&color);
    }
}

static void
fill_ramps (TsCellPainter *self, const TsPlotStyle *style)
{
  TsColor under = ts_palette_get_under (self->colors.palette);
  TsColor over = ts_palette_get_over (self->colors.palette);

  for (guint i = 0; i < RAMP_SIZE; i++)
    {
      TsColor color = ts_palette_get_color (self->colors.palette, i / (double) (RAMP_SIZE - 1));
      self->ramp[i] = ts_color_to_argb (&color);
      self->grey_ramp[i] = greyed (style, color);
    }
  fill_beyond (self->under_ramp, ts_palette_get_color (self->colors.palette, 0), under);
  fill_beyond (self->over_ramp, ts_palette_get_color (self->colors.palette, 1), over);
  self->under = ts_color_to_argb (&under);
  self->over = ts_color_to_argb (&over);
  self->grey_under = greyed (style, under);
  self->grey_over = greyed (style, over);
  for (guint i = 0; i < TS_N_CELL_STATES; i++)
    {
      TsColor color = ts_state_color (style, (TsCellState) i);
      self->states[i] = ts_color_to_argb (&color);
    }
  self->states[TS_CELL_MISSING] = TS_ARGB_MISSING;
  self->states[TS_CELL_NULL] = TS_ARGB_NULL;
}

/* --- limits --- */

static TsNumbers
numbers_for (TsScaleType scale)
{
  return scale == TS_SCALE_LOG ? TS_NUMBERS_POSITIVE : TS_NUMBERS_ALL;
}

static gboolean
fixed_limits_usable (const TsHeatmapColors *colors)
{
  return isfinite (colors->fixed_min) && isfinite (colors->fixed_max)
         && (colors->scale != TS_SCALE_LOG || MAX (colors->fixed_min, colors->fixed_max) > 0);
}

/* Where cells outnumber pixels a pixel shows the most extreme of many: limits that hold 96 % of the
 * cells would hold few of the pixels, and what is extreme among these could not be seen. */
static void
widen_to_drawn (
    TsMatrixStats *stats, TsReduction reduction, TsNumbers which, double *min, double *max)
{
  double low, high;

  if (!ts_matrix_stats_get_drawn_range (stats, reduction, which, &low, &high))
    return;
  *min = MIN (*min, low);
  *max = MAX (*max, high);
}

/* The limits of the scale; FALSE when no number has a place on it. */
static gboolean
find_limits (TsCellPainter *self, TsMatrixStats *stats, double *min, double *max)
{
  const TsHeatmapColors *colors = &self->colors;
  TsNumbers which = numbers_for (colors->scale);
  double smallest, largest;
  gboolean any = ts_matrix_stats_get_range (stats, which, &smallest, &largest);

  if (colors->limits == TS_LIMITS_FIXED && fixed_limits_usable (colors))
    {
      *min = MIN (colors->fixed_min, colors->fixed_max);
      *max = MAX (colors->fixed_min, colors->fixed_max);
      if (colors->scale == TS_SCALE_LOG && *min <= 0)
        *min = any ? MIN (smallest, *max) : *max / 1000;
      return TRUE;
    }
  *min = smallest;
  *max = largest;
  if (!any)
    return FALSE;
  if (colors->limits == TS_LIMITS_ROBUST)
    {
      ts_matrix_stats_get_robust_range (stats, which, min, max);
      widen_to_drawn (stats, colors->reduction, which, min, max);
      /* More than 96 % equal: the quantiles would leave no colours for the rest. */
      if (*min == *max)
        {
          *min = smallest;
          *max = largest;
        }
    }
  return TRUE;
}

static void
set_scale (TsCellPainter *self, TsMatrixStats *stats)
{
  const TsHeatmapColors *colors = &self->colors;
  double min = 0, max = 1, low, high;

  self->scale.type = colors->scale;
  self->scale.symlog_threshold = 1;
  self->empty = !find_limits (self, stats, &min, &max);
  if (self->empty)
    {
      min = colors->scale == TS_SCALE_LOG ? 0.1 : 0;
      max = 1;
    }
  else if (colors->palette == TS_PALETTE_DIVERGING && colors->scale != TS_SCALE_LOG
           && colors->limits != TS_LIMITS_FIXED)
    {
      max = MAX (fabs (min), fabs (max));
      min = -max;
    }
  self->scale.min = min;
  self->scale.max = max;
  self->constant = min == max;
  if (colors->scale != TS_SCALE_SYMLOG)
    return;
  if (colors->limits == TS_LIMITS_FULL
          ? ts_matrix_stats_get_range (stats, TS_NUMBERS_MAGNITUDE, &low, &high)
          : ts_matrix_stats_get_robust_range (stats, TS_NUMBERS_MAGNITUDE, &low, &high))
    self->scale.symlog_threshold = low;
}

/* --- the way from a value to the ramp, without a call to log10() per cell --- */

#define LOG_BITS 11

static double log_table[(1 << LOG_BITS) + 1];

static void
init_log_table (void)
{
  static gsize done = 0;

  if (!g_once_init_enter (&done))
    return;
  for (guint i = 0; i <= 1u << LOG_BITS; i++)
    log_table[i] = log2 (1 + i / (double) (1 << LOG_BITS));
  g_once_init_leave (&done, 1);
}

/* log2 of a positive number, within 3e-8: exponent plus an interpolated table of mantissas. */
static inline double
fast_log2 (double value)
{
  guint64 bits;
  int exponent;
  guint i;
  double rest;

  if (G_UNLIKELY (value < 2.2250738585072014e-308))
    return log2 (value);
  memcpy (&bits, &value, sizeof bits);
  exponent = (int) (bits >> 52 & 0x7ff) - 1023;
  i = (guint) (bits >> (52 - LOG_BITS)) & ((1u << LOG_BITS) - 1);
  rest = (double) (bits & ((G_GUINT64_CONSTANT (1) << (52 - LOG_BITS)) - 1))
         * (1.0 / (double) (G_GUINT64_CONSTANT (1) << (52 - LOG_BITS)));
  return exponent + log_table[i] + (log_table[i + 1] - log_table[i]) * rest;
}

static inline double
transform (TsScaleType type, double threshold, double value)
{
  double size;

  switch (type)
    {
    case TS_SCALE_LOG:
      return fast_log2 (value);
    case TS_SCALE_SYMLOG:
      size = fabs (value);
      if (size <= threshold)
        return value / threshold;
      return copysign (1 + (fast_log2 (size) - log2 (threshold)) * M_LN2 / M_LN10, value);
    case TS_SCALE_LINEAR:
    default:
      /* Halved: the range of two huge values of opposite sign is not a double. */
      return value / 2;
    }
}

/* What takes the distance of the farthest number beyond a limit to the end of its ramp. */
static double
get_beyond_factor (const TsCellPainter *self, double distance)
{
  double widths = MIN (distance / self->width, FARTHEST);

  return widths > 0 ? 1 / log2 (1 + widths) : 0;
}

static void
set_beyond (TsCellPainter *self, TsMatrixStats *stats)
{
  double threshold = self->scale.symlog_threshold;
  double smallest = self->data_min, largest = self->data_max, above, below;

  if (self->scale.type == TS_SCALE_LOG)
    ts_matrix_stats_get_range (stats, TS_NUMBERS_POSITIVE, &smallest, &largest);
  if (isnan (smallest))
    return;
  above = transform (self->scale.type, threshold, largest) - self->high;
  below = self->low - transform (self->scale.type, threshold, smallest);
  self->width = self->high - self->low;
  if (!(self->width > 0))
    self->width = MAX (MAX (above, below), 5e-324);
  self->over_factor = get_beyond_factor (self, above);
  self->under_factor = get_beyond_factor (self, below);
}

static void
set_transform (TsCellPainter *self)
{
  self->low = transform (self->scale.type, self->scale.symlog_threshold, self->scale.min);
  self->high = transform (self->scale.type, self->scale.symlog_threshold, self->scale.max);
  if (self->constant)
    return;
  self->factor = (RAMP_SIZE - 1) / (self->high - self->low);
  self->offset = self->low;
  /* Limits that differ by less than the scale can tell apart. */
  if (!(self->high > self->low) || !isfinite (self->factor))
    self->constant = TRUE;
}

double
ts_cell_painter_get_beyond (const TsCellPainter *self, double value)
{
  double threshold = self->scale.symlog_threshold, widths;
  gboolean over = value > self->scale.max;

  if (self->scale.type == TS_SCALE_LOG && value <= 0)
    return -1;
  if (value >= self->scale.min && value <= self->scale.max)
    return 0;
  if ((over ? self->over_factor : self->under_factor) == 0) /* no number of the matrix is beyond */
    return over ? 1 : -1;
  widths = transform (self->scale.type, threshold, value);
  widths = over ? widths - self->high : self->low - widths;
  widths = fast_log2 (1 + CLAMP (widths / self->width, 0, FARTHEST));
  /* Also what is beyond by less than the scale can tell apart is beyond. */
  return over ? CLAMP (widths * self->over_factor, 1e-9, 1)
              : CLAMP (-widths * self->under_factor, -1, -1e-9);
}

void
ts_cell_painter_count_beyond (TsCellPainter *self, const TsMatrix *matrix)
{
  gsize n = (gsize) matrix->x->n * matrix->y->n;

  self->n_beyond = 0;
  if (self->n_segments > 0 || self->empty || !(self->has_under || self->has_over))
    return;
  for (gsize i = 0; i < n; i++)
    self->n_beyond
        += ts_cell_state (matrix->states[i]) == TS_CELL_NUMBER
           && (matrix->values[i] < self->scale.min || matrix->values[i] > self->scale.max);
}

/* --- segments --- */

static void
add_segment (TsCellPainter *self, const TsPlotStyle *style, guint color)
{
  TsColor own = segment_color (self->colors.palette, color);

  self->segments[self->n_segments] = ts_color_to_argb (&own);
  self->grey_segments[self->n_segments] = greyed (style, own);
  self->n_segments++;
}

/* A border that is not above the one before it makes no segment. */
static void
add_segments (TsCellPainter *self, const TsPlotStyle *style, const double *borders)
{
  for (guint i = 0; i < TS_MAX_SEGMENTS - 1; i++)
    {
      guint n = self->n_segments;
      if (n > 0 && !(borders[i] > self->borders[n - 1]))
        continue;
      self->borders[n] = borders[i];
      add_segment (self, style, i);
    }
  add_segment (self, style, TS_MAX_SEGMENTS - 1);
}

static void
set_segments (TsCellPainter *self, TsMatrixStats *stats, const TsPlotStyle *style)
{
  double borders[TS_MAX_SEGMENTS - 1], mean, sigma;
  double p[TS_MAX_SEGMENTS - 1];
  static const int sigmas[TS_MAX_SEGMENTS - 1] = { -3, -2, -1, 1, 2, 3 };

  if (self->colors.mode == TS_COLORS_GRADIENT)
    return;
  /* Constant data is as ordinary as can be: one segment, the middle one. */
  if (!ts_matrix_stats_get_moments (stats, &mean, &sigma) || sigma == 0)
    {
      add_segment (self, style, TS_MAX_SEGMENTS / 2);
      return;
    }
  for (guint i = 0; i < TS_MAX_SEGMENTS - 1; i++)
    {
      p[i] = (i + 1) / (double) TS_MAX_SEGMENTS;
      borders[i] = mean + sigmas[i] * sigma;
    }
  if (self->colors.mode == TS_COLORS_QUANTILES)
    ts_matrix_quantiles (ts_matrix_stats_get_matrix (stats), TS_NUMBERS_ALL, p, TS_MAX_SEGMENTS - 1,
                         borders);
  add_segments (self, style, borders);
}

guint
ts_cell_painter_get_segment (const TsCellPainter *self, double value)
{
  guint i = 0;

  while (i + 1 < self->n_segments && value >= self->borders[i])
    i++;
  return i;
}

/* --- painting --- */

gboolean
ts_cell_painter_is_hidden (const TsCellPainter *self, double value)
{
  if (value < self->colors.shown_min || value > self->colors.shown_max)
    return TRUE;
  return self->n_segments > 0
         && (self->colors.hidden_segments >> ts_cell_painter_get_segment (self, value) & 1) != 0;
}

static guint32
paint_beyond (const TsCellPainter *self, double value, gboolean grey)
{
  double beyond = ts_cell_painter_get_beyond (self, value);
  guint place = (guint) (fabs (beyond) * (TS_BEYOND_SIZE - 1) + 0.5);

  if (beyond < 0)
    return grey ? self->grey_under : self->under_ramp[place];
  return grey ? self->grey_over : self->over_ramp[place];
}

static inline guint32
paint_gradient (const TsCellPainter *self, TsScaleType type, double value)
{
  gboolean grey = value < self->colors.shown_min || value > self->colors.shown_max;
  double place;

  if (value < self->scale.min || value > self->scale.max || (type == TS_SCALE_LOG && value <= 0))
    return paint_beyond (self, value, grey);
  if (self->constant)
    return (grey ? self->grey_ramp : self->ramp)[RAMP_SIZE / 2];
  place = (transform (type, self->scale.symlog_threshold, value) - self->offset) * self->factor;
  place = CLAMP (place, 0, RAMP_SIZE - 1);
  return (grey ? self->grey_ramp : self->ramp)[(guint) (place + 0.5)];
}

static guint32
paint_segment (const TsCellPainter *self, double value)
{
  guint i = ts_cell_painter_get_segment (self, value);

  return (ts_cell_painter_is_hidden (self, value) ? self->grey_segments : self->segments)[i];
}

guint32
ts_cell_painter_paint_value (const TsCellPainter *self, double value)
{
  if (!isfinite (value))
    return self->states[ts_cell_state_of (value)];
  return self->n_segments > 0 ? paint_segment (self, value)
                              : paint_gradient (self, self->scale.type, value);
}

static guint32
paint_key (const TsCellPainter *self, TsCellKey key)
{
  double value;

  if (!ts_key_is_number (key))
    return self->states[ts_key_get_state (key)];
  value = ts_key_to_number (self->colors.reduction, key);
  return self->n_segments > 0 ? paint_segment (self, value)
                              : paint_gradient (self, self->scale.type, value);
}

/* Numbers that have their place on the ramp, nearly all of them, take the short way. Everything the
 * loop needs is at hand in variables of its own: pixels might be part of *self for all the compiler
 * knows. Written out per scale and reduction by the compiler. */
static inline void
paint_gradient_keys (const TsCellPainter *self,
                     TsScaleType type,
                     TsReduction reduction,
                     const TsCellKey *keys,
                     guint n,
                     guint32 *pixels)
{
  const guint32 *ramp = self->ramp;
  double threshold = self->scale.symlog_threshold, offset = self->offset, factor = self->factor;
  double low = MAX (self->scale.min, self->colors.shown_min);
  double high = MIN (self->scale.max, self->colors.shown_max);

  if (type == TS_SCALE_LOG)
    low = MAX (low, 5e-324);
  if (self->constant)
    high = -INFINITY;
  for (guint i = 0; i < n; i++)
    {
      TsCellKey key = keys[i];
      double value = ts_key_to_number (reduction, key);
      if (G_LIKELY (ts_key_is_number (key) && value >= low && value <= high))
        {
          double place = (transform (type, threshold, value) - offset) * factor;
          pixels[i] = ramp[(int) (CLAMP (place, 0, RAMP_SIZE - 1) + 0.5)];
        }
      else
        pixels[i] = paint_key (self, key);
    }
}

static inline void
paint_scale (
    const TsCellPainter *self, TsScaleType type, const TsCellKey *keys, guint n, guint32 *pixels)
{
  if (self->colors.reduction == TS_REDUCE_MAGNITUDE)
    paint_gradient_keys (self, type, TS_REDUCE_MAGNITUDE, keys, n, pixels);
  else if (self->colors.reduction == TS_REDUCE_MIN)
    paint_gradient_keys (self, type, TS_REDUCE_MIN, keys, n, pixels);
  else /* the mean has the maximum's keys */
    paint_gradient_keys (self, type, TS_REDUCE_MAX, keys, n, pixels);
}

void
ts_cell_painter_paint (const TsCellPainter *self, const TsCellKey *keys, guint n, guint32 *pixels)
{
  if (self->n_segments > 0)
    for (guint i = 0; i < n; i++)
      pixels[i] = i > 0 && keys[i] == keys[i - 1] ? pixels[i - 1] : paint_key (self, keys[i]);
  else if (self->scale.type == TS_SCALE_LOG)
    paint_scale (self, TS_SCALE_LOG, keys, n, pixels);
  else if (self->scale.type == TS_SCALE_SYMLOG)
    paint_scale (self, TS_SCALE_SYMLOG, keys, n, pixels);
  else
    paint_scale (self, TS_SCALE_LINEAR, keys, n, pixels);
}

TsCellPainter *
ts_cell_painter_new (TsMatrixStats *stats, const TsHeatmapColors *colors, const TsPlotStyle *style)
{
  TsCellPainter *self = g_atomic_rc_box_new0 (TsCellPainter);

  init_log_table ();
  self->colors = *colors;
  if (isnan (self->colors.shown_min))
    self->colors.shown_min = -INFINITY;
  if (isnan (self->colors.shown_max))
    self->colors.shown_max = INFINITY;
  if (colors->auto_scale)
    self->colors.scale = ts_suggest_scale (stats, colors);
  ts_matrix_stats_get_range (stats, TS_NUMBERS_ALL, &self->data_min, &self->data_max);
  set_scale (self, stats);
  self->has_under = self->data_min < self->scale.min;
  self->has_over = self->data_max > self->scale.max;
  fill_ramps (self, style);
  set_segments (self, stats, style);
  set_transform (self);
  set_beyond (self, stats);
  ts_cell_painter_count_beyond (self, ts_matrix_stats_get_matrix (stats));
  return self;
}

TsCellPainter *
ts_cell_painter_copy_with_shown (const TsCellPainter *self,
                                 double shown_min,
                                 double shown_max,
                                 guint32 hidden_segments)
{
  TsCellPainter *copy = g_atomic_rc_box_new0 (TsCellPainter);

  *copy = *self;
  copy->colors.shown_min = shown_min;
  copy->colors.shown_max = shown_max;
  copy->colors.hidden_segments = hidden_segments;
  return copy;
}

TsCellPainter *
ts_cell_painter_ref (TsCellPainter *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_cell_painter_unref (TsCellPainter *self)
{
  g_atomic_rc_box_release (self);
}
