/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/theme.h"

#include <adwaita.h>

/* Of the size of the surrounding text, as captions are. */
#define FONT_FACTOR 0.82

/* The named colours of libadwaita's style sheet. Looking them up is deprecated without a successor,
 * and they are documented. */
typedef struct
{
  const char *window_bg, *window_fg, *accent;
  double fg_alpha, card_alpha; /* of the text, and of the white that a card is made of */
} Palette;

static const Palette palettes[] = {
  { "#fafafa", "#000000", "#1c71d8", 0.8, 1 },
  { "#242424", "#ffffff", "#78aeed", 1, 0.08 },
};

/* A card is translucent in the dark theme; plots mix colours with what results, so everything here
 * is made opaque. */
static TsColor
find_background (const Palette *palette)
{
  TsColor window = ts_color_from_hex (palette->window_bg), card = ts_color_from_hex ("#ffffff");

  return ts_color_mix (&window, &card, palette->card_alpha);
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
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);
  const Palette *palette = &palettes[dark];
  TsColor foreground = ts_color_from_hex (palette->window_fg);

  ts_plot_style_init (style, dark);
  style->background = find_background (palette);
  style->foreground
      = ts_color_mix (&style->background, &foreground,
                      adw_style_manager_get_high_contrast (manager) ? 1 : palette->fg_alpha);
  style->dim = ts_color_mix (&style->background, &style->foreground, 0.72);
  style->grid = ts_color_mix (&style->background, &style->foreground, 0.12);
  style->accent = ts_color_from_hex (palette->accent);
  g_free (style->font);
  style->font = get_font (widget);
  style->scale = gtk_widget_get_scale_factor (widget);
}
