/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/findings-panel.h"

#include "app/findings/suspicion-bars.h"
#include "model/number-format.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>

struct _TsFindingsPanel
{
  GtkWidget parent_instance;

  GtkEditable *search_entry;
  GtkCheckButton *errors_check, *warnings_check, *hints_check, *harmless_check;
  GtkLabel *errors_label, *warnings_label, *hints_label, *harmless_label;
  AdwPreferencesGroup *rules_group;
  GtkWidget *where_group, *suspicion_group;
  AdwComboRow *rank_row, *metric_row;
  TsSuspicionBars *bars;
  AdwActionRow *peers_row;
  GtkWidget *harmless_row;

  /* Of the rules; rows only of those that found something. */
  GtkWidget *rule_rows[TS_N_RULES];
  GtkLabel *rule_labels[TS_N_RULES];
  GtkCheckButton *rule_checks[TS_N_RULES];
  GArray *ranks;   /* gint64: those of rank_row after “Any” */
  GArray *metrics; /* gint64: the same of metric_row */
  gboolean setting;
};

enum
{
  FILTER_CHANGED,
  HARMLESS_TOGGLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsFindingsPanel, ts_findings_panel, GTK_TYPE_WIDGET)

static void
filter_changed_cb (TsFindingsPanel *self)
{
  if (!self->setting)
    g_signal_emit (self, signals[FILTER_CHANGED], 0);
}

static void
harmless_toggled_cb (TsFindingsPanel *self)
{
  if (!self->setting)
    g_signal_emit (self, signals[HARMLESS_TOGGLED], 0);
}

/* ---- how much there is ---- */

static void
set_count (GtkLabel *label, guint n)
{
  g_autofree char *text = n > 0 ? ts_format_count (n) : g_strdup ("–");

  gtk_label_set_text (label, text);
}

/* As many as the list has rows when all is folded: what follows does not count. */
static void
show_grades (TsFindingsPanel *self, const TsFindings *findings)
{
  GtkLabel *const labels[TS_N_GRADES]
      = { self->errors_label, self->warnings_label, self->hints_label };
  guint n[TS_N_GRADES] = { 0 };

  for (guint i = 0; findings != NULL && i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      n[finding->grade] += finding->cause_id == 0;
    }
  for (guint i = 0; i < TS_N_GRADES; i++)
    set_count (labels[i], n[i]);
}

static void
add_rule (TsFindingsPanel *self, TsRule rule)
{
  GtkWidget *row = adw_action_row_new (), *label = gtk_label_new (NULL);
  GtkWidget *check = gtk_check_button_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), ts_rule_get_label (rule));
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (filter_changed_cb), self);
  adw_preferences_group_add (self->rules_group, row);
  self->rule_rows[rule] = row;
  self->rule_labels[rule] = GTK_LABEL (label);
  self->rule_checks[rule] = GTK_CHECK_BUTTON (check);
}

static void
show_rules (TsFindingsPanel *self, const TsFindings *findings)
{
  guint n[TS_N_RULES] = { 0 }, n_rules = 0;

  for (guint i = 0; findings != NULL && i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      n[finding->rule] += finding->cause_id == 0;
    }
  for (guint i = 0; i < TS_N_RULES; i++)
    {
      set_count (self->rule_labels[i], n[i]);
      gtk_widget_set_visible (self->rule_rows[i], n[i] > 0);
      n_rules += n[i] > 0;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->rules_group), n_rules > 1);
}

/* ---- where ---- */

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
add_id (GArray *ids, gint64 id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, gint64, i) == id)
      return;
  g_array_append_val (ids, id);
}

static const char *
find_metric (const TsCatalog *catalog, gint64 id)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == id)
        return metric->name;
    }
  return "";
}

/* The id that is chosen of a row; none when that is “Any”. */
static gint64
get_chosen (AdwComboRow *row, const GArray *ids, gint64 none)
{
  guint selected = adw_combo_row_get_selected (row);

  return selected == 0 || selected > ids->len ? none : g_array_index (ids, gint64, selected - 1);
}

/* Gives a row its names, with the same id chosen as before. */
static void
set_names (AdwComboRow *row, GtkStringList *names, const GArray *ids, gint64 chosen)
{
  guint selected = 0;

  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, gint64, i) == chosen)
      selected = i + 1;
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (row, selected);
  gtk_widget_set_visible (GTK_WIDGET (row), ids->len > 1);
}

static void
collect (GArray *ranks, GArray *metrics, const TsFindings *findings)
{
  for (guint i = 0; findings != NULL && i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->rank != TS_FINDING_ALL_RANKS)
        add_id (ranks, finding->rank);
      if (finding->metric_id != 0)
        add_id (metrics, finding->metric_id);
    }
  g_array_sort (ranks, compare_ids);
  g_array_sort (metrics, compare_ids);
}

static void
show_places (TsFindingsPanel *self, const TsFindings *findings, const TsCatalog *catalog)
{
  gint64 rank = get_chosen (self->rank_row, self->ranks, G_MININT64);
  gint64 metric = get_chosen (self->metric_row, self->metrics, 0);
  const char *const any[] = { C_ ("ranks or metrics", "any"), NULL };
  g_autoptr (GtkStringList) rank_names = gtk_string_list_new (any);
  g_autoptr (GtkStringList) metric_names = gtk_string_list_new (any);

  g_array_set_size (self->ranks, 0);
  g_array_set_size (self->metrics, 0);
  collect (self->ranks, self->metrics, findings);
  for (guint i = 0; i < self->ranks->len; i++)
    gtk_string_list_take (rank_names,
                          g_strdup_printf ("%" PRId64, g_array_index (self->ranks, gint64, i)));
  for (guint i = 0; i < self->metrics->len; i++)
    gtk_string_list_append (metric_names,
                            find_metric (catalog, g_array_index (self->metrics, gint64, i)));
  set_names (self->rank_row, rank_names, self->ranks, rank);
  set_names (self->metric_row, metric_names, self->metrics, metric);
  gtk_widget_set_visible (self->where_group, self->ranks->len > 1 || self->metrics->len > 1);
}

/* A click on a bar lists that rank alone, another one lists all again. */
static void
rank_activated_cb (TsFindingsPanel *self, gint64 rank)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (g_array_index (self->ranks, gint64, i) == rank)
      adw_combo_row_set_selected (self->rank_row,
                                  adw_combo_row_get_selected (self->rank_row) == i + 1 ? 0 : i + 1);
}

static void
show_suspicion (TsFindingsPanel *self, const TsFindings *findings, const TsCatalog *catalog)
{
  gboolean any = FALSE;

  for (guint i = 0; findings != NULL && i < findings->items->len; i++)
    any |= ((TsFinding *) g_ptr_array_index (findings->items, i))->rank != TS_FINDING_ALL_RANKS;
  gtk_widget_set_visible (self->suspicion_group, any && catalog->ranks->len > 1);
  ts_suspicion_bars_set_findings (self->bars, findings, catalog,
                                  ts_findings_panel_get_hints (self));
}

static void
show_peers (TsFindingsPanel *self, const TsFindings *findings)
{
  static const char *const peers[][2] = { { "layout", N_ ("the layout’s data-parallel groups") },
                                          { "parameters", N_ ("ranks with equal parameters") },
                                          { "modules", N_ ("ranks with the same modules") } };
  const char *how = NULL;

  for (guint i = 0; findings != NULL && i < G_N_ELEMENTS (peers); i++)
    if (g_strcmp0 (findings->peers, peers[i][0]) == 0)
      how = _ (peers[i][1]);
  adw_action_row_set_subtitle (self->peers_row, how != NULL ? how : "");
  gtk_widget_set_visible (GTK_WIDGET (self->peers_row), how != NULL);
}

void
ts_findings_panel_set_findings (TsFindingsPanel *self,
                                const TsFindings *findings,
                                const TsCatalog *catalog,
                                guint n_harmless)
{
  self->setting = TRUE;
  show_grades (self, findings);
  show_rules (self, findings);
  show_places (self, findings, catalog);
  show_suspicion (self, findings, catalog);
  show_peers (self, findings);
  set_count (self->harmless_label, n_harmless);
  gtk_widget_set_visible (self->harmless_row, n_harmless > 0);
  if (n_harmless == 0)
    gtk_check_button_set_active (self->harmless_check, FALSE);
  self->setting = FALSE;
}

void
ts_findings_panel_reset (TsFindingsPanel *self, gboolean hints)
{
  self->setting = TRUE;
  gtk_editable_set_text (self->search_entry, "");
  gtk_check_button_set_active (self->errors_check, TRUE);
  gtk_check_button_set_active (self->warnings_check, TRUE);
  gtk_check_button_set_active (self->hints_check, hints);
  gtk_check_button_set_active (self->harmless_check, FALSE);
  for (guint i = 0; i < TS_N_RULES; i++)
    gtk_check_button_set_active (self->rule_checks[i], TRUE);
  adw_combo_row_set_selected (self->rank_row, 0);
  adw_combo_row_set_selected (self->metric_row, 0);
  self->setting = FALSE;
}

/* ---- what is chosen ---- */

void
ts_findings_panel_init_filter (TsFindingsPanel *self, TsFindingFilter *filter)
{
  ts_finding_filter_init (filter);
  filter->grades = (guint32) gtk_check_button_get_active (self->errors_check) << TS_GRADE_ERROR
                   | (guint32) gtk_check_button_get_active (self->warnings_check)
                         << TS_GRADE_WARNING
                   | (guint32) gtk_check_button_get_active (self->hints_check) << TS_GRADE_HINT;
  for (guint i = 0; i < TS_N_RULES; i++)
    if (!gtk_check_button_get_active (self->rule_checks[i]))
      filter->rules &= ~(1u << i);
  filter->rank = get_chosen (self->rank_row, self->ranks, TS_FINDING_ALL_RANKS);
  filter->metric_id = get_chosen (self->metric_row, self->metrics, 0);
  filter->words = g_strdup (gtk_editable_get_text (self->search_entry));
}

gboolean
ts_findings_panel_get_hints (TsFindingsPanel *self)
{
  return gtk_check_button_get_active (self->hints_check);
}

gboolean
ts_findings_panel_get_harmless (TsFindingsPanel *self)
{
  return gtk_check_button_get_active (self->harmless_check);
}

void
ts_findings_panel_focus_search (TsFindingsPanel *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

/* ---- the widget ---- */

static void
ts_findings_panel_dispose (GObject *object)
{
  GtkWidget *child;

  gtk_widget_dispose_template (GTK_WIDGET (object), TS_TYPE_FINDINGS_PANEL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ts_findings_panel_parent_class)->dispose (object);
}

static void
ts_findings_panel_finalize (GObject *object)
{
  g_array_unref (TS_FINDINGS_PANEL (object)->ranks);
  g_array_unref (TS_FINDINGS_PANEL (object)->metrics);
  G_OBJECT_CLASS (ts_findings_panel_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *klass)
{
  gtk_widget_class_set_template_from_resource (klass,
                                               "/org/trendscope/Trendscope/findings-panel.ui");
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, search_entry);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, errors_check);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, warnings_check);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, hints_check);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, harmless_check);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, errors_label);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, warnings_label);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, hints_label);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, harmless_label);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, rules_group);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, where_group);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, suspicion_group);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, rank_row);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, metric_row);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, bars);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, peers_row);
  gtk_widget_class_bind_template_child (klass, TsFindingsPanel, harmless_row);
  gtk_widget_class_bind_template_callback (klass, filter_changed_cb);
  gtk_widget_class_bind_template_callback (klass, harmless_toggled_cb);
  gtk_widget_class_bind_template_callback (klass, rank_activated_cb);
}

static void
ts_findings_panel_class_init (TsFindingsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ts_findings_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = ts_findings_panel_finalize;
  g_type_ensure (TS_TYPE_SUSPICION_BARS);
  signals[FILTER_CHANGED] = g_signal_new ("filter-changed", TS_TYPE_FINDINGS_PANEL,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HARMLESS_TOGGLED] = g_signal_new ("harmless-toggled", TS_TYPE_FINDINGS_PANEL,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "findingspanel");
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
ts_findings_panel_init (TsFindingsPanel *self)
{
  self->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->metrics = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->setting = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < TS_N_RULES; i++)
    add_rule (self, (TsRule) i);
  self->setting = FALSE;
}
