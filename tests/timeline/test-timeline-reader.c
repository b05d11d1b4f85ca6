/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-fixture.h"

#define EPOCH 1701829911000.0 /* ms */

/* One step of a device: forward and backward of two micro-batches from start (ms) on. */
static void
append_step (GString *log, double start)
{
  append_record (log, "forward", 0, start, start + 10);
  append_record (log, "forward", 1, start + 10, start + 20);
  append_record (log, "backward", 0, start + 20, start + 40);
  append_record (log, "backward", 1, start + 40, start + 60);
}

static TsTimeline *
load_text (const char *text)
{
  g_autofree char *folder = test_tmp_dir ();

  write_text (folder, "workerlog.0", text);
  return load_path_good (folder);
}

/* A log as ts_timeline_load() sees it, whatever is around the records and wherever a buffer ends.
 */
static void
test_buffers (void)
{
  for (guint padding = (1 << 20) - 400; padding < (1 << 20) + 20; padding += 3)
    {
      g_autoptr (GString) log = g_string_sized_new (padding + 2000);
      g_autoptr (TsTimeline) timeline = NULL;
      while (log->len < padding)
        g_string_append (log, log->len % 100 == 99 ? "\n" : "x");
      g_string_append (log, " Schedule Profiler start at step 7 and end at step 9\n");
      append_step (log, EPOCH);
      timeline = load_text (log->str);
      g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->n_jobs, ==, 4);
      g_assert_cmpuint (timeline->steps->len, ==, 1);
      g_assert_cmpint (ts_timeline_get_step (timeline, 0)->number, ==, 7);
    }
}

/* Line numbers count all lines, also those of buffers long gone. */
static void
test_line_numbers (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL;

  append_step (log, EPOCH);
  for (guint i = 0; i < 300000; i++)
    g_string_append (log, "loss 7.1\n");
  append_record (log, "forward", 2, EPOCH + 100, EPOCH + 90);
  timeline = load_text (log->str);
  assert_note (timeline, "negative-times", "workerlog.0", 300005, 1);
}

static void
test_one_line (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL;

  append_step (log, EPOCH);
  g_string_replace (log, "\n", " ", 0);
  timeline = load_text (log->str);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->n_jobs, ==, 4);
  g_assert_cmpuint (ts_timeline_report_get_notes (timeline->report)->len, ==, 0);
}

static void
test_rounding (void)
{
  g_autoptr (TsTimeline) timeline
      = load_text ("Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = "
                   "1701829911068.100098, job_end_time = 1701829911096.099951\n");
  const TsJob *job = &ts_timeline_get_row (timeline, 0)->jobs[0];

  g_assert_cmpint (job->start, ==, 1701829911068100);
  g_assert_cmpint (job->end, ==, 1701829911096100);
}

/* What is no record, or only part of one. */
static void
test_broken (void)
{
  static const struct
  {
    const char *record, *code;
  } cases[] = {
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = 1.000000, "
      "job_end_time = 2.00000",
      "cut-record" },
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = 1.00000\n",
      "cut-record" },
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = 1.000000, "
      "job_end_time = 2.000000",
      "cut-record" }, /* no character shows that the number ends here */
    { "Profiler Info: Job (0), type = forward\n", "cut-record" },
    { "Profiler Info: Job (x), type = forward, micro_batch_id = 0\n", "broken-record" },
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 99999999999, job_start_time\n",
      "broken-record" },
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = "
      "1.0000000, job_end_time = 2.000000\n",
      "broken-record" },
    { "Profiler Info: Job (0), type = forward, micro_batch_id = 0, job_start_time = "
      "9999999999999999999.000000, job_end_time = 2.000000\n",
      "broken-record" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      g_autoptr (TsTimeline) timeline = NULL;
      append_step (log, EPOCH);
      g_string_append (log, cases[i].record);
      timeline = load_text (log->str);
      assert_note (timeline, cases[i].code, "workerlog.0", 5, 1);
      g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->n_jobs, ==, 4);
    }
}

/* ---- Runs ---- */

static void
test_runs_by_step_record (void)
{
  g_autoptr (GString) log = g_string_new ("Schedule Profiler start at step 3 and end at step 5\n"
                                          "Schedule Profiler start at step 3 and end at step 5\n");
  g_autoptr (TsTimeline) timeline = NULL;

  append_step (log, EPOCH);
  append_step (log, EPOCH + 100);
  g_string_append (log, "Schedule Profiler start at step 10 and end at step 12\n");
  append_step (log, EPOCH + 1000);
  timeline = load_text (log->str);
  g_assert_cmpuint (timeline->n_runs, ==, 2);
  g_assert_cmpuint (timeline->steps->len, ==, 3);
  g_assert_cmpint (ts_timeline_get_step (timeline, 1)->number, ==, 4);
  g_assert_cmpuint (ts_timeline_get_step (timeline, 2)->run, ==, 1);
  g_assert_cmpint (ts_timeline_get_step (timeline, 2)->number, ==, 10);
  assert_note (timeline, "new-run", "workerlog.0", 0, 1);
}

/* The same log twice: its times go back. */
static void
test_runs_by_time (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL;

  for (guint run = 0; run < 2; run++)
    for (guint i = 0; i < 3; i++)
      append_step (log, EPOCH + 100 * i);
  timeline = load_text (log->str);
  g_assert_cmpuint (timeline->n_runs, ==, 2);
  g_assert_cmpuint (timeline->steps->len, ==, 6);
  g_assert_cmpint (ts_timeline_find_step (timeline, 1), ==, 4);
}

static void
test_switched_off (void)
{
  g_autoptr (GString) log
      = g_string_new ("Schedule Profiler start at step -1 and end at step -1\n");
  g_autoptr (TsTimeline) timeline = NULL;

  append_step (log, EPOCH);
  timeline = load_text (log->str);
  g_assert_cmpint (ts_timeline_get_step (timeline, 0)->number, ==, 0);
}

/* ---- Folders ---- */

static void
test_order_of_files (void)
{
  static const char *const names[]
      = { "machine10/workerlog.0", "machine2/workerlog.10", "machine2/workerlog.2" };
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsTimeline) timeline = NULL;
  guint n_files = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      append_step (log, EPOCH + 30 * i);
      write_text (folder, names[i], log->str);
    }
  write_text (folder, "machine2/workerlog.02", "padded: not one of them\n");
  write_text (folder, "workerlog.txt", "nor this\n");
  timeline = load_path_good (folder);
  g_assert_cmpuint (timeline->rows->len, ==, 12); /* 11 of machine 2, 1 of machine 10 */
  g_assert_cmpuint (ts_timeline_get_row (timeline, 10)->device, ==, 10);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 11)->machine, ==, 10);
  for (guint r = 0; r < 12; r++)
    n_files += ts_timeline_get_row (timeline, r)->empty ? 0 : 1;
  g_assert_cmpuint (n_files, ==, 3);
}

/* Two rows that do the same at the same time are one stage, as with tensor parallelism. */
static void
test_shared_stage (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsTimeline) timeline = NULL;
  g_autoptr (TsStepFigures) figures = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("workerlog.%u", i);
      append_step (log, EPOCH + (i / 2) * 10 + (i % 2) * 0.1);
      write_text (folder, name, log->str);
    }
  timeline = load_path_good (folder);
  figures = ts_step_figures_new (timeline, 0);
  g_assert_cmpuint (timeline->n_stages, ==, 2);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 1)->stage, ==, 0);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 2)->stage, ==, 1);
  g_assert_cmpint (figures->stages[0].busy, ==, 60100);
  g_assert_cmpint (figures->rows[0].busy, ==, 60000);
}

static void
test_typed_stages (void)
{
  g_autoptr (TsTimeline) single = load_sample ("single");
  g_autoptr (TsTimeline) timeline = ts_timeline_with_stages (single, (const guint[]){ 0, 0, 1, 1 });

  g_assert_cmpuint (timeline->n_stages, ==, 2);
  g_assert_cmpuint (timeline->steps->len, ==, 3);
}

static void
test_missing_steps (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL;

  append_step (log, EPOCH);
  write_text (folder, "workerlog.1", log->str);
  append_step (log, EPOCH + 100);
  write_text (folder, "workerlog.0", log->str);
  timeline = load_path_good (folder);
  assert_note (timeline, "missing-steps", "workerlog.1", 0, 1);
}

static void
test_nothing (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *absent = g_build_filename (folder, "absent", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (ts_timeline_load (folder, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (ts_timeline_load (absent, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  write_text (folder, "workerlog.0", "");
  g_assert_null (ts_timeline_load (folder, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_cancel (void)
{
  g_autofree char *path = sample_path ("single");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ts_timeline_load (path, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_can_load (void)
{
  g_autofree char *single = sample_path ("single");
  g_autofree char *multi = sample_path ("multi");
  g_autofree char *file = sample_path ("single/workerlog.0");
  g_autofree char *trace = sample_path ("original_json/pipeline_profile.json");
  g_autofree char *json = sample_path ("expected.json");
  g_autofree char *folder = test_tmp_dir ();
  guint64 stamp;

  g_assert_true (ts_timeline_can_load (single));
  g_assert_true (ts_timeline_can_load (multi));
  g_assert_true (ts_timeline_can_load (file));
  g_assert_true (ts_timeline_can_load (trace));
  g_assert_false (ts_timeline_can_load (json));
  g_assert_false (ts_timeline_can_load (folder));
  write_text (folder, "workerlog.0", "a");
  stamp = ts_timeline_get_stamp (folder);
  g_assert_true (ts_timeline_can_load (folder));
  write_text (folder, "workerlog.0", "ab");
  g_assert_cmpuint (ts_timeline_get_stamp (folder), !=, stamp);
}

/* ---- Traces of other tools ---- */

static TsTimeline *
load_trace (const char *text)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);

  write_text (folder, "trace.json", text);
  return load_path_good (path);
}

static void
test_foreign_trace (void)
{
  g_autoptr (TsTimeline) timeline = load_trace (
      "[{\"name\":\"iteration\",\"ph\":\"X\",\"ts\":0,\"dur\":9,\"pid\":0,\"tid\":0},\n"
      " {\"name\":\"F0\",\"ph\":\"X\",\"ts\":1000.25,\"dur\":10.5,\"pid\":0,\"tid\":1,"
      "\"args\":{\"nested\":[{\"ph\":\"}\"}]}},\n"
      " {\"name\":\"B0_VP1\",\"ph\":\"B\",\"ts\":1e4,\"pid\":0,\"tid\":1},\n"
      " {\"name\":\"B0_VP1\",\"ph\":\"E\",\"ts\":1.2e4,\"pid\":0,\"tid\":1},\n"
      " {\"name\":\"bwd-mb7\",\"ph\":\"X\",\"ts\":20000,\"dur\":5,\"pid\":0,\"tid\":1},\n"
      " {\"name\":\"forward-compute\",\"ph\":\"X\",\"ts\":30000,\"dur\":5,\"pid\":0,\"tid\":1,"
      "\"args\":{\"microbatch\":4}},\n"
      " {\"name\":\"forward-compute\",\"ph\":\"X\",\"ts\":40000,\"dur\":5,\"pid\":0,\"tid\":1}\n");
  const TsTimelineRow *row = ts_timeline_get_row (timeline, 0);

  g_assert_cmpuint (timeline->rows->len, ==, 1);
  g_assert_cmpuint (row->n_jobs, ==, 4);
  g_assert_cmpint (row->jobs[0].start, ==, 1000);
  g_assert_cmpint (row->jobs[0].end, ==, 1011);
  g_assert_cmpstr (ts_timeline_get_job_type (timeline, &row->jobs[1])->name, ==, "backward1");
  g_assert_cmpint (row->jobs[1].end, ==, 12000);
  g_assert_cmpuint (row->jobs[2].micro_batch, ==, 7);
  g_assert_cmpuint (row->jobs[3].micro_batch, ==, 4);
}

static void
test_broken_trace (void)
{
  g_autoptr (TsTimeline) timeline = load_trace (
      "{\"schemaVersion\":1, \"deviceProperties\":[{\"ph\":\"X\"}],\n\"traceEvents\": [\n"
      "{\"name\":\"F0\",\"ph\":\"X\",\"ts\":1000,\"dur\":10,\"tid\":\"a \\\"GPU\\u00e4\\\"\"},\n"
      "{\"name\":\"F1\",\"ph\":\"X\",\"ts\":nan,\"dur\":10,\"tid\":1},\n"
      "{\"name\":\"F2\",\"ph\":\"B\",\"ts\":2000,\"tid\":1},\n"
      "{\"name\":\"F3\",\"ph\":\"X\",\"ts\":30");

  assert_note (timeline, "broken-record", "trace.json", 4, 1);
  assert_note (timeline, "unpaired-event", "trace.json", 5, 1);
  assert_note (timeline, "cut-record", "trace.json", 6, 1);
  g_assert_cmpstr (ts_timeline_get_row (timeline, 0)->label, ==, "a \"GPUä\"");
  g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->n_jobs, ==, 1);
}

/* Jobs of one row that lie over each other get lanes, which come back as one row. */
static void
test_lanes (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL, again = NULL;
  g_autofree char *trace = NULL;

  append_record (log, "forward", 0, EPOCH, EPOCH + 10);
  append_record (log, "forward", 1, EPOCH + 5, EPOCH + 15);
  append_record (log, "backward", 0, EPOCH + 12, EPOCH + 20);
  timeline = load_text (log->str);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->n_lanes, ==, 2);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 0)->jobs[1].lane, ==, 1);
  trace = write_to_text (ts_timeline_write_chrome, timeline, -1);
  again = load_trace (trace);
  g_assert_cmpuint (again->rows->len, ==, 1);
  g_assert_cmpuint (ts_timeline_get_row (again, 0)->n_jobs, ==, 3);
  g_assert_cmpuint (ts_timeline_get_row (again, 0)->n_lanes, ==, 2);
}

/* ---- Waiting ---- */

static void
test_wait (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("single");
  TsJobWait wait;

  /* Stage 0: backward 0 starts at 100 ms, 60 ms after forward 3 has ended; it comes from stage 1.
   */
  ts_timeline_find_wait (timeline, 0, 0, 4, &wait);
  g_assert_cmpint (wait.waited, ==, 60000);
  g_assert_cmpint (wait.row, ==, 1);
  g_assert_cmpuint (ts_timeline_get_row (timeline, 1)->jobs[wait.job].micro_batch, ==, 0);
  /* Forward 1 follows forward 0 at once. */
  ts_timeline_find_wait (timeline, 0, 0, 1, &wait);
  g_assert_cmpint (wait.waited, ==, 0);
  g_assert_cmpint (wait.row, ==, -1);
}

/* Of several traces the first is shown, and it is said which. */
static void
test_several_traces (void)
{
  static const char trace[] = "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"forward 0\", "
                              "\"ts\": 100, \"dur\": 50, \"pid\": 0, \"tid\": 0}]}";
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *base = g_path_get_basename (folder);
  g_autofree char *name = g_build_filename (base, "a.json", NULL);
  g_autoptr (TsTimeline) timeline = NULL;
  const TsTimelineNote *note;

  write_text (folder, "b.json", trace);
  write_text (folder, "a.json", trace);
  timeline = load_path_good (folder);
  g_assert_cmpstr (timeline->name, ==, name);
  note = find_note (timeline, "other-file");
  g_assert_nonnull (note);
  g_assert_cmpstr (note->path, ==, "b.json");
  g_assert_nonnull (strstr (note->message, "a.json"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/reader/buffers", test_buffers);
  g_test_add_func ("/timeline/reader/line-numbers", test_line_numbers);
  g_test_add_func ("/timeline/reader/one-line", test_one_line);
  g_test_add_func ("/timeline/reader/rounding", test_rounding);
  g_test_add_func ("/timeline/reader/broken", test_broken);
  g_test_add_func ("/timeline/reader/runs-by-step-record", test_runs_by_step_record);
  g_test_add_func ("/timeline/reader/runs-by-time", test_runs_by_time);
  g_test_add_func ("/timeline/reader/switched-off", test_switched_off);
  g_test_add_func ("/timeline/reader/order-of-files", test_order_of_files);
  g_test_add_func ("/timeline/reader/shared-stage", test_shared_stage);
  g_test_add_func ("/timeline/reader/typed-stages", test_typed_stages);
  g_test_add_func ("/timeline/reader/missing-steps", test_missing_steps);
  g_test_add_func ("/timeline/reader/nothing", test_nothing);
  g_test_add_func ("/timeline/reader/cancel", test_cancel);
  g_test_add_func ("/timeline/reader/can-load", test_can_load);
  g_test_add_func ("/timeline/reader/foreign-trace", test_foreign_trace);
  g_test_add_func ("/timeline/reader/broken-trace", test_broken_trace);
  g_test_add_func ("/timeline/reader/lanes", test_lanes);
  g_test_add_func ("/timeline/reader/wait", test_wait);
  g_test_add_func ("/timeline/several-traces", test_several_traces);
  return g_test_run ();
}
