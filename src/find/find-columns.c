/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/find-columns.h"

static int
find_stat (const TsCatalog *catalog, const char *name)
{
  for (int i = 0; catalog->stats[i] != NULL; i++)
    if (g_ascii_strcasecmp (catalog->stats[i], name) == 0)
      return i;
  return -1;
}

void
ts_find_columns_init (TsFindColumns *self, const TsCatalog *catalog)
{
  self->stats[TS_FIND_NORM] = find_stat (catalog, "norm");
  self->stats[TS_FIND_AMAX] = find_stat (catalog, "amax");
  self->max_stat = find_stat (catalog, "max");
  self->min_stat = find_stat (catalog, "min");
  self->nans_stat = find_stat (catalog, "nans");
  self->zeros_stat = find_stat (catalog, "zeros");
  self->value_stat = find_stat (catalog, "value");
}
