/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "compare/divergence-walk.h"

#include "model/call-order.h"
#include "model/median.h"
#include "model/target-name.h"
#include "store/row-scan.h"

#include <math.h>
#include <string.h>

/* A common factor explains a ratio that is so near to it, in log2. */
#define EXPLAINED 0.02

/* One tensor of the comparison, at the present step. */
typedef struct
{
  guint32 key; /* of the source, for its tolerances */
  guint target, metric;
  gint64 order;
  gsize call_length;
  TsCallSlotKind slot;
  gboolean is_parameter;
  gint64 layer; /* −1: none */

  guint n;                    /* ranks that have it in both runs */
  double sums[TS_N_COMPARED]; /* of squares of relative differences */
  double largest;             /* score of one rank */
  gint64 largest_rank;
  gboolean not_finite;
  double log2; /* of the ratio of norms, the last rank's; NaN: none */
  double score;
  int stat;
} Cell;

typedef struct
{
  TsDivergenceReport *report;
  TsImportSource *source;
  TsCatalog *catalog;
  GArray *cells;      /* Cell, in execution order */
  GHashTable *places; /* "target metric" packed in a gint64 -> place in cells + 1 */
  gint64 rank;        /* that is being read */
  int score, differs, rel[TS_N_COMPARED], norm_log2; /* statistics of the catalog */
  GArray **ratios;                                   /* by metric: log2 ratios of the step */
  double *factors; /* by metric: the step's common factor; NaN: none */
  guint *n_factors;
  GArray **all_factors; /* by metric: of every step that has one */
  TsDivergenceWalk walk;
  gint64 walk_step; /* the training step that walk is in */
} Walk;

/* --- the cells and their order ------------------------------------------------------------ */

/* The smallest place of the tensors of each call: that of its row in the network. */
static GHashTable *
find_call_places (const TsCatalog *catalog)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      TsCallSlot slot;
      char *call;
      ts_call_slot_parse (target->name, &slot);
      call = g_strdup_printf ("%d %d %.*s", target->vpp_stage, target->micro_step,
                              (int) slot.call_length, target->name);
      if (g_hash_table_contains (places, call))
        g_free (call);
      else
        g_hash_table_insert (places, call, GUINT_TO_POINTER (i));
    }
  return places;
}

static guint
get_call_place (GHashTable *places, const TsCatalogTarget *target, const TsCallSlot *slot)
{
  g_autofree char *call = g_strdup_printf ("%d %d %.*s", target->vpp_stage, target->micro_step,
                                           (int) slot->call_length, target->name);

  return GPOINTER_TO_UINT (g_hash_table_lookup (places, call));
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const Cell *first = a, *second = b;

  if (first->order != second->order)
    return first->order < second->order ? -1 : 1;
  return first->target < second->target ? -1 : first->target > second->target;
}

static gint64
pack (guint target, guint metric)
{
  return (gint64) target << 16 | metric;
}

/* The aligned target of each target of the comparison. */
static GHashTable *
index_aligned (const TsAlignment *alignment)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < alignment->targets->len; i++)
    {
      const TsAlignedTarget *target = &g_array_index (alignment->targets, TsAlignedTarget, i);
      g_hash_table_insert (
          index, g_strdup_printf ("%d %d %s", target->vpp_stage, target->micro_step, target->name),
          GUINT_TO_POINTER (i));
    }
  return index;
}

static void
list_cells (Walk *self, const TsAlignment *alignment)
{
  g_autoptr (GHashTable) calls = find_call_places (self->catalog);
  g_autoptr (GHashTable) aligned = index_aligned (alignment);

  for (guint t = 0; t < self->catalog->targets->len; t++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (self->catalog->targets, t);
      g_autofree char *name
          = g_strdup_printf ("%d %d %s", target->vpp_stage, target->micro_step, target->name);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (aligned, name));
      TsCallSlot slot;
      ts_call_slot_parse (target->name, &slot);
      for (guint m = 0; m < alignment->metrics->len; m++)
        {
          TsPhase phase = ts_phase_of_metric (g_ptr_array_index (alignment->metrics, m));
          Cell cell = { .key = place * alignment->metrics->len + m,
                        .target = t,
                        .metric = m,
                        .call_length = slot.call_length,
                        .slot = slot.kind,
                        .layer = ts_target_name_get_layer (target->name) };
          cell.order = ts_order_key (0, phase, get_call_place (calls, target, &slot), &slot);
          cell.is_parameter = g_str_has_prefix (g_ptr_array_index (alignment->metrics, m), "param_")
                              || (slot.kind == TS_CALL_SLOT_PARAMETER && slot.has_slot
                                  && phase == TS_PHASE_FORWARD);
          g_array_append_val (self->cells, cell);
        }
    }
  g_array_sort (self->cells, compare_cells);
  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);
      gint64 *packed = g_new (gint64, 1);
      *packed = pack (cell->target, cell->metric);
      g_hash_table_insert (self->places, packed, GUINT_TO_POINTER (i + 1));
    }
}

/* --- reading a step ----------------------------------------------------------------------- */

static gboolean
is_number (const guint8 *states, int stat)
{
  return stat >= 0 && ts_cell_state (states[stat]) == TS_CELL_NUMBER;
}

static void
row_read (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  Walk *self = data;
  int target = ts_catalog_find_target_place (self->catalog, target_id);
  gint64 packed = pack (MAX (target, 0), metric_id - 1);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &packed));
  Cell *cell;
  double score;

  if (target < 0 || place == 0 || !is_number (states, self->differs)
      || values[self->differs] == TS_DIFFERS_ONLY_A || values[self->differs] == TS_DIFFERS_ONLY_B)
    return;
  cell = &g_array_index (self->cells, Cell, place - 1);
  score = values[self->score];
  if (values[self->differs] == TS_DIFFERS_NOT_FINITE)
    {
      cell->not_finite = TRUE;
      self->report->n_not_finite++;
      score = INFINITY;
    }
  cell->n++;
  for (guint s = 0; s < TS_N_COMPARED; s++)
    if (is_number (states, self->rel[s]))
      cell->sums[s] += values[self->rel[s]] * values[self->rel[s]];
  if (cell->n == 1 || score > cell->largest)
    {
      cell->largest = score;
      cell->largest_rank = self->rank;
    }
  if (is_number (states, self->norm_log2))
    {
      cell->log2 = values[self->norm_log2];
      g_array_append_val (self->ratios[cell->metric], cell->log2);
    }
}

static void
clear_step (Walk *self, guint n_metrics)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = &g_array_index (self->cells, Cell, i);
      cell->n = 0;
      cell->largest = cell->score = 0;
      cell->not_finite = FALSE;
      cell->log2 = NAN;
      memset (cell->sums, 0, sizeof cell->sums);
    }
  for (guint m = 0; m < n_metrics; m++)
    g_array_set_size (self->ratios[m], 0);
}

/* The score of all ranks together: of the root mean square of their relative differences. */
static void
set_score (Walk *self, Cell *cell)
{
  const double *tolerances = ts_comparison_source_get_tolerances (self->source, cell->key);

  cell->score = 0;
  cell->stat = -1;
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      double score = sqrt (cell->sums[s] / cell->n) / tolerances[s];
      if (score > cell->score)
        {
          cell->score = score;
          cell->stat = s;
        }
    }
  if (cell->not_finite)
    cell->score = INFINITY;
}

static void
find_factors (Walk *self, guint n_metrics)
{
  for (guint m = 0; m < n_metrics; m++)
    {
      TsCommonFactor factor = { 0 };
      if (self->ratios[m]->len >= 3)
        factor = ts_common_factor ((double *) self->ratios[m]->data, self->ratios[m]->len);
      self->factors[m] = factor.common ? factor.log2 : NAN;
      if (factor.common)
        {
          g_array_append_val (self->all_factors[m], factor);
        }
    }
}

/* --- what it says ------------------------------------------------------------------------- */

static double
get_input_score (const Walk *self, const Cell *cell)
{
  const TsCatalogTarget *target = g_ptr_array_index (self->catalog->targets, cell->target);
  double score = NAN;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *other = &g_array_index (self->cells, Cell, i);
      const TsCatalogTarget *its = g_ptr_array_index (self->catalog->targets, other->target);
      if (other->n > 0 && other->metric == cell->metric
          && (other->slot == TS_CALL_SLOT_INPUT || other->slot == TS_CALL_SLOT_KWARG)
          && other->call_length == cell->call_length && its->vpp_stage == target->vpp_stage
          && its->micro_step == target->micro_step
          && strncmp (its->name, target->name, cell->call_length) == 0)
        score = isnan (score) ? other->score : fmax (score, other->score);
    }
  return score;
}

static TsDivergence *
divergence_new (const Walk *self, const Cell *cell, const TsCatalogStep *step)
{
  const TsCatalogTarget *target = g_ptr_array_index (self->catalog->targets, cell->target);
  const char *metric = g_ptr_array_index (self->source->metrics, cell->metric);
  TsDivergence *divergence = g_new0 (TsDivergence, 1);

  divergence->step = step->train_step;
  divergence->micro_step = step->micro_step;
  divergence->rank = cell->largest_rank;
  divergence->metric = g_strdup (metric);
  divergence->target = g_strdup (target->name);
  divergence->stat = g_strdup (cell->stat >= 0 ? ts_compared_stats[cell->stat] : NULL);
  divergence->score = fmax (cell->score, cell->largest);
  divergence->input_score = get_input_score (self, cell);
  return divergence;
}

void
ts_divergence_free (TsDivergence *self)
{
  if (self == NULL)
    return;
  g_free (self->metric);
  g_free (self->target);
  g_free (self->stat);
  g_free (self);
}

/* Whether the common factor of the cell's metric is all of its difference. */
static gboolean
is_explained (const Walk *self, const Cell *cell)
{
  double factor = self->factors[cell->metric];

  return !isnan (factor) && !cell->not_finite && fabs (cell->log2 - factor) < EXPLAINED;
}

static void
judge_step (Walk *self, const TsCatalogStep *step, gboolean first_step)
{
  TsDivergenceReport *report = self->report;
  /* Starts of one training step are one answer; those of later steps follow from them. */
  gboolean search = report->starts->len == 0
                    || ((TsDivergence *) report->starts->pdata[0])->step == step->train_step;

  if (self->walk_step != step->train_step)
    self->walk = (TsDivergenceWalk){ 0 };
  self->walk_step = step->train_step;
  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = &g_array_index (self->cells, Cell, i);
      if (cell->n == 0)
        continue;
      set_score (self, cell);
      if (cell->is_parameter)
        {
          if (first_step && cell->score > TS_DIVERGENCE_SCORE
              && (report->weights == NULL || cell->score > report->weights->score))
            {
              ts_divergence_free (report->weights);
              report->weights = divergence_new (self, cell, step);
            }
          continue;
        }
      if (is_explained (self, cell))
        continue;
      report->largest_score = fmax (report->largest_score, fmax (cell->score, cell->largest));
      if (search && ts_divergence_walk (&self->walk, cell->score, cell->largest))
        g_ptr_array_add (report->starts, divergence_new (self, cell, step));
    }
}

static TsLayerScore *
get_layer (TsDivergenceReport *report, gint64 layer)
{
  guint i = 0;
  TsLayerScore *score;

  for (; i < report->by_layer->len; i++)
    {
      score = g_ptr_array_index (report->by_layer, i);
      if (score->layer == layer)
        return score;
      if (score->layer > layer)
        break;
    }
  score = g_new0 (TsLayerScore, 1);
  score->layer = layer;
  score->scores = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_insert (report->by_layer, i, score);
  return score;
}

static void
layer_score_free (gpointer data)
{
  TsLayerScore *self = data;

  g_array_unref (self->scores);
  g_free (self);
}

static void
score_layers (Walk *self, guint n_steps_before)
{
  g_autoptr (GHashTable) of_layer
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) g_array_unref);
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = &g_array_index (self->cells, Cell, i);
      GArray *scores;
      if (cell->n == 0 || cell->layer < 0 || cell->is_parameter)
        continue;
      scores = g_hash_table_lookup (of_layer, &cell->layer);
      if (scores == NULL)
        {
          scores = g_array_new (FALSE, FALSE, sizeof (double));
          g_hash_table_insert (of_layer, &cell->layer, scores);
        }
      g_array_append_val (scores, cell->score);
    }
  g_hash_table_iter_init (&iter, of_layer);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      TsLayerScore *layer = get_layer (self->report, *(gint64 *) key);
      GArray *scores = value;
      double median = ts_median ((double *) scores->data, scores->len), none = NAN;
      while (layer->scores->len < n_steps_before)
        g_array_append_val (layer->scores, none);
      g_array_append_val (layer->scores, median);
    }
}

/* --- the whole walk ----------------------------------------------------------------------- */

static int
find_stat (const TsCatalog *catalog, const char *name)
{
  for (int i = 0; catalog->stats[i] != NULL; i++)
    if (strcmp (catalog->stats[i], name) == 0)
      return i;
  return -1;
}

static void
find_stats (Walk *self)
{
  self->score = find_stat (self->catalog, TS_STAT_SCORE);
  self->differs = find_stat (self->catalog, TS_STAT_DIFFERS);
  self->norm_log2 = find_stat (self->catalog, "norm_log2");
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      g_autofree char *name = g_strconcat (ts_compared_stats[s], "_rel", NULL);
      self->rel[s] = find_stat (self->catalog, name);
    }
}

static gboolean
walk_steps (Walk *self, guint n_metrics, GCancellable *cancellable, GError **error)
{
  g_auto (TsRowScan) scan = { 0 };

  if (!ts_row_scan_open (&scan, self->catalog, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (self->catalog->steps, i);
      const TsCatalogStep *first = g_ptr_array_index (self->catalog->steps, 0);
      clear_step (self, n_metrics);
      for (guint r = 0; r < self->catalog->ranks->len; r++)
        {
          self->rank = g_array_index (self->catalog->ranks, gint64, r);
          if (g_cancellable_set_error_if_cancelled (cancellable, error)
              || !ts_row_scan_read (&scan, self->rank, step->step, row_read, self, error))
            return FALSE;
        }
      find_factors (self, n_metrics);
      judge_step (self, step, step->train_step == first->train_step);
      score_layers (self, i);
    }
  return TRUE;
}

/* The metric that has a common factor at most steps, and its median. */
static void
choose_factor (Walk *self, guint n_metrics)
{
  TsDivergenceReport *report = self->report;

  for (guint m = 0; m < n_metrics; m++)
    {
      GArray *all = self->all_factors[m];
      if (all->len <= report->n_factor_steps)
        continue;
      report->n_factor_steps = all->len;
      report->factor = g_array_index (all, TsCommonFactor, all->len / 2);
      g_free (report->factor_metric);
      report->factor_metric = g_strdup (g_ptr_array_index (self->source->metrics, m));
    }
}

static void
finish_layers (TsDivergenceReport *report)
{
  for (guint i = 0; i < report->by_layer->len; i++)
    {
      TsLayerScore *layer = g_ptr_array_index (report->by_layer, i);
      g_autofree double *known = g_new (double, MAX (layer->scores->len, 1));
      guint n = 0;
      for (guint s = 0; s < layer->scores->len; s++)
        if (!isnan (g_array_index (layer->scores, double, s)))
          known[n++] = g_array_index (layer->scores, double, s);
      layer->score = n > 0 ? ts_median (known, n) : 0;
    }
}

static void
free_arrays (GArray **arrays, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (arrays[i]);
  g_free (arrays);
}

TsDivergenceReport *
ts_divergence_report_new (const char *path,
                          TsImportSource *source,
                          const TsAlignment *alignment,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (TsDivergenceReport) report = g_new0 (TsDivergenceReport, 1);
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, cancellable, error);
  guint n_metrics = source->metrics->len;
  Walk self = { .report = report, .source = source, .catalog = catalog, .walk_step = G_MININT64 };
  gboolean walked;

  report->starts = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_divergence_free);
  report->by_layer = g_ptr_array_new_with_free_func (layer_score_free);
  if (catalog == NULL)
    return NULL;
  self.cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self.places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self.ratios = g_new (GArray *, n_metrics);
  self.all_factors = g_new (GArray *, n_metrics);
  self.factors = g_new (double, n_metrics);
  for (guint m = 0; m < n_metrics; m++)
    {
      self.ratios[m] = g_array_new (FALSE, FALSE, sizeof (double));
      self.all_factors[m] = g_array_new (FALSE, FALSE, sizeof (TsCommonFactor));
    }
  find_stats (&self);
  list_cells (&self, alignment);
  walked = walk_steps (&self, n_metrics, cancellable, error);
  choose_factor (&self, n_metrics);
  finish_layers (report);
  free_arrays (self.ratios, n_metrics);
  free_arrays (self.all_factors, n_metrics);
  g_free (self.factors);
  g_array_unref (self.cells);
  g_hash_table_unref (self.places);
  return walked ? g_steal_pointer (&report) : NULL;
}

void
ts_divergence_report_free (TsDivergenceReport *self)
{
  g_ptr_array_unref (self->starts);
  g_ptr_array_unref (self->by_layer);
  ts_divergence_free (self->weights);
  g_free (self->factor_metric);
  g_free (self);
}
