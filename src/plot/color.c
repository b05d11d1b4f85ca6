/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/color.h"

TsColor
ts_color_from_hex (const char *hex)
{
  int digits[6] = { 0 };

  g_return_val_if_fail (hex != NULL && hex[0] == '#', ((TsColor){ 0, 0, 0, 1 }));
  for (int i = 0; i < 6; i++)
    {
      digits[i] = g_ascii_xdigit_value (hex[1 + i]);
      g_return_val_if_fail (digits[i] >= 0, ((TsColor){ 0, 0, 0, 1 }));
    }
  return (TsColor){
    .r = (digits[0] * 16 + digits[1]) / 255.0,
    .g = (digits[2] * 16 + digits[3]) / 255.0,
    .b = (digits[4] * 16 + digits[5]) / 255.0,
    .a = 1,
  };
}

void
ts_color_set_source (const TsColor *self, cairo_t *cr)
{
  cairo_set_source_rgba (cr, self->r, self->g, self->b, self->a);
}

static guint32
channel (double value)
{
  return (guint32) (CLAMP (value, 0.0, 1.0) * 255 + 0.5);
}

guint32
ts_color_to_argb (const TsColor *self)
{
  double a = CLAMP (self->a, 0.0, 1.0);

  return channel (a) << 24 | channel (self->r * a) << 16 | channel (self->g * a) << 8
         | channel (self->b * a);
}

TsColor
ts_color_from_argb (guint32 argb)
{
  return (TsColor){
    (argb >> 16 & 0xff) / 255.0,
    (argb >> 8 & 0xff) / 255.0,
    (argb & 0xff) / 255.0,
    1,
  };
}

TsColor
ts_color_mix (const TsColor *a, const TsColor *b, double t)
{
  return (TsColor){
    .r = a->r + (b->r - a->r) * t,
    .g = a->g + (b->g - a->g) * t,
    .b = a->b + (b->b - a->b) * t,
    .a = a->a + (b->a - a->a) * t,
  };
}

TsColor
ts_color_with_alpha (const TsColor *self, double alpha)
{
  return (TsColor){ self->r, self->g, self->b, alpha };
}

double
ts_color_get_luma (const TsColor *self)
{
  return 0.2126 * self->r + 0.7152 * self->g + 0.0722 * self->b;
}
