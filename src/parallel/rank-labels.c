/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/rank-labels.h"

#include <glib/gi18n-lib.h>

static gboolean
has_rank (const TsParallelLayout *self, gint64 rank)
{
  return rank >= 0 && rank < self->world_size;
}

char *
ts_parallel_layout_get_rank_label (const TsParallelLayout *self, gint64 rank)
{
  static const TsParallelDimension shown[]
      = { TS_PARALLEL_TP, TS_PARALLEL_CP, TS_PARALLEL_EP, TS_PARALLEL_PP, TS_PARALLEL_DP };
  GString *label;

  if (!has_rank (self, rank))
    return NULL;
  label = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      gboolean rare = shown[i] == TS_PARALLEL_CP || shown[i] == TS_PARALLEL_EP;
      if (rare && self->sizes[shown[i]] == 1)
        continue;
      g_string_append_printf (label, "%s%s%u", label->len > 0 ? " " : "",
                              ts_parallel_dimension_to_key (shown[i]),
                              ts_parallel_layout_get_coordinate (self, (guint) rank, shown[i]));
    }
  return g_string_free (label, FALSE);
}

int
ts_parallel_layout_get_group (const TsParallelLayout *self,
                              gint64 rank,
                              TsParallelDimension dimension)
{
  return has_rank (self, rank) ? (int) self->groups[dimension].group_of[rank] : -1;
}

char *
ts_parallel_layout_get_group_name (TsParallelDimension dimension, int group)
{
  g_autofree char *key = g_ascii_strup (ts_parallel_dimension_to_key (dimension), -1);

  /* Translators: TP, PP or DP, then the group's number. */
  return g_strdup_printf (_ ("%s group %d"), key, group);
}

int
ts_parallel_layout_get_model_layer (const TsParallelLayout *self, gint64 rank, int stage, int local)
{
  const TsLayerSpan *span;

  if (!has_rank (self, rank) || stage < 0 || (guint) stage >= self->virtual_stages || local < 0)
    return -1;
  span = ts_parallel_layout_get_span (self, (guint) rank, (guint) stage);
  if (span->first == 0 || (guint) local > span->last - span->first)
    return -1;
  return (int) span->first - 1 + local;
}
