/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/network-order.h"

#include <string.h>

/* Beyond these, new calls go where their neighbours alone put them: comparing names would take
 * longer than reading the files. */
#define MAX_GAP         32768
#define MAX_COMPARISONS (G_GUINT64_CONSTANT (64) << 20)

/* A target, by id; node 0 is both ends of the list. */
typedef struct
{
  guint64 label; /* ascends along the list; 0: not in it yet */
  guint32 next, prev;
  guint32 call; /* the id of a target of the same call << 2 | slot; 0: never seen */
} Node;

typedef struct
{
  guint32 id;
  guint32 slot;
} Slot;

/* New calls of a file, one after the other, that wait for the next known one. */
typedef struct
{
  GArray *slots;  /* Slot */
  GArray *starts; /* guint: where each call begins in slots */
  gboolean backward;
} Run;

/* Where a run goes: between two calls of the list, 0 for an end of it. */
typedef struct
{
  guint32 after, before;
  gboolean reverse;
} Gap;

struct _TsNetworkOrder
{
  TsNetworkNameFunc get_name;
  gpointer data;
  Node *nodes;
  guint n_nodes, n_allocated;

  GArray *call;     /* Slot: the current call */
  TsNetworkRow row; /* the last one of it */
  guint32 anchor;   /* a target of the last known call of the file, 0: none yet */
  gboolean anchor_backward;
  Run run;
  guint64 n_comparisons;
};

TsNetworkOrder *
ts_network_order_new (TsNetworkNameFunc get_name, gpointer data)
{
  TsNetworkOrder *self = g_new0 (TsNetworkOrder, 1);

  self->get_name = get_name;
  self->data = data;
  self->n_allocated = 64;
  self->nodes = g_new0 (Node, self->n_allocated);
  self->n_nodes = 1;
  self->call = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->run.slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->run.starts = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ts_network_order_free (TsNetworkOrder *self)
{
  if (self == NULL)
    return;
  g_free (self->nodes);
  g_array_unref (self->call);
  g_array_unref (self->run.slots);
  g_array_unref (self->run.starts);
  g_free (self);
}

/* ---- the list ---- */

static void
make_nodes (TsNetworkOrder *self, guint32 id)
{
  if (id < self->n_nodes)
    return;
  if (id >= self->n_allocated)
    {
      guint n = MAX (id + 1, self->n_allocated + self->n_allocated / 2);
      self->nodes = g_renew (Node, self->nodes, n);
      self->n_allocated = n;
    }
  memset (self->nodes + self->n_nodes, 0, sizeof (Node) * (id + 1 - self->n_nodes));
  self->n_nodes = id + 1;
}

static void
label_all (TsNetworkOrder *self)
{
  guint64 distance = G_MAXUINT64 / (self->n_nodes + 1);
  guint64 label = 0;

  for (guint32 id = self->nodes[0].next; id != 0; id = self->nodes[id].next)
    self->nodes[id].label = label += distance;
}

static void
insert_after (TsNetworkOrder *self, guint32 id, guint32 at)
{
  Node *node = &self->nodes[id];
  guint64 low = self->nodes[at].label;
  guint64 high;

  node->prev = at;
  node->next = self->nodes[at].next;
  self->nodes[node->next].prev = id;
  self->nodes[at].next = id;
  high = node->next == 0 ? G_MAXUINT64 : self->nodes[node->next].label;
  node->label = low + MIN ((high - low) / 2, G_GUINT64_CONSTANT (1) << 32);
  if (high - low < 2)
    label_all (self);
}

static gboolean
is_same_call (const TsNetworkOrder *self, guint32 a, guint32 b)
{
  return a != 0 && b != 0 && self->nodes[a].call >> 2 == self->nodes[b].call >> 2;
}

static guint32
first_of_call (const TsNetworkOrder *self, guint32 id)
{
  while (is_same_call (self, self->nodes[id].prev, id))
    id = self->nodes[id].prev;
  return id;
}

static guint32
last_of_call (const TsNetworkOrder *self, guint32 id)
{
  while (is_same_call (self, self->nodes[id].next, id))
    id = self->nodes[id].next;
  return id;
}

/* ---- names ---- */

typedef struct
{
  char *text;
  gint64 micro_step;
} Name;

static void
name_clear (gpointer data)
{
  g_free (((Name *) data)->text);
}

static Name
name_of (TsNetworkOrder *self, guint32 id)
{
  Name name = { NULL, 0 };

  name.text = self->get_name (id, &name.micro_step, self->data);
  return name;
}

static int
compare_digits (const char *a, const char *b)
{
  gsize n, m;

  a += strspn (a, "0");
  b += strspn (b, "0");
  n = strspn (a, "0123456789");
  m = strspn (b, "0123456789");
  return n != m ? (n > m) - (n < m) : strncmp (a, b, n);
}

/* Names that first differ in a number are in its order; of other names nothing is known: 0. */
static int
compare_names (const Name *a, const Name *b)
{
  gsize i = 0;

  if (a->text == NULL || b->text == NULL)
    return 0;
  while (a->text[i] != '\0' && a->text[i] == b->text[i])
    i++;
  if (a->text[i] == '\0' && b->text[i] == '\0')
    return (a->micro_step > b->micro_step) - (a->micro_step < b->micro_step);
  while (i > 0 && g_ascii_isdigit (a->text[i - 1]))
    i--;
  if (!g_ascii_isdigit (a->text[i]) || !g_ascii_isdigit (b->text[i]))
    return 0;
  return compare_digits (a->text + i, b->text + i);
}

/* ---- new slots of a known call ---- */

/* Puts id behind at, or further on in the same call: slots are in their order, and of the same kind
 * in that of their numbers. Returns id. */
static guint32
insert_slot (TsNetworkOrder *self, const Slot *slot, guint32 at, guint32 call)
{
  Name name = name_of (self, slot->id);
  guint32 next;

  for (; is_same_call (self, next = self->nodes[at].next, call); at = next)
    {
      guint32 kind = self->nodes[next].call & 3;
      Name other = { NULL, 0 };
      gboolean is_before = kind < slot->slot;

      if (kind == slot->slot)
        {
          other = name_of (self, next);
          is_before = compare_names (&name, &other) > 0;
          name_clear (&other);
        }
      if (!is_before)
        break;
    }
  name_clear (&name);
  self->nodes[slot->id].call = (self->nodes[call].call & ~3u) | slot->slot;
  insert_after (self, slot->id, at);
  return slot->id;
}

static void
add_slots (TsNetworkOrder *self, guint32 known)
{
  guint32 at = self->nodes[first_of_call (self, known)].prev;

  for (guint i = 0; i < self->call->len; i++)
    {
      const Slot *slot = &g_array_index (self->call, Slot, i);
      if (self->nodes[slot->id].label == 0)
        at = insert_slot (self, slot, at, known);
      else if (is_same_call (self, slot->id, known))
        at = slot->id;
    }
}

/* ---- new calls ---- */

static Gap
find_gap (const TsNetworkOrder *self, guint32 next)
{
  gboolean backward = self->run.backward;
  /* Where a file turns round, only what is ahead tells. */
  gboolean turned = self->anchor != 0 && self->anchor_backward != backward;
  guint32 anchor = turned && next != 0 ? 0 : self->anchor;
  gboolean both = anchor != 0 && next != 0 && !is_same_call (self, anchor, next);
  gboolean ascends = both && self->nodes[anchor].label < self->nodes[next].label;

  if (both && ascends != backward)
    return backward ? (Gap){ next, anchor, TRUE } : (Gap){ anchor, next, FALSE };
  if (anchor != 0)
    return backward != turned ? (Gap){ 0, anchor, backward } : (Gap){ anchor, 0, backward };
  if (next != 0)
    return backward ? (Gap){ next, 0, TRUE } : (Gap){ 0, next, FALSE };
  return (Gap){ 0, 0, backward };
}

/* Of one neighbour the run keeps near it, else it stays in front of what comes next. */
static gboolean
is_early (const Gap *gap)
{
  return gap->after != 0 && gap->before == 0;
}

/* Which call of the run comes i-th in the list. */
static guint
get_run_call (const TsNetworkOrder *self, const Gap *gap, guint i)
{
  return gap->reverse ? self->run.starts->len - 1 - i : i;
}

static const Slot *
get_run_slots (const TsNetworkOrder *self, guint call, guint *n)
{
  guint start = g_array_index (self->run.starts, guint, call);
  guint end = call + 1 < self->run.starts->len ? g_array_index (self->run.starts, guint, call + 1)
                                               : self->run.slots->len;

  *n = end - start;
  return &g_array_index (self->run.slots, Slot, start);
}

/* The first targets of the calls in the gap. NULL when there are too many to look at. */
static GArray *
list_gap (TsNetworkOrder *self, const Gap *gap)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 end = gap->before == 0 ? 0 : first_of_call (self, gap->before);
  guint32 id = gap->after == 0 ? 0 : last_of_call (self, gap->after);

  for (id = self->nodes[id].next; id != end; id = self->nodes[last_of_call (self, id)].next)
    {
      if (calls->len == MAX_GAP)
        return NULL;
      g_array_append_val (calls, id);
    }
  if ((guint64) calls->len * self->run.starts->len > MAX_COMPARISONS - self->n_comparisons)
    return NULL;
  self->n_comparisons += (guint64) calls->len * self->run.starts->len;
  return g_steal_pointer (&calls);
}

static GArray *
list_names (TsNetworkOrder *self, const GArray *calls)
{
  GArray *names = g_array_sized_new (FALSE, FALSE, sizeof (Name), calls->len);

  g_array_set_clear_func (names, name_clear);
  for (guint i = 0; i < calls->len; i++)
    {
      Name name = name_of (self, g_array_index (calls, guint32, i));
      g_array_append_val (names, name);
    }
  return names;
}

static Name
get_run_name (TsNetworkOrder *self, const Gap *gap, guint i)
{
  guint n_slots;

  return name_of (self, get_run_slots (self, get_run_call (self, gap, i), &n_slots)[0].id);
}

/* Of each call of the run, in the list's order, before which of the gap it goes, their number for
 * the end: as late as possible, but before what has a greater number, and before the next of the
 * run. */
static void
match_late (TsNetworkOrder *self, const Gap *gap, const GArray *names, guint *places)
{
  guint limit = names->len;

  for (guint i = self->run.starts->len; i > 0; i--)
    {
      Name name = get_run_name (self, gap, i - 1);
      guint place = 0;

      while (place < limit && compare_names (&name, &g_array_index (names, Name, place)) >= 0)
        place++;
      places[i - 1] = limit = place;
      name_clear (&name);
    }
}

/* The same as early as possible, but behind what has a smaller number. */
static void
match_early (TsNetworkOrder *self, const Gap *gap, const GArray *names, guint *places)
{
  guint limit = 0;

  for (guint i = 0; i < self->run.starts->len; i++)
    {
      Name name = get_run_name (self, gap, i);
      guint place = names->len;

      while (place > limit && compare_names (&name, &g_array_index (names, Name, place - 1)) <= 0)
        place--;
      places[i] = limit = place;
      name_clear (&name);
    }
}

static guint32
insert_run_call (TsNetworkOrder *self, guint call, guint32 at)
{
  guint n;
  const Slot *slots = get_run_slots (self, call, &n);

  for (guint i = 0; i < n; i++)
    {
      insert_after (self, slots[i].id, at);
      at = slots[i].id;
    }
  return at;
}

static void
place_run (TsNetworkOrder *self, const Gap *gap)
{
  guint32 end = gap->before == 0 ? 0 : first_of_call (self, gap->before);
  guint32 at = is_early (gap) ? last_of_call (self, gap->after) : self->nodes[end].prev;
  g_autoptr (GArray) calls = list_gap (self, gap);
  g_autoptr (GArray) names = calls != NULL && calls->len > 0 ? list_names (self, calls) : NULL;
  g_autofree guint *places = g_new (guint, self->run.starts->len);

  if (names != NULL)
    (is_early (gap) ? match_early : match_late) (self, gap, names, places);
  for (guint i = 0; i < self->run.starts->len; i++)
    {
      if (names != NULL)
        at = places[i] == calls->len ? self->nodes[end].prev
                                     : self->nodes[g_array_index (calls, guint32, places[i])].prev;
      at = insert_run_call (self, get_run_call (self, gap, i), at);
    }
}

/* next: a target of the known call that follows in the file, or 0. */
static void
flush_run (TsNetworkOrder *self, guint32 next)
{
  Gap gap;

  if (self->run.starts->len == 0)
    return;
  gap = find_gap (self, next);
  place_run (self, &gap);
  self->anchor = g_array_index (self->run.slots, Slot, self->run.slots->len - 1).id;
  self->anchor_backward = self->run.backward;
  g_array_set_size (self->run.slots, 0);
  g_array_set_size (self->run.starts, 0);
}

static void
add_to_run (TsNetworkOrder *self, gboolean backward)
{
  guint32 first = g_array_index (self->call, Slot, 0).id;
  guint start;

  if (self->run.backward != backward)
    flush_run (self, 0);
  self->run.backward = backward;
  start = self->run.slots->len;
  g_array_append_val (self->run.starts, start);
  for (guint i = 0; i < self->call->len; i++)
    {
      const Slot *slot = &g_array_index (self->call, Slot, i);
      if (self->nodes[slot->id].call != 0)
        continue; /* twice in one call */
      self->nodes[slot->id].call = first << 2 | slot->slot;
      g_array_append_val (self->run.slots, *slot);
    }
}

/* ---- calls of a file ---- */

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const Slot *x = a, *y = b;

  return (x->slot > y->slot) - (x->slot < y->slot);
}

/* Files have the parameters of a call behind its output; they come before it. */
static void
sort_call (GArray *call)
{
  for (guint i = 1; i < call->len; i++)
    if (g_array_index (call, Slot, i).slot < g_array_index (call, Slot, i - 1).slot)
      {
        g_array_sort (call, compare_slots); /* GLib's is stable */
        return;
      }
}

/* A target of the current call that is in the list, or 0. */
static guint32
find_known (const TsNetworkOrder *self)
{
  for (guint i = 0; i < self->call->len; i++)
    {
      guint32 id = g_array_index (self->call, Slot, i).id;
      if (self->nodes[id].label != 0)
        return id;
    }
  return 0;
}

static gboolean
is_call_in_run (const TsNetworkOrder *self)
{
  for (guint i = 0; i < self->call->len; i++)
    {
      const Node *node = &self->nodes[g_array_index (self->call, Slot, i).id];
      if (node->label == 0 && node->call != 0)
        return TRUE;
    }
  return FALSE;
}

static void
end_call (TsNetworkOrder *self)
{
  gboolean backward
      = self->row.call != 0
        && (self->row.metric == TS_DUMP_BACKWARD || self->row.metric == TS_DUMP_PARAMETERS_GRAD);
  guint32 known;

  if (self->call->len == 0)
    return;
  sort_call (self->call);
  if (self->run.starts->len > 0 && is_call_in_run (self))
    flush_run (self, 0);
  known = find_known (self);
  if (known == 0)
    add_to_run (self, backward);
  else
    {
      flush_run (self, known);
      add_slots (self, known);
      self->anchor = known;
      self->anchor_backward = backward;
    }
  g_array_set_size (self->call, 0);
}

void
ts_network_order_end_file (TsNetworkOrder *self)
{
  end_call (self);
  flush_run (self, 0);
  self->anchor = 0;
}

/* A monitor's file has the targets of one metric, step after step. */
static gboolean
is_other_list (const TsNetworkRow *row, const TsNetworkRow *before)
{
  return row->call == 0 && (row->metric != before->metric || row->step != before->step);
}

void
ts_network_order_add (TsNetworkOrder *self, const TsNetworkRow *row, guint32 id)
{
  Slot slot = { id, row->call & 3 };

  if (self->call->len > 0 && (row->call == 0 || row->call >> 2 != self->row.call >> 2))
    end_call (self);
  if (is_other_list (row, &self->row))
    ts_network_order_end_file (self);
  make_nodes (self, id);
  self->row = *row;
  g_array_append_val (self->call, slot);
}

guint32
ts_network_order_get_next (const TsNetworkOrder *self, guint32 id)
{
  return self->nodes[id].next;
}
