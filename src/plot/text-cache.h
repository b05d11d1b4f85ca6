/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/text.h"

G_BEGIN_DECLS

/* Shaped texts for axes that are drawn again on every frame of a zoom: shaping is most of their
 * cost. Forgets everything when the style changes. */
typedef struct _TsTextCache TsTextCache;

TsTextCache *ts_text_cache_new (void);
/* Of bold texts. */
TsTextCache *ts_text_cache_new_bold (void);
void ts_text_cache_free (TsTextCache *self);

/* The text's layout, elided in the middle beyond max_width (> 0). Owned by the cache, good until
 * the next call. */
PangoLayout *ts_text_cache_get (
    TsTextCache *self, cairo_t *cr, const TsPlotStyle *style, const char *text, double max_width);
/* As ts_text_draw() and ts_text_measure(). */
double ts_text_cache_draw (TsTextCache *self,
                           cairo_t *cr,
                           const TsPlotStyle *style,
                           const char *text,
                           double x,
                           double y,
                           TsAlign h,
                           TsAlign v,
                           double max_width,
                           const TsColor *color);
void ts_text_cache_measure (TsTextCache *self,
                            cairo_t *cr,
                            const TsPlotStyle *style,
                            const char *text,
                            double *width,
                            double *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTextCache, ts_text_cache_free)

G_END_DECLS
