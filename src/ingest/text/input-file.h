/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a regular file for reading from front to back; anything else (a folder, a pipe that would
 * never end) is refused. size may be NULL. Returns: a descriptor to close, or -1 with a
 * G_FILE_ERROR whose message does not name the file. */
int ts_input_file_open (const char *path, guint64 *size, GError **error);

G_END_DECLS
