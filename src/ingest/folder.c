/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/folder.h"

#include <dirent.h>
#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static void
file_free (gpointer data)
{
  g_free (((TsFolderFile *) data)->name);
  g_free (data);
}

static void
folder_clear (gpointer data)
{
  TsFolder *self = data;

  g_free (self->path);
  g_free (self->name);
  g_free (self->inside);
  g_ptr_array_unref (self->folders);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->broken);
  g_clear_error (&self->error);
}

/* Takes path and inside. */
static TsFolder *
folder_new (TsFolder *parent, char *path, char *inside)
{
  TsFolder *self = g_atomic_rc_box_new0 (TsFolder);

  self->parent = parent;
  self->path = path;
  self->name = g_path_get_basename (path);
  self->inside = inside;
  self->folders = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_folder_unref);
  self->files = g_ptr_array_new_with_free_func (file_free);
  self->broken = g_ptr_array_new_with_free_func (g_free);
  return self;
}

TsFolder *
ts_folder_new (const char *path)
{
  return folder_new (NULL, g_strdup (path), g_strdup (""));
}

TsFolder *
ts_folder_ref (TsFolder *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_folder_unref (TsFolder *self)
{
  g_atomic_rc_box_release_full (self, folder_clear);
}

static void
add_folder (TsFolder *self, const char *name, gboolean is_link)
{
  char *path = g_build_filename (self->path, name, NULL);
  char *inside
      = *self->inside == '\0' ? g_strdup (name) : g_build_filename (self->inside, name, NULL);

  TsFolder *folder = folder_new (self, path, inside);

  folder->is_link = is_link;
  g_ptr_array_add (self->folders, folder);
}

static TsFolderFile *
add_file (TsFolder *self, const char *name)
{
  TsFolderFile *file = g_new0 (TsFolderFile, 1);

  file->name = g_strdup (name);
  file->size = -1;
  g_ptr_array_add (self->files, file);
  return file;
}

static void
set_file_info (TsFolderFile *file, const struct stat *info)
{
  file->size = (gint64) info->st_size;
  file->mtime = (gint64) info->st_mtime;
}

/* The listing says what most names are; only links have to be looked at. */
static void
add_entry (TsFolder *self, DIR *dir, const struct dirent *entry)
{
  unsigned char type = entry->d_type;
  struct stat info;

  if (type == DT_LNK || type == DT_UNKNOWN)
    {
      if (fstatat (dirfd (dir), entry->d_name, &info, 0) != 0)
        type = DT_LNK;
      else
        type = IFTODT (info.st_mode);
      if (type == DT_REG)
        {
          set_file_info (add_file (self, entry->d_name), &info);
          return;
        }
    }
  if (type == DT_DIR)
    add_folder (self, entry->d_name, entry->d_type != DT_DIR);
  else if (type == DT_REG)
    add_file (self, entry->d_name);
  else
    g_ptr_array_add (self->broken, g_strdup (entry->d_name));
}

static int
compare_folders (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TsFolder *const *) a)->name, (*(TsFolder *const *) b)->name);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TsFolderFile *const *) a)->name, (*(TsFolderFile *const *) b)->name);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
set_error (TsFolder *self, int code)
{
  g_autofree char *display = g_filename_display_name (self->path);

  g_set_error (&self->error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
               _ ("The folder “%s” can’t be read: %s"), display, g_strerror (code));
}

gboolean
ts_folder_list (TsFolder *self)
{
  struct dirent *entry;
  DIR *dir;

  if (self->is_listed)
    return self->error == NULL;
  self->is_listed = TRUE;
  dir = opendir (self->path);
  if (dir == NULL)
    {
      set_error (self, errno);
      return FALSE;
    }
  while ((errno = 0, entry = readdir (dir)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      add_entry (self, dir, entry);
  if (errno != 0)
    set_error (self, errno);
  closedir (dir);
  g_ptr_array_sort (self->folders, compare_folders);
  g_ptr_array_sort (self->files, compare_files);
  g_ptr_array_sort (self->broken, compare_names);
  return self->error == NULL;
}

TsFolderFile *
ts_folder_find_file (TsFolder *self, const char *name)
{
  guint first = 0, last;

  ts_folder_list (self);
  for (last = self->files->len; first < last;)
    {
      guint middle = (first + last) / 2;
      TsFolderFile *file = g_ptr_array_index (self->files, middle);
      int order = strcmp (name, file->name);

      if (order == 0)
        return file;
      if (order < 0)
        last = middle;
      else
        first = middle + 1;
    }
  return NULL;
}

gboolean
ts_folder_has_other (const TsFolder *self, const char *name)
{
  for (guint i = 0; i < self->folders->len; i++)
    if (strcmp (((TsFolder *) g_ptr_array_index (self->folders, i))->name, name) == 0)
      return TRUE;
  return g_ptr_array_find_with_equal_func (self->broken, name, g_str_equal, NULL);
}

gboolean
ts_folder_look_at (const TsFolder *self, TsFolderFile *file)
{
  g_autofree char *path = NULL;
  struct stat info;

  if (file->size >= 0)
    return TRUE;
  path = g_build_filename (self->path, file->name, NULL);
  if (stat (path, &info) != 0)
    return FALSE;
  set_file_info (file, &info);
  return TRUE;
}

char *
ts_folder_dup_inside (const TsFolder *self, const TsFolder *base, const char *name)
{
  const char *inside = self->inside + strlen (base->inside);

  if (*inside == G_DIR_SEPARATOR)
    inside++;
  if (name == NULL)
    return g_strdup (inside);
  return *inside == '\0' ? g_strdup (name) : g_build_filename (inside, name, NULL);
}
