/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"

G_BEGIN_DECLS

void ts_monitor_anomalies_report (const char *data_dir, TsImportReport *report);

G_END_DECLS
