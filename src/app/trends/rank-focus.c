/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/rank-focus.h"

#include "model/number-format.h"
#include "model/target-name.h"
#include "parallel/rank-labels.h"

#include <glib/gi18n-lib.h>
#include <string.h>

TsRankFocus *
ts_rank_focus_new (GArray *ranks, guint stage, guint n_layers)
{
  TsRankFocus *self = g_new0 (TsRankFocus, 1);

  self->ranks = g_array_ref (ranks);
  self->stage = stage;
  self->n_layers = n_layers;
  return self;
}

void
ts_rank_focus_free (TsRankFocus *self)
{
  g_array_unref (self->ranks);
  g_free (self);
}

static gboolean
has_rank (const TsRankFocus *self, gint64 rank)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (g_array_index (self->ranks, guint32, i) == rank)
      return TRUE;
  return FALSE;
}

gboolean
ts_rank_focus_has_ranks (const TsMatrix *matrix)
{
  return matrix->x->dimension == TS_DIMENSION_RANK || matrix->y->dimension == TS_DIMENSION_RANK;
}

gboolean
ts_rank_focus_find_ranks (const TsRankFocus *self, const TsAxis *axis, guint *first, guint *last)
{
  guint n = 0;

  *first = *last = 0;
  for (guint i = 0; i < axis->n; i++)
    {
      if (!has_rank (self, axis->ids[i]))
        continue;
      if (n++ == 0)
        *first = i;
      *last = i + 1;
    }
  return n > 0 && *last - *first == n;
}

static gboolean
is_wanted (const TsRankFocus *self, const TsParallelLayout *layout, const TsCatalogTarget *target)
{
  int layer;

  if (target == NULL || (layout->virtual_stages > 1 && target->vpp_stage != (int) self->stage))
    return FALSE;
  if (self->n_layers == 0)
    return self->stage == 0 && strstr (target->name, "embedding") != NULL;
  layer = ts_target_name_get_layer (target->name);
  return layer >= 0 && (guint) layer < self->n_layers;
}

gboolean
ts_rank_focus_find_layers (const TsRankFocus *self,
                           const TsParallelLayout *layout,
                           const TsCatalog *catalog,
                           const TsAxis *axis,
                           guint *first,
                           guint *last)
{
  *first = *last = 0;
  for (guint i = 0; i < axis->n; i++)
    {
      if (!is_wanted (self, layout, ts_catalog_find_target (catalog, axis->ids[i])))
        continue;
      if (*last == 0)
        *first = i;
      *last = i + 1;
    }
  return *last > 0;
}

/* The id of the cell's place in a dimension, whether it is on an axis or fixed. */
static gint64
get_id (const TsMatrix *matrix, gint64 fixed, TsDimension dimension, guint x, guint y)
{
  if (matrix->x->dimension == dimension)
    return matrix->x->ids[x];
  if (matrix->y->dimension == dimension)
    return matrix->y->ids[y];
  return fixed;
}

char *
ts_rank_focus_describe_cell (const TsParallelLayout *layout,
                             const TsCatalog *catalog,
                             gint64 fixed,
                             const TsMatrix *matrix,
                             guint x,
                             guint y)
{
  gboolean named = ts_rank_focus_has_ranks (matrix);
  gint64 rank = get_id (matrix, fixed, TS_DIMENSION_RANK, x, y);
  const TsCatalogTarget *target
      = ts_catalog_find_target (catalog, get_id (matrix, fixed, TS_DIMENSION_MODULE, x, y));
  GString *text = g_string_new (NULL);
  int layer = -1;

  if (!named)
    {
      g_autofree char *label = ts_parallel_layout_get_rank_label (layout, rank);
      g_string_append (text, label != NULL ? label : "");
    }
  if (target != NULL)
    layer = ts_parallel_layout_get_model_layer (layout, rank,
                                                layout->virtual_stages > 1 ? target->vpp_stage : 0,
                                                ts_target_name_get_layer (target->name));
  if (layer >= 0)
    {
      g_string_append (text, text->len > 0 ? " · " : "");
      g_string_append_printf (text, _ ("layer %d of the whole model"), layer);
    }
  return g_string_free (text, text->len == 0);
}

char *
ts_rank_focus_describe_original (
    const TsMatrix *original, const char *stat, const TsMatrix *shown, guint x, guint y)
{
  int from_x = original != NULL ? ts_axis_find (original->x, shown->x->ids[x]) : -1;
  int from_y = original != NULL ? ts_axis_find (original->y, shown->y->ids[y]) : -1;
  g_autofree char *value = NULL;
  gsize i;

  if (from_x < 0 || from_y < 0)
    return NULL;
  i = ts_matrix_index (original, (guint) from_x, (guint) from_y);
  if (ts_cell_state (original->states[i]) != TS_CELL_NUMBER)
    return NULL;
  value = ts_format_exact (original->values[i]);
  /* Translators: a statistic and its value, where its deviation is shown. */
  return g_strdup_printf (_ ("%s itself: %s"), stat != NULL ? stat : "", value);
}
