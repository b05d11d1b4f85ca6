/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-legend.h"
#include "widgets/line-legend-row.h"

#include "model/number-format.h"
#include "model/target-name.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WIDTH 250
/* Longer names would be cut where the legend is as narrow as that, in three lines. */
#define NAME_LENGTH 84

struct _TsLineLegend
{
  GtkWidget parent;

  GtkWidget *box;
  GtkLabel *common;
  GtkWidget *headings;
  GtkLabel *value_heading;
  GtkListBox *list;
  GtkListBox *behind;
  GtkScrolledWindow *scroller;
  GtkAdjustment *scroll;
  int line;         /* that stands out, -1 for none */
  GPtrArray *names; /* of the lines that the rows were named after, to see whether they still are */
};

enum
{
  LINE_TOGGLED,
  LINE_ISOLATED,
  LINE_REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsLineLegend, ts_line_legend, GTK_TYPE_WIDGET)

static TsLineLegendRow *
get_row (GtkListBox *list, guint i)
{
  return TS_LINE_LEGEND_ROW (gtk_list_box_get_row_at_index (list, (int) i));
}

/* --- events --- */

static guint
index_of (gpointer row)
{
  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

static void
clicked_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsLineLegend *self)
{
  guint i = index_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));

  if (n_press == 1)
    g_signal_emit (self, signals[LINE_TOGGLED], 0, i);
  else if (n_press == 2)
    g_signal_emit (self, signals[LINE_ISOLATED], 0, i);
}

static void
removed_cb (TsLineLegendRow *row, TsLineLegend *self)
{
  g_signal_emit (self, signals[LINE_REMOVED], 0, index_of (row));
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        TsLineLegend *self)
{
  guint i = index_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));

  if (key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete)
    g_signal_emit (self, signals[LINE_REMOVED], 0, i);
  else if (key == GDK_KEY_space)
    g_signal_emit (self, signals[LINE_TOGGLED], 0, i);
  else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    g_signal_emit (self, signals[LINE_ISOLATED], 0, i);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- rows --- */

static void
add_line_row (TsLineLegend *self)
{
  GtkWidget *row = ts_line_legend_row_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (row, "removed", G_CALLBACK (removed_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (clicked_cb), self);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (row, key);
  gtk_list_box_append (self->list, row);
}

static gboolean
has_names (TsLineLegend *self, const GPtrArray *names)
{
  if (names->len != self->names->len)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    if (g_strcmp0 (names->pdata[i], self->names->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

/* Without what they have in common, which stands once, above. */
static void
name_rows (TsLineLegend *self, const TsLinePlot *plot)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *common = NULL;
  g_auto (GStrv) rest = NULL;

  for (guint i = 0; i < ts_line_plot_get_n_lines (plot); i++)
    {
      const char *name = ts_line_plot_get_series (plot, i)->name;
      g_ptr_array_add (names, g_strdup (name != NULL ? name : ""));
    }
  if (has_names (self, names))
    return;
  rest = ts_target_names_drop_common ((const char *const *) names->pdata, names->len, &common);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = ts_target_name_cut (rest[i], NAME_LENGTH);
      ts_line_legend_row_set_name (get_row (self->list, i), name, names->pdata[i]);
    }
  gtk_label_set_text (self->common, common);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->common), common);
  gtk_widget_set_visible (GTK_WIDGET (self->common), *common != '\0');
  g_ptr_array_unref (self->names);
  self->names = g_steal_pointer (&names);
}

/* The value at the crosshair; without one the line's last. */
static char *
describe_value (const TsLinePlot *plot, guint i, int place, gboolean narrow)
{
  TsLineReading reading = { i, NAN, TS_CELL_MISSING };
  g_autofree char *value = NULL;

  if (place >= 0)
    reading = ts_line_plot_read_line (plot, i, (guint) place);
  for (guint k = ts_line_plot_get_axis (plot)->n;
       place < 0 && k > 0 && ts_cell_state (reading.state) == TS_CELL_MISSING; k--)
    reading = ts_line_plot_read_line (plot, i, k - 1);
  if (narrow && ts_cell_state (reading.state) == TS_CELL_NUMBER
      && (reading.state & TS_CELL_CLAMPED) == 0)
    value = ts_format_short (reading.value, 6);
  else
    value = ts_line_reading_format (&reading);
  value = ts_format_minus (g_steal_pointer (&value));
  /* Translators: the last value of a line. */
  return place < 0 ? g_strdup_printf (_ ("last %s"), value) : g_steal_pointer (&value);
}

/* From A to B; "–" where there is no such number; NULL without both cursors. */
static char *
describe_difference (const TsLinePlot *plot, guint i, const TsLineLegendPlaces *places)
{
  double difference;

  if (places->a < 0 || places->b < 0)
    return NULL;
  if (!ts_line_plot_get_difference (plot, i, (guint) places->a, (guint) places->b, &difference))
    return g_strdup ("–");
  return ts_format_minus (ts_format_short (difference, 6));
}

static void
update_line (TsLineLegend *self, const TsLinePlot *plot, guint i, const TsLineLegendPlaces *places)
{
  TsLineLegendRow *row = get_row (self->list, i);
  g_autofree char *difference = describe_difference (plot, i, places);
  g_autofree char *value = describe_value (plot, i, places->place, difference != NULL);

  ts_line_legend_row_set_line (row, ts_line_plot_get_color (plot, i),
                               ts_line_plot_get_shown (plot, i), (int) i == places->line);
  ts_line_legend_row_set_values (row, value, difference);
}

static void
update_behind (TsLineLegend *self, const TsLinePlot *plot, int place)
{
  guint n = 0;

  for (TsLineBackdrop backdrop = 0; backdrop < TS_N_LINE_BACKDROPS; backdrop++)
    {
      g_autofree char *name = ts_line_plot_describe_backdrop (plot, backdrop);
      g_autofree char *value = NULL;
      if (name == NULL)
        continue;
      if (get_row (self->behind, n) == NULL)
        gtk_list_box_append (self->behind, ts_line_legend_row_new ());
      if (place >= 0)
        value = ts_line_plot_read_backdrop (plot, backdrop, (guint) place);
      ts_line_legend_row_set_backdrop (get_row (self->behind, n), backdrop);
      ts_line_legend_row_set_name (get_row (self->behind, n), name, name);
      ts_line_legend_row_set_values (get_row (self->behind, n), value != NULL ? value : "", NULL);
      n++;
    }
  while (get_row (self->behind, n) != NULL)
    gtk_list_box_remove (self->behind, GTK_WIDGET (get_row (self->behind, n)));
}

/* The line at the pointer, or the keyboard's, is in sight. */
static void
follow_line (TsLineLegend *self, int line)
{
  TsLineLegendRow *row = line >= 0 ? get_row (self->list, (guint) line) : NULL;
  graphene_rect_t bounds;

  if (self->line != line && row != NULL
      && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (self->scroll, bounds.origin.y, bounds.origin.y + bounds.size.height);
  self->line = line;
}

static void
update_headings (TsLineLegend *self, const TsLinePlot *plot, const TsLineLegendPlaces *places)
{
  g_autofree char *place = NULL;

  gtk_widget_set_visible (self->headings, places->a >= 0 && places->b >= 0);
  if (places->place >= 0)
    place = ts_line_plot_describe_place (plot, (guint) places->place);
  gtk_label_set_text (self->value_heading, place != NULL ? place : _ ("Value"));
}

void
ts_line_legend_update (TsLineLegend *self, const TsLinePlot *plot, const TsLineLegendPlaces *places)
{
  guint n;

  g_return_if_fail (TS_IS_LINE_LEGEND (self));
  n = ts_line_plot_get_n_lines (plot);
  while (get_row (self->list, n) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (get_row (self->list, n)));
  while (n > 0 && get_row (self->list, n - 1) == NULL)
    add_line_row (self);
  name_rows (self, plot);
  for (guint i = 0; i < n; i++)
    update_line (self, plot, i, places);
  update_behind (self, plot, places->place);
  update_headings (self, plot, places);
  follow_line (self, places->line);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* --- object --- */

static void
ts_line_legend_dispose (GObject *object)
{
  TsLineLegend *self = TS_LINE_LEGEND (object);

  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ts_line_legend_parent_class)->dispose (object);
}

/* Always as wide: values that change under the pointer must not move the chart. */
static void
ts_line_legend_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  TsLineLegend *self = TS_LINE_LEGEND (widget);

  gtk_widget_measure (self->box, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = WIDTH;
}

static void
ts_line_legend_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (TS_LINE_LEGEND (widget)->box, width, height, baseline, NULL);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name, TS_TYPE_LINE_LEGEND, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ts_line_legend_class_init (TsLineLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_line_legend_dispose;
  signals[LINE_TOGGLED] = add_signal ("line-toggled");
  signals[LINE_ISOLATED] = add_signal ("line-isolated");
  signals[LINE_REMOVED] = add_signal ("line-removed");
  gtk_widget_class_set_css_name (widget_class, "linelegend");
  widget_class->measure = ts_line_legend_measure;
  widget_class->size_allocate = ts_line_legend_size_allocate;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/line-legend.ui");
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, box);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, common);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, headings);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, value_heading);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, scroller);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, list);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegend, behind);
}

static void
ts_line_legend_init (TsLineLegend *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->line = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->scroll = gtk_scrolled_window_get_vadjustment (self->scroller);
}
