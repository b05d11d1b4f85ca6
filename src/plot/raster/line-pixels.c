/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/raster/line-pixels.h"

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

/* --- mixing, as Cairo's OVER --- */

TsLineInk
ts_line_ink (const TsColor *color)
{
  TsColor opaque = ts_color_with_alpha (color, 1);

  return (TsLineInk){ ts_color_to_argb (&opaque), (guint8) (ts_color_to_argb (color) >> 24) };
}

/* Vectors, of which compilers make what the processor has: two pixels, a byte or 16 bits for each
 * of their eight parts, and a number for each of the two. */
typedef guint8 Pair __attribute__ ((vector_size (8)));
typedef guint16 WidePair __attribute__ ((vector_size (16)));
typedef guint64 Two __attribute__ ((vector_size (16)));

/* A number below 2^16, four times. */
#define FOUR_TIMES G_GUINT64_CONSTANT (0x0001000100010001)

/* Divided by 255 and rounded, exactly for what the product of two bytes can be. */
static inline WidePair
divide_by_255 (WidePair product)
{
  product += 128;
  return (product + (product >> 8)) >> 8;
}

static inline WidePair
widen (const guint32 *pixels)
{
  Pair pair;

  memcpy (&pair, pixels, sizeof pair);
  return __builtin_convertvector(pair, WidePair);
}

/* An even number of pixels. */
static inline void
mix (guint32 *pixels, const TsLineInk *ink, const guint8 *covered, guint n)
{
  const guint32 two[] = { ink->pixel, ink->pixel };
  const WidePair over = widen (two);

  for (guint i = 0; i < n; i += 2)
    {
      Two shares = { covered[i] * FOUR_TIMES, covered[i + 1] * FOUR_TIMES };
      WidePair share = (WidePair) shares;
      if (ink->alpha < 255)
        share = divide_by_255 (share * ink->alpha);
      WidePair mixed = divide_by_255 (over * share + widen (pixels + i) * (255 - share));
      Pair pair = __builtin_convertvector(mixed, Pair);
      memcpy (pixels + i, &pair, sizeof pair);
    }
}

#define GROUP 8 /* pixels that are looked at in one go */

/* Most pixels are not covered at all. */
static inline void
mix_group (guint32 *pixels, const TsLineInk *ink, const guint8 *covered)
{
  guint64 group;

  memcpy (&group, covered, GROUP);
  if (group != 0)
    mix (pixels, ink, covered, GROUP);
}

void
ts_line_pixels_row (
    const TsLinePixels *self, const TsLineInk *ink, int x, int y, const guint8 *covered, int n)
{
  guint32 *pixels = self->origin + y * self->stride + x;
  guint32 last_pixels[GROUP] = { 0 };
  guint8 last[GROUP] = { 0 };

  for (; n >= GROUP; n -= GROUP, pixels += GROUP, covered += GROUP)
    mix_group (pixels, ink, covered);
  if (n == 0)
    return;
  memcpy (last, covered, (gsize) n);
  memcpy (last_pixels, pixels, (gsize) n * sizeof *pixels);
  mix_group (last_pixels, ink, last);
  memcpy (pixels, last_pixels, (gsize) n * sizeof *pixels);
}

/* Four pixels. */
typedef guint32 Four __attribute__ ((vector_size (16)));

/* The first n of four pixels whose bits are set, all at once: a jump for each would go wrong half
 * of the time. */
static inline void
replace (guint32 *pixels, guint32 pixel, guint32 bits, gsize n)
{
  const Four each = { 1, 2, 4, 8 };
  Four chosen = (Four) ((each & bits) == each), four = { 0 };

  memcpy (&four, pixels, n * sizeof *pixels);
  four = (four & ~chosen) | (pixel & chosen);
  memcpy (pixels, &four, n * sizeof *pixels);
}

void
ts_line_pixels_bits (const TsLinePixels *self, guint32 pixel, int x, int y, guint64 bits, int n)
{
  guint32 *pixels = self->origin + y * self->stride + x;

  for (; n >= 4 && bits != 0; n -= 4, pixels += 4, bits >>= 4)
    replace (pixels, pixel, (guint32) bits, 4);
  if (n > 0 && bits != 0)
    replace (pixels, pixel, (guint32) bits, (gsize) n);
}

void
ts_line_pixels_mask (
    const TsLinePixels *self, const TsLineInk *ink, cairo_surface_t *mask, int x, int y)
{
  int width = cairo_image_surface_get_width (mask), height = cairo_image_surface_get_height (mask);
  int stride = cairo_image_surface_get_stride (mask);
  const guint8 *data = cairo_image_surface_get_data (mask);
  int left = MAX (x, self->left), right = MIN (x + width, self->right);

  for (int row = MAX (y, self->top); left < right && row < MIN (y + height, self->bottom); row++)
    ts_line_pixels_row (self, ink, left, row, data + (row - y) * stride + left - x, right - left);
}
