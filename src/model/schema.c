/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/schema.h"

#include <math.h>

const char *const ts_dump_metrics[]
    = { "forward", "backward", "recompute", "parameters_grad", NULL };
const char *const ts_dump_stats[] = { "norm", "max", "min", "mean", NULL };
const char *const ts_monitor_metrics[]
    = { "actv",         "actv_grad",    "exp_avg",       "exp_avg_sq", "grad_unreduced",
        "grad_reduced", "param_origin", "param_updated", "other",      NULL };
const char *const ts_monitor_stats[]
    = { "norm",        "min", "max",         "zeros", "nans",     "mean",  "entropy",
        "softmax_max", "sr",  "kernel_norm", "std_x", "jacobian", "proxy", "token_similarity",
        NULL };

/* msProbe misspells the table that tag_target_mapping refers to (formats.md S1); ours is right,
 * which its plug-in cannot notice, since it never turns foreign keys on. */
const char ts_schema_tables_sql[]
    = "CREATE TABLE monitoring_targets ("
      " target_id INTEGER PRIMARY KEY AUTOINCREMENT,"
      " target_name TEXT NOT NULL,"
      " vpp_stage INTEGER NOT NULL,"
      " micro_step INTEGER NOT NULL DEFAULT 0,"
      " UNIQUE(target_name, vpp_stage, micro_step));"
      "CREATE TABLE monitoring_metrics ("
      " metric_id INTEGER PRIMARY KEY AUTOINCREMENT,"
      " metric_name TEXT UNIQUE NOT NULL);"
      "CREATE TABLE monitoring_tags ("
      " tag_id INTEGER PRIMARY KEY AUTOINCREMENT,"
      " tag_name TEXT NOT NULL,"
      " category TEXT NOT NULL,"
      " metric_id INTEGER NOT NULL REFERENCES monitoring_metrics(metric_id),"
      " UNIQUE(tag_name, category, metric_id));"
      "CREATE TABLE tag_target_mapping ("
      " tag_id INTEGER NOT NULL REFERENCES monitoring_tags(tag_id),"
      " target_id INTEGER NOT NULL REFERENCES monitoring_targets(target_id),"
      " PRIMARY KEY(tag_id, target_id));";

const char ts_schema_own_tables_sql[]
    = "CREATE TABLE trendscope_meta (key TEXT PRIMARY KEY, value TEXT);"
      "CREATE TABLE trendscope_steps ("
      " step INTEGER PRIMARY KEY, train_step INTEGER, micro_step INTEGER);"
      "CREATE TABLE trendscope_targets ("
      " target_id INTEGER PRIMARY KEY, dtype TEXT, shape TEXT, place INTEGER);"
      "CREATE TABLE trendscope_ranks (rank INTEGER PRIMARY KEY);"
      "CREATE TABLE trendscope_sources ("
      " path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, read_to INTEGER, outcome TEXT,"
      " line INTEGER, rows INTEGER, first_step INTEGER, last_step INTEGER, rank INTEGER,"
      " mark INTEGER, flags INTEGER);"
      "CREATE TABLE trendscope_first ("
      " metric_id INTEGER, target_id INTEGER, rank INTEGER, step INTEGER,"
      " PRIMARY KEY (metric_id, target_id)) WITHOUT ROWID;"
      "CREATE TABLE trendscope_report ("
      " severity TEXT, code TEXT, path TEXT, line INTEGER, message TEXT, count INTEGER);";

const char ts_schema_events_sql[]
    = "CREATE TABLE IF NOT EXISTS trendscope_events (id INTEGER PRIMARY KEY, path TEXT, text BLOB);";

const char *
ts_format_to_string (TsFormat format)
{
  switch (format)
    {
    case TS_FORMAT_DUMP:
      return "dump";
    case TS_FORMAT_MONITOR:
      return "monitor";
    case TS_FORMAT_AUTO:
    default:
      return "auto";
    }
}

gboolean
ts_format_from_string (const char *text, TsFormat *format)
{
  for (int i = TS_FORMAT_AUTO; i <= TS_FORMAT_MONITOR; i++)
    if (g_strcmp0 (text, ts_format_to_string ((TsFormat) i)) == 0)
      {
        *format = (TsFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* The value that trend_data holds for value (formats.md 1.9.7): infinities become ±(1e9 + 1),
 * finite values are clamped to ±1e9, NaN stays NaN (and becomes NULL in SQLite). */
double
ts_clamp_value (double value)
{
  if (isnan (value))
    return value;
  if (isinf (value))
    return copysign (TS_STORED_INF, value);
  return CLAMP (value, -TS_CLAMP, TS_CLAMP);
}

static char *
table_sql (const char *table, const char *const *stats, const char *column_type)
{
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql,
                          "CREATE TABLE %s ("
                          "rank INTEGER NOT NULL, "
                          "step INTEGER NOT NULL, "
                          "target_id INTEGER NOT NULL, "
                          "metric_id INTEGER NOT NULL, ",
                          table);
  for (guint i = 0; stats[i] != NULL; i++)
    g_string_append_printf (sql, "\"%s\" %s, ", stats[i], column_type);
  g_string_append (sql, "PRIMARY KEY (rank, step, target_id, metric_id), "
                        "FOREIGN KEY (target_id) REFERENCES monitoring_targets(target_id), "
                        "FOREIGN KEY (metric_id) REFERENCES monitoring_metrics(metric_id)"
                        ") WITHOUT ROWID");
  return g_string_free (sql, FALSE);
}

/* CREATE TABLE trend_data with one REAL column per stat (NULL-terminated identifiers). Caller
 * frees. */
char *
ts_schema_trend_data_sql (const char *const *stats)
{
  return table_sql ("trend_data", stats, "REAL DEFAULT NULL");
}

/* CREATE TABLE trendscope_exact: the same key, every stat as text. Caller frees. */
char *
ts_schema_exact_sql (const char *const *stats)
{
  return table_sql ("trendscope_exact", stats, "TEXT DEFAULT NULL");
}

/* Whether name may stand as a column name: a letter or underscore, then letters, digits,
 * underscores, at most 64 in all (ASCII only). */
gboolean
ts_is_identifier (const char *name)
{
  gsize n = 0;

  if (name == NULL || !(g_ascii_isalpha (name[0]) || name[0] == '_'))
    return FALSE;
  for (; name[n] != '\0'; n++)
    if (!(g_ascii_isalnum (name[n]) || name[n] == '_'))
      return FALSE;
  return n <= 64;
}
