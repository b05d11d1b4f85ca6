/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/findings-page.h"

#include "app/findings/finding-item.h"
#include "model/call-order.h"
#include "find/findings-file.h"
#include "model/number-format.h"
#include "model/output.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* More rows than this are looked through only when somebody asks: more than a few seconds. */
#define MAX_ROWS_UNASKED 10000000
#define PROGRESS_MS      100

/* What the finder's thread tells. */
typedef struct
{
  TsCatalog *catalog;
  gboolean may_run; /* when nothing is stored */
  int done, all;    /* atomic */
} Job;

struct _TsFindingsPage
{
  TsPage parent_instance;

  GtkLabel *sentence;
  GtkLabel *summary;
  GtkWidget *buttons;
  GtkWidget *run_button;
  GtkProgressBar *progress;
  GtkSearchEntry *search_entry;
  GtkToggleButton *hints_button;
  GtkColumnView *list;
  GtkLabel *why;

  TsFindings *findings;
  TsCatalog *catalog;    /* theirs */
  GHashTable *followers; /* id of a cause -> GPtrArray of TsFinding */
  GtkFilter *filter;
  GtkSingleSelection *selection;
  GCancellable *cancellable;
  Job *job; /* that runs now; borrowed */
  guint progress_source;
};

G_DEFINE_FINAL_TYPE (TsFindingsPage, ts_findings_page, TS_TYPE_PAGE)

static void
job_free (gpointer data)
{
  Job *self = data;

  ts_catalog_unref (self->catalog);
  g_free (self);
}

/* ---- the list ---- */

static TsFindingItem *
item_of_row (gpointer row)
{
  return TS_FINDING_ITEM (gtk_tree_list_row_get_item (row));
}

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

static gboolean
matches (gpointer object, gpointer data)
{
  TsFindingsPage *self = data;
  const TsFinding *finding = ts_finding_item_get (object);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));
  g_autofree char *label = NULL, *whole = NULL, *folded = NULL, *wanted = NULL;

  if (finding->grade == TS_GRADE_HINT && !gtk_toggle_button_get_active (self->hints_button))
    return FALSE;
  if (*text == '\0')
    return TRUE;
  label = ts_finding_dup_label (finding, self->catalog);
  whole = g_strdup_printf ("%s %s %s %" G_GINT64_FORMAT, label,
                           metric_of (self, finding) != NULL ? metric_of (self, finding) : "",
                           ts_rule_get_label (finding->rule), finding->rank);
  folded = g_utf8_casefold (whole, -1);
  wanted = g_utf8_casefold (text, -1);
  return strstr (folded, wanted) != NULL;
}

/* The followers of a row; NULL when there are none. */
static GListModel *
create_children (gpointer object, gpointer data)
{
  TsFindingsPage *self = data;
  const TsFinding *finding = ts_finding_item_get (object);
  GPtrArray *followers = g_hash_table_lookup (self->followers, &finding->id);
  GListStore *store;

  if (followers == NULL)
    return NULL;
  store = g_list_store_new (TS_TYPE_FINDING_ITEM);
  for (guint i = 0; i < followers->len; i++)
    {
      g_autoptr (TsFindingItem) item = ts_finding_item_new (g_ptr_array_index (followers, i), 0);
      g_list_store_append (store, item);
    }
  return G_LIST_MODEL (store);
}

static void
index_followers (TsFindingsPage *self)
{
  self->followers = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                           (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < self->findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (self->findings->items, i);
      GPtrArray *followers;
      if (finding->cause_id == 0)
        continue;
      followers = g_hash_table_lookup (self->followers, &finding->cause_id);
      if (followers == NULL)
        {
          followers = g_ptr_array_new ();
          g_hash_table_insert (self->followers, &finding->cause_id, followers);
        }
      g_ptr_array_add (followers, finding);
    }
}

static GListModel *
create_causes (TsFindingsPage *self)
{
  GListStore *store = g_list_store_new (TS_TYPE_FINDING_ITEM);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (self->findings->items, i);
      GPtrArray *followers = g_hash_table_lookup (self->followers, &finding->id);
      if (finding->cause_id == 0)
        g_ptr_array_add (items,
                         ts_finding_item_new (finding, followers != NULL ? followers->len : 0));
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  return G_LIST_MODEL (store);
}

static TsFindingItem *
dup_chosen (TsFindingsPage *self)
{
  gpointer row
      = self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;

  return row != NULL ? item_of_row (row) : NULL;
}

/* ---- columns ---- */

typedef char *(*CellText) (TsFindingsPage *self, TsFindingItem *item);

static char *
text_of_rule (TsFindingsPage *self, TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);
  guint n = ts_finding_item_get_n_followers (item);
  static const char *const marks[TS_N_GRADES] = { "●", "○", "·" };

  if (n == 0)
    return g_strdup_printf ("%s %s", marks[finding->grade], ts_rule_get_label (finding->rule));
  return g_strdup_printf (
      /* Translators: a mark, the name of a rule, how many findings follow from this one. */
      _ ("%s %s (+%u)"), marks[finding->grade], ts_rule_get_label (finding->rule), n);
}

static char *
text_of_step (TsFindingsPage *self, TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);
  const TsCatalogStep *step = ts_catalog_find_step (self->catalog, finding->step);

  return step != NULL ? g_strdup (step->label)
                      : g_strdup_printf ("%" G_GINT64_FORMAT, finding->step);
}

static char *
text_of_rank (TsFindingsPage *self, TsFindingItem *item)
{
  gint64 rank = ts_finding_item_get (item)->rank;

  return rank == TS_FINDING_ALL_RANKS ? g_strdup (C_ ("ranks", "all"))
                                      : g_strdup_printf ("%" G_GINT64_FORMAT, rank);
}

static char *
text_of_tensor (TsFindingsPage *self, TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);
  const TsCatalogTarget *target = ts_catalog_find_target (self->catalog, finding->target_id);
  const char *metric = metric_of (self, finding);
  g_autofree char *call = ts_finding_dup_label (finding, self->catalog);
  g_autofree char *label = NULL;
  TsCallSlot slot = { 0 };

  if (target != NULL)
    ts_call_slot_parse (target->name, &slot);
  label = g_strconcat (
      call, slot.kind != TS_CALL_SLOT_PARAMETER ? target->name + slot.call_length : "", NULL);
  return metric != NULL ? g_strdup_printf ("%s · %s", label, metric) : g_steal_pointer (&label);
}

static char *
text_of_note (TsFindingsPage *self, TsFindingItem *item)
{
  return g_strdup (ts_finding_item_get (item)->note);
}

static char *
dup_number (double value, gboolean is_real)
{
  return isnan (value) && !is_real ? g_strdup ("–") : ts_format_short (value, 4);
}

static char *
text_of_value (TsFindingsPage *self, TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);

  return dup_number (finding->value, finding->rule == TS_RULE_NON_FINITE);
}

static char *
text_of_expected (TsFindingsPage *self, TsFindingItem *item)
{
  return dup_number (ts_finding_item_get (item)->expected, FALSE);
}

static char *
text_of_score (TsFindingsPage *self, TsFindingItem *item)
{
  return dup_number (ts_finding_item_get (item)->score, FALSE);
}

typedef struct
{
  const char *title;
  CellText text;
  gboolean is_number, expands;
} Column;

static const Column columns[] = {
  { N_ ("Rule"), text_of_rule, FALSE, FALSE },
  { N_ ("Step"), text_of_step, TRUE, FALSE },
  { N_ ("Rank"), text_of_rank, TRUE, FALSE },
  { N_ ("Tensor"), text_of_tensor, FALSE, TRUE },
  { N_ ("What"), text_of_note, FALSE, TRUE },
  { N_ ("Value"), text_of_value, TRUE, FALSE },
  { N_ ("Expected"), text_of_expected, TRUE, FALSE },
  { N_ ("z"), text_of_score, TRUE, FALSE },
};

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->is_number ? 1 : 0);
  if (column->is_number)
    gtk_widget_add_css_class (label, "numeric");
  if (column->expands)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (column == &columns[0])
    {
      GtkWidget *expander = gtk_tree_expander_new ();
      gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), label);
      gtk_list_item_set_child (cell, expander);
    }
  else
    gtk_list_item_set_child (cell, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = data;
  GtkWidget *child = gtk_list_item_get_child (cell);
  TsFindingsPage *self = g_object_get_data (G_OBJECT (factory), "page");
  gpointer row = gtk_list_item_get_item (cell);
  g_autoptr (TsFindingItem) item = item_of_row (row);
  g_autofree char *text = column->text (self, item);

  if (GTK_IS_TREE_EXPANDER (child))
    {
      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), row);
      child = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));
    }
  gtk_label_set_text (GTK_LABEL (child), text != NULL ? text : "");
  if (column->expands)
    gtk_widget_set_tooltip_text (child, text);
}

static void
add_columns (TsFindingsPage *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_object_set_data (G_OBJECT (factory), "page", self);
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) &columns[i]);
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (self->list, column);
    }
}

/* ---- choosing ---- */

/* amax is max or min of the table; the larger one decides, which max stands for. */
static const char *
stat_of (const TsFindingsPage *self, const TsFinding *finding)
{
  if (g_strcmp0 (finding->stat, "amax") != 0
      || g_strv_contains ((const char *const *) self->catalog->stats, "amax"))
    return finding->stat;
  return "max";
}

static void
go_to (TsFindingsPage *self, const TsFinding *finding, const char *page)
{
  g_autoptr (TsSpot) spot = ts_spot_new ();

  spot->metric = g_strdup (metric_of (self, finding));
  spot->stat = g_strdup (stat_of (self, finding));
  spot->target_id = finding->target_id != 0 ? finding->target_id : -1;
  spot->step = finding->step;
  spot->rank = finding->rank; /* all ranks: open */
  ts_page_go_to (TS_PAGE (self), spot, page);
}

static void
selection_changed_cb (TsFindingsPage *self)
{
  g_autoptr (TsFindingItem) item = dup_chosen (self);
  const TsFinding *finding;
  g_autofree char *text = NULL;

  if (item == NULL)
    {
      gtk_label_set_text (self->why, "");
      return;
    }
  finding = ts_finding_item_get (item);
  text = ts_finding_dup_text (finding, self->catalog);
  gtk_label_set_text (self->why, text);
  go_to (self, finding, NULL);
}

static void
activate_cb (TsFindingsPage *self)
{
  g_autoptr (TsFindingItem) item = dup_chosen (self);

  if (item != NULL)
    go_to (self, ts_finding_item_get (item), "trends");
}

void
ts_findings_page_show_first (TsFindingsPage *self)
{
  const TsFinding *first = self->findings != NULL ? ts_findings_get_first (self->findings) : NULL;

  if (first != NULL)
    go_to (self, first, "trends");
}

static void
show_clicked_cb (TsFindingsPage *self)
{
  ts_findings_page_show_first (self);
}

static void
copy_clicked_cb (TsFindingsPage *self)
{
  g_autofree char *text = ts_findings_to_text (self->findings, self->catalog, 0);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
tell_session (TsFindingsPage *self)
{
  ts_session_set_findings (ts_page_get_session (TS_PAGE (self)), self->findings,
                           gtk_toggle_button_get_active (self->hints_button));
}

static void
filter_changed_cb (TsFindingsPage *self)
{
  if (self->findings != NULL)
    tell_session (self);
  if (self->filter != NULL)
    gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* by: 1 or −1. */
static void
choose_next (TsFindingsPage *self, int by)
{
  guint n = self->selection != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->selection)) : 0;
  guint now = n > 0 ? gtk_single_selection_get_selected (self->selection) : 0;

  if (n > 0)
    gtk_single_selection_set_selected (
        self->selection, now == GTK_INVALID_LIST_POSITION ? 0 : (now + n + (guint) by) % n);
}

static void
next_finding_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_next (data, 1);
}

static void
previous_finding_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_next (data, -1);
}

/* ---- what was found ---- */

/* Without a word to the window, which may be gone. */
static void
drop_findings (TsFindingsPage *self)
{
  ts_session_set_findings (ts_page_get_session (TS_PAGE (self)), NULL, FALSE);
  gtk_column_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->followers, g_hash_table_unref);
  g_clear_pointer (&self->findings, ts_findings_free);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
}

static void
clear_findings (TsFindingsPage *self)
{
  drop_findings (self);
  ts_page_set_badge (TS_PAGE (self), 0);
  ts_page_set_can_export (TS_PAGE (self), "findings", FALSE);
  gtk_label_set_text (self->why, "");
}

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

static char *
dup_summary (const TsFindings *findings)
{
  static const char *const peers[][2] = { { "layout", N_ ("the layout’s data-parallel groups") },
                                          { "parameters", N_ ("ranks with equal parameters") },
                                          { "modules", N_ ("ranks with the same modules") } };
  const char *how = "";

  for (guint i = 0; i < G_N_ELEMENTS (peers); i++)
    if (g_strcmp0 (findings->peers, peers[i][0]) == 0)
      how = _ (peers[i][1]);
  guint n_errors = count_causes (findings, TS_GRADE_ERROR),
        n_warnings = count_causes (findings, TS_GRADE_WARNING),
        n_hints = count_causes (findings, TS_GRADE_HINT);
  g_autofree char *errors = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u error", "%u errors", n_errors), n_errors);
  g_autofree char *warnings = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u warning", "%u warnings", n_warnings), n_warnings);
  g_autofree char *hints
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hint", "%u hints", n_hints), n_hints);

  /* Translators: how the ranks were found that should be alike. */
  g_autofree char *peers_text = g_strdup_printf (_ ("peers: %s"), how);
  return g_strjoin (" · ", errors, warnings, hints, peers_text, NULL);
}

static void
show_list (TsFindingsPage *self)
{
  GtkTreeListModel *tree;

  index_followers (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  GtkFilterListModel *filtered
      = gtk_filter_list_model_new (create_causes (self), g_object_ref (self->filter));
  tree = gtk_tree_list_model_new (G_LIST_MODEL (filtered), FALSE, FALSE, create_children, self,
                                  NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (tree));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
}

/* Takes the findings. */
static void
show_findings (TsFindingsPage *self, TsFindings *findings, TsCatalog *catalog)
{
  guint n_serious
      = count_causes (findings, TS_GRADE_ERROR) + count_causes (findings, TS_GRADE_WARNING);
  g_autofree char *sentence = ts_findings_dup_sentence (findings, catalog);
  g_autofree char *summary = dup_summary (findings);

  clear_findings (self);
  self->findings = findings;
  self->catalog = ts_catalog_ref (catalog);
  gtk_label_set_text (self->sentence, sentence);
  gtk_label_set_text (self->summary, summary);
  gtk_widget_set_visible (self->buttons, n_serious > 0);
  gtk_toggle_button_set_active (self->hints_button, n_serious == 0);
  show_list (self);
  tell_session (self);
  ts_page_set_badge (TS_PAGE (self), n_serious);
  ts_page_set_can_export (TS_PAGE (self), "findings", TRUE);
  ts_page_set_has_content (TS_PAGE (self), TRUE);
}

/* ---- the finder's thread ---- */

static void
note_progress (guint done, guint all, guint n_found, gpointer data)
{
  Job *job = data;

  g_atomic_int_set (&job->all, (int) all);
  g_atomic_int_set (&job->done, (int) done);
}

static void
find_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_auto (TsFindOptions) options = { 0 };
  GError *error = NULL;
  TsFindings *findings = ts_findings_file_load (job->catalog, cancellable, &error);

  ts_find_options_init (&options);
  options.progress = note_progress;
  options.data = job;
  if (findings == NULL && error == NULL && job->may_run)
    findings = ts_find_run (job->catalog, &options, cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, findings, (GDestroyNotify) ts_findings_free);
}

static gboolean
show_progress_cb (gpointer data)
{
  TsFindingsPage *self = data;
  int all = g_atomic_int_get (&self->job->all), done = g_atomic_int_get (&self->job->done);

  gtk_widget_set_visible (GTK_WIDGET (self->progress), all > 0);
  if (all > 0)
    gtk_progress_bar_set_fraction (self->progress, (double) done / all);
  return G_SOURCE_CONTINUE;
}

static void
drop_job (TsFindingsPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  self->job = NULL;
}

static void
stop_job (TsFindingsPage *self)
{
  drop_job (self);
  ts_page_set_loading (TS_PAGE (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsFindingsPage *self = TS_FINDINGS_PAGE (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  TsFindings *findings = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->job != job) /* cancelled, and another database is shown by now */
    {
      g_clear_pointer (&findings, ts_findings_free);
      return;
    }
  stop_job (self);
  if (error != NULL)
    {
      gtk_label_set_text (self->sentence, _ ("Faults could not be looked for"));
      gtk_label_set_text (self->summary, error->message);
      ts_page_set_has_content (TS_PAGE (self), TRUE);
    }
  else if (findings != NULL)
    show_findings (self, findings, job->catalog);
  else
    {
      gtk_label_set_text (self->sentence, _ ("Nobody has looked for faults yet"));
      gtk_label_set_text (self->summary, _ ("This database is large: it may take a while."));
      gtk_widget_set_visible (self->run_button, TRUE);
      ts_page_set_has_content (TS_PAGE (self), TRUE);
    }
}

static void
start_job (TsFindingsPage *self, TsCatalog *catalog, gboolean may_run)
{
  g_autoptr (GTask) task = NULL;

  stop_job (self);
  gtk_widget_set_visible (self->run_button, FALSE);
  self->cancellable = g_cancellable_new ();
  self->job = g_new0 (Job, 1);
  self->job->catalog = ts_catalog_ref (catalog);
  self->job->may_run = may_run;
  task = g_task_new (self, self->cancellable, found_cb, NULL);
  g_task_set_task_data (task, self->job, job_free);
  g_task_run_in_thread (task, find_on_thread);
  self->progress_source = g_timeout_add (PROGRESS_MS, show_progress_cb, self);
  ts_page_set_loading (TS_PAGE (self), TRUE);
}

static void
catalog_changed_cb (TsFindingsPage *self)
{
  TsCatalog *catalog = ts_session_get_catalog (ts_page_get_session (TS_PAGE (self)));

  stop_job (self);
  clear_findings (self);
  gtk_label_set_text (self->sentence, "");
  gtk_label_set_text (self->summary, "");
  gtk_widget_set_visible (self->buttons, FALSE);
  ts_page_set_has_content (TS_PAGE (self), FALSE);
  if (catalog != NULL)
    start_job (self, catalog, catalog->n_rows <= MAX_ROWS_UNASKED);
}

static void
run_clicked_cb (TsFindingsPage *self)
{
  TsCatalog *catalog = ts_session_get_catalog (ts_page_get_session (TS_PAGE (self)));

  if (catalog != NULL)
    start_job (self, catalog, TRUE);
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

static void
ts_findings_page_search (TsPage *page)
{
  gtk_widget_grab_focus (GTK_WIDGET (TS_FINDINGS_PAGE (page)->search_entry));
}

/* ---- the object ---- */

const TsFindings *
ts_findings_page_get_findings (TsFindingsPage *self)
{
  return self->findings;
}

static void
ts_findings_page_constructed (GObject *object)
{
  static const GActionEntry actions[]
      = { { "next-finding", next_finding_cb }, { "previous-finding", previous_finding_cb } };
  TsFindingsPage *self = TS_FINDINGS_PAGE (object);

  G_OBJECT_CLASS (ts_findings_page_parent_class)->constructed (object);
  g_action_map_add_action_entries (ts_page_get_actions (TS_PAGE (self)), actions,
                                   G_N_ELEMENTS (actions), self);
  add_columns (self);
  g_signal_connect_object (ts_page_get_session (TS_PAGE (self)), "catalog-changed",
                           G_CALLBACK (catalog_changed_cb), self, G_CONNECT_SWAPPED);
  catalog_changed_cb (self);
}

/* The window closes. What runs holds the page, so that dispose() would come only after it. */
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
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, sentence);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, summary);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, buttons);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, run_button);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, progress);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, search_entry);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, hints_button);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, list);
  gtk_widget_class_bind_template_child (klass, TsFindingsPage, why);
  gtk_widget_class_bind_template_callback (klass, show_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, export_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, run_clicked_cb);
  gtk_widget_class_bind_template_callback (klass, filter_changed_cb);
  gtk_widget_class_bind_template_callback (klass, activate_cb);
}

static void
ts_findings_page_class_init (TsFindingsPageClass *klass)
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
  TsPageClass *page_class = TS_PAGE_CLASS (klass);

  page_class->name = "findings";
  page_class->title = N_ ("Findings");
  page_class->icon_name = "dialog-warning-symbolic";
  page_class->shortcuts = shortcuts;
  page_class->exports = exports;
  page_class->create_export = ts_findings_page_create_export;
  page_class->search = ts_findings_page_search;
  G_OBJECT_CLASS (klass)->constructed = ts_findings_page_constructed;
  G_OBJECT_CLASS (klass)->dispose = ts_findings_page_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = ts_findings_page_unroot;
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
