/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "plot/heatmap/heatmap-labels.h"
#include "plot/heatmap/heatmap-text.h"

#include <glib/gi18n-lib.h>

static gboolean
get_cell (TsHeatmapView *self, guint *x, guint *y)
{
  int at_x = self->reading_cursor || self->hover_x < 0 ? self->cursor_x : self->hover_x;
  int at_y = self->reading_cursor || self->hover_x < 0 ? self->cursor_y : self->hover_y;

  if (self->rows == NULL || at_x < 0 || at_y < 0)
    return FALSE;
  *x = (guint) at_x;
  *y = (guint) at_y;
  return TRUE;
}

static void
copy (TsHeatmapView *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_value_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_value (self->rows->shown, x, y);
  copy (self, text);
}

static void
copy_name_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_place_label (self->source->y, ts_heatmap_rows_to_source (self->rows, x, y));
  copy (self, text);
}

static void
copy_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_row_csv (self->rows->shown, y);
  copy (self, text);
}

static GMenuModel *
create_menu (TsHeatmapView *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  g_menu_append (copies, _ ("Copy _value"), "heatmap.copy-value");
  g_menu_append (copies, _ ("Copy _name"), "heatmap.copy-name");
  g_menu_append (copies, _ ("Copy _row as CSV"), "heatmap.copy-row");
  g_menu_append (view, _ ("Show _all"), "heatmap.show-all");
  g_menu_append (view, _ ("_Undo zoom"), "heatmap.undo-zoom");
  g_menu_append (view, _ ("Redo z_oom"), "heatmap.redo-zoom");
  g_menu_append (view, _ ("Drag to zoom to a _box"), "heatmap.box-zoom");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  if (self->extra_menu != NULL)
    g_menu_append_section (menu, NULL, self->extra_menu);
  return G_MENU_MODEL (menu);
}

static gboolean
drop_menu_cb (gpointer data)
{
  TsHeatmapView *self = data;

  if (self->menu != NULL && !gtk_widget_get_visible (self->menu))
    g_clear_pointer (&self->menu, gtk_widget_unparent);
  return G_SOURCE_REMOVE;
}

/* The menu's action runs after it has closed and still needs it. */
static void
menu_closed_cb (GtkPopover *popover, TsHeatmapView *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_menu_cb, g_object_ref (self), g_object_unref);
}

void
ts_heatmap_view_popup_menu (TsHeatmapView *self, double x, double y)
{
  g_autoptr (GMenuModel) menu = create_menu (self);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  g_signal_connect (self->menu, "closed", G_CALLBACK (menu_closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
ts_heatmap_view_class_init_menu (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "heatmap.copy-value", NULL, copy_value_action);
  gtk_widget_class_install_action (class, "heatmap.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (class, "heatmap.copy-row", NULL, copy_row_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK, "heatmap.copy-value",
                                       NULL);
}
