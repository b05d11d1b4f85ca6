/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/axis.h"

#include "model/target-name.h"

#include <string.h>

TsAxis *
ts_axis_new (TsDimension dimension, guint n)
{
  TsAxis *self = g_atomic_rc_box_new0 (TsAxis);

  self->dimension = dimension;
  self->n = n;
  self->ids = g_new0 (gint64, n);
  self->names = g_new0 (char *, (gsize) n + 1);
  self->positions = g_new (double, n);
  self->groups = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    self->positions[i] = i;
  return self;
}

TsAxis *
ts_axis_ref (TsAxis *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
axis_clear (gpointer data)
{
  TsAxis *self = data;

  for (guint i = 0; i < self->n; i++)
    g_free (self->names[i]);
  g_free (self->names);
  g_free (self->ids);
  g_free (self->positions);
  g_free (self->groups);
  g_strfreev (self->group_names);
}

void
ts_axis_unref (TsAxis *self)
{
  g_atomic_rc_box_release_full (self, axis_clear);
}

void
ts_axis_set_place (TsAxis *self, guint i, gint64 id, const char *name, double position)
{
  g_return_if_fail (i < self->n);
  self->ids[i] = id;
  g_free (self->names[i]);
  self->names[i] = g_strdup (name);
  self->positions[i] = position;
}

void
ts_axis_group_by_layer (TsAxis *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *current = NULL;

  for (guint i = 0; i < self->n; i++)
    {
      const char *name = self->names[i] != NULL ? self->names[i] : "";
      gsize start = 0, end = 0;
      ts_target_name_find_layer (name, &start, &end);
      if (names->len == 0 || end > 0 || current != NULL)
        {
          char *prefix = end > 0 ? g_strndup (name, end) : NULL;
          if (names->len == 0 || g_strcmp0 (prefix, current) != 0)
            g_ptr_array_add (names,
                             end > 0 ? g_strndup (name + start, end - start) : g_strdup (""));
          g_free (current);
          current = prefix;
        }
      self->groups[i] = names->len - 1;
    }
  self->n_groups = names->len;
  g_ptr_array_add (names, NULL);
  g_strfreev (self->group_names);
  self->group_names = (char **) g_ptr_array_steal (names, NULL);
}

/* The first component of a name with its dot; 0: it has one only. */
static gsize
first_component (const char *name)
{
  const char *dot = name != NULL ? strchr (name, '.') : NULL;

  return dot != NULL ? (gsize) (dot - name) + 1 : 0;
}

#define MAX_KINDS 8

/* A name that begins as most do: models are made of modules, with some functions in between. */
static const char *
find_typical_name (const TsAxis *self)
{
  const char *kinds[MAX_KINDS];
  guint counts[MAX_KINDS] = { 0 }, n_kinds = 0, best = 0;

  for (guint i = 0; i < self->n; i++)
    {
      gsize length = first_component (self->names[i]);
      guint kind = 0;
      while (length > 0 && kind < n_kinds && strncmp (kinds[kind], self->names[i], length) != 0)
        kind++;
      if (length == 0 || kind == MAX_KINDS)
        continue;
      if (kind == n_kinds)
        kinds[n_kinds++] = self->names[i];
      counts[kind]++;
    }
  for (guint kind = 1; kind < n_kinds; kind++)
    if (counts[kind] > counts[best])
      best = kind;
  return counts[best] >= 2 ? kinds[best] : NULL;
}

const char *
ts_axis_get_common_prefix (const TsAxis *self, gsize *length_out)
{
  const char *typical = find_typical_name (self);
  gsize component = first_component (typical), length;

  *length_out = 0;
  if (typical == NULL)
    return "";
  length = strlen (typical);
  for (guint i = 0; i < self->n && length > 0; i++)
    {
      gsize same = 0;
      if (self->names[i] == NULL || strncmp (self->names[i], typical, component) != 0)
        continue;
      while (same < length && self->names[i][same] == typical[same])
        same++;
      length = same;
    }
  while (length > 0 && typical[length - 1] != '.')
    length--;
  /* A number alone says nothing: "layers.3" keeps its word. */
  if (g_ascii_isdigit (typical[length]) && length > 0)
    for (length--; length > 0 && typical[length - 1] != '.';)
      length--;
  *length_out = length;
  return typical;
}

int
ts_axis_find (const TsAxis *self, gint64 id)
{
  for (guint i = 0; i < self->n; i++)
    if (self->ids[i] == id)
      return (int) i;
  return -1;
}
