/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/timeline-out.h"

#include "model/number-format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define FLUSH_AT 65536

/* Text on its way out; the first error ends it. */
typedef struct
{
  GString *text;
  GOutputStream *stream;
  GCancellable *cancellable;
  GError **error;
  gboolean good;
} Out;

static void
out_init (Out *self, GOutputStream *stream, GCancellable *cancellable, GError **error)
{
  *self = (Out){ g_string_new (NULL), stream, cancellable, error, TRUE };
}

static void
out_flush (Out *self)
{
  if (self->good)
    self->good = g_output_stream_write_all (self->stream, self->text->str, self->text->len, NULL,
                                            self->cancellable, self->error);
  g_string_truncate (self->text, 0);
}

static void G_GNUC_PRINTF (2, 3) out_print (Out *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
  if (self->text->len > FLUSH_AT)
    out_flush (self);
}

static gboolean
out_finish (Out *self)
{
  out_flush (self);
  g_string_free (self->text, TRUE);
  return self->good;
}

/* A JSON string. */
static void
out_string (Out *self, const char *text)
{
  g_string_append_c (self->text, '"');
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (self->text, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (self->text, "\\u%04x", (guint) *c);
    else
      g_string_append_c (self->text, *c);
  g_string_append_c (self->text, '"');
}

/* A number that JSON has; null for the others. */
static void
out_double (Out *self, const char *key, double value)
{
  g_autofree char *exact = ts_format_exact (value);

  out_print (self, "\"%s\": %s", key, isfinite (value) ? exact : "null");
}

static gboolean
wanted (int step, guint i)
{
  return step < 0 || (guint) step == i;
}

/* ---- Figures as JSON ---- */

static void
write_times (Out *out, const char *prefix, const TsJobTimes *times)
{
  out_print (out, ", \"%s_n\": %u", prefix, times->n);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const names[] = { "mean", "median", "p95", "max" };
      const double values[] = { times->mean, times->median, times->p95, times->max };
      g_autofree char *key = g_strdup_printf ("%s_%s_us", prefix, names[i]);
      out_print (out, ", ");
      out_double (out, key, times->n > 0 ? values[i] : NAN);
    }
}

static void
write_stage (Out *out, guint index, const TsStageFigures *stage)
{
  out_print (out, "\n      {\"stage\": %u, ", index);
  if (stage->empty)
    {
      out_print (out, "\"missing\": true}");
      return;
    }
  out_print (out,
             "\"busy_us\": %" PRId64 ", \"idle_us\": %" PRId64 ", \"lead_us\": %" PRId64
             ", \"inner_us\": %" PRId64 ", \"tail_us\": %" PRId64 ", \"opt_us\": %" PRId64 ", ",
             stage->busy, stage->idle, stage->lead, stage->inner, stage->tail, stage->optimizer);
  out_double (out, "bubble", stage->bubble);
  out_print (out, ", ");
  out_double (out, "bubble_step", stage->bubble_step);
  write_times (out, "fwd", &stage->forward);
  write_times (out, "bwd", &stage->backward);
  out_print (out, "}");
}

static void
write_pairs (Out *out, const GArray *pairs)
{
  for (guint i = 0; i < pairs->len; i++)
    {
      const TsClockPair *pair = &g_array_index (pairs, TsClockPair, i);
      out_print (out, "%s\n      {\"from\": %u, \"to\": %u, ", i > 0 ? "," : "", pair->from,
                 pair->to);
      out_double (out, "offset_us", pair->offset);
      out_print (out, ", ");
      out_double (out, "transfer_us", pair->transfer);
      out_print (out, ", \"clocks_differ\": %s}",
                 pair->forward_gap < 0 || pair->backward_gap < 0 ? "true" : "false");
    }
}

static void
write_outliers (Out *out, const TsTimeline *timeline, const TsStepFigures *figures)
{
  for (guint i = 0; i < figures->outliers->len; i++)
    {
      const TsOutlier *outlier = &g_array_index (figures->outliers, TsOutlier, i);
      const TsTimelineRow *row = ts_timeline_get_row (timeline, outlier->row);
      const TsJob *job = &row->jobs[outlier->job];
      out_print (out, "%s\n      {\"stage\": %u, \"row\": %u, \"type\": ", i > 0 ? "," : "",
                 row->stage, outlier->row);
      out_string (out, ts_timeline_get_job_type (timeline, job)->name);
      out_print (out, ", \"micro_batch\": %u, \"duration_us\": %" PRId64 ", ", job->micro_batch,
                 job->end - job->start);
      out_double (out, "median_us", outlier->median);
      out_print (out, "}");
    }
}

static void
write_schedule (Out *out, const TsStepFigures *figures)
{
  const TsSchedule *schedule = &figures->schedule;

  out_print (out,
             ", \"schedule\": \"%s\", \"stages_working\": %u, \"micro_batches\": %u, \"chunks\": "
             "%u, ",
             ts_schedule_kind_get_name (schedule->kind), schedule->stages, schedule->micro_batches,
             schedule->chunks);
  out_double (out, "ideal_bubble", figures->ideal_bubble);
  out_print (out, ", ");
  out_double (out, "excess", figures->excess);
}

static void
write_step (Out *out, const TsTimeline *timeline, guint i)
{
  const TsTimelineStep *step = ts_timeline_get_step (timeline, i);
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, i);
  const struct
  {
    const char *key;
    double value;
  } ratios[] = { { "bubble", figures->bubble },
                 { "bubble_slowest", figures->bubble_slowest },
                 { "megatron_fraction", figures->megatron_fraction },
                 { "imbalance", figures->imbalance } };

  out_print (out,
             "    {\"step\": %" PRId64 ", \"run\": %u, \"window_us\": %" PRId64
             ", \"step_us\": %" PRId64,
             step->number, step->run, figures->window, figures->length);
  for (guint k = 0; k < G_N_ELEMENTS (ratios); k++)
    {
      out_print (out, ", ");
      out_double (out, ratios[k].key, figures->straggler >= 0 ? ratios[k].value : NAN);
    }
  if (figures->straggler >= 0)
    out_print (out, ", \"straggler\": %d", figures->straggler);
  else
    out_print (out, ", \"straggler\": null");
  write_schedule (out, figures);
  out_print (out, ",\n     \"stages\": [");
  for (guint s = 0; s < figures->n_stages; s++)
    {
      out_print (out, "%s", s > 0 ? "," : "");
      write_stage (out, s, &figures->stages[s]);
    }
  out_print (out, "],\n     \"pairs\": [");
  write_pairs (out, figures->pairs);
  out_print (out, "],\n     \"outliers\": [");
  write_outliers (out, timeline, figures);
  out_print (out, "]}");
}

static void
write_rows (Out *out, const TsTimeline *timeline, const gint64 *offsets)
{
  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      out_print (out,
                 "%s\n    {\"row\": %u, \"machine\": %u, \"device\": %u, \"stage\": %u, \"jobs\": "
                 "%u, \"untimed\": %u, \"clock_offset_us\": %" PRId64 ", \"file\": ",
                 r > 0 ? "," : "", r, row->machine, row->device, row->stage, row->n_jobs,
                 row->n_untimed, offsets != NULL ? offsets[r] : 0);
      out_string (out, row->path);
      out_print (out, "}");
    }
}

static void
write_report (Out *out, TsTimelineReport *report)
{
  const GPtrArray *notes = ts_timeline_report_get_notes (report);

  for (guint i = 0; i < notes->len; i++)
    {
      const TsTimelineNote *note = g_ptr_array_index (notes, i);
      out_print (out,
                 "%s\n    {\"severity\": \"%s\", \"code\": \"%s\", \"file\": ", i > 0 ? "," : "",
                 note->warning ? "warning" : "info", note->code);
      out_string (out, note->path);
      out_print (out, ", \"line\": %" PRId64 ", \"count\": %" PRIu64 ", \"message\": ", note->line,
                 note->count);
      out_string (out, note->message);
      out_print (out, "}");
    }
}

gboolean
ts_timeline_write_json (const TsTimeline *self,
                        int step,
                        const gint64 *offsets,
                        GOutputStream *stream,
                        GCancellable *cancellable,
                        GError **error)
{
  gboolean first = TRUE;
  Out out;

  out_init (&out, stream, cancellable, error);
  out_print (&out, "{\n  \"name\": ");
  out_string (&out, self->name);
  out_print (&out, ",\n  \"clocks_fixed\": %s,\n  \"rows\": [", offsets != NULL ? "true" : "false");
  write_rows (&out, self, offsets);
  out_print (&out, "],\n  \"steps\": [\n");
  for (guint i = 0; i < self->steps->len && out.good; i++)
    {
      if (!wanted (step, i))
        continue;
      out_print (&out, "%s", first ? "" : ",\n");
      write_step (&out, self, i);
      first = FALSE;
    }
  out_print (&out, "],\n  \"report\": [");
  write_report (&out, self->report);
  out_print (&out, "]\n}\n");
  return out_finish (&out);
}

/* ---- Chrome's trace format ---- */

static void
write_thread (
    Out *out, guint machine, guint thread, const char *name, guint stage, guint sort_index)
{
  out_print (out,
             "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": %u, \"tid\": %u, \"args\": "
             "{\"name\": ",
             machine, thread);
  out_string (out, name);
  out_print (out,
             ", \"stage\": %u}},\n{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": %u, "
             "\"tid\": %u, \"args\": {\"sort_index\": %u}},\n",
             stage, machine, thread, sort_index);
}

/* Further lanes of a row have its name and come right behind it. Returns the first one's tid. */
static guint
write_threads (Out *out, const TsTimeline *timeline, guint r, guint next)
{
  const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
  g_autofree char *plain = g_strdup_printf ("m%u · g%u", row->machine, row->device);
  g_autofree char *device = timeline->n_machines > 1
                                ? g_strdup_printf ("GPU%u(machine:%u)", row->device, row->machine)
                                : g_strdup_printf ("GPU%u", row->device);
  const char *name = timeline->planned                 ? device
                     : strcmp (plain, row->label) == 0 ? device
                                                       : row->label;

  write_thread (out, row->machine, r, name, row->stage, 256 * (r + 1));
  for (guint lane = 1; lane < row->n_lanes; lane++)
    write_thread (out, row->machine, next + lane - 1, name, row->stage, 256 * (r + 1) + lane);
  return next;
}

static void
write_bar (Out *out,
           const TsTimeline *timeline,
           const TsTimelineRow *row,
           const TsJob *job,
           guint thread,
           gint64 step,
           gint64 epoch)
{
  const TsJobType *type = ts_timeline_get_job_type (timeline, job);

  out_print (out, "{\"ph\": \"X\", \"name\": ");
  {
    g_autofree char *name = g_strdup_printf ("%s_%u", type->name, job->micro_batch);
    out_string (out, name);
  }
  out_print (out, ", \"cat\": ");
  out_string (out, type->name);
  out_print (out,
             ", \"pid\": %u, \"tid\": %u, \"ts\": %" PRId64 ", \"dur\": %" PRId64
             ", \"args\": {\"step\": %" PRId64 ", \"micro_batch\": %u, \"stage\": %u",
             row->machine, thread, job->start - epoch, job->end - job->start, step,
             job->micro_batch, row->stage);
  if (type->chunk >= 0)
    out_print (out, ", \"chunk\": %d", type->chunk);
  out_print (out, "}},\n");
}

static gint64
find_epoch (const TsTimeline *timeline, int step)
{
  gint64 epoch = G_MAXINT64;

  for (guint i = 0; i < timeline->steps->len; i++)
    if (wanted (step, i))
      epoch = MIN (epoch, ts_timeline_get_step (timeline, i)->start);
  return epoch != G_MAXINT64 ? epoch : 0;
}

static void
write_row_bars (Out *out, const TsTimeline *timeline, guint r, guint lanes, int step, gint64 epoch)
{
  const TsTimelineRow *row = ts_timeline_get_row (timeline, r);

  for (guint i = 0; i < timeline->steps->len && out->good; i++)
    {
      const TsTimelineStep *key = ts_timeline_get_step (timeline, i);
      const TsRowStep *part = wanted (step, i) ? ts_timeline_row_find_step (row, key) : NULL;
      for (guint k = 0; part != NULL && k < part->n; k++)
        {
          const TsJob *job = &row->jobs[part->first + k];
          write_bar (out, timeline, row, job, job->lane == 0 ? r : lanes + job->lane - 1u,
                     key->number, epoch);
        }
    }
}

static void
write_step_bars (Out *out, const TsTimeline *timeline, guint thread, int step, gint64 epoch)
{
  write_thread (out, 0, thread, "Steps", 0, 0);
  for (guint i = 0; i < timeline->steps->len; i++)
    {
      const TsTimelineStep *key = ts_timeline_get_step (timeline, i);
      if (!wanted (step, i) || key->end < key->start)
        continue;
      out_print (out,
                 "{\"ph\": \"X\", \"name\": \"step%" PRId64 "\", \"cat\": \"step\", \"pid\": 0, "
                 "\"tid\": %u, \"ts\": %" PRId64 ", \"dur\": %" PRId64
                 ", \"args\": {\"step\": %" PRId64 "}},\n",
                 key->number, thread, key->start - epoch, key->end - key->start, key->number);
    }
}

gboolean
ts_timeline_write_chrome (const TsTimeline *self,
                          int step,
                          GOutputStream *stream,
                          GCancellable *cancellable,
                          GError **error)
{
  gint64 epoch = find_epoch (self, step);
  guint next = self->rows->len + 1; /* behind the rows and the row of steps */
  Out out;

  out_init (&out, stream, cancellable, error);
  out_print (&out,
             "{\"displayTimeUnit\": \"ms\",\n\"otherData\": {\"epoch_us\": \"%" PRId64
             "\"},\n\"traceEvents\": [\n",
             epoch);
  for (guint m = 0; m < self->n_machines; m++)
    out_print (&out,
               "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %u, \"args\": {\"name\": "
               "\"machine %u\"}},\n",
               m, m);
  write_step_bars (&out, self, self->rows->len, step, epoch);
  for (guint r = 0; r < self->rows->len && out.good; r++)
    {
      guint lanes = write_threads (&out, self, r, next);
      write_row_bars (&out, self, r, lanes, step, epoch);
      next += ts_timeline_get_row (self, r)->n_lanes - 1;
    }
  /* The last event has no comma; this one is always there. */
  out_print (&out, "{\"ph\": \"M\", \"name\": \"process_sort_index\", \"pid\": 0, \"args\": "
                   "{\"sort_index\": 0}}\n]}\n");
  return out_finish (&out);
}

/* ---- CSV ---- */

static void
out_csv_text (Out *out, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      out_print (out, "%s", text);
      return;
    }
  g_string_append_c (out->text, '"');
  for (const char *c = text; *c != '\0'; c++)
    g_string_append (out->text, *c == '"' ? "\"\"" : ((char[2]){ *c, '\0' }));
  g_string_append_c (out->text, '"');
}

static void
write_job_line (Out *out,
                const TsTimeline *timeline,
                const TsTimelineRow *row,
                const TsJob *job,
                guint run,
                gint64 step)
{
  const TsJobType *type = ts_timeline_get_job_type (timeline, job);

  out_print (out, "%u,%" PRId64 ",%u,%u,%u,", run, step, row->stage, row->machine, row->device);
  out_csv_text (out, type->name);
  out_print (out, ",%s,%u,", ts_job_kind_get_name (type->kind), job->micro_batch);
  if (type->chunk >= 0)
    out_print (out, "%d", type->chunk);
  out_print (out, ",%" PRId64 ",%" PRId64 ",", job->start, job->end);
  if (!(job->flags & TS_JOB_UNTIMED))
    out_print (out, "%" PRId64, job->end - job->start);
  out_print (out, "\n");
}

gboolean
ts_timeline_write_jobs (const TsTimeline *self,
                        int step,
                        GOutputStream *stream,
                        GCancellable *cancellable,
                        GError **error)
{
  Out out;

  out_init (&out, stream, cancellable, error);
  out_print (&out, "run,step,stage,machine,device,type,kind,micro_batch,chunk,start_us,end_us,"
                   "duration_us\n");
  for (guint r = 0; r < self->rows->len && out.good; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (self, r);
      for (guint i = 0; i < self->steps->len; i++)
        {
          const TsTimelineStep *key = ts_timeline_get_step (self, i);
          const TsRowStep *part = wanted (step, i) ? ts_timeline_row_find_step (row, key) : NULL;
          for (guint k = 0; part != NULL && k < part->n; k++)
            write_job_line (&out, self, row, &row->jobs[part->first + k], key->run, key->number);
        }
      for (guint i = 0; i < row->n_untimed; i++)
        if (step < 0 || ts_timeline_get_step (self, (guint) step)->number == row->untimed_steps[i])
          write_job_line (&out, self, row, &row->untimed[i], 0, row->untimed_steps[i]);
    }
  return out_finish (&out);
}

static void
write_csv_doubles (Out *out, const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *exact = ts_format_exact (values[i]);
      out_print (out, ",%s", isfinite (values[i]) ? exact : "");
    }
}

static void
write_figure_lines (Out *out, const TsTimeline *timeline, guint i)
{
  const TsTimelineStep *step = ts_timeline_get_step (timeline, i);
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, i);
  const double ratios[] = { figures->bubble, figures->bubble_slowest, figures->megatron_fraction,
                            figures->imbalance, figures->ideal_bubble };

  for (guint s = 0; s < figures->n_stages; s++)
    {
      const TsStageFigures *stage = &figures->stages[s];
      const double times[]
          = { stage->bubble,       stage->bubble_step, stage->forward.mean,  stage->forward.median,
              stage->forward.p95,  stage->forward.max, stage->backward.mean, stage->backward.median,
              stage->backward.p95, stage->backward.max };
      out_print (out, "%u,%" PRId64 ",%u,%" PRId64 ",%" PRId64 ",%s", step->run, step->number, s,
                 figures->window, figures->length,
                 ts_schedule_kind_get_name (figures->schedule.kind));
      write_csv_doubles (out, ratios, G_N_ELEMENTS (ratios));
      if (stage->empty)
        {
          out_print (out, ",,,,,,,,,,,,,,,,,,\n");
          continue;
        }
      out_print (out,
                 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%u,%u",
                 stage->busy, stage->idle, stage->lead, stage->inner, stage->tail, stage->optimizer,
                 stage->forward.n, stage->backward.n);
      write_csv_doubles (out, times, G_N_ELEMENTS (times));
      out_print (out, "\n");
    }
}

gboolean
ts_timeline_write_figures (const TsTimeline *self,
                           int step,
                           GOutputStream *stream,
                           GCancellable *cancellable,
                           GError **error)
{
  Out out;

  out_init (&out, stream, cancellable, error);
  out_print (&out,
             "run,step,stage,window_us,step_us,schedule,step_bubble,bubble_slowest,"
             "megatron_fraction,imbalance,ideal_bubble,busy_us,idle_us,lead_us,inner_us,tail_us,"
             "opt_us,fwd_n,bwd_n,bubble,bubble_step,fwd_mean_us,fwd_median_us,fwd_p95_us,"
             "fwd_max_us,bwd_mean_us,bwd_median_us,bwd_p95_us,bwd_max_us\n");
  for (guint i = 0; i < self->steps->len && out.good; i++)
    if (wanted (step, i))
      write_figure_lines (&out, self, i);
  return out_finish (&out);
}
