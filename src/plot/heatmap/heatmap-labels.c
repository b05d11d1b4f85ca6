/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/heatmap-labels.h"

#include "model/number-format.h"

#include <math.h>

typedef struct
{
  const TsAxis *axis;
  guint first, last; /* visible places: [first, last) */
  double apart;      /* how many places two labels have to be apart */
} Picker;

/* 1, 2, 5, 10, 20 … */
static double
nice_step (guint i)
{
  static const double steps[] = { 1, 2, 5 };

  return steps[i % 3] * pow (10, i / 3);
}

static gboolean
is_multiple (double position, double step)
{
  double times = position / step;

  return fabs (times - round (times)) < 1e-9 * MAX (1, fabs (times));
}

/* Places whose position is a multiple of step; FALSE as soon as two of them are too close. */
static gboolean
pick_multiples (const Picker *self, double step, GArray *places)
{
  gint64 previous = -1;

  g_array_set_size (places, 0);
  for (guint i = self->first; i < self->last; i++)
    {
      if (!is_multiple (self->axis->positions[i], step))
        continue;
      if (previous >= 0 && (double) (i - previous) < self->apart)
        return FALSE;
      previous = i;
      g_array_append_val (places, i);
    }
  return TRUE;
}

static guint
nice_stride (double apart)
{
  guint i = 0;

  while (nice_step (i) < apart)
    i++;
  return (guint) MIN (nice_step (i), (double) G_MAXUINT / 2);
}

static void
pick_strided (const Picker *self, GArray *places)
{
  guint stride = nice_stride (self->apart);
  guint first = (self->first + stride - 1) / stride * stride;

  g_array_set_size (places, 0);
  for (guint i = first; i < self->last; i += stride)
    g_array_append_val (places, i);
  if (places->len > 0 || self->last == self->first)
    return;
  first = self->first + (self->last - self->first) / 2;
  g_array_append_val (places, first);
}

static void
pick_numeric (const Picker *self, GArray *places)
{
  double largest = 1;

  for (guint i = self->first; i < self->last; i++)
    largest = MAX (largest, fabs (self->axis->positions[i]));
  for (guint i = 0; nice_step (i) <= largest; i++)
    if (pick_multiples (self, nice_step (i), places))
      {
        if (places->len >= 2)
          return;
        break;
      }
  pick_strided (self, places);
}

/* The first row of every k-th layer, k as small as fits, then rows in between where there is room
 * up to the next layer. */
static void
pick_grouped (const Picker *self, GArray *places)
{
  const guint *groups = self->axis->groups;
  double rows_per_group = (double) self->axis->n / MAX (1, self->axis->n_groups);
  guint group_stride = nice_stride (self->apart / rows_per_group);
  guint stride = nice_stride (self->apart);
  guint begin = self->first;

  /* Start at the beginning of the group that is cut off. */
  while (begin > 0 && groups[begin - 1] == groups[begin])
    begin--;
  while (begin < self->last)
    {
      guint end = begin + 1;
      while (end < self->axis->n
             && (groups[end] == groups[begin] || groups[end] % group_stride != 0))
        end++;
      for (guint i = begin; i < end && i < self->last; i += stride)
        if (i >= self->first && (i == begin || (double) (end - i) >= self->apart)
            && (groups[begin] % group_stride == 0 || i == begin)
            && (places->len == 0
                || (double) (i - g_array_index (places, guint, places->len - 1)) >= self->apart))
          g_array_append_val (places, i);
      begin = end;
    }
}

GArray *
ts_heatmap_pick_labels (const TsAxis *axis, double from, double to, double length, double spacing)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  Picker picker = { .axis = axis };

  if (!(to > from) || !(length > 0) || axis->n == 0)
    return places;
  /* Labels stand at the middle of their place, which has to be in the picture. */
  picker.first = (guint) CLAMP (ceil (from - 0.5), 0, axis->n);
  picker.last = (guint) CLAMP (ceil (to - 0.5), 0, axis->n);
  picker.apart = spacing / (length / (to - from));
  if (picker.apart <= 1)
    for (guint i = picker.first; i < picker.last; i++)
      g_array_append_val (places, i);
  else if (picker.first == picker.last)
    return places;
  else if (axis->dimension != TS_DIMENSION_MODULE)
    pick_numeric (&picker, places);
  else if (axis->n_groups > 1)
    pick_grouped (&picker, places);
  else
    pick_strided (&picker, places);
  return places;
}

char *
ts_heatmap_dup_place_label (const TsAxis *axis, guint place)
{
  if (axis->names[place] != NULL)
    return g_strdup (axis->names[place]);
  return ts_format_short (axis->positions[place], 9);
}
