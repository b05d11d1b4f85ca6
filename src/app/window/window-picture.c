/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "model/view.h"
#include "plot/picture-text.h"

#include <glib/gi18n-lib.h>

/* Pictures that carry their view are opened as that view. */

/* What a picture said. */
typedef struct
{
  char *view;
  char *database; /* a path that is there */
} Carried;

static void
carried_free (Carried *self)
{
  g_free (self->view);
  g_free (self->database);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Carried, carried_free)

gboolean
_ts_window_is_picture (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".png") || g_str_has_suffix (lower, ".svg")
         || g_str_has_suffix (lower, ".pdf");
}

/* Where it was, or beside the picture, where it is when both were copied; NULL when at neither. */
static char *
find_database (const char *picture, const char *database)
{
  g_autofree char *folder = g_path_get_dirname (picture);
  g_autofree char *name = g_path_get_basename (database);
  g_autofree char *beside = g_build_filename (folder, name, NULL);

  if (g_file_test (database, G_FILE_TEST_IS_REGULAR))
    return g_strdup (database);
  return g_file_test (beside, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&beside) : NULL;
}

static Carried *
read_picture (const char *path, GError **error)
{
  g_autoptr (Carried) carried = g_new0 (Carried, 1);
  g_autofree char *bytes = NULL, *database = NULL, *name = g_filename_display_name (path);
  gsize size;

  if (!g_file_get_contents (path, &bytes, &size, error))
    return NULL;
  carried->view = ts_picture_find_text ((const guint8 *) bytes, size);
  database = carried->view != NULL ? ts_view_json_dup_database (carried->view) : NULL;
  if (database == NULL)
    {
      g_set_error (error, TS_VIEW_ERROR, TS_VIEW_ERROR_NO_VIEW,
                   _ ("“%s” carries no view that Trendscope saved"), name);
      return NULL;
    }
  carried->database = find_database (path, database);
  if (carried->database != NULL)
    return g_steal_pointer (&carried);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("“%s” shows the database “%s”, which is neither there nor beside the picture"),
               name, database);
  return NULL;
}

static void
picture_worker (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  Carried *carried = read_picture (path, &error);

  if (carried != NULL)
    g_task_return_pointer (task, carried, (GDestroyNotify) carried_free);
  else
    g_task_return_error (task, error);
}

static void
picture_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Carried) carried = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->closed)
    return;
  if (carried == NULL)
    {
      _ts_window_toast_error (self, _ ("The picture could not be opened"), error);
      return;
    }
  g_free (self->wanted_view);
  self->wanted_view = g_steal_pointer (&carried->view);
  _ts_window_look (self, carried->database, FALSE, carried->database);
}

void
_ts_window_open_picture (TsWindow *self, const char *path)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, picture_cb, g_object_ref (self));

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, picture_worker);
}
