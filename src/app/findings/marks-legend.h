/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What each mark of a finding means, in every picture that has some. */
#define TS_TYPE_MARKS_LEGEND (ts_marks_legend_get_type ())
G_DECLARE_FINAL_TYPE (TsMarksLegend, ts_marks_legend, TS, MARKS_LEGEND, GtkWidget)

G_END_DECLS
