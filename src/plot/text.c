/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/text.h"

PangoLayout *
ts_text_create_layout (cairo_t *cr, const TsPlotStyle *style)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string (style->font);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Unhinted metrics: a picture has the same breaks and elisions at every scale. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (pango_layout_get_context (layout), options);
  cairo_font_options_destroy (options);
  pango_layout_set_font_description (layout, font);
  pango_attr_list_insert (attributes, pango_attr_font_features_new (TS_TEXT_FEATURES));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

/* Pango stretches an ellipsis over the width that is left, which looks like a word's end. */
static void
close_gap (PangoLayout *layout)
{
  PangoLayoutIter *iter = pango_layout_get_iter (layout);
  const char *text = pango_layout_get_text (layout);
  g_autofree char *elided = NULL;

  do
    {
      const PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);
      if (run != NULL && (run->item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0)
        elided = g_strdup_printf ("%.*s…%s", run->item->offset, text,
                                  text + run->item->offset + run->item->length);
    }
  while (elided == NULL && pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  if (elided == NULL)
    return;
  pango_layout_set_width (layout, -1);
  pango_layout_set_text (layout, elided, -1);
}

void
ts_text_set (PangoLayout *layout, const char *text, double max_width)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    text = "";
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_ellipsize (layout,
                              max_width > 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, max_width > 0 ? (int) (max_width * PANGO_SCALE) : -1);
  if (pango_layout_is_ellipsized (layout))
    close_gap (layout);
}

static double
align (double at, double size, TsAlign how)
{
  switch (how)
    {
    case TS_ALIGN_CENTER:
      return at - size / 2;
    case TS_ALIGN_END:
      return at - size;
    case TS_ALIGN_START:
    default:
      return at;
    }
}

double
ts_text_show (PangoLayout *layout,
              cairo_t *cr,
              double x,
              double y,
              TsAlign h,
              TsAlign v,
              const TsColor *color)
{
  PangoRectangle box;
  double width, height;

  pango_layout_get_extents (layout, NULL, &box);
  width = pango_units_to_double (box.width);
  height = pango_units_to_double (box.height);
  cairo_move_to (cr, align (x, width, h) - pango_units_to_double (box.x),
                 align (y, height, v) - pango_units_to_double (box.y));
  ts_color_set_source (color, cr);
  pango_cairo_show_layout (cr, layout);
  return width;
}

double
ts_text_draw (cairo_t *cr,
              const TsPlotStyle *style,
              const char *text,
              double x,
              double y,
              TsAlign h,
              TsAlign v,
              double max_width,
              const TsColor *color)
{
  g_autoptr (PangoLayout) layout = ts_text_create_layout (cr, style);

  ts_text_set (layout, text, max_width);
  return ts_text_show (layout, cr, x, y, h, v, color);
}

void
ts_text_set_bold (PangoLayout *layout, gboolean bold, double size_factor)
{
  g_autoptr (PangoFontDescription) font
      = pango_font_description_copy (pango_layout_get_font_description (layout));

  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  if (size_factor != 1)
    pango_font_description_set_size (font,
                                     (int) (pango_font_description_get_size (font) * size_factor));
  pango_layout_set_font_description (layout, font);
}

void
ts_text_measure (
    cairo_t *cr, const TsPlotStyle *style, const char *text, double *width, double *height)
{
  g_autoptr (PangoLayout) layout = ts_text_create_layout (cr, style);
  PangoRectangle box;

  ts_text_set (layout, text, 0);
  pango_layout_get_extents (layout, NULL, &box);
  if (width != NULL)
    *width = pango_units_to_double (box.width);
  if (height != NULL)
    *height = pango_units_to_double (box.height);
}
