/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/call-key.h"
#include "ingest/dump/call-table-private.h"
#include "ingest/import-error.h"
#include "ingest/text/string-append.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* msProbe's way: every call of a top-level module or of "optimizer" is a micro-step, found by
 * following parents with "backward" read as "forward" (formats.md 1.9.3). All matching of words is
 * by substring there, so it is here. */

enum
{
  UNKNOWN = -2,
  NO_ROOT = -1,
};

static gboolean
contains (const GString *text, const char *word)
{
  return memmem (text->str, text->len, word, strlen (word)) != NULL;
}

static gboolean
is_root_name (const char *name)
{
  return g_str_has_prefix (name, "Module") || g_str_has_prefix (name, "Cell")
         || g_str_has_prefix (name, "optimizer");
}

/* The node that stands for the node's forward call; TS_NAME_NONE when there is none. */
static gint32
forward_node (const TsConstruct *construct, gint32 i, GString *scratch)
{
  ts_name_table_get (construct->names, i, scratch);
  if (!contains (scratch, ".backward") && !contains (scratch, ".parameters_grad"))
    return i;
  g_string_replace (scratch, ".backward", ".forward", 0);
  g_string_replace (scratch, ".parameters_grad", ".forward", 0);
  return ts_name_table_find (construct->names, scratch->str, scratch->len);
}

/* The roots of nodes that need no parent; others stay UNKNOWN. */
static gint32 *
number_roots (const TsConstruct *construct)
{
  gint32 *roots = g_new (gint32, MAX (construct->nodes->len, 1));
  g_autoptr (GString) name = g_string_new (NULL);
  gint32 n_roots = 0;

  for (guint i = 0; i < construct->nodes->len; i++)
    roots[i] = NO_ROOT;
  for (guint k = 0; k < construct->order->len; k++)
    {
      gint32 i = g_array_index (construct->order, gint32, k);
      const TsConstructNode *node = ts_construct_node (construct, i);

      ts_name_table_get (construct->names, i, name);
      if (node->kind == TS_PARENT_NUMBER)
        roots[i] = node->parent;
      else if (node->kind == TS_PARENT_CALL)
        roots[i] = UNKNOWN;
      else if (!contains (name, ".backward") && is_root_name (name->str))
        roots[i] = n_roots++;
    }
  return roots;
}

static void
refuse_circle (const TsConstruct *construct, gint32 i, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);

  ts_name_table_get (construct->names, i, name);
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
               _ ("the parents of “%s” form a circle"), name->str);
}

/* Follows parents from node i until a root is known, and notes it along the way. */
static gboolean
find_root (const TsConstruct *construct,
           gint32 *roots,
           const gint32 *forward,
           GArray *path,
           gint32 i,
           GError **error)
{
  gint32 root = NO_ROOT;

  g_array_set_size (path, 0);
  for (; i != TS_NAME_NONE; i = forward[ts_construct_node (construct, i)->parent])
    {
      root = roots[i];
      if (root != UNKNOWN)
        break;
      if (path->len > construct->nodes->len)
        {
          refuse_circle (construct, i, error);
          return FALSE;
        }
      g_array_append_val (path, i);
      root = NO_ROOT;
    }
  for (guint k = 0; k < path->len; k++)
    roots[g_array_index (path, gint32, k)] = root;
  return TRUE;
}

static gboolean
find_roots (TsCallTable *self, gint32 *roots, const gint32 *forward, GError **error)
{
  const TsConstruct *construct = self->construct;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint k = 0; k < construct->order->len; k++)
    {
      gint32 i = g_array_index (construct->order, gint32, k);

      if (!find_root (construct, roots, forward, path, forward[i], error))
        return FALSE;
      if (forward[i] != TS_NAME_NONE)
        self->calls[i].micro_step = MAX (roots[forward[i]], NO_ROOT);
    }
  return TRUE;
}

/* The number component of key: the last one when it is all digits, else the one before it. FALSE
 * when neither is. */
static gboolean
find_number (const char *key, gsize length, gsize *start, gsize *end, gint32 *number)
{
  const char *dot = length > 0 ? memrchr (key, '.', length) : NULL;

  *start = dot == NULL ? 0 : (gsize) (dot + 1 - key);
  *end = length;
  if (ts_parse_digits (key + *start, *end - *start, number))
    return TRUE;
  if (dot == NULL)
    return FALSE;
  *end = (gsize) (dot - key);
  dot = *end > 0 ? memrchr (key, '.', *end) : NULL;
  *start = dot == NULL ? 0 : (gsize) (dot + 1 - key);
  return ts_parse_digits (key + *start, *end - *start, number);
}

void
ts_compat_rename (const char *key, gsize length, gint32 index, GString *renamed)
{
  gsize start, end;
  gint32 number;

  ts_string_cut (renamed, 0);
  if (index < 0 || !find_number (key, length, &start, &end, &number))
    {
      ts_string_append (renamed, key, length);
      return;
    }
  if (start > 0)
    ts_string_append (renamed, key, start - 1);
  g_string_append_printf (renamed, ".%d", index);
  ts_string_append (renamed, key + end, length - end);
}

/* Inside a micro-step, calls whose names differ only in the number are numbered anew (formats.md
 * 1.9.4). */
static void
renumber (TsCallTable *self)
{
  const TsConstruct *construct = self->construct;
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (TsCallSlot));
  g_autoptr (TsNameTable) bases = ts_name_table_new ();
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) base = g_string_new (NULL);

  for (guint k = 0; k < construct->order->len; k++)
    {
      gint32 i = g_array_index (construct->order, gint32, k);
      TsCallSlot slot = { self->calls[i].micro_step, 0, 0, i };
      gsize start, end;

      ts_name_table_get (construct->names, i, name);
      if (slot.micro_step < 0 || !find_number (name->str, name->len, &start, &end, &slot.number))
        continue;
      ts_string_set (base, name->str, start);
      if (end < name->len)
        ts_string_append (base, name->str + end + 1, name->len - end - 1);
      else if (base->len > 0)
        ts_string_cut (base, base->len - 1);
      slot.base = ts_name_table_add (bases, base->str, base->len);
      g_array_append_val (slots, slot);
    }
  _ts_call_slots_sort (slots);
  for (guint k = 0; k < slots->len; k++)
    {
      const TsCallSlot *slot = &g_array_index (slots, TsCallSlot, k);
      gboolean first = k == 0 || !_ts_call_slots_together (slot - 1, slot);

      self->calls[slot->node].index = first ? 0 : self->calls[slot[-1].node].index + 1;
    }
}

TsCallTable *
ts_call_table_new_compat (TsConstruct *construct, GError **error)
{
  g_autoptr (TsCallTable) self = _ts_call_table_alloc (construct);
  g_autofree gint32 *roots = number_roots (construct);
  g_autofree gint32 *forward = g_new (gint32, MAX (construct->nodes->len, 1));
  g_autoptr (GString) scratch = g_string_new (NULL);

  for (guint i = 0; i < construct->nodes->len; i++)
    forward[i] = forward_node (construct, (gint32) i, scratch);
  if (!find_roots (self, roots, forward, error))
    return NULL;
  renumber (self);
  _ts_call_table_count (self);
  return g_steal_pointer (&self);
}
