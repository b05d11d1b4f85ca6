/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/text-cache.h"

/* More labels than a screen holds: whoever pans through 5,000 names does not keep them all. */
#define MAX_ENTRIES 512

struct _TsTextCache
{
  TsPlotStyle style;
  gboolean bold;
  GHashTable *layouts; /* "width:text" -> PangoLayout */
};

TsTextCache *
ts_text_cache_new (void)
{
  TsTextCache *self = g_new0 (TsTextCache, 1);

  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return self;
}

TsTextCache *
ts_text_cache_new_bold (void)
{
  TsTextCache *self = ts_text_cache_new ();

  self->bold = TRUE;
  return self;
}

void
ts_text_cache_free (TsTextCache *self)
{
  g_hash_table_unref (self->layouts);
  ts_plot_style_clear (&self->style);
  g_free (self);
}

PangoLayout *
ts_text_cache_get (
    TsTextCache *self, cairo_t *cr, const TsPlotStyle *style, const char *text, double max_width)
{
  g_autofree char *key = g_strdup_printf ("%d:%s", (int) max_width, text != NULL ? text : "");
  PangoLayout *layout;

  if (self->style.font == NULL || !ts_plot_style_equal (&self->style, style))
    {
      g_hash_table_remove_all (self->layouts);
      ts_plot_style_clear (&self->style);
      ts_plot_style_copy (&self->style, style);
    }
  layout = g_hash_table_lookup (self->layouts, key);
  if (layout != NULL)
    return layout;
  if (g_hash_table_size (self->layouts) >= MAX_ENTRIES)
    g_hash_table_remove_all (self->layouts);
  layout = ts_text_create_layout (cr, style);
  if (self->bold)
    ts_text_set_bold (layout, TRUE, 1);
  ts_text_set (layout, text, max_width);
  g_hash_table_insert (self->layouts, g_steal_pointer (&key), layout);
  return layout;
}

double
ts_text_cache_draw (TsTextCache *self,
                    cairo_t *cr,
                    const TsPlotStyle *style,
                    const char *text,
                    double x,
                    double y,
                    TsAlign h,
                    TsAlign v,
                    double max_width,
                    const TsColor *color)
{
  return ts_text_show (ts_text_cache_get (self, cr, style, text, max_width), cr, x, y, h, v, color);
}

void
ts_text_cache_measure (TsTextCache *self,
                       cairo_t *cr,
                       const TsPlotStyle *style,
                       const char *text,
                       double *width,
                       double *height)
{
  PangoRectangle box;

  pango_layout_get_extents (ts_text_cache_get (self, cr, style, text, 0), NULL, &box);
  if (width != NULL)
    *width = pango_units_to_double (box.width);
  if (height != NULL)
    *height = pango_units_to_double (box.height);
}
