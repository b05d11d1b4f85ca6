/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/monitor/monitor-time.h"

#include <stdlib.h>

#define DAY (G_GINT64_CONSTANT (24) * 60 * 60)

static const char month_names[12][4]
    = { "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec" };
/* Of a leap year: without a year any February may be one. */
static const int month_days[12] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

/* One or two digits between min and max, and the character after them. */
static gboolean
take_number (const char **p, const char *end, int min, int max, char after, int *number)
{
  int n = 0, digits = 0;

  for (; *p < end && g_ascii_isdigit (**p) && digits < 2; (*p)++, digits++)
    n = n * 10 + g_ascii_digit_value (**p);
  if (digits == 0 || n < min || n > max)
    return FALSE;
  *number = n;
  if (after == '\0')
    return *p == end;
  if (*p == end || **p != after)
    return FALSE;
  (*p)++;
  return TRUE;
}

static int
find_month (const char *text)
{
  for (int month = 0; month < 12; month++)
    if (g_ascii_strncasecmp (text, month_names[month], 3) == 0)
      return month;
  return -1;
}

/* Reads all of text as "%b%d_%H-%M-%S" with English month names in any case, whatever the locale.
 * Returns: seconds since the year began, of a leap year; -1 when text is no such time. */
gint64
ts_monitor_time_parse (const char *text, gsize length)
{
  const char *p = text + 3;
  const char *end = text + length;
  gint64 days = 0;
  int month, day, hour, minute, second;

  if (length < 3 || (month = find_month (text)) < 0)
    return -1;
  if (!take_number (&p, end, 1, month_days[month], '_', &day)
      || !take_number (&p, end, 0, 23, '-', &hour) || !take_number (&p, end, 0, 59, '-', &minute)
      || !take_number (&p, end, 0, 61, '\0', &second))
    return -1;
  for (int i = 0; i < month; i++)
    days += month_days[i];
  return (days + day - 1) * DAY + hour * 3600 + minute * 60 + second;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Where in the year the run begins that has these n times (in any order). When they are both in
 * December and in January it crossed New Year; it then began after its longest pause.
 * Returns: seconds as ts_monitor_time_parse() has them; 0 for a run inside one year. */
gint64
ts_monitor_time_origin (const gint64 *times, guint n)
{
  g_autofree gint64 *sorted = NULL;
  gint64 longest, origin;

  if (n == 0)
    return 0;
  sorted = g_memdup2 (times, sizeof *times * n);
  qsort (sorted, n, sizeof *sorted, compare_times);
  if (sorted[0] >= month_days[0] * DAY || sorted[n - 1] < TS_MONITOR_YEAR - month_days[11] * DAY)
    return 0;
  origin = sorted[0];
  longest = sorted[0] + TS_MONITOR_YEAR - sorted[n - 1];
  for (guint i = 1; i < n; i++)
    if (sorted[i] - sorted[i - 1] > longest)
      {
        longest = sorted[i] - sorted[i - 1];
        origin = sorted[i];
      }
  return origin;
}

/* Seconds from origin to the next such time of a year. */
gint64
ts_monitor_time_since (gint64 time, gint64 origin)
{
  return time >= origin ? time - origin : time - origin + TS_MONITOR_YEAR;
}
