/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include "model/target-slot.h"
#include "model/visible-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

void
_ts_catalog_target_free (gpointer data)
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

/* A column that is kept as int; what is not there counts as 0. */
static gboolean
read_int (TsDatabase *database, sqlite3_stmt *statement, int column, int *value, GError **error)
{
  gint64 wide = 0;

  if (sqlite3_column_type (statement, column) != SQLITE_NULL
      && !ts_database_read_int64 (database, statement, column, &wide, error))
    return FALSE;
  if (wide < G_MININT || wide > G_MAXINT)
    {
      g_autofree char *detail = g_strdup_printf (_ ("the column %s holds %" PRId64),
                                                 sqlite3_column_name (statement, column), wide);
      ts_database_set_damaged (database, detail, error);
      return FALSE;
    }
  *value = (int) wide;
  return TRUE;
}

static gboolean
read_row (TsCatalog *catalog, TsDatabase *database, sqlite3_stmt *statement, GError **error)
{
  TsCatalogTarget *target = g_new0 (TsCatalogTarget, 1);
  guint n = catalog->targets->len;
  const TsCatalogTarget *before = n > 0 ? g_ptr_array_index (catalog->targets, n - 1) : NULL;

  g_ptr_array_add (catalog->targets, target);
  target->name = dup_column (statement, 1);
  if (target->name == NULL)
    target->name = g_strdup ("");
  if (!ts_database_read_int64 (database, statement, 0, &target->id, error)
      || !read_int (database, statement, 2, &target->vpp_stage, error)
      || !read_int (database, statement, 3, &target->micro_step, error))
    return FALSE;
  if (before != NULL && target->id <= before->id)
    {
      ts_database_set_damaged (database, _ ("the targets are not in the order of their numbers"),
                               error);
      return FALSE;
    }
  return TRUE;
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
      if (!read_row (catalog, database, statement, error))
        return FALSE;
    }
  return FALSE;
}

static gboolean
read_tensor (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  TsCatalog *catalog = data;
  TsCatalogTarget *target;
  gint64 id;

  if (!ts_database_read_int64 (database, statement, 0, &id, error))
    return FALSE;
  target = (TsCatalogTarget *) ts_catalog_find_target (catalog, id);
  if (target == NULL)
    return TRUE;
  g_free (target->dtype);
  g_free (target->shape);
  target->dtype = dup_column (statement, 1);
  target->shape = dup_column (statement, 2);
  return TRUE;
}

/* The rows of targets in network order, as the importer merged them from all files. */
typedef struct
{
  TsCatalog *catalog;
  gint64 *places; /* by the target's index; G_MAXINT64 where none is told */
} Places;

static gboolean
read_place (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  Places *places = data;
  gint64 id, place;
  int index;

  if (sqlite3_column_type (statement, 1) == SQLITE_NULL)
    return TRUE;
  if (!ts_database_read_int64 (database, statement, 0, &id, error)
      || !ts_database_read_int64 (database, statement, 1, &place, error))
    return FALSE;
  index = ts_catalog_find_target_place (places->catalog, id);
  if (index >= 0)
    places->places[index] = place;
  return TRUE;
}

/* dtype and shape, where our importer kept them, and the place. */
static gboolean
read_own (TsCatalog *catalog, TsDatabase *database, Places *places, GError **error)
{
  g_auto (GStrv) columns = ts_database_list_columns (database, "trendscope_targets", error);
  gboolean complete;

  if (columns == NULL
      || !_ts_catalog_read_optional (catalog, database, "trendscope_targets",
                                     "target_id, dtype, shape", "", read_tensor, catalog, &complete,
                                     error))
    return FALSE;
  complete = FALSE;
  if (_ts_catalog_has_column (columns, "place")
      && !_ts_catalog_read_optional (catalog, database, "trendscope_targets", "target_id, place",
                                     "", read_place, places, &complete, error))
    return FALSE;
  if (!complete)
    g_clear_pointer (&places->places, g_free);
  return TRUE;
}

/* What the network order goes by. */
typedef struct
{
  TsCatalogTarget *target;
  gint64 place;
} Row;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *first = a, *second = b;

  if (first->place != second->place)
    return first->place < second->place ? -1 : 1;
  if (first->target->call != second->target->call)
    return first->target->call < second->target->call ? -1 : 1;
  if (first->target->slot != second->target->slot)
    return first->target->slot < second->target->slot ? -1 : 1;
  return first->target->id < second->target->id ? -1 : 1;
}

/* What the targets of one call have in common. Sets the target's slot. */
static char *
create_call_key (TsCatalogTarget *target)
{
  gsize length;

  target->slot = ts_target_slot_find (target->name, &length);
  return g_strdup_printf ("%d %d %d %.*s", target->vpp_stage, target->micro_step,
                          target->slot == TS_TARGET_SLOT_NONE, (int) MIN (length, G_MAXINT),
                          target->name);
}

/* Sets each target's call to the index of the call's first target. */
static void
find_calls (TsCatalog *catalog)
{
  g_autoptr (GHashTable) calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < catalog->targets->len; i++)
    {
      TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      g_autofree char *key = create_call_key (target);
      gpointer first;
      if (!g_hash_table_lookup_extended (calls, key, NULL, &first))
        {
          first = GUINT_TO_POINTER (i);
          g_hash_table_insert (calls, g_steal_pointer (&key), first);
        }
      target->call = GPOINTER_TO_UINT (first);
    }
}

/* Sets network, and what each target knows of its place in it. Without places of the importer's a
 * call stands where its first target does. */
static void
order_targets (TsCatalog *catalog, const gint64 *places)
{
  guint n = catalog->targets->len;
  g_autoptr (GArray) rows = g_array_sized_new (FALSE, FALSE, sizeof (Row), n);
  g_autofree guint *first_places = g_new (guint, (gsize) n + 1);

  find_calls (catalog);
  for (guint i = 0; i < n; i++)
    {
      TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      Row row = { target, places != NULL ? places[i] : (gint64) target->call };
      g_array_append_val (rows, row);
      first_places[i] = G_MAXUINT;
    }
  g_array_sort (rows, compare_rows);
  for (guint i = 0; i < n; i++)
    {
      TsCatalogTarget *target = g_array_index (rows, Row, i).target;
      target->place = i;
      first_places[target->call] = MIN (first_places[target->call], i);
      target->call = first_places[target->call];
      g_ptr_array_add (catalog->network, target);
    }
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
  g_autofree char *name = ts_visible_text (target->name);
  GString *label = g_string_new (name);

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

TsCatalogTarget *
_ts_catalog_target_new (
    const char *name, int vpp_stage, int micro_step, const char *dtype, const char *shape)
{
  TsCatalogTarget *self = g_new0 (TsCatalogTarget, 1);

  self->name = g_strdup (name);
  self->vpp_stage = vpp_stage;
  self->micro_step = micro_step;
  self->dtype = g_strdup (dtype);
  self->shape = g_strdup (shape);
  return self;
}

void
_ts_catalog_finish_targets (TsCatalog *catalog, const gint64 *places)
{
  g_autoptr (GHashTable) uses = NULL;

  order_targets (catalog, places);
  uses = collect_uses (catalog->targets);
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      target->label
          = create_label (target, g_hash_table_lookup (uses, target->name), catalog->format);
    }
}

gboolean
_ts_catalog_read_targets (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  Places places = { catalog, NULL };
  gboolean good;

  catalog->targets = g_ptr_array_new_with_free_func (_ts_catalog_target_free);
  catalog->network = g_ptr_array_new ();
  if (!read_rows (catalog, database, error))
    return FALSE;
  places.places = g_new (gint64, catalog->targets->len + 1);
  for (guint i = 0; i < catalog->targets->len; i++)
    places.places[i] = G_MAXINT64;
  good = read_own (catalog, database, &places, error);
  if (good)
    _ts_catalog_finish_targets (catalog, places.places);
  g_free (places.places);
  return good;
}
