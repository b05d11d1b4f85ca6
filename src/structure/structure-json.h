/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; any room above may include it. */

#include "structure/structure.h"

G_BEGIN_DECLS

/* The tree as JSON: calls in pre-order, parents by index. dump: the name it bears. A structure that
 * is not compat has two more columns, the parameters and the cause of the overflow level, its
 * origin and its notes. Caller frees. */
GString *ts_structure_to_json (const TsStructure *self, const char *dump);

G_END_DECLS
