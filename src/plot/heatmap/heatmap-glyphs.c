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
  [TS_GLYPH_EMPTY] = { TS_CELL_MISSING, N_ ("in an empty step or rank") },
  [TS_GLYPH_CLAMPED] = { TS_CELL_NUMBER, N_ ("clamped") },
  [TS_GLYPH_BEYOND] = { TS_CELL_NUMBER, N_ ("beyond the scale") },
};

gsize
ts_heatmap_count_glyph (const TsMatrix *matrix, const TsCellPainter *painter, TsGlyph glyph)
{
  if (glyph == TS_GLYPH_BEYOND)
    return painter != NULL ? painter->n_beyond : 0;
  if (glyph == TS_GLYPH_EMPTY)
    return matrix->n_empty;
  if (glyph == TS_GLYPH_MISSING)
    return matrix->counts[TS_CELL_MISSING] - matrix->n_empty;
  return glyph == TS_GLYPH_CLAMPED ? matrix->n_clamped : matrix->counts[glyphs[glyph].state];
}

const char *
ts_heatmap_glyph_get_label (TsGlyph glyph)
{
  return _ (glyphs[glyph].label);
}

gboolean
ts_heatmap_cell_has_glyph (
    const TsMatrix *matrix, const TsCellPainter *painter, guint x, guint y, TsGlyph glyph)
{
  gsize i = ts_matrix_index (matrix, x, y);
  guint8 cell = matrix->states[i];

  if (glyph == TS_GLYPH_BEYOND)
    return painter != NULL && painter->n_segments == 0 && ts_cell_state (cell) == TS_CELL_NUMBER
           && (matrix->values[i] < painter->scale.min || matrix->values[i] > painter->scale.max);
  if (glyph == TS_GLYPH_CLAMPED)
    return (cell & TS_CELL_CLAMPED) != 0;
  return ts_cell_state (cell) == glyphs[glyph].state
         && (glyph == TS_GLYPH_EMPTY) == ts_matrix_is_empty_at (matrix, x, y);
}

/* ^ (up) or v. */
static void
add_chevron (cairo_t *cr, gboolean up, double x, double y, double r)
{
  double tip = up ? -r / 2 : r / 2;

  cairo_move_to (cr, x - r, y - tip);
  cairo_line_to (cr, x, y + tip);
  cairo_line_to (cr, x + r, y - tip);
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
    case TS_GLYPH_BEYOND: /* in the legend: either way */
      add_chevron (cr, TRUE, x, y - r * 0.6, r * 0.8);
      add_chevron (cr, FALSE, x, y + r * 0.6, r * 0.8);
      break;
    case TS_GLYPH_MISSING:
    case TS_GLYPH_EMPTY:
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

  if (glyph == TS_GLYPH_NULL || glyph == TS_GLYPH_CLAMPED || glyph == TS_GLYPH_BEYOND)
    return style->foreground;
  ground = ts_state_color (style, glyphs[glyph].state);
  return ts_color_get_luma (&ground) > 0.45 ? black : white;
}

/* edge: of a sign in that colour, a little larger, that a second one is drawn upon. */
static void
draw_signs (const TsMatrix *matrix,
            cairo_t *cr,
            const TsRect *cells,
            const TsViewRange *range,
            TsGlyph glyph,
            double edge,
            const TsColor *ink)
{
  guint x1 = (guint) CLAMP (ceil (range->x1), 0, matrix->x->n);
  guint y1 = (guint) CLAMP (ceil (range->y1), 0, matrix->y->n);
  double r = 0;

  for (guint y = (guint) MAX (range->y0, 0); y < y1; y++)
    for (guint x = (guint) MAX (range->x0, 0); x < x1; x++)
      {
        TsRect cell;
        if (!ts_heatmap_cell_has_glyph (matrix, NULL, x, y, glyph))
          continue;
        cell = ts_heatmap_get_cell_rect (cells, range, x, y);
        r = MIN (MIN (cell.width, cell.height) * 0.28, 7);
        if (glyph == TS_GLYPH_CLAMPED)
          add_corner (cr, &cell, r * 1.6 + edge);
        else
          add_sign (cr, glyph, cell.x + cell.width / 2, cell.y + cell.height / 2, r);
      }
  if (r > 0)
    finish_signs (cr, glyph, r, ink);
}

/* Those on light colours in black, or those on dark ones in white. */
static void
draw_beyond (const TsMatrix *matrix,
             const TsCellPainter *painter,
             cairo_t *cr,
             const TsRect *cells,
             const TsViewRange *range,
             gboolean light)
{
  guint x1 = (guint) CLAMP (ceil (range->x1), 0, matrix->x->n);
  guint y1 = (guint) CLAMP (ceil (range->y1), 0, matrix->y->n);
  TsColor ink = { light ? 0 : 1, light ? 0 : 1, light ? 0 : 1, 1 };
  double r = 0;

  for (guint y = (guint) MAX (range->y0, 0); y < y1; y++)
    for (guint x = (guint) MAX (range->x0, 0); x < x1; x++)
      {
        double value = matrix->values[ts_matrix_index (matrix, x, y)];
        TsColor ground;
        TsRect cell;
        if (!ts_heatmap_cell_has_glyph (matrix, painter, x, y, TS_GLYPH_BEYOND))
          continue;
        ground = ts_color_from_argb (ts_cell_painter_paint_value (painter, value));
        if ((ts_color_get_luma (&ground) > 0.45) != light)
          continue;
        cell = ts_heatmap_get_cell_rect (cells, range, x, y);
        r = MIN (MIN (cell.width, cell.height) * 0.28, 5);
        add_chevron (cr, value > painter->scale.max, cell.x + cell.width / 2,
                     cell.y + cell.height / 2, r);
      }
  if (r > 0)
    finish_signs (cr, TS_GLYPH_BEYOND, r, &ink);
}

void
ts_heatmap_draw_signs (const TsMatrix *matrix,
                       const TsCellPainter *painter,
                       cairo_t *cr,
                       const TsPlotStyle *style,
                       const TsRect *cells,
                       const TsViewRange *range)
{
  if (cells->width / (range->x1 - range->x0) < TS_GLYPH_CELL
      || cells->height / (range->y1 - range->y0) < TS_GLYPH_CELL)
    return;
  for (int glyph = 0; glyph < TS_N_GLYPHS; glyph++)
    {
      TsColor ink = ink_for (style, (TsGlyph) glyph);
      if (glyph == TS_GLYPH_MISSING || glyph == TS_GLYPH_EMPTY || glyph == TS_GLYPH_BEYOND
          || ts_heatmap_count_glyph (matrix, NULL, (TsGlyph) glyph) == 0)
        continue;
      /* The colour below a notch is any of the palette's. */
      if (glyph == TS_GLYPH_CLAMPED)
        draw_signs (matrix, cr, cells, range, (TsGlyph) glyph, 2.5, &style->background);
      draw_signs (matrix, cr, cells, range, (TsGlyph) glyph, 0, &ink);
    }
  for (int light = 0; light < 2 && painter != NULL && painter->n_beyond > 0; light++)
    draw_beyond (matrix, painter, cr, cells, range, light);
}

static void
draw_hatched_square (
    cairo_t *cr, const TsPlotStyle *style, double x, double y, double size, gboolean crossed)
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
      cairo_move_to (cr, x + at - size, y);
      cairo_line_to (cr, crossed ? x + at : x + at - size, crossed ? y + size : y);
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
  if (glyph == TS_GLYPH_MISSING || glyph == TS_GLYPH_EMPTY)
    draw_hatched_square (cr, style, x, y, size, glyph == TS_GLYPH_EMPTY);
  else
    {
      if (glyph == TS_GLYPH_NULL || glyph == TS_GLYPH_CLAMPED || glyph == TS_GLYPH_BEYOND)
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
                        const TsCellPainter *painter,
                        cairo_t *cr,
                        TsTextCache *cache,
                        const TsPlotStyle *style,
                        double x,
                        double y)
{
  double right = x;

  for (int i = TS_N_GLYPHS - 1; i >= 0; i--)
    {
      gsize n = ts_heatmap_count_glyph (matrix, painter, (TsGlyph) i);
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
