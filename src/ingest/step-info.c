/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/step-info.h"

gboolean
ts_steps_agree (const GArray *steps, const GArray *known)
{
  guint j = 0;

  for (guint i = 0; i < known->len; i++)
    {
      const TsStepInfo *x = &g_array_index (known, TsStepInfo, i), *y;

      while (j < steps->len && g_array_index (steps, TsStepInfo, j).step < x->step)
        j++;
      if (j == steps->len)
        return FALSE;
      y = &g_array_index (steps, TsStepInfo, j);
      if (x->step != y->step || x->train_step != y->train_step || x->micro_step != y->micro_step)
        return FALSE;
    }
  return TRUE;
}

const TsStepInfo *
ts_steps_find (const GArray *steps, gint64 step)
{
  guint from = 0, to = steps->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      const TsStepInfo *info = &g_array_index (steps, TsStepInfo, middle);

      if (info->step == step)
        return info;
      if (info->step < step)
        from = middle + 1;
      else
        to = middle;
    }
  return NULL;
}
