/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/settings.h"
#include "model/view.h"
#include "plot/picture-text.h"
#include "store/import-id.h"

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

/* The database in folder that is of that import; NULL: none. */
static char *
find_import (const char *folder, const char *import_id)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, TS_DB_SUFFIX))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *found = ts_import_id_of_file (path, NULL);
        if (g_strcmp0 (found, import_id) == 0)
          return g_steal_pointer (&path);
      }
  return NULL;
}

/* In the picture's folder, and in those that were opened last (URIs), or where their databases are.
 */
static char *
find_import_anywhere (const char *picture, char **recent, const char *import_id)
{
  g_autofree char *beside = g_path_get_dirname (picture);
  char *found = find_import (beside, import_id);

  for (guint i = 0; recent[i] != NULL && found == NULL; i++)
    {
      g_autofree char *folder = g_filename_from_uri (recent[i], NULL, NULL);
      g_autofree char *elsewhere = NULL;
      if (folder == NULL)
        continue;
      elsewhere = ts_scan_default_db_dir (folder);
      found = find_import (folder, import_id);
      if (found == NULL && g_strcmp0 (elsewhere, folder) != 0)
        found = find_import (elsewhere, import_id);
    }
  return found;
}

/* Where it was, or beside the picture, where it is when both were copied; else, by the import it is
 * of, wherever it has gone among what is known. A path that another import has taken over does not
 * count where that one is found. NULL: nowhere. */
static char *
find_database (const char *picture, char **recent, const char *database, const char *import_id)
{
  g_autofree char *folder = g_path_get_dirname (picture);
  g_autofree char *name = g_path_get_basename (database);
  g_autofree char *beside = g_build_filename (folder, name, NULL);
  const char *const paths[] = { database, beside };
  const char *other = NULL;
  char *found;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *its_id = NULL;
      if (!g_file_test (paths[i], G_FILE_TEST_IS_REGULAR))
        continue;
      its_id = import_id != NULL ? ts_import_id_of_file (paths[i], NULL) : NULL;
      if (g_strcmp0 (its_id, import_id) == 0)
        return g_strdup (paths[i]);
      other = other != NULL ? other : paths[i];
    }
  found = import_id != NULL ? find_import_anywhere (picture, recent, import_id) : NULL;
  return found != NULL ? found : g_strdup (other);
}

static Carried *
read_picture (const char *path, char **recent, GError **error)
{
  g_autoptr (Carried) carried = g_new0 (Carried, 1);
  g_autofree char *bytes = NULL, *database = NULL, *import_id = NULL;
  g_autofree char *name = g_filename_display_name (path);
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
  import_id = ts_view_json_dup_import_id (carried->view);
  carried->database = find_database (path, recent, database, import_id);
  if (carried->database != NULL)
    return g_steal_pointer (&carried);
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
      _ ("“%s” shows the database “%s”, which is neither there nor beside the picture, nor in a "
         "folder that was opened lately"),
      name, database);
  return NULL;
}

static void
picture_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **paths = data;
  GError *error = NULL;
  Carried *carried = read_picture (paths[0], paths + 1, &error);

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
  g_auto (GStrv) recent = ts_settings_dup_recent ();
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new (); /* the picture's, then the recent ones */

  g_strv_builder_add (paths, path);
  g_strv_builder_addv (paths, (const char **) recent);
  g_task_set_task_data (task, g_strv_builder_end (paths), (GDestroyNotify) g_strfreev);
  g_task_run_in_thread (task, picture_worker);
}
