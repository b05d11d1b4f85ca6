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

G_END_DECLS
