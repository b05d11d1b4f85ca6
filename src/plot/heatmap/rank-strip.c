/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/rank-strip.h"

/* One bar per place of the axis; NULL when none has anything. */
static TsRankBar *
arrange (const GArray *bars, const TsAxis *axis)
{
  g_autoptr (GHashTable) by_rank = g_hash_table_new (g_int64_hash, g_int64_equal);
  TsRankBar *arranged = g_new0 (TsRankBar, MAX (axis->n, 1));
  gboolean any = FALSE;

  for (guint i = 0; i < bars->len; i++)
    {
      TsRankBar *bar = &g_array_index (bars, TsRankBar, i);
      g_hash_table_insert (by_rank, &bar->rank, bar);
    }
  for (guint i = 0; i < axis->n; i++)
    {
      const TsRankBar *bar = g_hash_table_lookup (by_rank, &axis->ids[i]);
      if (bar != NULL)
        arranged[i] = *bar;
      any |= arranged[i].n > 0;
    }
  if (!any)
    g_clear_pointer (&arranged, g_free);
  return arranged;
}

void
ts_rank_strip_draw (const GArray *bars,
                    const TsAxis *axis,
                    cairo_t *cr,
                    const TsPlotStyle *style,
                    const TsRect *cells,
                    const TsViewRange *range)
{
  double step = cells->width / (range->x1 - range->x0);
  g_autofree TsRankBar *arranged = NULL;

  if (bars == NULL || axis->dimension != TS_DIMENSION_RANK)
    return;
  arranged = arrange (bars, axis);
  if (arranged == NULL)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, cells->x, cells->y - TS_RANK_STRIP_HEIGHT - 1, cells->width,
                   TS_RANK_STRIP_HEIGHT);
  cairo_clip (cr);
  ts_rank_bars_draw_strip (arranged, axis->n, cr, style, cells->x - range->x0 * step, step,
                           cells->y - TS_RANK_STRIP_HEIGHT - 1, TS_RANK_STRIP_HEIGHT);
  cairo_restore (cr);
}
