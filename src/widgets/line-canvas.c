/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-canvas.h"

#include "widgets/theme.h"

#include <adwaita.h>

struct _TsLineCanvas
{
  GtkWidget parent;

  TsLinePlot *plot; /* borrowed */
  TsPlotStyle style;
  TsLineLayout layout;
  GdkTexture *picture; /* NULL: draw again */
  gboolean layout_valid;
  guint n_draws;
};

enum
{
  RESIZED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsLineCanvas, ts_line_canvas, GTK_TYPE_WIDGET)

void
ts_line_canvas_invalidate (TsLineCanvas *self)
{
  g_clear_object (&self->picture);
  self->layout_valid = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
restyle (TsLineCanvas *self)
{
  ts_plot_style_clear (&self->style);
  ts_theme_get_style (GTK_WIDGET (self), &self->style);
  ts_line_canvas_invalidate (self);
}

/* A surface of device pixels, in logical coordinates. */
static cairo_surface_t *
create_surface (TsLineCanvas *self, int width, int height)
{
  int scale = (int) self->style.scale;
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static void
ensure_layout (TsLineCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  cairo_surface_t *surface;
  cairo_t *cr;

  if (self->layout_valid || self->plot == NULL || width < 1 || height < 1)
    return;
  surface = create_surface (self, 1, 1);
  cr = cairo_create (surface);
  ts_line_plot_layout (self->plot, cr, &self->style, width, height, &self->layout);
  self->layout_valid = TRUE;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static GdkTexture *
wrap_surface (cairo_surface_t *surface)
{
  int width, height, stride;
  GdkTexture *texture;
  GBytes *bytes;

  cairo_surface_flush (surface);
  width = cairo_image_surface_get_width (surface);
  height = cairo_image_surface_get_height (surface);
  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
  g_bytes_unref (bytes);
  return texture;
}

static void
ensure_picture (TsLineCanvas *self)
{
  cairo_surface_t *surface;
  cairo_t *cr;

  ensure_layout (self);
  if (self->picture != NULL || !self->layout_valid)
    return;
  surface = create_surface (self, (int) self->layout.width, (int) self->layout.height);
  cr = cairo_create (surface);
  ts_line_plot_draw_chart (self->plot, cr, &self->style, &self->layout);
  cairo_destroy (cr);
  self->n_draws++;
  self->picture = wrap_surface (surface);
}

/* --- widget --- */

static void
ts_line_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsLineCanvas *self = TS_LINE_CANVAS (widget);

  ensure_picture (self);
  if (self->picture != NULL)
    gtk_snapshot_append_texture (
        snapshot, self->picture,
        &GRAPHENE_RECT_INIT (0, 0, (float) self->layout.width, (float) self->layout.height));
}

static void
ts_line_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsLineCanvas *self = TS_LINE_CANVAS (widget);

  if (width != (int) self->layout.width || height != (int) self->layout.height)
    {
      ts_line_canvas_invalidate (self);
      g_signal_emit (self, signals[RESIZED], 0);
    }
}

static void
ts_line_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ts_line_canvas_parent_class)->css_changed (widget, change);
  restyle (TS_LINE_CANVAS (widget));
}

static void
ts_line_canvas_dispose (GObject *object)
{
  TsLineCanvas *self = TS_LINE_CANVAS (object);

  self->plot = NULL;
  self->layout_valid = FALSE;
  g_clear_object (&self->picture);
  G_OBJECT_CLASS (ts_line_canvas_parent_class)->dispose (object);
}

static void
ts_line_canvas_finalize (GObject *object)
{
  ts_plot_style_clear (&TS_LINE_CANVAS (object)->style);
  G_OBJECT_CLASS (ts_line_canvas_parent_class)->finalize (object);
}

static void
ts_line_canvas_class_init (TsLineCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ts_line_canvas_dispose;
  object_class->finalize = ts_line_canvas_finalize;
  widget_class->snapshot = ts_line_canvas_snapshot;
  widget_class->size_allocate = ts_line_canvas_size_allocate;
  widget_class->css_changed = ts_line_canvas_css_changed;
  signals[RESIZED] = g_signal_new ("resized", TS_TYPE_LINE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "linecanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ts_line_canvas_init (TsLineCanvas *self)
{
  ts_theme_get_style (GTK_WIDGET (self), &self->style);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (restyle), NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (restyle),
                           self, G_CONNECT_SWAPPED);
}

GtkWidget *
ts_line_canvas_new (TsLinePlot *plot)
{
  TsLineCanvas *self = g_object_new (TS_TYPE_LINE_CANVAS, NULL);

  self->plot = plot;
  return GTK_WIDGET (self);
}

void
ts_line_canvas_set_plot (TsLineCanvas *self, TsLinePlot *plot)
{
  g_return_if_fail (TS_IS_LINE_CANVAS (self));
  self->plot = plot;
  ts_line_canvas_invalidate (self);
}

const TsLineLayout *
ts_line_canvas_get_layout (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), NULL);
  ensure_layout (self);
  return self->layout_valid ? &self->layout : NULL;
}

const TsPlotStyle *
ts_line_canvas_get_style (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), NULL);
  return &self->style;
}

guint
ts_line_canvas_get_n_draws (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), 0);
  return self->n_draws;
}
