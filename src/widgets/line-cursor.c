/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-cursor.h"

#include "plot/text.h"

#include <math.h>

#define PADDING 6.0

struct _TsLineCursor
{
  GtkWidget parent;

  TsLineCanvas *canvas; /* borrowed */
  TsLinePlot *plot;     /* borrowed */
  int place;
  int line;
  int a, b;
  int current;
  TsPlotGestures *gestures; /* borrowed; NULL: none */
  gboolean readout;
};

G_DEFINE_FINAL_TYPE (TsLineCursor, ts_line_cursor, GTK_TYPE_WIDGET)

static GdkRGBA
to_rgba (const TsColor *color, double alpha)
{
  return (GdkRGBA){ (float) color->r, (float) color->g, (float) color->b,
                    (float) (color->a * alpha) };
}

/* --- lines --- */

static void
append_upright (TsLineCursor *self, GtkSnapshot *snapshot, const TsLineLayout *layout, int place)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  double x = floor (ts_line_layout_x (layout, place + 0.5) * style->scale) / style->scale;
  GdkRGBA rgba = to_rgba (&style->foreground, 0.6);

  if (x < layout->left - 1 || x > layout->right + 1)
    return;
  gtk_snapshot_append_color (snapshot, &rgba,
                             &GRAPHENE_RECT_INIT ((float) x, (float) layout->top, 1,
                                                  (float) (layout->bottom - layout->top)));
}

static void
append_mark (TsLineCursor *self,
             GtkSnapshot *snapshot,
             const TsLineLayout *layout,
             int place,
             const char *name)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  double x = ts_line_layout_x (layout, place + 0.5);
  cairo_t *cr;

  if (place < 0 || x < layout->left - 1 || x > layout->right + 1)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x - 10, 0, 20, (float) layout->bottom + 1));
  ts_color_set_source (&style->accent, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, x, layout->top);
  cairo_line_to (cr, x, layout->bottom);
  cairo_stroke (cr);
  cairo_arc (cr, x, layout->top + 7, 7.5, 0, 2 * G_PI);
  cairo_fill (cr);
  ts_text_draw (cr, style, name, x, layout->top + 7, TS_ALIGN_CENTER, TS_ALIGN_CENTER, 0,
                &(TsColor){ 1, 1, 1, 1 });
  cairo_destroy (cr);
}

/* The heat map's place: a dotted line that stands on a wedge, so that it is no cursor. */
static void
append_current (TsLineCursor *self, GtkSnapshot *snapshot, const TsLineLayout *layout)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  const double dots[] = { 1, 3 };
  double x = ts_line_layout_x (layout, self->current + 0.5);
  cairo_t *cr;

  if (self->current < 0 || x < layout->left - 1 || x > layout->right + 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT ((float) x - 8, (float) layout->top, 16,
                                                       (float) (layout->bottom - layout->top) + 1));
  ts_color_set_source (&style->accent, cr);
  cairo_move_to (cr, x - 5, layout->bottom);
  cairo_line_to (cr, x + 5, layout->bottom);
  cairo_line_to (cr, x, layout->bottom - 6);
  cairo_fill (cr);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  cairo_move_to (cr, floor (x) + 0.5, layout->top);
  cairo_line_to (cr, floor (x) + 0.5, layout->bottom - 6);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* A ring around each line's point, larger for the one that stands out. */
static void
append_points (TsLineCursor *self, GtkSnapshot *snapshot, const TsLineLayout *layout)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  double x = ts_line_layout_x (layout, self->place + 0.5);
  cairo_t *cr;

  if (x < layout->left - 1 || x > layout->right + 1)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x - 8, (float) layout->top - 8, 16,
                                     (float) (layout->bottom - layout->top) + 16));
  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    {
      TsLineReading reading = ts_line_plot_read_line (self->plot, i, (guint) self->place);
      TsColor color = ts_line_color (ts_line_plot_get_color (self->plot, i), style->dark, NULL);
      double y = ts_line_layout_y (layout, reading.value);
      if (!ts_line_plot_get_shown (self->plot, i) || ts_cell_state (reading.state) != TS_CELL_NUMBER
          || isnan (y) || y < layout->top || y > layout->bottom)
        continue;
      cairo_arc (cr, x, y, (int) i == self->line ? 5 : 3.5, 0, 2 * G_PI);
      ts_color_set_source (&style->background, cr);
      cairo_fill_preserve (cr);
      ts_color_set_source (&color, cr);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

/* --- the place's name --- */

/* "Training step 500", "layers.3.mlp". Caller frees. */
static char *
describe_place (TsLineCursor *self)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  g_autofree char *place = ts_line_plot_describe_place (self->plot, (guint) self->place);

  if (axis->dimension == TS_DIMENSION_MODULE)
    return g_steal_pointer (&place);
  return g_strdup_printf ("%s %s", ts_dimension_get_title (axis->dimension), place);
}

/* On the X axis below the crosshair, where it covers nothing that is measured; the values are the
 * legend's. */
static void
append_readout (TsLineCursor *self, GtkSnapshot *snapshot, const TsLineLayout *layout)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  double width = gtk_widget_get_width (GTK_WIDGET (self)), text_width, text_height, left;
  g_autofree char *text = describe_place (self);
  cairo_surface_t *scratch = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cr = cairo_create (scratch);

  ts_text_measure (cr, style, text, &text_width, &text_height);
  cairo_destroy (cr);
  cairo_surface_destroy (scratch);
  /* A module's name may be cut nowhere else than at the chart's width. */
  text_width = MIN (ceil (text_width), width - 2 * PADDING);
  left = ts_line_layout_x (layout, self->place + 0.5) - text_width / 2 - PADDING;
  left = floor (CLAMP (left, 0, MAX (width - text_width - 2 * PADDING, 0)));
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) left, (float) layout->bottom + 1,
                                     (float) (text_width + 2 * PADDING), (float) text_height + 6));
  ts_color_set_source (&style->foreground, cr);
  cairo_paint (cr);
  ts_text_draw (cr, style, text, left + PADDING, layout->bottom + 4, TS_ALIGN_START, TS_ALIGN_START,
                text_width + 1, &style->background);
  cairo_destroy (cr);
}

/* --- widget --- */

static void
ts_line_cursor_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsLineCursor *self = TS_LINE_CURSOR (widget);
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);

  if (layout == NULL || ts_line_plot_get_axis (self->plot) == NULL)
    return;
  append_current (self, snapshot, layout);
  append_mark (self, snapshot, layout, self->a, "A");
  append_mark (self, snapshot, layout, self->b, "B");
  if (self->gestures != NULL)
    ts_plot_gestures_append_box (self->gestures, snapshot,
                                 &ts_line_canvas_get_style (self->canvas)->accent);
  if (self->place < 0 || self->place >= (int) ts_line_plot_get_axis (self->plot)->n)
    return;
  append_upright (self, snapshot, layout, self->place);
  append_points (self, snapshot, layout);
  if (self->readout && (self->gestures == NULL || !ts_plot_gestures_is_dragging (self->gestures)))
    append_readout (self, snapshot, layout);
}

/* Menus grow after they were popped up, when their sections get lines and headings. */
static void
ts_line_cursor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      gtk_popover_present (GTK_POPOVER (child));
}

static void
ts_line_cursor_class_init (TsLineCursorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->size_allocate = ts_line_cursor_size_allocate;
  widget_class->snapshot = ts_line_cursor_snapshot;
  gtk_widget_class_set_css_name (widget_class, "linecursor");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ts_line_cursor_init (TsLineCursor *self)
{
  self->place = self->line = self->a = self->b = self->current = -1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

void
ts_line_cursor_set_chart (TsLineCursor *self, TsLineCanvas *canvas, TsLinePlot *plot)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  self->canvas = canvas;
  self->plot = plot;
}

void
ts_line_cursor_set_place (TsLineCursor *self, int place, int line)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  if (self->place == place && self->line == line)
    return;
  self->place = place;
  self->line = line;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_line_cursor_set_current (TsLineCursor *self, int place)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  if (self->current == place)
    return;
  self->current = place;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_line_cursor_set_marks (TsLineCursor *self, int a, int b)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  self->a = a;
  self->b = b;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_line_cursor_set_gestures (TsLineCursor *self, TsPlotGestures *gestures)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  self->gestures = gestures;
}

void
ts_line_cursor_set_readout (TsLineCursor *self, gboolean readout)
{
  g_return_if_fail (TS_IS_LINE_CURSOR (self));
  self->readout = !!readout;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
