/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/finding-item.h"

#include "find/finding-filter.h"

struct _TsFindingItem
{
  GObject parent_instance;
  const TsFinding *finding;
  const TsCatalog *catalog;
  GPtrArray *followers;
  char *search_text;
};

G_DEFINE_FINAL_TYPE (TsFindingItem, ts_finding_item, G_TYPE_OBJECT)

static void
ts_finding_item_init (TsFindingItem *self)
{
}

static void
ts_finding_item_finalize (GObject *object)
{
  g_free (TS_FINDING_ITEM (object)->search_text);
  G_OBJECT_CLASS (ts_finding_item_parent_class)->finalize (object);
}

static void
ts_finding_item_class_init (TsFindingItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ts_finding_item_finalize;
}

TsFindingItem *
ts_finding_item_new (const TsFinding *finding, const TsCatalog *catalog, GPtrArray *followers)
{
  TsFindingItem *self = g_object_new (TS_TYPE_FINDING_ITEM, NULL);

  self->finding = finding;
  self->catalog = catalog;
  self->followers = followers;
  return self;
}

const TsFinding *
ts_finding_item_get (TsFindingItem *self)
{
  return self->finding;
}

const TsCatalog *
ts_finding_item_get_catalog (TsFindingItem *self)
{
  return self->catalog;
}

GPtrArray *
ts_finding_item_get_followers (TsFindingItem *self)
{
  return self->followers;
}

const char *
ts_finding_item_get_search_text (TsFindingItem *self)
{
  if (self->search_text == NULL)
    self->search_text = ts_finding_dup_search_text (self->finding, self->catalog);
  return self->search_text;
}
