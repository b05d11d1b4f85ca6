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

/* followers: GPtrArray of TsFinding, borrowed; NULL: none. */
TsFindingItem *
ts_finding_item_new (const TsFinding *finding, const TsCatalog *catalog, GPtrArray *followers);
const TsFinding *ts_finding_item_get (TsFindingItem *self);
const TsCatalog *ts_finding_item_get_catalog (TsFindingItem *self);
/* NULL: none. Borrowed. */
GPtrArray *ts_finding_item_get_followers (TsFindingItem *self);
/* What a search looks in (ts_finding_dup_search_text()); made when first asked for. */
const char *ts_finding_item_get_search_text (TsFindingItem *self);

G_END_DECLS
