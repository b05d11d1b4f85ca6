/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder-private.h"

/* Recomputed modules (model rules 1.8). */

static gboolean
is_digits (const char *text)
{
  for (; *text != '\0'; text++)
    if (!g_ascii_isdigit (*text))
      return FALSE;
  return TRUE;
}

/* Whether the name is longer than that of a module at the top can be. */
static gboolean
is_inner_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  guint n = g_strv_length (parts);

  if (n == 7)
    return !(is_digits (parts[1]) && is_digits (parts[3]));
  return n > 7 || (n == 6 && !is_digits (parts[1]));
}

static guint32
find_twin (const TsStructureBuilder *self, const Node *node, TsCallDirection direction)
{
  g_autofree char *name
      = ts_call_name_with (node->name, &node->parts, direction, node->parts.number);

  return _ts_builder_look_up (self->node_of, name);
}

static gboolean
has_recompute_stack (const TsStructureBuilder *self, const Node *node)
{
  guint32 forward = find_twin (self, node, TS_DIRECTION_FORWARD);
  guint32 stack = TS_NO_CALL;

  if (self->mindspore)
    return TRUE;
  if (forward != TS_NO_CALL)
    stack = _ts_builder_look_up (self->stack_of, _ts_builder_get_node (self, forward)->name);
  return stack != TS_NO_CALL && g_array_index (self->recomputes, gboolean, stack);
}

static gboolean
is_recomputed (const TsStructureBuilder *self, const Node *node)
{
  TsCallDirection other = node->parts.direction == TS_DIRECTION_FORWARD ? TS_DIRECTION_BACKWARD
                                                                        : TS_DIRECTION_FORWARD;
  guint32 twin;

  if (node->parent != ROOT || node->parts.kind != TS_CALL_MODULE || node->parts.number < 0
      || (node->parts.direction != TS_DIRECTION_FORWARD
          && node->parts.direction != TS_DIRECTION_BACKWARD)
      || !is_inner_name (node->name) || !has_recompute_stack (self, node))
    return FALSE;
  twin = find_twin (self, node, other);
  return twin != TS_NO_CALL && _ts_builder_get_node (self, twin)->parent == ROOT;
}

/* The ordinary forwards of each path that is recomputed, in the order of their making, and how many
 * of them have been used up for forwards and for backwards. */
typedef struct
{
  GArray *forwards;
  guint used[2];
} Ordinary;

static void
ordinary_free (gpointer data)
{
  Ordinary *self = data;

  g_array_unref (self->forwards);
  g_free (self);
}

static GHashTable *
find_ordinary (const TsStructureBuilder *self, const GArray *moved)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, ordinary_free);

  for (guint i = 0; i < moved->len; i++)
    {
      Ordinary *ordinary = g_new0 (Ordinary, 1);
      ordinary->forwards = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_replace (
          table,
          _ts_builder_dup_base (_ts_builder_get_node (self, g_array_index (moved, guint32, i))),
          ordinary);
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const Node *node = _ts_builder_get_node (self, i);
      g_autofree char *base = NULL;
      Ordinary *ordinary;
      if (node->parts.direction != TS_DIRECTION_FORWARD || node->parts.kind != TS_CALL_MODULE
          || node->parent == ROOT || node->parent == TS_NO_CALL)
        continue;
      base = _ts_builder_dup_base (node);
      ordinary = g_hash_table_lookup (table, base);
      if (ordinary != NULL)
        g_array_append_val (ordinary->forwards, i);
    }
  return table;
}

/* Whether call is node or above it. Cyclic parents end the search. */
static gboolean
is_above (const TsStructureBuilder *self, guint32 call, guint32 node)
{
  for (guint steps = 0; node != TS_NO_CALL && steps <= self->nodes->len; steps++)
    {
      if (node == call)
        return TRUE;
      node = _ts_builder_get_node (self, node)->parent;
    }
  return FALSE;
}

static guint32
find_new_parent (const TsStructureBuilder *self, GHashTable *table, guint32 call)
{
  const Node *node = _ts_builder_get_node (self, call);
  g_autofree char *base = _ts_builder_dup_base (node);
  Ordinary *ordinary = g_hash_table_lookup (table, base);
  guint *used = &ordinary->used[node->parts.direction == TS_DIRECTION_BACKWARD];
  const Node *outer;
  guint32 forward, parent;

  if (*used >= ordinary->forwards->len)
    return TS_NO_CALL;
  forward = g_array_index (ordinary->forwards, guint32, (*used)++);
  outer = _ts_builder_get_node (self, _ts_builder_get_node (self, forward)->parent);
  parent = find_twin (self, outer, TS_DIRECTION_BACKWARD);
  return parent == TS_NO_CALL || is_above (self, call, parent) ? TS_NO_CALL : parent;
}

void
_ts_builder_move_recomputed (TsStructureBuilder *self)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) table = NULL;
  guint kept = 0;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      if (is_recomputed (self, _ts_builder_get_node (self, call)))
        g_array_append_val (candidates, call);
    }
  table = find_ordinary (self, candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      guint32 call = g_array_index (candidates, guint32, i);
      guint32 parent = find_new_parent (self, table, call);
      if (parent == TS_NO_CALL)
        continue;
      _ts_builder_get_node (self, call)->parent = parent;
      g_array_append_val (moved, call);
    }
  /* Both lists are in the same order. */
  for (guint i = 0, m = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      if (m < moved->len && g_array_index (moved, guint32, m) == call)
        m++;
      else
        g_array_index (self->order, guint32, kept++) = call;
    }
  g_array_set_size (self->order, kept);
  g_array_append_vals (self->order, moved->data, moved->len);
}
