/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/import-source.h"

#include "ingest/dump/dump-calls.h"
#include "ingest/dump/dump-parser.h"
#include "ingest/dump/dump-plan.h"
#include "ingest/import-error.h"
#include "ingest/text/input-file.h"
#include "ingest/dump/memory-gate.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* How much memory the calls may take that are kept between planning and parsing. */
#define MAX_KEPT (16 * 1024 * 1024)
/* And those that are in use, of all threads together, unless those of a single file take more. */
#define MAX_IN_USE (48 * 1024 * 1024)

typedef struct
{
  TsImportSource base;
  TsFoundRun *run;
  TsDumpPlan *plan;   /* its files are those that are read */
  GPtrArray *known;   /* TsDumpFile*: those that the database has already */
  TsDumpCalls **kept; /* of each file, or NULL */
  gsize max_kept, max_in_use;
  int kept_size;           /* bytes; atomic */
  TsMemoryGate *gate;      /* for calls, by unit */
  GHashTable *first_steps; /* gint64* training step -> gint64* first global step */

  GMutex mutex;       /* guards what the units add up to */
  guint n_done;       /* units */
  guint n_failed;     /* units */
  TsDumpContent all;  /* of all units; task: of any */
  GHashTable *mapped; /* mapped name -> Mapped */
} DumpSource;

/* What a mapped name came from. */
typedef struct
{
  char *first, *last; /* in alphabetical order; the same when there is only one */
} Mapped;

static void
mapped_free (gpointer data)
{
  Mapped *self = data;

  g_free (self->first);
  g_free (self->last);
  g_free (self);
}

static const TsDumpFile *
get_file (const DumpSource *self, guint unit)
{
  return g_ptr_array_index (self->plan->files, unit);
}

/* ---- plan ---- */

typedef struct
{
  DumpSource *source;
  GCancellable *cancellable;
  TsMemoryGate *gate;
  int next; /* file; atomic */
} Counting;

/* Whether the calls of file i may stay in memory until their dump is parsed. Those of the first may
 * in any case: it is parsed next, and will need them. */
static gboolean
may_keep (DumpSource *self, guint i, const TsDumpCalls *calls)
{
  gint size = 0;

  if (i == 0)
    return TRUE;
  if (calls->calls != NULL)
    size = (gint) MIN (ts_call_table_get_size (calls->calls), self->max_kept + 1);
  if (g_atomic_int_add (&self->kept_size, size) + size <= (gint) self->max_kept)
    return TRUE;
  g_atomic_int_add (&self->kept_size, -size);
  return FALSE;
}

/* Calls that are not kept are read again. What can't be read is reported then, too. */
static void
count_micro_steps (DumpSource *self, guint i)
{
  TsDumpFile *file = g_ptr_array_index (self->plan->files, i);
  TsDumpCalls *calls = ts_dump_calls_load (file, self->base.options->compat);

  if (calls->calls != NULL)
    file->n_micro_steps = ts_call_table_get_n_micro_steps (calls->calls);
  if (may_keep (self, i, calls))
    self->kept[i] = calls;
  else
    ts_dump_calls_free (calls);
}

static gpointer
count_files (gpointer data)
{
  Counting *self = data;
  GPtrArray *files = self->source->plan->files;
  guint i;

  while ((i = (guint) g_atomic_int_add (&self->next, 1)) < files->len)
    {
      gsize bytes = ts_dump_calls_estimate (get_file (self->source, i));

      /* Also when cancelled: other threads wait for this turn. */
      ts_memory_gate_enter (self->gate, i, bytes);
      if (!g_cancellable_is_cancelled (self->cancellable))
        count_micro_steps (self->source, i);
      ts_memory_gate_leave (self->gate, bytes);
    }
  return NULL;
}

static void
count_all (DumpSource *self, guint n_threads, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  g_autoptr (TsMemoryGate) gate = ts_memory_gate_new (self->max_in_use);
  Counting counting = { self, cancellable, gate, 0 };

  for (guint i = 1; i < MIN (n_threads, self->plan->files->len); i++)
    {
      GThread *thread = g_thread_try_new ("counter", count_files, &counting, NULL);
      if (thread != NULL)
        g_ptr_array_add (threads, thread);
    }
  count_files (&counting);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}

static void
add_known_counts (GHashTable *counts, const GArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const TsStepInfo *info = &g_array_index (steps, TsStepInfo, i);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &info->train_step));

      g_hash_table_insert (counts, (gpointer) &info->train_step,
                           GUINT_TO_POINTER (MAX (count, (guint) info->micro_step + 1)));
    }
}

/* How many micro-steps each training step has on the rank with most; one where no rank has any. */
static GHashTable *
count_of_steps (const DumpSource *self)
{
  GHashTable *counts = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (self->base.onto != NULL)
    add_known_counts (counts, self->base.onto->steps);
  for (guint i = 0; i < self->plan->files->len; i++)
    {
      const TsDumpFile *file = get_file (self, i);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &file->step));

      g_hash_table_insert (counts, (gpointer) &file->step,
                           GUINT_TO_POINTER (MAX (count, file->n_micro_steps)));
    }
  return counts;
}

/* S5: global steps count the micro-steps of all training steps; without micro-steps they are the
 * training steps. */
static void
number_steps (DumpSource *self)
{
  g_autoptr (GHashTable) counts = count_of_steps (self);
  const GArray *steps = self->plan->steps;
  gint64 global = 0;

  for (guint i = 0; i < steps->len; i++)
    {
      gint64 step = g_array_index (steps, gint64, i);
      guint n = MAX (1, GPOINTER_TO_UINT (g_hash_table_lookup (counts, &step)));

      if (!self->base.options->micro_step)
        global = step;
      g_hash_table_insert (self->first_steps, g_memdup2 (&step, sizeof step),
                           g_memdup2 (&global, sizeof global));
      for (guint micro = 0; micro < n; micro++)
        {
          TsStepInfo info = { global++, step, micro };
          g_array_append_val (self->base.steps, info);
        }
    }
  self->base.min_step = g_array_index (self->base.steps, TsStepInfo, 0).step;
  self->base.max_step = global - 1;
}

/* ---- what a database has already ---- */

static gboolean
set_anew (const char *path, GError **error)
{
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW, _ ("“%s” was written anew"), path);
  return FALSE;
}

/* Whether file has to be read; FALSE with error when it is not what was read. */
static gboolean
compare_file (const TsImportSource *source,
              const TsDumpFile *file,
              TsSourceFile *self,
              GError **error)
{
  const TsSourceFile *known
      = source->onto != NULL ? ts_imported_find (source->onto, file->display) : NULL;

  if (known == NULL)
    return TRUE;
  self->outcome = g_strdup (known->outcome);
  self->flags = known->flags;
  self->state = TS_SOURCE_SAME;
  if (known->rank != self->rank)
    return set_anew (file->display, error);
  if (ts_source_is_same (self, known))
    return TRUE;
  if (self->size >= known->size || (known->flags & TS_SOURCE_KEPT) != 0)
    return set_anew (file->display, error);
  self->state = TS_SOURCE_SHORT;
  self->flags |= TS_SOURCE_KEPT;
  return TRUE;
}

static gboolean
is_unsettled (const TsImportSource *source, const TsDumpFile *file)
{
  return source->onto != NULL && source->settled > 0 && file->latest >= source->settled;
}

/* Adds file to the list, if it is there yet; *state: what is done with it. */
static gboolean
list_file (DumpSource *self, const TsDumpFile *file, TsSourceState *state, GError **error)
{
  TsSourceFile source = { .path = g_strdup (file->display),
                          .size = file->size,
                          .mtime = file->mtime,
                          .rank = file->rank,
                          .step = file->step,
                          .is_one = TRUE,
                          .read_to = file->size,
                          .mark = file->beside };
  gboolean unsettled = is_unsettled (&self->base, file);
  gboolean good = unsettled || compare_file (&self->base, file, &source, error);

  if (unsettled)
    source.state = TS_SOURCE_SAME;
  *state = source.state;
  if (good && (!unsettled || ts_imported_find (self->base.onto, file->display) != NULL))
    g_array_append_val (self->base.files, source);
  else
    ts_source_file_clear (&source);
  return good;
}

/* Leaves in the plan the files that are read. */
static gboolean
choose_files (DumpSource *self, GError **error)
{
  g_autoptr (GPtrArray) files = g_steal_pointer (&self->plan->files);
  gboolean good = TRUE;

  self->plan->files = g_ptr_array_new_with_free_func (ts_dump_file_free);
  g_ptr_array_set_free_func (files, NULL);
  for (guint i = 0; i < files->len; i++)
    {
      TsDumpFile *file = g_ptr_array_index (files, i);
      TsSourceState state = TS_SOURCE_SAME;

      good = good && list_file (self, file, &state, error);
      g_ptr_array_add (state == TS_SOURCE_NEW ? self->plan->files : self->known, file);
    }
  return good;
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Steps that the database has stay, whether their folders do or not; those of which nothing has
 * settled come later. */
static void
choose_steps (DumpSource *self)
{
  g_autoptr (GHashTable) open = g_hash_table_new (g_int64_hash, g_int64_equal);
  const GArray *known = self->base.onto->steps;
  GArray *steps = self->plan->steps;
  guint n = 0;

  for (guint i = 0; i < self->known->len; i++)
    {
      TsDumpFile *file = g_ptr_array_index (self->known, i);
      if (is_unsettled (&self->base, file))
        g_hash_table_add (open, &file->step);
    }
  for (guint i = 0; i < self->plan->files->len; i++)
    g_hash_table_remove (open, &((TsDumpFile *) g_ptr_array_index (self->plan->files, i))->step);
  for (guint i = 0; i < steps->len; i++)
    if (!g_hash_table_contains (open, &g_array_index (steps, gint64, i)))
      g_array_index (steps, gint64, n++) = g_array_index (steps, gint64, i);
  g_array_set_size (steps, n);
  for (guint i = 0; i < known->len; i++)
    g_array_append_val (steps, g_array_index (known, TsStepInfo, i).train_step);
  g_array_sort (steps, compare_steps);
  n = 0;
  for (guint i = 0; i < steps->len; i++)
    if (n == 0 || g_array_index (steps, gint64, i) != g_array_index (steps, gint64, n - 1))
      g_array_index (steps, gint64, n++) = g_array_index (steps, gint64, i);
  g_array_set_size (steps, n);
}

static gboolean
dump_source_plan (TsImportSource *source,
                  guint n_threads,
                  GCancellable *cancellable,
                  GError **error)
{
  DumpSource *self = (DumpSource *) source;

  self->plan = ts_dump_plan_new (self->run, source->options->compat, source->report, error);
  if (self->plan == NULL || !choose_files (self, error))
    return FALSE;
  if (source->onto != NULL)
    choose_steps (self);
  self->gate = ts_memory_gate_new (self->max_in_use);
  self->kept = g_new0 (TsDumpCalls *, self->plan->files->len);
  if (source->options->micro_step)
    count_all (self, n_threads, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  number_steps (self);
  g_array_append_vals (source->ranks, self->plan->ranks->data, self->plan->ranks->len);
  for (guint i = 0; i < self->plan->files->len; i++)
    {
      source->total_bytes += get_file (self, i)->size;
      source->max_rank = MAX (source->max_rank, (gint64) get_file (self, i)->rank);
    }
  return TRUE;
}

static guint
dump_source_get_n_units (TsImportSource *source)
{
  return ((DumpSource *) source)->plan->files->len;
}

static const char *
dump_source_get_unit_path (TsImportSource *source, guint unit)
{
  return get_file ((DumpSource *) source, unit)->display;
}

/* ---- one file ---- */

typedef struct
{
  DumpSource *source;
  TsBatchSink *sink;
} Sinks;

static gboolean
emit (TsRowBatch *batch, gpointer data)
{
  return ts_batch_sink_emit (((Sinks *) data)->sink, batch);
}

static void
progress (guint64 bytes, gpointer data)
{
  ts_batch_sink_progress (((Sinks *) data)->sink, bytes);
}

/* V6: keeps who becomes what, to name those that a mapping makes equal. */
static void
note_mapped (const char *name, const char *mapped, gpointer data)
{
  DumpSource *self = ((Sinks *) data)->source;
  Mapped *known;

  g_mutex_lock (&self->mutex);
  known = g_hash_table_lookup (self->mapped, mapped);
  if (known == NULL)
    {
      known = g_new (Mapped, 1);
      known->first = g_strdup (name);
      known->last = g_strdup (name);
      g_hash_table_insert (self->mapped, g_strdup (mapped), known);
    }
  else if (strcmp (name, known->first) < 0)
    {
      g_free (known->first);
      known->first = g_strdup (name);
    }
  else if (strcmp (name, known->last) > 0)
    {
      g_free (known->last);
      known->last = g_strdup (name);
    }
  g_mutex_unlock (&self->mutex);
}

static char *
beside (const TsDumpFile *file, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (file->display);

  return g_build_filename (folder, name, NULL);
}

static void
report_construct (DumpSource *self, const TsDumpFile *file, const GError *error)
{
  g_autofree char *path = beside (file, "construct.json");

  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "no-construct", path, 0, 1, 0,
                          _ ("There is no construct.json, so micro-steps can’t be told apart: all "
                             "calls are in the first, with the numbers they have."));
  else
    ts_import_report_add (self->base.report, TS_SEVERITY_ERROR, "damaged-construct", path, 0, 1, 0,
                          _ ("Damaged, so micro-steps can’t be told apart: all calls are in the "
                             "first, with the numbers they have. %s"),
                          error->message);
}

static void
report_stacks (DumpSource *self, const TsDumpFile *file, const GError *error)
{
  g_autofree char *path = beside (file, "stack.json");

  ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "damaged-stack", path, 0, 1, 0,
                        _ ("Damaged, so recomputed calls can’t be told from others. %s"),
                        error->message);
}

/* Says what is wrong with the calls. FALSE where msProbe would stop. */
static gboolean
check_calls (DumpSource *self, const TsDumpFile *file, const TsDumpCalls *calls, GError **error)
{
  g_autofree char *path = beside (file, "construct.json");

  if (self->base.options->compat && calls->calls == NULL)
    {
      g_propagate_prefixed_error (error, g_error_copy (calls->construct_error), "construct.json: ");
      return FALSE;
    }
  if (calls->stack_error != NULL)
    report_stacks (self, file, calls->stack_error);
  if (calls->construct_error != NULL && self->base.options->micro_step)
    report_construct (self, file, calls->construct_error);
  if (calls->calls != NULL && ts_call_table_get_n_circles (calls->calls) > 0)
    ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "circular-parents", path, 0,
                          ts_call_table_get_n_circles (calls->calls), 0,
                          _ ("Calls whose parents form a circle; it is cut."));
  return TRUE;
}

static gboolean
parse_dump (DumpSource *self,
            const TsDumpFile *file,
            const TsDumpUnit *unit,
            TsDumpContent *content,
            GError **error)
{
  int fd = ts_input_file_open (file->dump, NULL, error);
  g_autoptr (TsJsonReader) reader = NULL;
  gboolean parsed;

  if (fd < 0)
    return FALSE;
  ts_import_report_count_file (self->base.report);
  reader = ts_json_reader_new_fd (fd, 0);
  parsed = ts_dump_parse (reader, unit, content, error);
  close (fd);
  return parsed;
}

/* In the words of the run: what is missing now, and then why. */
static void
explain_failure (const TsDumpFile *file, GError **error)
{
  const char *what = g_error_matches (*error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_TRUNCATED)
                         ? _ ("dump.json is cut off")
                     : (*error)->domain == TS_IMPORT_ERROR ? _ ("dump.json is damaged")
                                                           : _ ("dump.json can’t be read");
  g_autoptr (GError) reason = g_steal_pointer (error);

  g_set_error (error, reason->domain, reason->code,
               /* Translators: step, rank, "dump.json is cut off", and what exactly is wrong. */
               _ ("Step %" PRId64 ", rank %u could not be read: %s; nothing of it is shown. (%s)"),
               file->step, file->rank, what, reason->message);
}

static void
report_no_call (DumpSource *self, const TsDumpFile *file)
{
  ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "no-call", file->display, 0, 1, 0,
                        _ ("Step %" PRId64 ", rank %u: the dump records no call; nothing of it is "
                           "shown."),
                        file->step, file->rank);
}

static void finish_unit (DumpSource *self, const TsDumpContent *content, gboolean parsed);

/* calls: those that were kept (transfer full), or NULL. */
static gboolean
parse_with_calls (TsImportSource *source,
                  guint i,
                  TsDumpCalls *calls,
                  TsBatchSink *sink,
                  GCancellable *cancellable,
                  GError **error)
{
  DumpSource *self = (DumpSource *) source;
  const TsDumpFile *file = get_file (self, i);
  Sinks sinks = { self, sink };
  TsDumpContent content = { 0 };
  gboolean parsed = TRUE;
  TsDumpUnit unit = {
    .path = file->display,
    .rank = file->rank,
    .step = *(gint64 *) g_hash_table_lookup (self->first_steps, &file->step),
    .micro_step = source->options->micro_step,
    .compat = source->options->compat,
    .all_dtypes = source->options->all_dtypes,
    .mapping = source->mapping,
    .report = source->report,
    .cancellable = cancellable,
    .emit = emit,
    .progress = progress,
    .mapped = note_mapped,
    .data = &sinks,
  };

  /* msProbe reads no construct.json when it does not count micro-steps. */
  if (calls == NULL && (unit.micro_step || !unit.compat))
    calls = ts_dump_calls_load (file, self->base.options->compat);
  if (calls != NULL)
    {
      parsed = check_calls (self, file, calls, error);
      unit.calls = calls->calls;
      unit.recomputed = calls->recomputed;
    }
  if (parsed && !parse_dump (self, file, &unit, &content, error))
    {
      parsed = FALSE;
      if (error != NULL && !unit.compat
          && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        explain_failure (file, error);
    }
  if (parsed && content.n_entries == 0 && !unit.compat)
    report_no_call (self, file);
  ts_dump_calls_free (calls);
  finish_unit (self, &content, parsed);
  return parsed;
}

/* What the calls of file i take, or will when they are read. */
static gsize
get_calls_size (const DumpSource *self, guint i)
{
  const TsDumpCalls *calls = self->kept[i];

  if (calls == NULL)
    return ts_dump_calls_estimate (get_file (self, i));
  return calls->calls != NULL ? ts_call_table_get_size (calls->calls) : 0;
}

static gboolean
dump_source_parse_unit (
    TsImportSource *source, guint i, TsBatchSink *sink, GCancellable *cancellable, GError **error)
{
  DumpSource *self = (DumpSource *) source;
  gsize bytes = get_calls_size (self, i);
  gboolean parsed;

  ts_memory_gate_enter (self->gate, i, bytes);
  parsed = parse_with_calls (source, i, g_steal_pointer (&self->kept[i]), sink, cancellable, error);
  ts_memory_gate_leave (self->gate, bytes);
  return parsed;
}

/* ---- the dump as a whole ---- */

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
report_mapped (DumpSource *self)
{
  g_autoptr (GPtrArray) collisions = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->mapped);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Mapped *mapped = value;
      if (strcmp (mapped->first, mapped->last) != 0)
        g_ptr_array_add (collisions,
                         g_strdup_printf (_ ("“%s” and “%s” both become “%s”"), mapped->first,
                                          mapped->last, (const char *) key));
    }
  if (collisions->len == 0)
    return;
  g_ptr_array_sort (collisions, compare_strings);
  ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "mapping-collision", "", 0,
                        collisions->len, 0, _ ("The mapping makes different names equal: %s."),
                        (const char *) g_ptr_array_index (collisions, 0));
}

/* D9: a dump that has nothing to show says why. */
static void
report_no_statistics (DumpSource *self)
{
  const char *why;

  if (self->all.n_rows > 0 || self->n_failed > 0 || self->base.onto != NULL)
    return;
  if (strcmp (self->all.task, "structure") == 0)
    why = _ ("it records the structure of the model only");
  else if (self->all.has_checksums)
    why = _ ("its tensors have checksums instead");
  else if (self->all.n_empty > 0)
    why = _ ("none of its tensors has any");
  else if (self->all.n_integer > 0)
    why = _ ("all of its tensors hold integers");
  else
    why = _ ("it records no call");
  ts_import_report_add (self->base.report, TS_SEVERITY_WARNING, "dump-without-statistics", "", 0, 1,
                        0, _ ("This dump (task “%s”) has no statistics to show: %s."),
                        self->all.task, why);
}

static void
finish_unit (DumpSource *self, const TsDumpContent *content, gboolean parsed)
{
  g_mutex_lock (&self->mutex);
  self->all.n_rows += content->n_rows;
  self->all.n_integer += content->n_integer;
  self->all.n_empty += content->n_empty;
  self->all.has_checksums |= content->has_checksums;
  /* Of several tasks always the same one is named, whichever file is read last. */
  if (strcmp (content->task, self->all.task) > 0)
    memcpy (self->all.task, content->task, sizeof content->task);
  self->n_failed += !parsed;
  if (++self->n_done == self->plan->files->len)
    {
      report_mapped (self);
      report_no_statistics (self);
    }
  g_mutex_unlock (&self->mutex);
}

static void
dump_source_free (TsImportSource *source)
{
  DumpSource *self = (DumpSource *) source;

  g_ptr_array_unref (source->stats);
  g_ptr_array_unref (source->metrics);
  g_array_unref (source->steps);
  g_array_unref (source->ranks);
  for (guint i = 0; self->kept != NULL && i < self->plan->files->len; i++)
    ts_dump_calls_free (self->kept[i]);
  g_free (self->kept);
  ts_memory_gate_free (self->gate);
  g_ptr_array_unref (self->known);
  ts_dump_plan_free (self->plan);
  g_array_unref (source->files);
  g_hash_table_unref (self->first_steps);
  g_hash_table_unref (self->mapped);
  g_mutex_clear (&self->mutex);
  ts_found_run_free (self->run);
  g_free (self);
}

static GPtrArray *
copy_names (const char *const *names)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (; *names != NULL; names++)
    g_ptr_array_add (copy, g_strdup (*names));
  return copy;
}

/* The files of run, which msProbe's dumping wrote; options, mapping and report are borrowed and
 * must outlive the source. */
TsImportSource *
ts_dump_source_new (const TsFoundRun *run,
                    const TsImportOptions *options,
                    const TsMapping *mapping,
                    TsImportReport *report)
{
  static const TsImportSourceClass klass = {
    .plan = dump_source_plan,
    .get_n_units = dump_source_get_n_units,
    .parse_unit = dump_source_parse_unit,
    .get_unit_path = dump_source_get_unit_path,
    .free = dump_source_free,
  };
  DumpSource *self = g_new0 (DumpSource, 1);

  self->base.klass = &klass;
  self->base.options = options;
  self->base.mapping = mapping;
  self->base.report = report;
  self->base.format = TS_FORMAT_DUMP;
  self->base.stats = copy_names (ts_dump_stats);
  self->base.metrics = copy_names (ts_dump_metrics);
  self->base.ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->base.steps = g_array_new (FALSE, FALSE, sizeof (TsStepInfo));
  self->base.files = g_array_new (FALSE, TRUE, sizeof (TsSourceFile));
  g_array_set_clear_func (self->base.files, ts_source_file_clear);
  self->known = g_ptr_array_new_with_free_func (ts_dump_file_free);
  self->max_kept = MAX_KEPT;
  self->max_in_use = MAX_IN_USE;
  self->run = ts_found_run_copy (run);
  self->first_steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->mapped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, mapped_free);
  g_mutex_init (&self->mutex);
  return &self->base;
}

void
ts_dump_source_set_limits (TsImportSource *source, gsize max_kept, gsize max_in_use)
{
  DumpSource *self = (DumpSource *) source;

  self->max_kept = max_kept;
  self->max_in_use = max_in_use;
}
