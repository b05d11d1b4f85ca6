/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "store/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a person said is no fault: a rule about a target of one database, by name, so that it holds
 * after the database was made anew. Kept in a small JSON file of the user's data folder, never in
 * the database. */
typedef struct _TsHarmless TsHarmless;

/* Of the database at path; empty when nothing was marked yet. NULL with an error that names the
 * file when it can't be read, or is not such a file. Blocks; any thread. */
TsHarmless *ts_harmless_load (const char *path, GError **error);
TsHarmless *ts_harmless_copy (const TsHarmless *self);
void ts_harmless_free (TsHarmless *self);
/* Writes the file, or removes it when nothing is marked any more. Blocks; any thread. */
gboolean ts_harmless_save (const TsHarmless *self, GError **error);
/* Where that is. Borrowed. */
const char *ts_harmless_get_path (const TsHarmless *self);

/* Marks what the finding is about, or takes the mark back: the same rule about the same target,
 * whatever the step; where there is no target, about the same rank. FALSE: it was so already. */
gboolean ts_harmless_set (TsHarmless *self,
                          const TsFinding *finding,
                          const TsCatalog *catalog,
                          gboolean harmless);
gboolean
ts_harmless_has (const TsHarmless *self, const TsFinding *finding, const TsCatalog *catalog);
guint ts_harmless_count (const TsHarmless *self);

/* What is left of all (GPtrArray of borrowed TsFinding in a TsFindings of the same peers): without
 * what is marked and what follows from that. *n_hidden, which may be NULL: how many are not there.
 * all has to live longer. */
TsFindings *ts_harmless_apply (const TsHarmless *self,
                               const TsFindings *all,
                               const TsCatalog *catalog,
                               guint *n_hidden);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsHarmless, ts_harmless_free)

G_END_DECLS
