/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/findings-list.h"

#include "app/findings/finding-columns.h"
#include "app/findings/finding-item.h"

struct _TsFindingsList
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  const TsFindings *findings;
  const TsCatalog *catalog;
  GHashTable *followers; /* id of a cause -> GPtrArray of TsFinding */
  GtkFilter *filter;
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

/* ---- models ---- */

/* Texts are made only when words are looked for. */
static gboolean
passes (TsFindingsList *self, TsFindingItem *item)
{
  gboolean has_words = self->wanted.words != NULL && *self->wanted.words != '\0';

  return ts_finding_filter_match (&self->wanted, ts_finding_item_get (item),
                                  has_words ? ts_finding_item_get_search_text (item) : "");
}

static gboolean
matches (gpointer object, gpointer data)
{
  TsFindingsList *self = data;
  GPtrArray *followers = ts_finding_item_get_followers (object);

  if (passes (self, object))
    return TRUE;
  for (guint i = 0; followers != NULL && i < followers->len; i++)
    {
      g_autoptr (TsFindingItem) item
          = ts_finding_item_new (g_ptr_array_index (followers, i), self->catalog, NULL);
      if (passes (self, item))
        return TRUE;
    }
  return FALSE;
}

/* The followers of a row; NULL when there are none. */
static GListModel *
create_children (gpointer object, gpointer data)
{
  TsFindingsList *self = data;
  GPtrArray *followers = ts_finding_item_get_followers (object);
  GListStore *store;

  if (followers == NULL)
    return NULL;
  store = g_list_store_new (TS_TYPE_FINDING_ITEM);
  for (guint i = 0; i < followers->len; i++)
    {
      g_autoptr (TsFindingItem) item
          = ts_finding_item_new (g_ptr_array_index (followers, i), self->catalog, NULL);
      g_list_store_append (store, item);
    }
  return G_LIST_MODEL (store);
}

static void
index_followers (TsFindingsList *self)
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
create_causes (TsFindingsList *self)
{
  GListStore *store = g_list_store_new (TS_TYPE_FINDING_ITEM);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (self->findings->items, i);
      if (finding->cause_id == 0)
        g_ptr_array_add (items,
                         ts_finding_item_new (finding, self->catalog,
                                              g_hash_table_lookup (self->followers, &finding->id)));
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  return G_LIST_MODEL (store);
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
  g_clear_object (&self->filter);
  g_clear_pointer (&self->followers, g_hash_table_unref);
}

static void
create_models (TsFindingsList *self)
{
  GtkFilterListModel *filtered;
  GtkTreeListModel *tree;

  index_followers (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  filtered = gtk_filter_list_model_new (create_causes (self), g_object_ref (self->filter));
  tree = gtk_tree_list_model_new (G_LIST_MODEL (filtered), FALSE, FALSE, create_children, self,
                                  NULL);
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
  self->findings = findings;
  self->catalog = catalog;
  if (findings != NULL)
    create_models (self);
  if (findings != NULL && selected != NULL)
    ts_findings_list_select (self, &kept);
  self->setting = FALSE;
}

void
ts_findings_list_set_filter (TsFindingsList *self, const TsFindingFilter *filter)
{
  ts_finding_filter_clear (&self->wanted);
  self->wanted = *filter;
  self->wanted.words = g_strdup (filter->words);
  if (self->filter != NULL)
    gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
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
