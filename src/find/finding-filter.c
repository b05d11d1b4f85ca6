/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/finding-filter.h"

#include <inttypes.h>
#include <string.h>

void
ts_finding_filter_init (TsFindingFilter *self)
{
  *self = (TsFindingFilter){ .grades = G_MAXUINT32,
                             .rules = G_MAXUINT32,
                             .rank = TS_FINDING_ALL_RANKS };
}

void
ts_finding_filter_clear (TsFindingFilter *self)
{
  g_clear_pointer (&self->words, g_free);
}

static const char *
get_metric (const TsFinding *finding, const TsCatalog *catalog)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == finding->metric_id)
        return metric->name;
    }
  return "";
}

char *
ts_finding_dup_search_text (const TsFinding *finding, const TsCatalog *catalog)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, finding->target_id);
  g_autofree char *rank = finding->rank != TS_FINDING_ALL_RANKS
                              ? g_strdup_printf ("rank %" PRId64, finding->rank)
                              : g_strdup ("");
  g_autofree char *whole = g_strjoin (
      "\n", target != NULL ? target->label : "", get_metric (finding, catalog),
      ts_rule_to_string (finding->rule), ts_rule_get_label (finding->rule), rank,
      finding->stat != NULL ? finding->stat : "", finding->note != NULL ? finding->note : "", NULL);

  return g_utf8_casefold (whole, -1);
}

gboolean
ts_finding_filter_match (const TsFindingFilter *self, const TsFinding *finding, const char *text)
{
  g_autofree char *folded = NULL;
  g_auto (GStrv) words = NULL;

  if ((self->grades & 1u << finding->grade) == 0 || (self->rules & 1u << finding->rule) == 0)
    return FALSE;
  if (self->rank != TS_FINDING_ALL_RANKS && finding->rank != TS_FINDING_ALL_RANKS
      && finding->rank != self->rank)
    return FALSE;
  if (self->metric_id != 0 && finding->metric_id != self->metric_id)
    return FALSE;
  if (self->words == NULL || *self->words == '\0')
    return TRUE;
  folded = g_utf8_casefold (self->words, -1);
  words = g_strsplit_set (folded, " \t", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (text, words[i]) == NULL)
      return FALSE;
  return TRUE;
}
