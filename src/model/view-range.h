/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of the model: anybody may include it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a chart shows of its axes: [x0, x1) × [y0, y1). A heat map counts both in places, fractions
 * being parts of cells; a line chart counts X in places and Y in shares of its scale (0: bottom, 1:
 * top). */
typedef struct
{
  double x0, x1, y0, y1;
} TsViewRange;

static inline gboolean
ts_view_range_equal (const TsViewRange *a, const TsViewRange *b)
{
  return a->x0 == b->x0 && a->x1 == b->x1 && a->y0 == b->y0 && a->y1 == b->y1;
}

G_END_DECLS
