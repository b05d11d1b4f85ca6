/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/finding-item.h"

struct _TsFindingItem
{
  GObject parent_instance;
  const TsFinding *finding;
  const TsCatalog *catalog;
  guint n_followers;
};

G_DEFINE_FINAL_TYPE (TsFindingItem, ts_finding_item, G_TYPE_OBJECT)

static void
ts_finding_item_init (TsFindingItem *self)
{
}

static void
ts_finding_item_class_init (TsFindingItemClass *klass)
{
}

TsFindingItem *
ts_finding_item_new (const TsFinding *finding, const TsCatalog *catalog, guint n_followers)
{
  TsFindingItem *self = g_object_new (TS_TYPE_FINDING_ITEM, NULL);

  self->finding = finding;
  self->catalog = catalog;
  self->n_followers = n_followers;
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

guint
ts_finding_item_get_n_followers (TsFindingItem *self)
{
  return self->n_followers;
}
