/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the model: what a session says of its lines and the line chart shows. */
#pragma once

#include "model/series.h"

G_BEGIN_DECLS

/* A line through chosen cells. Known by its ids (ts_cell_get_line()), the dimension that it runs
 * along and its run. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
  TsDimension along;
  guint run;        /* of the runs that are compared; 0 where there is one */
  guint color;      /* ts_line_color()'s index */
  gboolean shown;   /* else it is in the legend only */
  gboolean pending; /* to be read, or read again: then series is the last answer */
  TsSeries *series; /* borrowed from the list's owner; NULL while there is none */
} TsChartLine;

static inline gboolean
ts_chart_line_is_same (const TsChartLine *a, const TsChartLine *b)
{
  return a->x_id == b->x_id && a->y_id == b->y_id && a->along == b->along && a->run == b->run;
}

/* The place in lines (TsChartLine) of one, or -1. */
static inline int
ts_chart_lines_find (const GArray *lines, const TsChartLine *line)
{
  for (guint i = 0; i < lines->len; i++)
    if (ts_chart_line_is_same (&g_array_index (lines, TsChartLine, i), line))
      return (int) i;
  return -1;
}

G_END_DECLS
