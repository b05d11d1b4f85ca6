/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/timeline/timeline-panel.h"

#include "plot/timeline/job-colors.h"
#include "plot/timeline/timeline-picture.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define N_FIGURES 9

struct _TsTimelinePanel
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GArray *numbers; /* gint64: of the steps */
  gboolean setting;

  GtkWidget *shown_group, *figures_group, *clocks_group, *plan_group, *log_group, *colors_group;
  GtkWidget *step_row, *step_spin, *compare_row, *compared_row, *compared_spin, *ideal_row;
  GtkWidget *chunks_row, *chunks_spin;
  GtkWidget *figure_labels[N_FIGURES], *figure_rows[N_FIGURES];
  GPtrArray *clock_rows;
  GtkWidget *clocks_button;
  GtkWidget *stages_row, *follow_switch, *report_row, *report_label;
  GtkWidget *plan_kind_row, *plan_spins[6];
  GtkWidget *color_labels[TS_N_JOB_KINDS], *color_rows[TS_N_JOB_KINDS];
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (TsTimelinePanel, ts_timeline_panel, GTK_TYPE_WIDGET)

static void
choose (TsTimelinePanel *self, TsTimelineChoice choice)
{
  if (!self->setting)
    g_signal_emit (self, chosen_signal, 0, (guint) choice);
}

/* ---- Rows ---- */

static GtkWidget *
add_group (GtkWidget *box, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (title != NULL)
    adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (GTK_BOX (box), group);
  return group;
}

static GtkWidget *
add_row (GtkWidget *group, const char *title, GtkWidget *suffix)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (suffix != NULL)
    {
      gtk_widget_set_valign (suffix, GTK_ALIGN_CENTER);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return row;
}

static GtkWidget *
add_value_row (GtkWidget *group, const char *title, GtkWidget **label)
{
  *label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (*label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (*label, "numeric");
  return add_row (group, title, *label);
}

static GtkWidget *
add_choice_row (GtkWidget *group, const char *title, const char *const *names)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return row;
}

/* ---- Steps ---- */

/* The buttons count steps; what they show is the step's number. */
static gboolean
show_number_cb (GtkSpinButton *spin, TsTimelinePanel *self)
{
  guint index = (guint) gtk_spin_button_get_value_as_int (spin);
  g_autofree char *text = NULL;

  if (index >= self->numbers->len)
    return FALSE;
  text = g_strdup_printf ("%" PRId64, g_array_index (self->numbers, gint64, index));
  gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static int
read_number_cb (GtkSpinButton *spin, double *value, TsTimelinePanel *self)
{
  gint64 number;

  if (!g_ascii_string_to_signed (gtk_editable_get_text (GTK_EDITABLE (spin)), 10, 0, G_MAXINT64,
                                 &number, NULL))
    return GTK_INPUT_ERROR;
  for (guint i = self->numbers->len; i > 0; i--)
    if (g_array_index (self->numbers, gint64, i - 1) == number)
      {
        *value = i - 1;
        return TRUE;
      }
  return GTK_INPUT_ERROR;
}

static GtkWidget *
create_step_spin (TsTimelinePanel *self)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 0, 1);

  g_signal_connect (spin, "output", G_CALLBACK (show_number_cb), self);
  g_signal_connect (spin, "input", G_CALLBACK (read_number_cb), self);
  return spin;
}

static void
step_changed_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_STEP);
}

static void
compare_changed_cb (TsTimelinePanel *self)
{
  gtk_widget_set_visible (self->compared_row,
                          ts_timeline_panel_get_compare (self) == TS_COMPARE_WITH_STEP);
  choose (self, TS_TIMELINE_CHOICE_COMPARE);
}

static void
compared_changed_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_COMPARE);
}

static void
ideal_changed_cb (TsTimelinePanel *self)
{
  guint chunks;
  TsScheduleKind kind = ts_timeline_panel_get_ideal (self, &chunks);

  gtk_widget_set_visible (self->chunks_row, kind == TS_SCHEDULE_VPP || kind == TS_SCHEDULE_ZBVPP);
  choose (self, TS_TIMELINE_CHOICE_IDEAL);
}

static void
create_shown (TsTimelinePanel *self, GtkWidget *box)
{
  const char *const compares[] = { _ ("Nothing"), _ ("Another step"), _ ("Another log…"), NULL };
  const char *const ideals[] = { _ ("None"), "F-then-B", "1F1B", "VPP", "ZB-H1", "ZB-VPP", NULL };

  self->shown_group = add_group (box, NULL);
  self->step_spin = create_step_spin (self);
  self->step_row = add_row (self->shown_group, _ ("Step"), self->step_spin);
  self->compare_row = add_choice_row (self->shown_group, _ ("Compare with"), compares);
  self->compared_spin = create_step_spin (self);
  self->compared_row = add_row (self->shown_group, _ ("Compared step"), self->compared_spin);
  self->ideal_row = add_choice_row (self->shown_group, _ ("Ideal schedule"), ideals);
  self->chunks_spin = gtk_spin_button_new_with_range (2, TS_MAX_PLAN_CHUNKS, 1);
  self->chunks_row = add_row (self->shown_group, _ ("Chunks per stage"), self->chunks_spin);
  gtk_widget_set_visible (self->compared_row, FALSE);
  gtk_widget_set_visible (self->chunks_row, FALSE);
  g_signal_connect_swapped (self->step_spin, "value-changed", G_CALLBACK (step_changed_cb), self);
  g_signal_connect_swapped (self->compared_spin, "value-changed", G_CALLBACK (compared_changed_cb),
                            self);
  g_signal_connect_swapped (self->compare_row, "notify::selected", G_CALLBACK (compare_changed_cb),
                            self);
  g_signal_connect_swapped (self->ideal_row, "notify::selected", G_CALLBACK (ideal_changed_cb),
                            self);
  g_signal_connect_swapped (self->chunks_spin, "value-changed", G_CALLBACK (ideal_changed_cb),
                            self);
}

/* ---- A plan ---- */

static void
plan_changed_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_PLAN);
}

static void
create_plan (TsTimelinePanel *self, GtkWidget *box)
{
  const char *const kinds[] = { "F-then-B", "1F1B", "VPP", "ZB-H1", "ZB-VPP", NULL };
  const struct
  {
    const char *title;
    double min, max, value;
    guint digits;
  } fields[] = {
    { _ ("Stages"), 1, TS_MAX_PLAN_STAGES, 4, 0 },
    { _ ("Micro-batches"), 1, TS_MAX_PLAN_MICRO_BATCHES, 8, 0 },
    { _ ("Chunks per stage"), 1, TS_MAX_PLAN_CHUNKS, 2, 0 },
    { _ ("Forward (ms)"), 0.1, 1e6, 10, 1 },
    { _ ("Backward (ms)"), 0.1, 1e6, 20, 1 },
    { _ ("Of it for weights (ms)"), 0, 1e6, 10, 1 },
  };

  self->plan_group = add_group (box, _ ("Planned schedule"));
  self->plan_kind_row = add_choice_row (self->plan_group, _ ("Schedule"), kinds);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->plan_kind_row), 1);
  g_signal_connect_swapped (self->plan_kind_row, "notify::selected", G_CALLBACK (plan_changed_cb),
                            self);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      GtkWidget *spin = gtk_spin_button_new_with_range (fields[i].min, fields[i].max,
                                                        fields[i].digits > 0 ? 0.5 : 1);
      gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), fields[i].digits);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), fields[i].value);
      add_row (self->plan_group, fields[i].title, spin);
      self->plan_spins[i] = spin;
      g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (plan_changed_cb), self);
    }
}

/* ---- Figures, clocks, colours ---- */

static void
create_figures (TsTimelinePanel *self, GtkWidget *box)
{
  const struct
  {
    const char *title, *meaning;
  } figures[N_FIGURES] = {
    { _ ("Window"), _ ("From the first to the last forward or backward of all stages") },
    { _ ("Step"), _ ("From the first to the last job of any kind") },
    { _ ("Bubble"), _ ("1 − what all stages are busy ÷ (stages × window)") },
    { _ ("… by the slowest stage"), _ ("1 − what the busiest stage is busy ÷ window") },
    { _ ("… as Megatron counts"), _ ("window × stages ÷ what all are busy − 1") },
    { _ ("… ideal"), _ ("What the schedule idles at best, from its closed form") },
    { _ ("Imbalance"), _ ("What the busiest stage is busy ÷ the mean − 1") },
    { _ ("Straggler"), _ ("The busiest stage, for which the others wait") },
    { _ ("Long jobs"), _ ("Jobs longer than the median of their stage and kind by more than "
                          "3 × 1.4826 × MAD and 5 %") },
  };

  self->figures_group = add_group (box, _ ("This step"));
  for (guint i = 0; i < N_FIGURES; i++)
    {
      self->figure_rows[i]
          = add_value_row (self->figures_group, figures[i].title, &self->figure_labels[i]);
      gtk_widget_set_tooltip_text (self->figure_rows[i], figures[i].meaning);
    }
}

static void
clocks_clicked_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_CLOCKS);
}

static void
create_clocks (TsTimelinePanel *self, GtkWidget *box)
{
  self->clocks_group = add_group (box, _ ("Clocks"));
  self->clocks_button = gtk_button_new ();
  gtk_widget_add_css_class (self->clocks_button, "flat");
  gtk_widget_set_valign (self->clocks_button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->clocks_button, "clicked", G_CALLBACK (clocks_clicked_cb), self);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self->clocks_group),
                                           self->clocks_button);
  self->clock_rows = g_ptr_array_new ();
}

static void
create_colors (TsTimelinePanel *self, GtkWidget *box)
{
  self->colors_group = add_group (box, _ ("Colours"));
  for (guint k = 0; k < TS_N_JOB_KINDS; k++)
    {
      TsColor color = ts_job_kind_get_color ((TsJobKind) k);
      g_autofree char *markup = g_strdup_printf ("<span foreground=\"#%06x\">■</span>",
                                                 ts_color_to_argb (&color) & 0xffffff);
      GtkWidget *swatch = gtk_label_new (NULL);
      gtk_label_set_markup (GTK_LABEL (swatch), markup);
      self->color_rows[k]
          = add_row (self->colors_group, ts_job_kind_get_label ((TsJobKind) k), NULL);
      adw_action_row_add_prefix (ADW_ACTION_ROW (self->color_rows[k]), swatch);
    }
}

/* ---- The log ---- */

static void
stages_applied_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_STAGES);
}

static void
follow_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_FOLLOW);
}

static void
report_cb (TsTimelinePanel *self)
{
  choose (self, TS_TIMELINE_CHOICE_REPORT);
}

static void
create_log (TsTimelinePanel *self, GtkWidget *box)
{
  GtkWidget *follow_row;

  self->log_group = add_group (box, _ ("Log"));
  self->stages_row = adw_entry_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->stages_row), _ ("Stages of the rows"));
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->stages_row), TRUE);
  gtk_widget_set_tooltip_text (
      self->stages_row, _ ("In the order of machines and GPUs, such as 0,0,1,1; empty: found "
                           "from the records, or from the Parallelism page"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->log_group), self->stages_row);
  self->follow_switch = gtk_switch_new ();
  follow_row = add_row (self->log_group, _ ("Follow while it grows"), self->follow_switch);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (follow_row), self->follow_switch);
  self->report_row = add_value_row (self->log_group, _ ("Report"), &self->report_label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->report_row), TRUE);
  g_signal_connect_swapped (self->stages_row, "apply", G_CALLBACK (stages_applied_cb), self);
  g_signal_connect_swapped (self->follow_switch, "notify::active", G_CALLBACK (follow_cb), self);
  g_signal_connect_swapped (self->report_row, "activated", G_CALLBACK (report_cb), self);
}

/* ---- Showing ---- */

static void
set_steps (TsTimelinePanel *self, const TsTimeline *timeline)
{
  guint n = timeline != NULL ? timeline->steps->len : 0;

  g_array_set_size (self->numbers, 0);
  for (guint i = 0; i < n; i++)
    {
      gint64 number = ts_timeline_get_step (timeline, i)->number;
      g_array_append_val (self->numbers, number);
    }
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->step_spin), 0, MAX (n, 1) - 1);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->compared_spin), 0, MAX (n, 1) - 1);
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->step_spin));
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->compared_spin));
}

static void
set_report (TsTimelinePanel *self, const TsTimeline *timeline)
{
  guint n = ts_timeline_report_get_notes (timeline->report)->len;
  g_autofree char *text
      = n == 0 ? g_strdup (_ ("nothing amiss"))
               : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u note", "%u notes", n), n);

  gtk_label_set_text (GTK_LABEL (self->report_label), text);
}

void
ts_timeline_panel_set_timeline (TsTimelinePanel *self, const TsTimeline *timeline)
{
  gboolean log = timeline != NULL;

  self->setting = TRUE;
  set_steps (self, timeline);
  gtk_widget_set_visible (self->shown_group, log);
  gtk_widget_set_visible (self->log_group, log);
  gtk_widget_set_visible (self->plan_group, !log);
  if (log)
    set_report (self, timeline);
  else
    gtk_switch_set_active (GTK_SWITCH (self->follow_switch), FALSE);
  self->setting = FALSE;
}

static void G_GNUC_PRINTF (3, 4)
    set_figure (TsTimelinePanel *self, guint i, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  gtk_label_set_text (GTK_LABEL (self->figure_labels[i]), text);
}

static void
set_ratios (TsTimelinePanel *self, const TsStepFigures *figures)
{
  const double ratios[] = { figures->bubble, figures->bubble_slowest, figures->megatron_fraction,
                            figures->ideal_bubble, figures->imbalance };
  gboolean works = figures->straggler >= 0;

  for (guint i = 0; i < G_N_ELEMENTS (ratios); i++)
    if (works && isfinite (ratios[i]))
      set_figure (self, 2 + i, _ ("%.1f %%"), 100 * ratios[i]);
    else
      set_figure (self, 2 + i, "–");
}

static char *
dup_straggler (const TsTimeline *timeline, const TsStepFigures *figures)
{
  if (figures->straggler < 0)
    return g_strdup ("–");
  for (guint r = 0; r < timeline->rows->len; r++)
    if ((int) ts_timeline_get_row (timeline, r)->stage == figures->straggler && !timeline->planned)
      {
        g_autofree char *row = ts_timeline_describe_row (timeline, r);
        return g_strdup_printf (_ ("stage %d, %s"), figures->straggler, row);
      }
  return g_strdup_printf (_ ("stage %d"), figures->straggler);
}

static void
set_pairs (TsTimelinePanel *self, const TsStepFigures *figures)
{
  for (guint i = 0; i < self->clock_rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self->clocks_group),
                                  g_ptr_array_index (self->clock_rows, i));
  g_ptr_array_set_size (self->clock_rows, 0);
  for (guint i = 0; i < figures->pairs->len; i++)
    {
      const TsClockPair *pair = &g_array_index (figures->pairs, TsClockPair, i);
      g_autofree char *title = g_strdup_printf (_ ("stage %u → %u"), pair->from, pair->to);
      g_autofree char *text = g_strdup_printf (_ ("%s%.3f ms, transfer %.3f ms"),
                                               pair->offset < 0   ? "−"
                                               : pair->offset > 0 ? "+"
                                                                  : "",
                                               fabs (pair->offset) / 1000, pair->transfer / 1000);
      GtkWidget *label;
      g_ptr_array_add (self->clock_rows, add_value_row (self->clocks_group, title, &label));
      gtk_label_set_text (GTK_LABEL (label), text);
      if (pair->forward_gap < 0 || pair->backward_gap < 0)
        gtk_widget_add_css_class (label, "warning");
    }
}

void
ts_timeline_panel_set_clocks (TsTimelinePanel *self, gint64 apart, gboolean fixed)
{
  g_autofree char *size = ts_format_duration ((double) apart);
  g_autofree char *text = fixed ? g_strdup (_ ("Undo the correction"))
                                : g_strdup_printf (_ ("Correct by up to %s"), size);

  gtk_button_set_label (GTK_BUTTON (self->clocks_button), text);
  gtk_widget_set_visible (self->clocks_button, apart != 0);
}

void
ts_timeline_panel_set_figures (TsTimelinePanel *self,
                               const TsTimeline *timeline,
                               const TsStepFigures *figures)
{
  g_autofree char *window = ts_format_duration ((double) figures->window);
  g_autofree char *length = ts_format_duration ((double) figures->length);
  g_autofree char *straggler = dup_straggler (timeline, figures);
  g_autofree char *ideal
      = g_strdup_printf (_ ("… ideal %s"), ts_schedule_kind_get_name (figures->schedule.kind));
  gboolean kinds[TS_N_JOB_KINDS];

  set_figure (self, 0, "%s", window);
  set_figure (self, 1, "%s", length);
  set_ratios (self, figures);
  set_figure (self, 7, "%s", straggler);
  set_figure (self, 8, "%u", figures->outliers->len);
  gtk_widget_set_tooltip_text (self->figure_labels[7], straggler);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->figure_rows[5]),
                                 figures->schedule.kind != TS_SCHEDULE_NONE ? ideal
                                                                            : _ ("… ideal"));
  set_pairs (self, figures);
  gtk_widget_set_visible (self->clocks_group, figures->pairs->len > 0 && !timeline->planned);
  ts_timeline_find_kinds (timeline, kinds);
  for (guint k = 0; k < TS_N_JOB_KINDS; k++)
    gtk_widget_set_visible (self->color_rows[k], kinds[k]);
}

/* ---- What is chosen ---- */

guint
ts_timeline_panel_get_step (TsTimelinePanel *self)
{
  return (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->step_spin));
}

void
ts_timeline_panel_set_step (TsTimelinePanel *self, guint step)
{
  self->setting = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->step_spin), step);
  self->setting = FALSE;
}

TsCompareWith
ts_timeline_panel_get_compare (TsTimelinePanel *self)
{
  return (TsCompareWith) adw_combo_row_get_selected (ADW_COMBO_ROW (self->compare_row));
}

void
ts_timeline_panel_set_compare (TsTimelinePanel *self, TsCompareWith compare)
{
  self->setting = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->compare_row), compare);
  self->setting = FALSE;
}

guint
ts_timeline_panel_get_compared_step (TsTimelinePanel *self)
{
  return (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->compared_spin));
}

TsScheduleKind
ts_timeline_panel_get_ideal (TsTimelinePanel *self, guint *chunks)
{
  *chunks = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->chunks_spin));
  return (TsScheduleKind) adw_combo_row_get_selected (ADW_COMBO_ROW (self->ideal_row));
}

void
ts_timeline_panel_set_ideal (TsTimelinePanel *self, TsScheduleKind kind)
{
  self->setting = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->ideal_row), kind);
  self->setting = FALSE;
}

void
ts_timeline_panel_get_plan (TsTimelinePanel *self, TsSchedule *plan)
{
  double values[G_N_ELEMENTS (self->plan_spins)];
  TsScheduleKind kind = adw_combo_row_get_selected (ADW_COMBO_ROW (self->plan_kind_row)) + 1;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->plan_spins[i]));
  *plan = (TsSchedule){ .kind = kind,
                        .stages = (guint) values[0],
                        .micro_batches = (guint) values[1],
                        .chunks = (guint) values[2],
                        .forward = values[3] * 1000,
                        .backward = values[4] * 1000 };
  if (kind == TS_SCHEDULE_ZBH1 || kind == TS_SCHEDULE_ZBVPP)
    {
      plan->weight = MIN (values[5], values[4]) * 1000;
      plan->backward -= plan->weight;
    }
}

const char *
ts_timeline_panel_get_stages (TsTimelinePanel *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->stages_row));
}

void
ts_timeline_panel_set_stages (TsTimelinePanel *self, const char *stages, gboolean good)
{
  if (stages != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->stages_row), stages);
  if (good)
    gtk_widget_remove_css_class (self->stages_row, "error");
  else
    gtk_widget_add_css_class (self->stages_row, "error");
}

gboolean
ts_timeline_panel_get_follow (TsTimelinePanel *self)
{
  return gtk_switch_get_active (GTK_SWITCH (self->follow_switch));
}

/* ---- Life ---- */

static void
ts_timeline_panel_init (TsTimelinePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->setting = TRUE;
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  create_shown (self, box);
  create_plan (self, box);
  create_figures (self, box);
  create_clocks (self, box);
  create_colors (self, box);
  create_log (self, box);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), box);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->setting = FALSE;
}

static void
ts_timeline_panel_dispose (GObject *object)
{
  TsTimelinePanel *self = TS_TIMELINE_PANEL (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->clock_rows, g_ptr_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
  G_OBJECT_CLASS (ts_timeline_panel_parent_class)->dispose (object);
}

static void
ts_timeline_panel_class_init (TsTimelinePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_timeline_panel_dispose;
  chosen_signal = g_signal_new ("chosen", TS_TYPE_TIMELINE_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "timelinepanel");
}

GtkWidget *
ts_timeline_panel_new (void)
{
  return g_object_new (TS_TYPE_TIMELINE_PANEL, NULL);
}
