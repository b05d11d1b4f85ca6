/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* 0…1, not premultiplied. */
typedef struct
{
  double r, g, b, a;
} TsColor;

/* "#rrggbb". */
TsColor ts_color_from_hex (const char *hex);
void ts_color_set_source (const TsColor *self, cairo_t *cr);
/* As a pixel of CAIRO_FORMAT_ARGB32 (premultiplied 0xAARRGGBB). */
guint32 ts_color_to_argb (const TsColor *self);
/* The opposite; of opaque pixels. */
TsColor ts_color_from_argb (guint32 argb);
/* a at t = 0, b at t = 1. */
TsColor ts_color_mix (const TsColor *a, const TsColor *b, double t);
TsColor ts_color_with_alpha (const TsColor *self, double alpha);
/* How light it looks, 0…1: to choose black or white upon it. */
double ts_color_get_luma (const TsColor *self);

G_END_DECLS
