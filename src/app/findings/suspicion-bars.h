/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its panel alone includes it. */
#pragma once

#include "find/finding.h"
#include "store/catalog.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How many findings there are on each rank that follow from no other. Signal: rank-activated
 * (gint64 rank), on a click. */
#define TS_TYPE_SUSPICION_BARS (ts_suspicion_bars_get_type ())
G_DECLARE_FINAL_TYPE (TsSuspicionBars, ts_suspicion_bars, TS, SUSPICION_BARS, GtkWidget)

/* findings NULL: nothing is drawn. hints: count them, too. */
void ts_suspicion_bars_set_findings (TsSuspicionBars *self,
                                     const TsFindings *findings,
                                     const TsCatalog *catalog,
                                     gboolean hints);

G_END_DECLS
