/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/finding-why.h"

#include "find/group-reader.h"
#include "find/precision.h"
#include "model/call-order.h"
#include "model/dtype.h"

#include <string.h>

/* Recorded steps shown after the finding's: whether it lasts. */
#define AFTER 4
/* Steps looked at for each recorded one: a monitor notes some tensors once per training step. */
#define SPARSE 16
/* How far the band reaches, in σ: where rule P begins. */
#define BAND 8

/* One recorded step as it was read; the arrays are [tensor][stat][rank]. */
typedef struct
{
  gint64 step;
  double value;
  guint8 state;
  double input;
  guint8 input_state;
  guint n[TS_N_FIND_STATS];
  double *y;
} Record;

typedef struct
{
  const TsCatalog *catalog;
  const TsFinding *finding;
  const TsFindThresholds *thresholds;
  const GArray *ranks;
  int rank; /* place of the finding's rank in them; -1: all */
  TsFindStat stat;
  gboolean is_log; /* the finding's statistic is one of those two */
  int raw_stat;    /* else: its place in catalog->stats */
  GArray *targets; /* gint64: the tensor itself, then the inputs of its call */
  int input;       /* the place of input 0 in them, 0: none */
  double *floors;  /* [target]: eps */
  double quantum;
  GArray *records; /* Record, ascending by step */
  guint onset;     /* place in records */
} Reading;

static void
record_clear (gpointer data)
{
  g_free (((Record *) data)->y);
}

static void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->records, g_array_unref);
  g_clear_pointer (&self->floors, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

void
ts_finding_why_free (TsFindingWhy *self)
{
  g_free (self->stat);
  g_array_unref (self->points);
  g_free (self->input_name);
  g_free (self->dtype);
  g_free (self->shape);
  g_free (self);
}

const GArray *
ts_groups_find_rank (GPtrArray *groups, gint64 rank)
{
  for (guint g = 0; g < groups->len; g++)
    {
      const GArray *group = g_ptr_array_index (groups, g);
      for (guint i = 0; i < group->len; i++)
        if (g_array_index (group, gint64, i) == rank)
          return group;
    }
  return NULL;
}

/* ---- what is to be read ---- */

static const TsCatalogMetric *
find_metric (const TsCatalog *catalog, gint64 id)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == id)
        return metric;
    }
  return NULL;
}

/* The inputs of the tensor's call, input 0 first. */
static void
add_inputs (Reading *self, const TsCatalogTarget *target)
{
  const TsCatalog *catalog = self->catalog;
  TsCallSlot slot, other;

  ts_call_slot_parse (target->name, &slot);
  if (slot.kind != TS_CALL_SLOT_OUTPUT)
    return;
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *candidate = g_ptr_array_index (catalog->targets, i);
      if (candidate->vpp_stage != target->vpp_stage || candidate->micro_step != target->micro_step
          || strncmp (candidate->name, target->name, slot.call_length + 1) != 0)
        continue;
      ts_call_slot_parse (candidate->name, &other);
      if (other.call_length != slot.call_length
          || (other.kind != TS_CALL_SLOT_INPUT && other.kind != TS_CALL_SLOT_KWARG))
        continue;
      if (other.kind == TS_CALL_SLOT_INPUT && other.index == 0)
        self->input = (int) self->targets->len;
      g_array_append_val (self->targets, candidate->id);
    }
}

static void
choose_targets (Reading *self, gboolean with_inputs)
{
  const TsCatalogTarget *target = ts_catalog_find_target (self->catalog, self->finding->target_id);
  const TsCatalogMetric *metric = find_metric (self->catalog, self->finding->metric_id);
  TsPhase phase = ts_phase_of_metric (metric->name);
  gboolean is_state = phase == TS_PHASE_BEFORE || phase >= TS_PHASE_EXP_AVG;

  self->targets = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (self->targets, target->id);
  if (with_inputs)
    add_inputs (self, target);
  self->floors = g_new (double, self->targets->len);
  for (guint i = 0; i < self->targets->len; i++)
    {
      const TsCatalogTarget *one
          = ts_catalog_find_target (self->catalog, g_array_index (self->targets, gint64, i));
      self->floors[i] = ts_dtype_eps (one->dtype, is_state);
    }
}

static void
choose_stat (Reading *self)
{
  const char *stat = self->finding->stat;
  TsFindColumns columns;

  ts_find_columns_init (&columns, self->catalog);
  self->stat = columns.stats[TS_FIND_NORM] >= 0 ? TS_FIND_NORM : TS_FIND_AMAX;
  self->is_log = stat == NULL || g_ascii_strcasecmp (stat, "norm") == 0
                 || g_ascii_strcasecmp (stat, "amax") == 0
                 || (g_ascii_strcasecmp (stat, "value") == 0 && self->stat == TS_FIND_AMAX);
  if (stat != NULL && g_ascii_strcasecmp (stat, "amax") == 0)
    self->stat = TS_FIND_AMAX;
  self->raw_stat = -1;
  for (int i = 0; !self->is_log && self->catalog->stats[i] != NULL; i++)
    if (g_ascii_strcasecmp (self->catalog->stats[i], stat) == 0)
      self->raw_stat = i;
  self->is_log |= self->raw_stat < 0;
}

/* Where all ranks are meant but there are several groups: the one whose median the finding tells.
 */
static const GArray *
choose_group (const Reading *self, GPtrArray *groups, GCancellable *cancellable, GError **error)
{
  const GArray *best = NULL;
  double nearest = INFINITY;

  if (self->finding->rank != TS_FINDING_ALL_RANKS)
    return ts_groups_find_rank (groups, self->finding->rank);
  for (guint g = 0; g < groups->len; g++)
    {
      const GArray *group = g_ptr_array_index (groups, g);
      g_auto (TsGroupReader) reader = { 0 };
      TsSpread spread;
      double distance;
      if (groups->len == 1)
        return group;
      if (!_ts_group_reader_open (&reader, self->catalog, group, self->finding->metric_id,
                                  self->targets, cancellable, error)
          || !_ts_group_reader_read (&reader, self->finding->step, error))
        return NULL;
      if (_ts_group_reader_get_spread (&reader, 0, self->stat, &spread) == 0)
        continue;
      distance = fabs (exp2 (spread.median) - self->finding->value);
      if (best != NULL && !(distance < nearest))
        continue;
      best = group;
      nearest = distance;
    }
  return best;
}

/* ---- reading ---- */

/* The value that is shown: of the finding's rank, or the median of all. */
static void
take_value (
    const Reading *self, const TsGroupReader *reader, guint target, double *value, guint8 *state)
{
  gsize row = _ts_group_reader_get_row (reader, target, (guint) MAX (self->rank, 0));
  const double *values = reader->values + row;
  const guint8 *states = reader->states + row;
  int column = self->is_log ? reader->columns.stats[self->stat] : self->raw_stat;
  TsSpread spread;

  if (self->rank < 0)
    {
      guint n = _ts_group_reader_get_spread (reader, target, self->stat, &spread);
      *value = n > 0 ? exp2 (spread.median) : (double) NAN;
      *state = n > 0 ? TS_CELL_NUMBER : reader->n_rows[target] > 0 ? TS_CELL_NAN : TS_CELL_MISSING;
      return;
    }
  if (column >= 0)
    {
      *value = values[column];
      *state = ts_cell_state (states[column]);
      return;
    }
  *value = ts_find_get_amax (&reader->columns, values, states);
  *state = TS_CELL_NUMBER;
  /* What is not finite is not lost behind the other one. */
  column = reader->columns.max_stat;
  if (column >= 0 && ts_cell_state (states[column]) == TS_CELL_NUMBER
      && reader->columns.min_stat >= 0)
    column = reader->columns.min_stat;
  if (column < 0)
    column = MAX (reader->columns.value_stat, 0);
  if (ts_cell_state (states[column]) != TS_CELL_NUMBER)
    {
      *value = values[column];
      *state = ts_cell_state (states[column]);
    }
}

static Record
make_record (const Reading *self, const TsGroupReader *reader, gint64 step)
{
  guint n_ranks = self->ranks->len;
  Record record = { .step = step,
                    .input = NAN,
                    .input_state = TS_CELL_MISSING,
                    .y = g_new (double, (gsize) self->targets->len *TS_N_FIND_STATS *n_ranks) };

  take_value (self, reader, 0, &record.value, &record.state);
  if (self->input > 0)
    take_value (self, reader, (guint) self->input, &record.input, &record.input_state);
  for (guint t = 0; t < self->targets->len; t++)
    for (guint s = 0; s < TS_N_FIND_STATS; s++)
      for (guint r = 0; r < n_ranks; r++)
        {
          double y = _ts_group_reader_get_y (reader, t, r, (TsFindStat) s);
          record.y[((gsize) t * TS_N_FIND_STATS + s) * n_ranks + r] = y;
          if (t == 0)
            record.n[s] += !isnan (y);
        }
  return record;
}

static int
compare_records (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const Record *) a)->step, y = ((const Record *) b)->step;

  return (x > y) - (x < y);
}

static guint
find_place (const GPtrArray *steps, gint64 step)
{
  guint low = 0, high = steps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (((TsCatalogStep *) g_ptr_array_index (steps, middle))->step < step)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Up to n recorded steps from place on, in direction by. */
static gboolean
read_towards (Reading *self, TsGroupReader *reader, gint64 place, int by, guint n, GError **error)
{
  const GPtrArray *steps = self->catalog->steps;
  guint found = 0;

  for (guint looked = 0; found < n && looked < n * SPARSE && place >= 0 && place < steps->len;
       looked++, place += by)
    {
      gint64 step = ((TsCatalogStep *) g_ptr_array_index (steps, (guint) place))->step;
      Record record;
      if (!_ts_group_reader_read (reader, step, error))
        return FALSE;
      /* What is missing where it was found missing is shown so. */
      if (reader->n_rows[0] == 0 && step != self->finding->step)
        continue;
      record = make_record (self, reader, step);
      g_array_append_val (self->records, record);
      found++;
    }
  return TRUE;
}

static gboolean
read_records (Reading *self, GCancellable *cancellable, GError **error)
{
  g_auto (TsGroupReader) reader = { 0 };
  gint64 place = find_place (self->catalog->steps, self->finding->step);

  self->records = g_array_new (FALSE, FALSE, sizeof (Record));
  g_array_set_clear_func (self->records, record_clear);
  if (!_ts_group_reader_open (&reader, self->catalog, self->ranks, self->finding->metric_id,
                              self->targets, cancellable, error)
      || !read_towards (self, &reader, place, -1, 2 * TS_FIND_WINDOW - AFTER, error)
      || !read_towards (self, &reader, place + 1, 1, AFTER, error))
    return FALSE;
  g_array_sort (self->records, compare_records);
  while (self->onset + 1 < self->records->len
         && g_array_index (self->records, Record, self->onset).step < self->finding->step)
    self->onset++;
  return TRUE;
}

/* As the finder does where nobody noted it: the fewest decimals that all numbers have. */
static double
find_quantum (const Reading *self)
{
  const TsCatalogMetric *metric = find_metric (self->catalog, self->finding->metric_id);
  g_autofree char *key = g_strconcat ("quantum:", metric->name, NULL);
  const char *known = g_hash_table_lookup (self->catalog->meta, key);

  if (self->catalog->format != TS_FORMAT_MONITOR)
    return 0;
  if (known != NULL)
    return g_ascii_strtod (known, NULL);
  for (int decimals = 0; decimals <= 12; decimals++)
    {
      double scale = pow (10, decimals);
      gboolean fits = TRUE;
      for (guint i = 0; fits && i < self->records->len; i++)
        {
          const Record *record = &g_array_index (self->records, Record, i);
          double scaled = fabs (record->value) * scale;
          fits = record->state != TS_CELL_NUMBER || scaled >= 0x1p40
                 || fabs (scaled - round (scaled)) <= 1e-4;
        }
      if (fits)
        return decimals > 0 ? pow (10, -decimals) : 0;
    }
  return 0;
}

/* ---- judging, as the rules do ---- */

/* Of one quantity on all ranks. */
typedef struct
{
  TsRolling rolling;
  double median, sigma; /* of the present step; NAN with too few peers */
} Judge;

static void
judge (Judge *self, double *values, guint n, double floor, const TsFindThresholds *thresholds)
{
  TsSpread spread;

  self->median = self->sigma = NAN;
  if (n < thresholds->min_peers)
    return;
  spread = ts_spread (values, n);
  ts_rolling_push (&self->rolling, spread.sigma);
  self->median = spread.median;
  self->sigma = MAX (ts_rolling_median (&self->rolling), floor);
}

static const double *
get_y (const Reading *self, const Record *record, guint target, guint stat)
{
  return record->y + ((gsize) target * TS_N_FIND_STATS + stat) * self->ranks->len;
}

/* The peers' level of one tensor, or its gain over input 0. */
static void
judge_record (const Reading *self,
              Judge *judges,
              const Record *record,
              guint target,
              guint stat,
              gboolean gain)
{
  g_autofree double *values = g_new (double, self->ranks->len + 1);
  const double *y = get_y (self, record, target, stat);
  const double *input = gain ? get_y (self, record, (guint) self->input, stat) : NULL;
  guint n = 0, n_level = 0, n_input = 0;
  double floor = 0;
  TsSpread level;

  for (guint r = 0; r < self->ranks->len; r++)
    if (!isnan (y[r]))
      values[n_level++] = y[r];
  if (n_level > 0)
    {
      level = ts_spread (values, n_level);
      floor = ts_peer_floor (self->quantum, level.median, self->floors[target], self->thresholds);
    }
  for (guint r = 0; gain && r < self->ranks->len; r++)
    if (!isnan (input[r]))
      values[n_input++] = input[r];
  if (n_input > 0)
    {
      level = ts_spread (values, n_input);
      floor = MAX (floor, ts_peer_floor (self->quantum, level.median, self->floors[self->input],
                                         self->thresholds));
    }
  for (guint r = 0; r < self->ranks->len; r++)
    if (!isnan (y[r]) && (!gain || !isnan (input[r])))
      values[n++] = gain ? y[r] - input[r] : y[r];
  judge (judges, values, n, floor, self->thresholds);
}

static double
z_of (const Reading *self, const Judge *judged, double y)
{
  return self->rank < 0 ? (double) NAN : (y - judged->median) / judged->sigma;
}

static TsWhyPoint *
get_point (TsFindingWhy *why, guint record, guint first)
{
  return record < first ? NULL : &g_array_index (why->points, TsWhyPoint, record - first);
}

static void
set_band (TsWhyPoint *point, double median, double sigma)
{
  if (point == NULL || isnan (median))
    return;
  point->median = exp2 (median);
  point->low = exp2 (median - BAND * sigma);
  point->high = exp2 (median + BAND * sigma);
}

static void
compare_with_peers (const Reading *self, TsFindingWhy *why, guint first)
{
  Judge level = { 0 }, gain = { 0 };

  for (guint i = 0; i < self->records->len; i++)
    {
      const Record *record = &g_array_index (self->records, Record, i);
      guint rank = (guint) MAX (self->rank, 0);
      double y = get_y (self, record, 0, self->stat)[rank];
      judge_record (self, &level, record, 0, self->stat, FALSE);
      set_band (get_point (why, i, first), level.median, level.sigma);
      if (self->input > 0)
        judge_record (self, &gain, record, 0, self->stat, TRUE);
      if (i != self->onset)
        continue;
      why->spread = exp2 (level.sigma) - 1;
      why->z = z_of (self, &level, y);
      if (self->input > 0)
        why->z_gain
            = z_of (self, &gain, y - get_y (self, record, (guint) self->input, self->stat)[rank]);
    }
}

/* The larger |z| of norm and amax over everything that arrives. */
static void
compare_inputs (const Reading *self, TsFindingWhy *why)
{
  for (guint t = 1; t < self->targets->len; t++)
    for (guint s = 0; s < TS_N_FIND_STATS; s++)
      {
        Judge level = { 0 };
        double z;
        for (guint i = 0; i <= self->onset; i++)
          judge_record (self, &level, &g_array_index (self->records, Record, i), t, s, FALSE);
        z = fabs (z_of (self, &level,
                        get_y (self, &g_array_index (self->records, Record, self->onset), t,
                               s)[MAX (self->rank, 0)]));
        why->z_input = fmax (why->z_input, z);
      }
}

/* What the track was before: its own last steps. */
static void
compare_with_before (const Reading *self, TsFindingWhy *why, guint first)
{
  TsRolling before = { 0 };

  for (guint i = 0; i < self->records->len; i++)
    {
      const Record *record = &g_array_index (self->records, Record, i);
      double y
          = record->state == TS_CELL_NUMBER ? ts_log_value (fabs (record->value)) : (double) NAN;
      if (before.n >= self->thresholds->level_warm)
        {
          TsSpread spread = ts_rolling_spread (&before);
          double sigma = MAX (spread.sigma, self->thresholds->level_floor);
          set_band (get_point (why, i, first), spread.median, sigma);
          if (i == self->onset)
            {
              why->spread = exp2 (sigma) - 1;
              why->z = (y - spread.median) / sigma;
            }
        }
      if (!isnan (y))
        ts_rolling_push (&before, y);
    }
}

/* A statistic that may have any sign has a median of the peers, and no band. */
static TsFindingWhy *
make_why (const Reading *self)
{
  TsFindingWhy *why = g_new0 (TsFindingWhy, 1);

  why->points = g_array_new (FALSE, FALSE, sizeof (TsWhyPoint));
  why->onset = -1;
  why->spread = why->z = why->z_input = why->z_gain = why->input = why->before = NAN;
  why->input_state = why->before_state = TS_CELL_MISSING;
  why->stat = self == NULL   ? NULL
              : self->is_log ? g_strdup (self->stat == TS_FIND_NORM ? "norm" : "amax")
                             : g_strdup (self->finding->stat);
  return why;
}

static void
fill_points (const Reading *self, TsFindingWhy *why, guint first)
{
  const Record *onset = &g_array_index (self->records, Record, self->onset);

  for (guint i = first; i < self->records->len; i++)
    {
      const Record *record = &g_array_index (self->records, Record, i);
      TsWhyPoint point = { record->step, record->value, record->state, NAN, NAN, NAN };
      g_array_append_val (why->points, point);
    }
  why->onset = (int) (self->onset - first);
  why->n_peers = onset->n[self->stat];
  why->input = onset->input;
  why->input_state = onset->input_state;
  if (self->onset > 0)
    {
      const Record *before = &g_array_index (self->records, Record, self->onset - 1);
      why->before = before->value;
      why->before_state = before->state;
    }
}

static TsFindingWhy *
judge_records (Reading *self)
{
  TsFindingWhy *why = make_why (self);
  const TsCatalogTarget *target = ts_catalog_find_target (self->catalog, self->finding->target_id);
  guint n = self->records->len, first = n > TS_FIND_WINDOW ? n - TS_FIND_WINDOW : 0;
  gboolean follows = self->finding->rule == TS_RULE_LEVEL || self->finding->rule == TS_RULE_DRIFT;

  why->dtype = g_strdup (target->dtype);
  why->shape = g_strdup (target->shape);
  if (n == 0)
    return why;
  self->quantum = find_quantum (self);
  fill_points (self, why, first);
  if (self->input > 0)
    why->input_name = g_strdup (
        ts_catalog_find_target (self->catalog, g_array_index (self->targets, gint64, self->input))
            ->name);
  if (!self->is_log)
    return why;
  if (!follows && self->rank >= 0 && why->n_peers >= self->thresholds->min_peers)
    {
      why->from = TS_WHY_PEERS;
      compare_with_peers (self, why, first);
      compare_inputs (self, why);
    }
  else
    {
      why->from = TS_WHY_BEFORE;
      compare_with_before (self, why, first);
    }
  return why;
}

static gboolean
is_about_a_tensor (const TsCatalog *catalog, const TsFinding *finding)
{
  return ts_catalog_find_target (catalog, finding->target_id) != NULL
         && find_metric (catalog, finding->metric_id) != NULL;
}

TsFindingWhy *
ts_finding_why_new (const TsCatalog *catalog,
                    const TsFinding *finding,
                    GPtrArray *groups,
                    const TsFindThresholds *thresholds,
                    GCancellable *cancellable,
                    GError **error)
{
  g_auto (Reading) reading
      = { .catalog = catalog, .finding = finding, .thresholds = thresholds, .rank = -1 };
  GError *failure = NULL;

  if (!is_about_a_tensor (catalog, finding))
    return make_why (NULL);
  choose_stat (&reading);
  choose_targets (&reading, TRUE);
  reading.ranks = choose_group (&reading, groups, cancellable, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  if (reading.ranks == NULL) /* a rank that the database does not have */
    return make_why (NULL);
  for (guint i = 0; i < reading.ranks->len; i++)
    if (g_array_index (reading.ranks, gint64, i) == finding->rank)
      reading.rank = (int) i;
  if (!read_records (&reading, cancellable, error))
    return NULL;
  return judge_records (&reading);
}

/* ---- the band alone ---- */

GArray *
ts_peer_band_read (const TsCatalog *catalog,
                   const GArray *ranks,
                   gint64 metric_id,
                   gint64 target_id,
                   const char *stat,
                   const TsFindThresholds *thresholds,
                   GCancellable *cancellable,
                   GError **error)
{
  const TsFinding about = { .metric_id = metric_id, .target_id = target_id, .stat = (char *) stat };
  g_auto (Reading) reading
      = { .catalog = catalog, .finding = &about, .thresholds = thresholds, .ranks = ranks };
  g_auto (TsGroupReader) reader = { 0 };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (TsWhyPoint));
  Judge level = { 0 };

  if (!is_about_a_tensor (catalog, &about))
    return g_steal_pointer (&points);
  choose_stat (&reading);
  choose_targets (&reading, FALSE);
  reading.records = g_array_new (FALSE, FALSE, sizeof (Record));
  g_array_set_clear_func (reading.records, record_clear);
  if (!_ts_group_reader_open (&reader, catalog, ranks, metric_id, reading.targets, cancellable,
                              error))
    return NULL;
  for (guint i = 0; i < catalog->steps->len; i++)
    {
      TsWhyPoint point = { ((TsCatalogStep *) g_ptr_array_index (catalog->steps, i))->step,
                           NAN,
                           TS_CELL_MISSING,
                           NAN,
                           NAN,
                           NAN };
      Record record;
      if (!_ts_group_reader_read (&reader, point.step, error))
        return NULL;
      if (reader.n_rows[0] == 0)
        continue;
      record = make_record (&reading, &reader, point.step);
      g_array_set_size (reading.records, 0);
      g_array_append_val (reading.records, record);
      if (points->len == 0)
        reading.quantum = find_quantum (&reading);
      judge_record (&reading, &level, &record, 0, reading.stat, FALSE);
      set_band (&point, level.median, level.sigma);
      g_array_append_val (points, point);
    }
  return g_steal_pointer (&points);
}
