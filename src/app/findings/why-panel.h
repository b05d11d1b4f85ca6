/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include "find/finding-why.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Why a finding is one: its numbers, what its rule asks for, and its last steps as a chart with the
 * band of what was expected.
 *
 * Signals:
 *   show-lines ()       the ranks are to be shown as lines
 *   harmless-toggled () the finding is to be marked as harmless, or no longer
 *   loaded ()           the numbers of the finding are there, or could not be read */
#define TS_TYPE_WHY_PANEL (ts_why_panel_get_type ())
G_DECLARE_FINAL_TYPE (TsWhyPanel, ts_why_panel, TS, WHY_PANEL, GtkWidget)

/* Explains a finding (a copy is taken) with what a thread reads; NULL: nothing. groups: those of
 * its findings. */
void ts_why_panel_set_finding (TsWhyPanel *self,
                               const TsFinding *finding,
                               TsCatalog *catalog,
                               GPtrArray *groups,
                               gboolean harmless);
/* What was read; NULL while it is being read, or when that failed. Borrowed. */
const TsFindingWhy *ts_why_panel_get_why (TsWhyPanel *self);
/* Ends what runs. */
void ts_why_panel_cancel (TsWhyPanel *self);

G_END_DECLS
