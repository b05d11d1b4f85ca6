/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"
#include "ingest/import-source.h"

G_BEGIN_DECLS

/* Takes what the monitor noted in anomaly_detected/<folder>/anomaly.json below data_dir into notes
 * (TsSourceNote*), ranks ascending, and reports how many anomalies that are and what can't be read
 * of them. */
void ts_monitor_anomalies_read (const char *data_dir, GPtrArray *notes, TsImportReport *report);

G_END_DECLS
