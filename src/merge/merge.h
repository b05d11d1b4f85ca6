/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  guint n_parts;
  guint64 n_rows;
  GPtrArray *notes; /* char*: what of the parts does not fit together (TsCatalog.notes) */
} TsMerged;

void ts_merged_clear (TsMerged *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsMerged, ts_merged_clear)

/* Makes one database of the parts of a run (char*, at least one), at path: what an import of all
 * their data would have made, but for the ids of targets and what was found in it (findings are to
 * be looked for again). Values are copied as they stand, exact ones and those that msProbe reads;
 * of a key that several parts hold the one that counts (rules.md V3). It appears when it is
 * complete. Blocks. FALSE with error (TS_STORE_ERROR, TS_IMPORT_ERROR, G_IO_ERROR_CANCELLED) when
 * it does not; merged is to be cleared then, too. */
gboolean ts_merge (const GPtrArray *parts,
                   const char *path,
                   TsMerged *merged,
                   GCancellable *cancellable,
                   GError **error);

G_END_DECLS
