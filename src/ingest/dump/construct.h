/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/json-reader.h"
#include "ingest/dump/name-table.h"

G_BEGIN_DECLS

/* construct.json: which call was made inside which (formats.md 1.8.1). */

/* More micro-steps than this is damage: numbers are limited to it. */
#define TS_MAX_MICRO_STEPS 65536

typedef enum
{
  TS_PARENT_UNLISTED, /* only named as a parent, or as nothing that can be one */
  TS_PARENT_NULL,
  TS_PARENT_CALL,   /* another node */
  TS_PARENT_NUMBER, /* an integer: the micro-step itself */
  TS_PARENT_LIST,   /* [parent, micro-step] not told apart for lack of Megatron's marker */
} TsParentKind;

/* Eight bytes: there may be millions. */
typedef struct
{
  TsParentKind kind : 8;
  gint32 micro_step : 24; /* Megatron's number, or -1 */
  gint32 parent;          /* the node (CALL) or the number (NUMBER) */
} TsConstructNode;

G_STATIC_ASSERT (sizeof (TsConstructNode) == 8);

typedef struct
{
  TsNameTable *names;          /* nodes are numbered by it */
  GArray *nodes;               /* TsConstructNode */
  GArray *order;               /* gint32: listed nodes in file order */
  gboolean has_megatron;       /* the marker key was there */
  gint64 megatron_micro_steps; /* its value */
} TsConstruct;

/* Reads one. strict: refuse what msProbe's reader refuses (lists of another length than two with
 * the marker, lists without it, other values); otherwise lists are read with or without the marker
 * and other values count as null. Errors: those of the reader, TS_IMPORT_ERROR_STRUCTURE. Caller
 * frees.
 */
TsConstruct *ts_construct_read (TsJsonReader *reader, gboolean strict, GError **error);
/* The same from a file. A missing file is G_FILE_ERROR_NOENT. */
TsConstruct *ts_construct_load (const char *path, gboolean strict, GError **error);
void ts_construct_free (TsConstruct *self);

static inline TsConstructNode *
ts_construct_node (const TsConstruct *self, gint32 i)
{
  return &g_array_index (self->nodes, TsConstructNode, i);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsConstruct, ts_construct_free)

G_END_DECLS
