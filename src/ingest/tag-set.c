/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/tag-set.h"

#include <string.h>

void
ts_tag_set_init (TsTagSet *self, TsTagFunc add, gpointer data)
{
  self->add = add;
  self->data = data;
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
ts_tag_set_clear (TsTagSet *self)
{
  g_hash_table_unref (self->seen);
}

void
ts_tag_set_add (TsTagSet *self, const char *name, const char *category)
{
  if (g_hash_table_add (self->seen, g_strconcat (category, "\n", name, NULL)))
    self->add (name, category, self->data);
}

void
ts_tag_set_add_joined (
    TsTagSet *self, char *const *parts, guint first, guint last, const char *category)
{
  g_autoptr (GString) name = NULL;

  if (first >= last)
    return;
  name = g_string_new (parts[first]);
  for (guint i = first + 1; i < last; i++)
    {
      g_string_append_c (name, '.');
      g_string_append (name, parts[i]);
    }
  ts_tag_set_add (self, name->str, category);
}

gboolean
ts_is_all_digits (const char *text)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0';
}
