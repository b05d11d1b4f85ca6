/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder-private.h"

#include <string.h>

#define COLLECTION "Apis_Between_Modules"

/* API calls in a row, and gradients below their backwards. */

static void
add_collection (TsStructureBuilder *self, GArray *run, guint *n, GArray *order)
{
  if (run->len > 1)
    {
      g_autofree char *name = g_strdup_printf (COLLECTION ".%u", (*n)++);
      TsCallName parts = { TS_CALL_COLLECTION, TS_DIRECTION_NONE, -1, strlen (name), FALSE };
      guint32 collection = _ts_builder_make_node (self, name, parts);
      _ts_builder_get_node (self, collection)->parent = ROOT;
      _ts_builder_get_node (self, collection)->micro_step
          = _ts_builder_get_node (self, g_array_index (run, guint32, 0))->micro_step;
      g_array_append_val (order, collection);
      for (guint i = 0; i < run->len; i++)
        _ts_builder_get_node (self, g_array_index (run, guint32, i))->parent = collection;
    }
  g_array_append_vals (order, run->data, run->len);
  g_array_set_size (run, 0);
}

/* Two or more API calls in a row at the root become one node. */
void
_ts_builder_collect_apis (TsStructureBuilder *self)
{
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), self->order->len);
  g_autoptr (GArray) run = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 call = g_array_index (self->order, guint32, i);
      const Node *node = _ts_builder_get_node (self, call);
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
      const Node *node = _ts_builder_get_node (self, i);
      if (node->parts.direction == TS_DIRECTION_BACKWARD && node->parts.number_last)
        {
          g_autofree char *base = _ts_builder_dup_base (node);
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
  guint32 parent = _ts_builder_look_up (self->node_of, backward);

  if (parent != TS_NO_CALL)
    _ts_builder_append_child (self, _ts_builder_make_node (self, name, parts), parent);
  else if (!self->compat)
    _ts_builder_append_child (self, _ts_builder_make_node (self, name, parts), ROOT);
}

void
_ts_builder_add_gradients (TsStructureBuilder *self)
{
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (const char *));
  g_autoptr (GHashTable) backwards = NULL;

  for (guint d = 0; d < self->data->len; d++)
    {
      const char *name = g_array_index (self->data, Data, d).name;
      if (ts_call_name_parse (name).direction == TS_DIRECTION_GRADIENT
          && _ts_builder_look_up (self->node_of, name) == TS_NO_CALL
          && _ts_builder_look_up (self->data_of, name) == d)
        g_array_append_val (gradients, name);
    }
  backwards = find_backwards (self, gradients);
  for (guint i = 0; i < gradients->len; i++)
    add_gradient (self, g_array_index (gradients, const char *, i), backwards);
}
