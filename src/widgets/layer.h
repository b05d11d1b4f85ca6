/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A part of a chart with a picture of its own. GTK keeps a widget's picture until that widget is
 * drawn anew, so what moves with the pointer and what does not are two layers. Takes no events. */
#define TS_TYPE_LAYER (ts_layer_get_type ())
G_DECLARE_FINAL_TYPE (TsLayer, ts_layer, TS, LAYER, GtkWidget)

typedef void (*TsLayerSnapshotFunc) (GtkSnapshot *snapshot,
                                     double width,
                                     double height,
                                     gpointer data);

/* data outlives the layer. */
GtkWidget *ts_layer_new (TsLayerSnapshotFunc func, gpointer data);
/* How often it was drawn. */
guint ts_layer_get_n_snapshots (TsLayer *self);

G_END_DECLS
