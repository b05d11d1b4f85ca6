/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/events.h"
#include "find/rules.h"

#include "model/cell-state.h"
#include "store/database.h"

#include <math.h>
#include <string.h>

/* Findings of a rule that are kept while it runs, in limits: which of them are the largest is known
 * at the end only. */
#define KEPT_WHILE_RUNNING 8
/* Steps after which a fault that is over no longer explains what its rank does. */
#define AFTERMATH 32
/* Blocks beside those being read that may wait for the rules. */
#define WAITING 2

#define MAX_DECIMALS 12

void
ts_find_options_init (TsFindOptions *self)
{
  *self = (TsFindOptions){ .thresholds = ts_find_thresholds, .rules = G_MAXUINT32 };
}

void
ts_find_options_clear (TsFindOptions *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->layout, g_ptr_array_unref);
  g_clear_pointer (&self->events_folder, g_free);
}

void
_ts_find_grow (gpointer *memory, gsize *allocated, gsize n, gsize size)
{
  gsize more = MAX (n, *allocated + *allocated / 2);

  if (n <= *allocated)
    return;
  *memory = g_realloc_n (*memory, more, size);
  memset ((char *) *memory + *allocated * size, 0, (more - *allocated) * size);
  *allocated = more;
}

/* A monitor notes some tensors once per training step, at its first micro-step: gradients and what
 * the optimizer makes come after the last one. */
static guint
find_micro_step (const TsFindContext *context, const TsFindTrack *track)
{
  guint micro_step = (guint) MAX (context->step->micro_step, 0) + track->own_micro_step;

  if (track->phase == TS_PHASE_BEFORE)
    return 0;
  if (context->catalog->format == TS_FORMAT_MONITOR && micro_step == 0
      && track->phase >= TS_PHASE_WEIGHT_GRADIENT && track->phase != TS_PHASE_UNKNOWN)
    return TS_MICRO_STEP_LAST;
  return micro_step;
}

gint64
_ts_find_order_key (const TsFindContext *context, const TsFindTrack *track)
{
  return track->order_key
         | (gint64) MIN (find_micro_step (context, track), TS_MICRO_STEP_LAST) << 48;
}

TsFinding *
_ts_find_add (TsFindContext *context,
              TsRule rule,
              TsGrade grade,
              const TsFindTrack *track,
              gint64 rank,
              const char *stat)
{
  guint *n = &context->n_added[rule];
  TsFinding *finding;

  if (*n >= KEPT_WHILE_RUNNING * context->thresholds->max_findings
      && (grade > TS_GRADE_ERROR || rule == TS_RULE_NON_FINITE))
    {
      context->findings->dropped[rule]++;
      return NULL;
    }
  (*n)++;
  finding = ts_finding_new (rule, grade, rank, context->step->step,
                            track != NULL ? _ts_find_order_key (context, track) : 0);
  if (track != NULL)
    {
      finding->metric_id = track->metric_id;
      finding->target_id = track->target_id;
    }
  finding->stat = g_strdup (stat);
  g_ptr_array_add (context->findings->items, finding);
  return finding;
}

static gint64
full_key (const TsFindTrack *track)
{
  guint64 micro = track->phase == TS_PHASE_BEFORE ? 0 : track->own_micro_step;

  return track->order_key | (gint64) MIN (micro, TS_MICRO_STEP_LAST) << 48;
}

static int
compare_tracks (gconstpointer pa, gconstpointer pb)
{
  const TsFindTrack *a = *(TsFindTrack *const *) pa, *b = *(TsFindTrack *const *) pb;
  gint64 x = full_key (a), y = full_key (b);

  if (x != y)
    return x < y ? -1 : 1;
  if (a->target_id != b->target_id)
    return a->target_id < b->target_id ? -1 : 1;
  if (a->metric_id != b->metric_id)
    return a->metric_id < b->metric_id ? -1 : 1;
  return (a->group > b->group) - (a->group < b->group);
}

/* ---- reading ahead on several threads ---- */

typedef struct
{
  TsFindTracks *tracks;
  const GArray *steps; /* guint: places in catalog->steps */
  GCancellable *cancellable;
  GMutex lock;
  GCond changed;
  guint next;           /* step to be read */
  guint taken;          /* steps the rules have seen */
  guint ahead;          /* how far next may be before taken */
  TsStepBlock **blocks; /* by place in steps */
  GPtrArray *free;      /* blocks no longer wanted */
  GError *error;
  gboolean stop;
} ReadAhead;

/* The place of the next step to read, or FALSE. */
static gboolean
claim (ReadAhead *self, guint *place, TsStepBlock **recycled)
{
  gboolean found;

  g_mutex_lock (&self->lock);
  while (!self->stop && self->next < self->steps->len && self->next >= self->taken + self->ahead)
    g_cond_wait (&self->changed, &self->lock);
  found = !self->stop && self->next < self->steps->len;
  if (found)
    {
      *place = self->next++;
      *recycled
          = self->free->len > 0 ? g_ptr_array_steal_index (self->free, self->free->len - 1) : NULL;
    }
  g_mutex_unlock (&self->lock);
  return found;
}

static void
hand_over (ReadAhead *self, guint place, TsStepBlock *block, GError *error)
{
  g_mutex_lock (&self->lock);
  if (block != NULL)
    self->blocks[place] = block;
  if (block == NULL)
    {
      self->stop = TRUE;
      if (self->error == NULL)
        self->error = error;
      else
        g_clear_error (&error);
    }
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static gpointer
read_steps (gpointer data)
{
  ReadAhead *self = data;
  GError *error = NULL;
  g_autoptr (TsBlockReader) reader = ts_block_reader_new (self->tracks, self->cancellable, &error);
  TsStepBlock *recycled;
  guint place;

  if (reader == NULL)
    {
      hand_over (self, 0, NULL, error);
      return NULL;
    }
  while (claim (self, &place, &recycled))
    {
      TsStepBlock *block = ts_block_reader_read (reader, g_array_index (self->steps, guint, place),
                                                 recycled, &error);
      hand_over (self, place, block, error);
      if (block == NULL)
        break;
    }
  return NULL;
}

/* Waits for the block of a place; NULL with error when reading failed. */
static TsStepBlock *
take (ReadAhead *self, guint place, GError **error)
{
  TsStepBlock *block;

  g_mutex_lock (&self->lock);
  while (self->blocks[place] == NULL && !self->stop)
    g_cond_wait (&self->changed, &self->lock);
  block = g_steal_pointer (&self->blocks[place]);
  if (block == NULL && self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_mutex_unlock (&self->lock);
  return block;
}

static void
give_back (ReadAhead *self, guint place, TsStepBlock *block)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->free, block);
  self->taken = place + 1;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* ---- the rules ---- */

typedef struct
{
  TsFindContext context;
  TsNonFinite *non_finite;
  TsReplicas *replicas;
  TsPeers *peers;
  TsLevels *levels;
  TsStopped *stopped;
  TsSeriesScan *series;
} Rules;

static gboolean
wants (const TsFindOptions *options, guint32 rules)
{
  return (options->rules & rules) != 0;
}

#define BIT(rule) (1u << (rule))

static void
rules_start (Rules *self)
{
  const TsFindOptions *options = self->context.options;

  self->context.order = g_ptr_array_new ();
  if (wants (options, BIT (TS_RULE_NON_FINITE)))
    self->non_finite = _ts_non_finite_new (&self->context);
  if (wants (options, BIT (TS_RULE_REPLICAS)))
    self->replicas = _ts_replicas_new (&self->context);
  if (options->profile != NULL
      || wants (options, BIT (TS_RULE_PRODUCER) | BIT (TS_RULE_SHIFT) | BIT (TS_RULE_WHOLE_RANK)))
    self->peers = _ts_peers_new (&self->context);
  if (wants (options, BIT (TS_RULE_LEVEL) | BIT (TS_RULE_DRIFT)))
    self->levels = _ts_levels_new (&self->context);
  if (wants (options, BIT (TS_RULE_STOPPED)))
    self->stopped = _ts_stopped_new (&self->context);
  if (options->n_series_rules > 0)
    self->series = _ts_series_scan_new (&self->context);
}

static gboolean
rules_step (Rules *self, TsStepBlock *block, GError **error)
{
  TsFindContext *context = &self->context;

  context->block = block;
  context->n_cells = MAX (context->n_cells, block->n_cells);
  context->n_calls = MAX (context->n_calls, block->n_calls);
  context->n_call_cells = MAX (context->n_call_cells, block->n_call_cells);
  ts_step_block_extend (block, context->order->len, context->n_cells);
  context->step = g_ptr_array_index (context->catalog->steps, block->step);
  if (context->order->len < block->n_tracks)
    {
      for (guint i = context->order->len; i < block->n_tracks; i++)
        g_ptr_array_add (context->order, NULL);
      for (guint i = 0; i < block->n_tracks; i++)
        g_ptr_array_index (context->order, i) = g_ptr_array_index (block->known, i);
      g_ptr_array_sort (context->order, compare_tracks);
    }
  if (self->non_finite != NULL)
    _ts_non_finite_step (self->non_finite);
  if (self->replicas != NULL)
    _ts_replicas_step (self->replicas);
  if (self->levels != NULL)
    _ts_levels_step (self->levels);
  if (self->stopped != NULL)
    _ts_stopped_step (self->stopped);
  if (self->series != NULL)
    _ts_series_scan_step (self->series);
  return self->peers == NULL || _ts_peers_step (self->peers, error);
}

static void
rules_finish (Rules *self)
{
  if (self->non_finite != NULL)
    _ts_non_finite_finish (self->non_finite);
  if (self->stopped != NULL)
    _ts_stopped_finish (self->stopped);
  if (self->peers != NULL)
    _ts_peers_finish (self->peers);
}

static void
rules_clear (Rules *self)
{
  g_clear_pointer (&self->non_finite, _ts_non_finite_free);
  g_clear_pointer (&self->replicas, _ts_replicas_free);
  g_clear_pointer (&self->peers, _ts_peers_free);
  g_clear_pointer (&self->levels, _ts_levels_free);
  g_clear_pointer (&self->stopped, _ts_stopped_free);
  g_clear_pointer (&self->series, _ts_series_scan_free);
  g_clear_pointer (&self->context.order, g_ptr_array_unref);
}

/* ---- what follows from what ---- */

/* A shift is found late and dated back: what came to pass until then may be its cause. */
static gboolean
is_before (const TsFinding *a, const TsFinding *b)
{
  if (b->rule == TS_RULE_SHIFT && a->rule != TS_RULE_SHIFT)
    return a->step <= b->last_step;
  if (a->rule == TS_RULE_SHIFT && b->rule != TS_RULE_SHIFT)
    return a->last_step < b->step;
  return a->step < b->step || (a->step == b->step && a->order_key < b->order_key);
}

static guint
place_of_step (const TsCatalog *catalog, gint64 step)
{
  guint low = 0, high = catalog->steps->len;

  while (low < high)
    {
      guint mid = (low + high) / 2;
      if (((TsCatalogStep *) g_ptr_array_index (catalog->steps, mid))->step < step)
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

/* Whether a fault of a rank may explain what the rank did later. */
static gboolean
explains (const TsCatalog *catalog, const TsFinding *cause, const TsFinding *finding)
{
  gboolean may_cause = cause->rule == TS_RULE_NON_FINITE || cause->rule == TS_RULE_REPLICAS
                       || cause->rule == TS_RULE_PRODUCER || cause->rule == TS_RULE_WHOLE_RANK;
  gboolean may_follow = finding->rule == TS_RULE_REPLICAS || finding->rule == TS_RULE_PRODUCER
                        || finding->rule == TS_RULE_SHIFT || finding->rule == TS_RULE_WHOLE_RANK;

  if (!may_cause || !may_follow || cause == finding || cause->cause != NULL
      || cause->rank != finding->rank || !is_before (cause, finding))
    return FALSE;
  /* A hint explains a shift of its rank only, and whole ranks explain no error. */
  if (cause->grade == TS_GRADE_HINT
      && !(cause->rule == TS_RULE_WHOLE_RANK && finding->rule == TS_RULE_SHIFT))
    return FALSE;
  return place_of_step (catalog, cause->last_step) + AFTERMATH
         >= place_of_step (catalog, finding->step);
}

/* In order of time, each finding of one rank is given to the earliest fault that explains it. A
 * follower weighs no more than its cause. */
static void
link_followers (const TsCatalog *catalog, TsFindings *findings)
{
  g_autoptr (GHashTable) by_rank = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                                          (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (findings->items, i);
      GPtrArray *list = g_hash_table_lookup (by_rank, &finding->rank);
      if (finding->cause != NULL || finding->rank == TS_FINDING_ALL_RANKS)
        continue;
      if (list == NULL)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (by_rank, &finding->rank, list);
        }
      g_ptr_array_add (list, finding);
    }
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init (&iter, by_rank);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GPtrArray *list = value;
      g_ptr_array_sort (list, _ts_find_compare_times);
      for (guint i = 0; i < list->len; i++)
        for (guint j = 0; j < i; j++)
          {
            TsFinding *cause = g_ptr_array_index (list, j), *finding = g_ptr_array_index (list, i);
            if (!explains (catalog, cause, finding))
              continue;
            finding->cause = cause;
            finding->grade = MAX (finding->grade, cause->grade);
            break;
          }
    }
  for (guint i = 0; i < findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (findings->items, i);
      while (finding->cause != NULL && finding->cause->cause != NULL)
        finding->cause = finding->cause->cause;
    }
}

int
_ts_find_compare_times (gconstpointer pa, gconstpointer pb)
{
  const TsFinding *a = *(TsFinding *const *) pa, *b = *(TsFinding *const *) pb;

  if (is_before (a, b) != is_before (b, a))
    return is_before (a, b) ? -1 : 1;
  return (a->rule > b->rule) - (a->rule < b->rule);
}

/* ---- the job ---- */

/* Whether every finite value of a metric is a multiple of 10^-decimals, as printed. */
static gboolean
is_printed_with (const TsStepBlock *block, gint64 metric_id, int decimals)
{
  double scale = pow (10, decimals);

  for (guint t = 0; t < block->n_tracks; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (block->known, t);
      gsize first = track->offset * block->n_stats;
      if (track->metric_id != metric_id)
        continue;
      for (gsize i = first; i < first + track->n_ranks * block->n_stats; i++)
        {
          double scaled = fabs (block->values[i]) * scale;
          if (ts_cell_state (block->states[i]) == TS_CELL_NUMBER && scaled < 0x1p40
              && fabs (scaled - round (scaled)) > 1e-4)
            return FALSE;
        }
    }
  return TRUE;
}

/* The spacing of a monitor's printed decimals: as trendscope_meta has it, else as the first step
 * shows. Other sources have none. */
static void
find_quanta (TsFindTracks *tracks, GCancellable *cancellable)
{
  const TsCatalog *catalog = tracks->catalog;
  g_autoptr (TsBlockReader) reader = NULL;
  g_autoptr (TsStepBlock) block = NULL;

  if (catalog->format != TS_FORMAT_MONITOR || catalog->steps->len == 0)
    return;
  reader = ts_block_reader_new (tracks, cancellable, NULL);
  block = reader != NULL ? ts_block_reader_read (reader, 0, NULL, NULL) : NULL;
  for (guint i = 0; block != NULL && i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      g_autofree char *key = g_strconcat ("quantum:", metric->name, NULL);
      const char *known = g_hash_table_lookup (catalog->meta, key);
      int decimals = 0;
      while (decimals <= MAX_DECIMALS && !is_printed_with (block, metric->id, decimals))
        decimals++;
      if (known != NULL)
        ts_find_tracks_set_quantum (tracks, metric->id, g_ascii_strtod (known, NULL));
      else if (decimals > 0 && decimals <= MAX_DECIMALS)
        ts_find_tracks_set_quantum (tracks, metric->id, pow (10, -decimals));
    }
}

static void
keep_groups (TsFindings *findings, const TsPeerGroups *peers)
{
  findings->peers = g_strdup (ts_peers_from_to_string (peers->from));
  for (guint g = 0; g < peers->groups->len; g++)
    g_ptr_array_add (findings->groups, g_array_ref (g_ptr_array_index (peers->groups, g)));
}

/* Rules that were needed for others, or for the profile, but not asked for. */
static void
drop_unwanted (TsFindings *findings, const TsFindOptions *options)
{
  for (guint i = findings->items->len; i-- > 0;)
    {
      TsFinding *finding = g_ptr_array_index (findings->items, i);
      if ((finding->cause != NULL && !wants (options, BIT (finding->cause->rule))))
        finding->cause = NULL;
    }
  for (guint i = findings->items->len; i-- > 0;)
    if (!wants (options, BIT (((TsFinding *) g_ptr_array_index (findings->items, i))->rule)))
      g_ptr_array_remove_index_fast (findings->items, i);
}

/* ---- what is known so far ---- */

/* The first look after so long, the next after so many times what the last one took. */
#define FIRST_PARTIAL  (300 * G_TIME_SPAN_MILLISECOND)
#define PARTIAL_FACTOR 20

/* Copies that know their causes among themselves: the rules go on with the originals. */
static TsFindings *
copy_so_far (const TsFindContext *context)
{
  TsFindings *copy = ts_findings_new ();
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < context->findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (context->findings->items, i);
      g_ptr_array_add (copy->items, ts_finding_copy (finding));
      g_hash_table_insert (copies, finding, g_ptr_array_index (copy->items, i));
    }
  for (guint i = 0; i < copy->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (copy->items, i);
      finding->cause = g_hash_table_lookup (copies, finding->cause);
    }
  keep_groups (copy, context->tracks->peers);
  return copy;
}

typedef struct
{
  gint64 next; /* when to look */
  guint n_shown;
} Partial;

static void
show_so_far (Partial *self, const TsFindContext *context)
{
  const TsFindOptions *options = context->options;
  gint64 now = g_get_monotonic_time ();
  TsFindings *so_far;

  if (options->partial == NULL || now < self->next
      || context->findings->items->len == self->n_shown)
    return;
  self->n_shown = context->findings->items->len;
  so_far = copy_so_far (context);
  link_followers (context->catalog, so_far);
  drop_unwanted (so_far, options);
  ts_findings_rank (so_far, options->thresholds.max_findings);
  options->partial (so_far, options->data);
  self->next = g_get_monotonic_time ()
               + MAX (FIRST_PARTIAL, PARTIAL_FACTOR * (g_get_monotonic_time () - now));
}

static GArray *
choose_steps (const TsCatalog *catalog, const TsFindOptions *options)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      gboolean wanted = options->steps == NULL;
      for (guint j = 0; !wanted && j < options->steps->len; j++)
        wanted = g_array_index (options->steps, gint64, j) == step->train_step;
      if (wanted)
        g_array_append_val (steps, i);
    }
  return steps;
}

static gboolean
judge_steps (Rules *rules, ReadAhead *ahead, GError **error)
{
  const TsFindOptions *options = rules->context.options;
  Partial partial = { .next = g_get_monotonic_time () + FIRST_PARTIAL };

  for (guint i = 0; i < ahead->steps->len; i++)
    {
      TsStepBlock *block = take (ahead, i, error);
      gboolean good = block != NULL && rules_step (rules, block, error);
      if (block != NULL)
        give_back (ahead, i, block);
      if (!good)
        return FALSE;
      if (options->progress != NULL)
        options->progress (i + 1, ahead->steps->len, rules->context.findings->items->len,
                           options->data);
      show_so_far (&partial, &rules->context);
    }
  return TRUE;
}

/* Reads with n threads and judges on this one. */
static gboolean
run (Rules *rules, GCancellable *cancellable, GError **error)
{
  const TsFindOptions *options = rules->context.options;
  g_autoptr (GArray) steps = choose_steps (rules->context.catalog, options);
  guint n_threads = options->n_threads > 0 ? options->n_threads : g_get_num_processors ();
  ReadAhead ahead = { .tracks = rules->context.tracks, .steps = steps, .cancellable = cancellable };
  g_autofree GThread **threads = NULL;
  gboolean good;

  n_threads = CLAMP (n_threads, 1, MAX (steps->len, 1));
  ahead.ahead = n_threads + WAITING;
  ahead.blocks = g_new0 (TsStepBlock *, steps->len + 1);
  ahead.free = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_step_block_free);
  g_mutex_init (&ahead.lock);
  g_cond_init (&ahead.changed);
  threads = g_new0 (GThread *, n_threads);
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("find", read_steps, &ahead);
  good = judge_steps (rules, &ahead, error);
  g_mutex_lock (&ahead.lock);
  ahead.stop = TRUE;
  g_cond_broadcast (&ahead.changed);
  g_mutex_unlock (&ahead.lock);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < steps->len; i++)
    g_clear_pointer (&ahead.blocks[i], ts_step_block_free);
  g_free (ahead.blocks);
  g_clear_error (&ahead.error);
  g_ptr_array_unref (ahead.free);
  g_mutex_clear (&ahead.lock);
  g_cond_clear (&ahead.changed);
  return good;
}

/* What the import of one file kept of them; FALSE when it kept nothing. */
static gboolean
read_events_of (const char *file, GPtrArray *events, GCancellable *cancellable)
{
  g_autoptr (TsDatabase) database = ts_database_open (file, cancellable, NULL);
  g_autoptr (sqlite3_stmt) select = NULL;
  gboolean row = FALSE;

  if (database == NULL || !ts_database_has_table (database, "trendscope_events", NULL))
    return FALSE;
  select = ts_database_prepare (database, "SELECT path, text FROM trendscope_events ORDER BY id",
                                NULL);
  while (select != NULL && ts_database_step (database, select, &row, NULL) && row)
    {
      const char *path = (const char *) sqlite3_column_text (select, 0);
      const char *text = sqlite3_column_blob (select, 1);
      if (text != NULL)
        ts_monitor_events_parse (text, (gsize) sqlite3_column_bytes (select, 1),
                                 path != NULL ? path : "", FALSE, events, NULL, NULL);
    }
  return select != NULL;
}

static gboolean
read_kept_events (const TsCatalog *catalog, GPtrArray *events, GCancellable *cancellable)
{
  gboolean any = FALSE;

  for (guint i = 0; i < ts_catalog_get_n_parts (catalog); i++)
    any |= read_events_of (ts_catalog_get_part (catalog, i)->path, events, cancellable);
  return any;
}

/* What msProbe's monitor noted itself: in the database, else where it wrote it. */
static void
add_events (TsFindings *findings,
            const TsCatalog *catalog,
            const TsFindOptions *options,
            GCancellable *cancellable)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
  g_autoptr (GPtrArray) ranked = NULL;
  g_autofree char *beside = ts_catalog_dup_folder (catalog);
  g_autofree char *folder = options->events_folder != NULL
                                ? g_strdup (options->events_folder)
                                : g_build_filename (beside, "anomaly_detected", NULL);

  if (catalog->format != TS_FORMAT_MONITOR)
    return;
  if (!read_kept_events (catalog, events, cancellable)
      && !(g_file_test (folder, G_FILE_TEST_IS_DIR)
           && ts_monitor_events_read (folder, FALSE, events, NULL, NULL)))
    return;
  ranked = ts_events_rank (events);
  ts_events_add_findings (ranked, catalog, findings);
}

TsFindings *
ts_find_run (const TsCatalog *catalog,
             const TsFindOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (TsPeerGroups) peers
      = ts_peer_groups_find (catalog, options->layout, cancellable, error);
  g_autoptr (TsFindings) findings = ts_findings_new ();
  g_autoptr (TsFindTracks) tracks = peers != NULL ? ts_find_tracks_new (catalog, peers) : NULL;
  Rules rules = { .context = { .catalog = catalog,
                               .thresholds = &options->thresholds,
                               .options = options,
                               .tracks = tracks,
                               .findings = findings } };
  gboolean good;

  if (peers == NULL)
    return NULL;
  rules.context.weak_peers = peers->from == TS_PEERS_MODULES;
  keep_groups (findings, peers);
  find_quanta (tracks, cancellable);
  rules_start (&rules);
  good = run (&rules, cancellable, error);
  if (good)
    rules_finish (&rules);
  rules_clear (&rules);
  if (!good)
    return NULL;
  add_events (findings, catalog, options, cancellable);
  link_followers (catalog, findings);
  drop_unwanted (findings, options);
  ts_findings_rank (findings, options->thresholds.max_findings);
  return g_steal_pointer (&findings);
}
