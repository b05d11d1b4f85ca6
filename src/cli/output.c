/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
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
  GString *buffer;
};

static gboolean
fail (const TsOutput *self, int code, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->path);

  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
               _ ("Could not write “%s”: %s"), display, g_strerror (code));
  return FALSE;
}

static void
output_free (TsOutput *self)
{
  if (self->fd >= 0 && self->fd != STDOUT_FILENO)
    close (self->fd);
  if (self->part != NULL)
    g_unlink (self->part);
  g_string_free (self->buffer, TRUE);
  g_free (self->path);
  g_free (self->part);
  g_free (self);
}

/* The mode that the file has, or gets. */
static mode_t
get_mode (const char *path)
{
  struct stat info;
  mode_t mask = umask (0);

  umask (mask);
  return stat (path, &info) == 0 ? info.st_mode & 0777 : 0666 & ~mask;
}

static gboolean
open_part (TsOutput *self, GError **error)
{
  g_autofree char *target = realpath (self->path, NULL);

  if (target != NULL)
    {
      g_free (self->path);
      self->path = g_steal_pointer (&target);
    }
  self->part = g_strconcat (self->path, ".XXXXXX", NULL);
  self->fd = g_mkstemp_full (self->part, O_RDWR | O_CLOEXEC, (int) get_mode (self->path));
  if (self->fd >= 0)
    return TRUE;
  g_clear_pointer (&self->part, g_free);
  return fail (self, errno, error);
}

TsOutput *
ts_output_open (const char *path, GError **error)
{
  TsOutput *self = g_new0 (TsOutput, 1);
  struct stat info;
  gboolean opened = TRUE;

  self->path = g_strdup (path);
  self->buffer = g_string_sized_new (BUFFER_SIZE);
  if (strcmp (path, "-") == 0)
    self->fd = STDOUT_FILENO;
  else if (stat (path, &info) == 0 ? !S_ISREG (info.st_mode)
                                   : lstat (path, &info) == 0) /* a link to what is not there yet */
    {
      self->fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
      opened = self->fd >= 0 || fail (self, errno, error);
    }
  else
    {
      self->fd = -1;
      opened = open_part (self, error);
    }
  if (!opened)
    g_clear_pointer (&self, output_free);
  return self;
}

static gboolean
flush (TsOutput *self, GError **error)
{
  for (gsize done = 0; done < self->buffer->len;)
    {
      gssize n = write (self->fd, self->buffer->str + done, self->buffer->len - done);
      if (n < 0 && errno != EINTR)
        return fail (self, errno, error);
      done += n > 0 ? (gsize) n : 0;
    }
  g_string_truncate (self->buffer, 0);
  return TRUE;
}

gboolean
ts_output_write (TsOutput *self, const char *text, gssize length, GError **error)
{
  g_string_append_len (self->buffer, text, length);
  return self->buffer->len < BUFFER_SIZE || flush (self, error);
}

gboolean
ts_output_close (TsOutput *self, gboolean good, GError **error)
{
  good = good && flush (self, error);
  if (good && self->part != NULL)
    {
      if (fsync (self->fd) != 0 || g_rename (self->part, self->path) != 0)
        good = fail (self, errno, error);
      else
        g_clear_pointer (&self->part, g_free);
    }
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
