/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-part.h"
#include "store/catalog-private.h"

#include "model/network-order.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static TsCatalogPart *
get_part (const TsCatalog *self, guint i)
{
  return g_ptr_array_index (self->parts, i);
}

/* ---- names: metrics and statistics ---- */

/* Columns are the same to SQLite whatever their case; metrics are texts. */
static gboolean
are_one_column (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (a, b) == 0;
}

static gboolean
has_name (const GPtrArray *names, const char *name, GEqualFunc equal)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, equal, NULL);
}

static void
add_names (GPtrArray *names, char **more)
{
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    if (!has_name (names, more[i], are_one_column))
      g_ptr_array_add (names, g_strdup (more[i]));
}

/* names (char*, each once): first those of the canonical list in its order, then the others as they
 * come. NULL-terminated. */
static char **
order_names (const GPtrArray *names, const char *const *canonical, GEqualFunc equal)
{
  g_autoptr (GPtrArray) ordered = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; canonical[i] != NULL; i++)
    if (has_name (names, canonical[i], equal))
      g_ptr_array_add (ordered, g_strdup (canonical[i]));
  for (guint i = 0; i < names->len; i++)
    if (!has_name (ordered, g_ptr_array_index (names, i), equal))
      g_ptr_array_add (ordered, g_strdup (g_ptr_array_index (names, i)));
  g_ptr_array_add (ordered, NULL);
  return (char **) g_ptr_array_steal (ordered, NULL);
}

static const char *const *
get_canonical_stats (const TsCatalog *self)
{
  return self->format == TS_FORMAT_DUMP ? ts_dump_stats : ts_monitor_stats;
}

static void
unite_stats (TsCatalog *self)
{
  g_autoptr (GPtrArray) stats = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) exact = g_ptr_array_new_with_free_func (g_free);

  self->has_exact = TRUE;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const TsCatalog *part = get_part (self, i)->catalog;
      add_names (stats, part->stats);
      add_names (exact, part->exact_stats);
      self->has_exact &= part->has_exact;
    }
  self->stats = order_names (stats, get_canonical_stats (self), are_one_column);
  if (self->has_exact)
    self->exact_stats = order_names (exact, get_canonical_stats (self), are_one_column);
}

static const TsCatalogMetric *
get_metric (const TsCatalog *self, guint part, guint i)
{
  return g_ptr_array_index (get_part (self, part)->catalog->metrics, i);
}

static char **
list_metric_stats (const TsCatalog *self, const char *name)
{
  g_autoptr (GPtrArray) stats = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const TsCatalogMetric *metric = ts_catalog_find_metric (get_part (self, i)->catalog, name);
      if (metric != NULL)
        add_names (stats, metric->stats);
    }
  return order_names (stats, get_canonical_stats (self), are_one_column);
}

/* Those of a dump have numbers of their own (TsDumpMetric), others those behind. */
static gint64
get_metric_id (const TsCatalog *self, char **ordered, guint i)
{
  gint64 n = 0;

  for (; self->format == TS_FORMAT_DUMP && ts_dump_metrics[n] != NULL; n++)
    if (g_str_equal (ts_dump_metrics[n], ordered[i]))
      return n + 1;
  return n + (gint64) i + 1;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
unite_metrics (TsCatalog *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) ordered = NULL;

  for (guint p = 0; p < self->parts->len; p++)
    for (guint i = 0; i < get_part (self, p)->catalog->metrics->len; i++)
      {
        const char *name = get_metric (self, p, i)->name;
        if (!has_name (names, name, g_str_equal))
          g_ptr_array_add (names, g_strdup (name));
      }
  g_ptr_array_sort (names, compare_names);
  ordered = order_names (
      names, self->format == TS_FORMAT_DUMP ? ts_dump_metrics : ts_monitor_metrics, g_str_equal);
  self->metrics = g_ptr_array_new_with_free_func (_ts_catalog_metric_free);
  for (guint i = 0; ordered[i] != NULL; i++)
    {
      TsCatalogMetric *metric
          = _ts_catalog_metric_new (get_metric_id (self, ordered, i), ordered[i]);
      metric->stats = list_metric_stats (self, ordered[i]);
      metric->steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      g_ptr_array_add (self->metrics, metric);
    }
  for (guint p = 0; p < self->parts->len; p++)
    for (guint i = 0; i < get_part (self, p)->catalog->metrics->len; i++)
      {
        const TsCatalogMetric *metric
            = ts_catalog_find_metric (self, get_metric (self, p, i)->name);
        g_array_append_val (get_part (self, p)->metrics, metric->id);
      }
}

/* ---- ranks and steps ---- */

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static void
unite_ranks (TsCatalog *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint p = 0; p < self->parts->len; p++)
    {
      const GArray *ranks = get_part (self, p)->catalog->ranks;
      g_array_append_vals (all, ranks->data, ranks->len);
    }
  g_array_sort (all, compare_ids);
  self->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < all->len; i++)
    if (i == 0 || g_array_index (all, gint64, i) != g_array_index (all, gint64, i - 1))
      g_array_append_vals (self->ranks, &g_array_index (all, gint64, i), 1);
}

/* By training step, then micro-step. */
static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const TsStepRow *first = a, *second = b;
  int order = compare_ids (&first->train_step, &second->train_step);

  return order != 0 ? order : compare_ids (&first->micro_step, &second->micro_step);
}

/* Whether global steps number pairs of training step and micro-step: each part has begun to count
 * for itself then (rules.md S5). */
static gboolean
are_numbered (const TsCatalog *self)
{
  for (guint p = 0; p < self->parts->len; p++)
    {
      const TsCatalog *part = get_part (self, p)->catalog;
      if (g_strcmp0 (g_hash_table_lookup (part->meta, "micro_step"), "true") == 0)
        return TRUE;
      for (guint i = 0; i < part->steps->len; i++)
        {
          const TsCatalogStep *step = g_ptr_array_index (part->steps, i);
          if (step->step != step->train_step)
            return TRUE;
        }
    }
  return FALSE;
}

/* All pairs that some part has, each once, with their numbers in the run. */
static GArray *
collect_steps (const TsCatalog *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TsStepRow));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TsStepRow));
  gboolean numbered = are_numbered (self);

  for (guint p = 0; p < self->parts->len; p++)
    for (guint i = 0; i < get_part (self, p)->catalog->steps->len; i++)
      {
        const TsCatalogStep *step = g_ptr_array_index (get_part (self, p)->catalog->steps, i);
        TsStepRow row = { step->train_step, step->train_step, step->micro_step };
        g_array_append_val (all, row);
      }
  g_array_sort (all, compare_steps);
  for (guint i = 0; i < all->len; i++)
    {
      TsStepRow row = g_array_index (all, TsStepRow, i);
      if (i > 0 && compare_steps (&row, &g_array_index (all, TsStepRow, i - 1)) == 0)
        continue;
      if (numbered)
        row.step = rows->len;
      g_array_append_val (rows, row);
    }
  return rows;
}

static void
unite_steps (TsCatalog *self)
{
  g_autoptr (GArray) rows = collect_steps (self);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (gint64));

  _ts_catalog_set_steps (self, none, rows);
  for (guint p = 0; p < self->parts->len; p++)
    for (guint i = 0; i < get_part (self, p)->catalog->steps->len; i++)
      {
        const TsCatalogStep *step = g_ptr_array_index (get_part (self, p)->catalog->steps, i);
        TsStepRow row = { 0, step->train_step, step->micro_step };
        guint index = 0;
        g_array_binary_search (rows, &row, compare_steps, &index);
        g_array_append_vals (get_part (self, p)->steps,
                             &g_array_index (rows, TsStepRow, index).step, 1);
      }
}

/* Where a metric was seen. */
static void
unite_seen_steps (TsCatalog *self)
{
  for (guint p = 0; p < self->parts->len; p++)
    for (guint i = 0; i < get_part (self, p)->catalog->metrics->len; i++)
      {
        const TsCatalogMetric *own = get_metric (self, p, i);
        const TsCatalogMetric *metric = ts_catalog_find_metric (self, own->name);
        GHashTableIter iter;
        gpointer key;

        g_hash_table_iter_init (&iter, own->steps);
        while (g_hash_table_iter_next (&iter, &key, NULL))
          {
            gint64 step = ts_catalog_part_get_step (get_part (self, p), *(const gint64 *) key);
            g_hash_table_add (metric->steps, g_memdup2 (&step, sizeof step));
          }
      }
}

/* ---- targets ---- */

static guint
hash_target (gconstpointer key)
{
  const TsCatalogTarget *target = key;

  return g_str_hash (target->name) * 31u + (guint) target->micro_step * 7u
         + (guint) target->vpp_stage;
}

static gboolean
are_one_target (gconstpointer a, gconstpointer b)
{
  const TsCatalogTarget *first = a, *second = b;

  return first->vpp_stage == second->vpp_stage && first->micro_step == second->micro_step
         && strcmp (first->name, second->name) == 0;
}

static TsCatalogTarget *
add_target (TsCatalog *self, const TsCatalogTarget *own)
{
  TsCatalogTarget *target
      = _ts_catalog_target_new (own->name, own->vpp_stage, own->micro_step, own->dtype, own->shape);

  g_ptr_array_add (self->targets, target);
  target->id = self->targets->len;
  return target;
}

static void
map_targets (TsCatalog *self, TsCatalogPart *part, GHashTable *known)
{
  const GPtrArray *targets = part->catalog->targets;

  for (guint i = 0; i < targets->len; i++)
    {
      const TsCatalogTarget *own = g_ptr_array_index (targets, i);
      TsCatalogTarget *target = g_hash_table_lookup (known, own);
      if (target == NULL)
        {
          target = add_target (self, own);
          g_hash_table_add (known, target);
        }
      target->has_tags |= own->has_tags;
      g_array_append_val (part->targets, target->id);
    }
}

static void
set_places (const TsCatalog *self, TsCatalogPart *part)
{
  g_array_set_size (part->places, self->targets->len);
  for (guint i = 0; i < self->targets->len; i++)
    g_array_index (part->places, gint32, i) = -1;
  for (guint i = 0; i < part->targets->len; i++)
    g_array_index (part->places, gint32, g_array_index (part->targets, gint64, i) - 1) = (gint32) i;
}

static char *
get_target_name (guint32 id, gint64 *micro_step, gpointer data)
{
  const TsCatalog *self = data;
  const TsCatalogTarget *target = g_ptr_array_index (self->targets, id - 1);

  *micro_step = target->micro_step;
  return g_strdup (target->name);
}

/* Of a dump: a part's network is read as a file that has all of its calls would be. Where the slots
 * of a call are not in their order there, the rest is another call: the order has been found
 * already. */
static void
add_calls (const TsCatalogPart *part, TsNetworkOrder *order)
{
  const GPtrArray *network = part->catalog->network;
  TsNetworkRow row = { .metric = TS_DUMP_FORWARD };
  guint32 n_calls = 0, call = G_MAXUINT32;
  TsTargetSlot last = TS_TARGET_SLOT_INPUT;

  for (guint i = 0; i < network->len; i++)
    {
      const TsCatalogTarget *own = g_ptr_array_index (network, i);
      TsTargetSlot slot = own->slot == TS_TARGET_SLOT_NONE ? TS_TARGET_SLOT_PARAMETERS : own->slot;
      n_calls += own->call != call || slot < last;
      call = own->call;
      last = slot;
      row.call = n_calls << 2 | (guint32) slot;
      ts_network_order_add (order, &row, (guint32) ts_catalog_part_get_target (part, own->id));
    }
}

/* Of a monitor: each metric has a list of its own, of those targets of the network that have it
 * (NULL: all that are left). */
static void
add_list (const TsCatalogPart *part, const TsCatalogMetric *metric, TsNetworkOrder *order)
{
  const GPtrArray *network = part->catalog->network;
  TsNetworkRow row = { .metric = metric != NULL ? (guint32) metric->id : 0 };

  for (guint i = 0; i < network->len; i++)
    {
      const TsCatalogTarget *own = g_ptr_array_index (network, i);
      if (metric == NULL ? !own->has_tags : g_hash_table_contains (metric->tagged, own))
        ts_network_order_add (order, &row, (guint32) ts_catalog_part_get_target (part, own->id));
    }
}

/* A metric and its first target. */
typedef struct
{
  const TsCatalogMetric *metric;
  gint64 first;
} List;

static int
compare_lists (gconstpointer a, gconstpointer b)
{
  const List *first = a, *second = b;

  if (first->first != second->first)
    return first->first < second->first ? -1 : 1;
  return first->metric->id < second->metric->id ? -1 : 1;
}

/* The metrics in the order in which they were read: targets have ids in the order of their first
 * appearance. */
static GArray *
order_lists (const TsCatalog *part)
{
  GArray *lists = g_array_new (FALSE, FALSE, sizeof (List));

  for (guint i = 0; i < part->metrics->len; i++)
    {
      List list = { g_ptr_array_index (part->metrics, i), G_MAXINT64 };
      GHashTableIter iter;
      gpointer target;
      g_hash_table_iter_init (&iter, list.metric->tagged);
      while (g_hash_table_iter_next (&iter, &target, NULL))
        list.first = MIN (list.first, ((const TsCatalogTarget *) target)->id);
      g_array_append_val (lists, list);
    }
  g_array_sort (lists, compare_lists);
  return lists;
}

static void
add_lists (const TsCatalogPart *part, TsNetworkOrder *order)
{
  g_autoptr (GArray) lists = order_lists (part->catalog);

  for (guint i = 0; i < lists->len; i++)
    add_list (part, g_array_index (lists, List, i).metric, order);
  add_list (part, NULL, order);
}

static void
add_network (const TsCatalog *self, const TsCatalogPart *part, TsNetworkOrder *order)
{
  if (self->format == TS_FORMAT_DUMP)
    add_calls (part, order);
  else
    add_lists (part, order);
  ts_network_order_end_file (order);
}

static void
order_targets (TsCatalog *self)
{
  TsNetworkOrder *order = ts_network_order_new (get_target_name, self);
  g_autofree gint64 *places = g_new0 (gint64, (gsize) self->targets->len + 1);
  gint64 place = 0;

  for (guint p = 0; p < self->parts->len; p++)
    add_network (self, get_part (self, p), order);
  for (guint32 id = 0; (id = ts_network_order_get_next (order, id)) != 0;)
    places[id - 1] = place++;
  ts_network_order_free (order);
  _ts_catalog_finish_targets (self, places);
}

static void
unite_targets (TsCatalog *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (hash_target, are_one_target);

  self->targets = g_ptr_array_new_with_free_func (_ts_catalog_target_free);
  self->network = g_ptr_array_new ();
  for (guint p = 0; p < self->parts->len; p++)
    map_targets (self, get_part (self, p), known);
  for (guint p = 0; p < self->parts->len; p++)
    set_places (self, get_part (self, p));
  order_targets (self);
}

/* ---- tags ---- */

static TsCatalogTarget *
get_target (const TsCatalog *self, const TsCatalogPart *part, gint64 own)
{
  return g_ptr_array_index (self->targets, ts_catalog_part_get_target (part, own) - 1);
}

static void
unite_tagged (TsCatalog *self, const TsCatalogPart *part)
{
  for (guint i = 0; i < part->catalog->metrics->len; i++)
    {
      const TsCatalogMetric *own = g_ptr_array_index (part->catalog->metrics, i);
      const TsCatalogMetric *metric = ts_catalog_find_metric (self, own->name);
      GHashTableIter iter;
      gpointer target;

      g_hash_table_iter_init (&iter, own->tagged);
      while (g_hash_table_iter_next (&iter, &target, NULL))
        g_hash_table_add (metric->tagged,
                          get_target (self, part, ((const TsCatalogTarget *) target)->id));
    }
}

static void
unite_tags_of (TsCatalog *self, const TsCatalogPart *part, GHashTable *known)
{
  for (guint i = 0; i < part->catalog->tags->len; i++)
    {
      const TsCatalogTag *own = g_ptr_array_index (part->catalog->tags, i);
      char *key = g_strconcat (own->tag.category, "\n", own->tag.name, NULL);
      TsCatalogTag *tag = g_hash_table_lookup (known, key);
      GHashTableIter iter;
      gpointer id;

      if (tag == NULL)
        {
          tag = _ts_catalog_tag_new (own->tag.name, own->tag.category);
          g_ptr_array_add (self->tags, tag);
          g_hash_table_insert (known, g_strdup (key), tag);
        }
      g_free (key);
      g_hash_table_iter_init (&iter, own->targets);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        g_hash_table_add (tag->targets, &get_target (self, part, *(const gint64 *) id)->id);
    }
}

static void
unite_tags (TsCatalog *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->tags = g_ptr_array_new_with_free_func (_ts_catalog_tag_free);
  for (guint p = 0; p < self->parts->len; p++)
    {
      unite_tagged (self, get_part (self, p));
      unite_tags_of (self, get_part (self, p), known);
    }
  _ts_catalog_sort_tags (self);
}

/* ---- what is said of the run ---- */

static char *
dup_part_name (const TsCatalogPart *part)
{
  return g_filename_display_basename (part->catalog->path);
}

static gboolean
check_formats (TsCatalog *self, GError **error)
{
  for (guint p = 0; p < self->parts->len; p++)
    {
      TsFormat format = get_part (self, p)->catalog->format;
      if (self->format == TS_FORMAT_AUTO)
        self->format = format;
      if (format == TS_FORMAT_AUTO || format == self->format)
        continue;
      g_autofree char *first = dup_part_name (get_part (self, 0));
      g_autofree char *other = dup_part_name (get_part (self, p));
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_ONE_RUN,
                   _ ("“%s” holds %s data and “%s” %s data: they are no parts of one run. Open "
                      "them one by one."),
                   first, ts_format_to_string (self->format), other, ts_format_to_string (format));
      return FALSE;
    }
  return TRUE;
}

/* Options of an import that parts of one run have in common, or else do not fit together. */
static void
note_differences (TsCatalog *self)
{
  static const char *const keys[] = { "micro_step", "compat", "all_dtypes", "mapping", "division" };

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    for (guint p = 1; p < self->parts->len; p++)
      {
        const char *first = g_hash_table_lookup (get_part (self, 0)->catalog->meta, keys[k]);
        const char *other = g_hash_table_lookup (get_part (self, p)->catalog->meta, keys[k]);
        if (g_strcmp0 (first, other) == 0)
          continue;
        g_autofree char *name = dup_part_name (get_part (self, p));
        _ts_catalog_add_note (
            self, g_strdup_printf (_ ("The part “%s” was imported with other options (%s: %s, "
                                      "elsewhere %s)"),
                                   name, keys[k], other != NULL ? other : "–",
                                   first != NULL ? first : "–"));
        break;
      }
}

static void
unite_notes (TsCatalog *self)
{
  for (guint p = 0; p < self->parts->len; p++)
    {
      const TsCatalogPart *part = get_part (self, p);
      g_autofree char *name = dup_part_name (part);
      for (guint i = 0; i < part->catalog->notes->len; i++)
        _ts_catalog_add_note (
            self, g_strdup_printf ("%s: %s", name,
                                   (const char *) g_ptr_array_index (part->catalog->notes, i)));
    }
  note_differences (self);
}

static void
unite_meta (TsCatalog *self)
{
  static const char *const of_a_file[]
      = { "rows_stored", "rows_read", "files", "shard", "shards", "division" };
  GHashTableIter iter;
  gpointer key, value;

  self->meta = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint p = 0; p < self->parts->len; p++)
    {
      g_hash_table_iter_init (&iter, get_part (self, p)->catalog->meta);
      while (g_hash_table_iter_next (&iter, &key, &value))
        if (!g_hash_table_contains (self->meta, key))
          g_hash_table_insert (self->meta, g_strdup (key), g_strdup (value));
    }
  /* What is counted by part says nothing of the run. */
  for (guint i = 0; i < G_N_ELEMENTS (of_a_file); i++)
    g_hash_table_remove (self->meta, of_a_file[i]);
}

static void
count_rows (TsCatalog *self)
{
  for (guint p = 0; p < self->parts->len; p++)
    {
      const TsCatalog *part = get_part (self, p)->catalog;
      self->n_rows += part->n_rows;
      self->n_rows_is_estimate |= part->n_rows_is_estimate;
    }
}

gboolean
_ts_catalog_unite (TsCatalog *self, GCancellable *cancellable, GError **error)
{
  if (!check_formats (self, error))
    return FALSE;
  unite_stats (self);
  unite_metrics (self);
  unite_ranks (self);
  unite_steps (self);
  unite_seen_steps (self);
  unite_targets (self);
  unite_tags (self);
  unite_meta (self);
  unite_notes (self);
  count_rows (self);
  return _ts_catalog_find_overlaps (self, cancellable, error);
}
