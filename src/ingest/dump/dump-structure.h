/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of the dump wing; commands and pages may include it. */

#include "structure/structure.h"

G_BEGIN_DECLS

/* The folder of one (step, rank): path itself when it holds construct.json or dump.json, else
 * step<N>/rank<R> or step<N>/proc<PID> below it. step or rank -1: the lowest there is. Caller
 * frees. Errors: G_FILE_ERROR, TS_IMPORT_ERROR_NO_DATA. */
char *ts_dump_structure_find (const char *path, gint64 step, gint64 rank, GError **error);

/* Reads construct.json, dump.json and stack.json of one folder. compat: as msProbe's builder
 * (structure-builder.h), which needs the first two whole; otherwise what can be read is shown and
 * the notes say what could not. Errors: G_FILE_ERROR, TS_IMPORT_ERROR; they name the file. */
TsStructure *ts_dump_structure_load (const char *folder, gboolean compat, GError **error);

G_END_DECLS
