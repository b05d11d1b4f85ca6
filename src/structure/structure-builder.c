/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder.h"

#include "structure/call-name.h"
#include "structure/overflow.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ROOT       0
#define ROOT_NAME  "DefaultModel"
#define COLLECTION "Apis_Between_Modules"
#define NO_FORWARD "No stack: the forward call of this backward call was not recorded."

typedef struct
{
  const char *name, *parent;
  gint32 micro_step;
} Key;

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

static guint32
look_up (GHashTable *table, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));

  return found == 0 ? TS_NO_CALL : found - 1;
}

static void
set_index (GHashTable *table, const char *name, guint32 i)
{
  g_hash_table_insert (table, (gpointer) name, GUINT_TO_POINTER (i + 1));
}

static const char *
keep (TsStructureBuilder *self, const char *text)
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
  Key key = { keep (self, name), keep (self, parent), micro_step };
  guint32 i = look_up (self->key_of, name);

  if (i != TS_NO_CALL)
    {
      g_array_index (self->keys, Key, i) = key;
      return;
    }
  set_index (self->key_of, key.name, self->keys->len);
  g_array_append_val (self->keys, key);
}

void
ts_structure_builder_begin_data (TsStructureBuilder *self, const char *name)
{
  Data data = { keep (self, name), self->slots->len, 0, self->messages->len, 0 };
  guint32 i = look_up (self->data_of, name);

  if (i != TS_NO_CALL)
    ts_structure_builder_note (
        self, g_strdup_printf (_ ("“%s” is there twice in dump.json; the later one is shown."),
                               data.name));
  set_index (self->data_of, data.name, self->data->len);
  g_array_append_val (self->data, data);
}

void
ts_structure_builder_add_slot (TsStructureBuilder *self, const TsSlot *slot)
{
  TsSlot copy = *slot;

  g_return_if_fail (self->data->len > 0);
  copy.name = keep (self, slot->name);
  copy.type = keep (self, slot->type);
  copy.dtype = keep (self, slot->dtype);
  copy.shape = keep (self, slot->shape);
  copy.value = keep (self, slot->value);
  copy.crc = keep (self, slot->crc);
  copy.file = keep (self, slot->file);
  g_array_append_val (self->slots, copy);
  g_array_index (self->data, Data, self->data->len - 1).n_slots++;
}

void
ts_structure_builder_add_message (TsStructureBuilder *self,
                                  const char *op,
                                  gint32 peer,
                                  const char *group)
{
  TsPeerMessage message = { TS_NO_CALL, peer, keep (self, op), keep (self, group) };

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
  set_index (self->stack_of, keep (self, name), (guint32) stack);
}

void
ts_structure_builder_note (TsStructureBuilder *self, char *text)
{
  g_ptr_array_add (self->notes, text);
}

/* ---- Nodes and parents ---- */

static Node *
get_node (const TsStructureBuilder *self, guint32 i)
{
  return &g_array_index (self->nodes, Node, i);
}

static guint32
make_node (TsStructureBuilder *self, const char *name, TsCallName parts)
{
  Node node = { .name = keep (self, name), .parent = TS_NO_CALL, .micro_step = -1, .stack = -1 };

  node.parts = parts;
  node.data = look_up (self->data_of, name);
  set_index (self->node_of, node.name, self->nodes->len);
  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

static guint32
need_node (TsStructureBuilder *self, const char *name)
{
  guint32 i = look_up (self->node_of, name);

  return i != TS_NO_CALL ? i : make_node (self, name, ts_call_name_parse (name));
}

static void
append_child (TsStructureBuilder *self, guint32 child, guint32 parent)
{
  get_node (self, child)->parent = parent;
  g_array_append_val (self->order, child);
}

/* The backward of the call around the forward of a backward call. Returns whether construct.json
 * lists the forward; *parent: the name kept by self, NULL when there is none or it is no key. */
static gboolean
find_forward_parent (TsStructureBuilder *self,
                     const char *name,
                     const TsCallName *parts,
                     const char **forward_parent,
                     const char **parent)
{
  g_autofree char *forward = ts_call_name_with (name, parts, TS_DIRECTION_FORWARD, parts->number);
  guint32 key = look_up (self->key_of, forward);
  g_autofree char *backward = NULL;
  TsCallName outer;

  *parent = *forward_parent = NULL;
  if (key == TS_NO_CALL)
    return FALSE;
  *forward_parent = g_array_index (self->keys, Key, key).parent;
  if (*forward_parent == NULL)
    return TRUE;
  outer = ts_call_name_parse (*forward_parent);
  if (outer.direction != TS_DIRECTION_FORWARD)
    return TRUE;
  backward = ts_call_name_with (*forward_parent, &outer, TS_DIRECTION_BACKWARD, outer.number);
  key = look_up (self->key_of, backward);
  if (key != TS_NO_CALL)
    *parent = g_array_index (self->keys, Key, key).name;
  return TRUE;
}

static guint
count_parts (const char *name)
{
  guint n = 1;

  for (; *name != '\0'; name++)
    n += *name == '.';
  return n;
}

/* How long name is without its last n parts. */
static gsize
cut_parts (const char *name, guint n)
{
  gsize end = strlen (name);

  while (n > 0 && end > 0)
    n -= name[--end] == '.';
  return end;
}

/* Whether the path of a module's backward says that it is not inside this parent. */
static gboolean
is_elsewhere (const char *name, const char *parent)
{
  gsize inner, outer;

  if (count_parts (name) < 5 || count_parts (parent) < 4)
    return FALSE;
  inner = cut_parts (name, 4);
  outer = cut_parts (parent, 3);
  return inner != outer || memcmp (name, parent, inner) != 0;
}

/* Backward hooks name no parent or a wrong one, around layers that work in place: the forward knows
 * better (model rules 1.5, 1.6). */
static const char *
resolve_parent (TsStructureBuilder *self, const Key *key, const TsCallName *parts)
{
  const char *forward_parent, *parent;

  if (parts->direction != TS_DIRECTION_BACKWARD)
    return key->parent;
  if (key->parent == NULL)
    {
      find_forward_parent (self, key->name, parts, &forward_parent, &parent);
      return parent;
    }
  if (!parts->number_last || !is_elsewhere (key->name, key->parent)
      || !find_forward_parent (self, key->name, parts, &forward_parent, &parent))
    return key->parent;
  return parent != NULL || forward_parent == NULL ? parent : key->parent;
}

static guint32
need_parent (TsStructureBuilder *self, const char *name)
{
  guint32 known = self->nodes->len, i = need_node (self, name);

  if (self->has_micro_steps && self->compat && get_node (self, i)->micro_step < 0)
    get_node (self, i)->micro_step = 0;
  if (i < known || self->compat || look_up (self->key_of, name) != TS_NO_CALL)
    return i;
  get_node (self, i)->placeholder = TRUE;
  append_child (self, i, ROOT);
  ts_structure_builder_note (
      self,
      g_strdup_printf (_ ("“%s” is only named as a parent; it is shown without data."), name));
  return i;
}

static void
add_keys (TsStructureBuilder *self)
{
  for (guint k = 0; k < self->keys->len; k++)
    {
      const Key *key = &g_array_index (self->keys, Key, k);
      TsCallName parts = ts_call_name_parse (key->name);
      const char *name = resolve_parent (self, key, &parts);
      guint32 parent = name == NULL ? ROOT : need_parent (self, name);
      guint32 i = need_node (self, key->name);
      if (i == ROOT)
        continue;
      get_node (self, i)->micro_step
          = key->micro_step < 0 && self->has_micro_steps ? 0 : key->micro_step;
      append_child (self, i, parent);
    }
}

/* What dump.json holds and construct.json does not list; gradients are placed later. */
static void
add_unlisted (TsStructureBuilder *self)
{
  guint n = 0;

  for (guint d = 0; d < self->data->len; d++)
    {
      const Data *data = &g_array_index (self->data, Data, d);
      TsCallName parts = ts_call_name_parse (data->name);
      if (parts.direction == TS_DIRECTION_GRADIENT
          || look_up (self->node_of, data->name) != TS_NO_CALL)
        continue;
      append_child (self, make_node (self, data->name, parts), ROOT);
      n++;
    }
  if (n > 0 && self->keys->len > 0)
    ts_structure_builder_note (
        self, g_strdup_printf (ngettext ("construct.json does not list %u call of dump.json; it "
                                         "is shown at the root.",
                                         "construct.json does not list %u calls of dump.json; "
                                         "they are shown at the root.",
                                         n),
                               n));
}

/* ---- Recomputed modules (model rules 1.8) ---- */

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

  return look_up (self->node_of, name);
}

static gboolean
has_recompute_stack (const TsStructureBuilder *self, const Node *node)
{
  guint32 forward = find_twin (self, node, TS_DIRECTION_FORWARD);
  guint32 stack = TS_NO_CALL;

  if (self->mindspore)
    return TRUE;
  if (forward != TS_NO_CALL)
    stack = look_up (self->stack_of, get_node (self, forward)->name);
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
  return twin != TS_NO_CALL && get_node (self, twin)->parent == ROOT;
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

static char *
dup_base (const Node *node)
{
  return g_strndup (node->name, node->parts.base);
}

static GHashTable *
find_ordinary (const TsStructureBuilder *self, const GArray *moved)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, ordinary_free);

  for (guint i = 0; i < moved->len; i++)
    {
      Ordinary *ordinary = g_new0 (Ordinary, 1);
      ordinary->forwards = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_replace (table, dup_base (get_node (self, g_array_index (moved, guint32, i))),
                            ordinary);
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);
      g_autofree char *base = NULL;
      Ordinary *ordinary;
      if (node->parts.direction != TS_DIRECTION_FORWARD || node->parts.kind != TS_CALL_MODULE
          || node->parent == ROOT || node->parent == TS_NO_CALL)
        continue;
      base = dup_base (node);
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
      node = get_node (self, node)->parent;
    }
  return FALSE;
}

static guint32
find_new_parent (const TsStructureBuilder *self, GHashTable *table, guint32 call)
{
  const Node *node = get_node (self, call);
  g_autofree char *base = dup_base (node);
  Ordinary *ordinary = g_hash_table_lookup (table, base);
  guint *used = &ordinary->used[node->parts.direction == TS_DIRECTION_BACKWARD];
  const Node *outer;
  guint32 forward, parent;

  if (*used >= ordinary->forwards->len)
    return TS_NO_CALL;
  forward = g_array_index (ordinary->forwards, guint32, (*used)++);
  outer = get_node (self, get_node (self, forward)->parent);
  parent = find_twin (self, outer, TS_DIRECTION_BACKWARD);
  return parent == TS_NO_CALL || is_above (self, call, parent) ? TS_NO_CALL : parent;
}

static void
move_recomputed (TsStructureBuilder *self)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) table = NULL;
  guint kept = 0;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      if (is_recomputed (self, get_node (self, call)))
        g_array_append_val (candidates, call);
    }
  table = find_ordinary (self, candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      guint32 call = g_array_index (candidates, guint32, i);
      guint32 parent = find_new_parent (self, table, call);
      if (parent == TS_NO_CALL)
        continue;
      get_node (self, call)->parent = parent;
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

/* ---- Collections and gradients ---- */

static void
add_collection (TsStructureBuilder *self, GArray *run, guint *n, GArray *order)
{
  if (run->len > 1)
    {
      g_autofree char *name = g_strdup_printf (COLLECTION ".%u", (*n)++);
      TsCallName parts = { TS_CALL_COLLECTION, TS_DIRECTION_NONE, -1, strlen (name), FALSE };
      guint32 collection = make_node (self, name, parts);
      get_node (self, collection)->parent = ROOT;
      get_node (self, collection)->micro_step
          = get_node (self, g_array_index (run, guint32, 0))->micro_step;
      g_array_append_val (order, collection);
      for (guint i = 0; i < run->len; i++)
        get_node (self, g_array_index (run, guint32, i))->parent = collection;
    }
  g_array_append_vals (order, run->data, run->len);
  g_array_set_size (run, 0);
}

/* Two or more API calls in a row at the root become one node. */
static void
collect_apis (TsStructureBuilder *self)
{
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), self->order->len);
  g_autoptr (GArray) run = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      const Node *node = get_node (self, call);
      if (node->parent == ROOT && node->parts.kind == TS_CALL_API)
        {
          g_array_append_val (run, call);
          continue;
        }
      if (node->parent == ROOT)
        add_collection (self, run, &n, order);
      g_array_append_val (order, call);
    }
  add_collection (self, run, &n, order);
  g_array_unref (self->order);
  self->order = order;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return *(const gint32 *) a - *(const gint32 *) b;
}

/* The numbers of the backwards of every module that has gradients, ascending. */
static GHashTable *
find_backwards (const TsStructureBuilder *self, const GArray *gradients)
{
  GHashTable *table
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  GHashTableIter iter;
  gpointer numbers;

  for (guint i = 0; i < gradients->len; i++)
    {
      const char *name = g_array_index (gradients, const char *, i);
      TsCallName parts = ts_call_name_parse (name);
      g_hash_table_replace (table, g_strndup (name, parts.base),
                            g_array_new (FALSE, FALSE, sizeof (gint32)));
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const Node *node = get_node (self, i);
      if (node->parts.direction == TS_DIRECTION_BACKWARD && node->parts.number_last)
        {
          g_autofree char *base = dup_base (node);
          GArray *found = g_hash_table_lookup (table, base);
          if (found != NULL)
            g_array_append_val (found, node->parts.number);
        }
    }
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &numbers))
    g_array_sort (numbers, compare_numbers);
  return table;
}

/* The number of the backward that a gradient belongs to; -1: none. msProbe takes the last one. */
static gint32
choose_backward (const TsStructureBuilder *self, const GArray *numbers, gint32 number)
{
  gint32 last = numbers->len > 0 ? g_array_index (numbers, gint32, numbers->len - 1) : 0;

  if (self->compat || number < 0)
    return last;
  /* With gaps, forwards were recomputed and number the backwards: k-th to k-th. */
  if (numbers->len > 0 && (guint) last >= numbers->len)
    return (guint) number < numbers->len ? g_array_index (numbers, gint32, number) : -1;
  return number;
}

static void
add_gradient (TsStructureBuilder *self, const char *name, GHashTable *backwards)
{
  TsCallName parts = ts_call_name_parse (name);
  g_autofree char *base = g_strndup (name, parts.base);
  gint32 number = choose_backward (self, g_hash_table_lookup (backwards, base), parts.number);
  g_autofree char *backward = g_strdup_printf ("%s.backward.%d", base, number);
  guint32 parent = look_up (self->node_of, backward);

  if (parent != TS_NO_CALL)
    append_child (self, make_node (self, name, parts), parent);
  else if (!self->compat)
    append_child (self, make_node (self, name, parts), ROOT);
}

static void
add_gradients (TsStructureBuilder *self)
{
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (const char *));
  g_autoptr (GHashTable) backwards = NULL;

  for (guint d = 0; d < self->data->len; d++)
    {
      const char *name = g_array_index (self->data, Data, d).name;
      if (ts_call_name_parse (name).direction == TS_DIRECTION_GRADIENT
          && look_up (self->node_of, name) == TS_NO_CALL && look_up (self->data_of, name) == d)
        g_array_append_val (gradients, name);
    }
  backwards = find_backwards (self, gradients);
  for (guint i = 0; i < gradients->len; i++)
    add_gradient (self, g_array_index (gradients, const char *, i), backwards);
}

/* ---- Cycles ---- */

/* Calls that are each other's parents hang on no root: one of each cycle is put there. */
static void
break_cycles (TsStructureBuilder *self)
{
  g_autofree guint32 *walk = g_new0 (guint32, self->nodes->len); /* in which walk it was seen */

  walk[ROOT] = 1;
  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      guint32 n = i;
      while (walk[n] == 0)
        {
          walk[n] = i + 1;
          n = get_node (self, n)->parent;
        }
      if (walk[n] != i + 1 || n == ROOT)
        continue;
      get_node (self, n)->parent = ROOT;
      ts_structure_builder_note (
          self, g_strdup_printf (_ ("“%s” is inside itself by construct.json; it is shown at the "
                                    "root."),
                                 get_node (self, n)->name));
    }
}

/* ---- Micro-steps ---- */

/* Of the root's children, as msProbe numbers them: a new one begins with a forward module behind
 * any other module. */
static gint32
count_compat (TsStructure *tree)
{
  gboolean behind = FALSE;
  gint32 step = 0;

  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    {
      TsCall *call = &tree->calls[i];
      gboolean forward = call->direction == TS_DIRECTION_FORWARD;
      if (call->kind == TS_CALL_MODULE && forward && behind)
        {
          step++;
          behind = FALSE;
        }
      else if (call->kind == TS_CALL_MODULE && !forward)
        behind = TRUE;
      call->micro_step = step;
    }
  return step + 1;
}

/* The number of the last root module before each child of the root (rules S2 and S3). */
static gint32
count_by_roots (TsStructure *tree)
{
  gint32 step = 0, last = 0;

  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    {
      TsCall *call = &tree->calls[i];
      gboolean numbered = call->kind == TS_CALL_MODULE && call->number >= 0;
      call->micro_step = numbered ? call->number : step;
      if (numbered && call->direction == TS_DIRECTION_FORWARD)
        step = call->number;
      last = MAX (last, call->micro_step);
    }
  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    if (g_str_has_prefix (tree->calls[i].name, "optimizer"))
      tree->calls[i].micro_step = last;
  return last + 1;
}

static void
inherit_micro_steps (TsStructure *tree)
{
  for (guint32 i = 1; i < tree->n_calls; i++)
    {
      TsCall *call = &tree->calls[i];
      if (call->parent != ROOT)
        call->micro_step = tree->calls[call->parent].micro_step;
    }
}

/* A backward API call outside of every module belongs to its forward's micro-step. */
static void
follow_forwards (TsStructure *tree)
{
  g_autoptr (GHashTable) forwards = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 1; i < tree->n_calls; i++)
    if (tree->calls[i].kind == TS_CALL_API && tree->calls[i].direction == TS_DIRECTION_FORWARD)
      set_index (forwards, tree->calls[i].name, i);
  for (guint32 i = 1; i < tree->n_calls; i++)
    {
      TsCall *call = &tree->calls[i];
      const TsCall *parent = &tree->calls[call->parent];
      if (call->kind == TS_CALL_API && call->direction == TS_DIRECTION_BACKWARD
          && (call->parent == ROOT || parent->kind == TS_CALL_COLLECTION))
        {
          TsCallName parts = ts_call_name_parse (call->name);
          g_autofree char *name
              = ts_call_name_with (call->name, &parts, TS_DIRECTION_FORWARD, parts.number);
          guint32 forward = look_up (forwards, name);
          if (forward != TS_NO_CALL)
            call->micro_step = tree->calls[forward].micro_step;
        }
    }
}

static void
set_micro_steps (TsStructureBuilder *self, TsStructure *tree)
{
  tree->micro_steps = self->micro_steps;
  if (self->has_micro_steps)
    {
      for (guint32 i = 1; i < tree->n_calls && !self->compat; i++)
        if (tree->calls[i].micro_step < 0)
          tree->calls[i].micro_step = MAX (tree->calls[tree->calls[i].parent].micro_step, 0);
      return;
    }
  tree->micro_steps = self->compat ? count_compat (tree) : count_by_roots (tree);
  inherit_micro_steps (tree);
  if (!self->compat)
    follow_forwards (tree);
}

/* ---- Stacks ---- */

static gint32
get_stack (const TsStructureBuilder *self, const char *name)
{
  guint32 stack = look_up (self->stack_of, name);

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
      Node *node = get_node (self, i);
      g_autofree char *forward = NULL;
      guint32 twin;
      node->stack = get_stack (self, node->name);
      if (node->parts.direction != TS_DIRECTION_BACKWARD || node->stack >= 0)
        continue;
      forward = ts_call_name_with (node->name, &node->parts, TS_DIRECTION_FORWARD,
                                   node->parts.number_last ? 0 : node->parts.number);
      twin = look_up (self->node_of, forward);
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
    (*first)[get_node (self, g_array_index (self->order, guint32, i))->parent + 1]++;
  for (guint32 i = 0; i < n; i++)
    (*first)[i + 1] += (*first)[i];
  memcpy (next, *first, (n + 1) * sizeof (guint32));
  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      (*list)[next[get_node (self, call)->parent]++] = call;
    }
}

static void
emit_call (const TsStructureBuilder *self, TsStructure *tree, guint32 node_index, guint32 parent)
{
  const Node *node = get_node (self, node_index);
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
      g_ptr_array_add (tree->unreachable, (gpointer) get_node (self, i)->name);
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

  make_node (self, ROOT_NAME, root);
  add_keys (self);
  if (!self->compat)
    add_unlisted (self);
  move_recomputed (self);
  collect_apis (self);
  add_gradients (self);
  if (!self->compat)
    break_cycles (self);
  set_stacks (self);
  tree = take_tree (self);
  set_micro_steps (self, tree);
  for (guint32 i = 0; i < tree->n_calls; i++)
    tree->calls[i].overflow = (guint8) ts_overflow_find (tree, i, NULL, NULL);
  return tree;
}
