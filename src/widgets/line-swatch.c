/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-swatch.h"

#include "plot/colormap.h"
#include "plot/lines/line-plot.h"
#include "widgets/theme.h"

#include <adwaita.h>

#define WIDTH  20
#define HEIGHT 10

struct _TsLineSwatch
{
  GtkWidget parent;

  guint color;
  gboolean behind; /* shows backdrop instead of a line */
  TsLineBackdrop backdrop;
};

G_DEFINE_FINAL_TYPE (TsLineSwatch, ts_line_swatch, GTK_TYPE_WIDGET)

static void
ts_line_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsLineSwatch *self = TS_LINE_SWATCH (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  guint dash;
  TsColor color;

  if (self->behind)
    {
      TsPlotStyle style;
      ts_theme_get_style (widget, &style);
      ts_line_backdrop_draw_swatch (self->backdrop, cr, &style, 0, height / 2, width);
      ts_plot_style_clear (&style);
      cairo_destroy (cr);
      return;
    }
  color = ts_line_color (self->color, adw_style_manager_get_dark (adw_style_manager_get_default ()),
                         &dash);

  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, 3);
  ts_line_set_dash (cr, dash);
  cairo_move_to (cr, 0, height / 2);
  cairo_line_to (cr, width, height / 2);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
ts_line_swatch_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
ts_line_swatch_class_init (TsLineSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = ts_line_swatch_snapshot;
  widget_class->measure = ts_line_swatch_measure;
  gtk_widget_class_set_css_name (widget_class, "lineswatch");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ts_line_swatch_init (TsLineSwatch *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

void
ts_line_swatch_set_color (TsLineSwatch *self, guint color)
{
  g_return_if_fail (TS_IS_LINE_SWATCH (self));
  if (!self->behind && self->color == color)
    return;
  self->behind = FALSE;
  self->color = color;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_line_swatch_set_backdrop (TsLineSwatch *self, TsLineBackdrop backdrop)
{
  g_return_if_fail (TS_IS_LINE_SWATCH (self));
  if (self->behind && self->backdrop == backdrop)
    return;
  self->behind = TRUE;
  self->backdrop = backdrop;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
