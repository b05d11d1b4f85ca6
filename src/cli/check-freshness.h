/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the commands in this folder. */
#pragma once

#include "ingest/import-options.h"

G_BEGIN_DECLS

/* Prints, as JSON, how the databases of options stand to its data: an array of objects with
 * "database", "known" (whether it says what it was made of), "current", "text" and the counts of
 * TsFreshness; "known" is false where there is no database yet. Returns an exit status: 0 when all
 * are current, TS_EXIT_INCOMPLETE when one is not, TS_EXIT_NOTHING when it can't be told. */
int ts_cli_check_freshness (const TsImportOptions *options);

/* A line on stderr when the folder that the database at path lies in has data that it was made of,
 * and something is newer there. */
void ts_cli_warn_if_stale (const char *path);

G_END_DECLS
