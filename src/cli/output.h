/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where a command writes: "-" is standard output; a link is followed; a FIFO or device is written
 * to; a file is replaced when all of it has been written, and stays what it was, or absent, when
 * something fails. */
typedef struct _TsOutput TsOutput;

/* Errors, of all three: G_FILE_ERROR that names the file. */
TsOutput *ts_output_open (const char *path, GError **error);
/* length -1: up to the NUL. */
gboolean ts_output_write (TsOutput *self, const char *text, gssize length, GError **error);
/* Frees self. good: nothing failed before; else what was written goes, and the result is FALSE. */
gboolean ts_output_close (TsOutput *self, gboolean good, GError **error);

/* All three for a text. */
gboolean ts_output_write_all (const char *path, const char *text, gsize length, GError **error);

G_END_DECLS
