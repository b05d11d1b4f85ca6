/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/cell-marks.h"

#include "plot/heatmap/heatmap-draw.h"

#include <glib/gi18n-lib.h>

#define LEAST_SIZE   6.0
#define LARGEST_SIZE 11.0

static GHashTable *
index_ids (const TsAxis *axis)
{
  GHashTable *places = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < axis->n; i++)
    g_hash_table_insert (places, &axis->ids[i], GUINT_TO_POINTER (i));
  return places;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const TsPlacedMark *left = a, *right = b;

  if (left->y != right->y)
    return left->y < right->y ? -1 : 1;
  return left->x < right->x ? -1 : left->x > right->x;
}

TsCellMarks *
ts_cell_marks_new (const TsCellMark *marks, guint n, const TsHeatmapRows *rows)
{
  TsCellMarks *self = g_new0 (TsCellMarks, 1);
  g_autoptr (GHashTable) columns = index_ids (rows->source->x);
  g_autoptr (GHashTable) lines = index_ids (rows->source->y);

  self->marks = g_new (TsPlacedMark, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      gpointer x, y;
      if (g_hash_table_lookup_extended (columns, &marks[i].x_id, NULL, &x)
          && g_hash_table_lookup_extended (lines, &marks[i].y_id, NULL, &y))
        self->marks[self->n++]
            = (TsPlacedMark){ GPOINTER_TO_UINT (x),
                              ts_heatmap_rows_from_source (rows, GPOINTER_TO_UINT (y)),
                              marks[i].kind, marks[i].count };
    }
  qsort (self->marks, self->n, sizeof *self->marks, compare_places);
  return self;
}

void
ts_cell_marks_free (TsCellMarks *self)
{
  g_free (self->marks);
  g_free (self);
}

/* --- drawing --- */

static void
add_triangle (cairo_t *cr, double x, double y, double size)
{
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + size, y);
  cairo_line_to (cr, x, y + size);
  cairo_close_path (cr);
}

/* A light and a dark line around it: one of them shows on any colour. Told apart by their filling,
 * not by their colour. */
void
ts_cell_mark_draw (TsMarkKind kind, cairo_t *cr, double x, double y, double size)
{
  if (kind == TS_MARK_HINT)
    size *= 0.75;
  add_triangle (cr, x, y, size + 3);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill (cr);
  add_triangle (cr, x, y, size);
  if (kind == TS_MARK_ERROR)
    {
      cairo_set_source_rgb (cr, 0.75, 0.05, 0.1);
      cairo_fill (cr);
      return;
    }
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_set_line_width (cr, kind == TS_MARK_WARNING ? 1.6 : 0.8);
  cairo_stroke (cr);
}

/* The first mark of a row that may be visible. */
static guint
find_row (const TsCellMarks *self, guint y)
{
  guint low = 0, high = self->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (self->marks[middle].y < y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
ts_cell_marks_draw (const TsCellMarks *self,
                    cairo_t *cr,
                    const TsRect *cells,
                    const TsViewRange *range)
{
  TsRect cell = ts_heatmap_get_cell_rect (cells, range, 0, 0);
  double size = CLAMP (MIN (cell.width, cell.height) * 0.45, LEAST_SIZE, LARGEST_SIZE);
  guint across = (guint) (cells->width / LEAST_SIZE) + 1;
  guint down = (guint) (cells->height / LEAST_SIZE) + 1;
  g_autofree guint *best = g_new0 (guint, (gsize) across * down); /* mark + 1 */

  for (guint i = find_row (self, (guint) MAX (range->y0, 0)); i < self->n; i++)
    {
      const TsPlacedMark *mark = &self->marks[i];
      guint *bin;
      if (mark->y >= range->y1)
        break;
      if (mark->x + 1 <= range->x0 || mark->x >= range->x1)
        continue;
      cell = ts_heatmap_get_cell_rect (cells, range, mark->x, mark->y);
      bin = &best[(guint) (MAX (cell.y - cells->y, 0) / LEAST_SIZE) * across
                  + (guint) (MAX (cell.x - cells->x, 0) / LEAST_SIZE)];
      if (*bin == 0 || self->marks[*bin - 1].kind < mark->kind)
        *bin = i + 1;
    }
  /* The gravest last, over what its neighbours cover. */
  for (int kind = TS_MARK_HINT; kind <= TS_MARK_ERROR; kind++)
    for (guint i = 0; i < across * down; i++)
      {
        const TsPlacedMark *mark = best[i] > 0 ? &self->marks[best[i] - 1] : NULL;
        if (mark == NULL || (int) mark->kind != kind)
          continue;
        cell = ts_heatmap_get_cell_rect (cells, range, mark->x, mark->y);
        ts_cell_mark_draw (mark->kind, cr, MAX (cell.x, cells->x), MAX (cell.y, cells->y), size);
      }
}

/* --- words --- */

guint
ts_cell_marks_count (const TsCellMarks *self, TsMarkKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    if (self->marks[i].kind == kind)
      n += MAX (self->marks[i].count, 1);
  return n;
}

char *
ts_mark_kind_dup_count (TsMarkKind kind, guint n)
{
  switch (kind)
    {
    case TS_MARK_ERROR:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u error", "%u errors", n), n);
    case TS_MARK_WARNING:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u warning", "%u warnings", n), n);
    case TS_MARK_HINT:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hint", "%u hints", n), n);
    }
}

char *
ts_cell_marks_dup_text (const TsCellMarks *self, guint x0, guint x1, guint y0, guint y1)
{
  guint counts[3] = { 0 };
  GString *text;

  if (self == NULL)
    return NULL;
  for (guint i = find_row (self, y0); i < self->n && self->marks[i].y < y1; i++)
    if (self->marks[i].x >= x0 && self->marks[i].x < x1)
      counts[self->marks[i].kind] += MAX (self->marks[i].count, 1);
  text = g_string_new (NULL);
  for (int kind = TS_MARK_ERROR; kind >= 0; kind--)
    {
      g_autofree char *count = ts_mark_kind_dup_count ((TsMarkKind) kind, counts[kind]);
      if (counts[kind] > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? _ (", ") : "", count);
    }
  return g_string_free (text, text->len == 0);
}
