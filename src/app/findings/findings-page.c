/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/findings-page.h"

#include "app/findings/find-job.h"
#include "app/findings/findings-list.h"
#include "app/findings/findings-panel.h"
#include "app/findings/marks-legend.h"
#include "app/findings/why-panel.h"
#include "find/finding-text.h"
#include "model/output.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* More rows than this are looked through only when somebody asks: more than a few seconds. */
#define MAX_ROWS_UNASKED 10000000
#define PROGRESS_MS      100
/* A layout is typed field by field. */
#define LAYOUT_MS 1000

struct _TsFindingsPage
{
  TsPage parent_instance;

  TsFindingsPanel *panel;
  GtkWidget *separator;
  GtkWidget *content;
  GtkWidget *first_fault;
  GtkLabel *sentence;
  GtkLabel *summary;
  GtkWidget *buttons;
  GtkWidget *show_button;
  GtkWidget *run_button;
  GtkWidget *progress_box;
  GtkProgressBar *progress;
  TsFindingsList *list;
  TsWhyPanel *why;

  TsFindings *all;      /* what was found; NULL: nothing is known */
  TsFindings *findings; /* without what is harmless; points into all */
  TsCatalog *catalog;   /* theirs */
  TsHarmless *harmless; /* of the catalog; NULL: unreadable */
  gboolean is_fresh;    /* nobody has seen the findings of this catalog */
  TsHarmless *unsaved;  /* a copy that waits until the one before is written */
  gboolean saving;

  TsFindJob *job; /* NULL: none runs */
  guint progress_source, layout_source;
};

G_DEFINE_FINAL_TYPE (TsFindingsPage, ts_findings_page, TS_TYPE_PAGE)

static TsSession *
get_session (TsFindingsPage *self)
{
  return ts_page_get_session (TS_PAGE (self));
}

/* ---- choosing ---- */

static const char *
metric_of (const TsFindingsPage *self, const TsFinding *finding)
{
  for (guint i = 0; i < self->catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (self->catalog->metrics, i);
      if (metric->id == finding->metric_id)
        return metric->name;
    }
  return NULL;
}

/* amax is max or min of the table; the larger one decides, which max stands for. */
static const char *
stat_of (const TsFindingsPage *self, const TsFinding *finding)
{
  if (g_strcmp0 (finding->stat, "amax") != 0
      || g_strv_contains ((const char *const *) self->catalog->stats, "amax"))
    return finding->stat;
  return "max";
}

static TsSpot *
create_spot (TsFindingsPage *self, const TsFinding *finding)
{
  TsSpot *spot = ts_spot_new ();

  spot->metric = g_strdup (metric_of (self, finding));
  spot->stat = g_strdup (stat_of (self, finding));
  spot->target_id = finding->target_id != 0 ? finding->target_id : -1;
  spot->step = finding->step;
  spot->rank = finding->rank; /* all ranks: open */
  return spot;
}

static void
go_to (TsFindingsPage *self, const TsFinding *finding, const char *page)
{
  g_autoptr (TsSpot) spot = create_spot (self, finding);

  ts_page_go_to (TS_PAGE (self), spot, page);
}

static void
explain (TsFindingsPage *self, const TsFinding *finding)
{
  gboolean harmless = finding != NULL && self->harmless != NULL
                      && ts_harmless_has (self->harmless, finding, self->catalog);

  gtk_widget_set_visible (GTK_WIDGET (self->why), finding != NULL);
  ts_why_panel_set_finding (self->why, finding, self->catalog,
                            self->all != NULL ? self->all->groups : NULL, harmless);
}

static void
chosen_cb (TsFindingsPage *self)
{
  const TsFinding *finding = ts_findings_list_get_selected (self->list);

  explain (self, finding);
  if (finding != NULL)
    go_to (self, finding, NULL);
}

static void
activated_cb (TsFindingsPage *self)
{
  const TsFinding *finding = ts_findings_list_get_selected (self->list);

  if (finding != NULL)
    go_to (self, finding, "trends");
}

void
ts_findings_page_show_first (TsFindingsPage *self)
{
  const TsFinding *first = self->findings != NULL ? ts_findings_get_first (self->findings) : NULL;

  if (first == NULL)
    return;
  ts_findings_list_select (self->list, first);
  go_to (self, first, "trends");
}

static void
show_clicked_cb (TsFindingsPage *self)
{
  ts_findings_page_show_first (self);
}

/* The rank of the finding first, its peers behind it. */
static void
show_lines_cb (TsFindingsPage *self)
{
  const TsFinding *finding = ts_findings_list_get_selected (self->list);
  g_autoptr (TsSpot) spot = finding != NULL ? create_spot (self, finding) : NULL;
  const GArray *ranks;

  if (spot == NULL)
    return;
  ranks = ts_groups_find_rank (self->all->groups, finding->rank);
  if (ranks == NULL)
    ranks = self->catalog->ranks;
  spot->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < ranks->len; i++)
    {
      guint32 rank = (guint32) g_array_index (ranks, gint64, i);
      if (rank == finding->rank)
        g_array_prepend_val (spot->ranks, rank);
      else
        g_array_append_val (spot->ranks, rank);
    }
  ts_page_go_to (TS_PAGE (self), spot, "trends");
}

static void
copy_clicked_cb (TsFindingsPage *self)
{
  g_autofree char *text = ts_findings_to_text (self->findings, self->catalog, 0);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
next_finding_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_findings_list_move (TS_FINDINGS_PAGE (data)->list, 1);
}

static void
previous_finding_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_findings_list_move (TS_FINDINGS_PAGE (data)->list, -1);
}

/* ---- what was found ---- */

/* What follows from another finding does not count. */
static guint
count_causes (const TsFindings *findings, TsGrade grade)
{
  guint n = 0;

  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      n += finding->grade == grade && finding->cause_id == 0;
    }
  return n;
}

static guint
count_serious (const TsFindings *findings)
{
  return count_causes (findings, TS_GRADE_ERROR) + count_causes (findings, TS_GRADE_WARNING);
}

static char *
dup_summary (const TsFindings *findings)
{
  guint n_errors = count_causes (findings, TS_GRADE_ERROR),
        n_warnings = count_causes (findings, TS_GRADE_WARNING),
        n_hints = count_causes (findings, TS_GRADE_HINT);
  g_autofree char *errors = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u error", "%u errors", n_errors), n_errors);
  g_autofree char *warnings = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u warning", "%u warnings", n_warnings), n_warnings);
  g_autofree char *hints
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hint", "%u hints", n_hints), n_hints);

  return g_strjoin (" · ", errors, warnings, hints, NULL);
}

/* What the badge says; −1 while nothing is known. */
static void
set_n_faults (TsFindingsPage *self, int n)
{
  GAction *action = g_action_map_lookup_action (ts_page_get_actions (TS_PAGE (self)), "n-faults");

  ts_page_set_badge (TS_PAGE (self), (guint) MAX (n, 0));
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_int32 (n));
}

static void
tell_session (TsFindingsPage *self)
{
  ts_session_set_findings (get_session (self), self->findings,
                           ts_findings_panel_get_hints (self->panel));
}

/* The first fault, or that there is none. */
static void
show_sentence (TsFindingsPage *self)
{
  g_autofree char *sentence = ts_findings_dup_sentence (self->findings, self->catalog);
  g_autofree char *summary = dup_summary (self->findings);
  const TsFinding *first = ts_findings_get_first (self->findings);

  gtk_label_set_text (self->sentence, sentence);
  gtk_label_set_text (self->summary, summary);
  gtk_widget_remove_css_class (self->first_fault, "error");
  gtk_widget_remove_css_class (self->first_fault, "warning");
  if (first != NULL)
    gtk_widget_add_css_class (self->first_fault,
                              first->grade == TS_GRADE_ERROR ? "error" : "warning");
  gtk_widget_set_visible (self->buttons, self->findings->items->len > 0);
  gtk_widget_set_visible (self->show_button, first != NULL);
}

static void
apply_filter (TsFindingsPage *self)
{
  g_auto (TsFindingFilter) filter = { 0 };

  ts_findings_panel_init_filter (self->panel, &filter);
  ts_findings_list_set_filter (self->list, &filter);
}

/* Lists what was found, without what is harmless unless that is wanted. Everybody has the new
 * findings before the old ones go. */
static void
show_findings (TsFindingsPage *self)
{
  TsFindings *old = self->findings;
  gboolean with_harmless = ts_findings_panel_get_harmless (self->panel);
  guint n_harmless = self->harmless != NULL ? ts_harmless_count (self->harmless) : 0;

  if (self->harmless != NULL)
    self->findings = ts_harmless_apply (self->harmless, self->all, self->catalog, NULL);
  else
    {
      self->findings = ts_findings_new ();
      g_ptr_array_set_free_func (self->findings->items, NULL);
      g_ptr_array_extend (self->findings->items, self->all->items, NULL, NULL);
      self->findings->peers = g_strdup (self->all->peers);
    }
  ts_findings_list_set_findings (self->list, with_harmless ? self->all : self->findings,
                                 self->catalog);
  ts_findings_panel_set_findings (self->panel, with_harmless ? self->all : self->findings,
                                  self->catalog, n_harmless);
  apply_filter (self);
  show_sentence (self);
  tell_session (self);
  g_clear_pointer (&old, ts_findings_free);
  set_n_faults (self, (int) count_serious (self->findings));
  ts_page_set_can_export (TS_PAGE (self), "findings", TRUE);
  ts_page_set_has_content (TS_PAGE (self), TRUE);
}

/* Takes what was found. */
static void
take_findings (TsFindingsPage *self, TsFindings *all, TsCatalog *catalog, gboolean at_the_end)
{
  TsFindings *old = self->all, *old_shown = g_steal_pointer (&self->findings);

  self->all = all;
  ts_catalog_ref (catalog);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
  self->catalog = catalog;
  if (at_the_end && self->is_fresh && count_serious (all) == 0)
    ts_findings_panel_reset (self->panel, TRUE);
  self->is_fresh &= !at_the_end;
  show_findings (self);
  explain (self, ts_findings_list_get_selected (self->list));
  g_clear_pointer (&old_shown, ts_findings_free);
  g_clear_pointer (&old, ts_findings_free);
}

/* Without a word to the window, which may be gone. */
static void
drop_findings (TsFindingsPage *self)
{
  ts_session_set_findings (get_session (self), NULL, FALSE);
  ts_findings_list_set_findings (self->list, NULL, NULL);
  ts_why_panel_set_finding (self->why, NULL, NULL, NULL, FALSE);
  g_clear_pointer (&self->findings, ts_findings_free);
  g_clear_pointer (&self->all, ts_findings_free);
  g_clear_pointer (&self->harmless, ts_harmless_free);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
}

static void
clear_findings (TsFindingsPage *self)
{
  drop_findings (self);
  gtk_widget_set_visible (GTK_WIDGET (self->why), FALSE);
  set_n_faults (self, -1);
  ts_page_set_can_export (TS_PAGE (self), "findings", FALSE);
}

static void
filter_changed_cb (TsFindingsPage *self)
{
  if (self->findings == NULL)
    return;
  apply_filter (self);
  ts_findings_panel_set_findings (
      self->panel, ts_findings_panel_get_harmless (self->panel) ? self->all : self->findings,
      self->catalog, self->harmless != NULL ? ts_harmless_count (self->harmless) : 0);
  tell_session (self);
}

static void
harmless_shown_cb (TsFindingsPage *self)
{
  if (self->all != NULL)
    show_findings (self);
}

/* ---- what is harmless ---- */

static void
save_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (ts_harmless_save (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void write_unsaved (TsFindingsPage *self);

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsFindingsPage) self = data;
  g_autoptr (GError) error = NULL;

  self->saving = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error) && self->list != NULL)
    ts_page_tell (TS_PAGE (self), _ ("What is harmless could not be kept"), error);
  write_unsaved (self);
}

/* One after the other: the last one stays, also when the window is closed meanwhile. */
static void
write_unsaved (TsFindingsPage *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->saving || self->unsaved == NULL)
    return;
  self->saving = TRUE;
  task = g_task_new (NULL, NULL, saved_cb, g_object_ref (self));
  g_task_set_task_data (task, g_steal_pointer (&self->unsaved), (GDestroyNotify) ts_harmless_free);
  g_task_run_in_thread (task, save_on_thread);
}

static void
save_harmless (TsFindingsPage *self)
{
  g_clear_pointer (&self->unsaved, ts_harmless_free);
  self->unsaved = ts_harmless_copy (self->harmless);
  write_unsaved (self);
}

static void
set_harmless (TsFindingsPage *self, const TsFinding *finding, gboolean harmless)
{
  if (!ts_harmless_set (self->harmless, finding, self->catalog, harmless))
    return;
  save_harmless (self);
  show_findings (self);
  explain (self, ts_findings_list_get_selected (self->list));
}

/* What a toast can take back. */
typedef struct
{
  GWeakRef page;
  TsFinding *finding;
  TsCatalog *catalog;
} Undo;

static void
undo_free (gpointer data, GClosure *closure)
{
  Undo *self = data;

  g_weak_ref_clear (&self->page);
  ts_finding_free (self->finding);
  ts_catalog_unref (self->catalog);
  g_free (self);
}

static void
undo_cb (AdwToast *toast, gpointer data)
{
  Undo *undo = data;
  g_autoptr (TsFindingsPage) self = g_weak_ref_get (&undo->page);

  if (self != NULL && self->catalog == undo->catalog && self->harmless != NULL)
    set_harmless (self, undo->finding, FALSE);
}

static void
offer_undo (TsFindingsPage *self, const TsFinding *finding)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;
  Undo *undo;

  if (overlay == NULL)
    return;
  toast = adw_toast_new (_ ("Marked as harmless"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  undo = g_new0 (Undo, 1);
  g_weak_ref_init (&undo->page, self);
  undo->finding = ts_finding_copy (finding);
  undo->catalog = ts_catalog_ref (self->catalog);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), undo, undo_free, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

static void
mark_harmless_cb (TsFindingsPage *self)
{
  const TsFinding *finding = ts_findings_list_get_selected (self->list);
  g_autoptr (TsFinding) copy = NULL;
  gboolean harmless;

  if (finding == NULL)
    return;
  if (self->harmless == NULL)
    {
      ts_page_tell (TS_PAGE (self), _ ("What is harmless can’t be read, so that nothing is added"),
                    NULL);
      return;
    }
  harmless = !ts_harmless_has (self->harmless, finding, self->catalog);
  copy = ts_finding_copy (finding);
  set_harmless (self, copy, harmless);
  if (harmless)
    offer_undo (self, copy);
}

/* ---- the job ---- */

static gboolean
show_progress_cb (gpointer data)
{
  TsFindingsPage *self = data;
  guint done, all;
  TsFindings *partial = ts_find_job_take_partial (self->job);

  ts_find_job_get_progress (self->job, &done, &all);
  gtk_widget_set_visible (self->progress_box, all > 0);
  if (all > 0)
    gtk_progress_bar_set_fraction (self->progress, (double) done / all);
  if (partial == NULL)
    return G_SOURCE_CONTINUE;
  if (self->harmless == NULL)
    self->harmless = ts_find_job_dup_harmless (self->job);
  take_findings (self, partial, ts_find_job_get_catalog (self->job), FALSE);
  return G_SOURCE_CONTINUE;
}

static void
drop_job (TsFindingsPage *self)
{
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (self->job != NULL)
    ts_find_job_cancel (self->job);
  g_clear_pointer (&self->job, ts_find_job_unref);
}

static void
stop_job (TsFindingsPage *self)
{
  drop_job (self);
  ts_page_set_loading (TS_PAGE (self), FALSE);
  gtk_widget_set_visible (self->progress_box, FALSE);
}

static void
show_message (TsFindingsPage *self, const char *sentence, const char *summary, gboolean can_run)
{
  clear_findings (self);
  gtk_label_set_text (self->sentence, sentence);
  gtk_label_set_text (self->summary, summary);
  gtk_widget_remove_css_class (self->first_fault, "error");
  gtk_widget_remove_css_class (self->first_fault, "warning");
  gtk_widget_set_visible (self->buttons, FALSE);
  gtk_widget_set_visible (self->run_button, can_run);
  ts_page_set_has_content (TS_PAGE (self), TRUE);
}

static void
take_outcome (TsFindingsPage *self, TsFindOutcome *outcome, TsCatalog *catalog)
{
  if (outcome->error != NULL)
    {
      show_message (self, _ ("Faults could not be looked for"), outcome->error->message, TRUE);
      return;
    }
  if (outcome->findings == NULL)
    {
      show_message (self, _ ("Nobody has looked for faults yet"),
                    _ ("This database is large: it may take a while."), TRUE);
      return;
    }
  /* What was marked while the finder ran is not forgotten. */
  if (self->harmless == NULL)
    self->harmless = g_steal_pointer (&outcome->harmless);
  if (outcome->harmless_error != NULL)
    ts_page_tell (TS_PAGE (self), _ ("What was marked as harmless can’t be read"),
                  outcome->harmless_error);
  take_findings (self, g_steal_pointer (&outcome->findings), catalog, TRUE);
}

/* data is a reference of its own. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsFindingsPage) self = data;
  g_auto (TsFindOutcome) outcome = { 0 };
  TsFindJob *job = ts_find_job_finish (result, &outcome);
  g_autoptr (TsCatalog) catalog = NULL;

  if (self->job != job) /* cancelled: another database is shown by now, or none */
    return;
  catalog = ts_catalog_ref (ts_find_job_get_catalog (job));
  stop_job (self);
  take_outcome (self, &outcome, catalog);
}

static void
start_job (TsFindingsPage *self, TsCatalog *catalog, gboolean may_run)
{
  stop_job (self);
  gtk_widget_set_visible (self->run_button, FALSE);
  self->job = ts_find_job_start (catalog, may_run, ts_session_get_layout (get_session (self)),
                                 found_cb, g_object_ref (self));
  self->progress_source = g_timeout_add (PROGRESS_MS, show_progress_cb, self);
  ts_page_set_loading (TS_PAGE (self), TRUE);
}

static void
catalog_changed_cb (TsFindingsPage *self)
{
  TsCatalog *catalog = ts_session_get_catalog (get_session (self));

  stop_job (self);
  show_message (self, "", "", FALSE);
  ts_findings_panel_set_findings (self->panel, NULL, NULL, 0);
  ts_findings_panel_reset (self->panel, FALSE);
  self->is_fresh = TRUE;
  ts_page_set_has_content (TS_PAGE (self), FALSE);
  if (catalog != NULL)
    start_job (self, catalog, catalog->n_rows <= MAX_ROWS_UNASKED);
}

static gboolean
look_again_cb (gpointer data)
{
  TsFindingsPage *self = data;
  TsCatalog *catalog = ts_session_get_catalog (get_session (self));

  self->layout_source = 0;
  if (catalog == NULL)
    return G_SOURCE_REMOVE;
  if (catalog->n_rows <= MAX_ROWS_UNASKED)
    start_job (self, catalog, TRUE);
  else
    gtk_widget_set_visible (self->run_button, TRUE);
  return G_SOURCE_REMOVE;
}

/* Other ranks are peers now. */
static void
layout_changed_cb (TsFindingsPage *self)
{
  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (ts_session_get_catalog (get_session (self)) != NULL)
    self->layout_source = g_timeout_add (LAYOUT_MS, look_again_cb, self);
}

static void
run_clicked_cb (TsFindingsPage *self)
{
  TsCatalog *catalog = ts_session_get_catalog (get_session (self));

  if (catalog != NULL)
    start_job (self, catalog, TRUE);
}

/* What was found so far stays. */
static void
cancel_clicked_cb (TsFindingsPage *self)
{
  stop_job (self);
  gtk_widget_set_visible (self->run_button, TRUE);
  if (self->all == NULL)
    show_message (self, _ ("Nobody has looked for faults yet"), "", TRUE);
}

/* ---- export ---- */

static gboolean
write_cb (gpointer data, const char *path, GCancellable *cancellable, GError **error)
{
  return ts_output_write_all (path, data, strlen (data), error);
}

static TsPageExport *
ts_findings_page_create_export (TsPage *page, const char *name)
{
  TsFindingsPage *self = TS_FINDINGS_PAGE (page);
  TsPageExport *export;

  if (self->findings == NULL)
    return NULL;
  export = ts_page_export_new (g_strdup ("findings.csv"),
                               ts_findings_to_csv (self->findings, self->catalog, 0), g_free);
  export->write = write_cb;
  export->filter_name = _ ("CSV tables");
  export->pattern = "*.csv";
  return export;
}

static void
export_clicked_cb (TsFindingsPage *self)
{
  ts_page_export (TS_PAGE (self), "findings");
}

/* ---- the page ---- */

static void
ts_findings_page_search (TsPage *page)
{
  ts_findings_panel_focus_search (TS_FINDINGS_PAGE (page)->panel);
}

static void
ts_findings_page_set_show_panel (TsPage *page, gboolean show)
{
  TsFindingsPage *self = TS_FINDINGS_PAGE (page);

  gtk_widget_set_visible (GTK_WIDGET (self->panel), show);
  gtk_widget_set_visible (self->separator, show);
}

const TsFindings *
ts_findings_page_get_findings (TsFindingsPage *self)
{
  return self->findings;
}

static void
ts_findings_page_constructed (GObject *object)
{
  static const GActionEntry actions[] = {
    { "next-finding", next_finding_cb },
    { "previous-finding", previous_finding_cb },
    { "n-faults", NULL, NULL, "-1", NULL }, /* to read, by scripts and tests */
  };
  TsFindingsPage *self = TS_FINDINGS_PAGE (object);

  G_OBJECT_CLASS (ts_findings_page_parent_class)->constructed (object);
  g_action_map_add_action_entries (ts_page_get_actions (TS_PAGE (self)), actions,
                                   G_N_ELEMENTS (actions), self);
  g_signal_connect_object (get_session (self), "catalog-changed", G_CALLBACK (catalog_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_session (self), "layout-changed", G_CALLBACK (layout_changed_cb),
                           self, G_CONNECT_SWAPPED);
  catalog_changed_cb (self);
}

/* The window closes: nothing is waited for any more. */
static void
ts_findings_page_unroot (GtkWidget *widget)
{
  drop_job (TS_FINDINGS_PAGE (widget));
  GTK_WIDGET_CLASS (ts_findings_page_parent_class)->unroot (widget);
}

static void
ts_findings_page_dispose (GObject *object)
{
  TsFindingsPage *self = TS_FINDINGS_PAGE (object);
  GtkWidget *child;

  if (self->list != NULL)
    {
      drop_job (self);
      drop_findings (self);
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), TS_TYPE_FINDINGS_PAGE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ts_findings_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *klass)
{
  gtk_widget_class_set_template_from_resource (klass,
                                               "/org/trendscope/Trendscope/findings-page.ui");
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, panel);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, separator);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, content);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, first_fault);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, sentence);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, summary);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, buttons);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, show_button);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, run_button);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, progress_box);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, progress);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, list);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, why);
  gtk_widget_class_bind_template_callback (klass, filter_changed_cb);
  gtk_widget_class_bind_template_callback (klass, harmless_shown_cb);
  gtk_widget_class_bind_template_callback (klass, chosen_cb);
  gtk_widget_class_bind_template_callback (klass, activated_cb);
  gtk_widget_class_bind_template_callback (klass, show_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, show_lines_cb);
  gtk_widget_class_bind_template_callback (klass, mark_harmless_cb);
  gtk_widget_class_bind_template_callback (klass, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, export_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, run_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, cancel_clicked_cb);
}

static void
init_page (TsPageClass *page_class)
{
  static const TsPageShortcut shortcuts[] = {
    { "next-finding", { "f" } },
    { "previous-finding", { "<Shift>f" } },
    { NULL },
  };
  static const TsPageExportKind exports[] = {
    { "findings", N_ ("_Findings…"), N_ ("Export findings") },
    { NULL },
  };

  page_class->name = "findings";
  page_class->title = N_ ("Findings");
  page_class->icon_name = "dialog-warning-symbolic";
  page_class->shortcuts = shortcuts;
  page_class->exports = exports;
  page_class->create_export = ts_findings_page_create_export;
  page_class->search = ts_findings_page_search;
  page_class->set_show_panel = ts_findings_page_set_show_panel;
}

static void
ts_findings_page_class_init (TsFindingsPageClass *klass)
{
  init_page (TS_PAGE_CLASS (klass));
  G_OBJECT_CLASS (klass)->constructed = ts_findings_page_constructed;
  G_OBJECT_CLASS (klass)->dispose = ts_findings_page_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = ts_findings_page_unroot;
  g_type_ensure (TS_TYPE_FINDINGS_LIST);
  g_type_ensure (TS_TYPE_FINDINGS_PANEL);
  g_type_ensure (TS_TYPE_MARKS_LEGEND);
  g_type_ensure (TS_TYPE_WHY_PANEL);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "findingspage");
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
ts_findings_page_init (TsFindingsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ts_findings_page_new (TsSession *session)
{
  return g_object_new (TS_TYPE_FINDINGS_PAGE, "session", session, NULL);
}
