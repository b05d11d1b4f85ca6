/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-name.h"

#include "ingest/text/decimal.h"
#include "ingest/text/text-bytes.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* The ends of names that say which tensor of a module it is, not where the module stands. */
static const char *const slots[] = { ".input", ".output", ".grad_input", ".grad_output", NULL };

/* Where the path part of name ends: before ".input", ".output_1", ".grad_input.0" … */
static gsize
path_length (const GString *name)
{
  gsize n = name->len;

  while (n > 0 && g_ascii_isdigit (name->str[n - 1]))
    n--;
  if (n == name->len || n == 0 || (name->str[n - 1] != '_' && name->str[n - 1] != '.'))
    n = name->len;
  else
    n--;
  for (guint i = 0; slots[i] != NULL; i++)
    {
      gsize length = strlen (slots[i]);
      if (n >= length && memcmp (name->str + n - length, slots[i], length) == 0)
        return n - length;
    }
  return name->len;
}

/* Applies mapping (may be NULL) to name: with compat to all of it, else to its path part only
 * (rules.md V6). */
void
ts_monitor_name_map (const TsMapping *mapping, gboolean compat, GString *name)
{
  gsize length = compat ? name->len : path_length (name);
  g_autofree char *slot = NULL;

  if (mapping == NULL)
    return;
  slot = g_strdup (name->str + length);
  g_string_truncate (name, length);
  ts_mapping_apply (mapping, name);
  g_string_append (name, slot);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Reports names that mapping makes equal (rules.md V6): of their rows with the same step only one
 * can be stored. */
void
ts_monitor_names_report_merged (TsMonitorNames *names,
                                const TsMapping *mapping,
                                TsImportReport *report)
{
  guint n;
  g_autofree gpointer *sorted = g_hash_table_get_keys_as_array (names->names, &n);
  g_autoptr (GHashTable) mapped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  qsort (sorted, n, sizeof *sorted, compare_names);
  for (guint i = 0; i < n; i++)
    {
      GString *name = g_string_new (sorted[i]);
      const char *other;

      ts_monitor_name_map (mapping, FALSE, name);
      other = g_hash_table_lookup (mapped, name->str);
      if (other != NULL)
        ts_import_report_add (report, TS_SEVERITY_WARNING, "merged-names", "", 0, 1, 0,
                              _ ("The mapping turns “%s” and “%s” both into “%s”."), other,
                              (char *) sorted[i], name->str);
      g_hash_table_insert (mapped, g_string_free (name, FALSE), sorted[i]);
    }
}

/* Appends a name as msProbe has it after pandas took the column for numbers, if it did: "nan" for
 * nothing, "123.0" for 123 where a name is missing or no column is text. */
void
ts_monitor_name_append_compat (GString *out,
                               TsCsvField cell,
                               const TsMonitorSurvey *survey,
                               const TsMonitorHeader *header)
{
  gboolean has_text = header->shape >= 0 || header->dtype >= 0;
  g_autofree char *number = NULL;
  double value;

  if (ts_monitor_cell_is_missing_name (cell))
    {
      g_string_append (out, "nan");
      return;
    }
  if (!survey->names_are_numbers || !ts_decimal_parse (cell.text, cell.length, &value))
    {
      ts_text_bytes_append (out, cell.text, cell.length);
      return;
    }
  number = ts_format_exact (value);
  g_string_append (out, number);
  if ((!survey->names_are_integers || !has_text) && strpbrk (number, ".en") == NULL)
    g_string_append (out, ".0");
}

/* Reads what Python's float() reads and ts_decimal_parse() doesn't: digits parted by underscores.
 */
gboolean
ts_monitor_name_parse_python_float (const char *text, gsize length, double *value)
{
  g_autoptr (GString) digits = g_string_sized_new (length);

  if (length > 400)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      gboolean parting = text[i] == '_' && i > 0 && i + 1 < length && g_ascii_isdigit (text[i - 1])
                         && g_ascii_isdigit (text[i + 1]);
      if (!parting)
        g_string_append_c (digits, text[i]);
    }
  return ts_decimal_parse (digits->str, digits->len, value);
}
