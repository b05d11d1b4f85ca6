/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "model/number-format.h"
#include "plot/heatmap/heatmap-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define READOUT_PADDING 8.0
#define READOUT_OFFSET  14.0
#define READOUT_WIDTH   560.0
/* A cell smaller than this gets an outline of this size, or nobody would find it. */
#define MIN_OUTLINE 7.0
/* A narrower column or row is framed at this width, or its own cells could not be seen. */
#define MIN_FRAME 3.0
/* The lines of one outline, and a pixel of air. */
#define MARK_MARGIN 3.0

graphene_rect_t
_ts_heatmap_view_to_graphene (const TsRect *rect)
{
  return GRAPHENE_RECT_INIT ((float) rect->x, (float) rect->y, (float) rect->width,
                             (float) rect->height);
}

/* --- what lies under a point --- */

gboolean
_ts_heatmap_view_get_block (
    TsHeatmapView *self, double x, double y, guint *x0, guint *x1, guint *y0, guint *y1)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  const TsRect *cells = &self->layout.cells;
  double px, py;

  if (matrix == NULL || !ts_rect_contains (cells, x, y))
    return FALSE;
  if (self->picture->pixels != NULL && self->picture->pixels->range.x0 == self->picture->range.x0
      && self->picture->pixels->range.y0 == self->picture->range.y0
      && self->picture->pixels->range.x1 == self->picture->range.x1
      && self->picture->pixels->range.y1 == self->picture->range.y1)
    {
      ts_heatmap_pixels_get_cells (
          self->picture->pixels,
          (guint) ((x - cells->x) / cells->width * self->picture->pixels->width),
          (guint) ((y - cells->y) / cells->height * self->picture->pixels->height), x0, x1, y0, y1);
      return TRUE;
    }
  ts_heatmap_point_to_place (cells, &self->picture->range, x, y, &px, &py);
  *x0 = (guint) CLAMP (px, 0, matrix->x->n - 1);
  *y0 = (guint) CLAMP (py, 0, matrix->y->n - 1);
  *x1 = *x0 + 1;
  *y1 = *y0 + 1;
  return TRUE;
}

/* --- the readout --- */

static void G_GNUC_PRINTF (2, 3) append_line (GString *text, const char *format, ...)
{
  va_list args;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static const char *
shown_word (const TsHeatmapView *self)
{
  switch (self->picture->colors.reduction)
    {
    case TS_REDUCE_MAX:
      return _ ("the largest is shown");
    case TS_REDUCE_MIN:
      return _ ("the smallest is shown");
    case TS_REDUCE_MEAN:
      return _ ("their mean is shown, this is the one farthest from 0");
    case TS_REDUCE_MAGNITUDE:
    default:
      return _ ("the one farthest from 0 is shown");
    }
}

/* What stands behind one colour: folded rows, several cells under a pixel, and how many of them are
 * no numbers. */
static void
append_block (TsHeatmapView *self, GString *text, guint x0, guint x1, guint y0, guint y1)
{
  const TsHeatmapRows *rows = self->picture->rows;
  gsize counts[TS_N_CELL_STATES];
  gsize n_shown = (gsize) (x1 - x0) * (y1 - y0);
  gsize n = ts_heatmap_rows_count_states (rows, x0, x1, y0, y1, counts);
  g_autofree char *states = ts_heatmap_dup_states (counts);

  if (n_shown == 1 && n > 1)
    append_line (
        text, g_dngettext (GETTEXT_PACKAGE, "%u row is folded", "%u rows are folded", (gulong) n),
        (guint) n);
  else if (n > 1)
    {
      g_autofree char *count = ts_format_count (n);
      append_line (text, _ ("%s cells under this pixel, %s"), count, shown_word (self));
    }
  if (n > 1 && states != NULL)
    append_line (text, "%s", states);
}

/* Plain text about the shown cell (x, y) of a block: first line the row's full name, last lines
 * less important. */
static char *
dup_readout (TsHeatmapView *self, guint x, guint y, guint x0, guint x1, guint y0, guint y1)
{
  TsHeatmapPicture *picture = self->picture;
  TsMatrix *matrix = picture->rows->source;
  guint row = ts_heatmap_rows_to_source (picture->rows, x, y);
  GString *text = g_string_new (NULL);
  g_autofree char *name = ts_heatmap_dup_place (matrix->y, row);
  g_autofree char *place = ts_heatmap_dup_place (matrix->x, x);
  g_autofree char *value = ts_heatmap_dup_value (picture->rows->shown, x, y);
  g_autofree char *more
      = self->describe != NULL ? self->describe (matrix, x, row, self->describe_data) : NULL;
  g_autofree char *marks = ts_cell_marks_dup_text (picture->marks, x0, x1, y0, y1);

  append_line (text, "%s", name);
  append_line (text, "%s", place);
  append_line (text, "%s  %s", picture->value_name != NULL ? picture->value_name : _ ("value"),
               value);
  if (ts_matrix_is_empty_at (picture->rows->shown, x, y))
    append_line (text, "%s", _ ("This step or rank has no row at all of what is shown"));
  if (marks != NULL)
    append_line (text, "%s", marks);
  if (more != NULL && *more != '\0')
    append_line (text, "%s", more);
  append_block (self, text, x0, x1, y0, y1);
  return g_string_free (text, FALSE);
}

static void
style_readout (PangoLayout *layout, const char *text)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  const char *end = strchr (text, '\n');
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->end_index = end != NULL ? (guint) (end - text) : G_MAXUINT;
  pango_attr_list_insert (attributes, bold);
  pango_attr_list_insert (attributes, pango_attr_font_features_new (TS_TEXT_FEATURES));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
}

/* Beside the point, on the side where there is room. */
static void
append_readout (TsHeatmapView *self,
                GtkSnapshot *snapshot,
                const char *text,
                const graphene_point_t *at,
                double width,
                double height)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  PangoRectangle box;
  graphene_rect_t bounds;
  GskRoundedRect rounded;
  TsColor ground
      = ts_color_mix (&self->picture->style.background, &self->picture->style.foreground, 0.05);
  GdkRGBA background = { (float) ground.r, (float) ground.g, (float) ground.b, 0.97f };
  TsColor edge
      = ts_color_mix (&self->picture->style.background, &self->picture->style.foreground, 0.35);
  GdkRGBA line = { (float) edge.r, (float) edge.g, (float) edge.b, 1 };
  GdkRGBA lines[4] = { line, line, line, line };
  const float one[4] = { 1, 1, 1, 1 };
  GdkRGBA ink
      = { (float) self->picture->style.foreground.r, (float) self->picture->style.foreground.g,
          (float) self->picture->style.foreground.b, 1 };
  double x, y, w, h;

  pango_layout_set_width (layout, (int) (MIN (READOUT_WIDTH, MAX (80, width - 40)) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text (layout, text, -1);
  style_readout (layout, text);
  pango_layout_get_pixel_extents (layout, NULL, &box);
  w = box.width + 2 * READOUT_PADDING;
  h = box.height + 2 * READOUT_PADDING;
  x = at->x + READOUT_OFFSET + w <= width ? at->x + READOUT_OFFSET : at->x - READOUT_OFFSET - w;
  y = at->y + READOUT_OFFSET + h <= height ? at->y + READOUT_OFFSET : at->y - READOUT_OFFSET - h;
  x = round (CLAMP (x, 4, MAX (4, width - w - 4)));
  y = round (CLAMP (y, 4, MAX (4, height - h - 4)));
  graphene_rect_init (&bounds, (float) x, (float) y, (float) w, (float) h);
  gsk_rounded_rect_init_from_rect (&rounded, &bounds, 8);
  gtk_snapshot_push_rounded_clip (snapshot, &rounded);
  gtk_snapshot_append_color (snapshot, &background, &bounds);
  gtk_snapshot_pop (snapshot);
  /* A line, not a shadow: without a graphics card a blur alone takes longer than a frame has. */
  gtk_snapshot_append_border (snapshot, &rounded, one, lines);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (x + READOUT_PADDING - box.x),
                                                          (float) (y + READOUT_PADDING)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

/* --- the overlay --- */

/* Two contrasting lines: one of them shows on any colour. */
static void
append_outline (TsHeatmapView *self,
                GtkSnapshot *snapshot,
                guint x0,
                guint x1,
                guint y0,
                guint y1,
                double margin,
                const TsColor *color)
{
  const TsRect *cells = &self->layout.cells;
  TsRect from = ts_heatmap_get_cell_rect (cells, &self->picture->range, x0, y0);
  double width = MAX (from.width * (x1 - x0), MIN_OUTLINE) + 2 * margin;
  double height = MAX (from.height * (y1 - y0), MIN_OUTLINE) + 2 * margin;
  double left = from.x + from.width * (x1 - x0) / 2 - width / 2;
  double top = from.y + from.height * (y1 - y0) / 2 - height / 2;
  GdkRGBA inner = { (float) color->r, (float) color->g, (float) color->b, 1 };
  GdkRGBA outer
      = ts_color_get_luma (color) > 0.45 ? (GdkRGBA){ 0, 0, 0, 1 } : (GdkRGBA){ 1, 1, 1, 1 };
  GdkRGBA inner4[4] = { inner, inner, inner, inner }, outer4[4] = { outer, outer, outer, outer };
  const float two[4] = { 2, 2, 2, 2 }, one[4] = { 1, 1, 1, 1 };
  graphene_rect_t box = GRAPHENE_RECT_INIT ((float) round (left) - 1, (float) round (top) - 1,
                                            (float) round (width) + 2, (float) round (height) + 2);
  GskRoundedRect rounded;

  gsk_rounded_rect_init_from_rect (&rounded, &box, 0);
  gtk_snapshot_append_border (snapshot, &rounded, two, inner4);
  graphene_rect_inset (&box, -1, -1);
  gsk_rounded_rect_init_from_rect (&rounded, &box, 0);
  gtk_snapshot_append_border (snapshot, &rounded, one, outer4);
}

static void
append_outlines (TsHeatmapView *self, GtkSnapshot *snapshot, TsMatrix *matrix)
{
  for (guint i = 0; i < self->n_outlines; i++)
    {
      int x = ts_axis_find (matrix->x, self->outlines[i].x_id);
      int y = ts_axis_find (self->picture->rows->source->y, self->outlines[i].y_id);
      if (x < 0 || y < 0)
        continue;
      y = (int) ts_heatmap_rows_from_source (self->picture->rows, (guint) y);
      append_outline (self, snapshot, (guint) x, (guint) x + 1, (guint) y, (guint) y + 1, 0,
                      &self->outlines[i].color);
    }
}

/* How far an outline keeps from the cell, so that it does not hide the colour of the cell's line.
 */
static double
get_margin (TsHeatmapView *self, TsMatrix *matrix, guint x, guint y)
{
  for (guint i = 0; i < self->n_outlines; i++)
    {
      int row = ts_axis_find (self->picture->rows->source->y, self->outlines[i].y_id);
      if (self->outlines[i].x_id == matrix->x->ids[x] && row >= 0
          && ts_heatmap_rows_from_source (self->picture->rows, (guint) row) == y)
        return MARK_MARGIN;
    }
  return 0;
}

/* Where the value under the pointer lies on the colour bar: drawn here, so that the bar itself need
 * not be drawn again while the pointer moves. */
static void
append_pointed (TsHeatmapView *self, GtkSnapshot *snapshot, TsMatrix *matrix, guint x, guint y)
{
  GdkRGBA black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };
  graphene_point_t at;
  double bar_x, bar_y, height;

  if (!ts_color_bar_get_point (TS_COLOR_BAR (self->color_bar),
                               matrix->values[ts_matrix_index (matrix, x, y)], &bar_x, &bar_y,
                               &height)
      || !gtk_widget_compute_point (self->color_bar, self->overlay,
                                    &GRAPHENE_POINT_INIT ((float) floor (bar_x), (float) bar_y),
                                    &at))
    return;
  gtk_snapshot_append_color (snapshot, &black,
                             &GRAPHENE_RECT_INIT (at.x - 1, at.y - 2, 3, (float) height + 4));
  gtk_snapshot_append_color (snapshot, &white,
                             &GRAPHENE_RECT_INIT (at.x, at.y - 1, 1, (float) height + 2));
}

static void
append_hover (
    TsHeatmapView *self, GtkSnapshot *snapshot, TsMatrix *matrix, double width, double height)
{
  guint x0, x1, y0, y1;
  g_autofree char *text = NULL;
  graphene_point_t at = GRAPHENE_POINT_INIT ((float) self->pointer_x, (float) self->pointer_y);

  if (self->hover_x < 0
      || !_ts_heatmap_view_get_block (self, self->pointer_x, self->pointer_y, &x0, &x1, &y0, &y1))
    return;
  append_outline (self, snapshot, x0, x1, y0, y1, get_margin (self, matrix, x0, y0),
                  &self->picture->style.foreground);
  append_pointed (self, snapshot, matrix, (guint) self->hover_x, (guint) self->hover_y);
  text = dup_readout (self, (guint) self->hover_x, (guint) self->hover_y, x0, x1, y0, y1);
  append_readout (self, snapshot, text, &at, width, height);
}

static void
append_cursor (
    TsHeatmapView *self, GtkSnapshot *snapshot, TsMatrix *matrix, double width, double height)
{
  guint x = (guint) self->cursor_x, y = (guint) self->cursor_y;
  graphene_point_t at;
  TsRect cell = ts_heatmap_get_cell_rect (&self->layout.cells, &self->picture->range, x, y);

  append_outline (self, snapshot, x, x + 1, y, y + 1, get_margin (self, matrix, x, y),
                  &self->picture->style.accent);
  if (!self->reading_cursor)
    return;
  append_pointed (self, snapshot, matrix, x, y);
  at = GRAPHENE_POINT_INIT ((float) (cell.x + cell.width / 2), (float) (cell.y + cell.height / 2));
  if (self->layout.cells.width > 0)
    {
      g_autofree char *text = dup_readout (self, x, y, x, x + 1, y, y + 1);
      append_readout (self, snapshot, text, &at, width, height);
    }
}

/* --- the marker --- */

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
_ts_heatmap_view_append_marker (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  TsMatrix *source = self->picture->rows->source;
  TsRect cell;

  if (self->marker_x >= 0 && self->marker_x < (int) source->x->n)
    {
      cell = ts_heatmap_get_cell_rect (cells, &self->picture->range, (guint) self->marker_x, 0);
      double width = MAX (cell.width, MIN_FRAME);
      append_frame (snapshot, cell.x + cell.width / 2 - width / 2, cells->y - 4, width,
                    cells->height + 8);
    }
  if (self->marker_y >= 0 && self->marker_y < (int) source->y->n)
    {
      cell = ts_heatmap_get_cell_rect (
          cells, &self->picture->range, 0,
          ts_heatmap_rows_from_source (self->picture->rows, (guint) self->marker_y));
      double height = MAX (cell.height, MIN_FRAME);
      append_frame (snapshot, cells->x - 4, cell.y + cell.height / 2 - height / 2, cells->width + 8,
                    height);
    }
}

/* --- all of it --- */

void
_ts_heatmap_view_snapshot_overlay (GtkSnapshot *snapshot,
                                   double width,
                                   double height,
                                   gpointer data)
{
  TsHeatmapView *self = data;
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  graphene_rect_t cells = _ts_heatmap_view_to_graphene (&self->layout.cells);
  gboolean has_cursor;

  if (matrix == NULL || !ts_heatmap_picture_has_cells (self->picture))
    return;
  has_cursor = self->cursor_x >= 0 && gtk_widget_has_focus (GTK_WIDGET (self));
  gtk_snapshot_push_clip (snapshot, &cells);
  _ts_heatmap_view_append_marker (self, snapshot);
  append_outlines (self, snapshot, matrix);
  ts_plot_gestures_append_box (self->gestures, snapshot, &self->picture->style.accent);
  gtk_snapshot_pop (snapshot);
  if (ts_plot_gestures_is_dragging (self->gestures))
    return;
  if (has_cursor)
    append_cursor (self, snapshot, matrix, width, height);
  if (!self->reading_cursor)
    append_hover (self, snapshot, matrix, width, height);
}
