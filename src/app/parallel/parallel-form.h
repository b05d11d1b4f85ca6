/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-config.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The fields of a parallel configuration, checked as they are typed: what is wrong stands under the
 * field it is wrong in.
 *
 * Signal: changed ()   a field says something else, valid or not */
#define TS_TYPE_PARALLEL_FORM (ts_parallel_form_get_type ())
G_DECLARE_FINAL_TYPE (TsParallelForm, ts_parallel_form, TS, PARALLEL_FORM, GtkWidget)

void ts_parallel_form_set_config (TsParallelForm *self, const TsParallelConfig *config);
/* What the fields say, or NULL when that is not a valid configuration. Caller owns it. */
TsParallelConfig *ts_parallel_form_dup_config (TsParallelForm *self);
/* The message that stands under a field ("world-size"), NULL when there is none. */
const char *ts_parallel_form_get_message (TsParallelForm *self, const char *field);
/* Writes text into the field as if it were typed; "true" or "false" for "standalone-embedding". */
void ts_parallel_form_type (TsParallelForm *self, const char *field, const char *text);

G_END_DECLS
