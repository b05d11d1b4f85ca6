/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-view-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>

/* --- copying --- */

static void
copy (TsLineView *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* Every shown line at the crosshair: name, tab, exact value. */
static void
copy_values (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsLineView *self = TS_LINE_VIEW (widget);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) readings = NULL;

  if (self->place < 0)
    return;
  readings = ts_line_plot_read (self->plot, (guint) self->place);
  for (guint i = 0; i < readings->len; i++)
    {
      const TsLineReading *reading = &g_array_index (readings, TsLineReading, i);
      g_autofree char *value = ts_line_reading_format (reading);
      g_string_append_printf (text, "%s\t%s\n",
                              ts_line_plot_get_series (self->plot, reading->line)->name, value);
    }
  copy (self, text->str);
}

static void
append_csv_field (GString *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (; *field != '\0'; field++)
    {
      if (*field == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *field);
    }
  g_string_append_c (text, '"');
}

/* A number, nan, inf or -inf as written; nothing for what is missing. */
static void
append_csv_value (GString *text, const TsLineReading *reading)
{
  g_autofree char *value = NULL;

  switch (ts_cell_state (reading->state))
    {
    case TS_CELL_NUMBER:
      value = ts_format_exact (reading->value);
      break;
    case TS_CELL_NAN:
      value = g_strdup ("nan");
      break;
    case TS_CELL_POS_INF:
      value = g_strdup ("inf");
      break;
    case TS_CELL_NEG_INF:
      value = g_strdup ("-inf");
      break;
    case TS_CELL_MISSING:
    case TS_CELL_NULL:
    case TS_N_CELL_STATES:
    default:
      return;
    }
  g_string_append (text, value);
}

char *
ts_line_view_to_csv (TsLineView *self)
{
  TsAxis *axis;
  GString *text;
  guint n;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), NULL);
  axis = ts_line_plot_get_axis (self->plot);
  n = ts_line_plot_get_n_lines (self->plot);
  text = g_string_new (axis != NULL ? ts_dimension_to_key (axis->dimension) : "");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, ',');
      append_csv_field (text, ts_line_plot_get_series (self->plot, i)->name);
    }
  g_string_append_c (text, '\n');
  for (guint place = 0; axis != NULL && place < axis->n; place++)
    {
      g_autofree char *name = ts_line_plot_describe_place (self->plot, place);
      append_csv_field (text, name);
      for (guint i = 0; i < n; i++)
        {
          TsLineReading reading = ts_line_plot_read_line (self->plot, i, place);
          g_string_append_c (text, ',');
          append_csv_value (text, &reading);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
copy_csv (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = ts_line_view_to_csv (TS_LINE_VIEW (widget));

  copy (TS_LINE_VIEW (widget), text);
}

/* --- other actions --- */

static void
set_a (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _ts_line_view_set_mark (TS_LINE_VIEW (widget), 'a', TS_LINE_VIEW (widget)->place);
}

static void
set_b (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _ts_line_view_set_mark (TS_LINE_VIEW (widget), 'b', TS_LINE_VIEW (widget)->place);
}

static void
clear_marks (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _ts_line_view_clear_marks (TS_LINE_VIEW (widget));
}

static void
show_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsLineView *self = TS_LINE_VIEW (widget);

  if (_ts_line_view_is_zoomed (self))
    _ts_line_view_remember_range (self);
  ts_line_view_show_all (self);
}

static void
undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _ts_line_view_undo_range (TS_LINE_VIEW (widget));
}

static void
redo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _ts_line_view_redo_range (TS_LINE_VIEW (widget));
}

void
_ts_line_view_install_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "line.copy-values", NULL, copy_values);
  gtk_widget_class_install_action (klass, "line.copy-csv", NULL, copy_csv);
  gtk_widget_class_install_action (klass, "line.set-a", NULL, set_a);
  gtk_widget_class_install_action (klass, "line.set-b", NULL, set_b);
  gtk_widget_class_install_action (klass, "line.clear-marks", NULL, clear_marks);
  gtk_widget_class_install_action (klass, "line.show-all", NULL, show_all);
  gtk_widget_class_install_action (klass, "line.undo", NULL, undo);
  gtk_widget_class_install_action (klass, "line.redo", NULL, redo);
}

void
_ts_line_view_update_actions (TsLineView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean here = self->place >= 0;

  gtk_widget_action_set_enabled (widget, "line.copy-values", here);
  gtk_widget_action_set_enabled (widget, "line.set-a", here);
  gtk_widget_action_set_enabled (widget, "line.set-b", here);
  gtk_widget_action_set_enabled (widget, "line.copy-csv",
                                 ts_line_plot_get_n_lines (self->plot) > 0);
  gtk_widget_action_set_enabled (widget, "line.clear-marks", self->a >= 0 || self->b >= 0);
  gtk_widget_action_set_enabled (widget, "line.show-all", _ts_line_view_is_zoomed (self));
  gtk_widget_action_set_enabled (widget, "line.undo", ts_range_history_can_undo (self->history));
  gtk_widget_action_set_enabled (widget, "line.redo", ts_range_history_can_redo (self->history));
}

/* --- menu --- */

/* Section by section: a section within one gets no line. */
static void
append_extra (TsLineView *self, GMenu *menu)
{
  for (int i = 0; self->extra_menu != NULL && i < g_menu_model_get_n_items (self->extra_menu); i++)
    {
      g_autoptr (GMenuItem) section = g_menu_item_new_from_model (self->extra_menu, i);
      g_menu_append_item (menu, section);
    }
}

static GMenuModel *
create_menu (TsLineView *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) marks = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  g_menu_append (copies, _ ("_Copy values here"), "line.copy-values");
  g_menu_append (copies, _ ("Copy lines as CS_V"), "line.copy-csv");
  g_menu_append (marks, _ ("Set cursor _A here"), "line.set-a");
  g_menu_append (marks, _ ("Set cursor _B here"), "line.set-b");
  g_menu_append (marks, _ ("_Remove cursors"), "line.clear-marks");
  g_menu_append (view, _ ("_Show everything"), "line.show-all");
  g_menu_append (view, _ ("_Previous view"), "line.undo");
  g_menu_append (view, _ ("_Next view"), "line.redo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (marks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  append_extra (self, menu);
  return G_MENU_MODEL (menu);
}

GMenuModel *
_ts_line_view_create_header_menu (TsLineView *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) own = g_menu_new ();

  append_extra (self, menu);
  g_menu_append (own, _ ("Copy lines as CS_V"), "line.copy-csv");
  g_menu_append (own, _ ("_Show everything"), "line.show-all");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  return G_MENU_MODEL (menu);
}

void
_ts_line_view_popup_menu (TsLineView *self, double x, double y)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  g_autoptr (GMenuModel) menu = create_menu (self);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  _ts_line_view_update_actions (self);
  if (x < 0 && layout != NULL)
    {
      x = self->place >= 0 ? ts_line_layout_x (layout, self->place + 0.5) : layout->left;
      y = layout->top;
    }
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self->cursor));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}
