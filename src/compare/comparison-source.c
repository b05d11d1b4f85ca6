/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "compare/comparison-source.h"

#include "compare/comparison-error.h"
#include "compare/side-reader.h"
#include "model/dtype.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Steps of a unit: few enough for every thread to have some, enough for a connection to pay. */
#define UNIT_STEPS  32
#define BATCH_BYTES (1024 * 1024)

/* Tolerances when a repeat was given (hunting.md 2): a hundredth of those without, or three times
 * the largest difference between both runs. */
#define REPEAT_SHARE  0.01
#define REPEAT_FACTOR 3.0

typedef struct
{
  TsImportSource base;
  const TsAlignment *alignment, *repeat;
  guint n_metrics, n_keys, n_units_per_rank;
  double (*tolerances)[TS_N_COMPARED]; /* by key */
  TsPartCounts *part_counts[TS_N_SIDES];
  double *quanta[TS_N_SIDES];  /* by aligned metric */
  int compared[TS_N_COMPARED]; /* aligned statistics; -1 */
  int first_rel, first_log2;   /* columns; score and differs are 0 and 1 */
  int first_of_stat;           /* column of the first statistic's _a; three for each */
  GMutex lock;
  TsComparisonCounts counts;
} ComparisonSource;

/* --- columns ------------------------------------------------------------------------------ */

static int
find_stat (const GPtrArray *stats, const char *name)
{
  for (guint i = 0; i < stats->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (stats, i), name) == 0)
      return i;
  return -1;
}

static void
add_column (TsImportSource *base, const char *stat, const char *suffix)
{
  g_ptr_array_add (base->stats, g_strconcat (stat, suffix, NULL));
}

/* score, differs; the relative differences; the two ratios; then a, b and their difference of every
 * statistic that there is room for. */
static void
name_columns (ComparisonSource *self)
{
  TsImportSource *base = &self->base;
  const GPtrArray *stats = self->alignment->stats;

  base->stats = g_ptr_array_new_with_free_func (g_free);
  add_column (base, TS_STAT_SCORE, "");
  add_column (base, TS_STAT_DIFFERS, "");
  self->first_rel = base->stats->len;
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      self->compared[s] = find_stat (stats, ts_compared_stats[s]);
      add_column (base, ts_compared_stats[s], "_rel");
    }
  self->first_log2 = base->stats->len;
  add_column (base, "norm", "_log2");
  add_column (base, "amax", "_log2");
  self->first_of_stat = base->stats->len;
  for (guint i = 0; i < stats->len && base->stats->len + 3 <= TS_MAX_STATS; i++)
    {
      add_column (base, g_ptr_array_index (stats, i), "_a");
      add_column (base, g_ptr_array_index (stats, i), "_b");
      add_column (base, g_ptr_array_index (stats, i), "_diff");
    }
  if ((guint) self->first_of_stat + 3 * stats->len > base->stats->len)
    ts_import_report_add (base->report, TS_SEVERITY_WARNING, "too-many-statistics", "", 0, 1, 0,
                          _ ("Only the first statistics of the runs are compared: a database holds "
                             "%d columns."),
                          TS_MAX_STATS);
}

/* --- planning ----------------------------------------------------------------------------- */

/* The spacing of the numbers of a metric: what the import noted, else what msProbe's monitor rounds
 * to. */
static double
get_quantum (const TsCatalog *catalog, const char *metric)
{
  g_autofree char *key = g_strconcat ("quantum:", metric, NULL);
  const char *known = g_hash_table_lookup (catalog->meta, key);

  if (known != NULL)
    return fmax (0, g_ascii_strtod (known, NULL));
  return catalog->format == TS_FORMAT_MONITOR ? 1e-6 : 0;
}

static gboolean
is_state (const char *metric)
{
  return g_str_has_prefix (metric, "param") || g_str_has_prefix (metric, "exp_avg");
}

static void
set_tolerances (ComparisonSource *self)
{
  for (guint32 key = 0; key < self->n_keys; key++)
    {
      const TsAlignedTarget *target
          = &g_array_index (self->alignment->targets, TsAlignedTarget, key / self->n_metrics);
      const char *metric = g_ptr_array_index (self->alignment->metrics, key % self->n_metrics);
      gboolean state = is_state (metric) || strstr (target->name, ".parameters.") != NULL;
      double eps = fmax (ts_dtype_eps (target->dtypes[TS_SIDE_A], state),
                         ts_dtype_eps (target->dtypes[TS_SIDE_B], state));
      ts_tolerances (eps, self->tolerances[key]);
    }
}

static void
set_quanta (ComparisonSource *self)
{
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      self->quanta[s] = g_new0 (double, MAX (self->n_metrics, 1));
      for (guint m = 0; m < self->n_metrics; m++)
        self->quanta[s][m] = get_quantum (self->alignment->sides[s].catalog,
                                          g_ptr_array_index (self->alignment->metrics, m));
    }
}

static void
set_steps (ComparisonSource *self)
{
  TsImportSource *base = &self->base;
  const GArray *ranks = self->alignment->ranks;

  base->steps = g_array_new (FALSE, FALSE, sizeof (TsStepInfo));
  for (guint i = 0; i < self->alignment->steps->len; i++)
    {
      const TsAlignedStep *step = &g_array_index (self->alignment->steps, TsAlignedStep, i);
      TsStepInfo info = { i, step->train_step, step->micro_step };
      g_array_append_val (base->steps, info);
    }
  base->max_step = base->steps->len - 1;
  base->max_rank = g_array_index (ranks, TsAlignedRank, ranks->len - 1).rank;
}

/* Copies or shards: seen over all places. */
static gboolean
count_parts (ComparisonSource *self, TsSide side, GCancellable *cancellable, GError **error)
{
  const TsAlignment *alignment = self->alignment;
  g_autoptr (TsSideReader) reader = ts_side_reader_new (alignment, side, NULL, cancellable, error);

  if (reader == NULL)
    return FALSE;
  self->part_counts[side] = g_new0 (TsPartCounts, self->n_keys);
  for (guint r = 0; r < alignment->ranks->len; r++)
    for (guint t = 0; t < alignment->steps->len; t++)
      {
        if (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !ts_side_reader_read (reader, r, t, error))
          return FALSE;
        ts_side_reader_count_parts (reader, self->part_counts[side]);
      }
  return TRUE;
}

static void
get_compared (const int compared[TS_N_COMPARED],
              const double *values,
              const guint8 *states,
              TsComparedCell *cell)
{
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      cell->values[s] = compared[s] < 0 ? 0 : values[compared[s]];
      cell->states[s] = compared[s] < 0 ? TS_CELL_MISSING : states[compared[s]];
    }
}

/* The key of a tensor of the repeat's alignment in ours; both have A first, in the same order. */
static gboolean
note_repeat_cell (ComparisonSource *self,
                  TsSideReader *a,
                  TsSideReader *b,
                  guint32 key,
                  double (*largest)[TS_N_COMPARED])
{
  const double *values;
  const guint8 *states;
  TsComparedCell in_a, in_b;
  TsDifference difference;
  int compared[TS_N_COMPARED];
  guint32 own;

  for (guint s = 0; s < TS_N_COMPARED; s++)
    compared[s] = find_stat (self->repeat->stats, ts_compared_stats[s]);
  if (!ts_side_reader_get (a, key, &values, &states))
    return FALSE;
  get_compared (compared, values, states, &in_a);
  if (!ts_side_reader_get (b, key, &values, &states))
    return FALSE;
  get_compared (compared, values, states, &in_b);
  own = key / self->repeat->metrics->len * self->n_metrics + key % self->repeat->metrics->len;
  ts_difference (&in_a, &in_b, 0, 0, self->tolerances[own], &difference);
  for (guint s = 0; s < TS_N_COMPARED; s++)
    if (difference.rel[s] > largest[own][s])
      largest[own][s] = difference.rel[s];
  return difference.differs == TS_DIFFERS_EQUAL;
}

static gboolean
read_repeat (ComparisonSource *self,
             double (*largest)[TS_N_COMPARED],
             GCancellable *cancellable,
             GError **error)
{
  const TsAlignment *repeat = self->repeat;
  g_autoptr (TsSideReader) a = ts_side_reader_new (repeat, TS_SIDE_A, NULL, cancellable, error);
  g_autoptr (TsSideReader) b
      = a != NULL ? ts_side_reader_new (repeat, TS_SIDE_B, NULL, cancellable, error) : NULL;

  if (b == NULL)
    return FALSE;
  for (guint r = 0; r < repeat->ranks->len; r++)
    for (guint t = 0; t < repeat->steps->len; t++)
      {
        const TsAlignedStep *step = &g_array_index (repeat->steps, TsAlignedStep, t);
        const GArray *keys;
        if (step->n[TS_SIDE_A] == 0 || step->n[TS_SIDE_B] == 0)
          continue;
        if (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !ts_side_reader_read (a, r, t, error) || !ts_side_reader_read (b, r, t, error))
          return FALSE;
        keys = ts_side_reader_get_keys (a);
        self->counts.bit_identical &= keys->len == ts_side_reader_get_keys (b)->len;
        for (guint i = 0; i < keys->len; i++)
          self->counts.bit_identical
              &= note_repeat_cell (self, a, b, g_array_index (keys, guint32, i), largest);
      }
  return TRUE;
}

static gboolean
apply_repeat (ComparisonSource *self, GCancellable *cancellable, GError **error)
{
  g_autofree double (*largest)[TS_N_COMPARED] = g_malloc0 (self->n_keys * sizeof *largest);

  self->counts.has_repeat = self->counts.bit_identical = TRUE;
  if (!read_repeat (self, largest, cancellable, error))
    return FALSE;
  for (guint32 key = 0; key < self->n_keys; key++)
    for (guint s = 0; s < TS_N_COMPARED; s++)
      self->tolerances[key][s]
          = fmax (REPEAT_SHARE * self->tolerances[key][s], REPEAT_FACTOR * largest[key][s]);
  return TRUE;
}

static gboolean
comparison_source_plan (TsImportSource *base,
                        guint n_threads,
                        GCancellable *cancellable,
                        GError **error)
{
  ComparisonSource *self = (ComparisonSource *) base;
  const TsAlignment *alignment = self->alignment;

  base->format = alignment->sides[TS_SIDE_A].catalog->format;
  base->metrics = g_ptr_array_new_with_free_func (g_free);
  for (guint m = 0; m < self->n_metrics; m++)
    g_ptr_array_add (base->metrics, g_strdup (g_ptr_array_index (alignment->metrics, m)));
  name_columns (self);
  set_steps (self);
  set_tolerances (self);
  set_quanta (self);
  for (guint s = 0; s < TS_N_SIDES; s++)
    base->total_bytes += MAX (alignment->sides[s].catalog->n_rows, 1);
  if ((alignment->combined || alignment->combined_micro_steps)
      && (!count_parts (self, TS_SIDE_A, cancellable, error)
          || !count_parts (self, TS_SIDE_B, cancellable, error)))
    return FALSE;
  return self->repeat == NULL || apply_repeat (self, cancellable, error);
}

/* --- a unit ------------------------------------------------------------------------------- */

typedef struct
{
  ComparisonSource *source;
  TsSideReader *readers[TS_N_SIDES];
  TsRowBatch *batch;
  guint32 *batch_targets; /* aligned target -> number in the batch + 1 */
  double values[TS_MAX_STATS];
  TsComparisonCounts counts;
} Unit;

static gboolean
is_value (guint8 state)
{
  return ts_cell_state (state) != TS_CELL_MISSING && ts_cell_state (state) != TS_CELL_NULL;
}

/* What stands in the row: the value, NaN and infinities as such. */
static double
get_value (double value, guint8 state)
{
  switch (ts_cell_state (state))
    {
    case TS_CELL_NUMBER:
      return value;
    case TS_CELL_POS_INF:
      return INFINITY;
    case TS_CELL_NEG_INF:
      return -INFINITY;
    default:
      return NAN;
    }
}

static void
put (Unit *unit, TsRow *row, int column, double value)
{
  unit->values[column] = value;
  row->present |= 1u << column;
}

/* s_a, s_b and s_diff. */
static void
put_stats (Unit *unit,
           TsRow *row,
           const gboolean there[TS_N_SIDES],
           const double *const values[TS_N_SIDES],
           const guint8 *const states[TS_N_SIDES])
{
  const ComparisonSource *self = unit->source;
  guint n = (self->base.stats->len - self->first_of_stat) / 3;

  for (guint i = 0; i < n; i++)
    {
      int column = self->first_of_stat + 3 * i;
      gboolean has[TS_N_SIDES];
      double both[TS_N_SIDES] = { 0, 0 };
      for (guint s = 0; s < TS_N_SIDES; s++)
        {
          has[s] = there[s] && is_value (states[s][i]);
          if (!has[s])
            continue;
          both[s] = get_value (values[s][i], states[s][i]);
          put (unit, row, column + (int) s, both[s]);
        }
      if (has[TS_SIDE_A] && has[TS_SIDE_B])
        put (unit, row, column + 2, both[TS_SIDE_B] - both[TS_SIDE_A]);
    }
}

static void
put_difference (Unit *unit,
                TsRow *row,
                guint32 key,
                const double *const values[TS_N_SIDES],
                const guint8 *const states[TS_N_SIDES])
{
  const ComparisonSource *self = unit->source;
  guint metric = key % self->n_metrics;
  TsComparedCell cells[TS_N_SIDES];
  TsDifference difference;

  for (guint s = 0; s < TS_N_SIDES; s++)
    get_compared (self->compared, values[s], states[s], &cells[s]);
  ts_difference (&cells[TS_SIDE_A], &cells[TS_SIDE_B], self->quanta[TS_SIDE_A][metric],
                 self->quanta[TS_SIDE_B][metric], self->tolerances[key], &difference);
  put (unit, row, 0, difference.score);
  put (unit, row, 1, difference.differs);
  for (guint s = 0; s < TS_N_COMPARED; s++)
    if (!isnan (difference.rel[s]))
      put (unit, row, self->first_rel + (int) s, difference.rel[s]);
  if (!isnan (difference.log2[TS_COMPARED_NORM]))
    put (unit, row, self->first_log2, difference.log2[TS_COMPARED_NORM]);
  if (!isnan (difference.log2[TS_COMPARED_MAX]))
    put (unit, row, self->first_log2 + 1, difference.log2[TS_COMPARED_MAX]);
  unit->counts.n_matched++;
  unit->counts.n_equal += difference.differs == TS_DIFFERS_EQUAL;
}

static guint32
get_batch_target (Unit *unit, guint place)
{
  const TsAlignedTarget *target
      = &g_array_index (unit->source->alignment->targets, TsAlignedTarget, place);
  const char *dtype
      = target->dtypes[TS_SIDE_A] != NULL ? target->dtypes[TS_SIDE_A] : target->dtypes[TS_SIDE_B];

  if (unit->batch_targets[place] == 0)
    unit->batch_targets[place]
        = ts_row_batch_intern_target (unit->batch, target->name, strlen (target->name),
                                      target->vpp_stage, target->micro_step, dtype, target->shape)
          + 1;
  return unit->batch_targets[place] - 1;
}

static void
add_row (Unit *unit, guint rank, guint step, guint32 key)
{
  const ComparisonSource *self = unit->source;
  const double *values[TS_N_SIDES];
  const guint8 *states[TS_N_SIDES];
  gboolean there[TS_N_SIDES];
  TsRow row = { .step = step,
                .rank = g_array_index (self->alignment->ranks, TsAlignedRank, rank).rank,
                .metric = key % self->n_metrics + 1 };

  for (guint s = 0; s < TS_N_SIDES; s++)
    there[s] = ts_side_reader_get (unit->readers[s], key, &values[s], &states[s]);
  row.target = get_batch_target (unit, key / self->n_metrics);
  put_stats (unit, &row, there, values, states);
  if (there[TS_SIDE_A] && there[TS_SIDE_B])
    put_difference (unit, &row, key, values, states);
  else
    {
      TsSide only = there[TS_SIDE_A] ? TS_SIDE_A : TS_SIDE_B;
      put (unit, &row, 1, only == TS_SIDE_A ? TS_DIFFERS_ONLY_A : TS_DIFFERS_ONLY_B);
      unit->counts.n_only[only]++;
    }
  ts_row_batch_add (unit->batch, &row, unit->values);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return first < second ? -1 : first > second;
}

/* All keys that either side has, ascending, each once. */
static void
list_keys (const Unit *unit, GArray *keys)
{
  guint n = 0;

  g_array_set_size (keys, 0);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      const GArray *own = ts_side_reader_get_keys (unit->readers[s]);
      g_array_append_vals (keys, own->data, own->len);
    }
  g_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++)
    if (i == 0 || g_array_index (keys, guint32, i) != g_array_index (keys, guint32, n - 1))
      g_array_index (keys, guint32, n++) = g_array_index (keys, guint32, i);
  g_array_set_size (keys, n);
}

static gboolean
flush (Unit *unit, TsBatchSink *sink)
{
  TsRowBatch *batch = g_steal_pointer (&unit->batch);

  unit->batch = ts_row_batch_new (unit->source->base.stats->len);
  memset (unit->batch_targets, 0, unit->source->alignment->targets->len * sizeof (guint32));
  return ts_batch_sink_emit (sink, batch);
}

static gboolean
compare_step (Unit *unit,
              guint rank,
              guint step,
              GArray *keys,
              TsBatchSink *sink,
              GCancellable *cancellable,
              GError **error)
{
  for (guint s = 0; s < TS_N_SIDES; s++)
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !ts_side_reader_read (unit->readers[s], rank, step, error))
      return FALSE;
  list_keys (unit, keys);
  for (guint i = 0; i < keys->len; i++)
    add_row (unit, rank, step, g_array_index (keys, guint32, i));
  ts_import_report_count_read (unit->source->base.report, keys->len);
  ts_batch_sink_progress (sink, ts_side_reader_get_keys (unit->readers[TS_SIDE_A])->len
                                    + ts_side_reader_get_keys (unit->readers[TS_SIDE_B])->len);
  return ts_row_batch_get_size (unit->batch) < BATCH_BYTES || flush (unit, sink);
}

static void
add_counts (ComparisonSource *self, const Unit *unit)
{
  g_mutex_lock (&self->lock);
  self->counts.n_matched += unit->counts.n_matched;
  self->counts.n_equal += unit->counts.n_equal;
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      self->counts.n_only[s] += unit->counts.n_only[s];
      self->counts.n_left_out += ts_side_reader_get_n_left_out (unit->readers[s]);
    }
  g_mutex_unlock (&self->lock);
}

static void
unit_clear (Unit *unit)
{
  for (guint s = 0; s < TS_N_SIDES; s++)
    g_clear_pointer (&unit->readers[s], ts_side_reader_free);
  g_clear_pointer (&unit->batch, ts_row_batch_free);
  g_clear_pointer (&unit->batch_targets, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Unit, unit_clear)

static gboolean
comparison_source_parse_unit (TsImportSource *base,
                              guint number,
                              TsBatchSink *sink,
                              GCancellable *cancellable,
                              GError **error)
{
  ComparisonSource *self = (ComparisonSource *) base;
  guint rank = number / self->n_units_per_rank;
  guint first = number % self->n_units_per_rank * UNIT_STEPS;
  guint end = MIN (first + UNIT_STEPS, self->alignment->steps->len);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (Unit) unit = { .source = self };

  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      unit.readers[s]
          = ts_side_reader_new (self->alignment, s, self->part_counts[s], cancellable, error);
      if (unit.readers[s] == NULL)
        return FALSE;
    }
  unit.batch = ts_row_batch_new (base->stats->len);
  unit.batch_targets = g_new0 (guint32, MAX (self->alignment->targets->len, 1));
  for (guint step = first; step < end; step++)
    if (!compare_step (&unit, rank, step, keys, sink, cancellable, error))
      return FALSE;
  add_counts (self, &unit);
  return flush (&unit, sink);
}

/* --- the source --------------------------------------------------------------------------- */

static guint
comparison_source_get_n_units (TsImportSource *base)
{
  ComparisonSource *self = (ComparisonSource *) base;

  return self->n_units_per_rank * self->alignment->ranks->len;
}

static const char *
comparison_source_get_unit_path (TsImportSource *base, guint unit)
{
  return ((ComparisonSource *) base)->alignment->sides[TS_SIDE_B].catalog->path;
}

static void
comparison_source_free (TsImportSource *base)
{
  ComparisonSource *self = (ComparisonSource *) base;

  g_clear_pointer (&base->stats, g_ptr_array_unref);
  g_clear_pointer (&base->metrics, g_ptr_array_unref);
  g_clear_pointer (&base->steps, g_array_unref);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_free (self->part_counts[s]);
      g_free (self->quanta[s]);
    }
  g_free (self->tolerances);
  g_mutex_clear (&self->lock);
  g_free (self);
}

TsImportSource *
ts_comparison_source_new (const TsAlignment *alignment,
                          const TsAlignment *repeat,
                          const TsImportOptions *options,
                          TsImportReport *report)
{
  static const TsImportSourceClass klass = {
    .plan = comparison_source_plan,
    .get_n_units = comparison_source_get_n_units,
    .parse_unit = comparison_source_parse_unit,
    .get_unit_path = comparison_source_get_unit_path,
    .free = comparison_source_free,
  };
  ComparisonSource *self = g_new0 (ComparisonSource, 1);

  self->base.klass = &klass;
  self->base.options = options;
  self->base.report = report;
  self->alignment = alignment;
  self->repeat = repeat;
  self->n_metrics = alignment->metrics->len;
  self->n_keys = MAX (alignment->targets->len * self->n_metrics, 1);
  self->n_units_per_rank = (alignment->steps->len + UNIT_STEPS - 1) / UNIT_STEPS;
  self->tolerances = g_malloc0 (self->n_keys * sizeof *self->tolerances);
  g_mutex_init (&self->lock);
  return &self->base;
}

const double *
ts_comparison_source_get_tolerances (TsImportSource *source, guint32 key)
{
  return ((ComparisonSource *) source)->tolerances[key];
}

void
ts_comparison_source_get_counts (TsImportSource *source, TsComparisonCounts *counts)
{
  ComparisonSource *self = (ComparisonSource *) source;

  g_mutex_lock (&self->lock);
  *counts = self->counts;
  g_mutex_unlock (&self->lock);
}
