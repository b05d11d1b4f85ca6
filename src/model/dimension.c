/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/dimension.h"

#include <glib/gi18n-lib.h>

static const char *const keys[] = { "step", "rank", "module_name" };

TsDimension
ts_dimension_get_x (TsDimension fixed)
{
  return fixed == TS_DIMENSION_STEP ? TS_DIMENSION_RANK : TS_DIMENSION_STEP;
}

TsDimension
ts_dimension_get_y (TsDimension fixed)
{
  return fixed == TS_DIMENSION_MODULE ? TS_DIMENSION_RANK : TS_DIMENSION_MODULE;
}

const char *
ts_dimension_to_key (TsDimension dimension)
{
  return keys[dimension];
}

gboolean
ts_dimension_from_key (const char *key, TsDimension *dimension)
{
  /* The word that people type; the key is msProbe's. */
  if (g_strcmp0 (key, "module") == 0)
    key = keys[TS_DIMENSION_MODULE];
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_strcmp0 (keys[i], key) == 0)
      {
        *dimension = (TsDimension) i;
        return TRUE;
      }
  return FALSE;
}

const char *
ts_dimension_get_title (TsDimension dimension)
{
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return _ ("Training step");
    case TS_DIMENSION_RANK:
      return _ ("Rank");
    case TS_DIMENSION_MODULE:
    default:
      return _ ("Module");
    }
}
