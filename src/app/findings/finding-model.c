/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/finding-model.h"

#include "app/findings/finding-item.h"

struct _TsFindingModel
{
  GObject parent_instance;
  const TsCatalog *catalog;
  GHashTable *followers; /* id of a cause -> GPtrArray of TsFinding */
  GPtrArray *causes;     /* TsFinding*, all of them */
  GPtrArray *passing;    /* the same, those that pass */
  GHashTable *texts;     /* TsFinding* -> what words are looked for in; made when asked for */
};

static void init_interface (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TsFindingModel,
                               ts_finding_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_interface))

/* ---- what follows from what ---- */

static void
add_follower (TsFindingModel *self, TsFinding *finding)
{
  GPtrArray *followers = g_hash_table_lookup (self->followers, &finding->cause_id);

  if (followers == NULL)
    {
      followers = g_ptr_array_new ();
      g_hash_table_insert (self->followers, &finding->cause_id, followers);
    }
  g_ptr_array_add (followers, finding);
}

GListModel *
ts_finding_model_create_followers (TsFindingModel *self, const TsFinding *cause)
{
  GPtrArray *followers = g_hash_table_lookup (self->followers, &cause->id);
  GListStore *store;

  if (followers == NULL)
    return NULL;
  store = g_list_store_new (TS_TYPE_FINDING_ITEM);
  for (guint i = 0; i < followers->len; i++)
    {
      g_autoptr (TsFindingItem) item
          = ts_finding_item_new (g_ptr_array_index (followers, i), self->catalog, 0);
      g_list_store_append (store, item);
    }
  return G_LIST_MODEL (store);
}

/* ---- the filter ---- */

static const char *
get_text (TsFindingModel *self, TsFinding *finding)
{
  char *text = g_hash_table_lookup (self->texts, finding);

  if (text == NULL)
    {
      text = ts_finding_dup_search_text (finding, self->catalog);
      g_hash_table_insert (self->texts, finding, text);
    }
  return text;
}

static gboolean
passes (TsFindingModel *self, const TsFindingFilter *filter, TsFinding *finding)
{
  gboolean has_words = filter->words != NULL && *filter->words != '\0';

  return ts_finding_filter_match (filter, finding, has_words ? get_text (self, finding) : "");
}

static gboolean
is_listed (TsFindingModel *self, const TsFindingFilter *filter, TsFinding *cause)
{
  GPtrArray *followers = g_hash_table_lookup (self->followers, &cause->id);

  if (passes (self, filter, cause))
    return TRUE;
  for (guint i = 0; followers != NULL && i < followers->len; i++)
    if (passes (self, filter, g_ptr_array_index (followers, i)))
      return TRUE;
  return FALSE;
}

void
ts_finding_model_set_filter (TsFindingModel *self, const TsFindingFilter *filter)
{
  guint n_before = self->passing->len;

  g_ptr_array_set_size (self->passing, 0);
  for (guint i = 0; i < self->causes->len; i++)
    if (is_listed (self, filter, g_ptr_array_index (self->causes, i)))
      g_ptr_array_add (self->passing, g_ptr_array_index (self->causes, i));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->passing->len);
}

/* ---- as a list ---- */

static GType
get_item_type (GListModel *model)
{
  return TS_TYPE_FINDING_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return TS_FINDING_MODEL (model)->passing->len;
}

static gpointer
get_item (GListModel *model, guint place)
{
  TsFindingModel *self = TS_FINDING_MODEL (model);
  const TsFinding *finding;
  GPtrArray *followers;

  if (place >= self->passing->len)
    return NULL;
  finding = g_ptr_array_index (self->passing, place);
  followers = g_hash_table_lookup (self->followers, &finding->id);
  return ts_finding_item_new (finding, self->catalog, followers != NULL ? followers->len : 0);
}

static void
init_interface (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

/* ---- the object ---- */

static void
ts_finding_model_finalize (GObject *object)
{
  TsFindingModel *self = TS_FINDING_MODEL (object);

  g_hash_table_unref (self->followers);
  g_hash_table_unref (self->texts);
  g_ptr_array_unref (self->causes);
  g_ptr_array_unref (self->passing);
  G_OBJECT_CLASS (ts_finding_model_parent_class)->finalize (object);
}

static void
ts_finding_model_class_init (TsFindingModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ts_finding_model_finalize;
}

static void
ts_finding_model_init (TsFindingModel *self)
{
  self->followers = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                           (GDestroyNotify) g_ptr_array_unref);
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->causes = g_ptr_array_new ();
  self->passing = g_ptr_array_new ();
}

TsFindingModel *
ts_finding_model_new (const TsFindings *findings, const TsCatalog *catalog)
{
  TsFindingModel *self = g_object_new (TS_TYPE_FINDING_MODEL, NULL);

  self->catalog = catalog;
  for (guint i = 0; i < findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->cause_id != 0)
        add_follower (self, finding);
      else
        g_ptr_array_add (self->causes, finding);
    }
  g_ptr_array_extend (self->passing, self->causes, NULL, NULL);
  return self;
}
