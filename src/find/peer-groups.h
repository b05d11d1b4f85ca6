/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "parallel/parallel-layout.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* How the ranks whose tensors should look alike were found (hunting.md 0). */
typedef enum
{
  TS_PEERS_LAYOUT,     /* the data-parallel groups that the user set */
  TS_PEERS_PARAMETERS, /* the same tensors, and bit-equal parameters in the first step */
  TS_PEERS_MODULES,    /* the same tensors only: what rests on it is a hint */
} TsPeersFrom;

typedef struct
{
  TsPeersFrom from;
  GPtrArray *groups; /* GArray* of gint64 ranks, ascending; every rank of the catalog in one */
} TsPeerGroups;

/* layout: GArray* of gint64 ranks each, or NULL. Reads the first recorded step. */
TsPeerGroups *ts_peer_groups_find (const TsCatalog *catalog,
                                   GPtrArray *layout,
                                   GCancellable *cancellable,
                                   GError **error);
/* The data-parallel groups of a layout, as the above takes them. Caller owns the array. */
GPtrArray *ts_peer_groups_from_layout (const TsParallelLayout *layout);
void ts_peer_groups_free (TsPeerGroups *self);

/* "layout", "parameters", "modules". */
const char *ts_peers_from_to_string (TsPeersFrom from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsPeerGroups, ts_peer_groups_free)

G_END_DECLS
