/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/rank-suspicion.h"

GArray *
ts_rank_suspicion_new (const TsFindings *findings, const GArray *ranks, gboolean hints)
{
  static const TsBarKind kinds[TS_N_GRADES] = { TS_BAR_ERROR, TS_BAR_WARNING, TS_BAR_HINT };
  GArray *bars = g_array_sized_new (FALSE, TRUE, sizeof (TsRankBar), ranks->len);
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal);

  g_array_set_size (bars, ranks->len);
  for (guint i = 0; i < ranks->len; i++)
    {
      TsRankBar *bar = &g_array_index (bars, TsRankBar, i);
      bar->rank = g_array_index (ranks, gint64, i);
      g_hash_table_insert (places, &bar->rank, bar);
    }
  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      TsRankBar *bar = g_hash_table_lookup (places, &finding->rank);
      if (bar == NULL || finding->cause_id != 0 || (finding->grade == TS_GRADE_HINT && !hints))
        continue;
      bar->n++;
      bar->kind = MAX (bar->kind, kinds[finding->grade]);
    }
  return bars;
}
