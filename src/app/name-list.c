/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/name-list.h"

#include <string.h>

struct _TsNameItem
{
  GObject parent_instance;

  guint index;
  char *name;
  char *detail;
};

G_DEFINE_FINAL_TYPE (TsNameItem, ts_name_item, G_TYPE_OBJECT)

static void
ts_name_item_finalize (GObject *object)
{
  TsNameItem *self = TS_NAME_ITEM (object);

  g_free (self->name);
  g_free (self->detail);
  G_OBJECT_CLASS (ts_name_item_parent_class)->finalize (object);
}

static void
ts_name_item_class_init (TsNameItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ts_name_item_finalize;
}

static void
ts_name_item_init (TsNameItem *self)
{
}

guint
ts_name_item_get_index (TsNameItem *self)
{
  g_return_val_if_fail (TS_IS_NAME_ITEM (self), 0);
  return self->index;
}

const char *
ts_name_item_get_name (TsNameItem *self)
{
  g_return_val_if_fail (TS_IS_NAME_ITEM (self), NULL);
  return self->name;
}

const char *
ts_name_item_get_detail (TsNameItem *self)
{
  g_return_val_if_fail (TS_IS_NAME_ITEM (self), NULL);
  return self->detail;
}

struct _TsNameList
{
  GObject parent_instance;

  GPtrArray *names;
  GPtrArray *details; /* NULL: none has one */
  GArray *shown;      /* guint, ascending; NULL: all */
  char **words;       /* of the search text */
};

static void ts_name_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TsNameList,
                               ts_name_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, ts_name_list_model_init))

static GType
get_item_type (GListModel *model)
{
  return TS_TYPE_NAME_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  TsNameList *self = TS_NAME_LIST (model);

  return self->shown != NULL ? self->shown->len : self->names->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TsNameList *self = TS_NAME_LIST (model);
  TsNameItem *item;

  if (position >= get_n_items (model))
    return NULL;
  item = g_object_new (TS_TYPE_NAME_ITEM, NULL);
  item->index = self->shown != NULL ? g_array_index (self->shown, guint, position) : position;
  item->name = g_strdup (g_ptr_array_index (self->names, item->index));
  if (self->details != NULL)
    item->detail = g_strdup (g_ptr_array_index (self->details, item->index));
  return item;
}

static void
ts_name_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gboolean
matches (TsNameList *self, guint index)
{
  const char *name = g_ptr_array_index (self->names, index);
  const char *detail = self->details != NULL ? g_ptr_array_index (self->details, index) : NULL;

  for (guint i = 0; self->words[i] != NULL; i++)
    if (strcasestr (name, self->words[i]) == NULL
        && (detail == NULL || strcasestr (detail, self->words[i]) == NULL))
      return FALSE;
  return TRUE;
}

static void
narrow (TsNameList *self)
{
  g_clear_pointer (&self->shown, g_array_unref);
  if (self->words == NULL)
    return;
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->names->len; i++)
    if (matches (self, i))
      g_array_append_val (self->shown, i);
}

void
ts_name_list_take (TsNameList *self, GPtrArray *names, GPtrArray *details)
{
  guint before;

  g_return_if_fail (TS_IS_NAME_LIST (self));
  g_return_if_fail (details == NULL || details->len == names->len);
  before = get_n_items (G_LIST_MODEL (self));
  g_ptr_array_unref (self->names);
  g_clear_pointer (&self->details, g_ptr_array_unref);
  self->names = names;
  self->details = details;
  narrow (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, get_n_items (G_LIST_MODEL (self)));
}

/* The words of text; NULL when it has none. */
static char **
split_words (const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text != NULL ? text : "", " \t\n", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_ptr_array_add (words, g_strdup (parts[i]));
  if (words->len == 0)
    return NULL;
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

void
ts_name_list_set_search (TsNameList *self, const char *text)
{
  guint before;

  g_return_if_fail (TS_IS_NAME_LIST (self));
  before = get_n_items (G_LIST_MODEL (self));
  g_strfreev (self->words);
  self->words = split_words (text);
  narrow (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, get_n_items (G_LIST_MODEL (self)));
}

guint
ts_name_list_get_n_names (TsNameList *self)
{
  g_return_val_if_fail (TS_IS_NAME_LIST (self), 0);
  return self->names->len;
}

const char *
ts_name_list_get_name (TsNameList *self, guint index)
{
  g_return_val_if_fail (TS_IS_NAME_LIST (self), NULL);
  return index < self->names->len ? g_ptr_array_index (self->names, index) : NULL;
}

guint
ts_name_list_find (TsNameList *self, guint index)
{
  guint place;

  g_return_val_if_fail (TS_IS_NAME_LIST (self), G_MAXUINT);
  if (self->shown == NULL)
    return index < self->names->len ? index : G_MAXUINT;
  for (place = 0; place < self->shown->len; place++)
    if (g_array_index (self->shown, guint, place) == index)
      return place;
  return G_MAXUINT;
}

static void
ts_name_list_finalize (GObject *object)
{
  TsNameList *self = TS_NAME_LIST (object);

  g_ptr_array_unref (self->names);
  g_clear_pointer (&self->details, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_strfreev (self->words);
  G_OBJECT_CLASS (ts_name_list_parent_class)->finalize (object);
}

static void
ts_name_list_class_init (TsNameListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ts_name_list_finalize;
}

static void
ts_name_list_init (TsNameList *self)
{
  self->names = g_ptr_array_new ();
}

TsNameList *
ts_name_list_new (void)
{
  return g_object_new (TS_TYPE_NAME_LIST, NULL);
}
