/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/open-mode.h"

#include "model/number-format.h"
#include "store/catalog.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* https://www.sqlite.org/fileformat.html, section 1.3 */
#define HEADER_SIZE          100
#define HEADER_MAGIC         "SQLite format 3" /* with its terminating zero */
#define HEADER_PAGE_SIZE     16
#define HEADER_WRITE_VERSION 18
#define HEADER_COUNTER       24
#define HEADER_N_PAGES       28
#define HEADER_COUNTER_VALID 92
#define WAL_VERSION          2

static guint32
read_be32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_BE (value);
}

static gboolean
has_file (const char *path, const char *suffix)
{
  g_autofree char *beside = g_strconcat (path, suffix, NULL);

  return g_file_test (beside, G_FILE_TEST_EXISTS);
}

static gboolean
has_content (const char *path, const char *suffix)
{
  g_autofree char *beside = g_strconcat (path, suffix, NULL);
  GStatBuf info;

  return g_stat (beside, &info) == 0 && info.st_size > 0;
}

gboolean
ts_open_mode_check_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  GStatBuf info;

  if (g_stat (path, &info) != 0 || g_access (path, R_OK) != 0)
    {
      int code = errno;
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("“%s” can’t be opened: %s"),
                   name, g_strerror (code));
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   S_ISDIR (info.st_mode)
                       ? _ ("“%s” is a folder, not a database. Choose a *.trend.db file.")
                       : _ ("“%s” is not a regular file. Choose a *.trend.db file."),
                   name);
      return FALSE;
    }
  if (info.st_size == 0)
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   _ ("“%s” is empty (0 bytes). Import its data folder again."), name);
      return FALSE;
    }
  return TRUE;
}

gboolean
ts_open_mode_connect (const char *path, TsOpenMode mode, sqlite3 **db, GError **error)
{
  /* nolock=1 would refuse WAL; the VFS without locks reads it, given an exclusive locking mode. */
  static const char *const options[]
      = { "mode=ro", "mode=ro&immutable=1", "mode=ro&vfs=unix-none" };
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *escaped = g_uri_escape_bytes ((const guint8 *) absolute, strlen (absolute), "/");
  g_autofree char *uri = g_strdup_printf ("file://%s?%s", escaped, options[mode]);
  int code = sqlite3_open_v2 (uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                              NULL);

  if (code != SQLITE_OK)
    {
      g_autofree char *name = g_filename_display_name (path);
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_SQL, _ ("“%s” can’t be opened: %s"), name,
                   *db != NULL ? sqlite3_errmsg (*db) : sqlite3_errstr (code));
      g_clear_pointer (db, sqlite3_close);
    }
  return code == SQLITE_OK;
}

/* Through SQLite's own descriptor: closing another one of the same file would drop the locks of
 * every connection in this process. */
static gboolean
read_header (sqlite3 *db, guint8 *header, sqlite3_int64 *size)
{
  sqlite3_file *file = NULL;

  memset (header, 0, HEADER_SIZE);
  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
      || file == NULL || file->pMethods == NULL)
    return FALSE;
  if (file->pMethods->xFileSize (file, size) != SQLITE_OK)
    return FALSE;
  int code = file->pMethods->xRead (file, header, HEADER_SIZE, 0);
  return code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ;
}

/* What the file's header says it holds, in bytes; 0 when the header can't be trusted. */
static guint64
promised_size (const guint8 *header)
{
  guint64 page_size = (guint64) header[HEADER_PAGE_SIZE] << 8 | header[HEADER_PAGE_SIZE + 1];

  if (read_be32 (header + HEADER_COUNTER) != read_be32 (header + HEADER_COUNTER_VALID))
    return 0;
  return read_be32 (header + HEADER_N_PAGES) * (page_size == 1 ? 65536 : page_size);
}

gboolean
ts_open_mode_choose (const char *path, sqlite3 *db, TsOpenMode *mode, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gboolean has_wal = has_content (path, "-wal");
  guint8 header[HEADER_SIZE];
  sqlite3_int64 size = 0;
  guint64 promised;

  *mode = TS_OPEN_MODE_PLAIN;
  if (!read_header (db, header, &size)
      || memcmp (header, HEADER_MAGIC, MIN ((gsize) size, sizeof HEADER_MAGIC)) != 0)
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   _ ("“%s” is not an SQLite database. Choose a *.trend.db file."), name);
      return FALSE;
    }
  promised = size < HEADER_SIZE ? HEADER_SIZE : promised_size (header);
  /* With a journal beside it, the file's own header may be about to change. */
  if (promised > (guint64) size && !has_wal && !has_content (path, "-journal"))
    {
      g_autofree char *is = ts_format_bytes ((guint64) size);
      g_autofree char *should_be = ts_format_bytes (promised);
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   _ ("“%s” is cut off: %s of %s are there. Copy it again, or import its data "
                      "folder again."),
                   name, is, should_be);
      return FALSE;
    }
  /* A plain connection would create whichever of -wal and -shm is not there. */
  if (header[HEADER_WRITE_VERSION] == WAL_VERSION
      && !(has_file (path, "-wal") && has_file (path, "-shm")))
    *mode = has_wal ? TS_OPEN_MODE_UNSHARED : TS_OPEN_MODE_IMMUTABLE;
  return TRUE;
}

gboolean
ts_open_mode_choose_without_locks (const char *path, int code, TsOpenMode *mode)
{
  switch (code)
    {
    case SQLITE_IOERR_LOCK:
    case SQLITE_IOERR_RDLOCK:
    case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_CHECKRESERVEDLOCK:
    case SQLITE_IOERR_SHMLOCK:
    case SQLITE_IOERR_SHMMAP:
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_NOLFS:
      break;
    default:
      if ((code & 0xff) != SQLITE_PROTOCOL)
        return FALSE;
    }
  if (has_content (path, "-journal"))
    return FALSE;
  *mode = has_content (path, "-wal") ? TS_OPEN_MODE_UNSHARED : TS_OPEN_MODE_IMMUTABLE;
  return TRUE;
}
