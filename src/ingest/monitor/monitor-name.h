/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/mapping.h"
#include "ingest/monitor/monitor-survey.h"

G_BEGIN_DECLS

/* Names of a monitor's targets: what mapping and msProbe's reading through pandas make of them. */

void ts_monitor_name_map (const TsMapping *mapping, gboolean compat, GString *name);
void ts_monitor_name_append_compat (GString *out,
                                    TsCsvField cell,
                                    const TsMonitorSurvey *survey,
                                    const TsMonitorHeader *header);
void ts_monitor_names_report_merged (TsMonitorNames *names,
                                     const TsMapping *mapping,
                                     TsImportReport *report);
gboolean ts_monitor_name_parse_python_float (const char *text, gsize length, double *value);

G_END_DECLS
