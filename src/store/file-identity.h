/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

struct sqlite3;

/* Private to the store: which content of which file was read. Two reads belong together only when
 * their identities are equal: another file in its place has another inode, a transaction by another
 * program another header (change counter, schema cookie, number of pages) or -wal, and a file
 * written over another size or time. */
typedef struct
{
  guint64 device;
  guint64 inode;
  guint64 size;
  gint64 mtime;     /* nanoseconds since the epoch */
  guint64 wal_size; /* 0 without a -wal file, which is the same as an empty one */
  gint64 wal_mtime;
  guint8 header[100]; /* all zero when the file was only looked at from outside */
} TsFileIdentity;

/* From outside: FALSE when there is no such file. Opens nothing, since closing another descriptor
 * of the file would drop SQLite's locks. */
gboolean ts_file_identity_look (TsFileIdentity *self, const char *path);
/* The header as the connection reads it, in its transaction. FALSE when it can't be read, or when
 * the connection's file no longer has the name it was opened by. */
gboolean ts_file_identity_read_header (TsFileIdentity *self, struct sqlite3 *db);

/* Equal from outside: the headers are not compared. */
gboolean ts_file_identity_looks_like (const TsFileIdentity *self, const TsFileIdentity *other);
gboolean ts_file_identity_equal (const TsFileIdentity *self, const TsFileIdentity *other);

/* Sets error to TS_STORE_ERROR_CHANGED and what became of the file at path since it was old. */
void ts_file_identity_set_error (const TsFileIdentity *old, const char *path, GError **error);

G_END_DECLS
