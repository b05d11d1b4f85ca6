/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/number-format.h"
#include "plot/heatmap/heatmap-draw.h"

#include <glib/gi18n-lib.h>

#define LEGEND_GLYPH 10.0
#define LEGEND_GAP   14.0

static const struct
{
  TsCellState state;
  const char *label;
} glyphs[TS_N_GLYPHS] = {
  [TS_GLYPH_NAN] = { TS_CELL_NAN, N_ ("NaN") },
  [TS_GLYPH_POS_INF] = { TS_CELL_POS_INF, N_ ("+Inf") },
  [TS_GLYPH_NEG_INF] = { TS_CELL_NEG_INF, N_ ("−Inf") },
  [TS_GLYPH_NULL] = { TS_CELL_NULL, N_ ("no value") },
  [TS_GLYPH_MISSING] = { TS_CELL_MISSING, N_ ("missing") },
  [TS_GLYPH_CLAMPED] = { TS_CELL_NUMBER, N_ ("clamped") },
};

gsize
ts_heatmap_count_glyph (const TsMatrix *matrix, TsGlyph glyph)
{
  return glyph == TS_GLYPH_CLAMPED ? matrix->n_clamped : matrix->counts[glyphs[glyph].state];
}

const char *
ts_heatmap_glyph_get_label (TsGlyph glyph)
{
  return _ (glyphs[glyph].label);
}

gboolean
ts_heatmap_cell_has_glyph (const TsMatrix *matrix, guint x, guint y, TsGlyph glyph)
{
  guint8 cell = matrix->states[ts_matrix_index (matrix, x, y)];

  if (glyph == TS_GLYPH_CLAMPED)
    return (cell & TS_CELL_CLAMPED) != 0;
  return ts_cell_state (cell) == glyphs[glyph].state;
}

/* The sign alone, centred at (x, y), r from its middle to its edge. Only adds to the path. */
static void
add_sign (cairo_t *cr, TsGlyph glyph, double x, double y, double r)
{
  double up = glyph == TS_GLYPH_POS_INF ? -1 : 1;

  switch (glyph)
    {
    case TS_GLYPH_NAN:
      cairo_move_to (cr, x - r, y - r);
      cairo_line_to (cr, x + r, y + r);
      cairo_move_to (cr, x - r, y + r);
      cairo_line_to (cr, x + r, y - r);
      break;
    case TS_GLYPH_POS_INF:
    case TS_GLYPH_NEG_INF:
      cairo_move_to (cr, x - r, y - up * r * 0.8);
      cairo_line_to (cr, x + r, y - up * r * 0.8);
      cairo_line_to (cr, x, y + up * r);
      cairo_close_path (cr);
      break;
    case TS_GLYPH_NULL:
      cairo_move_to (cr, x - r, y);
      cairo_line_to (cr, x + r, y);
      break;
    case TS_GLYPH_MISSING:
    case TS_GLYPH_CLAMPED:
    case TS_N_GLYPHS:
    default:
      break;
    }
}

/* A notch in the upper right corner, for numbers that stand for "at or beyond". */
static void
add_corner (cairo_t *cr, const TsRect *cell, double size)
{
  cairo_move_to (cr, cell->x + cell->width - size, cell->y);
  cairo_line_to (cr, cell->x + cell->width, cell->y);
  cairo_line_to (cr, cell->x + cell->width, cell->y + size);
  cairo_close_path (cr);
}

static void
finish_signs (cairo_t *cr, TsGlyph glyph, double r, const TsColor *ink)
{
  ts_color_set_source (ink, cr);
  cairo_set_line_width (cr, MAX (1.2, r / 3));
  if (glyph == TS_GLYPH_POS_INF || glyph == TS_GLYPH_NEG_INF || glyph == TS_GLYPH_CLAMPED)
    cairo_fill (cr);
  else
    cairo_stroke (cr);
}

static TsColor
ink_for (const TsPlotStyle *style, TsGlyph glyph)
{
  TsColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 }, ground;

  if (glyph == TS_GLYPH_NULL || glyph == TS_GLYPH_CLAMPED)
    return style->foreground;
  ground = ts_state_color (style, glyphs[glyph].state);
  return ts_color_get_luma (&ground) > 0.45 ? black : white;
}

static void
draw_signs (const TsMatrix *matrix,
            cairo_t *cr,
            const TsPlotStyle *style,
            const TsRect *cells,
            const TsViewRange *range,
            TsGlyph glyph)
{
  guint x1 = (guint) CLAMP (ceil (range->x1), 0, matrix->x->n);
  guint y1 = (guint) CLAMP (ceil (range->y1), 0, matrix->y->n);
  TsColor ink = ink_for (style, glyph);
  double r = 0;

  for (guint y = (guint) MAX (range->y0, 0); y < y1; y++)
    for (guint x = (guint) MAX (range->x0, 0); x < x1; x++)
      {
        TsRect cell;
        if (!ts_heatmap_cell_has_glyph (matrix, x, y, glyph))
          continue;
        cell = ts_heatmap_get_cell_rect (cells, range, x, y);
        r = MIN (MIN (cell.width, cell.height) * 0.28, 7);
        if (glyph == TS_GLYPH_CLAMPED)
          add_corner (cr, &cell, r * 1.6);
        else
          add_sign (cr, glyph, cell.x + cell.width / 2, cell.y + cell.height / 2, r);
      }
  if (r > 0)
    finish_signs (cr, glyph, r, &ink);
}

void
ts_heatmap_draw_signs (const TsMatrix *matrix,
                       cairo_t *cr,
                       const TsPlotStyle *style,
                       const TsRect *cells,
                       const TsViewRange *range)
{
  if (cells->width / (range->x1 - range->x0) < TS_GLYPH_CELL
      || cells->height / (range->y1 - range->y0) < TS_GLYPH_CELL)
    return;
  for (int glyph = 0; glyph < TS_N_GLYPHS; glyph++)
    if (glyph != TS_GLYPH_MISSING && ts_heatmap_count_glyph (matrix, (TsGlyph) glyph) > 0)
      draw_signs (matrix, cr, style, cells, range, (TsGlyph) glyph);
}

static void
draw_hatched_square (cairo_t *cr, const TsPlotStyle *style, double x, double y, double size)
{
  TsColor line = ts_color_mix (&style->background, &style->dim, 0.45);

  cairo_rectangle (cr, x, y, size, size);
  cairo_clip (cr);
  ts_color_set_source (&line, cr);
  cairo_set_line_width (cr, 1);
  for (double at = 0; at < 2 * size; at += 3)
    {
      cairo_move_to (cr, x + at - size, y + size);
      cairo_line_to (cr, x + at, y);
    }
  cairo_stroke (cr);
  cairo_rectangle (cr, x + 0.5, y + 0.5, size - 1, size - 1);
  cairo_stroke (cr);
}

void
ts_heatmap_draw_glyph (
    cairo_t *cr, const TsPlotStyle *style, TsGlyph glyph, double x, double y, double size)
{
  TsRect square = { x, y, size, size };
  TsColor ground = ts_state_color (style, glyphs[glyph].state);
  TsColor ink = ink_for (style, glyph);

  cairo_save (cr);
  if (glyph == TS_GLYPH_MISSING)
    draw_hatched_square (cr, style, x, y, size);
  else
    {
      if (glyph == TS_GLYPH_NULL || glyph == TS_GLYPH_CLAMPED)
        ground = ts_color_mix (&style->background, &style->dim, 0.18);
      ts_color_set_source (&ground, cr);
      cairo_rectangle (cr, x, y, size, size);
      cairo_fill (cr);
      if (glyph == TS_GLYPH_CLAMPED)
        add_corner (cr, &square, size * 0.5);
      else
        add_sign (cr, glyph, x + size / 2, y + size / 2, size * 0.28);
      finish_signs (cr, glyph, size * 0.28, &ink);
    }
  cairo_restore (cr);
}

double
ts_heatmap_draw_legend (const TsMatrix *matrix,
                        cairo_t *cr,
                        TsTextCache *cache,
                        const TsPlotStyle *style,
                        double x,
                        double y)
{
  double right = x;

  for (int i = TS_N_GLYPHS - 1; i >= 0; i--)
    {
      gsize n = ts_heatmap_count_glyph (matrix, (TsGlyph) i);
      g_autofree char *count = ts_format_count (n);
      g_autofree char *text = g_strdup_printf ("%s %s", count, ts_heatmap_glyph_get_label (i));
      if (n == 0)
        continue;
      right -= ts_text_cache_draw (cache, cr, style, text, right, y, TS_ALIGN_END, TS_ALIGN_CENTER,
                                   0, &style->foreground);
      right -= LEGEND_GLYPH + 4;
      ts_heatmap_draw_glyph (cr, style, (TsGlyph) i, floor (right), floor (y - LEGEND_GLYPH / 2),
                             LEGEND_GLYPH);
      right -= LEGEND_GAP;
    }
  return x - right;
}
