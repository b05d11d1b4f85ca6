/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the view shows while a thread makes its picture. */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include <glib/gi18n-lib.h>

/* A picture that is made sooner needs no word that it is being made (milliseconds). */
#define WORD_DELAY 150
/* Of the picture before, whose numbers are no longer those of the title. */
#define FADED 0.25

static void
drop_faded (TsHeatmapView *self)
{
  g_clear_object (&self->faded_texture);
  g_clear_pointer (&self->faded_surface, cairo_surface_destroy);
}

/* Before everything that was made is forgotten: the picture on the screen stays, faded, if the next
 * one has the same columns and rows. Should another matrix come before that one is made, it is
 * still the last that was whole. */
void
ts_heatmap_view_keep_faded (TsHeatmapView *self, gboolean same_cells)
{
  if (same_cells && (self->pixels == NULL || self->rows == NULL))
    return;
  drop_faded (self);
  if (!same_cells)
    return;
  self->faded_texture = self->texture != NULL ? g_object_ref (self->texture) : NULL;
  self->faded_surface = self->surface != NULL ? cairo_surface_reference (self->surface) : NULL;
}

static gboolean
word_cb (gpointer data)
{
  TsHeatmapView *self = data;

  self->word_source = 0;
  self->says_drawing = TRUE;
  gtk_widget_queue_draw (self->picture);
  return G_SOURCE_REMOVE;
}

/* What stands around the picture belongs to the one before, too. */
static void
fade_surroundings (TsHeatmapView *self, double opacity)
{
  GtkWidget *const widgets[] = { self->color_bar, self->slider_x, self->slider_y };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    if (widgets[i] != NULL) /* not disposed */
      gtk_widget_set_opacity (widgets[i], opacity);
}

void
ts_heatmap_view_start_waiting (TsHeatmapView *self)
{
  fade_surroundings (self, FADED);
  if (self->word_source == 0 && !self->says_drawing)
    self->word_source = g_timeout_add (WORD_DELAY, word_cb, self);
}

void
ts_heatmap_view_stop_waiting (TsHeatmapView *self)
{
  fade_surroundings (self, 1);
  g_clear_handle_id (&self->word_source, g_source_remove);
  self->says_drawing = FALSE;
  drop_faded (self);
}

static void
draw_faded_surface (TsHeatmapView *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_translate (cr, bounds->origin.x, bounds->origin.y);
  cairo_scale (cr,
               bounds->size.width / (double) cairo_image_surface_get_width (self->faded_surface),
               bounds->size.height / (double) cairo_image_surface_get_height (self->faded_surface));
  cairo_set_source_surface (cr, self->faded_surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint_with_alpha (cr, FADED);
  cairo_destroy (cr);
}

void
ts_heatmap_view_append_waiting (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) cells->x, (float) cells->y,
                                               (float) cells->width, (float) cells->height);
  cairo_t *cr;

  if (self->faded_surface != NULL)
    draw_faded_surface (self, snapshot, &bounds);
  else if (self->faded_texture != NULL)
    {
      gtk_snapshot_push_opacity (snapshot, FADED);
      gtk_snapshot_append_texture (snapshot, self->faded_texture, &bounds);
      gtk_snapshot_pop (snapshot);
    }
  if (!self->says_drawing)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ts_text_draw (cr, &self->style, _ ("Drawing…"), cells->x + cells->width / 2,
                cells->y + cells->height / 2, TS_ALIGN_CENTER, TS_ALIGN_CENTER, cells->width,
                &self->style.foreground);
  cairo_destroy (cr);
}
