/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A miniature of a whole axis with a window over the visible part: its ends are dragged to zoom,
 * its middle to pan; a click beside it moves it there, a double click shows all.
 * Its accessible label says of what.
 *
 * Properties: orientation.
 * Signals:
 *   changed ()  the window was moved by hand or key (not by ts_range_slider_set_window()) */
#define TS_TYPE_RANGE_SLIDER (ts_range_slider_get_type ())
G_DECLARE_FINAL_TYPE (TsRangeSlider, ts_range_slider, TS, RANGE_SLIDER, GtkWidget)

typedef struct
{
  double place;
  gboolean strong;
} TsSliderTick;

/* The whole is [0, size); the window is kept at least min_window long. */
void ts_range_slider_set_size (TsRangeSlider *self, double size, double min_window);
void ts_range_slider_set_window (TsRangeSlider *self, double first, double last);
void ts_range_slider_get_window (TsRangeSlider *self, double *first, double *last);
/* What is drawn behind the window: n opaque colours (0xAARRGGBB) along the axis, copied; or none.
 * They are never blended. */
void ts_range_slider_set_miniature (TsRangeSlider *self, const guint32 *argb, guint n);
/* Marks at places along the axis, to be found when they are out of sight; copied. */
void ts_range_slider_set_ticks (TsRangeSlider *self, const TsSliderTick *ticks, guint n);
/* What a screen reader says of the window, for an axis that is no row of places; NULL: the places.
 */
void ts_range_slider_set_value_text (TsRangeSlider *self, const char *text);

G_END_DECLS
