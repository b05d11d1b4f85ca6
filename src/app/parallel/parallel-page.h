/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-layout.h"
#include "plot/export.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The window's Parallelism page: the form of a configuration beside its picture. While the form
 * holds something invalid, the picture of the last valid configuration stays, faded.
 *
 * Property: config (TsParallelConfig)   the valid configuration that is shown
 * Signals:
 *   block-activated (GArray *ranks, guint stage, guint first, guint last)
 *       a block was chosen: its ranks (guint32), virtual stage, and layers of the whole model
 *       (counted from 1; 0 0: it holds none)
 *   exported (GFile *file, GError *error)   a picture was saved, or could not be (error not NULL)
 */
#define TS_TYPE_PARALLEL_PAGE (ts_parallel_page_get_type ())
G_DECLARE_FINAL_TYPE (TsParallelPage, ts_parallel_page, TS, PARALLEL_PAGE, GtkWidget)

GtkWidget *ts_parallel_page_new (void);

void ts_parallel_page_set_config (TsParallelPage *self, const TsParallelConfig *config);
const TsParallelConfig *ts_parallel_page_get_config (TsParallelPage *self);
/* The layout of that configuration; borrowed. */
TsParallelLayout *ts_parallel_page_get_layout (TsParallelPage *self);

/* The configuration as text that can be kept and given back; text that can't be read is ignored.
 * Caller owns it. */
char *ts_parallel_page_dup_state (TsParallelPage *self);
void ts_parallel_page_set_state (TsParallelPage *self, const char *state);

/* Writes the whole layout, whatever is visible, as a picture. scale: device pixels per logical
 * pixel of a PNG. */
gboolean ts_parallel_page_export (TsParallelPage *self,
                                  const char *path,
                                  TsExportType type,
                                  double scale,
                                  gboolean dark,
                                  GError **error);
/* Asks where to, exports, and says how that went with "exported". */
void ts_parallel_page_choose_export (TsParallelPage *self);

G_END_DECLS
