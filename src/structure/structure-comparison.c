/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-comparison.h"

#include "model/number-format.h"
#include "structure/json-text.h"

#include <math.h>
#include <string.h>

/* Strings for what is not finite: JSON has no such numbers. */
static void
append_number (GString *json, gboolean known, double value)
{
  g_autofree char *text = known ? ts_format_exact (value) : NULL;

  if (known && !isfinite (value))
    _ts_json_append (json, text);
  else
    g_string_append (json, known ? text : "null");
}

static void
append_numbers (GString *json, guint known, const double *values)
{
  for (guint i = 0; i < TS_SLOT_N_STATS; i++)
    {
      g_string_append (json, i == 0 ? "[" : ", ");
      append_number (json, known >> i & 1, values[i]);
    }
  g_string_append_c (json, ']');
}

static gboolean
is_compat (const TsStructureComparison *self)
{
  return self->debug->compat && self->bench->compat;
}

static const char *
get_index (TsStatus status)
{
  switch (status)
    {
    case TS_STATUS_OK:
      return "0";
    case TS_STATUS_WARNING:
      return "0.5";
    case TS_STATUS_ERROR:
      return "1";
    default:
      return "null";
    }
}

static const char *
get_verdict (const TsStructureComparison *self, TsStatus status)
{
  return status == TS_STATUS_OK && is_compat (self) ? "pass" : ts_status_get_name (status);
}

static void
append_slot (GString *json, const TsSlot *slot)
{
  g_autofree char *name = slot != NULL ? ts_slot_dup_name (slot) : NULL;

  _ts_json_append (json, name);
}

static void
append_pair (GString *json, const TsStructureComparison *self, const TsSlotPair *pair)
{
  const char *separator = "";

  append_slot (json, pair->debug);
  g_string_append (json, ", ");
  append_slot (json, pair->bench);
  g_string_append_printf (json, ", \"%s\", [", get_verdict (self, pair->status));
  for (guint i = 0; ts_reason_get_name (i) != NULL; i++)
    if (pair->reasons >> i & 1)
      {
        g_string_append_printf (json, "%s\"%s\"", separator, ts_reason_get_name (i));
        separator = ", ";
      }
  g_string_append (json, "], ");
  if (self->md5)
    {
      g_autofree char *debug = ts_verdict_dup_checksum (pair->debug);
      g_autofree char *bench = ts_verdict_dup_checksum (pair->bench);
      g_string_append_c (json, '[');
      _ts_json_append (json, debug);
      g_string_append (json, ", ");
      _ts_json_append (json, bench);
      g_string_append_c (json, ']');
      return;
    }
  append_numbers (json, pair->diff_known, pair->diff);
  g_string_append (json, ", ");
  append_numbers (json, pair->relative_known, pair->relative);
}

static const TsCall *
get_partner (const TsStructureComparison *self, guint32 i)
{
  guint32 other = self->alignment->bench_of[i];

  return other == TS_NO_CALL ? NULL : &self->bench->calls[other];
}

static void
append_tensors (GString *json, const TsStructureComparison *self)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TsSlotPair));
  const char *separator = "";

  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      const TsCall *call = &self->debug->calls[i], *other = get_partner (self, i);
      if (other == NULL)
        continue;
      ts_verdict_judge (self->debug, call, self->bench, other, self->md5, pairs);
      if (pairs->len == 0)
        continue;
      g_string_append_printf (json, "%s\n  ", separator);
      _ts_json_append (json, call->name);
      for (guint p = 0; p < pairs->len; p++)
        {
          g_string_append (json, p == 0 ? ": [\n   [" : "],\n   [");
          append_pair (json, self, &g_array_index (pairs, TsSlotPair, p));
        }
      g_string_append (json, "]\n  ]");
      separator = ",";
    }
}

static void
append_nodes (GString *json, const TsStructureComparison *self)
{
  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      const TsCall *call = &self->debug->calls[i], *other = get_partner (self, i);
      TsStatus status = self->statuses[i];
      g_string_append (json, i == 0 ? "\n  [" : ",\n  [");
      _ts_json_append (json, call->name);
      g_string_append (json, ", ");
      _ts_json_append (json, other != NULL ? other->name : NULL);
      g_string_append_printf (json, is_compat (self) ? ", %s, " : ", \"%s\", ",
                              is_compat (self) ? get_index (status) : ts_status_get_name (status));
      _ts_json_append (json, ts_overflow_level_get_name ((TsOverflowLevel) call->overflow));
      g_string_append_printf (json, call->micro_step < 0 ? ", null]" : ", %d]", call->micro_step);
    }
}

static void
append_bench (GString *json, const TsStructureComparison *self)
{
  const char *separator = "";

  g_string_append (json, "\n ],\n \"bench_unmatched\": [");
  for (guint32 i = 0; i < self->bench->n_calls; i++)
    if (self->alignment->debug_of[i] == TS_NO_CALL)
      {
        g_string_append (json, separator);
        _ts_json_append (json, self->bench->calls[i].name);
        separator = ", ";
      }
  g_string_append (json, "],\n \"bench_overflow\": [");
  separator = "";
  for (guint32 i = 0; i < self->bench->n_calls; i++)
    if (self->bench->calls[i].overflow != TS_OVERFLOW_NONE)
      {
        g_string_append_printf (json, "%s[", separator);
        _ts_json_append (json, self->bench->calls[i].name);
        g_string_append_printf (
            json, ", \"%s\"]",
            ts_overflow_level_get_name ((TsOverflowLevel) self->bench->calls[i].overflow));
        separator = ", ";
      }
  g_string_append (json, "],\n");
}

GString *
ts_structure_comparison_to_json (const TsStructureComparison *self)
{
  GString *json = g_string_new ("{\n \"debug\": ");

  _ts_json_append (json, self->debug_name);
  g_string_append (json, ",\n \"bench\": ");
  _ts_json_append (json, self->bench_name);
  g_string_append_printf (json,
                          ",\n \"mode\": \"%s\",\n \"micro_steps\": %d,\n \"node_columns\": "
                          "[\"debug_id\",\"bench_id\",\"%s\",\"overflow\",\"micro_step\"],\n "
                          "\"nodes\": [",
                          self->md5 ? "md5" : "statistics", self->debug->micro_steps,
                          is_compat (self) ? "precision_index" : "status");
  append_nodes (json, self);
  append_bench (json, self);
  g_string_append_printf (json,
                          " \"tensor_columns\": [\"debug_tensor\", \"bench_tensor\", \"verdict\", "
                          "\"reasons\", %s],\n \"tensors\": {",
                          self->md5 ? "\"md5[debug,bench]\""
                                    : "\"diff[max,min,mean,norm]\", "
                                      "\"relative[max,min,mean,norm]\"");
  append_tensors (json, self);
  g_string_append (json, "\n }\n}\n");
  return json;
}

/* ---- CSV ---- */

static void
append_field (GString *csv, const char *text)
{
  if (csv->len > 0 && csv->str[csv->len - 1] != '\n')
    g_string_append_c (csv, ',');
  if (text != NULL && strpbrk (text, ",\"\n\r") == NULL)
    g_string_append (csv, text);
  else if (text != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
      g_autofree char *doubled = g_strjoinv ("\"\"", parts);
      g_string_append_printf (csv, "\"%s\"", doubled);
    }
}

static void
append_pair_row (GString *csv, const TsCall *call, const TsCall *other, const TsSlotPair *pair)
{
  g_autofree char *debug = pair->debug != NULL ? ts_slot_dup_name (pair->debug) : NULL;
  g_autofree char *bench = pair->bench != NULL ? ts_slot_dup_name (pair->bench) : NULL;
  g_autoptr (GString) reasons = g_string_new (NULL);

  for (guint i = 0; ts_reason_get_name (i) != NULL; i++)
    if (pair->reasons >> i & 1)
      g_string_append_printf (reasons, reasons->len > 0 ? " %s" : "%s", ts_reason_get_name (i));
  append_field (csv, call->name);
  append_field (csv, other->name);
  append_field (csv, debug);
  append_field (csv, bench);
  append_field (csv, ts_status_get_name (pair->status));
  append_field (csv, reasons->str);
  for (guint i = 0; i < 2 * TS_SLOT_N_STATS; i++)
    {
      guint stat = i % TS_SLOT_N_STATS;
      guint known = i < TS_SLOT_N_STATS ? pair->diff_known : pair->relative_known;
      double value = i < TS_SLOT_N_STATS ? pair->diff[stat] : pair->relative[stat];
      g_autofree char *text = known >> stat & 1 ? ts_format_exact (value) : NULL;
      append_field (csv, text);
    }
  g_string_append_c (csv, '\n');
}

static void
append_lonely_row (GString *csv, const char *debug, const char *bench)
{
  append_field (csv, debug);
  g_string_append_printf (csv, ",%s,,,unmatched,,,,,,,,,\n", bench);
}

GString *
ts_structure_comparison_to_csv (const TsStructureComparison *self)
{
  GString *csv = g_string_new ("call,bench_call,slot,bench_slot,status,reasons,diff_max,diff_min,"
                               "diff_mean,diff_norm,relative_max,relative_min,relative_mean,"
                               "relative_norm\n");
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TsSlotPair));

  for (guint32 i = 0; i < self->debug->n_calls; i++)
    {
      const TsCall *call = &self->debug->calls[i], *other = get_partner (self, i);
      if (other == NULL)
        {
          append_lonely_row (csv, call->name, "");
          continue;
        }
      ts_verdict_judge (self->debug, call, self->bench, other, self->md5, pairs);
      for (guint p = 0; p < pairs->len; p++)
        append_pair_row (csv, call, other, &g_array_index (pairs, TsSlotPair, p));
    }
  for (guint32 i = 0; i < self->bench->n_calls; i++)
    if (self->alignment->debug_of[i] == TS_NO_CALL)
      append_lonely_row (csv, "", self->bench->calls[i].name);
  return csv;
}

guint
ts_structure_comparison_count_problems (const TsStructureComparison *self)
{
  guint n = 0;

  for (guint32 i = 0; i < self->debug->n_calls; i++)
    n += self->statuses[i] != TS_STATUS_OK && self->statuses[i] != TS_STATUS_NONE;
  for (guint32 i = 0; i < self->bench->n_calls; i++)
    n += self->alignment->debug_of[i] == TS_NO_CALL;
  return n;
}
