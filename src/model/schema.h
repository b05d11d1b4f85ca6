/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The names that *.trend.db, msProbe and Trendscope share. The tables and columns are msProbe's
 * contract; those named trendscope_* are ours and optional on reading. */

#define TS_SCHEMA_VERSION 1

#define TS_DUMP_DB_NAME    "dump_data.trend.db"
#define TS_MONITOR_DB_NAME "monitor_data.trend.db"
#define TS_DB_SUFFIX       ".trend.db"

/* Values that trend_data can hold: finite numbers are clamped to ±TS_CLAMP, infinities are one
 * more. */
#define TS_CLAMP      1e9
#define TS_STORED_INF (TS_CLAMP + 1)

#define TS_MAX_STATS 32

typedef enum
{
  TS_FORMAT_AUTO,
  TS_FORMAT_DUMP,
  TS_FORMAT_MONITOR,
} TsFormat;

/* Metric ids of dump databases, as msProbe numbers them. */
typedef enum
{
  TS_DUMP_FORWARD = 1,
  TS_DUMP_BACKWARD = 2,
  TS_DUMP_RECOMPUTE = 3,
  TS_DUMP_PARAMETERS_GRAD = 4,
} TsDumpMetric;

/* NULL-terminated, in canonical order. */
extern const char *const ts_dump_metrics[];    /* forward … parameters_grad */
extern const char *const ts_dump_stats[];      /* norm, max, min, mean */
extern const char *const ts_monitor_metrics[]; /* actv … other */
extern const char *const ts_monitor_stats[];   /* norm … token_similarity */

const char *ts_format_to_string (TsFormat format);
gboolean ts_format_from_string (const char *text, TsFormat *format);

double ts_clamp_value (double value);

/* The CREATE TABLE statements shared by every database (without trend_data, trendscope_exact and
 * global_stats, whose columns depend on the data). */
extern const char ts_schema_tables_sql[];
extern const char ts_schema_own_tables_sql[];
/* Only where a run noted events of its own. */
extern const char ts_schema_events_sql[];

char *ts_schema_trend_data_sql (const char *const *stats);
char *ts_schema_exact_sql (const char *const *stats);

gboolean ts_is_identifier (const char *name);

G_END_DECLS
