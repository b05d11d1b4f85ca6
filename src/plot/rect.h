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

/* What a and b have in common (result may be either); FALSE, and result as it was, when nothing. */
static inline gboolean
ts_rect_intersect (const TsRect *a, const TsRect *b, TsRect *result)
{
  double x0 = MAX (a->x, b->x), x1 = MIN (a->x + a->width, b->x + b->width);
  double y0 = MAX (a->y, b->y), y1 = MIN (a->y + a->height, b->y + b->height);

  if (x1 <= x0 || y1 <= y0)
    return FALSE;
  *result = (TsRect){ x0, y0, x1 - x0, y1 - y0 };
  return TRUE;
}

G_END_DECLS
