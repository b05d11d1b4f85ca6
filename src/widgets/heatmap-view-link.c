/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other pictures of the same data show in the heat map, and learn from it. */
#include "widgets/heatmap-view-private.h"

#include <math.h>

/* A narrower column or row is framed at this width, or its own cells could not be seen. */
#define MIN_FRAME 3.0

/* --- the marker --------------------------------------------------------------------------- */

void
ts_heatmap_view_set_marker (TsHeatmapView *self, int x, int y)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (x == self->marker_x && y == self->marker_y)
    return;
  self->marker_x = x;
  self->marker_y = y;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_get_marker (TsHeatmapView *self, int *x, int *y)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  *x = self->marker_x;
  *y = self->marker_y;
}

/* A dark and a light line: one of them shows on any colour. */
static void
append_frame (GtkSnapshot *snapshot, double left, double top, double width, double height)
{
  const GdkRGBA dark = { 0, 0, 0, 1 }, light = { 1, 1, 1, 1 };
  const GdkRGBA darks[4] = { dark, dark, dark, dark }, lights[4] = { light, light, light, light };
  const float one[4] = { 1, 1, 1, 1 };
  graphene_rect_t box = GRAPHENE_RECT_INIT ((float) round (left) - 1, (float) round (top) - 1,
                                            (float) round (width) + 2, (float) round (height) + 2);
  GskRoundedRect rounded;

  gsk_rounded_rect_init_from_rect (&rounded, &box, 0);
  gtk_snapshot_append_border (snapshot, &rounded, one, lights);
  graphene_rect_inset (&box, -1, -1);
  gsk_rounded_rect_init_from_rect (&rounded, &box, 0);
  gtk_snapshot_append_border (snapshot, &rounded, one, darks);
}

void
ts_heatmap_view_append_marker (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  TsMatrix *source = self->rows->source;
  TsRect cell;

  if (self->marker_x >= 0 && self->marker_x < (int) source->x->n)
    {
      cell = ts_heatmap_get_cell_rect (cells, &self->range, (guint) self->marker_x, 0);
      double width = MAX (cell.width, MIN_FRAME);
      append_frame (snapshot, cell.x + cell.width / 2 - width / 2, cells->y - 4, width,
                    cells->height + 8);
    }
  if (self->marker_y >= 0 && self->marker_y < (int) source->y->n)
    {
      cell = ts_heatmap_get_cell_rect (
          cells, &self->range, 0, ts_heatmap_rows_from_source (self->rows, (guint) self->marker_y));
      double height = MAX (cell.height, MIN_FRAME);
      append_frame (snapshot, cells->x - 4, cell.y + cell.height / 2 - height / 2, cells->width + 8,
                    height);
    }
}

/* --- what can be seen --------------------------------------------------------------------- */

static GArray *
dup_ids_between (const TsAxis *axis, double from, double to)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint first = (guint) MAX (floor (from), 0), end = (guint) MIN (ceil (to), axis->n);

  if (end > first)
    g_array_append_vals (ids, axis->ids + first, end - first);
  return ids;
}

/* Rows may be in any order, and one may stand for many. */
static GArray *
dup_visible_rows (TsHeatmapView *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  const TsAxis *axis = self->source->y;

  for (guint i = 0; i < axis->n; i++)
    {
      guint row = self->rows != NULL ? ts_heatmap_rows_from_source (self->rows, i) : i;
      if (row + 1 > self->range.y0 && row < self->range.y1)
        g_array_append_val (ids, axis->ids[i]);
    }
  return ids;
}

GArray *
ts_heatmap_view_dup_visible_ids (TsHeatmapView *self, TsDimension dimension)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  if (!ts_heatmap_view_has_cells (self))
    return NULL;
  if (self->source->x->dimension == dimension)
    return dup_ids_between (self->source->x, self->range.x0, self->range.x1);
  return self->source->y->dimension == dimension ? dup_visible_rows (self) : NULL;
}
