/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/rank-view.h"

#include "model/matrix-deviation.h"
#include "model/matrix-order.h"
#include "parallel/rank-labels.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
find_dimension (const char *key)
{
  for (int i = 0; key != NULL && i < TS_N_PARALLEL_DIMENSIONS; i++)
    if (strcmp (ts_parallel_dimension_to_key ((TsParallelDimension) i), key) == 0)
      return i;
  return -1;
}

TsRankView
ts_rank_view_from_keys (const char *ranks_by, const char *compare_within)
{
  return (TsRankView){ .order_by = find_dimension (ranks_by),
                       .compare_within = find_dimension (compare_within) };
}

char *
ts_rank_view_dup_title (const TsRankView *self, const char *title)
{
  g_autofree char *group = NULL;

  if (self->compare_within == TS_COMPARE_NOTHING)
    return g_strdup (title);
  group = g_ascii_strup (ts_parallel_dimension_to_key ((TsParallelDimension) self->compare_within),
                         -1);
  /* Translators: a title, then TP or DP. */
  return g_strdup_printf (_ ("%s · deviation from the median of the %s group"), title, group);
}

char *
ts_rank_view_dup_value_name (const TsRankView *self, const char *stat)
{
  /* Translators: a statistic, less the median of a group of ranks. */
  return self->compare_within != TS_COMPARE_NOTHING ? g_strdup_printf (_ ("%s − median"), stat)
                                                    : g_strdup (stat);
}

/* A place and what it is sorted by. */
typedef struct
{
  guint place;
  guint group, position; /* within the dimension the ranks are ordered by */
} Key;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const Key *ka = a, *kb = b;

  if (ka->group != kb->group)
    return ka->group < kb->group ? -1 : 1;
  if (ka->position != kb->position)
    return ka->position < kb->position ? -1 : 1;
  return ka->place < kb->place ? -1 : ka->place > kb->place;
}

static GArray *
sort_places (const TsRankView *view, const TsParallelLayout *layout, const TsAxis *axis)
{
  GArray *keys = g_array_sized_new (FALSE, FALSE, sizeof (Key), axis->n);

  for (guint i = 0; i < axis->n; i++)
    {
      gint64 rank = axis->ids[i];
      gboolean known = rank >= 0 && rank < layout->world_size;
      Key key = { i, known ? 0 : G_MAXUINT, 0 };
      if (known && view->order_by >= 0)
        {
          key.group = layout->groups[view->order_by].group_of[rank];
          key.position = layout->groups[view->order_by].position_of[rank];
        }
      g_array_append_val (keys, key);
    }
  if (view->order_by >= 0)
    g_array_sort (keys, compare_keys);
  return keys;
}

static void
name_place (TsAxis *axis, guint i, const TsParallelLayout *layout, const TsAxis *from, guint place)
{
  g_autofree char *suffix = ts_parallel_layout_get_rank_label (layout, from->ids[place]);
  g_autofree char *name = NULL;

  if (suffix != NULL)
    name = g_strdup_printf ("%s · %s", from->names[place], suffix);
  ts_axis_set_place (axis, i, from->ids[place], name != NULL ? name : from->names[place],
                     axis->positions[i]);
}

/* Runs of the same group become groups of the axis. */
static void
name_groups (TsAxis *axis, const GArray *keys, int dimension)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint previous = 0;

  for (guint i = 0; i < keys->len; i++)
    {
      guint group = g_array_index (keys, Key, i).group;
      if (i == 0 || group != previous)
        g_ptr_array_add (names, group == G_MAXUINT
                                    ? g_strdup (_ ("Other ranks"))
                                    : ts_parallel_layout_get_group_name (dimension, (int) group));
      axis->groups[i] = names->len - 1;
      previous = group;
    }
  axis->n_groups = names->len;
  g_ptr_array_add (names, NULL);
  g_strfreev (axis->group_names);
  axis->group_names = (char **) g_ptr_array_steal (names, NULL);
}

TsAxis *
ts_rank_view_create_axis (const TsRankView *view,
                          const TsParallelLayout *layout,
                          const TsAxis *axis,
                          guint *order)
{
  g_autoptr (GArray) keys = sort_places (view, layout, axis);
  TsAxis *result = ts_axis_new (axis->dimension, axis->n);

  for (guint i = 0; i < axis->n; i++)
    {
      order[i] = g_array_index (keys, Key, i).place;
      /* By number, places keep their coordinates; otherwise they have none but their place. */
      if (view->order_by < 0)
        result->positions[i] = axis->positions[i];
      name_place (result, i, layout, axis, order[i]);
    }
  if (view->order_by >= 0)
    name_groups (result, keys, view->order_by);
  return result;
}

/* Ranks beyond the world are compared with each other. */
static guint *
number_groups (const TsParallelLayout *layout, const TsAxis *axis, TsParallelDimension dimension)
{
  guint *groups = g_new (guint, MAX (axis->n, 1));

  for (guint i = 0; i < axis->n; i++)
    {
      int group = ts_parallel_layout_get_group (layout, axis->ids[i], dimension);
      groups[i] = group >= 0 ? (guint) group : G_MAXUINT;
    }
  return groups;
}

/* The deviation from the median of its group, for ranks on either axis. */
static TsMatrix *
compare (TsMatrix *matrix, gboolean across, const guint *groups)
{
  g_autoptr (TsMatrix) turned = NULL;
  g_autoptr (TsMatrix) deviation = NULL;

  if (across)
    return ts_matrix_deviation_from_groups (matrix, groups);
  turned = ts_matrix_transpose (matrix);
  if (turned != NULL)
    deviation = ts_matrix_deviation_from_groups (turned, groups);
  return deviation != NULL ? ts_matrix_transpose (deviation) : NULL;
}

TsMatrix *
ts_rank_view_apply (const TsRankView *view, const TsParallelLayout *layout, TsMatrix *matrix)
{
  gboolean across = matrix->x->dimension == TS_DIMENSION_RANK;
  const TsAxis *axis = across ? matrix->x : matrix->y;
  g_autofree guint *order = NULL;
  g_autoptr (TsAxis) shown = NULL;
  g_autoptr (TsMatrix) cells = NULL;

  if (axis->dimension != TS_DIMENSION_RANK)
    return ts_matrix_ref (matrix);
  if (view->compare_within >= 0)
    {
      g_autofree guint *groups = number_groups (layout, axis, view->compare_within);
      cells = compare (matrix, across, groups);
    }
  else
    cells = ts_matrix_ref (matrix);
  if (cells == NULL)
    return NULL;
  order = g_new (guint, MAX (axis->n, 1));
  shown = ts_rank_view_create_axis (view, layout, axis, order);
  return across ? ts_matrix_reorder_columns (cells, shown, order)
                : ts_matrix_reorder_rows (cells, shown, order);
}
