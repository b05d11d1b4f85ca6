/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/source-file.h"

#include <errno.h>
#include <unistd.h>

#define HEAD 1024
#define TAIL 4096

void
ts_source_file_clear (gpointer data)
{
  TsSourceFile *self = data;

  g_free (self->path);
  g_free (self->outcome);
}

gboolean
ts_source_is_same (const TsSourceFile *self, const TsSourceFile *known)
{
  return self->size == known->size && self->mtime == known->mtime
         && (!self->is_one || self->mark == known->mark);
}

/* FNV-1a. */
static guint64
add_bytes (guint64 hash, int fd, guint64 from, gsize length)
{
  guint8 bytes[TAIL];
  gssize n;

  do
    n = pread (fd, bytes, length, (off_t) from);
  while (n < 0 && errno == EINTR);
  for (gssize i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
  return hash;
}

guint64
ts_source_mark (int fd, guint64 end)
{
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  hash = add_bytes (hash, fd, 0, (gsize) MIN (end, HEAD));
  return add_bytes (hash, fd, end - MIN (end, TAIL), (gsize) MIN (end, TAIL));
}
