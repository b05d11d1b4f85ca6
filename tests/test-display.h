/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* For main(), after g_test_init(): whether there is a display. Without one the test says that it is
 * skipped, and main returns 0: of a TAP test any other status is a failure. */
static inline gboolean
test_has_display (void)
{
  if (gtk_init_check ())
    return TRUE;
  g_print ("1..0 # SKIP there is no display\n");
  return FALSE;
}

/* The first widget of type in widget, itself included, or NULL. */
static inline GtkWidget *
test_find_child (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = test_find_child (c, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What a widget draws, at scale 1, on white or on nothing; nothing before its first frame. Caller
 * destroys. */
static inline cairo_surface_t *
test_render (GtkWidget *widget, gboolean on_white)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (on_white)
    {
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
    }
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  g_clear_pointer (&node, gsk_render_node_unref);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
