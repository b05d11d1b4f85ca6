/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/selection-panel.h"

#include "app/trends/choice-row.h"
#include "app/trends/filter-box.h"
#include "model/number-format.h"
#include "store/run-location.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _TsSelectionPanel
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  TsChoiceRow *database_row;
  TsChoiceRow *metric_row;
  TsChoiceRow *stat_row;
  GtkToggleButton *step_button;
  GtkToggleButton *rank_button;
  GtkToggleButton *module_button;
  TsChoiceRow *value_row;
  TsRankBox *rank_box;
  TsFilterBox *filter_box;
  TsChoiceRow *mode_row;
  TsChoiceRow *palette_row;
  TsChoiceRow *scale_row;
  TsChoiceRow *limits_row;
  AdwEntryRow *limit_rows[2];
  TsChoiceRow *reduction_row;

  double limits[2];
  TsSession *session;
  guint updating : 1;
};

enum
{
  DATABASE_CHOSEN,
  COLORS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsSelectionPanel, ts_selection_panel, GTK_TYPE_WIDGET)

/* --- what the person chose ---------------------------------------------------------------- */

static void
database_chosen_cb (TsSelectionPanel *self, guint index)
{
  g_signal_emit (self, signals[DATABASE_CHOSEN], 0, index);
}

static void
metric_chosen_cb (TsSelectionPanel *self, guint index)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const TsCatalogMetric *metric;

  if (catalog == NULL || index >= catalog->metrics->len)
    return;
  metric = g_ptr_array_index (catalog->metrics, index);
  ts_session_set_metric (self->session, metric->name);
}

static const TsCatalogMetric *
get_metric (TsSelectionPanel *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const char *name = ts_session_get_selection (self->session)->metric;

  return catalog != NULL && name != NULL ? ts_catalog_find_metric (catalog, name) : NULL;
}

static void
stat_chosen_cb (TsSelectionPanel *self, guint index)
{
  const TsCatalogMetric *metric = get_metric (self);

  if (metric != NULL && index < g_strv_length (metric->stats))
    ts_session_set_stat (self->session, metric->stats[index]);
}

static void
value_chosen_cb (TsSelectionPanel *self, guint index)
{
  TsAxis *values = ts_session_get_values (self->session);

  if (values != NULL && index < values->n)
    ts_session_set_value (self->session, values->ids[index]);
}

static void
dimension_toggled_cb (TsSelectionPanel *self, GtkToggleButton *button)
{
  if (self->updating || !gtk_toggle_button_get_active (button))
    return;
  ts_session_set_dimension (self->session, button == self->step_button   ? TS_DIMENSION_STEP
                                           : button == self->rank_button ? TS_DIMENSION_RANK
                                                                         : TS_DIMENSION_MODULE);
}

static void
colors_chosen_cb (TsSelectionPanel *self, guint index)
{
  g_signal_emit (self, signals[COLORS_CHANGED], 0);
}

/* A limit typed in: a finite number, whatever the other one is. */
static void
limit_applied_cb (TsSelectionPanel *self, AdwEntryRow *row)
{
  double *limit = &self->limits[row == self->limit_rows[1]];
  double typed;

  if (ts_parse_double (gtk_editable_get_text (GTK_EDITABLE (row)), -1, &typed) && isfinite (typed))
    {
      *limit = typed;
      gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
      g_signal_emit (self, signals[COLORS_CHANGED], 0);
      return;
    }
  gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  gtk_widget_error_bell (GTK_WIDGET (row));
}

/* --- what the session says ---------------------------------------------------------------- */

static void
show_stats (TsSelectionPanel *self)
{
  static const char *const none[] = { NULL };
  const TsCatalogMetric *metric = get_metric (self);
  const char *stat = ts_session_get_selection (self->session)->stat;

  ts_choice_row_set_names (self->stat_row,
                           metric != NULL ? (const char *const *) metric->stats : none);
  for (guint i = 0; metric != NULL && metric->stats[i] != NULL; i++)
    if (g_strcmp0 (metric->stats[i], stat) == 0)
      ts_choice_row_set_selected (self->stat_row, i);
}

static void
show_metrics (TsSelectionPanel *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const char *name = ts_session_get_selection (self->session)->metric;
  guint selected = G_MAXUINT;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; catalog != NULL && i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      g_ptr_array_add (names, g_strdup (metric->name));
      if (g_strcmp0 (metric->name, name) == 0)
        selected = i;
    }
  ts_choice_row_take_names (self->metric_row, names, NULL);
  ts_choice_row_set_selected (self->metric_row, selected);
}

static void
show_value (TsSelectionPanel *self)
{
  const TsSelection *selection = ts_session_get_selection (self->session);
  TsAxis *values = ts_session_get_values (self->session);
  int place = values != NULL ? ts_axis_find (values, selection->value) : -1;

  ts_choice_row_set_selected (self->value_row, place >= 0 ? (guint) place : G_MAXUINT);
}

static void
show_dimension (TsSelectionPanel *self)
{
  static const char *const titles[] = { N_ ("Step"), N_ ("Rank"), N_ ("Module") };
  TsDimension dimension = ts_session_get_selection (self->session)->dimension;
  GtkToggleButton *const buttons[] = { self->step_button, self->rank_button, self->module_button };

  self->updating = TRUE;
  gtk_toggle_button_set_active (buttons[dimension], TRUE);
  self->updating = FALSE;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->value_row), _ (titles[dimension]));
}

static void
selection_changed_cb (TsSession *session, TsSelectionPanel *self)
{
  show_metrics (self);
  show_stats (self);
  show_dimension (self);
  show_value (self);
}

static void
values_changed_cb (TsSession *session, TsSelectionPanel *self)
{
  TsAxis *values = ts_session_get_values (session);
  GPtrArray *names = g_ptr_array_new_full (values != NULL ? values->n : 0, g_free);

  for (guint i = 0; values != NULL && i < values->n; i++)
    g_ptr_array_add (names, g_strdup (values->names[i] != NULL ? values->names[i] : ""));
  ts_choice_row_take_names (self->value_row, names, NULL);
  show_value (self);
}

void
ts_selection_panel_set_session (TsSelectionPanel *self, TsSession *session)
{
  g_return_if_fail (TS_IS_SELECTION_PANEL (self) && self->session == NULL);
  self->session = g_object_ref (session);
  ts_filter_box_set_session (self->filter_box, session);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           0);
  g_signal_connect_object (session, "values-changed", G_CALLBACK (values_changed_cb), self, 0);
  selection_changed_cb (session, self);
}

/* --- databases ---------------------------------------------------------------------------- */

/* "dump_data", as the suffix is the same for all. */
static char *
get_database_name (const char *path)
{
  char *name = ts_run_location_dup_name (path);

  if (g_str_has_suffix (name, TS_DB_SUFFIX))
    name[strlen (name) - strlen (TS_DB_SUFFIX)] = '\0';
  return name;
}

void
ts_selection_panel_set_databases (TsSelectionPanel *self,
                                  const char *const *paths,
                                  const char *current)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  guint selected = G_MAXUINT;

  g_return_if_fail (TS_IS_SELECTION_PANEL (self));
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      g_ptr_array_add (names, get_database_name (paths[i]));
      if (g_strcmp0 (paths[i], current) == 0)
        selected = i;
    }
  ts_choice_row_take_names (self->database_row, names, NULL);
  ts_choice_row_set_selected (self->database_row, selected);
  if (catalog != NULL && current != NULL)
    {
      g_autofree char *name = get_database_name (current);
      g_autofree char *rows = ts_format_count ((guint64) MAX (catalog->n_rows, 0));
      g_autofree char *text = g_strdup_printf (
          catalog->n_rows_is_estimate ? _ ("%s · about %s rows") : _ ("%s · %s rows"), name, rows);
      ts_choice_row_set_text (self->database_row, text);
      g_autofree char *path = g_filename_display_name (current);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->database_row), path);
    }
  else
    ts_choice_row_set_text (self->database_row, NULL);
}

/* --- colours ------------------------------------------------------------------------------ */

static void
show_limit (TsSelectionPanel *self, guint which, gboolean fixed, double limit)
{
  AdwEntryRow *row = self->limit_rows[which];
  g_autofree char *text = ts_format_exact (limit);

  self->limits[which] = limit;
  gtk_widget_set_visible (GTK_WIDGET (row), fixed);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text) == 0)
    return;
  /* Else the text looks like one that waits to be applied. */
  adw_entry_row_set_show_apply_button (row, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_show_apply_button (row, TRUE);
  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
}

void
ts_selection_panel_set_colors (TsSelectionPanel *self, const TsHeatmapColors *colors)
{
  g_return_if_fail (TS_IS_SELECTION_PANEL (self));
  ts_choice_row_set_selected (self->mode_row, colors->mode);
  ts_choice_row_set_selected (self->palette_row, colors->palette);
  ts_choice_row_set_selected (self->scale_row, colors->auto_scale ? 0 : colors->scale + 1u);
  ts_choice_row_set_selected (self->limits_row, colors->limits);
  ts_choice_row_set_selected (self->reduction_row, colors->reduction);
  show_limit (self, 0, colors->limits == TS_LIMITS_FIXED, colors->fixed_min);
  show_limit (self, 1, colors->limits == TS_LIMITS_FIXED, colors->fixed_max);
}

void
ts_selection_panel_get_colors (TsSelectionPanel *self, TsHeatmapColors *colors)
{
  guint scale = ts_choice_row_get_selected (self->scale_row);

  g_return_if_fail (TS_IS_SELECTION_PANEL (self));
  colors->mode = (TsColorMode) ts_choice_row_get_selected (self->mode_row);
  colors->palette = (TsPalette) ts_choice_row_get_selected (self->palette_row);
  colors->auto_scale = scale == 0;
  if (scale > 0)
    colors->scale = (TsScaleType) (scale - 1);
  colors->limits = (TsLimitsMode) ts_choice_row_get_selected (self->limits_row);
  colors->reduction = (TsReduction) ts_choice_row_get_selected (self->reduction_row);
  colors->fixed_min = self->limits[0];
  colors->fixed_max = self->limits[1];
}

void
ts_selection_panel_set_auto_scale (TsSelectionPanel *self, const TsScaleType *scale)
{
  const char *const texts[] = { _ ("Automatic (linear)"), _ ("Automatic (logarithmic)"),
                                _ ("Automatic (symmetric log)") };

  gboolean automatic;

  g_return_if_fail (TS_IS_SELECTION_PANEL (self));
  automatic = ts_choice_row_get_selected (self->scale_row) == 0;
  ts_choice_row_set_text (self->scale_row, automatic && scale != NULL ? texts[*scale] : NULL);
}

/* The names stand in the order of their enums; before the scales, the automatic choice. */
static void
fill_color_rows (TsSelectionPanel *self)
{
  const char *const modes[] = { _ ("Gradient"), _ ("Segments (μ ± σ)"), _ ("Quantiles"), NULL };
  const char *const scales[]
      = { _ ("Automatic"), _ ("Linear"), _ ("Logarithmic"), _ ("Symmetric logarithmic"), NULL };
  const char *const limits[] = { _ ("Full range"), _ ("2 – 98 %"), _ ("Locked"), NULL };
  const char *const reductions[]
      = { _ ("Largest magnitude"), _ ("Maximum"), _ ("Minimum"), _ ("Mean"), NULL };
  const char *palettes[TS_N_PALETTES + 1] = { NULL };
  TsHeatmapColors colors;

  for (guint i = 0; i < TS_N_PALETTES; i++)
    palettes[i] = ts_palette_get_title ((TsPalette) i);
  ts_choice_row_set_names (self->mode_row, modes);
  ts_choice_row_set_names (self->palette_row, palettes);
  ts_choice_row_set_names (self->scale_row, scales);
  ts_choice_row_set_names (self->limits_row, limits);
  ts_choice_row_set_names (self->reduction_row, reductions);
  ts_heatmap_colors_init (&colors);
  ts_selection_panel_set_colors (self, &colors);
}

TsRankBox *
ts_selection_panel_get_rank_box (TsSelectionPanel *self)
{
  g_return_val_if_fail (TS_IS_SELECTION_PANEL (self), NULL);
  return self->rank_box;
}

void
ts_selection_panel_focus_filter (TsSelectionPanel *self)
{
  g_return_if_fail (TS_IS_SELECTION_PANEL (self));
  ts_filter_box_focus (self->filter_box);
}

/* --- widget ------------------------------------------------------------------------------- */

static void
ts_selection_panel_dispose (GObject *object)
{
  TsSelectionPanel *self = TS_SELECTION_PANEL (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ts_selection_panel_parent_class)->dispose (object);
}

static void
ts_selection_panel_class_init (TsSelectionPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_selection_panel_dispose;
  signals[DATABASE_CHOSEN]
      = g_signal_new ("database-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[COLORS_CHANGED] = g_signal_new ("colors-changed", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (TS_TYPE_CHOICE_ROW);
  g_type_ensure (TS_TYPE_FILTER_BOX);
  g_type_ensure (TS_TYPE_RANK_BOX);
  gtk_widget_class_set_css_name (widget_class, "selectionpanel");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/selection-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, scrolled);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, database_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, metric_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, stat_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, step_button);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, rank_button);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, module_button);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, value_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, rank_box);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, filter_box);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, mode_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, palette_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, scale_row);
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, limits_row);
  gtk_widget_class_bind_template_child_full (widget_class, "lower_row", FALSE,
                                             G_STRUCT_OFFSET (TsSelectionPanel, limit_rows[0]));
  gtk_widget_class_bind_template_child_full (widget_class, "upper_row", FALSE,
                                             G_STRUCT_OFFSET (TsSelectionPanel, limit_rows[1]));
  gtk_widget_class_bind_template_child (widget_class, TsSelectionPanel, reduction_row);
  gtk_widget_class_bind_template_callback (widget_class, database_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, metric_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, stat_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, dimension_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, value_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, colors_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, limit_applied_cb);
}

static void
ts_selection_panel_init (TsSelectionPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_color_rows (self);
}
