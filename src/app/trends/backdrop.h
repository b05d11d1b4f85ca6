/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"
#include "widgets/line-view.h"

G_BEGIN_DECLS

/* What is drawn behind the lines: the limits of the data type, and for the cell chosen last the
 * range of all ranks and the median of the others. Follows the session. */
#define TS_TYPE_BACKDROP (ts_backdrop_get_type ())
G_DECLARE_FINAL_TYPE (TsBackdrop, ts_backdrop, TS, BACKDROP, GObject)

TsBackdrop *ts_backdrop_new (TsSession *session, TsLineView *view);
/* Which parts are wanted; none at first but the limits. */
void ts_backdrop_set_shown (TsBackdrop *self, gboolean band, gboolean median);

/* The dtype that all chosen cells (TsCell) share, when the statistic of the lines' selection is one
 * that a limit says something about (min or max); NULL otherwise. Borrowed from catalog. */
const char *
ts_backdrop_find_dtype (TsCatalog *catalog, const TsSelection *selection, const GArray *cells);

G_END_DECLS
