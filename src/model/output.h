/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whatever the program writes on command: "-" is standard output; a link is followed; a FIFO or
 * device is written to; a file is replaced when all of it has been written, and stays what it was,
 * or absent, when something fails. */
typedef struct _TsOutput TsOutput;

/* NULL with an error that names the file. */
TsOutput *ts_output_open (const char *path, GError **error);
/* For functions that write to a stream: theirs while self lives, buffered, not to be closed. */
GOutputStream *ts_output_get_stream (TsOutput *self);
/* length -1: up to the NUL. */
gboolean ts_output_write (TsOutput *self, const char *text, gssize length, GError **error);
/* Frees self. good: nothing failed before; else what was written goes, and the result is FALSE. An
 * error, also one from before, names the file afterwards. */
gboolean ts_output_close (TsOutput *self, gboolean good, GError **error);

/* All of it for a text. */
gboolean ts_output_write_all (const char *path, const char *text, gsize length, GError **error);

G_END_DECLS
