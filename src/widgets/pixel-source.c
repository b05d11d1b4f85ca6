/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/pixel-source.h"

typedef struct
{
  GBytes *pixels;
  cairo_format_t format;
  int width, height;
} PixelSource;

static cairo_surface_t *
acquire_cb (cairo_pattern_t *pattern,
            gpointer data,
            cairo_surface_t *target,
            const cairo_rectangle_int_t *extents)
{
  const PixelSource *self = data;

  return cairo_image_surface_create_for_data ((guchar *) g_bytes_get_data (self->pixels, NULL),
                                              self->format, self->width, self->height,
                                              self->width * 4);
}

static void
release_cb (cairo_pattern_t *pattern, gpointer data, cairo_surface_t *surface)
{
  cairo_surface_destroy (surface);
}

static void
source_clear (gpointer data)
{
  g_bytes_unref (((PixelSource *) data)->pixels);
}

static cairo_status_t
copy_cb (cairo_pattern_t *pattern, gpointer data, const cairo_pattern_t *other)
{
  g_rc_box_acquire (data);
  return CAIRO_STATUS_SUCCESS;
}

static void
finish_cb (cairo_pattern_t *pattern, gpointer data)
{
  g_rc_box_release_full (data, source_clear);
}

cairo_pattern_t *
ts_pixel_source_new (GBytes *pixels, cairo_format_t format, guint width, guint height)
{
  PixelSource *self = g_rc_box_new (PixelSource);
  cairo_pattern_t *pattern = cairo_pattern_create_raster_source (
      self, format == CAIRO_FORMAT_ARGB32 ? CAIRO_CONTENT_COLOR_ALPHA : CAIRO_CONTENT_COLOR,
      (int) width, (int) height);

  *self = (PixelSource){ g_bytes_ref (pixels), format, (int) width, (int) height };
  cairo_raster_source_pattern_set_acquire (pattern, acquire_cb, release_cb);
  cairo_raster_source_pattern_set_copy (pattern, copy_cb);
  cairo_raster_source_pattern_set_finish (pattern, finish_cb);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  return pattern;
}

gboolean
ts_widget_draws_in_software (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);

  return native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
}
