/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/monitor/monitor-cell.h"

#include "ingest/text/decimal.h"

#include <math.h>
#include <string.h>

#define MAX_INTEGER 9007199254740992.0 /* 2^53 */

gboolean
ts_monitor_cell_is_empty (TsCsvField cell)
{
  for (gsize i = 0; i < cell.length; i++)
    if (!g_ascii_isspace (cell.text[i]))
      return FALSE;
  return TRUE;
}

/* What pandas and spreadsheets write, and read, for "nothing here". */
gboolean
ts_monitor_cell_is_missing (TsCsvField cell)
{
  static const char *const words[]
      = { "#N/A", "#N/A N/A", "#NA", "<NA>", "N/A", "NA", "NULL", "None", "n/a", "null" };

  if (cell.length > 8)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == cell.length && memcmp (words[i], cell.text, cell.length) == 0)
      return TRUE;
  return ts_monitor_cell_is_empty (cell);
}

/* Empty or NaN: what pads a row. */
gboolean
ts_monitor_cell_is_nothing (TsCsvField cell)
{
  return ts_monitor_cell_is_empty (cell)
         || (cell.length == 3 && g_ascii_strncasecmp (cell.text, "nan", 3) == 0);
}

/* A whole number; "1.0" is one. With truncate "1.7" is 1, as in Python's int(). */
gboolean
ts_monitor_cell_read_integer (TsCsvField cell, gboolean truncate, gint64 *number)
{
  gint64 n = 0;
  gsize i;
  double value;

  for (i = 0; i < cell.length && i < 15 && g_ascii_isdigit (cell.text[i]); i++)
    n = n * 10 + (cell.text[i] - '0');
  if (i > 0 && i == cell.length)
    {
      *number = n;
      return TRUE;
    }
  if (!ts_decimal_parse (cell.text, cell.length, &value) || !(fabs (value) <= MAX_INTEGER)
      || (!truncate && value != trunc (value)))
    return FALSE;
  *number = (gint64) value;
  return TRUE;
}

gboolean
ts_monitor_cell_is (TsCsvField cell, const char *word)
{
  return cell.length == strlen (word) && memcmp (cell.text, word, cell.length) == 0;
}

/* Truth values as pandas writes and reads them. */
gboolean
ts_monitor_cell_is_bool (TsCsvField cell, double *value)
{
  *value = cell.length == 4 ? 1 : 0;
  if (cell.length != 4 && cell.length != 5)
    return FALSE;
  return ts_monitor_cell_is (cell, "True") || ts_monitor_cell_is (cell, "False")
         || ts_monitor_cell_is (cell, "true") || ts_monitor_cell_is (cell, "false")
         || ts_monitor_cell_is (cell, "TRUE") || ts_monitor_cell_is (cell, "FALSE");
}

/* What pandas takes for no text. */
gboolean
ts_monitor_cell_is_missing_name (TsCsvField cell)
{
  return cell.length == 0 || ts_monitor_cell_is (cell, "nan") || ts_monitor_cell_is (cell, "NaN")
         || ts_monitor_cell_is (cell, "-nan") || ts_monitor_cell_is (cell, "-NaN")
         || ts_monitor_cell_is_missing (cell);
}
