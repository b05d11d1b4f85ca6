/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-alignment.h"

#include "structure/call-name.h"
#include "structure/sequence.h"

#include <string.h>

typedef struct
{
  const TsStructure *debug, *bench;
  TsStructureAlignment *result;
  GHashTable *debug_index, *bench_index; /* name -> index + 1 */
  GHashTable *keys;                      /* text -> number */
} Aligner;

static GHashTable *
index_calls (const TsStructure *structure)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < structure->n_calls; i++)
    g_hash_table_insert (table, (gpointer) structure->calls[i].name, GUINT_TO_POINTER (i + 1));
  return table;
}

static guint32
look_up (GHashTable *table, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));

  return found == 0 ? TS_NO_CALL : found - 1;
}

static void
pair (Aligner *self, guint32 debug, guint32 bench)
{
  self->result->bench_of[debug] = bench;
  self->result->debug_of[bench] = debug;
}

/* ---- msProbe's ---- */

static void
align_default (Aligner *self)
{
  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      guint32 parent = self->debug->calls[i].parent;
      guint32 other = look_up (self->bench_index, self->debug->calls[i].name);
      if (other == TS_NO_CALL)
        continue;
      if (i == 0 ? other == 0 : self->bench->calls[other].parent == self->result->bench_of[parent])
        pair (self, i, other);
    }
}

/* Texts as numbers, equal for equal ones; takes text. */
static guint32
number_key (Aligner *self, char *text)
{
  gpointer found;

  if (g_hash_table_lookup_extended (self->keys, text, NULL, &found))
    {
      g_free (text);
      return GPOINTER_TO_UINT (found);
    }
  g_hash_table_insert (self->keys, text, GUINT_TO_POINTER (g_hash_table_size (self->keys)));
  return g_hash_table_size (self->keys) - 1;
}

/* The path of a module as seen from the module around it, without class and number; the name of an
 * API without number. Equal names of different directions differ. */
static guint32
make_key (Aligner *self, const TsStructure *structure, guint32 i)
{
  const TsCall *call = &structure->calls[i], *parent = &structure->calls[call->parent];
  TsCallName parts = ts_call_name_parse (call->name), outer = ts_call_name_parse (parent->name);
  gsize length, outer_length;
  const char *path, *outer_path;

  if (call->kind == TS_CALL_COLLECTION)
    return number_key (self, g_strdup ("collection"));
  if (call->kind == TS_CALL_API)
    return number_key (self,
                       g_strdup_printf ("a%d%.*s", call->direction, (int) parts.base, call->name));
  path = ts_call_name_get_path (call->name, &parts, &length);
  outer_path = ts_call_name_get_path (parent->name, &outer, &outer_length);
  if (length == 0)
    {
      path = call->name;
      length = parts.base;
    }
  else if (outer_length > 0 && length > outer_length && path[outer_length] == '.'
           && memcmp (path, outer_path, outer_length) == 0)
    {
      path += outer_length + 1;
      length -= outer_length + 1;
    }
  return number_key (self, g_strdup_printf ("m%d%.*s", call->direction, (int) length, path));
}

/* The children of a call that are not matched yet, of those directions, and their keys. */
static void
list_children (Aligner *self,
               const TsStructure *structure,
               const guint32 *partner,
               guint32 parent,
               gboolean backward,
               GArray *children,
               GArray *keys)
{
  g_array_set_size (children, 0);
  g_array_set_size (keys, 0);
  for (guint32 i = parent + 1; i < structure->calls[parent].subtree_end;
       i = structure->calls[i].subtree_end)
    {
      const TsCall *call = &structure->calls[i];
      gboolean is_backward
          = call->direction == TS_DIRECTION_BACKWARD || call->direction == TS_DIRECTION_GRADIENT;
      guint32 key;
      if (is_backward != backward || partner[i] != TS_NO_CALL)
        continue;
      key = make_key (self, structure, i);
      g_array_append_val (children, i);
      g_array_append_val (keys, key);
    }
}

static void
match_children (Aligner *self, guint32 debug, guint32 bench, gboolean backward)
{
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) a_keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) b_keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *partner = NULL;

  list_children (self, self->debug, self->result->bench_of, debug, backward, a, a_keys);
  list_children (self, self->bench, self->result->debug_of, bench, backward, b, b_keys);
  partner = g_new (guint32, a->len + 1);
  ts_sequence_match ((const guint32 *) (gpointer) a_keys->data, a->len,
                     (const guint32 *) (gpointer) b_keys->data, b->len, partner);
  for (guint32 i = 0; i < a->len; i++)
    if (partner[i] != TS_NO_CALL)
      pair (self, g_array_index (a, guint32, i), g_array_index (b, guint32, partner[i]));
}

static guint32
find_twin (GHashTable *index, const char *name, TsCallDirection direction)
{
  TsCallName parts = ts_call_name_parse (name);
  g_autofree char *twin = ts_call_name_with (name, &parts, direction, parts.number);

  return look_up (index, twin);
}

/* A backward belongs to the backward of its forward's partner, when that is in the partner of its
 * parent. */
static void
follow_forwards (Aligner *self, guint32 debug, guint32 bench)
{
  for (guint32 i = debug + 1; i < self->debug->calls[debug].subtree_end;
       i = self->debug->calls[i].subtree_end)
    {
      const TsCall *call = &self->debug->calls[i];
      guint32 forward, other;
      if (call->direction != TS_DIRECTION_BACKWARD)
        continue;
      forward = find_twin (self->debug_index, call->name, TS_DIRECTION_FORWARD);
      other = forward == TS_NO_CALL ? TS_NO_CALL : self->result->bench_of[forward];
      if (other != TS_NO_CALL)
        other
            = find_twin (self->bench_index, self->bench->calls[other].name, TS_DIRECTION_BACKWARD);
      if (other != TS_NO_CALL && self->bench->calls[other].parent == bench
          && self->result->debug_of[other] == TS_NO_CALL)
        pair (self, i, other);
    }
}

static void
align_sequences (Aligner *self)
{
  pair (self, 0, 0);
  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      guint32 other = self->result->bench_of[i];
      if (other == TS_NO_CALL)
        continue;
      match_children (self, i, other, FALSE);
      follow_forwards (self, i, other);
      match_children (self, i, other, TRUE);
    }
}

/* ---- msProbe's fuzzy ---- */

/* The API calls directly in two matched modules: the k-th of a name to the k-th. */
static void
pair_apis (Aligner *self, guint32 debug, guint32 bench)
{
  g_autoptr (GHashTable) queues
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_queue_free);

  for (guint32 i = bench + 1; i < self->bench->calls[bench].subtree_end;
       i = self->bench->calls[i].subtree_end)
    if (self->bench->calls[i].kind == TS_CALL_API)
      {
        gpointer key = GUINT_TO_POINTER (make_key (self, self->bench, i));
        GQueue *queue = g_hash_table_lookup (queues, key);
        if (queue == NULL)
          g_hash_table_insert (queues, key, queue = g_queue_new ());
        g_queue_push_tail (queue, GUINT_TO_POINTER (i));
      }
  for (guint32 i = debug + 1; i < self->debug->calls[debug].subtree_end;
       i = self->debug->calls[i].subtree_end)
    if (self->debug->calls[i].kind == TS_CALL_API)
      {
        GQueue *queue
            = g_hash_table_lookup (queues, GUINT_TO_POINTER (make_key (self, self->debug, i)));
        if (queue != NULL && !g_queue_is_empty (queue))
          pair (self, i, GPOINTER_TO_UINT (g_queue_pop_head (queue)));
      }
}

static void
align_fuzzily (Aligner *self)
{
  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      guint32 other = look_up (self->bench_index, self->debug->calls[i].name);
      if (self->debug->calls[i].kind == TS_CALL_API || other == TS_NO_CALL)
        continue;
      pair (self, i, other);
      pair_apis (self, i, other);
    }
}

TsStructureAlignment *
ts_structure_alignment_new (const TsStructure *debug, const TsStructure *bench, TsAlignMode mode)
{
  TsStructureAlignment *result = g_new0 (TsStructureAlignment, 1);
  Aligner self = { debug, bench, result, index_calls (debug), index_calls (bench), NULL };

  self.keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  result->bench_of = g_new (guint32, debug->n_calls);
  result->debug_of = g_new (guint32, bench->n_calls);
  memset (result->bench_of, 0xff, debug->n_calls * sizeof (guint32));
  memset (result->debug_of, 0xff, bench->n_calls * sizeof (guint32));
  if (mode == TS_ALIGN_SEQUENCE)
    align_sequences (&self);
  else if (mode == TS_ALIGN_DEFAULT)
    align_default (&self);
  else
    align_fuzzily (&self);
  g_hash_table_unref (self.debug_index);
  g_hash_table_unref (self.bench_index);
  g_hash_table_unref (self.keys);
  return result;
}

void
ts_structure_alignment_free (TsStructureAlignment *self)
{
  if (self == NULL)
    return;
  g_free (self->bench_of);
  g_free (self->debug_of);
  g_free (self);
}
