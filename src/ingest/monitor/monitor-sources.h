/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/imported.h"
#include "ingest/monitor/monitor-files.h"

G_BEGIN_DECLS

/* A TsSourceFile of each of files: what is to be read of it when the database was made of onto
 * (NULL: of nothing yet). Errors: TS_IMPORT_ERROR_ANEW when a file is not what was read, and more.
 * Caller unrefs. */
GArray *ts_monitor_sources_new (const TsMonitorFiles *files,
                                const char *data_dir,
                                const TsImported *onto,
                                GError **error);

G_END_DECLS
