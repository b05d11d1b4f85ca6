/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/rank-groups.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
find_dimension (const char *token)
{
  for (int i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    if (g_str_equal (token, ts_parallel_dimension_to_key (i)))
      return i;
  return -1;
}

static gboolean
fail (GError **error, const char *format, const char *order, const char *token)
{
  g_autofree char *message = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  message = g_strdup_printf (format, order, token);
#pragma GCC diagnostic pop
  g_set_error_literal (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID, message);
  return FALSE;
}

/* The named dimensions into dimensions and their places into place (-1: not named). */
static gboolean
read_tokens (
    const char *order, TsParallelDimension *dimensions, int *place, guint *n, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (order, -1);
  g_auto (GStrv) tokens = g_strsplit (lower, "-", -1);

  *n = 0;
  for (guint i = 0; tokens[i] != NULL; i++)
    {
      int dimension = find_dimension (tokens[i]);
      if (dimension < 0)
        return fail (error,
                     _ ("Order “%s”: “%s” is not a dimension; write tp, cp, ep, dp and pp with "
                        "dashes between them"),
                     order, tokens[i]);
      if (place[dimension] >= 0)
        return fail (error, _ ("Order “%s” names “%s” more than once; leave one of them"), order,
                     tokens[i]);
      place[dimension] = (int) *n;
      dimensions[(*n)++] = dimension;
    }
  return TRUE;
}

gboolean
ts_rank_order_parse (const char *order,
                     const guint sizes[TS_N_PARALLEL_DIMENSIONS],
                     TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS],
                     GError **error)
{
  static const TsParallelDimension all[]
      = { TS_PARALLEL_TP, TS_PARALLEL_PP, TS_PARALLEL_DP, TS_PARALLEL_EP, TS_PARALLEL_CP };
  int place[TS_N_PARALLEL_DIMENSIONS] = { -1, -1, -1, -1, -1 };
  guint n;

  if (!read_tokens (order, dimensions, place, &n, error))
    return FALSE;
  if (place[TS_PARALLEL_EP] >= 0
      && (place[TS_PARALLEL_DP] < 0 || ABS (place[TS_PARALLEL_EP] - place[TS_PARALLEL_DP]) != 1))
    return fail (error, _ ("Order “%s”: ep and dp must stand side by side; “%s” would fit"), order,
                 TS_DEFAULT_RANK_ORDER);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      if (place[all[i]] >= 0)
        continue;
      if (sizes[all[i]] != 1)
        return fail (error, _ ("Order “%s” leaves out “%s”, whose size is not 1; add it"), order,
                     ts_parallel_dimension_to_key (all[i]));
      dimensions[n++] = all[i];
    }
  return TRUE;
}

static void
grid_init (TsRankGrid *self, const TsParallelDimension *order)
{
  guint stride = 1;

  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    {
      self->strides[order[i]] = stride;
      stride *= self->sizes[order[i]];
    }
  self->n_ranks = stride;
}

void
ts_rank_grid_init (TsRankGrid *self,
                   const TsParallelDimension order[TS_N_PARALLEL_DIMENSIONS],
                   const guint sizes[TS_N_PARALLEL_DIMENSIONS])
{
  memcpy (self->sizes, sizes, sizeof self->sizes);
  self->sizes[TS_PARALLEL_EP] = 1;
  grid_init (self, order);
}

void
ts_rank_grid_init_expert (TsRankGrid *self,
                          const TsParallelDimension order[TS_N_PARALLEL_DIMENSIONS],
                          const guint sizes[TS_N_PARALLEL_DIMENSIONS])
{
  memcpy (self->sizes, sizes, sizeof self->sizes);
  self->sizes[TS_PARALLEL_DP]
      = sizes[TS_PARALLEL_DP] * sizes[TS_PARALLEL_CP] / sizes[TS_PARALLEL_EP];
  self->sizes[TS_PARALLEL_CP] = 1;
  grid_init (self, order);
}

void
ts_rank_groups_init (TsRankGroups *self, const TsRankGrid *grid, TsParallelDimension dimension)
{
  guint size = grid->sizes[dimension], stride = grid->strides[dimension], group = 0;

  self->size = size;
  self->n_groups = grid->n_ranks / size;
  self->ranks = g_new (guint32, grid->n_ranks);
  self->group_of = g_new (guint32, grid->n_ranks);
  self->position_of = g_new (guint32, grid->n_ranks);
  for (guint first = 0; first < grid->n_ranks; first++)
    {
      /* A group begins at its member with coordinate 0, and those ascend. */
      if (first / stride % size != 0)
        continue;
      for (guint i = 0; i < size; i++)
        {
          guint rank = first + i * stride;
          self->ranks[group * size + i] = rank;
          self->group_of[rank] = group;
          self->position_of[rank] = i;
        }
      group++;
    }
}

void
ts_rank_groups_clear (TsRankGroups *self)
{
  g_clear_pointer (&self->ranks, g_free);
  g_clear_pointer (&self->group_of, g_free);
  g_clear_pointer (&self->position_of, g_free);
}
