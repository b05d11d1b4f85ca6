/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Places children beside each other at their natural widths and goes on below when the line is
 * full, as words in a paragraph. */
#define TS_TYPE_WRAP_LAYOUT (ts_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (TsWrapLayout, ts_wrap_layout, TS, WRAP_LAYOUT, GtkLayoutManager)

GtkLayoutManager *ts_wrap_layout_new (int spacing);

G_END_DECLS
