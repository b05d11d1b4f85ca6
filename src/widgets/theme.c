/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/theme.h"

#include <adwaita.h>

/* Of the size of the surrounding text, as captions are. */
#define FONT_FACTOR 0.82

static TsColor
from_rgba (const GdkRGBA *rgba)
{
  return (TsColor){ rgba->red, rgba->green, rgba->blue, rgba->alpha };
}

static void
look_up (GtkStyleContext *context, const char *name, TsColor *color)
{
  GdkRGBA rgba;

  if (gtk_style_context_lookup_color (context, name, &rgba))
    *color = from_rgba (&rgba);
}

/* A card is translucent in the dark theme; plots mix colours with what results, so everything here
 * is made opaque. */
static TsColor
find_background (GtkStyleContext *context, gboolean dark)
{
  TsColor window = ts_color_from_hex (dark ? "#242424" : "#fafafa");
  TsColor card = ts_color_with_alpha (&window, 0), result;

  look_up (context, "window_bg_color", &window);
  look_up (context, "card_bg_color", &card);
  result = ts_color_mix (&window, &card, card.a);
  result.a = 1;
  return result;
}

/* Plots lay text out at 96 dpi, the theme's sizes have the screen's resolution in them already. */
static char *
get_font (GtkWidget *widget)
{
  g_autoptr (PangoFontDescription) font = pango_font_description_copy (
      pango_context_get_font_description (gtk_widget_get_pango_context (widget)));
  double size = pango_font_description_get_size (font);

  if (pango_font_description_get_size_is_absolute (font))
    size *= 0.75;
  if (size <= 0)
    size = 11 * PANGO_SCALE;
  pango_font_description_set_size (font, (int) (size * FONT_FACTOR));
  pango_font_description_set_weight (font, PANGO_WEIGHT_NORMAL);
  return pango_font_description_to_string (font);
}

void
ts_theme_get_style (GtkWidget *widget, TsPlotStyle *style)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA rgba;

  ts_plot_style_init (style, dark);
  gtk_style_context_get_color (context, &rgba);
  style->background = find_background (context, dark);
  style->foreground = from_rgba (&rgba);
  style->foreground = ts_color_mix (&style->background, &style->foreground, rgba.alpha);
  style->foreground.a = 1;
  style->dim = ts_color_mix (&style->background, &style->foreground, 0.72);
  style->grid = ts_color_mix (&style->background, &style->foreground, 0.12);
  look_up (context, "accent_color", &style->accent);
  g_free (style->font);
  style->font = get_font (widget);
  style->scale = gtk_widget_get_scale_factor (widget);
}
