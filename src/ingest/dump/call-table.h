/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/dump/construct.h"

G_BEGIN_DECLS

/* Where every call of one dump file belongs: its micro-step, and its call index inside it. Two ways
 * to find out: msProbe's own (formats.md 1.9.3 and 1.9.4) and that of rules.md (S1 to S3, D7, D8).
 */
typedef struct _TsCallTable TsCallTable;

typedef struct
{
  gint32 micro_step;
  gint32 index; /* of the call inside its micro-step; -1: the name has no number */
} TsCall;

/* By rules.md. construct: (transfer full). recomputed: names of the forward calls that were
 * recomputations, or NULL; borrowed, no longer needed afterwards. */
TsCallTable *ts_call_table_new (TsConstruct *construct, const TsNameTable *recomputed);
/* As msProbe does. construct: (transfer full). Fails where msProbe does: TS_IMPORT_ERROR_STRUCTURE
 * when parents form a circle. */
TsCallTable *ts_call_table_new_compat (TsConstruct *construct, GError **error);
void ts_call_table_free (TsCallTable *self);

/* FALSE when the call is not in construct.json or, compat, has no root. */
gboolean ts_call_table_find (const TsCallTable *self, const char *key, gsize length, TsCall *call);

/* At least 1. */
guint ts_call_table_get_n_micro_steps (const TsCallTable *self);
/* How many calls have a place; without any, msProbe keeps every call under its own number. */
guint ts_call_table_get_n_calls (const TsCallTable *self);
/* How many circles of parents were cut. */
guint ts_call_table_get_n_circles (const TsCallTable *self);
/* Bytes of memory, about. */
gsize ts_call_table_get_size (const TsCallTable *self);
/* Whether Module.<i>.… names children of a sequence (there is a Module.<i>.<Class>), not a list of
 * models. */
gboolean ts_call_table_is_sequence (const TsCallTable *self);

/* Whether a parentless forward call comes after a backward one, so that only the stacks or the dump
 * itself can tell a micro-step from a recomputation. */
gboolean ts_construct_has_late_roots (const TsConstruct *construct);

/* key with its call number replaced by index, as msProbe writes it: the number is the last
 * component or the one before it. */
void ts_compat_rename (const char *key, gsize length, gint32 index, GString *renamed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCallTable, ts_call_table_free)

G_END_DECLS
