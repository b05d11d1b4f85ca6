/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/output.h"

#include "model/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_SIZE (64 * 1024)

struct _TsOutput
{
  char *path; /* what is written in the end, links resolved */
  char *part; /* what is renamed to it; NULL: written in place */
  int fd;
  GOutputStream *stream;
};

static gboolean
fail (int code, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

static void
output_free (TsOutput *self)
{
  g_clear_object (&self->stream);
  if (self->fd >= 0 && self->fd != STDOUT_FILENO)
    close (self->fd);
  if (self->part != NULL)
    {
      g_unlink (self->part);
      ts_unfinished_remove (self->part);
    }
  g_free (self->path);
  g_free (self->part);
  g_free (self);
}

/* old: what is replaced, whose mode the file gets; NULL: nothing. */
static gboolean
open_part (TsOutput *self, const struct stat *old, GError **error)
{
  g_autofree char *target = realpath (self->path, NULL);

  if (target != NULL)
    {
      g_free (self->path);
      self->path = g_steal_pointer (&target);
    }
  self->part = g_strconcat (self->path, ".XXXXXX", NULL);
  self->fd = g_mkstemp_full (self->part, O_RDWR | O_CLOEXEC, 0666);
  if (self->fd < 0)
    {
      g_clear_pointer (&self->part, g_free);
      return fail (errno, error);
    }
  ts_unfinished_add (self->part);
  return old == NULL || fchmod (self->fd, old->st_mode & 0777) == 0 || fail (errno, error);
}

static gboolean
open_path (TsOutput *self, GError **error)
{
  struct stat info;
  gboolean there = stat (self->path, &info) == 0;

  if (strcmp (self->path, "-") == 0)
    {
      fflush (stdout); /* what was printed before comes before */
      self->fd = STDOUT_FILENO;
      return TRUE;
    }
  if (there ? S_ISREG (info.st_mode) : lstat (self->path, &info) != 0)
    return open_part (self, there ? &info : NULL, error);
  /* No file, or a link to what is not there yet. */
  self->fd = g_open (self->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  return self->fd >= 0 || fail (errno, error);
}

TsOutput *
ts_output_open (const char *path, GError **error)
{
  TsOutput *self = g_new0 (TsOutput, 1);
  g_autoptr (GOutputStream) raw = NULL;

  self->path = g_strdup (path);
  self->fd = -1;
  if (!open_path (self, error))
    {
      ts_output_close (self, FALSE, error);
      return NULL;
    }
  raw = g_unix_output_stream_new (self->fd, FALSE);
  self->stream = g_buffered_output_stream_new_sized (raw, BUFFER_SIZE);
  return self;
}

GOutputStream *
ts_output_get_stream (TsOutput *self)
{
  return self->stream;
}

gboolean
ts_output_write (TsOutput *self, const char *text, gssize length, GError **error)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  return g_output_stream_write_all (self->stream, text, n, NULL, NULL, error);
}

static gboolean
finish (TsOutput *self, GError **error)
{
  if (!g_output_stream_flush (self->stream, NULL, error))
    return FALSE;
  if (self->part == NULL)
    return TRUE;
  if (fsync (self->fd) != 0 || g_rename (self->part, self->path) != 0)
    return fail (errno, error);
  ts_unfinished_remove (self->part);
  g_clear_pointer (&self->part, g_free);
  return TRUE;
}

gboolean
ts_output_close (TsOutput *self, gboolean good, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  good = good && finish (self, error);
  if (!good && strcmp (self->path, "-") == 0)
    g_prefix_error (error, "%s: ", _ ("Could not write to standard output"));
  else if (!good)
    g_prefix_error (error, _ ("Could not write “%s”: "), name);
  output_free (self);
  return good;
}

gboolean
ts_output_write_all (const char *path, const char *text, gsize length, GError **error)
{
  TsOutput *self = ts_output_open (path, error);

  return self != NULL
         && ts_output_close (self, ts_output_write (self, text, (gssize) length, error), error);
}
