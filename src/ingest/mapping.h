/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A mapping file: an object of replacements, applied in file order, each to the result of the one
 * before, to every occurrence (formats.md 1.9.9). Immutable; may be used by several threads. */
TsMapping *ts_mapping_load (const char *path, GError **error);
TsMapping *
ts_mapping_new_from_pairs (const char *const *pairs); /* from, to, from, to, …, NULL; for tests */
/* Once that is cancelled, nothing is replaced any more: with thousands of replacements one long
 * name takes seconds. Before it is used by threads. */
void ts_mapping_set_cancellable (TsMapping *self, GCancellable *cancellable);
void ts_mapping_free (TsMapping *self);
guint ts_mapping_get_size (const TsMapping *self);

/* Replaces in name; self may be NULL (nothing changes). */
void ts_mapping_apply (const TsMapping *self, GString *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMapping, ts_mapping_free)

G_END_DECLS
