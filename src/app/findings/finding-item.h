/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include "find/finding-text.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* A finding as an object of list models. What it points into is kept alive by its owner, the page,
 * which drops the models before the findings and their catalog. */
#define TS_TYPE_FINDING_ITEM (ts_finding_item_get_type ())
G_DECLARE_FINAL_TYPE (TsFindingItem, ts_finding_item, TS, FINDING_ITEM, GObject)

TsFindingItem *
ts_finding_item_new (const TsFinding *finding, const TsCatalog *catalog, guint n_followers);
const TsFinding *ts_finding_item_get (TsFindingItem *self);
const TsCatalog *ts_finding_item_get_catalog (TsFindingItem *self);
guint ts_finding_item_get_n_followers (TsFindingItem *self);

G_END_DECLS
