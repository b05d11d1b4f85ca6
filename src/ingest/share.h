/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The share of one of several processes in the ranks of a run. Each comes to the same division by
 * itself, from the sizes of the files alone. */
typedef struct
{
  guint number; /* 1 to n_shares */
  guint n_shares;
  guint n_used;       /* shares that have ranks: no more than there are ranks */
  GHashTable *own;    /* set of ranks (gint64*) */
  GHashTable *others; /* those of other shares */
  guint64 bytes;      /* of its files */
} TsShare;

typedef struct
{
  gint64 rank;
  guint64 bytes;
} TsRankSize;

/* The number-th of n_shares parts of these ranks (TsRankSize, in any order, some several times):
 * neighbours stay together, and each share has about as many bytes as any other. One without ranks
 * is what is left when there are more shares than ranks. */
TsShare *ts_share_new (const GArray *sizes, guint number, guint n_shares);
void ts_share_free (TsShare *self);

/* Whether the rank is its own; NULL has all. A rank without files is the first share's. */
gboolean ts_share_has (const TsShare *self, gint64 rank);
/* Whether what concerns no rank is its business: that of one alone. */
gboolean ts_share_is_first (const TsShare *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsShare, ts_share_free)

G_END_DECLS
