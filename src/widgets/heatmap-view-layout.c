/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "widgets/theme.h"

/* Where the parts of a heat-map view lie, and how they look: size, theme and scale factor. */

#define MARGIN       12
#define GAP          6
#define MIN_WIDTH    320
#define MIN_HEIGHT   200
#define NATURAL_SIZE 480

static GtkWidgetClass *parent_class;

/* --- layout --- */

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  GskTransform *transform
      = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, (float) y));

  gtk_widget_allocate (child, MAX (0, width), MAX (0, height), -1, transform);
}

/* The picture gets the whole widget, its coordinates are the widget's. */
static void
allocate_plot (TsHeatmapView *self, int top, int width, int height, int thickness)
{
  TsRect area = { MARGIN, top, width - 2 * MARGIN - thickness - GAP,
                  height - top - MARGIN - thickness - GAP };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  const TsRect *cells = &self->layout.cells;

  if (ts_heatmap_picture_has_cells (self->picture) && self->picture->style.font != NULL)
    self->layout = ts_heatmap_picture_layout (self->picture, cr, &area);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  allocate (self->canvas, 0, 0, width, height);
  allocate (self->overlay, 0, 0, width, height);
  allocate (self->slider_x, (int) cells->x, height - MARGIN - thickness,
            MAX (48, (int) cells->width), thickness);
  allocate (self->slider_y, width - MARGIN - thickness, (int) cells->y, thickness,
            MAX (48, (int) cells->height));
}

/* In the middle of the cells, or of what would be there. */
static void
allocate_notice (TsHeatmapView *self, int top, int width, int height)
{
  int least, natural, high;

  if (!gtk_widget_get_visible (self->notice))
    return;
  gtk_widget_measure (self->notice, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  natural = MAX (least, MIN (natural, width - 4 * MARGIN));
  gtk_widget_measure (self->notice, GTK_ORIENTATION_VERTICAL, natural, &high, NULL, NULL, NULL);
  allocate (self->notice, (width - natural) / 2, top + MAX (0, (height - top - high) / 2), natural,
            high);
}

static void
ts_heatmap_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  int header, bar, thickness, least, top = MARGIN;

  gtk_widget_measure (self->header, GTK_ORIENTATION_VERTICAL, width - 2 * MARGIN, &header, NULL,
                      NULL, NULL);
  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (self->color_bar, GTK_ORIENTATION_VERTICAL, -1, &bar, NULL, NULL, NULL);
  gtk_widget_measure (self->slider_x, GTK_ORIENTATION_VERTICAL, -1, &thickness, NULL, NULL, NULL);
  allocate (self->header, MARGIN, top, MAX (least, width - 2 * MARGIN), header);
  top += header + GAP;
  allocate (self->color_bar, MARGIN, top, MAX (120, width - 2 * MARGIN), bar);
  top += bar + GAP;
  allocate_plot (self, top, width, height, thickness);
  allocate_notice (self, top, width, height);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
ts_heatmap_view_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  GtkWidget *children[] = { self->header, self->color_bar, self->slider_x, self->slider_y };

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = NATURAL_SIZE;
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int least;
      gtk_widget_measure (children[i], orientation, -1, &least, NULL, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *minimum = MAX (*minimum, least + 2 * MARGIN);
    }
  *natural = MAX (*natural, *minimum);
}

/* --- theme --- */

static void
update_style (TsHeatmapView *self)
{
  TsPlotStyle style;

  if (self->canvas == NULL) /* disposed */
    return;
  ts_theme_get_style (GTK_WIDGET (self), &style);
  if (self->picture->style.font == NULL || !ts_plot_style_equal (&style, &self->picture->style))
    {
      ts_heatmap_picture_set_style (self->picture, &style);
      ts_color_bar_set_style (TS_COLOR_BAR (self->color_bar), &style);
      _ts_heatmap_view_build (self);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      _ts_heatmap_view_redraw (self);
    }
  ts_plot_style_clear (&style);
}

static void
ts_heatmap_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  parent_class->css_changed (widget, change);
  update_style (TS_HEATMAP_VIEW (widget));
}

static void
scale_changed_cb (GtkWidget *widget)
{
  update_style (TS_HEATMAP_VIEW (widget));
}

static void
ts_heatmap_view_realize (GtkWidget *widget)
{
  parent_class->realize (widget);
  update_style (TS_HEATMAP_VIEW (widget));
}

void
_ts_heatmap_view_class_init_layout (GtkWidgetClass *widget_class)
{
  parent_class = g_type_class_peek_parent (widget_class);
  widget_class->size_allocate = ts_heatmap_view_size_allocate;
  widget_class->measure = ts_heatmap_view_measure;
  widget_class->css_changed = ts_heatmap_view_css_changed;
  widget_class->realize = ts_heatmap_view_realize;
}

void
_ts_heatmap_view_init_layout (TsHeatmapView *self)
{
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (scale_changed_cb), NULL);
}
