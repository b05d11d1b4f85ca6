/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/file-identity.h"

#include "store/catalog.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

static gint64
get_mtime (const struct stat *info)
{
  return (gint64) info->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + info->st_mtim.tv_nsec;
}

gboolean
ts_file_identity_look (TsFileIdentity *self, const char *path)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  struct stat info;

  *self = (TsFileIdentity){ 0 };
  if (stat (path, &info) != 0)
    return FALSE;
  self->device = (guint64) info.st_dev;
  self->inode = (guint64) info.st_ino;
  self->size = (guint64) info.st_size;
  self->mtime = get_mtime (&info);
  if (stat (wal, &info) == 0 && info.st_size > 0)
    {
      self->wal_size = (guint64) info.st_size;
      self->wal_mtime = get_mtime (&info);
    }
  return TRUE;
}

gboolean
ts_file_identity_read_header (TsFileIdentity *self, sqlite3 *db)
{
  sqlite3_file *file = NULL;
  int has_moved = 0;

  memset (self->header, 0, sizeof self->header);
  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
      || file == NULL || file->pMethods == NULL)
    return FALSE;
  /* Not every VFS knows; then the looks from outside have to do. */
  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) == SQLITE_OK
      && has_moved)
    return FALSE;
  return file->pMethods->xRead (file, self->header, sizeof self->header, 0) == SQLITE_OK;
}

gboolean
ts_file_identity_looks_like (const TsFileIdentity *self, const TsFileIdentity *other)
{
  return self->device == other->device && self->inode == other->inode && self->size == other->size
         && self->mtime == other->mtime && self->wal_size == other->wal_size
         && self->wal_mtime == other->wal_mtime;
}

gboolean
ts_file_identity_equal (const TsFileIdentity *self, const TsFileIdentity *other)
{
  return ts_file_identity_looks_like (self, other)
         && memcmp (self->header, other->header, sizeof self->header) == 0;
}

void
ts_file_identity_set_error (const TsFileIdentity *old, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  TsFileIdentity now;
  gboolean is_there = ts_file_identity_look (&now, path);

  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED,
               !is_there ? _ ("“%s” was deleted or moved away while it was open.")
               : now.device != old->device || now.inode != old->inode
                   ? _ ("“%s” was replaced by another file while it was open. Reload it.")
               : now.size < old->size
                   ? _ ("“%s” was cut off or written anew while it was open. Reload it.")
                   : _ ("“%s” was changed while it was open. Reload it."),
               name);
}
