/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/csv-reader.h"
#include "ingest/import-report.h"
#include "ingest/monitor/monitor-cell.h"
#include "ingest/monitor/monitor-header.h"
#include "ingest/source-file.h"

G_BEGIN_DECLS

/* Reads the rows of one CSV file of a monitor, put right by rules.md M3–M6, or as msProbe reads
 * them. A line may give several rows (sides, measurements of one step), or none. */

typedef struct
{
  gboolean compat;
  gboolean v2;            /* monitor v2: rows without a micro_step column are counted */
  gint64 default_step;    /* of files without a column of steps */
  gint64 micro_base;      /* the number of the first micro-step */
  TsImportReport *report; /* NULL: silent */
  const char *path;       /* for the report */
  guint64 start;          /* byte: where reading goes on behind the header; 0: from the beginning */
  gint64 line;            /* of start */
  guint64 limit;          /* byte: what follows is not there yet; 0: nothing follows */
} TsMonitorReaderConfig;

/* A row: borrowed, valid until the next call. */
typedef struct
{
  gint32 vpp_stage;
  gint64 step;
  gint64 micro_step;              /* from 0; 0 when the file doesn't say */
  gboolean has_micro;             /* the file said */
  TsCsvField name;                /* bytes, with the side if there is one */
  TsCsvField scope, dtype, shape; /* empty when there are none */
  int side;                       /* whose values these are; -1: of columns without a side */
  guint group;                    /* which measurement of the line */
  gint64 line;
} TsMonitorRow;

/* More would be damage: no training accumulates that many gradients. */
#define TS_MONITOR_MAX_MICRO_STEPS 16384

typedef struct _TsMonitorReader TsMonitorReader;

TsMonitorReader *
ts_monitor_reader_open (const char *path, const TsMonitorReaderConfig *config, GError **error);
void ts_monitor_reader_free (TsMonitorReader *self);

const TsMonitorHeader *ts_monitor_reader_get_header (const TsMonitorReader *self);
guint ts_monitor_reader_get_header_serial (const TsMonitorReader *self);
gboolean ts_monitor_reader_next (TsMonitorReader *self, TsMonitorRow *row, GError **error);
TsCsvField ts_monitor_reader_get_cell (const TsMonitorReader *self, guint column);
gboolean ts_monitor_reader_is_malformed (const TsMonitorReader *self, gint64 *line);
guint64 ts_monitor_reader_get_offset (const TsMonitorReader *self);
void ts_monitor_reader_describe (const TsMonitorReader *self, TsSourceFile *file);
void
ts_monitor_reader_report_value (TsMonitorReader *self, const TsMonitorRow *row, TsCsvField cell);
/* Reports a whole number that no double is. */
void ts_monitor_reader_report_rounded (TsMonitorReader *self, const TsMonitorRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorReader, ts_monitor_reader_free)

G_END_DECLS
