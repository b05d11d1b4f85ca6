/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  TS_EXPORT_PNG,
  TS_EXPORT_SVG,
  TS_EXPORT_PDF,
} TsExportType;

typedef void (*TsDrawFunc) (
    cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data);

/* From a file name's ending; PNG when it has none that is known, as "-" has not. */
TsExportType ts_export_type_from_path (const char *path);
/* Whether a path that a person typed says which kind is wanted: by a known ending, or "-" (PNG). */
gboolean ts_export_check_path (const char *path, GError **error);

/* Draws into a file of width × height logical pixels (PNG: times style->scale device pixels; SVG
 * and PDF: points). The background is filled first. path is what TsOutput takes: a failed export
 * never leaves half a file. */
gboolean ts_export (const char *path,
                    TsExportType type,
                    const TsPlotStyle *style,
                    double width,
                    double height,
                    TsDrawFunc draw,
                    gpointer data,
                    GError **error);
/* The same, with a text that it carries unseen (plot/picture-text.h; NULL: none), given up when
 * cancelled; whatever may run beside it, on any thread, when draw and data allow it: Cairo's
 * surfaces and Pango's font maps are each thread's own. */
gboolean ts_export_full (const char *path,
                         TsExportType type,
                         const TsPlotStyle *style,
                         double width,
                         double height,
                         TsDrawFunc draw,
                         gpointer data,
                         const char *carried,
                         GCancellable *cancellable,
                         GError **error);

G_END_DECLS
