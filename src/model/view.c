/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/view.h"

#include <math.h>

TsView *
ts_view_new (const TsSelection *selection)
{
  TsView *self = g_new0 (TsView, 1);

  self->selection = ts_selection_copy (selection);
  self->cells = g_array_new (FALSE, FALSE, sizeof (TsChosenCell));
  ts_heatmap_colors_init (&self->colors);
  self->palettes[FALSE] = self->colors.palette;
  self->palettes[TRUE] = TS_PALETTE_DIVERGING;
  self->lines_y[1] = 1;
  return self;
}

TsView *
ts_view_copy (const TsView *self)
{
  TsView *copy = g_new (TsView, 1);

  *copy = *self;
  copy->selection = ts_selection_copy (self->selection);
  copy->cells = g_array_copy (self->cells);
  return copy;
}

void
ts_view_free (TsView *self)
{
  ts_selection_free (self->selection);
  g_array_unref (self->cells);
  g_free (self);
}

/* --- direction ---------------------------------------------------------------------------- */

TsDimension
ts_view_get_along (const TsView *self)
{
  return self->along_chosen ? self->along : self->selection->dimension;
}

void
ts_view_set_along (TsView *self, TsDimension along)
{
  self->along = along;
  self->along_chosen = along != self->selection->dimension;
}

TsSelection *
ts_view_dup_line_selection (const TsView *self)
{
  TsSelection *selection = ts_selection_copy (self->selection);

  selection->dimension = ts_view_get_along (self);
  return selection;
}

/* --- cells and lines ---------------------------------------------------------------------- */

/* Lines that would have the colour of an earlier one get the first that no cell has. */
static guint
first_free_color (const guint64 used)
{
  guint color = 0;

  while (color < 63 && (used >> color & 1) != 0)
    color++;
  return color;
}

static guint64
color_bit (guint color)
{
  return G_GUINT64_CONSTANT (1) << color;
}

static guint64
colors_of_cells (const TsView *self)
{
  guint64 used = 0;

  for (guint i = 0; i < self->cells->len; i++)
    used |= color_bit (g_array_index (self->cells, TsChosenCell, i).color);
  return used;
}

int
ts_view_find_line (const GArray *lines, gint64 x_id, gint64 y_id)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const TsViewLine *line = &g_array_index (lines, TsViewLine, i);
      if (line->x_id == x_id && line->y_id == y_id)
        return (int) i;
    }
  return -1;
}

GArray *
ts_view_dup_lines (const TsView *self)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TsViewLine));
  guint64 reserved = colors_of_cells (self), used = 0;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const TsChosenCell *chosen = &g_array_index (self->cells, TsChosenCell, i);
      TsViewLine line = { .color = chosen->color, .hidden = chosen->hidden };
      int place;
      ts_cell_get_line (&chosen->cell, ts_view_get_along (self), &line.x_id, &line.y_id);
      place = ts_view_find_line (lines, line.x_id, line.y_id);
      if (place >= 0)
        {
          g_array_index (lines, TsViewLine, place).hidden &= chosen->hidden;
          continue;
        }
      if ((used & color_bit (line.color)) != 0)
        line.color = first_free_color (used | reserved);
      used |= color_bit (line.color);
      g_array_append_val (lines, line);
    }
  return lines;
}

void
ts_view_add_cell (TsView *self, const TsCell *cell)
{
  g_autoptr (GArray) lines = ts_view_dup_lines (self);
  guint64 used = colors_of_cells (self);
  TsChosenCell chosen = { .cell = *cell };
  gint64 x_id, y_id;
  int place;

  ts_cell_get_line (cell, ts_view_get_along (self), &x_id, &y_id);
  place = ts_view_find_line (lines, x_id, y_id);
  for (guint i = 0; i < lines->len; i++)
    used |= color_bit (g_array_index (lines, TsViewLine, i).color);
  chosen.color
      = place >= 0 ? g_array_index (lines, TsViewLine, place).color : first_free_color (used);
  g_array_append_val (self->cells, chosen);
}

gboolean
ts_view_has_same_cells (const TsView *a, const TsView *b)
{
  if (a->cells->len != b->cells->len)
    return FALSE;
  for (guint i = 0; i < a->cells->len; i++)
    if (!ts_cell_equal (&g_array_index (a->cells, TsChosenCell, i).cell,
                        &g_array_index (b->cells, TsChosenCell, i).cell))
      return FALSE;
  return TRUE;
}

/* --- colours ------------------------------------------------------------------------------ */

TsHeatmapColors
ts_view_get_colors (const TsView *self, gboolean is_signed)
{
  TsHeatmapColors colors = self->colors;

  colors.palette = self->palettes[!!is_signed];
  /* Zero and below have no place on a plain logarithmic scale. */
  if (is_signed && !colors.auto_scale && colors.scale == TS_SCALE_LOG)
    colors.scale = TS_SCALE_SYMLOG;
  return colors;
}

/* --- ranges ------------------------------------------------------------------------------- */

static int
find_id (const gint64 *ids, guint n, gint64 id)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return (int) i;
  return -1;
}

void
ts_axis_part_to_places (
    const TsAxisPart *self, const gint64 *ids, guint n, double *first, double *last)
{
  int from = self->set ? find_id (ids, n, self->first_id) : -1;
  int to = self->set ? find_id (ids, n, self->last_id) : -1;
  double begin = from + self->first_part, end = to + self->last_part;

  *first = 0;
  *last = n;
  if (from < 0 || to < 0 || !(begin < end))
    return;
  *first = begin;
  *last = end;
}

TsAxisPart
ts_axis_part_from_places (const gint64 *ids, guint n, double first, double last)
{
  TsAxisPart range = { 0 };
  guint from, to;

  if (n == 0 || !(first < last) || (first <= 0 && last >= n))
    return range;
  first = CLAMP (first, 0, n);
  last = CLAMP (last, 0, n);
  from = MIN ((guint) first, n - 1);
  to = last > 0 ? MIN ((guint) ceil (last) - 1, n - 1) : 0;
  range = (TsAxisPart){ TRUE, ids[from], ids[to], first - from, last - to };
  return range;
}
