/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its list alone includes it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the columns of a list whose rows are GtkTreeListRows of TsFindingItems. */
void ts_finding_columns_add (GtkColumnView *list);

G_END_DECLS
