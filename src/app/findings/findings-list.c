/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/findings-list.h"

#include "app/findings/finding-columns.h"
#include "app/findings/finding-item.h"
#include "app/findings/finding-model.h"

struct _TsFindingsList
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  TsFindingModel *model; /* NULL: empty */
  TsFindingFilter wanted;
  GtkSingleSelection *selection; /* NULL: empty */
  gboolean setting;
};

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsFindingsList, ts_findings_list, GTK_TYPE_WIDGET)

static GListModel *
create_children (gpointer object, gpointer data)
{
  TsFindingsList *self = data;

  return ts_finding_model_create_followers (self->model, ts_finding_item_get (object));
}

/* ---- the selection ---- */

static const TsFinding *
get_finding_at (TsFindingsList *self, guint place)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), place);
  g_autoptr (TsFindingItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return item != NULL ? ts_finding_item_get (item) : NULL;
}

const TsFinding *
ts_findings_list_get_selected (TsFindingsList *self)
{
  return self->selection != NULL
             ? get_finding_at (self, gtk_single_selection_get_selected (self->selection))
             : NULL;
}

static void
selected_cb (TsFindingsList *self)
{
  if (!self->setting)
    g_signal_emit (self, signals[CHOSEN], 0);
}

static void
activate_cb (TsFindingsList *self)
{
  if (ts_findings_list_get_selected (self) != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0);
}

guint
ts_findings_list_get_n_rows (TsFindingsList *self)
{
  return self->selection != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->selection)) : 0;
}

static void
select_place (TsFindingsList *self, guint place)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  gtk_single_selection_set_selected (self->selection, place);
  if (rows != NULL)
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", place);
}

void
ts_findings_list_move (TsFindingsList *self, int by)
{
  guint n = ts_findings_list_get_n_rows (self);
  guint now = n > 0 ? gtk_single_selection_get_selected (self->selection) : 0;

  if (n == 0)
    return;
  if (now == GTK_INVALID_LIST_POSITION)
    select_place (self, by > 0 ? 0 : n - 1);
  else
    select_place (self, (now + n + (guint) by) % n);
}

/* Whether both are about the same, though they are of two runs of the finder. */
static gboolean
is_same (const TsFinding *a, const TsFinding *b)
{
  return a->rule == b->rule && a->metric_id == b->metric_id && a->target_id == b->target_id
         && a->rank == b->rank && a->step == b->step;
}

gboolean
ts_findings_list_select (TsFindingsList *self, const TsFinding *finding)
{
  guint n = ts_findings_list_get_n_rows (self);

  for (guint i = 0; i < n; i++)
    if (is_same (get_finding_at (self, i), finding))
      {
        select_place (self, i);
        return TRUE;
      }
  return FALSE;
}

/* ---- what is shown ---- */

static void
clear (TsFindingsList *self)
{
  gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
}

static void
create_models (TsFindingsList *self, const TsFindings *findings, const TsCatalog *catalog)
{
  GtkTreeListModel *tree;

  self->model = ts_finding_model_new (findings, catalog);
  ts_finding_model_set_filter (self->model, &self->wanted);
  tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->model)), FALSE, FALSE,
                                  create_children, self, NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (tree));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}

void
ts_findings_list_set_findings (TsFindingsList *self,
                               const TsFindings *findings,
                               const TsCatalog *catalog)
{
  const TsFinding *selected = ts_findings_list_get_selected (self);
  TsFinding kept = { 0 };

  if (selected != NULL)
    kept = *selected; /* its texts are not looked at */
  self->setting = TRUE;
  clear (self);
  if (findings != NULL)
    create_models (self, findings, catalog);
  if (findings != NULL && selected != NULL)
    ts_findings_list_select (self, &kept);
  self->setting = FALSE;
}

void
ts_findings_list_set_filter (TsFindingsList *self, const TsFindingFilter *filter)
{
  const TsFinding *selected = ts_findings_list_get_selected (self);

  ts_finding_filter_clear (&self->wanted);
  self->wanted = *filter;
  self->wanted.words = g_strdup (filter->words);
  if (self->model == NULL)
    return;
  self->setting = TRUE;
  ts_finding_model_set_filter (self->model, filter);
  if (selected != NULL && !ts_findings_list_select (self, selected))
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->setting = FALSE;
  if (selected != ts_findings_list_get_selected (self))
    g_signal_emit (self, signals[CHOSEN], 0);
}

/* ---- the widget ---- */

static void
ts_findings_list_dispose (GObject *object)
{
  TsFindingsList *self = TS_FINDINGS_LIST (object);
  GtkWidget *child;

  if (self->view != NULL)
    clear (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TS_TYPE_FINDINGS_LIST);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  ts_finding_filter_clear (&self->wanted);
  G_OBJECT_CLASS (ts_findings_list_parent_class)->dispose (object);
}

static void
ts_findings_list_class_init (TsFindingsListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_findings_list_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", TS_TYPE_FINDINGS_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", TS_TYPE_FINDINGS_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/findings-list.ui");
  gtk_widget_class_bind_template_child (widget_class, TsFindingsList, view);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
ts_findings_list_init (TsFindingsList *self)
{
  ts_finding_filter_init (&self->wanted);
  gtk_widget_init_template (GTK_WIDGET (self));
  ts_finding_columns_add (self->view);
}
