/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/page.h"
#include "parallel/parallel-layout.h"

G_BEGIN_DECLS

/* The wing parallel: the form of a configuration beside its picture. While the form holds something
 * invalid, the picture of the last valid configuration stays, faded. What the person says of the
 * ranks goes to the session as its layout; what is guessed from the data does not.
 *
 * Property: config (TsParallelConfig)   the valid configuration that is shown */
#define TS_TYPE_PARALLEL_PAGE (ts_parallel_page_get_type ())
G_DECLARE_FINAL_TYPE (TsParallelPage, ts_parallel_page, TS, PARALLEL_PAGE, TsPage)

GtkWidget *ts_parallel_page_new (TsSession *session);

void ts_parallel_page_set_config (TsParallelPage *self, const TsParallelConfig *config);
const TsParallelConfig *ts_parallel_page_get_config (TsParallelPage *self);
/* The layout of that configuration; borrowed. */
TsParallelLayout *ts_parallel_page_get_layout (TsParallelPage *self);

G_END_DECLS
