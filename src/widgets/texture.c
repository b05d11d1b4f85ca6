/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/texture.h"

cairo_surface_t *
ts_texture_create_surface (int width, int height, double scale)
{
  int factor = MAX ((int) scale, 1);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * factor, height * factor);

  cairo_surface_set_device_scale (surface, factor, factor);
  return surface;
}

GdkTexture *
ts_texture_new_for_surface (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
}

GdkTexture *
ts_texture_new_drawn (
    const TsPlotStyle *style, int width, int height, TsDrawFunc func, gpointer data)
{
  cairo_surface_t *surface = ts_texture_create_surface (width, height, style->scale);
  cairo_t *cr = cairo_create (surface);

  func (cr, style, width, height, data);
  cairo_destroy (cr);
  return ts_texture_new_for_surface (surface);
}
