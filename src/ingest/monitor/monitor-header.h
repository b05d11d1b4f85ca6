/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/csv-reader.h"

G_BEGIN_DECLS

/* What the first line of a monitor's CSV file says: which column is what (formats.md 2.3, 2.8;
 * rules.md M2, M3). */

/* A column of numbers. */
typedef struct
{
  guint column;
  int side;   /* index into sides; -1: of the row as a whole */
  char *stat; /* "norm" */
} TsMonitorValue;

typedef struct
{
  /* Places of the columns that are no statistics; -1: there is none. */
  int vpp_stage, name, step, micro_step, scope, dtype, shape;
  guint n_columns;
  GArray *values;      /* TsMonitorValue */
  GPtrArray *sides;    /* char*: "input", of columns like "input.min" */
  GPtrArray *columns;  /* char*: all names, valid UTF-8 */
  GPtrArray *left_out; /* char*: columns whose names can't be those of statistics */
  guint n_keys;        /* columns before the first statistic, where these are in msProbe's order;
                          else 0 */
} TsMonitorHeader;

TsMonitorHeader *
ts_monitor_header_parse (const TsCsvField *fields, guint n_fields, gboolean compat);
void ts_monitor_header_free (TsMonitorHeader *self);

char *ts_monitor_header_find_fault (const TsMonitorHeader *self);
gboolean ts_monitor_header_equal_fields (const TsMonitorHeader *self,
                                         const TsCsvField *fields,
                                         guint n_fields);
gboolean ts_monitor_header_is_repeated (const TsMonitorHeader *self,
                                        const TsCsvField *fields,
                                        guint n_fields);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorHeader, ts_monitor_header_free)

G_END_DECLS
