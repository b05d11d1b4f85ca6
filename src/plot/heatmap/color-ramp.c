/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/color-ramp.h"

#include "model/number-format.h"
#include "plot/ticks.h"

#include <glib/gi18n-lib.h>

#define RAMP_HEIGHT    12.0
#define MAX_RAMP_WIDTH 440.0
#define MIN_RAMP_WIDTH 40.0
#define ARROW          7.0  /* the head that stands for values beyond the limits */
#define BEYOND         22.0 /* the ramp of such values, head included */
#define GAP            6.0
#define TICK           3.0
#define DIGITS         4

/* With a real minus sign, as the ticks have it. */
static char *
dup_number (double value, int digits)
{
  g_autofree char *text = ts_format_short (value, digits);

  return text[0] == '-' ? g_strconcat ("−", text + 1, NULL) : g_steal_pointer (&text);
}

/* The room for what lies beyond the ramp's ends. */
static double
get_beyond_width (const TsCellPainter *painter)
{
  return painter->n_segments == 0 && (painter->has_under || painter->has_over) ? BEYOND : ARROW;
}

/* Ends are the limits and, where numbers lie beyond, how far these go. The ends of segments are no
 * values of the bar: all numbers may lie within the borders. */
static char *
dup_end_label (const TsCellPainter *painter, gboolean upper)
{
  g_autofree char *number = NULL, *farthest = NULL;

  if (painter->empty)
    return g_strdup ("");
  if (painter->n_segments > 0)
    {
      number = dup_number (upper ? painter->data_max : painter->data_min, DIGITS);
      return g_strdup_printf (upper ? _ ("max %s") : _ ("min %s"), number);
    }
  number = dup_number (upper ? painter->scale.max : painter->scale.min, DIGITS);
  if (!(upper ? painter->has_over : painter->has_under))
    return g_steal_pointer (&number);
  farthest = dup_number (upper ? painter->data_max : painter->data_min, DIGITS);
  return upper ? g_strdup_printf ("%s … %s", number, farthest)
               : g_strdup_printf ("%s … %s", farthest, number);
}

TsRect
ts_color_ramp_layout (const TsCellPainter *painter,
                      cairo_t *cr,
                      TsTextCache *cache,
                      const TsPlotStyle *style,
                      const TsRect *area)
{
  g_autofree char *low = dup_end_label (painter, FALSE);
  g_autofree char *high = dup_end_label (painter, TRUE);
  double left, right, side, width;

  ts_text_cache_measure (cache, cr, style, low, &left, NULL);
  ts_text_cache_measure (cache, cr, style, high, &right, NULL);
  side = MAX (left, right) + GAP + get_beyond_width (painter);
  width = CLAMP (area->width - 2 * side, MIN_RAMP_WIDTH, MAX_RAMP_WIDTH);
  return (TsRect){ floor (area->x + (area->width - width) / 2), area->y + 2, floor (width),
                   RAMP_HEIGHT };
}

double
ts_color_ramp_get_value (const TsCellPainter *painter, const TsRect *ramp, double x)
{
  return ts_scale_denormalize (&painter->scale, CLAMP ((x - ramp->x) / ramp->width, 0, 1));
}

double
ts_color_ramp_get_x (const TsCellPainter *painter, const TsRect *ramp, double value)
{
  double t, beyond;

  if (isfinite (value) && painter->n_segments == 0)
    {
      beyond = ts_cell_painter_get_beyond (painter, value);
      if (beyond < 0 && painter->has_under)
        return ramp->x + beyond * (BEYOND - 1);
      if (beyond > 0 && painter->has_over)
        return ramp->x + ramp->width + beyond * (BEYOND - 1);
    }
  if (value <= painter->scale.min || isnan (value))
    t = 0;
  else if (value >= painter->scale.max)
    t = 1;
  else
    t = ts_scale_normalize (&painter->scale, value);
  return ramp->x + (isnan (t) ? 0 : CLAMP (t, 0, 1)) * ramp->width;
}

int
ts_color_ramp_get_segment (const TsCellPainter *painter, const TsRect *ramp, double x)
{
  double t = (x - ramp->x) / ramp->width;

  if (painter->n_segments == 0 || t < 0 || t >= 1)
    return -1;
  return (int) (t * painter->n_segments);
}

static void
set_source_argb (cairo_t *cr, guint32 argb)
{
  cairo_set_source_rgb (cr, (argb >> 16 & 0xff) / 255.0, (argb >> 8 & 0xff) / 255.0,
                        (argb & 0xff) / 255.0);
}

/* A ramp of its own with a head: far beyond is another colour than just beyond. */
static void
draw_beyond (cairo_t *cr, const TsRect *ramp, gboolean upper, const guint32 *colors)
{
  double x = upper ? ramp->x + ramp->width : ramp->x, out = upper ? 1 : -1;

  cairo_save (cr);
  cairo_move_to (cr, x, ramp->y);
  cairo_line_to (cr, x + out * (BEYOND - ARROW), ramp->y);
  cairo_line_to (cr, x + out * BEYOND, ramp->y + ramp->height / 2);
  cairo_line_to (cr, x + out * (BEYOND - ARROW), ramp->y + ramp->height);
  cairo_line_to (cr, x, ramp->y + ramp->height);
  cairo_close_path (cr);
  cairo_clip (cr);
  for (guint i = 0; i < (guint) BEYOND; i++)
    {
      set_source_argb (cr, colors[(guint) (i / (BEYOND - 1) * (TS_BEYOND_SIZE - 1))]);
      cairo_rectangle (cr, upper ? x + i : x - i - 1, ramp->y, 1, ramp->height);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* Column by column from the ramp itself, so that the bar cannot show a colour that no cell has. */
static void
draw_ramp (const TsCellPainter *painter, cairo_t *cr, const TsRect *ramp)
{
  guint n = (guint) ramp->width;

  for (guint i = 0; i < n; i++)
    {
      double value = ts_color_ramp_get_value (painter, ramp, ramp->x + i + 0.5);
      guint at = (guint) ((i + 0.5) / n * G_N_ELEMENTS (painter->ramp));
      gboolean grey = value < painter->colors.shown_min || value > painter->colors.shown_max;
      if (painter->constant)
        at = G_N_ELEMENTS (painter->ramp) / 2;
      set_source_argb (cr, grey ? painter->grey_ramp[at] : painter->ramp[at]);
      cairo_rectangle (cr, ramp->x + i, ramp->y, 1, ramp->height);
      cairo_fill (cr);
    }
  if (painter->has_under)
    draw_beyond (cr, ramp, FALSE, painter->under_ramp);
  if (painter->has_over)
    draw_beyond (cr, ramp, TRUE, painter->over_ramp);
}

static void
draw_tick (cairo_t *cr,
           TsTextCache *cache,
           const TsPlotStyle *style,
           const TsRect *ramp,
           double x,
           const char *label,
           double *free_from)
{
  double width, left;

  ts_text_cache_measure (cache, cr, style, label, &width, NULL);
  left = x - width / 2;
  ts_color_set_source (&style->dim, cr);
  cairo_rectangle (cr, floor (x), ramp->y + ramp->height, 1, TICK);
  cairo_fill (cr);
  if (left < *free_from)
    return;
  ts_text_cache_draw (cache, cr, style, label, x, ramp->y + ramp->height + TICK + 1,
                      TS_ALIGN_CENTER, TS_ALIGN_START, 0, &style->dim);
  *free_from = left + width + GAP;
}

static void
draw_ticks (const TsCellPainter *painter,
            cairo_t *cr,
            TsTextCache *cache,
            const TsPlotStyle *style,
            const TsRect *ramp)
{
  double free_from = ramp->x - 40;
  GArray *ticks;

  if (painter->constant || painter->empty)
    return;
  ticks = ts_ticks_new (&painter->scale, (guint) CLAMP (ramp->width / 60, 2, 8), FALSE);
  for (guint i = 0; i < ticks->len; i++)
    {
      TsTick *tick = &g_array_index (ticks, TsTick, i);
      double x = ts_color_ramp_get_x (painter, ramp, tick->value);
      draw_tick (cr, cache, style, ramp, x, tick->label, &free_from);
    }
  ts_ticks_free (ticks);
}

static void
draw_segments (const TsCellPainter *painter,
               cairo_t *cr,
               TsTextCache *cache,
               const TsPlotStyle *style,
               const TsRect *ramp)
{
  double width = ramp->width / painter->n_segments;
  double free_from = ramp->x - 40;

  for (guint i = 0; i < painter->n_segments; i++)
    {
      gboolean off = (painter->colors.hidden_segments >> i & 1) != 0;
      double x = floor (ramp->x + i * width), end = floor (ramp->x + (i + 1) * width);
      set_source_argb (cr, off ? painter->grey_segments[i] : painter->segments[i]);
      cairo_rectangle (cr, x, ramp->y, end - x, ramp->height);
      cairo_fill (cr);
      if (off) /* struck through: off is told apart without colour */
        {
          ts_color_set_source (&style->foreground, cr);
          cairo_set_line_width (cr, 1);
          cairo_move_to (cr, x + 2, ramp->y + ramp->height - 2);
          cairo_line_to (cr, end - 2, ramp->y + 2);
          cairo_stroke (cr);
        }
      if (i > 0)
        {
          g_autofree char *label = dup_number (painter->borders[i - 1], 3);
          draw_tick (cr, cache, style, ramp, x, label, &free_from);
        }
    }
}

static void
draw_ends (const TsCellPainter *painter,
           cairo_t *cr,
           TsTextCache *cache,
           const TsPlotStyle *style,
           const TsRect *ramp)
{
  g_autofree char *low = dup_end_label (painter, FALSE);
  g_autofree char *high = dup_end_label (painter, TRUE);
  double middle = ramp->y + ramp->height / 2, beyond = get_beyond_width (painter);

  ts_text_cache_draw (cache, cr, style, low, ramp->x - beyond - GAP, middle, TS_ALIGN_END,
                      TS_ALIGN_CENTER, 0, &style->foreground);
  if (painter->constant && painter->n_segments == 0)
    return; /* one value, one label */
  ts_text_cache_draw (cache, cr, style, high, ramp->x + ramp->width + beyond + GAP, middle,
                      TS_ALIGN_START, TS_ALIGN_CENTER, 0, &style->foreground);
}

/* Zeros and less on a logarithmic scale: they have cells of a colour that has to be explained. */
static void
draw_without_place (const TsCellPainter *painter,
                    cairo_t *cr,
                    TsTextCache *cache,
                    const TsPlotStyle *style,
                    const TsRect *ramp)
{
  g_autofree char *low = dup_number (painter->data_min, DIGITS);
  g_autofree char *high = dup_number (painter->data_max, DIGITS);
  g_autofree char *range = painter->data_min == painter->data_max
                               ? g_strdup (high)
                               : g_strdup_printf ("%s … %s", low, high);
  /* Translators: of a colour bar; the range of all numbers, "0" or "−3 … 0". */
  g_autofree char *text = g_strdup_printf (_ ("%s: no place on a logarithmic scale"), range);

  set_source_argb (cr, painter->under);
  cairo_rectangle (cr, ramp->x, ramp->y, 2 * ramp->height, ramp->height);
  cairo_fill (cr);
  ts_text_cache_draw (cache, cr, style, text, ramp->x + 2 * ramp->height + GAP,
                      ramp->y + ramp->height / 2, TS_ALIGN_START, TS_ALIGN_CENTER, 0,
                      &style->foreground);
}

void
ts_color_ramp_draw (const TsCellPainter *painter,
                    cairo_t *cr,
                    TsTextCache *cache,
                    const TsPlotStyle *style,
                    const TsRect *ramp)
{
  if (painter->empty && isnan (painter->data_min)) /* colours would stand for nothing */
    return;
  cairo_save (cr);
  if (painter->empty)
    {
      draw_without_place (painter, cr, cache, style, ramp);
      cairo_restore (cr);
      return;
    }
  if (painter->n_segments > 0)
    draw_segments (painter, cr, cache, style, ramp);
  else
    {
      draw_ramp (painter, cr, ramp);
      draw_ticks (painter, cr, cache, style, ramp);
    }
  draw_ends (painter, cr, cache, style, ramp);
  cairo_restore (cr);
}
