/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/export.h"

#include "model/output.h"
#include "plot/picture-text.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* What Cairo's image surfaces can hold. */
#define MAX_PIXELS 32767

TsExportType
ts_export_type_from_path (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (g_str_has_suffix (lower, ".svg"))
    return TS_EXPORT_SVG;
  if (g_str_has_suffix (lower, ".pdf"))
    return TS_EXPORT_PDF;
  return TS_EXPORT_PNG;
}

gboolean
ts_export_check_path (const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1), *name = NULL;

  if (strcmp (path, "-") == 0 || g_str_has_suffix (lower, ".png")
      || ts_export_type_from_path (path) != TS_EXPORT_PNG)
    return TRUE;
  name = g_filename_display_name (path);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
               _ ("“%s”: the name of a picture ends in .png, .svg or .pdf"), name);
  return FALSE;
}

/* Where a picture goes, as long as it is wanted. */
typedef struct
{
  GByteArray *bytes;
  GCancellable *cancellable;
} Sink;

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  Sink *sink = closure;

  if (g_cancellable_is_cancelled (sink->cancellable))
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (sink->bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
create_surface (
    TsExportType type, const TsPlotStyle *style, double width, double height, Sink *sink)
{
  cairo_surface_t *surface;

  switch (type)
    {
    case TS_EXPORT_SVG:
      surface = cairo_svg_surface_create_for_stream (append_bytes, sink, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    case TS_EXPORT_PDF:
      surface = cairo_pdf_surface_create_for_stream (append_bytes, sink, width, height);
      /* From 1.5 on newer cairo packs the view that the picture carries where it isn't found again. */
      cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
      return surface;
    case TS_EXPORT_PNG:
    default:
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width * style->scale),
                                            (int) ceil (height * style->scale));
      cairo_surface_set_device_scale (surface, style->scale, style->scale);
      return surface;
    }
}

static cairo_status_t
render (TsExportType type,
        const TsPlotStyle *style,
        double width,
        double height,
        TsDrawFunc draw,
        gpointer data,
        Sink *sink)
{
  cairo_surface_t *surface = create_surface (type, style, width, height, sink);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  ts_color_set_source (&style->background, cr);
  cairo_paint (cr);
  draw (cr, style, width, height, data);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && type == TS_EXPORT_PNG)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, sink);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static gboolean
check_size (
    TsExportType type, const TsPlotStyle *style, double width, double height, GError **error)
{
  double scale = type == TS_EXPORT_PNG ? style->scale : 1;

  if (width > 0 && height > 0 && width * scale <= MAX_PIXELS && height * scale <= MAX_PIXELS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _ ("A picture of %.0f × %.0f pixels cannot be made: each side must be between 1 and "
                  "%d"),
               width * scale, height * scale, MAX_PIXELS);
  return FALSE;
}

gboolean
ts_export_full (const char *path,
                TsExportType type,
                const TsPlotStyle *style,
                double width,
                double height,
                TsDrawFunc draw,
                gpointer data,
                const char *carried,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Sink sink = { bytes, cancellable };
  g_autofree char *shown = g_filename_display_name (path);
  cairo_status_t status;

  if (!check_size (type, style, width, height, error))
    return FALSE;
  status = render (type, style, width, height, draw, data, &sink);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Could not draw “%s”: %s"), shown,
                   cairo_status_to_string (status));
      return FALSE;
    }
  if (carried != NULL)
    ts_picture_add_text (bytes, type, carried);
  return ts_output_write_all (path, (const char *) bytes->data, bytes->len, error);
}

gboolean
ts_export (const char *path,
           TsExportType type,
           const TsPlotStyle *style,
           double width,
           double height,
           TsDrawFunc draw,
           gpointer data,
           GError **error)
{
  return ts_export_full (path, type, style, width, height, draw, data, NULL, NULL, error);
}
