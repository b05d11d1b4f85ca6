/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Where each call lies: below what construct.json says, or knows better of its forward. */

static guint32
need_node (TsStructureBuilder *self, const char *name)
{
  guint32 i = _ts_builder_look_up (self->node_of, name);

  return i != TS_NO_CALL ? i : _ts_builder_make_node (self, name, ts_call_name_parse (name));
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
  guint32 key = _ts_builder_look_up (self->key_of, forward);
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
  key = _ts_builder_look_up (self->key_of, backward);
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

  if (self->has_micro_steps && self->compat && _ts_builder_get_node (self, i)->micro_step < 0)
    _ts_builder_get_node (self, i)->micro_step = 0;
  if (i < known || self->compat || _ts_builder_look_up (self->key_of, name) != TS_NO_CALL)
    return i;
  _ts_builder_get_node (self, i)->placeholder = TRUE;
  _ts_builder_append_child (self, i, ROOT);
  ts_structure_builder_note (
      self,
      g_strdup_printf (_ ("“%s” is only named as a parent; it is shown without data."), name));
  return i;
}

void
_ts_builder_add_keys (TsStructureBuilder *self)
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
      _ts_builder_get_node (self, i)->micro_step
          = key->micro_step < 0 && self->has_micro_steps ? 0 : key->micro_step;
      _ts_builder_append_child (self, i, parent);
    }
}

/* What dump.json holds and construct.json does not list; gradients are placed later. */
void
_ts_builder_add_unlisted (TsStructureBuilder *self)
{
  guint n = 0;

  for (guint d = 0; d < self->data->len; d++)
    {
      const Data *data = &g_array_index (self->data, Data, d);
      TsCallName parts = ts_call_name_parse (data->name);
      if (parts.direction == TS_DIRECTION_GRADIENT
          || _ts_builder_look_up (self->node_of, data->name) != TS_NO_CALL)
        continue;
      _ts_builder_append_child (self, _ts_builder_make_node (self, data->name, parts), ROOT);
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

/* Calls that are each other's parents hang on no root: one of each cycle is put there. */
void
_ts_builder_break_cycles (TsStructureBuilder *self)
{
  g_autofree guint32 *walk = g_new0 (guint32, self->nodes->len); /* in which walk it was seen */

  walk[ROOT] = 1;
  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      guint32 n = i;
      while (walk[n] == 0)
        {
          walk[n] = i + 1;
          n = _ts_builder_get_node (self, n)->parent;
        }
      if (walk[n] != i + 1 || n == ROOT)
        continue;
      _ts_builder_get_node (self, n)->parent = ROOT;
      ts_structure_builder_note (
          self, g_strdup_printf (_ ("“%s” is inside itself by construct.json; it is shown at the "
                                    "root."),
                                 _ts_builder_get_node (self, n)->name));
    }
}
