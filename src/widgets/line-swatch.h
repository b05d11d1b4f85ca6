/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A short piece of a line, in its colour and dashes. */
#define TS_TYPE_LINE_SWATCH (ts_line_swatch_get_type ())
G_DECLARE_FINAL_TYPE (TsLineSwatch, ts_line_swatch, TS, LINE_SWATCH, GtkWidget)

/* color: ts_line_color()'s index. */
void ts_line_swatch_set_color (TsLineSwatch *self, guint color);

/* What is drawn behind the lines instead. */
void ts_line_swatch_set_backdrop (TsLineSwatch *self, TsLineBackdrop backdrop);

G_END_DECLS
