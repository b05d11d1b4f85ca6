/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/line-pixels.h"

#include <math.h>
#include <string.h>

/* A place is on a whole pixel when it is no further from it than this. */
#define NEAR 1e-3

static gboolean
find_origin (cairo_t *cr, cairo_surface_t *surface, double scale, int *x, int *y)
{
  cairo_matrix_t matrix;
  double scale_x, scale_y, offset_x, offset_y;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (surface, &scale_x, &scale_y);
  cairo_surface_get_device_offset (surface, &offset_x, &offset_y);
  offset_x += matrix.x0 * scale_x;
  offset_y += matrix.y0 * scale_y;
  *x = (int) rint (offset_x);
  *y = (int) rint (offset_y);
  return matrix.xy == 0 && matrix.yx == 0 && fabs (matrix.xx * scale_x - scale) < 1e-9
         && fabs (matrix.yy * scale_y - scale) < 1e-9 && fabs (offset_x - *x) < NEAR
         && fabs (offset_y - *y) < NEAR;
}

gboolean
ts_line_pixels_begin (TsLinePixels *self, cairo_t *cr, double scale)
{
  cairo_surface_t *surface = cairo_get_target (cr);
  double x1, y1, x2, y2;
  int x, y;

  if (cairo_get_group_target (cr) != surface
      || cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE
      || (cairo_image_surface_get_format (surface) != CAIRO_FORMAT_ARGB32
          && cairo_image_surface_get_format (surface) != CAIRO_FORMAT_RGB24)
      || !find_origin (cr, surface, scale, &x, &y))
    return FALSE;
  cairo_surface_flush (surface);
  self->surface = surface;
  self->stride = cairo_image_surface_get_stride (surface) / 4;
  self->origin = (guint32 *) (void *) cairo_image_surface_get_data (surface);
  if (self->origin == NULL)
    return FALSE;
  self->origin += y * self->stride + x;
  cairo_clip_extents (cr, &x1, &y1, &x2, &y2);
  self->left = MAX ((int) rint (x1 * scale), -x);
  self->top = MAX ((int) rint (y1 * scale), -y);
  self->right = MIN ((int) rint (x2 * scale), cairo_image_surface_get_width (surface) - x);
  self->bottom = MIN ((int) rint (y2 * scale), cairo_image_surface_get_height (surface) - y);
  return TRUE;
}

void
ts_line_pixels_end (TsLinePixels *self)
{
  cairo_surface_mark_dirty (self->surface);
}

/* --- blending, as Cairo's OVER --- */

/* colour with its alpha multiplied in, at coverage 0 … 1. */
static guint32
premultiply (const TsColor *color, double coverage)
{
  double alpha = color->a * coverage * 255;
  guint32 a = (guint32) rint (alpha), r = (guint32) rint (color->r * alpha);
  guint32 g = (guint32) rint (color->g * alpha), b = (guint32) rint (color->b * alpha);

  return a << 24 | r << 16 | g << 8 | b;
}

/* Each byte of pixel times factor / 255. */
static guint32
dim (guint32 pixel, guint32 factor)
{
  guint32 odd = (pixel >> 8 & 0xff00ff) * factor + 0x800080;
  guint32 even = (pixel & 0xff00ff) * factor + 0x800080;

  odd = (odd + (odd >> 8 & 0xff00ff)) & 0xff00ff00;
  even = (even + (even >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
  return odd | even;
}

static void
blend (guint32 *pixel, guint32 over)
{
  *pixel = over + dim (*pixel, 255 - (over >> 24));
}

static void
blend_end (const TsLinePixels *self, const TsColor *color, int x, int y, double coverage)
{
  if (coverage > 0 && y >= self->top && y < self->bottom)
    blend (self->origin + y * self->stride + x, premultiply (color, MIN (coverage, 1)));
}

void
ts_line_pixels_rows (const TsLinePixels *self, const TsColor *color, int x, int from, int to)
{
  guint32 over = premultiply (color, 1), *pixel;

  from = MAX (from, self->top);
  to = MIN (to, self->bottom);
  if (x < self->left || x >= self->right || from >= to)
    return;
  pixel = self->origin + from * self->stride + x;
  if (over >> 24 == 255)
    for (; from < to; from++, pixel += self->stride)
      *pixel = over;
  else
    for (; from < to; from++, pixel += self->stride)
      blend (pixel, over);
}

void
ts_line_pixels_bar (const TsLinePixels *self, const TsColor *color, int x, double y1, double y2)
{
  double top = MAX (y1, self->top - 2.0), bottom = MIN (y2, self->bottom + 2.0);
  int from = (int) ceil (top), to = (int) floor (bottom);

  if (x < self->left || x >= self->right || !(top < bottom))
    return;
  if (to < from)
    {
      blend_end (self, color, x, to, bottom - top);
      return;
    }
  blend_end (self, color, x, from - 1, from - top);
  ts_line_pixels_rows (self, color, x, from, to);
  blend_end (self, color, x, to, bottom - to);
}

guint32
ts_line_pixels_ink (const TsColor *color)
{
  return premultiply (color, 1);
}

#define WORD 8 /* pixels that are looked at in one go */

static inline void
blend_pixels (guint32 *pixels, guint32 ink, const guint8 *covered, int n)
{
  for (int i = 0; i < n; i++)
    if (covered[i] > 0)
      blend (&pixels[i], dim (ink, covered[i]));
}

/* Most pixels are not covered at all, and of thick lines most others wholly. */
void
ts_line_pixels_row (
    const TsLinePixels *self, guint32 ink, int x, int y, const guint8 *covered, int n)
{
  guint32 *pixels = self->origin + y * self->stride + x;
  gboolean opaque = ink >> 24 == 255;
  int i = 0;

  for (; i + WORD <= n; i += WORD)
    {
      guint64 word;
      memcpy (&word, covered + i, WORD);
      if (word == 0)
        continue;
      if (word == G_MAXUINT64 && opaque)
        for (int k = 0; k < WORD; k++)
          pixels[i + k] = ink;
      else
        blend_pixels (pixels + i, ink, covered + i, WORD);
    }
  blend_pixels (pixels + i, ink, covered + i, n - i);
}

void
ts_line_pixels_mask (
    const TsLinePixels *self, const TsColor *color, cairo_surface_t *mask, int x, int y)
{
  guint32 ink = ts_line_pixels_ink (color);
  int width = cairo_image_surface_get_width (mask), height = cairo_image_surface_get_height (mask);
  int stride = cairo_image_surface_get_stride (mask);
  const guint8 *data = cairo_image_surface_get_data (mask);
  int left = MAX (x, self->left), right = MIN (x + width, self->right);

  for (int row = MAX (y, self->top); left < right && row < MIN (y + height, self->bottom); row++)
    ts_line_pixels_row (self, ink, left, row, data + (row - y) * stride + left - x, right - left);
}
