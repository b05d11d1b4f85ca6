/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

static char *
describe_value (const TsCatalog *self, const TsSelection *selection)
{
  const TsCatalogStep *step;
  const TsCatalogTarget *target;

  switch (selection->dimension)
    {
    case TS_DIMENSION_STEP:
      step = ts_catalog_find_step (self, selection->value);
      return step != NULL ? g_strdup_printf (_ ("step %s"), step->label) : g_strdup ("");
    case TS_DIMENSION_RANK:
      return g_strdup_printf (_ ("rank %" PRId64), selection->value);
    case TS_DIMENSION_MODULE:
    default:
      target = ts_catalog_find_target (self, selection->value);
      return g_strdup (target != NULL ? target->label : "");
    }
}

char *
ts_catalog_describe_metric (const TsCatalog *self, const TsSelection *selection)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s · %s", selection->metric, selection->stat);
  for (guint i = 0; i < selection->tags->len; i++)
    g_string_append_printf (text, " · %s",
                            ((const TsTag *) g_ptr_array_index (selection->tags, i))->name);
  if (selection->name_filter != NULL && selection->name_filter[0] != '\0')
    g_string_append_printf (text, " · “%s”", selection->name_filter);
  return g_string_free (text, FALSE);
}

char *
ts_catalog_describe_selection (const TsCatalog *self, const TsSelection *selection)
{
  g_autofree char *metric = ts_catalog_describe_metric (self, selection);
  g_autofree char *value = describe_value (self, selection);

  return g_strdup_printf ("%s · %s", metric, value);
}
