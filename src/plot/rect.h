/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A rectangle in logical pixels. */
typedef struct
{
  double x, y, width, height;
} TsRect;

static inline gboolean
ts_rect_contains (const TsRect *self, double x, double y)
{
  return x >= self->x && x < self->x + self->width && y >= self->y && y < self->y + self->height;
}

G_END_DECLS
