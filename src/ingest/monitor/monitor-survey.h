/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/monitor/monitor-files.h"
#include "ingest/monitor/monitor-reader.h"

G_BEGIN_DECLS

/* What has to be known of a file before the first row of any can be stored: its steps, how many
 * micro-steps each has, and which statistics. One quick reading that keeps no row. */

typedef struct
{
  gint64 step;
  gint64 n_micro_steps; /* the largest number met + 1 */
} TsMonitorStepCount;

typedef struct
{
  gboolean usable;
  guint64 n_rows;
  gint64 min_step, max_step; /* without rows: as the file's name says, or 0 */
  gboolean ascending;        /* steps never go back */
  gint64 min_micro_step;     /* of the rows that say; G_MAXINT64: none */
  GArray *steps;             /* TsMonitorStepCount, as they came */
  GPtrArray *stats;          /* char*: as they came */
  GPtrArray *scopes;         /* char*: monitor v2 */

  /* What pandas makes of whole columns (compat): */
  guint64 bool_values; /* bit i: value column i holds only True, False and nothing */
  gboolean names_are_numbers, names_are_integers;
} TsMonitorSurvey;

/* All names of an import, for who has to compare them; thread-safe. */
typedef struct
{
  GMutex mutex;
  GHashTable *names; /* char*, UTF-8 */
} TsMonitorNames;

void ts_monitor_names_init (TsMonitorNames *self);
void ts_monitor_names_clear (TsMonitorNames *self);

void ts_monitor_survey_file (TsMonitorSurvey *self,
                             const TsMonitorFile *file,
                             const char *data_dir,
                             gboolean compat,
                             TsMonitorNames *names,
                             const TsSourceFile *part,
                             TsImportReport *report,
                             GCancellable *cancellable);
void ts_monitor_survey_clear (TsMonitorSurvey *self);

TsMonitorReaderConfig ts_monitor_survey_reader_config (const TsMonitorFile *file,
                                                       gboolean compat,
                                                       const TsSourceFile *part);

G_END_DECLS
