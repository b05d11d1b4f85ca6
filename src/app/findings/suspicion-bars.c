/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/suspicion-bars.h"

#include "app/session/rank-suspicion.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define HEIGHT 72

struct _TsSuspicionBars
{
  GtkWidget parent_instance;
  GArray *bars; /* TsRankBar */
};

G_DEFINE_FINAL_TYPE (TsSuspicionBars, ts_suspicion_bars, GTK_TYPE_WIDGET)

static guint rank_activated_signal;

void
ts_suspicion_bars_set_findings (TsSuspicionBars *self,
                                const TsFindings *findings,
                                const TsCatalog *catalog,
                                gboolean hints)
{
  g_clear_pointer (&self->bars, g_array_unref);
  if (findings != NULL)
    self->bars = ts_rank_suspicion_new (findings, catalog->ranks, hints);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const TsRankBar *
find_bar (TsSuspicionBars *self, double x)
{
  int place = self->bars != NULL
                  ? ts_rank_bars_find (self->bars->len, gtk_widget_get_width (GTK_WIDGET (self)), x)
                  : -1;

  return place >= 0 ? &g_array_index (self->bars, TsRankBar, place) : NULL;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const TsRankBar *bar = keyboard ? NULL : find_bar (TS_SUSPICION_BARS (widget), x);
  g_autofree char *text = NULL;

  if (bar == NULL)
    return FALSE;
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Rank %" PRId64 ": %u finding",
                                       "Rank %" PRId64 ": %u findings", bar->n),
                          bar->rank, bar->n);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
pressed_cb (TsSuspicionBars *self, int n_press, double x, double y)
{
  const TsRankBar *bar = find_bar (self, x);

  if (bar != NULL)
    g_signal_emit (self, rank_activated_signal, 0, bar->rank);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsSuspicionBars *self = TS_SUSPICION_BARS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TsPlotStyle style = { 0 };
  cairo_t *cr;

  if (self->bars == NULL)
    return;
  ts_theme_get_style (widget, &style);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  ts_rank_bars_draw (&g_array_index (self->bars, TsRankBar, 0), self->bars->len, cr, &style, width,
                     height);
  cairo_destroy (cr);
  ts_plot_style_clear (&style);
}

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

static void
finalize (GObject *object)
{
  g_clear_pointer (&TS_SUSPICION_BARS (object)->bars, g_array_unref);
  G_OBJECT_CLASS (ts_suspicion_bars_parent_class)->finalize (object);
}

static void
ts_suspicion_bars_class_init (TsSuspicionBarsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = finalize;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->query_tooltip = query_tooltip;
  rank_activated_signal = g_signal_new ("rank-activated", TS_TYPE_SUSPICION_BARS, G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
ts_suspicion_bars_init (TsSuspicionBars *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
