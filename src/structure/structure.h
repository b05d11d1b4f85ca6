/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* A room of its own (src/structure); any room above may include it. */

#include <glib.h>

G_BEGIN_DECLS

/* The tree of calls of one (step, rank), in pre-order: a subtree is a range of indices. Immutable
 * once built (structure-builder.h), reference-counted. */

#define TS_NO_CALL G_MAXUINT32

typedef enum
{
  TS_CALL_MODULE,
  TS_CALL_API,
  TS_CALL_COLLECTION, /* neighbouring API calls outside every module */
} TsCallKind;

typedef enum
{
  TS_DIRECTION_NONE, /* the root, "optimizer" … */
  TS_DIRECTION_FORWARD,
  TS_DIRECTION_BACKWARD,
  TS_DIRECTION_GRADIENT, /* the gradients of a module's parameters */
} TsCallDirection;

typedef enum
{
  TS_OVERFLOW_NONE,
  TS_OVERFLOW_MEDIUM,
  TS_OVERFLOW_HIGH,
  TS_OVERFLOW_CRITICAL,
} TsOverflowLevel;

typedef enum
{
  TS_SLOT_INPUT,
  TS_SLOT_KWARG,
  TS_SLOT_PARAMETER,
  TS_SLOT_OUTPUT,
  TS_SLOT_GRADIENT,
} TsSlotRole;

typedef enum
{
  TS_SLOT_NOTHING, /* null stands there */
  TS_SLOT_TENSOR,
  TS_SLOT_SCALAR, /* anything else with a type: float, bool, torch.Size, … */
} TsSlotKind;

enum
{
  TS_SLOT_MAX,
  TS_SLOT_MIN,
  TS_SLOT_MEAN,
  TS_SLOT_NORM,
  TS_SLOT_N_STATS
};

/* One tensor or argument of a call. The texts belong to the structure; NULL: not told. */
typedef struct
{
  guint8 role;         /* TsSlotRole */
  guint8 kind;         /* TsSlotKind */
  guint8 known;        /* bit i: stats[i] is a number, be it NaN or infinite */
  gint8 requires_grad; /* 0, 1; -1: not told */
  const char *name;    /* "0", "0.1" in a list, "weight", the name of a keyword argument */
  const char *type;    /* "torch.Tensor", "float" … */
  const char *dtype;
  const char *shape; /* "[2, 4]" */
  const char *value; /* of a scalar, as written; of a process group its id */
  const char *crc;   /* checksum */
  const char *file;  /* of the whole tensor, in the folder of tensors */
  double stats[TS_SLOT_N_STATS];
} TsSlot;

/* One node; 48 bytes, there may be millions. */
typedef struct
{
  const char *name; /* as written: "Module.net.Net.forward.0" */
  guint32 parent;   /* TS_NO_CALL: the root */
  guint32 subtree_end;
  guint32 depth;
  guint32 first_slot, n_slots;
  gint32 stack;       /* -1: none */
  gint32 micro_step;  /* -1: none */
  gint32 number;      /* the N of the name; -1: none */
  guint8 kind;        /* TsCallKind */
  guint8 direction;   /* TsCallDirection */
  guint8 placeholder; /* only named as a parent */
  guint8 overflow;    /* TsOverflowLevel, by ts_structure_find_overflows() */
} TsCall;

G_STATIC_ASSERT (sizeof (TsCall) <= 48);

/* What a batched point-to-point call sends or receives. */
typedef struct
{
  guint32 call;
  gint32 peer; /* the other rank */
  const char *op, *group;
} TsPeerMessage;

typedef enum
{
  TS_DUMP_STATISTICS,
  TS_DUMP_MD5,
  TS_DUMP_TENSOR,
  TS_DUMP_STRUCTURE, /* names only */
} TsDumpTask;

typedef struct
{
  gboolean compat;
  TsDumpTask task;
  gboolean mindspore;
  gint32 micro_steps;
  guint32 n_calls, n_slots;
  TsCall *calls;
  TsSlot *slots;
  GPtrArray *stacks;      /* frames joined by newlines */
  GArray *stack_frames;   /* guint32: how many, per stack */
  GArray *messages;       /* TsPeerMessage, by call */
  GPtrArray *unreachable; /* const char *: names lost (compat only) */
  GPtrArray *notes;       /* char *: what was wrong with the dump, sentences */
  char *folder;           /* of the dump; may be NULL */
  GStringChunk *texts;
} TsStructure;

TsStructure *ts_structure_ref (TsStructure *self);
void ts_structure_unref (TsStructure *self);

/* The call of a name, TS_NO_CALL when there is none; O(n). */
guint32 ts_structure_find (const TsStructure *self, const char *name);

/* The part of a slot's name behind the call's: "input.0", "parameters.weight", "weight". Caller
 * frees. */
char *ts_slot_dup_name (const TsSlot *slot);

/* Whether msProbe would file the slot under the call's outputs: it looks for ".output." in the
 * whole name. */
gboolean ts_slot_is_compat_output (const TsSlot *slot, const char *call_name);
/* Whether it is one: an output or a gradient; in a compat structure as msProbe files it. */
gboolean ts_structure_is_output (const TsStructure *self, const TsCall *call, const TsSlot *slot);

const char *ts_call_kind_get_name (TsCallKind kind);
const char *ts_overflow_level_get_name (TsOverflowLevel level); /* NULL: none */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStructure, ts_structure_unref)

G_END_DECLS
