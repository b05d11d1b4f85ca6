/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/matrix-deviation.h"

#include "model/median.h"

#include <float.h>
#include <stdlib.h>

/* A column and its group; columns of one group stand together. */
typedef struct
{
  guint group;
  guint column;
} Member;

static int
compare_members (const void *a, const void *b)
{
  const Member *first = a, *second = b;

  if (first->group != second->group)
    return first->group < second->group ? -1 : 1;
  return first->column < second->column ? -1 : first->column > second->column;
}

static Member *
sort_members (const guint *group_of_column, guint n)
{
  Member *members = g_new (Member, (gsize) n + 1);

  for (guint x = 0; x < n; x++)
    members[x] = (Member){ group_of_column[x], x };
  qsort (members, n, sizeof *members, compare_members);
  return members;
}

/* One row, for the columns of one group. numbers has room for n. */
static void
deviate (TsMatrix *result,
         const TsMatrix *self,
         guint y,
         const Member *members,
         guint n,
         double *numbers)
{
  guint n_numbers = 0;
  double median = 0;

  for (guint i = 0; i < n; i++)
    {
      gsize cell = ts_matrix_index (self, members[i].column, y);
      if (ts_cell_state (self->states[cell]) == TS_CELL_NUMBER)
        numbers[n_numbers++] = self->values[cell];
    }
  if (n_numbers > 0)
    median = ts_median (numbers, n_numbers);
  for (guint i = 0; i < n; i++)
    {
      gsize cell = ts_matrix_index (self, members[i].column, y);
      double value = self->values[cell];
      /* The difference of two numbers is a number here, even beyond the largest. */
      if (ts_cell_state (self->states[cell]) == TS_CELL_NUMBER)
        value = CLAMP (value - median, -DBL_MAX, DBL_MAX);
      ts_matrix_set (result, members[i].column, y, value, self->states[cell]);
    }
}

TsMatrix *
ts_matrix_deviation_from_groups (TsMatrix *self, const guint *group_of_column)
{
  guint n = self->x->n;
  g_autofree Member *members = sort_members (group_of_column, n);
  g_autofree double *numbers = g_new (double, (gsize) n + 1);
  TsMatrix *result = ts_matrix_new (self->x, self->y);

  if (result == NULL)
    return NULL;
  for (guint first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && members[end].group == members[first].group; end++)
        ;
      for (guint y = 0; y < self->y->n; y++)
        deviate (result, self, y, members + first, end - first, numbers);
    }
  ts_matrix_seal (result);
  return result;
}
