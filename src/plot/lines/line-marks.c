/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

#include <math.h>

#define MAX_STRIPS 5
#define MARK_SIZE  6.0
/* Of the square that holds a mark. */
#define STAMP_SIZE 10.0

typedef enum
{
  MARK_NONE,
  MARK_NAN,
  MARK_NULL,
  MARK_POS_INF,
  MARK_NEG_INF,
  MARK_NO_PLACE,
  N_MARKS,
} Mark;

static gboolean
has_marks_above (const TsLine *line)
{
  return line->span.counts[TS_CELL_NAN] > 0 || line->span.counts[TS_CELL_NULL] > 0
         || line->span.counts[TS_CELL_POS_INF] > 0;
}

static gboolean
has_marks_below (const TsLine *line, TsScaleType type)
{
  return line->span.counts[TS_CELL_NEG_INF] > 0
         || (type == TS_SCALE_LOG && line->span.n_not_positive > 0);
}

void
_ts_line_plot_count_strips (const TsLinePlot *self, guint *above, guint *below)
{
  *above = _ts_line_plot_has_band_marks (self);
  *below = 0;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      if (!line->shown)
        continue;
      *above += has_marks_above (line);
      *below += has_marks_below (line, self->options.y_scale);
    }
  *above = MIN (*above, MAX_STRIPS);
  *below = MIN (*below, MAX_STRIPS);
}

static Mark
mark_of (const TsLine *line, guint i, TsScaleType type)
{
  switch (ts_cell_state (line->states[i]))
    {
    case TS_CELL_NAN:
      return MARK_NAN;
    case TS_CELL_NULL:
      return MARK_NULL;
    case TS_CELL_POS_INF:
      return MARK_POS_INF;
    case TS_CELL_NEG_INF:
      return MARK_NEG_INF;
    case TS_CELL_NUMBER:
      return type == TS_SCALE_LOG && line->values[i] <= 0 ? MARK_NO_PLACE : MARK_NONE;
    case TS_CELL_MISSING:
    case TS_N_CELL_STATES:
    default:
      return MARK_NONE;
    }
}

static void
add_triangle (cairo_t *cr, double x, double y, double direction)
{
  double r = MARK_SIZE / 2 + 0.5;

  cairo_move_to (cr, x - r, y - direction * r);
  cairo_line_to (cr, x + r, y - direction * r);
  cairo_line_to (cr, x, y + direction * r);
  cairo_close_path (cr);
}

static void
draw_mark (cairo_t *cr, Mark mark, double x, double y)
{
  double r = MARK_SIZE / 2;

  cairo_set_line_width (cr, 1.5);
  switch (mark)
    {
    case MARK_NAN:
      cairo_move_to (cr, x - r, y - r);
      cairo_line_to (cr, x + r, y + r);
      cairo_move_to (cr, x - r, y + r);
      cairo_line_to (cr, x + r, y - r);
      cairo_stroke (cr);
      break;
    case MARK_NULL:
      cairo_set_line_width (cr, 1);
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, r - 0.5, 0, 2 * G_PI);
      cairo_stroke (cr);
      break;
    case MARK_POS_INF:
      add_triangle (cr, x, y, -1);
      cairo_fill (cr);
      break;
    case MARK_NEG_INF:
      add_triangle (cr, x, y, 1);
      cairo_fill (cr);
      break;
    case MARK_NO_PLACE:
      cairo_set_line_width (cr, 1);
      add_triangle (cr, x, y, 1);
      cairo_stroke (cr);
      break;
    case MARK_NONE:
    case N_MARKS:
    default:
      break;
    }
}

/* A mark as a mask of pixels: a chart may have tens of thousands of them. */
static cairo_surface_t *
create_stamp (Mark mark, double scale)
{
  int size = (int) ceil (STAMP_SIZE * scale);
  cairo_surface_t *stamp = cairo_image_surface_create (CAIRO_FORMAT_A8, size, size);
  cairo_t *cr = cairo_create (stamp);

  cairo_scale (cr, scale, scale);
  draw_mark (cr, mark, STAMP_SIZE / 2, STAMP_SIZE / 2);
  cairo_destroy (cr);
  cairo_surface_flush (stamp);
  return stamp;
}

/* Where marks go: on pixels, or with Cairo on everything else. */
typedef struct
{
  cairo_t *cr;
  double scale;
  TsLinePixels pixels;
  gboolean has_pixels;
  cairo_surface_t *stamps[N_MARKS];
  TsLineInk ink;
} Marker;

static void
put_mark (Marker *self, Mark mark, double x, double y)
{
  if (!self->has_pixels)
    {
      draw_mark (self->cr, mark, x, y);
      return;
    }
  if (self->stamps[mark] == NULL)
    self->stamps[mark] = create_stamp (mark, self->scale);
  ts_line_pixels_mask (&self->pixels, &self->ink, self->stamps[mark],
                       (int) rint ((x - STAMP_SIZE / 2) * self->scale),
                       (int) rint ((y - STAMP_SIZE / 2) * self->scale));
}

static void
marker_clear (Marker *self)
{
  if (self->has_pixels)
    ts_line_pixels_end (&self->pixels);
  for (guint i = 0; i < N_MARKS; i++)
    g_clear_pointer (&self->stamps[i], cairo_surface_destroy);
}

/* Whether the line has marks of a kind at all. */
static gboolean
has_mark (const TsLine *line, Mark mark, TsScaleType type)
{
  static const TsCellState states[N_MARKS] = { [MARK_NAN] = TS_CELL_NAN,
                                               [MARK_NULL] = TS_CELL_NULL,
                                               [MARK_POS_INF] = TS_CELL_POS_INF,
                                               [MARK_NEG_INF] = TS_CELL_NEG_INF };

  if (mark == MARK_NO_PLACE)
    return type == TS_SCALE_LOG && line->span.n_not_positive > 0;
  return line->span.counts[states[mark]] > 0;
}

/* The block that begins with point i has nothing but numbers, and no mark for them. */
static gboolean
is_plain_block (const TsLine *line, guint i, TsScaleType type)
{
  const TsM4Block *block = &line->blocks[i / TS_M4_BLOCK];

  return block->numbers == G_MAXUINT64 && (type != TS_SCALE_LOG || block->extremes.least > 0);
}

/* The first point from i on with such a mark; end without any. */
static guint
find_mark (const TsLine *line, Mark mark, guint i, guint end, TsScaleType type)
{
  while (i < end)
    if (i % TS_M4_BLOCK == 0 && end - i >= TS_M4_BLOCK && is_plain_block (line, i, type))
      i += TS_M4_BLOCK;
    else if (mark_of (line, i, type) == mark)
      break;
    else
      i++;
  return i;
}

/* Marks too close to the one before are passed over, not looked at. */
static void
draw_marks_of (Marker *marker, const TsLine *line, Mark mark, const TsLineLayout *layout, double y)
{
  TsM4Input input = { .places = line->places, .n = line->series->axis->n };
  double apart
      = TS_LINE_MARK_DISTANCE / (layout->right - layout->left) * (layout->last - layout->first);
  guint i, end, unused;

  ts_m4_find (&input, layout->first, layout->last, &i, &end);
  while ((i = find_mark (line, mark, i, end, layout->scale.type)) < end)
    {
      double place = (line->places != NULL ? line->places[i] : i) + 0.5;
      put_mark (marker, mark, ts_line_layout_x (layout, place), y);
      i++;
      if (apart > 1)
        ts_m4_find (&input, place + apart, layout->last, &i, &unused);
    }
}

static void
draw_line_marks (
    Marker *marker, const TsLine *line, const TsLineLayout *layout, double y_above, double y_below)
{
  for (Mark mark = MARK_NONE + 1; mark < N_MARKS; mark++)
    if (has_mark (line, mark, layout->scale.type))
      draw_marks_of (marker, line, mark, layout,
                     mark == MARK_NEG_INF || mark == MARK_NO_PLACE ? y_below : y_above);
}

/* Where the marks of a line go: in strips of its own above and below the lines. */
typedef struct
{
  guint n_above, n_below; /* strips of the lines so far */
  double above, below;    /* y of this line's */
} Strips;

static void
enter_strips (Strips *self, const TsLine *line, const TsLineLayout *layout)
{
  self->above = layout->top + (self->n_above % MAX_STRIPS + 0.5) * TS_LINE_STRIP_HEIGHT;
  self->below = layout->bottom - (self->n_below % MAX_STRIPS + 0.5) * TS_LINE_STRIP_HEIGHT;
  self->n_above += has_marks_above (line);
  self->n_below += has_marks_below (line, layout->scale.type);
}

static void
draw_all_marks (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  Marker marker = { .cr = cr, .scale = style->scale };
  Strips strips = { .n_above = _ts_line_plot_has_band_marks (self) };

  marker.has_pixels = ts_line_pixels_begin (&marker.pixels, cr, style->scale);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      TsColor color = ts_line_color (line->color, style->dark, NULL);
      if (!line->shown)
        continue;
      enter_strips (&strips, line, layout);
      ts_color_set_source (&color, cr);
      marker.ink = ts_line_ink (&color);
      draw_line_marks (&marker, line, layout, strips.above, strips.below);
    }
  marker_clear (&marker);
}

/* --- rings --- */

#define RING_RADIUS 7.0

static TsColor
ring_color (TsLineMarkGrade grade, const TsPlotStyle *style)
{
  switch (grade)
    {
    case TS_LINE_MARK_ERROR:
      return ts_color_from_hex (style->dark ? "#ff7b63" : "#c01c28");
    case TS_LINE_MARK_WARNING:
      return ts_color_from_hex (style->dark ? "#f8e45c" : "#9c6e03");
    case TS_LINE_MARK_HINT:
    default:
      return style->accent;
    }
}

/* Where the point is drawn: on its line, with its mark, or at the border when it is missing. */
static double
ring_y (const TsLine *line, guint place, const TsLineLayout *layout, const Strips *strips)
{
  int point = _ts_line_find_point (line, place);
  Mark mark = point < 0 ? MARK_NONE : mark_of (line, (guint) point, layout->scale.type);

  if (mark == MARK_NEG_INF || mark == MARK_NO_PLACE)
    return strips->below;
  if (mark != MARK_NONE)
    return strips->above;
  if (point < 0 || ts_cell_state (line->states[point]) != TS_CELL_NUMBER)
    return layout->data_bottom;
  return CLAMP (ts_line_layout_y (layout, line->values[point]), layout->top - 2 * RING_RADIUS,
                layout->bottom + 2 * RING_RADIUS);
}

void
ts_line_mark_draw_ring (
    TsLineMarkGrade grade, cairo_t *cr, const TsPlotStyle *style, double x, double y)
{
  TsColor color = ring_color (grade, style);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, RING_RADIUS, 0, 2 * G_PI);
  ts_color_set_source (&style->background, cr);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_rings_of (TsLinePlot *self,
               cairo_t *cr,
               const TsPlotStyle *style,
               const TsLineLayout *layout,
               const TsLine *line,
               const Strips *strips)
{
  for (guint i = 0; i < self->marks->len; i++)
    {
      const TsLineMark *mark = &g_array_index (self->marks, TsLineMark, i);
      int place;
      if (mark->x_id != line->series->x_id || mark->y_id != line->series->y_id)
        continue;
      place = ts_axis_find (self->axis, mark->place_id);
      if (place >= layout->first - 1 && place <= layout->last)
        ts_line_mark_draw_ring (mark->grade, cr, style, ts_line_layout_x (layout, place + 0.5),
                                ring_y (line, (guint) place, layout, strips));
    }
}

void
_ts_line_plot_draw_marks (TsLinePlot *self,
                          cairo_t *cr,
                          const TsPlotStyle *style,
                          const TsLineLayout *layout)
{
  Strips strips = { .n_above = _ts_line_plot_has_band_marks (self) };

  draw_all_marks (self, cr, style, layout);
  for (guint i = 0; self->marks->len > 0 && i < self->lines->len; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      if (!line->shown)
        continue;
      enter_strips (&strips, line, layout);
      draw_rings_of (self, cr, style, layout, line, &strips);
    }
}
