/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/finding-text.h"

#include "model/call-order.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *
get_metric (const TsFinding *self, const TsCatalog *catalog)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == self->metric_id)
        return metric->name;
    }
  return NULL;
}

/* Without the framework's first component and the class name at the end. */
static char *
shorten_call (const char *target, gsize length)
{
  static const char *const prefixes[] = { "Module.", "Cell.", "module." };
  g_autofree char *call = g_strndup (target, length);
  const char *start = call;
  char *dot;

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (call, prefixes[i]))
      {
        start = call + strlen (prefixes[i]);
        break;
      }
  dot = strrchr (start, '.');
  if (start != call && dot != NULL && g_ascii_isupper (dot[1]))
    *dot = '\0';
  return g_strdup (start);
}

char *
ts_finding_dup_label (const TsFinding *self, const TsCatalog *catalog)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, self->target_id);
  g_autofree char *call = NULL;
  const char *dot;
  TsCallSlot slot;

  if (target == NULL)
    return g_strdup ("");
  ts_call_slot_parse (target->name, &slot);
  call = shorten_call (target->name, slot.call_length);
  dot = strrchr (target->name, '.');
  if (*call == '\0')
    return g_strdup (target->name);
  if (slot.kind != TS_CALL_SLOT_PARAMETER || dot == NULL)
    return g_steal_pointer (&call);
  return g_strconcat (call, dot, NULL);
}

static const TsCatalogStep *
get_step (const TsFinding *self, const TsCatalog *catalog)
{
  return ts_catalog_find_step (catalog, self->step);
}

/* "step 64, rank 5"; "step 64, all ranks". */
static char *
dup_place (const TsFinding *self, const TsCatalog *catalog)
{
  const TsCatalogStep *step = get_step (self, catalog);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, self->step);
  const char *label = step != NULL ? step->label : number;

  if (self->rank == TS_FINDING_ALL_RANKS)
    return g_strdup_printf (_ ("step %s, all ranks"), label);
  return g_strdup_printf (_ ("step %s, rank %" PRId64), label, self->rank);
}

char *
ts_finding_dup_text (const TsFinding *self, const TsCatalog *catalog)
{
  g_autofree char *label = ts_finding_dup_label (self, catalog);
  g_autofree char *place = dup_place (self, catalog);
  const char *metric = get_metric (self, catalog);

  if (*label == '\0')
    return g_strdup_printf ("%s: %s: %s", ts_grade_get_label (self->grade), place,
                            self->note != NULL ? self->note : "");
  return g_strdup_printf ("%s: %s, %s (%s): %s", ts_grade_get_label (self->grade), place, label,
                          metric != NULL ? metric : "", self->note != NULL ? self->note : "");
}

guint
ts_findings_count_followers (const TsFindings *self, gint64 cause_id)
{
  guint n = 0;

  for (guint i = 0; i < self->items->len; i++)
    n += ((TsFinding *) g_ptr_array_index (self->items, i))->cause_id == cause_id;
  return n;
}

char *
ts_findings_dup_sentence (const TsFindings *self, const TsCatalog *catalog)
{
  const TsFinding *first = ts_findings_get_first (self);
  g_autofree char *label = NULL, *place = NULL;
  GString *text;
  guint64 n_followers;

  if (first == NULL)
    return g_strdup (_ ("No fault was found."));
  label = ts_finding_dup_label (first, catalog);
  place = dup_place (first, catalog);
  text = g_string_new (NULL);
  if (first->rule == TS_RULE_NON_FINITE)
    /* Translators: step and rank, a call, what it did: “made a NaN; its input was finite”. */
    g_string_append_printf (text, _ ("First fault: %s. %s %s."), place, label,
                            first->note != NULL ? first->note : "");
  else
    /* Translators: step and rank, a call or parameter, what is wrong with it. */
    g_string_append_printf (text, _ ("First fault: %s. %s: %s."), place, label,
                            first->note != NULL ? first->note : "");
  n_followers = first->rule == TS_RULE_NON_FINITE ? first->count
                                                  : ts_findings_count_followers (self, first->id);
  if (n_followers > 0)
    {
      g_autofree char *count = ts_format_count (n_followers);
      g_string_append_c (text, ' ');
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%s tensor follows.",
                                           "%s tensors follow.", (gulong) n_followers),
                              count);
    }
  return g_string_free (text, FALSE);
}

static guint
limit (const TsFindings *self, guint top)
{
  return top == 0 ? self->items->len : MIN (top, self->items->len);
}

static void
append_dropped (const TsFindings *self, GString *text)
{
  for (int r = 0; r < TS_N_RULES; r++)
    if (self->dropped[r] > 0)
      {
        g_autofree char *count = ts_format_count (self->dropped[r]);
        /* Translators: the name of a rule, a number. */
        g_string_append_printf (text, _ ("%s: %s more, smaller ones, are not listed.\n"),
                                ts_rule_get_label ((TsRule) r), count);
      }
  if (self->softened)
    g_string_append (text, _ ("Calls that differ from their peers are so many that they are taken "
                              "for hints.\n"));
}

char *
ts_findings_to_text (const TsFindings *self, const TsCatalog *catalog, guint top)
{
  g_autofree char *sentence = ts_findings_dup_sentence (self, catalog);
  GString *text = g_string_new (sentence);

  g_string_append_c (text, '\n');
  for (guint i = 0; i < limit (self, top); i++)
    {
      const TsFinding *finding = g_ptr_array_index (self->items, i);
      guint n_followers = ts_findings_count_followers (self, finding->id);
      g_autofree char *line = ts_finding_dup_text (finding, catalog);
      if (finding->cause_id != 0)
        continue;
      g_string_append (text, line);
      if (n_followers > 0)
        g_string_append_printf (
            text,
            g_dngettext (GETTEXT_PACKAGE, " (+%u that follows)", " (+%u that follow)", n_followers),
            n_followers);
      g_string_append_c (text, '\n');
    }
  append_dropped (self, text);
  return g_string_free (text, FALSE);
}

/* ---- JSON and CSV ---- */

/* Whether a NaN is the value that was found, not the lack of one. */
static gboolean
is_real (const TsFinding *self, double value)
{
  return !isnan (value) || self->rule == TS_RULE_NON_FINITE || self->rule == TS_RULE_REPLICAS
         || self->rule == TS_RULE_NAN || self->rule == TS_RULE_TURBULENCE;
}

static void
append_json_text (GString *json, const char *text)
{
  if (text == NULL)
    {
      g_string_append (json, "null");
      return;
    }
  g_string_append_c (json, '"');
  for (const guchar *c = (const guchar *) text; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_printf (json, "\\%c", *c);
      else if (*c < 0x20)
        g_string_append_printf (json, "\\u%04x", *c);
      else
        g_string_append_c (json, (char) *c);
    }
  g_string_append_c (json, '"');
}

static void
append_json_number (GString *json, double value, gboolean real)
{
  g_autofree char *number = ts_format_exact (value);

  if (isfinite (value))
    g_string_append (json, number);
  else if (!real)
    g_string_append (json, "null");
  else
    g_string_append (json, isnan (value) ? "\"NaN\""
                           : value > 0   ? "\"Infinity\""
                                         : "\"-Infinity\"");
}

/* How a finding is told from those of other databases. */
typedef struct
{
  char *database;   /* NULL: there are no others */
  gint64 id_before; /* the last id of the one before */
} Origin;

static void
append_json_finding (GString *json,
                     const TsFinding *self,
                     const TsCatalog *catalog,
                     const Origin *origin)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, self->target_id);
  const TsCatalogStep *step = get_step (self, catalog);

  g_string_append (json, "  {");
  if (origin->database != NULL)
    {
      g_string_append (json, "\"database\": ");
      append_json_text (json, origin->database);
      g_string_append (json, ", ");
    }
  g_string_append_printf (json, "\"id\": %" G_GINT64_FORMAT ", \"rule\": \"%s\", \"grade\": \"%s\"",
                          origin->id_before + self->id, ts_rule_to_string (self->rule),
                          ts_grade_to_string (self->grade));
  g_string_append (json, ", \"metric\": ");
  append_json_text (json, get_metric (self, catalog));
  g_string_append (json, ", \"target\": ");
  append_json_text (json, target != NULL ? target->name : NULL);
  g_string_append (json, ", \"stat\": ");
  append_json_text (json, self->stat);
  if (self->rank == TS_FINDING_ALL_RANKS)
    g_string_append (json, ", \"rank\": null");
  else
    g_string_append_printf (json, ", \"rank\": %" G_GINT64_FORMAT, self->rank);
  g_string_append_printf (
      json, ", \"step\": %" G_GINT64_FORMAT ", \"micro_step\": %" G_GINT64_FORMAT ", \"score\": ",
      step != NULL ? step->train_step : self->step, step != NULL ? step->micro_step : 0);
  append_json_number (json, self->score, FALSE);
  g_string_append (json, ", \"value\": ");
  append_json_number (json, self->value, is_real (self, self->value));
  g_string_append (json, ", \"expected\": ");
  append_json_number (json, self->expected, self->rule == TS_RULE_REPLICAS);
  g_string_append_printf (json, ", \"count\": %" G_GUINT64_FORMAT ", \"cause\": ", self->count);
  if (self->cause_id == 0)
    g_string_append (json, "null");
  else
    g_string_append_printf (json, "%" G_GINT64_FORMAT, origin->id_before + self->cause_id);
  g_string_append (json, ", \"note\": ");
  append_json_text (json, self->note);
  g_string_append_c (json, '}');
}

static Origin
find_origin (const TsFoundIn *found, guint n_found, guint i)
{
  Origin origin = { NULL, 0 };
  g_autofree char *name = n_found > 1 ? g_path_get_basename (found[i].catalog->path) : NULL;

  if (name != NULL)
    origin.database = g_filename_display_name (name);
  for (guint before = 0; before < i; before++)
    origin.id_before += found[before].findings->items->len;
  return origin;
}

char *
ts_found_in_all_to_json (const TsFoundIn *found, guint n_found, guint top)
{
  GString *json = g_string_new ("[");
  gboolean any = FALSE;

  for (guint i = 0; i < n_found; i++)
    {
      Origin origin = find_origin (found, n_found, i);
      for (guint f = 0; f < limit (found[i].findings, top); f++)
        {
          g_string_append (json, any ? ",\n" : "\n");
          append_json_finding (json, g_ptr_array_index (found[i].findings->items, f),
                               found[i].catalog, &origin);
          any = TRUE;
        }
      g_free (origin.database);
    }
  g_string_append (json, "\n]\n");
  return g_string_free (json, FALSE);
}

char *
ts_findings_to_json (const TsFindings *self, const TsCatalog *catalog, guint top)
{
  const TsFoundIn found = { (TsFindings *) self, (TsCatalog *) catalog };

  return ts_found_in_all_to_json (&found, 1, top);
}

static void
append_csv_text (GString *csv, const char *text)
{
  const char *quote = text != NULL && strpbrk (text, ",\"\r\n") != NULL ? "\"" : "";

  g_string_append (csv, quote);
  for (const char *c = text != NULL ? text : ""; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *c);
    }
  g_string_append (csv, quote);
}

static void
append_csv_number (GString *csv, double value, gboolean real)
{
  g_autofree char *number = ts_format_exact (value);

  g_string_append_c (csv, ',');
  if (isfinite (value) || real)
    g_string_append (csv, number);
}

static void
append_csv_finding (GString *csv,
                    const TsFinding *self,
                    const TsCatalog *catalog,
                    const Origin *origin)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, self->target_id);
  const TsCatalogStep *step = get_step (self, catalog);

  if (origin->database != NULL)
    {
      append_csv_text (csv, origin->database);
      g_string_append_c (csv, ',');
    }
  g_string_append_printf (csv, "%" G_GINT64_FORMAT ",%s,%s,", origin->id_before + self->id,
                          ts_rule_to_string (self->rule), ts_grade_to_string (self->grade));
  append_csv_text (csv, get_metric (self, catalog));
  g_string_append_c (csv, ',');
  append_csv_text (csv, target != NULL ? target->name : NULL);
  g_string_append_c (csv, ',');
  append_csv_text (csv, self->stat);
  g_string_append_c (csv, ',');
  if (self->rank != TS_FINDING_ALL_RANKS)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, self->rank);
  g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                          step != NULL ? step->train_step : self->step,
                          step != NULL ? step->micro_step : 0);
  append_csv_number (csv, self->score, FALSE);
  append_csv_number (csv, self->value, is_real (self, self->value));
  append_csv_number (csv, self->expected, self->rule == TS_RULE_REPLICAS);
  g_string_append_printf (csv, ",%" G_GUINT64_FORMAT ",", self->count);
  if (self->cause_id != 0)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, origin->id_before + self->cause_id);
  g_string_append_c (csv, ',');
  append_csv_text (csv, self->note);
  g_string_append_c (csv, '\n');
}

char *
ts_found_in_all_to_csv (const TsFoundIn *found, guint n_found, guint top)
{
  GString *csv = g_string_new (n_found > 1 ? "database," : NULL);

  g_string_append (csv, "id,rule,grade,metric,target,stat,rank,step,micro_step,score,value,"
                        "expected,count,cause,note\n");
  for (guint i = 0; i < n_found; i++)
    {
      Origin origin = find_origin (found, n_found, i);
      for (guint f = 0; f < limit (found[i].findings, top); f++)
        append_csv_finding (csv, g_ptr_array_index (found[i].findings->items, f), found[i].catalog,
                            &origin);
      g_free (origin.database);
    }
  return g_string_free (csv, FALSE);
}

char *
ts_findings_to_csv (const TsFindings *self, const TsCatalog *catalog, guint top)
{
  const TsFoundIn found = { (TsFindings *) self, (TsCatalog *) catalog };

  return ts_found_in_all_to_csv (&found, 1, top);
}
