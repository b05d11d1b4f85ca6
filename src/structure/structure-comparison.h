/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; any room above may include it. */

#include "structure/verdict.h"

G_BEGIN_DECLS

/* Two structures, what matches what, and the verdicts. All borrowed. */
typedef struct
{
  const TsStructure *debug, *bench;
  const char *debug_name, *bench_name;
  const TsStructureAlignment *alignment;
  const TsStatus *statuses; /* per call of debug */
  gboolean md5;
} TsStructureComparison;

/* The calls in pre-order of debug, and their slots. msProbe's precision index when both structures
 * are compat, else the status in words. Caller frees. */
GString *ts_structure_comparison_to_json (const TsStructureComparison *self);
/* A row per slot of every matched call, and one for every call without a partner. Caller frees. */
GString *ts_structure_comparison_to_csv (const TsStructureComparison *self);

/* How many calls are neither right nor without data. */
guint ts_structure_comparison_count_problems (const TsStructureComparison *self);

G_END_DECLS
