/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/row-log.h"

#include <string.h>

#define N_QUICK   16   /* compared one by one */
#define MAX_TYPES 4096 /* no schedule has more than a few dozen; whatever has is not a log */

TsRowLog *
_ts_row_log_new (const char *path)
{
  TsRowLog *self = g_new0 (TsRowLog, 1);

  self->path = g_strdup (path);
  self->jobs = g_array_new (FALSE, FALSE, sizeof (TsJob));
  self->marks = g_array_new (FALSE, FALSE, sizeof (TsStepMark));
  self->types = g_ptr_array_new_with_free_func (g_free);
  self->index = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
_ts_row_log_free (TsRowLog *self)
{
  g_free (self->path);
  g_array_unref (self->jobs);
  g_array_unref (self->marks);
  g_hash_table_unref (self->index);
  g_ptr_array_unref (self->types);
  g_clear_pointer (&self->steps, g_array_unref);
  g_free (self);
}

int
_ts_row_log_find_type (TsRowLog *self, const char *name, gsize length)
{
  g_autofree char *key = NULL;
  guint found;

  /* The common case has few types and millions of records. */
  for (guint i = 0; i < MIN (self->types->len, N_QUICK); i++)
    {
      const char *type = g_ptr_array_index (self->types, i);
      if (strncmp (type, name, length) == 0 && type[length] == '\0')
        return (int) i;
    }
  key = g_strndup (name, length);
  if (!g_utf8_validate (key, -1, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (key, -1);
      g_free (key);
      key = g_steal_pointer (&valid);
    }
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, key));
  if (found == 0)
    {
      if (self->types->len == MAX_TYPES)
        return -1;
      g_ptr_array_add (self->types, key);
      found = self->types->len;
      g_hash_table_insert (self->index, g_steal_pointer (&key), GUINT_TO_POINTER (found));
    }
  return (int) found - 1;
}

void
_ts_read_progress_add (TsReadProgress *self, gsize n)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->mutex);
  self->done += n;
  g_mutex_unlock (&self->mutex);
}
