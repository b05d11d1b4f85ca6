/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-legend-row.h"
#include "widgets/line-swatch.h"

#include <glib/gi18n-lib.h>

struct _TsLineLegendRow
{
  GtkListBoxRow parent_instance;

  GtkWidget *content;
  TsLineSwatch *swatch;
  GtkLabel *name;
  GtkLabel *value;
  GtkLabel *difference;
  GtkWidget *remove;
};

enum
{
  REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsLineLegendRow, ts_line_legend_row, GTK_TYPE_LIST_BOX_ROW)

static void
remove_cb (TsLineLegendRow *self)
{
  g_signal_emit (self, signals[REMOVED], 0);
}

static void
ts_line_legend_row_class_init (TsLineLegendRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[REMOVED] = g_signal_new ("removed", TS_TYPE_LINE_LEGEND_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (TS_TYPE_LINE_SWATCH);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/line-legend-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, content);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, swatch);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, name);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, value);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, difference);
  gtk_widget_class_bind_template_child (widget_class, TsLineLegendRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
ts_line_legend_row_init (TsLineLegendRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ts_line_legend_row_new (void)
{
  return g_object_new (TS_TYPE_LINE_LEGEND_ROW, NULL);
}

void
ts_line_legend_row_set_name (TsLineLegendRow *self, const char *name, const char *whole_name)
{
  g_return_if_fail (TS_IS_LINE_LEGEND_ROW (self));
  gtk_label_set_text (self->name, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), whole_name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, whole_name,
                                  -1);
}

void
ts_line_legend_row_set_values (TsLineLegendRow *self, const char *value, const char *difference)
{
  g_return_if_fail (TS_IS_LINE_LEGEND_ROW (self));
  gtk_label_set_text (self->value, value);
  gtk_label_set_text (self->difference, difference != NULL ? difference : "");
  gtk_widget_set_visible (GTK_WIDGET (self->difference), difference != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value,
                                  -1);
}

void
ts_line_legend_row_set_line (TsLineLegendRow *self,
                             guint color,
                             gboolean shown,
                             gboolean stands_out)
{
  g_return_if_fail (TS_IS_LINE_LEGEND_ROW (self));
  ts_line_swatch_set_color (self->swatch, color);
  gtk_widget_set_opacity (self->content, shown ? 1 : 0.45);
  if (stands_out)
    gtk_widget_add_css_class (GTK_WIDGET (self), "stands-out");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stands-out");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  shown ? "" : _ ("Hidden"), -1);
}

void
ts_line_legend_row_set_backdrop (TsLineLegendRow *self, TsLineBackdrop backdrop)
{
  g_return_if_fail (TS_IS_LINE_LEGEND_ROW (self));
  ts_line_swatch_set_backdrop (self->swatch, backdrop);
  gtk_widget_set_visible (self->remove, FALSE);
}
