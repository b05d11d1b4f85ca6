/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-legend.h"
#include "widgets/line-swatch.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MIN_WIDTH 250

struct _TsLineLegend
{
  GtkWidget parent;

  GtkWidget *scroller;
  GtkListBox *list;
  GPtrArray *rows; /* Row, borrowed widgets */
};

typedef struct
{
  GtkWidget *row;
  GtkWidget *swatch;
  GtkLabel *name;
  GtkLabel *value;
  TsSeries *series; /* to see whether the row still shows the same line */
} Row;

enum
{
  LINE_TOGGLED,
  LINE_ISOLATED,
  LINE_REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsLineLegend, ts_line_legend, GTK_TYPE_WIDGET)

static void
row_free (gpointer data)
{
  Row *row = data;

  ts_series_unref (row->series);
  g_free (row);
}

static guint
index_of (GtkWidget *child)
{
  GtkWidget *row = gtk_widget_get_ancestor (child, GTK_TYPE_LIST_BOX_ROW);

  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

/* --- events --- */

static void
clicked_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsLineLegend *self)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  guint i = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));

  if (n_press == 1)
    g_signal_emit (self, signals[LINE_TOGGLED], 0, i);
  else if (n_press == 2)
    g_signal_emit (self, signals[LINE_ISOLATED], 0, i);
}

static void
remove_cb (GtkButton *button, TsLineLegend *self)
{
  g_signal_emit (self, signals[LINE_REMOVED], 0, index_of (GTK_WIDGET (button)));
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        TsLineLegend *self)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  guint i = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));

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

static GtkLabel *
new_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

static GtkWidget *
new_remove_button (TsLineLegend *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_add_css_class (button, "legend-remove");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Remove line"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove line"), -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  return button;
}

static void
add_controllers (TsLineLegend *self, GtkWidget *row)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (clicked_cb), self);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (row, key);
}

static Row *
row_new (TsLineLegend *self)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  row->swatch = ts_line_swatch_new ();
  row->name = new_label ("caption");
  row->value = new_label ("caption");
  gtk_label_set_ellipsize (row->name, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (row->value), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (row->value), "numeric");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (row->name));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (row->value));
  gtk_box_append (GTK_BOX (box), row->swatch);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), new_remove_button (self));
  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  add_controllers (self, row->row);
  gtk_list_box_append (self->list, row->row);
  return row;
}

static void
set_row_name (Row *row, TsSeries *series)
{
  const char *name = series->name != NULL ? series->name : "";

  if (row->series == series)
    return;
  g_clear_pointer (&row->series, ts_series_unref);
  row->series = ts_series_ref (series);
  gtk_label_set_text (row->name, name);
  gtk_widget_set_tooltip_text (row->row, name);
}

/* The exact value at place; without one the line's last. */
static char *
describe_value (const TsLinePlot *plot, guint i, int place)
{
  guint n = ts_line_plot_get_axis (plot)->n;
  TsLineReading reading = { i, NAN, TS_CELL_MISSING };
  g_autofree char *value = NULL;

  if (place >= 0)
    {
      reading = ts_line_plot_read_line (plot, i, (guint) place);
      return ts_line_reading_format (&reading);
    }
  for (guint k = n; k > 0 && ts_cell_state (reading.state) == TS_CELL_MISSING; k--)
    reading = ts_line_plot_read_line (plot, i, k - 1);
  value = ts_line_reading_format (&reading);
  /* Translators: the last value of a line. */
  return g_strdup_printf (_ ("last %s"), value);
}

static void
update_row (Row *row, const TsLinePlot *plot, guint i, int place)
{
  gboolean shown = ts_line_plot_get_shown (plot, i);
  g_autofree char *value = NULL;

  set_row_name (row, ts_line_plot_get_series (plot, i));
  ts_line_swatch_set_color (TS_LINE_SWATCH (row->swatch), ts_line_plot_get_color (plot, i));
  value = describe_value (plot, i, place);
  gtk_label_set_text (row->value, value);
  if (shown)
    gtk_widget_remove_css_class (row->row, "line-hidden");
  else
    gtk_widget_add_css_class (row->row, "line-hidden");
  gtk_widget_set_opacity (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row->row)),
                          shown ? 1 : 0.45);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (row->name),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, shown ? "" : _ ("Hidden"),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
}

void
ts_line_legend_update (TsLineLegend *self, const TsLinePlot *plot, int place)
{
  guint n;

  g_return_if_fail (TS_IS_LINE_LEGEND (self));
  n = ts_line_plot_get_n_lines (plot);
  while (self->rows->len > n)
    {
      Row *row = g_ptr_array_index (self->rows, self->rows->len - 1);
      gtk_list_box_remove (self->list, row->row);
      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
    }
  while (self->rows->len < n)
    g_ptr_array_add (self->rows, row_new (self));
  for (guint i = 0; i < n; i++)
    update_row (g_ptr_array_index (self->rows, i), plot, i, place);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* --- object --- */

static void
ts_line_legend_dispose (GObject *object)
{
  TsLineLegend *self = TS_LINE_LEGEND (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
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

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = MIN_WIDTH;
}

static void
ts_line_legend_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (TS_LINE_LEGEND (widget)->scroller, width, height, baseline, NULL);
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
}

static void
ts_line_legend_init (TsLineLegend *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "legend");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Lines"),
                                  -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ts_line_legend_new (void)
{
  return g_object_new (TS_TYPE_LINE_LEGEND, NULL);
}
