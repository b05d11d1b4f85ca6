/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-part.h"
#include "store/query-private.h"

#include <string.h>

/* --- execution order (hunting.md, section 0) --- */

static int
get_phase (const char *metric)
{
  static const struct
  {
    const char *metric;
    int phase;
  } phases[] = { { "param_origin", -1 },  { "forward", 0 },         { "actv", 0 },
                 { "backward", 1 },       { "recompute", 1 },       { "actv_grad", 1 },
                 { "grad_unreduced", 2 }, { "parameters_grad", 2 }, { "grad_reduced", 3 },
                 { "exp_avg", 4 },        { "exp_avg_sq", 5 },      { "param_updated", 6 } };

  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (strcmp (phases[i].metric, metric) == 0)
      return phases[i].phase;
  return 7;
}

/* Parameters are there before anything arrives. */
static int
get_slot_order (TsTargetSlot slot)
{
  return slot == TS_TARGET_SLOT_PARAMETERS ? -1 : (int) slot;
}

static int
compare (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_places (const TsCatalog *catalog, const TsAnomaly *a, const TsAnomaly *b, int phase)
{
  const TsCatalogTarget *first = ts_catalog_find_target (catalog, a->target_id);
  const TsCatalogTarget *second = ts_catalog_find_target (catalog, b->target_id);
  int order = compare (first->call, second->call);

  /* Backward runs the network in reverse. */
  if (phase >= 1 && phase <= 3)
    order = -order;
  if (order == 0)
    order = compare (get_slot_order (first->slot), get_slot_order (second->slot));
  return order != 0 ? order : compare (first->place, second->place);
}

/* Negative when a comes first. Global steps number training steps and micro-steps in their order.
 */
static int
compare_anomalies (const TsCatalog *catalog, const TsAnomaly *a, const TsAnomaly *b)
{
  int phase = get_phase (a->metric->name);
  int order = compare (a->step, b->step);

  if (order == 0)
    order = compare (phase, get_phase (b->metric->name));
  if (order == 0)
    order = compare_places (catalog, a, b, phase);
  return order != 0 ? order : compare (a->rank, b->rank);
}

/* --- the search --- */

typedef struct
{
  TsCatalog *catalog;        /* of the run */
  const TsCatalog *file;     /* of the file that is searched */
  const TsCatalogPart *part; /* the same; NULL: the run is that file */
  TsDatabase *database;
  const TsSelection *within;
  sqlite3_stmt *statement; /* of one rank, by step: step, target, metric, then a truth value for
                              each of columns */
  char **columns;          /* borrowed */
  guint8 *wanted;          /* by the target's place, whether it passes the filters */
  TsAnomaly best;
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->statement, sqlite3_finalize);
  g_clear_pointer (&self->database, ts_database_close);
  g_clear_pointer (&self->wanted, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Where exact values are kept apart, all NaN and infinities are among them. Else the marks that
 * msProbe wrote have to be looked for among all values: NULL stands for NaN, 1e9 + 1 for an
 * infinity (rules.md V1, V2). */
static char *
create_sql (const TsCatalog *catalog, char **columns, gint64 max_rows)
{
  GString *sql = g_string_new ("SELECT step, target_id, metric_id");
  const char *test = catalog->has_exact
                         ? ", \"%w\" IN ('nan', 'inf', '-inf')"
                         : ", \"%w\" IS NULL OR abs(\"%w\") IN (1000000001.0, 9e999)";

  for (guint i = 0; columns[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (test, "%w", -1);
      g_auto (GStrv) quoted = g_strsplit (columns[i], "\"", -1);
      g_autofree char *name = g_strjoinv ("\"\"", quoted);
      g_autofree char *column = g_strjoinv (name, parts);
      g_string_append (sql, column);
    }
  g_string_append_printf (sql,
                          " FROM (SELECT * FROM %s WHERE rank = ?1 AND step <= ?2"
                          " ORDER BY step, target_id LIMIT %" G_GINT64_FORMAT ")",
                          catalog->has_exact ? "trendscope_exact" : "trend_data", max_rows);
  return g_string_free (sql, FALSE);
}

/* What passes the filters. */
static gboolean
search_init (Search *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) targets
      = ts_catalog_filter_targets (self->catalog, self->within, cancellable);

  if (targets == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  self->wanted = g_malloc0 ((gsize) self->catalog->targets->len + 1);
  for (guint i = 0; i < targets->len; i++)
    self->wanted[((const TsCatalogTarget *) g_ptr_array_index (targets, i))->place] = 1;
  return TRUE;
}

/* Turns to one file of the run. */
static gboolean
search_open (Search *self, guint i, gint64 max_rows, GCancellable *cancellable, GError **error)
{
  g_autofree char *sql = NULL;

  g_clear_pointer (&self->statement, sqlite3_finalize);
  g_clear_pointer (&self->database, ts_database_close);
  self->file = ts_catalog_get_part (self->catalog, i);
  if (self->catalog->parts != NULL)
    self->part = g_ptr_array_index (self->catalog->parts, i);
  self->columns = self->file->has_exact ? self->file->exact_stats : self->file->stats;
  sql = create_sql (self->file, self->columns, max_rows);
  self->database = ts_catalog_open_database (self->file, cancellable, error);
  if (self->database != NULL)
    self->statement = ts_database_prepare (self->database, sql, error);
  return self->statement != NULL;
}

/* ---- the run's numbers of what the statement's row has ---- */

static gint64
get_step (const Search *self)
{
  gint64 step = sqlite3_column_int64 (self->statement, 0);

  return self->part != NULL ? ts_catalog_part_get_step (self->part, step) : step;
}

static gint64
get_target_id (const Search *self)
{
  gint64 id = sqlite3_column_int64 (self->statement, 1);

  return self->part != NULL ? ts_catalog_part_get_target (self->part, id) : id;
}

static gint64
get_metric_id (const Search *self)
{
  gint64 id = sqlite3_column_int64 (self->statement, 2);

  return self->part != NULL ? ts_catalog_part_get_metric (self->part, id) : id;
}

static const TsCatalogMetric *
find_metric (const Search *self, gint64 id)
{
  const GPtrArray *metrics = self->catalog->metrics;

  for (guint i = 0; i < metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (metrics, i);
      if (metric->id == id
          && (self->within->metric == NULL || strcmp (metric->name, self->within->metric) == 0))
        return metric;
    }
  return NULL;
}

/* The first of the metric's statistics that is wanted and no number in the statement's row. */
static const char *
find_stat (const Search *self, const TsCatalogMetric *metric)
{
  for (guint i = 0; metric->stats[i] != NULL; i++)
    for (guint column = 0; self->columns[column] != NULL; column++)
      if (g_ascii_strcasecmp (metric->stats[i], self->columns[column]) == 0
          && (self->within->stat == NULL
              || g_ascii_strcasecmp (metric->stats[i], self->within->stat) == 0)
          && sqlite3_column_int (self->statement, 3 + (int) column) != 0)
        return metric->stats[i];
  return NULL;
}

/* Takes the statement's row if it is what is searched for. */
static void
take_row (Search *self, gint64 rank)
{
  const TsCatalogTarget *target = ts_catalog_find_target (self->catalog, get_target_id (self));
  TsAnomaly found = { .step = get_step (self), .rank = rank };

  found.metric = find_metric (self, get_metric_id (self));
  if (found.metric == NULL || target == NULL || !self->wanted[target->place]
      || ts_catalog_find_step (self->catalog, found.step) == NULL)
    return;
  found.target_id = target->id;
  found.stat = find_stat (self, found.metric);
  if (found.stat != NULL
      && (self->best.metric == NULL || compare_anomalies (self->catalog, &found, &self->best) < 0))
    self->best = found;
}

/* The last step of the file that may have something earlier than what was found. */
static gint64
get_last_step (const Search *self)
{
  gint64 last = G_MININT64;

  if (self->best.metric == NULL)
    return G_MAXINT64;
  if (self->part == NULL)
    return self->best.step;
  for (guint i = 0; i < self->part->steps->len; i++)
    if (g_array_index (self->part->steps, gint64, i) <= self->best.step)
      last = ((const TsCatalogStep *) g_ptr_array_index (self->file->steps, i))->step;
  return last;
}

/* A rank is read as far as the first step at which it, or one before it, has something. */
static gboolean
search_rank (Search *self, gint64 rank, GError **error)
{
  gboolean row = FALSE, good;

  sqlite3_bind_int64 (self->statement, 1, rank);
  sqlite3_bind_int64 (self->statement, 2, get_last_step (self));
  while ((good = ts_database_step (self->database, self->statement, &row, error)) && row)
    {
      if (self->best.metric != NULL && get_step (self) > self->best.step)
        break;
      take_row (self, rank);
    }
  sqlite3_reset (self->statement);
  return good;
}

static gboolean
search_file (Search *self, guint i, gint64 max_rows, GCancellable *cancellable, GError **error)
{
  if (!search_open (self, i, max_rows, cancellable, error))
    return FALSE;
  for (guint r = 0; r < self->file->ranks->len; r++)
    if (!search_rank (self, g_array_index (self->file->ranks, gint64, r), error))
      return ts_database_end (self->database, FALSE, error);
  return ts_database_end (self->database, TRUE, error);
}

gboolean
ts_query_first_anomaly (TsCatalog *catalog,
                        const TsSelection *within,
                        gint64 max_rows,
                        GCancellable *cancellable,
                        TsAnomaly *anomaly,
                        GError **error)
{
  gint64 per_rank = MAX (1, max_rows / MAX (1, (gint64) catalog->ranks->len));
  g_auto (Search) search = { .catalog = catalog, .within = within };

  *anomaly = (TsAnomaly){ 0 };
  if (!catalog->has_exact && catalog->n_rows > max_rows)
    return TRUE;
  if (!search_init (&search, cancellable, error))
    return FALSE;
  for (guint i = 0; i < ts_catalog_get_n_parts (catalog); i++)
    if (!search_file (&search, i, per_rank, cancellable, error))
      return FALSE;
  *anomaly = search.best;
  return TRUE;
}
