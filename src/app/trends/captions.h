/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* Texts that say what a picture shows. All results belong to the caller. */

/* What the tooltip of a cell tells beside its names, which tell the call, and its value: virtual
 * stage, data type and shape of the target, as far as they are known and not told by the name; NULL
 * for nothing. */
char *ts_caption_for_cell (const TsCatalog *catalog,
                           const TsSelection *selection,
                           const TsMatrix *matrix,
                           guint x,
                           guint y);
/* "forward norm rank 3.png" without characters that file systems refuse. */
char *ts_caption_to_file_name (const char *title, const char *suffix);

G_END_DECLS
