/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* How a database file is opened; all of them read-only. */
typedef enum
{
  TS_OPEN_MODE_PLAIN,     /* with SQLite's locks */
  TS_OPEN_MODE_IMMUTABLE, /* no locks, the file alone */
  TS_OPEN_MODE_UNSHARED,  /* no locks, the file and its -wal, the -wal's index in memory */
} TsOpenMode;

/* Refuses what can't be a database before SQLite sees it: nothing there, no permission, a folder,
 * a pipe, an empty file. */
gboolean ts_open_mode_check_file (const char *path, GError **error);

/* Opens (SQLite reads nothing yet). *db is the caller's. */
gboolean ts_open_mode_connect (const char *path, TsOpenMode mode, sqlite3 **db, GError **error);

/* Reads the header through a plain connection that has not been used yet: refuses files that are
 * not SQLite or shorter than they say, and tells how to open it so that no file appears beside it.
 */
gboolean ts_open_mode_choose (const char *path, sqlite3 *db, TsOpenMode *mode, GError **error);

/* When code means that the file system can't lock: the mode that does without locks and still sees
 * all data. FALSE for any other code, and when a rollback journal would be overlooked. */
gboolean ts_open_mode_choose_without_locks (const char *path, int code, TsOpenMode *mode);

G_END_DECLS
