/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "structure/call-name.h"
#include "structure/structure-builder.h"

G_BEGIN_DECLS

/* What the files that make the tree share: structure-builder.c (what the files of a dump say, and
 * the tree that comes of it), call-parents.c, recomputed-calls.c, call-gradients.c and
 * call-micro-steps.c, one rule each. */

#define ROOT 0 /* the node that everything is below */

/* Of construct.json. */
typedef struct
{
  const char *name, *parent;
  gint32 micro_step;
} Key;

/* Of dump.json. */
typedef struct
{
  const char *name;
  guint32 first_slot, n_slots, first_message, n_messages;
} Data;

typedef struct
{
  const char *name;
  guint32 parent;
  gint32 micro_step, stack;
  guint32 data; /* index, or TS_NO_CALL */
  TsCallName parts;
  gboolean placeholder;
} Node;

struct _TsStructureBuilder
{
  gboolean compat, mindspore, has_micro_steps;
  TsDumpTask task;
  gint32 micro_steps;
  GStringChunk *texts;
  GArray *keys, *data, *slots, *messages;
  GHashTable *key_of, *data_of, *stack_of; /* name -> index + 1 */
  GPtrArray *stacks, *notes;
  GArray *stack_frames, *recomputes; /* guint32, gboolean, per stack */

  GArray *nodes;       /* in order of their making */
  GHashTable *node_of; /* name -> index + 1 */
  GArray *order;       /* guint32: nodes; those of equal parents are in this order */
};

/* The index of a name in a table that _ts_builder_set_index() filled; TS_NO_CALL: none. */
static inline guint32
_ts_builder_look_up (GHashTable *table, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));

  return found == 0 ? TS_NO_CALL : found - 1;
}

static inline void
_ts_builder_set_index (GHashTable *table, const char *name, guint32 i)
{
  g_hash_table_insert (table, (gpointer) name, GUINT_TO_POINTER (i + 1));
}

static inline Node *
_ts_builder_get_node (const TsStructureBuilder *self, guint32 i)
{
  return &g_array_index (self->nodes, Node, i);
}

const char *_ts_builder_keep (TsStructureBuilder *self, const char *text);
/* A node without a parent. */
guint32 _ts_builder_make_node (TsStructureBuilder *self, const char *name, TsCallName parts);
/* The last of the parent's children so far. */
void _ts_builder_append_child (TsStructureBuilder *self, guint32 child, guint32 parent);
/* "Module.layers.0.Linear" of a forward or backward of it. Caller frees. */
char *_ts_builder_dup_base (const Node *node);

/* call-parents.c */
void _ts_builder_add_keys (TsStructureBuilder *self);
/* What dump.json holds and construct.json does not list; gradients are placed later. */
void _ts_builder_add_unlisted (TsStructureBuilder *self);
/* Calls that are each other's parents hang on no root: one of each cycle is put there. */
void _ts_builder_break_cycles (TsStructureBuilder *self);

/* recomputed-calls.c */
void _ts_builder_move_recomputed (TsStructureBuilder *self);

/* call-gradients.c */
/* Two or more API calls in a row at the root become one node. */
void _ts_builder_collect_apis (TsStructureBuilder *self);
void _ts_builder_add_gradients (TsStructureBuilder *self);

/* call-micro-steps.c */
void _ts_builder_set_micro_steps (TsStructureBuilder *self, TsStructure *tree);

G_END_DECLS
