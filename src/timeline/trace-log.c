/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/timeline-private.h"
#include "timeline/trace-events.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define FLEET_CATEGORY "pipeline timeline"

/* A B that waits for its E, or a step's bar. */
typedef struct
{
  char *name;
  gint64 start, end; /* µs */
  gint64 number;
  gint64 line;
  TsTraceRow *row; /* borrowed; NULL: a step */
  TsJob job;
  gint64 step;
} Span;

typedef struct
{
  TsTimelineReport *report;
  const char *shown;
  char *prefix;           /* of the keys of the rows of this file; fleet's files are told apart */
  GPtrArray *rows;        /* TsTraceRow* */
  GHashTable *by_key;     /* to rows */
  GHashTable *row_names;  /* "pid/tid" to the name that metadata gives */
  GHashTable *row_orders; /* the same to their sort index */
  GHashTable *open;       /* "pid/tid" to GPtrArray of Span* that have no end yet */
  GArray *bars;           /* Span: the steps */
  gboolean all_know_step;
} Trace;

void
_ts_trace_row_free (TsTraceRow *self)
{
  _ts_row_log_free (self->log);
  g_free (self->key);
  g_free (self->label);
  g_free (self);
}

static void
span_free (gpointer data)
{
  g_free (((Span *) data)->name);
  g_free (data);
}

/* ---- What an event is ---- */

static gint64
trailing_number (const char *text)
{
  gsize n = text != NULL ? strlen (text) : 0;
  gint64 value;

  if (n == 0)
    return TS_STEP_UNKNOWN;
  while (n > 0 && g_ascii_isdigit (text[n - 1]))
    n--;
  return g_ascii_string_to_signed (text + n, 10, 0, G_MAXUINT32, &value, NULL) ? value
                                                                               : TS_STEP_UNKNOWN;
}

/* The first number in text behind "mb", "batch" or anything else. */
static gint64
first_number (const char *text)
{
  gint64 value = 0;

  while (*text != '\0' && !g_ascii_isdigit (*text))
    text++;
  if (*text == '\0')
    return TS_STEP_UNKNOWN;
  for (; g_ascii_isdigit (*text) && value < G_MAXINT32; text++)
    value = 10 * value + (*text - '0');
  return value;
}

/* "F3", "B12_VP1", "W0", "forward 3", "bwd-mb7" … to a type as worker logs call it. */
static char *
parse_foreign_name (const char *name, gint64 *micro_batch)
{
  static const struct
  {
    const char *prefix, *type;
  } prefixes[] = {
    { "forward", "forward" },
    { "fwd", "forward" },
    { "backward_w", "backward_w" },
    { "backward_b", "backward_b" },
    { "backward", "backward" },
    { "bwd", "backward" },
    { "f", "forward" },
    { "b", "backward" },
    { "w", "backward_w" },
  };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const char *virtual = strstr (lower, "_vp");

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      gsize length = strlen (prefixes[i].prefix);
      if (!g_str_has_prefix (lower, prefixes[i].prefix))
        continue;
      /* A single letter is followed by its number at once. */
      if (length == 1 && !g_ascii_isdigit (lower[1]))
        return NULL;
      *micro_batch = first_number (lower + length);
      if (virtual != NULL && trailing_number (virtual) >= 0)
        return g_strdup_printf ("%s%d", prefixes[i].type, (int) trailing_number (virtual));
      return g_strdup (prefixes[i].type);
    }
  return NULL;
}

/* The type of an event's job; NULL: it is none. */
static char *
classify (const TsTraceEvent *event, gint64 *micro_batch)
{
  const char *category = event->category != NULL ? event->category : "";
  const char *name = event->name != NULL ? event->name : "";
  TsJobType type;
  char *found = NULL;

  *micro_batch = TS_STEP_UNKNOWN;
  ts_job_type_parse (&type, category);
  if (type.kind != TS_JOB_OTHER || strcmp (category, "default") == 0
      || strcmp (category, "lr") == 0)
    {
      *micro_batch = trailing_number (name);
      found = g_strdup (category);
    }
  else
    found = parse_foreign_name (name, micro_batch);
  if (event->micro_batch != TS_STEP_UNKNOWN)
    *micro_batch = event->micro_batch;
  if (found != NULL && *micro_batch == TS_STEP_UNKNOWN)
    g_clear_pointer (&found, g_free);
  return found;
}

static gboolean
is_step (const TsTraceEvent *event)
{
  return event->name != NULL
         && (g_strcmp0 (event->category, "step") == 0
             || (g_str_has_prefix (event->name, "step") && g_ascii_isdigit (event->name[4])));
}

/* ---- Rows ---- */

static char *
thread_key (const TsTraceEvent *event)
{
  return g_strdup_printf ("%s/%s", event->pid != NULL ? event->pid : "",
                          event->tid != NULL ? event->tid : "");
}

static TsTraceRow *
find_row (Trace *self, const TsTraceEvent *event)
{
  g_autofree char *thread = thread_key (event);
  g_autofree char *key = g_strconcat (self->prefix, thread, NULL);
  TsTraceRow *row = g_hash_table_lookup (self->by_key, key);

  if (row != NULL)
    return row;
  row = g_new0 (TsTraceRow, 1);
  row->log = _ts_row_log_new (self->shown);
  row->log->steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  row->key = g_strdup (key);
  row->label = g_strdup (event->tid != NULL ? event->tid : "");
  row->stage = -1;
  row->order = self->rows->len;
  if (strstr (self->shown, TS_FLEET_PREFIX) != NULL && trailing_number (self->shown) >= 0)
    {
      row->device = (guint) MIN (trailing_number (self->shown), G_MAXUINT16);
      g_clear_pointer (&row->label, g_free);
    }
  row->sort_index = -1;
  g_ptr_array_add (self->rows, row);
  g_hash_table_insert (self->by_key, row->key, row);
  return row;
}

/* ---- Events ---- */

static gint64
to_us (const TsTraceEvent *event, gint64 thousandths)
{
  /* Fleet writes milliseconds where the format wants µs. */
  if (g_strcmp0 (event->category, FLEET_CATEGORY) == 0
      && ABS (event->time) < G_GINT64_CONSTANT (100000000000000000))
    return thousandths;
  return (thousandths + (thousandths >= 0 ? 500 : -500)) / 1000;
}

static void
add_job (Trace *self, TsTraceRow *row, TsJob job, gint64 step, gint64 line)
{
  if (job.start <= 0 && job.end <= 0)
    job.flags |= TS_JOB_UNTIMED;
  if (job.end < job.start)
    {
      job.flags |= TS_JOB_UNTIMED;
      ts_timeline_report_add (self->report, TRUE, "negative-times", self->shown, line, 1,
                              _ ("Jobs that end before they start; they are in no figure."));
    }
  self->all_know_step &= step != TS_STEP_UNKNOWN;
  g_array_append_val (row->log->jobs, job);
  g_array_append_val (row->log->steps, step);
}

static GPtrArray *
find_open (Trace *self, const TsTraceEvent *event)
{
  g_autofree char *thread = thread_key (event);
  GPtrArray *open = g_hash_table_lookup (self->open, thread);

  if (open == NULL)
    {
      open = g_ptr_array_new_with_free_func (span_free);
      g_hash_table_insert (self->open, g_steal_pointer (&thread), open);
    }
  return open;
}

static void
finish_span (Trace *self, Span *span)
{
  if (span->row == NULL)
    {
      Span bar = *span;
      bar.name = NULL;
      g_array_append_val (self->bars, bar);
      return;
    }
  span->job.start = span->start;
  span->job.end = span->end;
  add_job (self, span->row, span->job, span->step, span->line);
}

/* The last open one of that name, or when the end has no name, the last. */
static void
close_span (Trace *self, const TsTraceEvent *event, gint64 line)
{
  GPtrArray *open = find_open (self, event);

  for (guint i = open->len; i > 0; i--)
    {
      Span *span = g_ptr_array_index (open, i - 1);
      if (event->name != NULL && g_strcmp0 (span->name, event->name) != 0)
        continue;
      span->end = to_us (event, event->time);
      finish_span (self, span);
      g_ptr_array_remove_index (open, i - 1);
      return;
    }
}

/* What begins here; NULL: nothing that concerns a pipeline. */
static Span *
begin_span (Trace *self, const TsTraceEvent *event, gint64 line)
{
  g_autofree char *type = NULL;
  gint64 micro_batch = TS_STEP_UNKNOWN;
  int number;
  Span *span;

  if (!is_step (event) && (type = classify (event, &micro_batch)) == NULL)
    return NULL;
  span = g_new0 (Span, 1);
  span->name = g_strdup (event->name);
  span->start = to_us (event, event->time);
  span->step = event->step;
  span->line = line;
  if (type == NULL)
    {
      span->number = event->step != TS_STEP_UNKNOWN ? event->step : trailing_number (event->name);
      return span;
    }
  span->row = find_row (self, event);
  number = _ts_row_log_find_type (span->row->log, type, strlen (type));
  span->job.type = (guint16) MAX (number, 0);
  span->job.micro_batch = (guint32) micro_batch;
  if (event->stage != TS_STEP_UNKNOWN)
    span->row->stage = (int) MIN (event->stage, G_MAXUINT16);
  else if (g_strcmp0 (event->category, FLEET_CATEGORY) == 0 && trailing_number (event->tid) > 0)
    span->row->stage = (int) MIN (trailing_number (event->tid) - 1, G_MAXUINT16);
  return span;
}

static void
take_metadata (Trace *self, const TsTraceEvent *event)
{
  if (g_strcmp0 (event->name, "thread_name") == 0 && event->row_name != NULL)
    g_hash_table_insert (self->row_names, thread_key (event), g_strdup (event->row_name));
  else if (g_strcmp0 (event->name, "thread_sort_index") == 0
           && event->sort_index != TS_STEP_UNKNOWN)
    g_hash_table_insert (self->row_orders, thread_key (event),
                         GINT_TO_POINTER ((int) MIN (event->sort_index, G_MAXINT)));
}

static void
event_cb (const TsTraceEvent *event, gint64 line, gpointer data)
{
  Trace *self = data;
  Span *span;

  if (event->phase == 'M')
    take_metadata (self, event);
  else if (event->phase == 'E' && event->has_time)
    close_span (self, event, line);
  else if ((event->phase == 'X' || event->phase == 'B') && event->has_time
           && (span = begin_span (self, event, line)) != NULL)
    {
      if (event->phase == 'B')
        {
          g_ptr_array_add (find_open (self, event), span);
          return;
        }
      span->end = to_us (event, event->time + event->duration);
      finish_span (self, span);
      span_free (span);
    }
}

/* ---- Afterwards ---- */

static void
report_open (Trace *self)
{
  GHashTableIter iter;
  gpointer open;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &open))
    for (guint i = 0; i < ((GPtrArray *) open)->len; i++)
      {
        const Span *span = g_ptr_array_index ((GPtrArray *) open, i);
        ts_timeline_report_add (self->report, TRUE, "unpaired-event", self->shown, span->line, 1,
                                _ ("Jobs whose end is missing; they are not used."));
      }
  g_hash_table_remove_all (self->open);
}

/* "GPU0(machine:1)", "GPU:3", "GPU 2": which device it is. */
static gboolean
parse_device (const char *label, guint *machine, guint *device)
{
  const char *gpu = strstr (label, "GPU"), *host = strstr (label, "machine");
  gint64 number = gpu != NULL ? first_number (gpu) : TS_STEP_UNKNOWN;

  if (gpu == NULL)
    return FALSE;
  for (gpu += strlen ("GPU"); *gpu == ':' || *gpu == ' ';)
    gpu++;
  if (!g_ascii_isdigit (*gpu) || number > G_MAXUINT16)
    return FALSE;
  *device = (guint) number;
  number = host != NULL ? first_number (host) : 0;
  *machine = number >= 0 && number <= G_MAXUINT16 ? (guint) number : 0;
  return TRUE;
}

static void
name_rows (Trace *self)
{
  gboolean all = TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      TsTraceRow *row = g_ptr_array_index (self->rows, i);
      const char *thread = row->key + strlen (self->prefix);
      const char *name = g_hash_table_lookup (self->row_names, thread);
      gpointer order;
      if (!g_str_has_prefix (row->key, self->prefix))
        continue;
      if (name != NULL)
        {
          g_free (row->label);
          row->label = g_strdup (name);
        }
      if (g_hash_table_lookup_extended (self->row_orders, thread, NULL, &order))
        row->sort_index = GPOINTER_TO_INT (order);
      all &= parse_device (row->label, &row->machine, &row->device);
    }
  for (guint i = 0; i < self->rows->len && all; i++)
    g_clear_pointer (&((TsTraceRow *) g_ptr_array_index (self->rows, i))->label, g_free);
}

/* Further lanes of a row have its name. */
static void
merge_lanes (Trace *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    for (guint k = self->rows->len - 1; k > i; k--)
      {
        TsTraceRow *row = g_ptr_array_index (self->rows, i);
        TsTraceRow *lane = g_ptr_array_index (self->rows, k);
        if (row->machine != lane->machine || row->device != lane->device
            || g_strcmp0 (row->label, lane->label) != 0 || row->label != NULL
            || row->stage != lane->stage)
          continue;
        for (guint j = 0; j < lane->log->jobs->len; j++)
          {
            TsJob job = g_array_index (lane->log->jobs, TsJob, j);
            const char *type = g_ptr_array_index (lane->log->types, job.type);
            job.type = (guint16) MAX (_ts_row_log_find_type (row->log, type, strlen (type)), 0);
            g_array_append_val (row->log->jobs, job);
          }
        g_array_append_vals (row->log->steps, lane->log->steps->data, lane->log->steps->len);
        g_ptr_array_remove_index (self->rows, k);
      }
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const TsTraceRow *ra = *(TsTraceRow *const *) a, *rb = *(TsTraceRow *const *) b;
  const gint64 keys[][2] = { { ra->machine, rb->machine },
                             { ra->device, rb->device },
                             { ra->sort_index, rb->sort_index },
                             { ra->stage, rb->stage },
                             { ra->order, rb->order } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

/* ---- Steps ---- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 ta = *(const gint64 *) a, tb = *(const gint64 *) b;

  return (ta > tb) - (ta < tb);
}

static int
compare_bars (gconstpointer a, gconstpointer b)
{
  return compare_times (&((const Span *) a)->start, &((const Span *) b)->start);
}

static gboolean
is_forward (const TsRowLog *log, const TsJob *job)
{
  return g_str_has_prefix (g_ptr_array_index (log->types, job->type), "forward");
}

/* The first forward of the lowest stage, which begins every step; NULL: there is none. */
static const TsJob *
find_first_forward (const Trace *self, const TsRowLog **log)
{
  const TsJob *first = NULL;
  int stage = G_MAXINT;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const TsTraceRow *row = g_ptr_array_index (self->rows, i);
      for (guint j = 0; j < row->log->jobs->len && row->stage <= stage; j++)
        {
          const TsJob *job = &g_array_index (row->log->jobs, TsJob, j);
          if (!is_forward (row->log, job)
              || (first != NULL && row->stage == stage && job->start >= first->start))
            continue;
          first = job;
          stage = row->stage;
          *log = row->log;
        }
    }
  return first;
}

/* Without bars: where that forward comes again. */
static void
make_bars (Trace *self)
{
  const TsRowLog *log = NULL;
  const TsJob *first = find_first_forward (self, &log);

  for (guint j = 0; first != NULL && j < log->jobs->len; j++)
    {
      const TsJob *job = &g_array_index (log->jobs, TsJob, j);
      Span bar = { .start = job->start };
      if (job->micro_batch == first->micro_batch && job->type == first->type)
        g_array_append_val (self->bars, bar);
    }
  g_array_sort (self->bars, compare_bars);
  for (guint i = 0; i < self->bars->len; i++)
    g_array_index (self->bars, Span, i).number = i;
}

/* The last step that has begun; what lies before all belongs to the first. */
static gint64
find_bar (const Trace *self, gint64 time)
{
  guint from = 0, to = self->bars->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      if (g_array_index (self->bars, Span, middle).start <= time)
        from = middle + 1;
      else
        to = middle;
    }
  return g_array_index (self->bars, Span, MAX (from, 1) - 1).number;
}

static void
find_steps (Trace *self)
{
  if (self->all_know_step)
    return;
  g_array_sort (self->bars, compare_bars);
  if (self->bars->len == 0)
    make_bars (self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      TsTraceRow *row = g_ptr_array_index (self->rows, i);
      if (self->bars->len == 0)
        {
          g_clear_pointer (&row->log->steps, g_array_unref);
          continue;
        }
      for (guint j = 0; j < row->log->jobs->len; j++)
        {
          gint64 *step = &g_array_index (row->log->steps, gint64, j);
          if (*step == TS_STEP_UNKNOWN)
            *step = find_bar (self, g_array_index (row->log->jobs, TsJob, j).start);
        }
    }
}

GPtrArray *
_ts_trace_read (const char *const *paths,
                const char *const *shown,
                TsTimelineReport *report,
                TsReadProgress *progress,
                GError **error)
{
  Trace self = { .report = report, .all_know_step = TRUE };
  gboolean good = TRUE;

  self.rows = g_ptr_array_new_with_free_func ((GDestroyNotify) _ts_trace_row_free);
  self.by_key = g_hash_table_new (g_str_hash, g_str_equal);
  self.row_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.row_orders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.open
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self.bars = g_array_new (FALSE, FALSE, sizeof (Span));
  for (guint i = 0; paths[i] != NULL && good; i++)
    {
      self.shown = shown[i];
      g_free (self.prefix);
      self.prefix = paths[1] != NULL ? g_strdup_printf ("%u:", i) : g_strdup ("");
      good = _ts_trace_events_read (paths[i], shown[i], event_cb, &self, report, progress, error);
      report_open (&self);
    }
  if (good && paths[0] != NULL && paths[1] == NULL)
    {
      name_rows (&self);
      merge_lanes (&self);
    }
  if (good)
    {
      find_steps (&self);
      g_ptr_array_sort (self.rows, compare_rows);
    }
  g_free (self.prefix);
  g_hash_table_unref (self.by_key);
  g_hash_table_unref (self.row_names);
  g_hash_table_unref (self.row_orders);
  g_hash_table_unref (self.open);
  g_array_unref (self.bars);
  if (!good)
    g_clear_pointer (&self.rows, g_ptr_array_unref);
  return self.rows;
}
