/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the line view. */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The lines beside the chart, as a table: what each has at the crosshair, and what changes between
 * the cursors; below them what is drawn behind. What all names have in common stands above.
 *
 * Signals:
 *   line-toggled (guint line)   a click: hide or show
 *   line-isolated (guint line)  a double click: show this one alone, or all again
 *   line-removed (guint line) */
#define TS_TYPE_LINE_LEGEND (ts_line_legend_get_type ())
G_DECLARE_FINAL_TYPE (TsLineLegend, ts_line_legend, TS, LINE_LEGEND, GtkWidget)

/* What the values are read at; -1 for none. */
typedef struct
{
  int place; /* the crosshair: without one the last values are shown */
  int line;  /* that stands out */
  int a, b;  /* cursors */
} TsLineLegendPlaces;

/* Takes lines, colours and values from plot, which it does not keep. */
void ts_line_legend_update (TsLineLegend *self,
                            const TsLinePlot *plot,
                            const TsLineLegendPlaces *places);

G_END_DECLS
