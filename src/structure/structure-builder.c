/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder-private.h"

#include "structure/overflow.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ROOT_NAME  "DefaultModel"
#define NO_FORWARD "No stack: the forward call of this backward call was not recorded."

TsStructureBuilder *
ts_structure_builder_new (gboolean compat)
{
  TsStructureBuilder *self = g_new0 (TsStructureBuilder, 1);

  self->compat = compat;
  self->texts = g_string_chunk_new (64 * 1024);
  self->keys = g_array_new (FALSE, FALSE, sizeof (Key));
  self->data = g_array_new (FALSE, FALSE, sizeof (Data));
  self->slots = g_array_new (FALSE, FALSE, sizeof (TsSlot));
  self->messages = g_array_new (FALSE, FALSE, sizeof (TsPeerMessage));
  self->key_of = g_hash_table_new (g_str_hash, g_str_equal);
  self->data_of = g_hash_table_new (g_str_hash, g_str_equal);
  self->stack_of = g_hash_table_new (g_str_hash, g_str_equal);
  self->stacks = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->stack_frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->recomputes = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->node_of = g_hash_table_new (g_str_hash, g_str_equal);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
ts_structure_builder_free (TsStructureBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_array_unref (self->keys);
  g_array_unref (self->data);
  g_clear_pointer (&self->slots, g_array_unref);
  g_clear_pointer (&self->messages, g_array_unref);
  g_hash_table_unref (self->key_of);
  g_hash_table_unref (self->data_of);
  g_hash_table_unref (self->stack_of);
  g_clear_pointer (&self->stacks, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->stack_frames, g_array_unref);
  g_array_unref (self->recomputes);
  g_array_unref (self->nodes);
  g_hash_table_unref (self->node_of);
  g_array_unref (self->order);
  g_free (self);
}

/* ---- What the files say ---- */

const char *
_ts_builder_keep (TsStructureBuilder *self, const char *text)
{
  return text == NULL ? NULL : g_string_chunk_insert_const (self->texts, text);
}

void
ts_structure_builder_set_task (TsStructureBuilder *self, TsDumpTask task)
{
  self->task = task;
}

void
ts_structure_builder_set_mindspore (TsStructureBuilder *self)
{
  self->mindspore = TRUE;
}

void
ts_structure_builder_set_micro_steps (TsStructureBuilder *self, gint32 micro_steps)
{
  self->has_micro_steps = TRUE;
  self->micro_steps = micro_steps;
}

void
ts_structure_builder_add_call (TsStructureBuilder *self,
                               const char *name,
                               const char *parent,
                               gint32 micro_step)
{
  Key key = { _ts_builder_keep (self, name), _ts_builder_keep (self, parent), micro_step };
  guint32 i = _ts_builder_look_up (self->key_of, name);

  if (i != TS_NO_CALL)
    {
      g_array_index (self->keys, Key, i) = key;
      return;
    }
  _ts_builder_set_index (self->key_of, key.name, self->keys->len);
  g_array_append_val (self->keys, key);
}

void
ts_structure_builder_begin_data (TsStructureBuilder *self, const char *name)
{
  Data data = { _ts_builder_keep (self, name), self->slots->len, 0, self->messages->len, 0 };
  guint32 i = _ts_builder_look_up (self->data_of, name);

  if (i != TS_NO_CALL)
    ts_structure_builder_note (
        self, g_strdup_printf (_ ("“%s” is there twice in dump.json; the later one is shown."),
                               data.name));
  _ts_builder_set_index (self->data_of, data.name, self->data->len);
  g_array_append_val (self->data, data);
}

void
ts_structure_builder_add_slot (TsStructureBuilder *self, const TsSlot *slot)
{
  TsSlot copy = *slot;

  g_return_if_fail (self->data->len > 0);
  copy.name = _ts_builder_keep (self, slot->name);
  copy.type = _ts_builder_keep (self, slot->type);
  copy.dtype = _ts_builder_keep (self, slot->dtype);
  copy.shape = _ts_builder_keep (self, slot->shape);
  copy.value = _ts_builder_keep (self, slot->value);
  copy.crc = _ts_builder_keep (self, slot->crc);
  copy.file = _ts_builder_keep (self, slot->file);
  g_array_append_val (self->slots, copy);
  g_array_index (self->data, Data, self->data->len - 1).n_slots++;
}

void
ts_structure_builder_add_message (TsStructureBuilder *self,
                                  const char *op,
                                  gint32 peer,
                                  const char *group)
{
  TsPeerMessage message
      = { TS_NO_CALL, peer, _ts_builder_keep (self, op), _ts_builder_keep (self, group) };

  g_return_if_fail (self->data->len > 0);
  g_array_append_val (self->messages, message);
  g_array_index (self->data, Data, self->data->len - 1).n_messages++;
}

gint32
ts_structure_builder_add_stack (TsStructureBuilder *self,
                                const char *text,
                                guint32 n_frames,
                                gboolean recomputes)
{
  g_ptr_array_add (self->stacks, g_strdup (text));
  g_array_append_val (self->stack_frames, n_frames);
  g_array_append_val (self->recomputes, recomputes);
  return (gint32) self->stacks->len - 1;
}

void
ts_structure_builder_set_stack (TsStructureBuilder *self, const char *name, gint32 stack)
{
  _ts_builder_set_index (self->stack_of, _ts_builder_keep (self, name), (guint32) stack);
}

void
ts_structure_builder_note (TsStructureBuilder *self, char *text)
{
  g_ptr_array_add (self->notes, text);
}

/* ---- Nodes ---- */

guint32
_ts_builder_make_node (TsStructureBuilder *self, const char *name, TsCallName parts)
{
  Node node = {
    .name = _ts_builder_keep (self, name), .parent = TS_NO_CALL, .micro_step = -1, .stack = -1
  };

  node.parts = parts;
  node.data = _ts_builder_look_up (self->data_of, name);
  _ts_builder_set_index (self->node_of, node.name, self->nodes->len);
  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

void
_ts_builder_append_child (TsStructureBuilder *self, guint32 child, guint32 parent)
{
  _ts_builder_get_node (self, child)->parent = parent;
  g_array_append_val (self->order, child);
}

char *
_ts_builder_dup_base (const Node *node)
{
  return g_strndup (node->name, node->parts.base);
}

/* ---- Stacks ---- */

static gint32
get_stack (const TsStructureBuilder *self, const char *name)
{
  guint32 stack = _ts_builder_look_up (self->stack_of, name);

  return stack == TS_NO_CALL ? -1 : (gint32) stack;
}

/* A backward has the stack of its forward; all forwards of a module have the same, the first is
 * always there. */
static void
set_stacks (TsStructureBuilder *self)
{
  gint32 none = -1;

  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      Node *node = _ts_builder_get_node (self, i);
      g_autofree char *forward = NULL;
      guint32 twin;
      node->stack = get_stack (self, node->name);
      if (node->parts.direction != TS_DIRECTION_BACKWARD || node->stack >= 0)
        continue;
      forward = ts_call_name_with (node->name, &node->parts, TS_DIRECTION_FORWARD,
                                   node->parts.number_last ? 0 : node->parts.number);
      twin = _ts_builder_look_up (self->node_of, forward);
      if (twin != TS_NO_CALL && (twin < i || !self->compat))
        node->stack = get_stack (self, forward);
      else if (self->compat)
        node->stack = none >= 0
                          ? none
                          : (none = ts_structure_builder_add_stack (self, NO_FORWARD, 1, FALSE));
    }
}

/* ---- The tree ---- */

/* The children of every node, in order: those of i are list[first[i]] to list[first[i + 1] - 1]. */
static void
list_children (const TsStructureBuilder *self, guint32 **first, guint32 **list)
{
  guint32 n = self->nodes->len;
  g_autofree guint32 *next = g_new0 (guint32, n + 1);

  *first = g_new0 (guint32, n + 1);
  *list = g_new0 (guint32, self->order->len + 1);
  for (guint i = 0; i < self->order->len; i++)
    (*first)[_ts_builder_get_node (self, g_array_index (self->order, guint32, i))->parent + 1]++;
  for (guint32 i = 0; i < n; i++)
    (*first)[i + 1] += (*first)[i];
  memcpy (next, *first, (n + 1) * sizeof (guint32));
  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      (*list)[next[_ts_builder_get_node (self, call)->parent]++] = call;
    }
}

static void
emit_call (const TsStructureBuilder *self, TsStructure *tree, guint32 node_index, guint32 parent)
{
  const Node *node = _ts_builder_get_node (self, node_index);
  guint32 i = tree->n_calls++;
  TsCall *call = &tree->calls[i];

  *call = (TsCall){ .name = node->name,
                    .parent = parent,
                    .depth = parent == TS_NO_CALL ? 0 : tree->calls[parent].depth + 1,
                    .subtree_end = i + 1,
                    .stack = node->stack,
                    .micro_step = node->micro_step,
                    .number = node->parts.number,
                    .kind = (guint8) node->parts.kind,
                    .direction = (guint8) node->parts.direction,
                    .placeholder = (guint8) node->placeholder };
  if (node->data != TS_NO_CALL)
    {
      const Data *data = &g_array_index (self->data, Data, node->data);
      call->first_slot = data->first_slot;
      call->n_slots = data->n_slots;
      for (guint32 m = 0; m < data->n_messages; m++)
        g_array_index (self->messages, TsPeerMessage, data->first_message + m).call = i;
    }
}

static void
emit_calls (TsStructureBuilder *self, TsStructure *tree)
{
  guint32 n = self->nodes->len;
  g_autofree guint32 *first = NULL, *list = NULL;
  g_autofree guint32 *open = g_new (guint32, n + 1);      /* nodes on the way down … */
  g_autofree guint32 *open_call = g_new (guint32, n + 1); /* … and where they went */
  g_autofree guint32 *next = NULL;                        /* the next child to go to */
  g_autofree gboolean *reached = g_new0 (gboolean, n);
  guint32 depth = 0;

  list_children (self, &first, &list);
  next = g_memdup2 (first, (n + 1) * sizeof (guint32));
  tree->calls = g_new (TsCall, n);
  emit_call (self, tree, ROOT, TS_NO_CALL);
  open[0] = ROOT;
  open_call[0] = 0;
  reached[ROOT] = TRUE;
  for (;;)
    {
      guint32 node = open[depth], child;
      if (next[node] == first[node + 1])
        {
          tree->calls[open_call[depth]].subtree_end = tree->n_calls;
          if (depth-- == 0)
            break;
          continue;
        }
      child = list[next[node]++];
      emit_call (self, tree, child, open_call[depth]);
      reached[child] = TRUE;
      open[++depth] = child;
      open_call[depth] = tree->n_calls - 1;
    }
  for (guint32 i = 0; i < n; i++)
    if (!reached[i])
      g_ptr_array_add (tree->unreachable, (gpointer) _ts_builder_get_node (self, i)->name);
}

static int
compare_messages (gconstpointer a, gconstpointer b)
{
  const TsPeerMessage *x = a, *y = b;

  return (x->call > y->call) - (x->call < y->call);
}

static TsStructure *
take_tree (TsStructureBuilder *self)
{
  TsStructure *tree = g_atomic_rc_box_new0 (TsStructure);

  tree->compat = self->compat;
  tree->mindspore = self->mindspore;
  tree->task = self->task;
  tree->unreachable = g_ptr_array_new ();
  emit_calls (self, tree);
  g_array_sort (self->messages, compare_messages);
  tree->messages = g_steal_pointer (&self->messages);
  tree->n_slots = self->slots->len;
  tree->slots = (TsSlot *) (gpointer) g_array_free (g_steal_pointer (&self->slots), FALSE);
  tree->stacks = g_steal_pointer (&self->stacks);
  tree->stack_frames = g_steal_pointer (&self->stack_frames);
  tree->notes = g_steal_pointer (&self->notes);
  tree->texts = g_steal_pointer (&self->texts);
  return tree;
}

TsStructure *
ts_structure_builder_finish (TsStructureBuilder *self)
{
  TsCallName root = { TS_CALL_MODULE, TS_DIRECTION_NONE, -1, strlen (ROOT_NAME), FALSE };
  TsStructure *tree;

  _ts_builder_make_node (self, ROOT_NAME, root);
  _ts_builder_add_keys (self);
  if (!self->compat)
    _ts_builder_add_unlisted (self);
  _ts_builder_move_recomputed (self);
  _ts_builder_collect_apis (self);
  _ts_builder_add_gradients (self);
  if (!self->compat)
    _ts_builder_break_cycles (self);
  set_stacks (self);
  tree = take_tree (self);
  _ts_builder_set_micro_steps (self, tree);
  for (guint32 i = 0; i < tree->n_calls; i++)
    tree->calls[i].overflow = (guint8) ts_overflow_find (tree, i, NULL, NULL);
  return tree;
}
