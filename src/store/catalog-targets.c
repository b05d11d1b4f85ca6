/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
target_free (gpointer data)
{
  TsCatalogTarget *self = data;

  g_free (self->name);
  g_free (self->dtype);
  g_free (self->shape);
  g_free (self->label);
  g_free (self);
}

static char *
dup_column (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

static gboolean
read_rows (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ts_database_prepare (
      database,
      "SELECT target_id, target_name, vpp_stage, micro_step FROM monitoring_targets"
      " ORDER BY target_id",
      error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      TsCatalogTarget *target = g_new0 (TsCatalogTarget, 1);
      target->id = sqlite3_column_int64 (statement, 0);
      target->name = dup_column (statement, 1);
      if (target->name == NULL)
        target->name = g_strdup ("");
      target->vpp_stage = sqlite3_column_int (statement, 2);
      target->micro_step = sqlite3_column_int (statement, 3);
      g_ptr_array_add (catalog->targets, target);
    }
  return FALSE;
}

/* dtype and shape, where our importer kept them. */
static gboolean
read_tensors (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  GError *failure = NULL;
  gboolean row = FALSE;

  if (!ts_database_has_table (database, "trendscope_targets", &failure))
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      return failure == NULL;
    }
  statement = ts_database_prepare (database,
                                   "SELECT target_id, dtype, shape FROM trendscope_targets", error);
  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      TsCatalogTarget *target = (TsCatalogTarget *) ts_catalog_find_target (
          catalog, sqlite3_column_int64 (statement, 0));
      if (target == NULL)
        continue;
      g_free (target->dtype);
      g_free (target->shape);
      target->dtype = dup_column (statement, 1);
      target->shape = dup_column (statement, 2);
    }
  return FALSE;
}

/* What the targets of one name differ in. */
typedef struct
{
  int vpp_stage;
  int micro_step;
  gboolean several_stages;
  gboolean several_micro_steps;
} NameUse;

static GHashTable *
collect_uses (const GPtrArray *targets)
{
  GHashTable *uses = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (targets, i);
      NameUse *use = g_hash_table_lookup (uses, target->name);
      if (use == NULL)
        {
          use = g_new0 (NameUse, 1);
          use->vpp_stage = target->vpp_stage;
          use->micro_step = target->micro_step;
          g_hash_table_insert (uses, target->name, use);
        }
      use->several_stages |= use->vpp_stage != target->vpp_stage;
      use->several_micro_steps |= use->micro_step != target->micro_step;
    }
  return uses;
}

static char *
create_label (const TsCatalogTarget *target, const NameUse *use, TsFormat format)
{
  GString *label = g_string_new (target->name);

  if (use->several_stages)
    {
      g_string_append (label, " · ");
      g_string_append_printf (label, _ ("vpp %d"), target->vpp_stage);
    }
  if (target->micro_step > 0 || use->several_micro_steps)
    {
      g_string_append (label, " [");
      g_string_append_printf (label, format == TS_FORMAT_MONITOR ? _ ("micro %d") : _ ("call %d"),
                              target->micro_step);
      g_string_append_c (label, ']');
    }
  return g_string_free (label, FALSE);
}

gboolean
ts_catalog_read_targets (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) uses = NULL;

  catalog->targets = g_ptr_array_new_with_free_func (target_free);
  if (!read_rows (catalog, database, error) || !read_tensors (catalog, database, error))
    return FALSE;
  uses = collect_uses (catalog->targets);
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      target->label
          = create_label (target, g_hash_table_lookup (uses, target->name), catalog->format);
    }
  return TRUE;
}
