/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-view-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
scale_cb (GtkDropDown *scale, GParamSpec *pspec, TsLineView *self)
{
  TsLineOptions options = *ts_line_view_get_options (self);

  if (self->updating)
    return;
  options.y_scale = (TsScaleType) gtk_drop_down_get_selected (scale);
  ts_line_view_set_options (self, &options);
}

static void
smoothing_cb (GtkAdjustment *adjustment, TsLineView *self)
{
  TsLineOptions options = *ts_line_view_get_options (self);

  if (self->updating)
    return;
  options.smoothing = gtk_adjustment_get_value (adjustment);
  ts_line_view_set_options (self, &options);
}

static void
clear_cb (GtkButton *button, TsLineView *self)
{
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_REMOVE_LINES], 0);
}

static GtkWidget *
create_scale (TsLineView *self)
{
  const char *const names[] = { _ ("Linear"), _ ("Log"), _ ("Symmetric log"), NULL };
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (names);

  self->scale = GTK_DROP_DOWN (drop_down);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (drop_down, "flat");
  gtk_widget_set_tooltip_text (drop_down, _ ("Scale of the Y axis"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scale of the Y axis"), -1);
  g_signal_connect (drop_down, "notify::selected", G_CALLBACK (scale_cb), self);
  return drop_down;
}

static GtkWidget *
create_smooth (TsLineView *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *slider;

  self->smoothing = gtk_adjustment_new (0, 0, 0.999, 0.01, 0.1, 0);
  slider = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, self->smoothing);
  gtk_scale_set_draw_value (GTK_SCALE (slider), TRUE);
  gtk_scale_set_digits (GTK_SCALE (slider), 3);
  gtk_scale_set_value_pos (GTK_SCALE (slider), GTK_POS_RIGHT);
  gtk_scale_add_mark (GTK_SCALE (slider), 0, GTK_POS_BOTTOM, _ ("Off"));
  gtk_scale_add_mark (GTK_SCALE (slider), 0.9, GTK_POS_BOTTOM, "0.9");
  gtk_widget_set_size_request (slider, 240, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (slider), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Smoothing"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), slider);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Smooth"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Smooth the lines; the raw ones stay, faint"));
  g_signal_connect (self->smoothing, "value-changed", G_CALLBACK (smoothing_cb), self);
  self->smooth = button;
  return button;
}

static GtkWidget *
create_clear (TsLineView *self)
{
  self->clear = gtk_button_new_with_mnemonic (_ ("C_lear"));
  gtk_widget_add_css_class (self->clear, "flat");
  gtk_widget_set_valign (self->clear, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->clear, _ ("Remove all lines"));
  g_signal_connect (self->clear, "clicked", G_CALLBACK (clear_cb), self);
  return self->clear;
}

/* The menu is made when it is wanted: what it holds may have changed. */
static void
create_popup_cb (GtkMenuButton *button, gpointer data)
{
  TsLineView *self = data;
  g_autoptr (GMenuModel) menu = _ts_line_view_create_header_menu (self);

  _ts_line_view_update_actions (self);
  gtk_menu_button_set_menu_model (button, menu);
}

static GtkWidget *
create_menu_button (TsLineView *self)
{
  self->menu_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->menu_button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu_button), create_popup_cb, self,
                                         NULL);
  gtk_widget_add_css_class (self->menu_button, "flat");
  gtk_widget_set_valign (self->menu_button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->menu_button, _ ("Line chart menu"));
  gtk_widget_set_visible (self->menu_button, FALSE);
  return self->menu_button;
}

GtkWidget *
_ts_line_view_create_header (TsLineView *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *note = gtk_label_new (NULL);

  self->title = GTK_LABEL (title);
  self->note = GTK_LABEL (note);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_add_css_class (note, "dim-label");
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->note, 0);
  gtk_widget_set_hexpand (note, TRUE);
  gtk_widget_set_margin_start (note, 6);
  gtk_widget_add_css_class (header, "line-header");
  gtk_box_append (GTK_BOX (header), title);
  gtk_box_append (GTK_BOX (header), note);
  self->header_start = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->header_start, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (header), self->header_start);
  gtk_box_append (GTK_BOX (header), create_scale (self));
  gtk_box_append (GTK_BOX (header), create_smooth (self));
  gtk_box_append (GTK_BOX (header), create_clear (self));
  gtk_box_append (GTK_BOX (header), create_menu_button (self));
  return header;
}

/* Either may be NULL, and then the other stands alone. Caller frees. */
static char *
join_notes (const char *first, const char *between, const char *second)
{
  if (first != NULL && second != NULL)
    return g_strconcat (first, between, second, NULL);
  return g_strdup (first != NULL ? first : second);
}

void
_ts_line_view_update_header (TsLineView *self)
{
  const TsLineOptions *options = ts_line_plot_get_options (self->plot);
  const char *title = ts_line_plot_get_title (self->plot);
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  double width = layout != NULL ? layout->right - layout->left : 1000;
  double scale = ts_line_canvas_get_style (self->canvas)->scale;
  g_autofree char *details = NULL;
  g_autofree char *marks = _ts_line_view_describe_marks (self, &details);
  g_autofree char *unseen = ts_line_plot_describe (self->plot, (guint) (width * scale));
  g_autofree char *note = join_notes (marks, " · ", unseen);
  g_autofree char *tooltip = join_notes (details != NULL ? details : marks, "\n", unseen);

  self->header_line = self->line;
  self->updating = TRUE;
  gtk_label_set_text (self->title, title != NULL ? title : "");
  gtk_label_set_text (self->note, note != NULL ? note : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->cursor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title != NULL && *title != '\0' ? title : _ ("Line chart"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, note != NULL ? note : "",
                                  -1);
  gtk_drop_down_set_selected (self->scale, options->y_scale);
  gtk_adjustment_set_value (self->smoothing, options->smoothing);
  gtk_widget_set_sensitive (self->clear, ts_line_plot_get_n_lines (self->plot) > 0);
  self->updating = FALSE;
}
