/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-cursor.h"

#include "plot/text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define PADDING    10.0
#define SWATCH     14.0
#define NAME_WIDTH 240.0
#define COLUMN_GAP 14.0
#define AWAY       14.0

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

/* --- readout --- */

typedef struct
{
  GArray *readings;
  char **values;
  guint first; /* of the rows that fit; the rest is counted */
  guint n_rows;
  double row_height;
  double name_width, value_width;
  double width, height;
  char *head;
  char *more;
} Readout;

static void
readout_clear (Readout *self)
{
  g_array_unref (self->readings);
  g_strfreev (self->values);
  g_free (self->head);
  g_free (self->more);
}

static void
measure_rows (TsLineCursor *self, Readout *readout, PangoLayout *layout)
{
  for (guint i = readout->first; i < readout->first + readout->n_rows; i++)
    {
      const TsLineReading *reading = &g_array_index (readout->readings, TsLineReading, i);
      int width;
      ts_text_set (layout, ts_line_plot_get_series (self->plot, reading->line)->name, 0);
      pango_layout_get_size (layout, &width, NULL);
      readout->name_width
          = MAX (readout->name_width, MIN (pango_units_to_double (width), NAME_WIDTH));
      ts_text_set (layout, readout->values[i], 0);
      pango_layout_get_size (layout, &width, NULL);
      readout->value_width = MAX (readout->value_width, pango_units_to_double (width));
    }
}

/* The greatest values, or those around the line that stands out. */
static guint
find_first_row (TsLineCursor *self, const Readout *readout)
{
  guint n = readout->readings->len, at = 0;

  while (at < n && (int) g_array_index (readout->readings, TsLineReading, at).line != self->line)
    at++;
  if (at == n || at < readout->n_rows)
    return 0;
  return MIN (at - readout->n_rows / 2, n - readout->n_rows);
}

static void
cut_rows (TsLineCursor *self, Readout *readout)
{
  guint n;

  readout->n_rows = MAX (readout->n_rows, 2) - 1;
  readout->first = find_first_row (self, readout);
  n = readout->readings->len - readout->n_rows;
  if (readout->first > 0)
    readout->more
        = g_strdup_printf (_ ("%u more above, %u below"), readout->first, n - readout->first);
  else
    readout->more
        = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n), n);
}

static void
readout_fill (TsLineCursor *self, Readout *readout, PangoLayout *layout, double room)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  g_autofree char *place = ts_line_plot_describe_place (self->plot, (guint) self->place);
  guint n;
  int width, height;

  readout->readings = ts_line_plot_read (self->plot, (guint) self->place);
  n = readout->readings->len;
  readout->head = axis->dimension == TS_DIMENSION_MODULE
                      ? g_strdup (place)
                      : g_strdup_printf ("%s %s", ts_dimension_get_title (axis->dimension), place);
  /* As wide as it is drawn: a module's name may be cut nowhere else than at the chart's width. */
  ts_text_set_bold (layout, TRUE, 1);
  ts_text_set (layout, readout->head, 0);
  pango_layout_get_size (layout, &width, &height);
  ts_text_set_bold (layout, FALSE, 1);
  width
      = MIN (width, (gtk_widget_get_width (GTK_WIDGET (self)) - (int) (2 * PADDING)) * PANGO_SCALE);
  readout->row_height = ceil (pango_units_to_double (height)) + 3;
  readout->n_rows = (guint) CLAMP ((room - 2 * PADDING) / readout->row_height - 1, 1, n);
  if (readout->n_rows < n)
    cut_rows (self, readout);
  readout->values = g_new0 (char *, readout->readings->len + 1);
  for (guint i = 0; i < readout->readings->len; i++)
    readout->values[i]
        = ts_line_reading_format (&g_array_index (readout->readings, TsLineReading, i));
  measure_rows (self, readout, layout);
  readout->width = MAX (SWATCH + 6 + readout->name_width + COLUMN_GAP + readout->value_width,
                        ceil (pango_units_to_double (width)))
                   + 2 * PADDING;
  readout->height
      = (readout->n_rows + 1 + (readout->more != NULL)) * readout->row_height - 3 + 2 * PADDING;
}

static void
draw_frame (cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  TsColor fill = style->background;
  double r = 8;

  /* A card's background may be see-through; text over lines needs a ground. */
  fill.a = 1;
  cairo_new_sub_path (cr);
  cairo_arc (cr, width - r - 0.5, r + 0.5, r, -G_PI / 2, 0);
  cairo_arc (cr, width - r - 0.5, height - r - 0.5, r, 0, G_PI / 2);
  cairo_arc (cr, r + 0.5, height - r - 0.5, r, G_PI / 2, G_PI);
  cairo_arc (cr, r + 0.5, r + 0.5, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
  if (style->dark && style->background.a < 1)
    fill = (TsColor){ 0.22, 0.22, 0.22, 1 };
  fill.a = 0.95;
  ts_color_set_source (&fill, cr);
  cairo_fill_preserve (cr);
  ts_color_set_source (&style->grid, cr);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_row (
    TsLineCursor *self, cairo_t *cr, PangoLayout *layout, const Readout *readout, guint i, double y)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  const TsLineReading *reading = &g_array_index (readout->readings, TsLineReading, i);
  gboolean stands_out = (int) reading->line == self->line;
  gboolean number = ts_cell_state (reading->state) == TS_CELL_NUMBER;
  guint dash;
  TsColor color
      = ts_line_color (ts_line_plot_get_color (self->plot, reading->line), style->dark, &dash);

  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, stands_out ? 4 : 2.5);
  ts_line_set_dash (cr, dash);
  cairo_move_to (cr, PADDING, y);
  cairo_line_to (cr, PADDING + SWATCH, y);
  cairo_stroke (cr);
  ts_text_set (layout, ts_line_plot_get_series (self->plot, reading->line)->name,
               readout->name_width + 1);
  ts_text_show (layout, cr, PADDING + SWATCH + 6, y, TS_ALIGN_START, TS_ALIGN_CENTER,
                stands_out ? &style->foreground : &style->dim);
  ts_text_set (layout, readout->values[i], 0);
  ts_text_show (layout, cr, readout->width - PADDING, y, TS_ALIGN_END, TS_ALIGN_CENTER,
                number ? &style->foreground : &style->nan);
}

static void
draw_readout (TsLineCursor *self, cairo_t *cr, PangoLayout *layout, const Readout *readout)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  g_autoptr (PangoLayout) head = ts_text_create_layout (cr, style);
  double y = PADDING + (readout->row_height - 3) / 2;

  draw_frame (cr, style, readout->width, readout->height);
  ts_text_set_bold (head, TRUE, 1);
  ts_text_set (head, readout->head, readout->width - 2 * PADDING);
  ts_text_show (head, cr, PADDING, y, TS_ALIGN_START, TS_ALIGN_CENTER, &style->foreground);
  for (guint i = 0; i < readout->n_rows; i++)
    draw_row (self, cr, layout, readout, readout->first + i, y += readout->row_height);
  if (readout->more != NULL)
    {
      ts_text_set (layout, readout->more, 0);
      ts_text_show (layout, cr, PADDING + SWATCH + 6, y + readout->row_height, TS_ALIGN_START,
                    TS_ALIGN_CENTER, &style->dim);
    }
}

/* Beside the crosshair, on the side where there is room. */
static graphene_rect_t
place_readout (TsLineCursor *self, const TsLineLayout *layout, const Readout *readout)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = ts_line_layout_x (layout, self->place + 0.5);
  double left = x + AWAY;

  if (left + readout->width > width && x - AWAY - readout->width >= 0)
    left = x - AWAY - readout->width;
  left = floor (MAX (MIN (left, width - readout->width), 0));
  return GRAPHENE_RECT_INIT ((float) left,
                             (float) floor (CLAMP (height - readout->height, 0, layout->top + 6)),
                             (float) readout->width, (float) readout->height);
}

static void
append_readout (TsLineCursor *self, GtkSnapshot *snapshot, const TsLineLayout *layout)
{
  cairo_surface_t *scratch = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cr = cairo_create (scratch);
  g_autoptr (PangoLayout) text
      = ts_text_create_layout (cr, ts_line_canvas_get_style (self->canvas));
  Readout readout = { 0 };
  graphene_rect_t box;

  readout_fill (self, &readout, text, gtk_widget_get_height (GTK_WIDGET (self)) - 4);
  cairo_destroy (cr);
  cairo_surface_destroy (scratch);
  box = place_readout (self, layout, &readout);
  if (readout.readings->len > 0)
    {
      cr = gtk_snapshot_append_cairo (snapshot, &box);
      cairo_translate (cr, box.origin.x, box.origin.y);
      draw_readout (self, cr, text, &readout);
      cairo_destroy (cr);
    }
  readout_clear (&readout);
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

GtkWidget *
ts_line_cursor_new (TsLineCanvas *canvas, TsLinePlot *plot)
{
  TsLineCursor *self = g_object_new (TS_TYPE_LINE_CURSOR, "focusable", TRUE, NULL);

  self->canvas = canvas;
  self->plot = plot;
  return GTK_WIDGET (self);
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
