/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TS_DIMENSION_STEP,
  TS_DIMENSION_RANK,
  TS_DIMENSION_MODULE,
} TsDimension;

/* How a view lies over the three dimensions (formats.md 4.1):
 *
 *   fixed    heat map x   heat map y   line chart x
 *   step     rank         module       step
 *   rank     step         module       rank
 *   module   step         rank         module
 *
 * The fixed dimension is the one that the line chart runs along. */
TsDimension ts_dimension_get_x (TsDimension fixed);
TsDimension ts_dimension_get_y (TsDimension fixed);

/* The key used in databases, files and options: "step", "rank", "module_name". */
const char *ts_dimension_to_key (TsDimension dimension);
gboolean ts_dimension_from_key (const char *key, TsDimension *dimension);

/* Translated, sentence case: "Training step", "Rank", "Module". */
const char *ts_dimension_get_title (TsDimension dimension);

G_END_DECLS
