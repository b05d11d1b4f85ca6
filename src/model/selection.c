/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/selection.h"

TsTag *
ts_tag_new (const char *name, const char *category)
{
  TsTag *self = g_new (TsTag, 1);

  self->name = g_strdup (name);
  self->category = g_strdup (category);
  return self;
}

void
ts_tag_free (TsTag *self)
{
  g_free (self->name);
  g_free (self->category);
  g_free (self);
}

gboolean
ts_tag_equal (const TsTag *a, const TsTag *b)
{
  return g_strcmp0 (a->name, b->name) == 0 && g_strcmp0 (a->category, b->category) == 0;
}

TsSelection *
ts_selection_new (void)
{
  TsSelection *self = g_new0 (TsSelection, 1);

  self->tags = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_tag_free);
  return self;
}

TsSelection *
ts_selection_copy (const TsSelection *self)
{
  TsSelection *copy = ts_selection_new ();

  copy->metric = g_strdup (self->metric);
  copy->stat = g_strdup (self->stat);
  copy->dimension = self->dimension;
  copy->value = self->value;
  copy->name_filter = g_strdup (self->name_filter);
  for (guint i = 0; i < self->tags->len; i++)
    {
      const TsTag *tag = g_ptr_array_index (self->tags, i);
      g_ptr_array_add (copy->tags, ts_tag_new (tag->name, tag->category));
    }
  return copy;
}

gboolean
ts_selection_equal (const TsSelection *a, const TsSelection *b)
{
  if (g_strcmp0 (a->metric, b->metric) != 0 || g_strcmp0 (a->stat, b->stat) != 0
      || a->dimension != b->dimension || a->value != b->value || a->tags->len != b->tags->len
      || g_strcmp0 (a->name_filter != NULL ? a->name_filter : "",
                    b->name_filter != NULL ? b->name_filter : "")
             != 0)
    return FALSE;
  for (guint i = 0; i < a->tags->len; i++)
    if (!ts_tag_equal (g_ptr_array_index (a->tags, i), g_ptr_array_index (b->tags, i)))
      return FALSE;
  return TRUE;
}

void
ts_selection_free (TsSelection *self)
{
  g_free (self->metric);
  g_free (self->stat);
  g_free (self->name_filter);
  g_ptr_array_unref (self->tags);
  g_free (self);
}
