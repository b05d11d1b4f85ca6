/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; any room above may include it. */

#include "structure/structure.h"

G_BEGIN_DECLS

typedef enum
{
  TS_ALIGN_SEQUENCE, /* children of matched parents, as sequences */
  TS_ALIGN_DEFAULT,  /* msProbe's: equal names under equal names */
  TS_ALIGN_FUZZY,    /* msProbe's: modules by name, API calls by name without number */
} TsAlignMode;

/* Which call of the one side is which of the other; TS_NO_CALL: none. */
typedef struct
{
  guint32 *bench_of; /* per call of debug */
  guint32 *debug_of; /* per call of bench */
} TsStructureAlignment;

/* In time O((n + m) d) for n and m children of which d differ; caller frees. */
TsStructureAlignment *
ts_structure_alignment_new (const TsStructure *debug, const TsStructure *bench, TsAlignMode mode);
void ts_structure_alignment_free (TsStructureAlignment *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStructureAlignment, ts_structure_alignment_free)

G_END_DECLS
