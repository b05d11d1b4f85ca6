/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writing/part-file.h"

#include "ingest/import-error.h"
#include "model/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _TsPartFile
{
  char *final_path;
  char *part_path;
  int fd;
  gboolean committed;
  GPtrArray *made; /* char*: folders made, the innermost first */
};

/* A G_FILE_ERROR from errno. format has places for the path and for what the system says. */
#define set_file_error(error, code, format, path)                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    int code_ = (code);                                                                            \
    g_autofree char *display_ = g_filename_display_name (path);                                    \
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code_), format, display_,     \
                 g_strerror (code_));                                                              \
  }                                                                                                \
  G_STMT_END

/* Makes dir and what is missing above it, and remembers which. */
static gboolean
make_folders (TsPartFile *self, const char *dir, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (dir);

  if (g_file_test (dir, G_FILE_TEST_IS_DIR))
    return TRUE;
  if (!g_str_equal (parent, dir) && !make_folders (self, parent, error))
    return FALSE;
  if (g_mkdir (dir, 0777) == 0)
    {
      g_ptr_array_insert (self->made, 0, g_strdup (dir));
      ts_unfinished_add (dir);
    }
  else if (errno != EEXIST || !g_file_test (dir, G_FILE_TEST_IS_DIR))
    {
      set_file_error (error, errno, _ ("Could not make the folder “%s”: %s."), dir);
      return FALSE;
    }
  return TRUE;
}

/* Whether the file that fd is open on still has the name path. */
static gboolean
is_same_file (int fd, const char *path)
{
  struct stat a, b;

  return fstat (fd, &a) == 0 && g_stat (path, &b) == 0 && a.st_dev == b.st_dev
         && a.st_ino == b.st_ino;
}

/* Some network file systems have no locks; then there is no protection, which is no reason to
 * refuse. */
static gboolean
lock (int fd)
{
  return flock (fd, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

/* A part file that belongs to somebody else is what a killed import of theirs left: nothing tells
 * but its name, and nobody but they or the folder's owner can remove it. */
static void
set_open_error (const TsPartFile *self, int code, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->part_path);
  struct stat info;

  if (code != EEXIST && code != ELOOP && code != EISDIR
      && (code != EACCES || g_lstat (self->part_path, &info) != 0))
    set_file_error (error, code, _ ("Could not write “%s”: %s."), self->part_path);
  else
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                 _ ("“%s” is in the way: the unfinished file of an import by another user, or "
                    "something else of that name (%s). Remove it, or choose another folder."),
                 display, g_strerror (code));
}

static gboolean
open_and_lock (TsPartFile *self, GError **error)
{
  /* A file that its holder renamed or removed between our open and our lock is not it: again. */
  for (int attempt = 0; attempt < 100; attempt++)
    {
      self->fd = g_open (self->part_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (self->fd < 0)
        {
          set_open_error (self, errno, error);
          return FALSE;
        }
      if (!lock (self->fd))
        break;
      if (is_same_file (self->fd, self->part_path))
        {
          ts_unfinished_add (self->part_path);
          return TRUE;
        }
      close (self->fd);
      self->fd = -1;
    }
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_autofree char *display = g_filename_display_name (self->final_path);
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_BUSY,
               _ ("Another import is writing “%s”. Wait for it to end, or choose another folder."),
               display);
  return FALSE;
}

TsPartFile *
ts_part_file_open (const char *final_path, GError **error)
{
  g_autoptr (TsPartFile) self = g_new0 (TsPartFile, 1);
  g_autofree char *absolute = g_canonicalize_filename (final_path, NULL);
  g_autofree char *dir = g_path_get_dirname (absolute);

  self->fd = -1;
  self->made = g_ptr_array_new_with_free_func (g_free);
  self->final_path = g_steal_pointer (&absolute);
  self->part_path = g_strconcat (self->final_path, ".part", NULL);
  if (!make_folders (self, dir, error) || !open_and_lock (self, error))
    return NULL;
  if (ftruncate (self->fd, 0) != 0)
    {
      set_file_error (error, errno, _ ("Could not write “%s”: %s."), self->part_path);
      return NULL;
    }
  return g_steal_pointer (&self);
}

const char *
ts_part_file_get_final_path (const TsPartFile *self)
{
  return self->final_path;
}

const char *
ts_part_file_get_path (const TsPartFile *self)
{
  return self->part_path;
}

/* The database that is to be replaced may have a journal or a log that belongs to it: SQLite puts
 * it in place and removes it, so that whatever happens before the rename the old database is whole,
 * and after it nothing is there that could be applied to the new one. */
static void
settle_old (const TsPartFile *self)
{
  sqlite3 *db = NULL;

  if (g_file_test (self->final_path, G_FILE_TEST_IS_REGULAR)
      && sqlite3_open_v2 (self->final_path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
    sqlite3_exec (db, "PRAGMA schema_version; PRAGMA wal_checkpoint (TRUNCATE)", NULL, NULL, NULL);
  sqlite3_close (db);
}

/* What SQLite could do nothing with. */
static void
remove_companions (TsPartFile *self)
{
  static const char *const suffixes[] = { "-journal", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (self->final_path, suffixes[i], NULL);
      g_unlink (path);
    }
}

/* The rename itself lies in the folder. Not every file system can sync one, so no error. */
static void
sync_folder (const char *path)
{
  g_autofree char *dir = g_path_get_dirname (path);
  int fd = g_open (dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

gboolean
ts_part_file_prepare (TsPartFile *self, GError **error)
{
  if (fsync (self->fd) != 0)
    {
      set_file_error (error, errno, _ ("Could not write “%s”: %s."), self->part_path);
      return FALSE;
    }
  settle_old (self);
  return TRUE;
}

gboolean
ts_part_file_commit (TsPartFile *self, GError **error)
{
  if (g_rename (self->part_path, self->final_path) != 0)
    {
      set_file_error (error, errno, _ ("Could not replace “%s”: %s."), self->final_path);
      return FALSE;
    }
  self->committed = TRUE;
  ts_unfinished_remove (self->part_path);
  remove_companions (self);
  sync_folder (self->final_path);
  return TRUE;
}

void
ts_part_file_free (TsPartFile *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    {
      /* Still locked, so it is ours to remove. */
      if (!self->committed && is_same_file (self->fd, self->part_path))
        g_unlink (self->part_path);
      ts_unfinished_remove (self->part_path);
      close (self->fd);
    }
  for (guint i = 0; i < self->made->len; i++)
    {
      if (!self->committed)
        g_rmdir (g_ptr_array_index (self->made, i));
      ts_unfinished_remove (g_ptr_array_index (self->made, i));
    }
  g_ptr_array_unref (self->made);
  g_free (self->final_path);
  g_free (self->part_path);
  g_free (self);
}
