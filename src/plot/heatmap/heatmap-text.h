/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"

G_BEGIN_DECLS

/* A cell in words. All results are plain text (never markup) and owned by the caller. */

/* "1283.406982421875", "NaN", "missing", "≥ 1e9 (clamped by msProbe)". */
char *ts_heatmap_dup_value (const TsMatrix *matrix, guint x, guint y);
/* "Rank 3", "Training step 500·2", or a module's name. */
char *ts_heatmap_dup_place (const TsAxis *axis, guint place);
/* "layers.3.mlp, rank 2, norm 1283.4": one line for a screen reader. */
char *ts_heatmap_dup_spoken (const TsMatrix *matrix, guint x, guint y, const char *value_name);
/* "2 of them are not numbers: 1 NaN, 1 missing"; NULL when all are. */
char *ts_heatmap_dup_states (const gsize counts[TS_N_CELL_STATES]);
/* Header line and the row's cells, by RFC 4180: names of the X axis, then values as
 * ts_format_exact() prints them; missing cells are empty. */
char *ts_heatmap_dup_row_csv (const TsMatrix *matrix, guint y);

G_END_DECLS
