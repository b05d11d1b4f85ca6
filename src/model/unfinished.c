/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/unfinished.h"

#include <glib/gstdio.h>

static GMutex mutex;
static GPtrArray *paths; /* char*, in the order in which they were added; NULL: none */

void
ts_unfinished_add (const char *path)
{
  g_mutex_lock (&mutex);
  if (paths == NULL)
    paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (paths, g_strdup (path));
  g_mutex_unlock (&mutex);
}

void
ts_unfinished_remove (const char *path)
{
  guint place;

  g_mutex_lock (&mutex);
  if (paths != NULL && g_ptr_array_find_with_equal_func (paths, path, g_str_equal, &place))
    g_ptr_array_remove_index (paths, place);
  if (paths != NULL && paths->len == 0)
    g_clear_pointer (&paths, g_ptr_array_unref);
  g_mutex_unlock (&mutex);
}

void
ts_unfinished_delete_all (void)
{
  g_mutex_lock (&mutex);
  for (guint i = paths != NULL ? paths->len : 0; i > 0; i--)
    g_remove (g_ptr_array_index (paths, i - 1));
  /* Not unlocked: nothing new begins. */
}
