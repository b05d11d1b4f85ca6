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

/* The menu is made when it is wanted: what it holds may have changed. */
static void
create_popup_cb (GtkMenuButton *button, gpointer data)
{
  TsLineView *self = data;
  g_autoptr (GMenuModel) menu = _ts_line_view_create_header_menu (self);

  _ts_line_view_update_actions (self);
  gtk_menu_button_set_menu_model (button, menu);
}

void
_ts_line_view_bind_header (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TsLineView, header);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, title);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, note);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, header_start);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, scale);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, smoothing);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, clear);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, menu_button);
  gtk_widget_class_bind_template_callback (widget_class, scale_cb);
  gtk_widget_class_bind_template_callback (widget_class, smoothing_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
}

void
_ts_line_view_init_header (TsLineView *self)
{
  gtk_menu_button_set_create_popup_func (self->menu_button, create_popup_cb, self, NULL);
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
