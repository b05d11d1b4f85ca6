/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/rank-bars.h"

#include "plot/text.h"

#include <inttypes.h>
#include <math.h>

#define LEAST    2.0
#define NAME_GAP 4.0
#define LARGEST  28.0 /* wider bars say no more */

TsColor
ts_rank_bars_get_color (TsBarKind kind, const TsPlotStyle *style)
{
  switch (kind)
    {
    case TS_BAR_ERROR:
      return ts_color_from_hex (style->dark ? "#ff7b63" : "#c01c28");
    case TS_BAR_WARNING:
      return ts_color_from_hex (style->dark ? "#f8e45c" : "#9c6e03");
    case TS_BAR_HINT:
      return style->accent;
    case TS_BAR_NONE:
    default:
      return style->grid;
    }
}

static guint
find_largest (const TsRankBar *bars, guint n)
{
  guint largest = 1;

  for (guint i = 0; i < n; i++)
    largest = MAX (largest, bars[i].n);
  return largest;
}

void
ts_rank_bars_draw_strip (const TsRankBar *bars,
                         guint n,
                         cairo_t *cr,
                         const TsPlotStyle *style,
                         double x0,
                         double step,
                         double y,
                         double height)
{
  guint largest = find_largest (bars, n);
  double width = MIN (MAX (step * 0.7, 1), LARGEST);

  for (guint i = 0; i < n;)
    {
      double left = x0 + i * step;
      TsRankBar bar = bars[i];
      TsColor color;
      double size;
      /* All that share a pixel. */
      for (i++; i < n && x0 + i * step < left + 1; i++)
        {
          bar.n = MAX (bar.n, bars[i].n);
          bar.kind = MAX (bar.kind, bars[i].kind);
        }
      color = ts_rank_bars_get_color (bar.kind, style);
      /* Few beside many are seen, too. */
      size = bar.n > 0 ? MAX (2 * LEAST, height * sqrt ((double) bar.n / largest)) : LEAST;
      ts_color_set_source (&color, cr);
      cairo_rectangle (cr, left + (MAX (step, 1) - width) / 2, y + height - size, width, size);
      cairo_fill (cr);
    }
}

static void
draw_names (const TsRankBar *bars,
            guint n,
            cairo_t *cr,
            const TsPlotStyle *style,
            double step,
            double height)
{
  g_autofree char *longest = g_strdup_printf ("%" PRId64, bars[n - 1].rank);
  double room, text_height;
  guint every;

  ts_text_measure (cr, style, longest, &room, &text_height);
  every = (guint) ceil ((room + NAME_GAP) / step);
  for (guint i = 0; i < n; i += every)
    {
      g_autofree char *name = g_strdup_printf ("%" PRId64, bars[i].rank);
      ts_text_draw (cr, style, name, (i + 0.5) * step, height, TS_ALIGN_CENTER, TS_ALIGN_END, 0,
                    &style->dim);
    }
}

void
ts_rank_bars_draw (const TsRankBar *bars,
                   guint n,
                   cairo_t *cr,
                   const TsPlotStyle *style,
                   double width,
                   double height)
{
  double text_width, text_height, step;

  if (n == 0 || width <= 0)
    return;
  step = width / n;
  ts_text_measure (cr, style, "0", &text_width, &text_height);
  draw_names (bars, n, cr, style, step, height);
  ts_rank_bars_draw_strip (bars, n, cr, style, 0, step, 0, height - text_height - NAME_GAP);
}

int
ts_rank_bars_find (guint n, double width, double x)
{
  return n > 0 && x >= 0 && x < width ? (int) (x * n / width) : -1;
}
