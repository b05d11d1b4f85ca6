/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/layer.h"

struct _TsLayer
{
  GtkWidget parent_instance;

  TsLayerSnapshotFunc func;
  gpointer data;
  guint n_snapshots;
};

G_DEFINE_FINAL_TYPE (TsLayer, ts_layer, GTK_TYPE_WIDGET)

static void
ts_layer_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsLayer *self = TS_LAYER (widget);

  self->n_snapshots++;
  self->func (snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget), self->data);
}

static void
ts_layer_class_init (TsLayerClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->snapshot = ts_layer_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ts_layer_init (TsLayer *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ts_layer_new (TsLayerSnapshotFunc func, gpointer data)
{
  TsLayer *self = g_object_new (TS_TYPE_LAYER, NULL);

  self->func = func;
  self->data = data;
  return GTK_WIDGET (self);
}

guint
ts_layer_get_n_snapshots (TsLayer *self)
{
  return self->n_snapshots;
}
