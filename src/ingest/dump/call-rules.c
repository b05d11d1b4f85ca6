/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/call-key.h"
#include "ingest/dump/call-table-private.h"
#include "ingest/text/string-append.h"

#include <string.h>

/* Micro-steps by rules.md. Every call leads to one that decides: a backward call to its forward
 * call, any other to its parent. Where that ends is the root module's call, whose number is the
 * micro-step (S2), or a call outside any module, which belongs to what goes on around it (S3). */

enum
{
  NOT_YET = -1,
  LAST_ONE = -2, /* the step's last micro-step, whichever that will be */
};

typedef struct
{
  gint32 base;   /* name without direction and number */
  gint32 number; /* of the call */
  gint32 next;   /* the call that decides; itself: this one does */
  gint32 twin;   /* backward: the forward call, or -1 */
  gint32 micro_step;
  guint8 direction;
  guint8 is_module;
  guint8 is_recompute; /* by the stacks */
  guint8 is_detached;  /* recomputed without a parent: no root */
} Call;

typedef struct
{
  TsCallTable *table;
  const TsConstruct *construct;
  TsNameTable *bases;
  gint32 optimizer;  /* the base of that name, or TS_NAME_NONE */
  Call *calls;       /* one per node */
  GArray *detached;  /* gint32: detached calls, in file order */
  GArray *originals; /* TsCallSlot: calls that detached ones may repeat, by base, then file order */
  GArray *n_turns;   /* guint: per base, how many detached calls had their turn */

  /* What has been passed in file order. */
  gint32 last_root, last_backward; /* micro-steps, or -1 */
  gboolean backward_since_root;
} Rules;

/* The forward call of the backward call name, which becomes its name. */
static gint32
find_twin (const TsNameTable *names, GString *name, gsize base_length)
{
  gssize at = g_strrstr (name->str + base_length, ".backward") - name->str;

  g_string_erase (name, at, strlen (".backward"));
  g_string_insert (name, at, ".forward");
  return ts_name_table_find (names, name->str, name->len);
}

/* Whether base, the name of a module's call, is Module.<i>.<Class>. */
static gboolean
is_child_of_sequence (const char *base, gsize length)
{
  const char *first = memchr (base, '.', length), *end = base + length, *dot;
  gint32 ignored;

  if (first == NULL)
    return FALSE;
  first++;
  dot = memchr (first, '.', (gsize) (end - first));
  return dot != NULL && ts_parse_digits (first, (gsize) (dot - first), &ignored)
         && ts_call_model_index (base, length) < 0;
}

static void
read_names (Rules *self, const TsNameTable *recomputed)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < self->construct->nodes->len; i++)
    {
      Call *call = &self->calls[i];
      TsCallKey key;

      ts_name_table_get (self->construct->names, (gint32) i, name);
      key = ts_call_key_parse (name->str, name->len);
      call->base = ts_name_table_add (self->bases, name->str, key.base_length);
      call->number = key.number;
      call->direction = (guint8) key.direction;
      call->is_module = ts_call_is_module (name->str, name->len);
      call->micro_step = NOT_YET;
      call->twin = TS_NAME_NONE;
      call->is_recompute = recomputed != NULL && key.direction == TS_CALL_FORWARD
                           && ts_name_table_find (recomputed, name->str, name->len) != TS_NAME_NONE;
      if (call->is_module && is_child_of_sequence (name->str, key.base_length))
        self->table->is_sequence = TRUE;
      if (key.direction == TS_CALL_BACKWARD)
        call->twin = find_twin (self->construct->names, name, key.base_length);
    }
}

/* The call that decides about node i. */
static gint32
next_of (const Rules *self, gint32 i)
{
  const TsConstructNode *node = ts_construct_node (self->construct, i);

  if (self->calls[i].twin != TS_NAME_NONE)
    return self->calls[i].twin;
  return node->kind == TS_PARENT_CALL ? node->parent : i;
}

/* Lets every call know the end of its chain. Chains that run in a circle are cut. */
static void
find_ends (Rules *self)
{
  guint n = self->construct->nodes->len;
  g_autofree guint32 *visited_by = g_new0 (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    self->calls[i].next = NOT_YET;
  for (guint start = 0; start < n; start++)
    {
      gint32 i = (gint32) start, end;

      while (self->calls[i].next == NOT_YET && visited_by[i] != start + 1)
        {
          visited_by[i] = start + 1;
          if (next_of (self, i) == i)
            {
              self->calls[i].next = i;
              self->table->n_circles
                  += ts_construct_node (self->construct, i)->kind == TS_PARENT_CALL;
            }
          else
            i = next_of (self, i);
        }
      end = self->calls[i].next;
      if (end == NOT_YET)
        {
          self->table->n_circles++;
          end = self->calls[i].next = i;
        }
      for (i = (gint32) start; self->calls[i].next == NOT_YET; i = next_of (self, i))
        self->calls[i].next = end;
    }
}

/* D8. Without stacks: a parentless forward call of a module that has parents in its other calls,
 * and comes when the backward pass has begun, was recomputed. */
static void
find_detached (Rules *self)
{
  const GArray *order = self->construct->order;
  guint n_bases = ts_name_table_get_size (self->bases);
  g_autofree guint8 *has_parent = g_new0 (guint8, MAX (n_bases, 1));
  gboolean backward_seen = FALSE;

  for (guint k = 0; k < order->len; k++)
    {
      gint32 i = g_array_index (order, gint32, k);
      Call *call = &self->calls[i];
      TsParentKind kind = ts_construct_node (self->construct, i)->kind;

      if (call->direction == TS_CALL_BACKWARD)
        backward_seen = TRUE;
      if (call->direction != TS_CALL_FORWARD)
        continue;
      if (kind == TS_PARENT_CALL)
        has_parent[call->base] = TRUE;
      else if (kind == TS_PARENT_NULL)
        call->is_detached
            = call->is_recompute || (call->is_module && backward_seen && has_parent[call->base]);
      if (call->is_detached)
        g_array_append_val (self->detached, i);
    }
}

static void
collect_originals (Rules *self)
{
  for (guint k = 0; k < self->construct->order->len && self->detached->len > 0; k++)
    {
      gint32 i = g_array_index (self->construct->order, gint32, k);
      TsCallSlot slot = { 0, self->calls[i].base, (gint32) k, i };

      if (self->calls[i].direction == TS_CALL_FORWARD && !self->calls[i].is_detached
          && !self->calls[i].is_recompute)
        g_array_append_val (self->originals, slot);
    }
  _ts_call_slots_sort (self->originals);
}

/* A root's micro-step: its number, not counting the calls that were recomputations. */
static gint32
root_number (const Rules *self, const Call *root)
{
  gint32 number = root->number;

  for (guint k = 0; k < self->detached->len; k++)
    {
      const Call *call = &self->calls[g_array_index (self->detached, gint32, k)];

      if (call->base == root->base && call->number < root->number)
        number--;
    }
  return CLAMP (number, 0, TS_MAX_MICRO_STEPS - 1);
}

/* The first of originals with base, or where it would be. */
static guint
find_originals (const Rules *self, gint32 base)
{
  guint low = 0, high = self->originals->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->originals, TsCallSlot, middle).base < base)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The original call that a recomputation repeats, by counting both; NULL when there is none. */
static const Call *
repeated_call (Rules *self, const Call *repetition)
{
  guint *turns, original;
  const TsCallSlot *slot;

  if (self->n_turns->len <= (guint) repetition->base)
    g_array_set_size (self->n_turns, (guint) repetition->base + 1);
  turns = &g_array_index (self->n_turns, guint, repetition->base);
  original = find_originals (self, repetition->base) + (*turns)++;
  if (original >= self->originals->len)
    return NULL;
  slot = &g_array_index (self->originals, TsCallSlot, original);
  return slot->base == repetition->base ? &self->calls[slot->node] : NULL;
}

/* D8. The micro-step of a recomputation without a parent; around: that of the backward calls before
 * it. A module that has nothing above it may begin the backward pass of the next micro-step. */
static gint32
decide_detached (Rules *self, const Call *call, gint32 around)
{
  const Call *original = repeated_call (self, call);
  gint32 repeated = original != NULL ? self->calls[original->next].micro_step : NOT_YET;

  if (repeated < 0)
    return around;
  if (!self->backward_since_root)
    return repeated;
  return &self->calls[original->next] == original ? MAX (repeated, around) : around;
}

/* The micro-step of a call that decides for itself, given what came before it. */
static gint32
decide (Rules *self, gint32 i)
{
  const Call *call = &self->calls[i];
  gint32 around = self->last_backward >= 0 ? self->last_backward : MAX (self->last_root, 0);

  if (ts_construct_node (self->construct, i)->kind == TS_PARENT_NUMBER)
    return MAX (ts_construct_node (self->construct, i)->parent, 0);
  if (call->base == self->optimizer)
    return LAST_ONE;
  if (call->is_detached)
    return decide_detached (self, call, around);
  if (call->is_module
      && (call->direction == TS_CALL_FORWARD || call->direction == TS_CALL_BACKWARD))
    return root_number (self, call);
  return call->direction == TS_CALL_BACKWARD ? around : MAX (self->last_root, 0);
}

static void
pass (Rules *self, gint32 i)
{
  const Call *call = &self->calls[i];
  Call *end = &self->calls[call->next];

  if (end->micro_step == NOT_YET)
    {
      end->micro_step = decide (self, call->next);
      /* A parent that has no entry of its own begins where its first child does. */
      if (ts_construct_node (self->construct, call->next)->kind == TS_PARENT_UNLISTED
          && end->is_module && end->direction == TS_CALL_FORWARD)
        self->last_root = end->micro_step;
    }
  if (call->direction == TS_CALL_BACKWARD && end->micro_step >= 0)
    {
      self->last_backward = end->micro_step;
      self->backward_since_root = TRUE;
    }
  if (call->next == i && call->is_module && call->direction == TS_CALL_FORWARD
      && !call->is_detached)
    {
      self->last_root = end->micro_step;
      self->backward_since_root = FALSE;
    }
}

static void
find_micro_steps (Rules *self)
{
  const GArray *order = self->construct->order;
  gint32 last = 0;

  self->last_root = self->last_backward = NOT_YET;
  find_ends (self);
  find_detached (self);
  collect_originals (self);
  for (guint k = 0; k < order->len; k++)
    pass (self, g_array_index (order, gint32, k));
  for (guint k = 0; k < order->len; k++)
    last = MAX (last, self->calls[self->calls[g_array_index (order, gint32, k)].next].micro_step);
  for (guint i = 0; i < self->construct->nodes->len; i++)
    {
      gint32 micro_step = self->calls[self->calls[i].next].micro_step;
      self->table->calls[i].micro_step = micro_step == LAST_ONE ? last : MAX (micro_step, 0);
    }
}

/* S1. What was written before Megatron's first count belongs to its first micro-step. */
static void
take_megatron_numbers (Rules *self)
{
  for (guint i = 0; i < self->construct->nodes->len; i++)
    self->table->calls[i].micro_step
        = MAX (ts_construct_node (self->construct, (gint32) i)->micro_step, 0);
}

static gboolean
has_megatron_numbers (const TsConstruct *construct)
{
  for (guint i = 0; i < construct->nodes->len; i++)
    if (ts_construct_node (construct, (gint32) i)->micro_step >= 0)
      return TRUE;
  return FALSE;
}

/* The twin of a backward call, if both are in the same micro-step. */
static gint32
twin_beside (const Rules *self, gint32 i)
{
  gint32 twin = self->calls[i].twin;

  if (twin == TS_NAME_NONE || ts_construct_node (self->construct, twin)->kind == TS_PARENT_UNLISTED
      || self->table->calls[twin].micro_step != self->table->calls[i].micro_step)
    return TS_NAME_NONE;
  return twin;
}

/* The calls of a file, those of one base after those of another, each in file order. */
typedef struct
{
  gint32 *nodes;
  guint *starts; /* of each base in nodes, and the end of the last */
  guint n_bases;
} Groups;

static void
groups_init (Groups *self, const Rules *rules)
{
  const GArray *order = rules->construct->order;
  guint *ends;

  self->n_bases = ts_name_table_get_size (rules->bases);
  self->nodes = g_new (gint32, MAX (order->len, 1));
  self->starts = g_new0 (guint, self->n_bases + 2);
  ends = self->starts + 1; /* each moves on to the next one's start while its group is filled */
  for (guint k = 0; k < order->len; k++)
    ends[rules->calls[g_array_index (order, gint32, k)].base + 1]++;
  for (guint base = 1; base <= self->n_bases; base++)
    ends[base] += ends[base - 1];
  for (guint k = 0; k < order->len; k++)
    {
      gint32 i = g_array_index (order, gint32, k);
      self->nodes[ends[rules->calls[i].base]++] = i;
    }
}

static void
groups_clear (Groups *self)
{
  g_free (self->nodes);
  g_free (self->starts);
}

typedef gboolean (*SlotFunc) (Rules *self, gint32 i, TsCallSlot *slot);
typedef void (*NumberFunc) (TsCall *calls, const TsCallSlot *slot, gboolean first);

/* Sorts those calls of each base that are wanted by micro-step and number, and numbers them. */
static void
number_groups (Rules *self, const Groups *groups, SlotFunc wants, NumberFunc number)
{
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (TsCallSlot));

  for (guint base = 0; base < groups->n_bases; base++)
    {
      g_array_set_size (slots, 0);
      for (guint k = groups->starts[base]; k < groups->starts[base + 1]; k++)
        {
          gint32 i = groups->nodes[k];
          TsCallSlot slot
              = { self->table->calls[i].micro_step, (gint32) base, self->calls[i].number, i };

          if (wants (self, i, &slot))
            g_array_append_val (slots, slot);
        }
      _ts_call_slots_sort (slots);
      for (guint k = 0; k < slots->len; k++)
        {
          const TsCallSlot *slot = &g_array_index (slots, TsCallSlot, k);

          number (self->table->calls, slot, k == 0 || !_ts_call_slots_together (slot - 1, slot));
        }
    }
}

/* Recomputations are numbered by themselves, since they repeat calls that have a number already;
 * everything else together, backward calls only when their forward call is missing. */
static gboolean
is_numbered_as (const Rules *self, gint32 i, gboolean recomputed)
{
  const Call *call = &self->calls[i];

  /* Gradients are numbered by their accumulation (D7); where they are listed at all, they must not
   * push calls of the same module along. */
  return call->is_recompute == recomputed && twin_beside (self, i) == TS_NAME_NONE
         && call->direction != TS_CALL_PARAMETERS_GRAD;
}

static gboolean
wants_original (Rules *self, gint32 i, TsCallSlot *slot)
{
  return is_numbered_as (self, i, FALSE);
}

static gboolean
wants_recomputed (Rules *self, gint32 i, TsCallSlot *slot)
{
  return is_numbered_as (self, i, TRUE);
}

static void
number_call (TsCall *calls, const TsCallSlot *slot, gboolean first)
{
  calls[slot->node].index
      = first ? 0 : calls[slot[-1].node].index + (slot->number != slot[-1].number);
}

static gboolean
wants_backward (Rules *self, gint32 i, TsCallSlot *slot)
{
  slot->number = self->table->calls[i].index;
  return self->calls[i].direction == TS_CALL_BACKWARD;
}

/* Two backward calls that took their indices from an original call and from its recomputation would
 * hide one another: the later ones move up. */
static void
part_from_previous (TsCall *calls, const TsCallSlot *slot, gboolean first)
{
  if (!first)
    calls[slot->node].index = MAX (slot->number, calls[slot[-1].node].index + 1);
}

/* D7 */
static void
renumber (Rules *self)
{
  gboolean any_recompute = FALSE;
  Groups groups;

  groups_init (&groups, self);
  number_groups (self, &groups, wants_original, number_call);
  number_groups (self, &groups, wants_recomputed, number_call);
  for (guint k = 0; k < self->construct->order->len; k++)
    {
      gint32 i = g_array_index (self->construct->order, gint32, k);
      gint32 twin = twin_beside (self, i);

      any_recompute |= self->calls[i].is_recompute;
      if (twin != TS_NAME_NONE)
        self->table->calls[i].index = self->table->calls[twin].index;
    }
  if (any_recompute)
    number_groups (self, &groups, wants_backward, part_from_previous);
  groups_clear (&groups);
}

TsCallTable *
ts_call_table_new (TsConstruct *construct, const TsNameTable *recomputed)
{
  Rules self = { .construct = construct };

  self.table = _ts_call_table_alloc (construct);
  self.bases = ts_name_table_new ();
  self.calls = g_new0 (Call, MAX (construct->nodes->len, 1));
  self.detached = g_array_new (FALSE, FALSE, sizeof (gint32));
  self.originals = g_array_new (FALSE, FALSE, sizeof (TsCallSlot));
  self.n_turns = g_array_new (FALSE, TRUE, sizeof (guint));
  read_names (&self, recomputed);
  self.optimizer = ts_name_table_find (self.bases, "optimizer", strlen ("optimizer"));
  if (has_megatron_numbers (construct))
    take_megatron_numbers (&self);
  else
    find_micro_steps (&self);
  renumber (&self);
  _ts_call_table_count (self.table);
  ts_name_table_free (self.bases);
  g_array_unref (self.detached);
  g_array_unref (self.originals);
  g_array_unref (self.n_turns);
  g_free (self.calls);
  return self.table;
}
