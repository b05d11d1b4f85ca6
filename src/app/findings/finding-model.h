/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its list alone includes it. */
#pragma once

#include "find/finding-filter.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The causes among findings that pass a filter, as a list model of TsFindingItems: an item is made
 * when it is looked at, so that ten thousand cost what is in sight. A cause passes when it, or what
 * follows from it, does. */
#define TS_TYPE_FINDING_MODEL (ts_finding_model_get_type ())
G_DECLARE_FINAL_TYPE (TsFindingModel, ts_finding_model, TS, FINDING_MODEL, GObject)

/* Both are borrowed and have to live longer. */
TsFindingModel *ts_finding_model_new (const TsFindings *findings, const TsCatalog *catalog);
void ts_finding_model_set_filter (TsFindingModel *self, const TsFindingFilter *filter);
/* What follows from a cause, as a model of the same items; NULL: nothing. Caller unrefs. */
GListModel *ts_finding_model_create_followers (TsFindingModel *self, const TsFinding *cause);

G_END_DECLS
