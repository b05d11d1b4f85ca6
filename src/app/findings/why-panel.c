/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/why-panel.h"

#include "app/session/why-chart.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* What the reading thread is given. */
typedef struct
{
  TsCatalog *catalog;
  TsFinding *finding;
  GPtrArray *groups;
} Job;

struct _TsWhyPanel
{
  GtkWidget parent_instance;

  GtkLabel *rule_label, *threshold_label, *chart_label;
  GtkGrid *grid;
  GtkDrawingArea *chart;
  GtkWidget *lines_button;
  GtkButton *harmless_button;

  TsCatalog *catalog;
  TsFinding *finding; /* NULL: none */
  TsFindingWhy *why;
  TsLinePlot *plot;
  GCancellable *cancellable;
};

enum
{
  SHOW_LINES,
  HARMLESS_TOGGLED,
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsWhyPanel, ts_why_panel, GTK_TYPE_WIDGET)

/* ---- the numbers ---- */

static void
clear_grid (TsWhyPanel *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
}

static GtkWidget *
add_label (TsWhyPanel *self, const char *text, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column == 1);
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  return label;
}

static void
show_rows (TsWhyPanel *self)
{
  g_autoptr (GPtrArray) rows = ts_finding_why_dup_rows (self->why, self->finding);

  clear_grid (self);
  for (guint i = 0; i < rows->len; i++)
    {
      const TsWhyRow *row = g_ptr_array_index (rows, i);
      GtkWidget *value;
      gtk_widget_add_css_class (add_label (self, row->label, 0, (int) i), "dim-label");
      value = add_label (self, row->value, 1, (int) i);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (value, "numeric");
      if (row->is_fault)
        gtk_widget_add_css_class (value, "error");
    }
}

/* ---- the chart ---- */

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TsWhyPanel *self = data;
  TsPlotStyle style = { 0 };
  TsLineLayout layout;

  if (self->plot == NULL)
    return;
  ts_theme_get_style (GTK_WIDGET (area), &style);
  /* Its title stands above, and what the band is says the title. */
  ts_line_plot_layout (self->plot, cr, &style, width, height, &layout);
  ts_line_plot_draw_chart (self->plot, cr, &style, &layout);
  ts_plot_style_clear (&style);
}

static void
show_chart (TsWhyPanel *self)
{
  g_clear_pointer (&self->plot, ts_line_plot_free);
  if (self->why != NULL)
    self->plot = ts_why_chart_new (self->why, self->finding, self->catalog);
  gtk_label_set_text (self->chart_label,
                      self->plot != NULL ? ts_line_plot_get_title (self->plot) : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->plot != NULL ? ts_line_plot_get_title (self->plot) : "",
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

/* ---- reading ---- */

static void
job_free (gpointer data)
{
  Job *self = data;

  ts_catalog_unref (self->catalog);
  ts_finding_free (self->finding);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

static void
read_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  TsFindingWhy *why = ts_finding_why_new (job->catalog, job->finding, job->groups,
                                          &ts_find_thresholds, cancellable, &error);

  if (why == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, why, (GDestroyNotify) ts_finding_why_free);
}

/* data is a reference of its own, given back here, on the main loop: the task drops what it holds
 * on its thread, where a widget must not end. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsWhyPanel) self = data;
  g_autoptr (GError) error = NULL;
  TsFindingWhy *why = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->why = why;
  if (why != NULL)
    {
      show_rows (self);
      show_chart (self);
    }
  else
    gtk_label_set_text (self->threshold_label, error->message);
  g_signal_emit (self, signals[LOADED], 0);
}

static GPtrArray *
copy_groups (GPtrArray *groups)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (copy, g_array_ref (g_ptr_array_index (groups, i)));
  return copy;
}

static void
start_reading (TsWhyPanel *self, GPtrArray *groups)
{
  Job *job = g_new (Job, 1);
  g_autoptr (GTask) task = NULL;

  *job = (Job){ ts_catalog_ref (self->catalog), ts_finding_copy (self->finding),
                copy_groups (groups) };
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, read_cb, g_object_ref (self));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_on_thread);
}

void
ts_why_panel_cancel (TsWhyPanel *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
forget (TsWhyPanel *self)
{
  ts_why_panel_cancel (self);
  g_clear_pointer (&self->why, ts_finding_why_free);
  g_clear_pointer (&self->plot, ts_line_plot_free);
  g_clear_pointer (&self->finding, ts_finding_free);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
}

void
ts_why_panel_set_finding (TsWhyPanel *self,
                          const TsFinding *finding,
                          TsCatalog *catalog,
                          GPtrArray *groups,
                          gboolean harmless)
{
  g_autofree char *rule = NULL, *threshold = NULL;

  forget (self);
  clear_grid (self);
  show_chart (self);
  if (finding == NULL)
    return;
  self->finding = ts_finding_copy (finding);
  self->catalog = ts_catalog_ref (catalog);
  rule = g_strdup_printf ("%s · %s", ts_rule_to_string (finding->rule),
                          ts_rule_get_label (finding->rule));
  threshold = ts_rule_dup_threshold (finding->rule, &ts_find_thresholds);
  gtk_label_set_text (self->rule_label, rule);
  gtk_label_set_text (self->threshold_label, threshold);
  gtk_widget_set_visible (self->lines_button, finding->target_id != 0);
  gtk_button_set_label (self->harmless_button,
                        harmless ? _ ("Not _harmless after all") : _ ("Mark as _harmless"));
  start_reading (self, groups);
}

const TsFindingWhy *
ts_why_panel_get_why (TsWhyPanel *self)
{
  return self->why;
}

/* ---- buttons ---- */

static void
lines_clicked_cb (TsWhyPanel *self)
{
  g_signal_emit (self, signals[SHOW_LINES], 0);
}

static void
harmless_clicked_cb (TsWhyPanel *self)
{
  g_signal_emit (self, signals[HARMLESS_TOGGLED], 0);
}

static void
copy_clicked_cb (TsWhyPanel *self)
{
  g_autofree char *text = NULL;

  if (self->why == NULL)
    return;
  text = ts_finding_why_to_text (self->why, self->finding, self->catalog);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* ---- the widget ---- */

static void
ts_why_panel_dispose (GObject *object)
{
  TsWhyPanel *self = TS_WHY_PANEL (object);
  GtkWidget *child;

  forget (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TS_TYPE_WHY_PANEL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ts_why_panel_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *klass)
{
  gtk_widget_class_set_template_from_resource (klass, "/org/trendscope/Trendscope/why-panel.ui");
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, rule_label);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, threshold_label);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, grid);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, chart_label);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, chart);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, lines_button);
  gtk_widget_class_bind_template_child (klass, TsWhyPanel, harmless_button);
  gtk_widget_class_bind_template_callback (klass, lines_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, harmless_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, copy_clicked_cb);
}

static void
ts_why_panel_class_init (TsWhyPanelClass *klass)
{
  static const char *const names[N_SIGNALS] = { "show-lines", "harmless-toggled", "loaded" };

  G_OBJECT_CLASS (klass)->dispose = ts_why_panel_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TS_TYPE_WHY_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
ts_why_panel_init (TsWhyPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->chart, draw_cb, self, NULL);
}
