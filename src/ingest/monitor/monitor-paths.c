/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/monitor/monitor-paths.h"

#include "ingest/file-variant.h"
#include "ingest/folder-names.h"
#include "ingest/monitor/monitor-time.h"
#include "model/schema.h"

#include <string.h>

/* Row batches hold ranks in 32 bits; no training has more. */
#define MAX_RANK G_MAXINT32

#define DAY         (G_GINT64_CONSTANT (24) * 60 * 60)
#define FEBRUARY_29 ((31 + 28) * DAY)

static int
metric_index (const char *metric)
{
  for (int i = 0; ts_monitor_metrics[i] != NULL; i++)
    if (strcmp (metric, ts_monitor_metrics[i]) == 0)
      return i;
  return G_MAXINT;
}

int
ts_monitor_metric_compare (const char *a, const char *b)
{
  int x = metric_index (a), y = metric_index (b);

  return x != y ? (x > y) - (x < y) : strcmp (a, b);
}

/* --- file names --- */

static gboolean
take_digits (const char **p, gint64 *number)
{
  const char *start = *p;
  gint64 n = 0;

  for (; g_ascii_isdigit (**p); (*p)++)
    {
      n = n * 10 + g_ascii_digit_value (**p);
      if (*p - start >= 15)
        return FALSE;
    }
  *number = n;
  return *p > start;
}

static gboolean
take_text (const char **p, const char *text)
{
  if (!g_str_has_prefix (*p, text))
    return FALSE;
  *p += strlen (text);
  return TRUE;
}

/* "<a>-<b>", and "_part_<k>" if there is one. */
static gboolean
take_range (const char **p, TsMonitorFileName *parsed)
{
  if (!take_digits (p, &parsed->first_step) || !take_text (p, "-")
      || !take_digits (p, &parsed->last_step))
    return FALSE;
  return !take_text (p, "_part_") || take_digits (p, &parsed->part);
}

/* msProbe looks at the text before the last "_" and at the beginning of the name only. */
static gboolean
parse_compat (const char *name, TsMonitorFileName *parsed)
{
  const char *underscore = strrchr (name, '_');
  const char *p;

  if (underscore == NULL)
    return FALSE;
  parsed->metric = g_strndup (name, (gsize) (underscore - name));
  p = underscore + 1;
  return metric_index (parsed->metric) != G_MAXINT && take_digits (&p, &parsed->first_step)
         && take_text (&p, "-") && take_digits (&p, &parsed->last_step) && take_text (&p, ".csv");
}

/* Anything before the range is a metric; the last range counts. */
static gboolean
parse_any (const char *name, TsMonitorFileName *parsed)
{
  for (const char *at = strrchr (name, '_'); at != NULL && at > name;
       at = g_strrstr_len (name, at - name, "_"))
    {
      const char *p = at + 1;

      parsed->part = -1;
      parsed->v2 = take_text (&p, "step");
      if (take_range (&p, parsed) && strcmp (p, ".csv") == 0)
        {
          parsed->metric = g_strndup (name, (gsize) (at - name));
          return ts_is_identifier (parsed->metric);
        }
    }
  return FALSE;
}

/* Reads the name of a file in a run folder: with compat msProbe's nine metrics by its own rule,
 * else whatever <metric>_<a>-<b>[_part_<k>].csv or <slug>_step<a>-<b>.csv names. FALSE when it is
 * not such a file; clear parsed in either case. */
gboolean
ts_monitor_file_name_parse (const char *name, gboolean compat, TsMonitorFileName *parsed)
{
  *parsed = (TsMonitorFileName){ .first_step = -1, .last_step = -1, .part = -1 };
  return compat ? parse_compat (name, parsed) : parse_any (name, parsed);
}

void
ts_monitor_file_name_clear (TsMonitorFileName *parsed)
{
  g_clear_pointer (&parsed->metric, g_free);
}

gboolean
ts_monitor_file_name_parse_plain (const char *name, TsMonitorFileName *parsed)
{
  static const char *const slugs[]
      = { "module.csv", "weight_grad.csv", "optimizer.csv", "param.csv", "cc.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (slugs); i++)
    if (strcmp (name, slugs[i]) == 0)
      {
        *parsed = (TsMonitorFileName){
          .metric = g_strndup (name, strlen (name) - strlen (".csv")),
          .v2 = TRUE,
          .first_step = -1,
          .last_step = -1,
          .part = -1,
        };
        return TRUE;
      }
  return FALSE;
}

/* --- folder names --- */

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-' || (guint8) c >= 0x80;
}

/* msProbe's pattern: at most 20 word characters, "-rank", one to five digits, "-". */
static const char *
find_compat_rank (const char *name)
{
  const char *found = NULL;

  for (const char *p = name; p - name <= 20; p++)
    {
      const char *end = p;
      gint64 n;

      if (take_text (&end, "-rank") && take_digits (&end, &n) && *end == '-'
          && end - p <= (gssize) strlen ("-rank") + 5)
        found = p;
      if (!is_word_byte (*p))
        break;
    }
  return found;
}

static TsMonitorFolderKind
parse_compat_folder (const char *name, TsMonitorFolderName *parsed)
{
  const char *at = find_compat_rank (name);
  const char *digits, *end;

  if (at == NULL)
    return TS_MONITOR_FOLDER_OTHER;
  digits = end = at + strlen ("-rank");
  take_digits (&end, &parsed->rank);
  parsed->rank_text = g_strndup (digits, (gsize) (end - digits));
  parsed->time = ts_monitor_time_parse (name, (gsize) (at - name));
  /* Python takes a time without a year for one of 1900, which was no leap year. */
  if (parsed->time >= FEBRUARY_29 && parsed->time < FEBRUARY_29 + DAY)
    parsed->time = -1;
  return parsed->time >= 0 ? TS_MONITOR_FOLDER_RUN : TS_MONITOR_FOLDER_UNUSABLE;
}

/* The longest beginning of name that is a time; people append text to it. */
static gint64
leading_time (const char *name)
{
  gsize longest = strlen ("Dec03_21-34-40");

  for (gsize length = MIN (longest, strlen (name)); length >= strlen ("Dec3_1-4-0"); length--)
    {
      gint64 time = ts_monitor_time_parse (name, length);
      if (time >= 0 && name[length] == '-')
        return time;
    }
  return -1;
}

/* Reads the name of a folder beside the others. With compat, msProbe's pattern decides; a time that
 * it can't read makes msProbe give up altogether, here it makes the folder unusable. Otherwise any
 * "…-rank<R>-…" (v1), "rank<R>" and "rank_<R>" (v2) is a run, whether its time is known or not.
 * Clear parsed in every case. */
TsMonitorFolderKind
ts_monitor_folder_name_parse (const char *name, gboolean compat, TsMonitorFolderName *parsed)
{
  TsFolderKind kind;

  *parsed = (TsMonitorFolderName){ .time = -1 };
  if (compat)
    return parse_compat_folder (name, parsed);
  kind = ts_folder_kind (name, &parsed->rank);
  if (kind != TS_FOLDER_RUN && kind != TS_FOLDER_RANK)
    return TS_MONITOR_FOLDER_OTHER;
  parsed->rank_text = g_strdup_printf ("%" G_GINT64_FORMAT, parsed->rank);
  parsed->time = leading_time (name);
  return parsed->rank <= MAX_RANK ? TS_MONITOR_FOLDER_RUN : TS_MONITOR_FOLDER_UNUSABLE;
}

void
ts_monitor_folder_name_clear (TsMonitorFolderName *parsed)
{
  g_clear_pointer (&parsed->rank_text, g_free);
}

gboolean
ts_monitor_is_data_file (const char *name)
{
  TsVariant variant;
  g_autofree char *plain = ts_variant_dup_plain (name, &variant);

  return variant != TS_VARIANT_COMPRESSED && g_str_has_suffix (plain, ".csv")
         && strcmp (plain, "stack_info.csv") != 0;
}
