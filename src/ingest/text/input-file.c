/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/text/input-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int
fail (int fd, GError **error)
{
  int code = errno;

  if (fd >= 0)
    close (fd);
  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s", g_strerror (code));
  return -1;
}

int
ts_input_file_open (const char *path, guint64 *size, GError **error)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  struct stat info;

  if (fd < 0 || fstat (fd, &info) != 0)
    return fail (fd, error);
  if (!S_ISREG (info.st_mode))
    {
      close (fd);
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("not a regular file"));
      return -1;
    }
  posix_fadvise (fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  if (size != NULL)
    *size = (guint64) info.st_size;
  return fd;
}
