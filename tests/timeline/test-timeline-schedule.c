/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-fixture.h"

#include <math.h>

static TsStepFigures *
plan (const TsSchedule *schedule, TsTimeline **timeline)
{
  g_autoptr (GError) error = NULL;

  *timeline = ts_schedule_plan (schedule, &error);
  g_assert_no_error (error);
  return ts_step_figures_new (*timeline, 0);
}

/* Every job once, none before what it needs, none over another. */
static void
check_order (const TsTimeline *timeline, const TsSchedule *schedule)
{
  guint p = schedule->stages, n = schedule->micro_batches * schedule->chunks;
  guint per_forward = schedule->weight > 0 ? 3 : 2;

  for (guint r = 0; r < p; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      g_assert_cmpuint (row->n_jobs, ==, per_forward * n);
      for (guint i = 1; i < row->n_jobs; i++)
        g_assert_cmpint (row->jobs[i].start, >=, row->jobs[i - 1].end);
    }
  for (guint s = 0; s + 1 < p; s++)
    {
      g_autoptr (GArray) pairs = ts_clock_get_pairs (timeline, 0);
      const TsClockPair *pair = &g_array_index (pairs, TsClockPair, s);
      g_assert_cmpint (pair->forward_gap, >=, 0);
      g_assert_cmpint (pair->backward_gap, >=, 0);
    }
}

static void
check_closed_form (const TsSchedule *schedule)
{
  g_autoptr (TsTimeline) timeline = NULL;
  g_autoptr (TsStepFigures) figures = plan (schedule, &timeline);
  double ideal = ts_schedule_get_ideal_bubble (schedule);

  if (fabs (figures->bubble - ideal) > 1e-9)
    g_error ("%s p=%u m=%u v=%u: %.6f, not %.6f", ts_schedule_kind_get_name (schedule->kind),
             schedule->stages, schedule->micro_batches, schedule->chunks, figures->bubble, ideal);
  g_assert_cmpuint (figures->n_stages, ==, schedule->stages);
}

/* (p−1)/(m+p−1), whatever the times are. */
static void
test_plain (void)
{
  for (guint p = 2; p <= 16; p++)
    for (guint m = 1; m <= 64; m = m < 8 ? m + 1 : m + 7)
      {
        check_closed_form (&(TsSchedule){ TS_SCHEDULE_FTHENB, p, m, 1, 7000, 13000, 0 });
        if (m >= p)
          check_closed_form (&(TsSchedule){ TS_SCHEDULE_1F1B, p, m, 1, 7000, 13000, 0 });
      }
}

/* (p−1)/(v·m+p−1), where stages take whole groups of micro-batches. */
static void
test_vpp (void)
{
  for (guint p = 2; p <= 16; p++)
    for (guint v = 2; v <= 4; v++)
      for (guint m = p; m <= 64; m += p)
        check_closed_form (&(TsSchedule){ TS_SCHEDULE_VPP, p, m, v, 12000, 24000, 0 });
}

/* (p−1)(t_f+t_b−t_w) where the three take as long as each other, as the form presumes. */
static void
test_zbh1 (void)
{
  for (guint p = 2; p <= 16; p++)
    for (guint m = p; m <= 64; m += 3)
      check_closed_form (&(TsSchedule){ TS_SCHEDULE_ZBH1, p, m, 1, 10000, 10000, 10000 });
}

static void
test_orders (void)
{
  static const TsScheduleKind kinds[] = { TS_SCHEDULE_FTHENB, TS_SCHEDULE_1F1B, TS_SCHEDULE_VPP,
                                          TS_SCHEDULE_ZBH1, TS_SCHEDULE_ZBVPP };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint p = 2; p <= 16; p += 7)
      for (guint m = p; m <= 4 * p; m += p)
        {
          gboolean virtual = kinds[k] == TS_SCHEDULE_VPP || kinds[k] == TS_SCHEDULE_ZBVPP;
          gboolean split = kinds[k] == TS_SCHEDULE_ZBH1 || kinds[k] == TS_SCHEDULE_ZBVPP;
          const TsSchedule schedule
              = { kinds[k], p, m, virtual ? 2 : 1, 10000, 12000, split ? 8000 : 0 };
          g_autoptr (TsTimeline) timeline = NULL;
          g_autoptr (TsStepFigures) figures = plan (&schedule, &timeline);
          check_order (timeline, &schedule);
          /* And each is recognized. */
          g_assert_cmpint (figures->schedule.kind, ==, kinds[k]);
          g_assert_cmpuint (figures->schedule.stages, ==, p);
          g_assert_cmpuint (figures->schedule.micro_batches, ==, m);
          g_assert_cmpuint (figures->schedule.chunks, ==, schedule.chunks);
          g_assert_cmpfloat_with_epsilon (figures->schedule.forward, schedule.forward, 1e-6);
          g_assert_cmpfloat_with_epsilon (figures->schedule.backward, schedule.backward, 1e-6);
        }
}

/* The backward in two is there to fill what 1F1B idles. */
static void
test_zero_bubble_gains (void)
{
  const TsSchedule zb = { TS_SCHEDULE_ZBH1, 4, 8, 1, 10000, 10000, 10000 };
  const TsSchedule plain = { TS_SCHEDULE_1F1B, 4, 8, 1, 10000, 20000, 0 };
  const TsSchedule vpp = { TS_SCHEDULE_VPP, 4, 8, 2, 10000, 20000, 0 };
  const TsSchedule both = { TS_SCHEDULE_ZBVPP, 4, 8, 2, 10000, 10000, 10000 };
  TsTimeline *timelines[4] = { NULL };
  g_autoptr (TsStepFigures) a = plan (&zb, &timelines[0]);
  g_autoptr (TsStepFigures) b = plan (&plain, &timelines[1]);
  g_autoptr (TsStepFigures) c = plan (&vpp, &timelines[2]);
  g_autoptr (TsStepFigures) d = plan (&both, &timelines[3]);

  g_assert_cmpint (a->window, ==, 270000);
  g_assert_cmpint (b->window, ==, 330000);
  g_assert_cmpint (c->window, ==, 285000);
  g_assert_cmpint (d->window, <, c->window);
  for (guint i = 0; i < G_N_ELEMENTS (timelines); i++)
    g_clear_pointer (&timelines[i], ts_timeline_unref);
}

/* What the planner makes is what the executor did in the sample, bar for bar. */
static void
test_sample (void)
{
  const TsSchedule schedule = { TS_SCHEDULE_1F1B, 4, 8, 1, 10000, 20000, 0 };
  g_autoptr (TsTimeline) single = load_sample ("single");
  g_autoptr (TsTimeline) planned = NULL;
  g_autoptr (TsStepFigures) figures = plan (&schedule, &planned);
  gint64 epoch = ts_timeline_get_step (single, 0)->start;

  g_assert_cmpint (figures->window, ==, 330000);
  for (guint r = 0; r < 4; r++)
    {
      const TsTimelineRow *is = ts_timeline_get_row (single, r);
      const TsTimelineRow *row = ts_timeline_get_row (planned, r);
      for (guint i = 0; i < row->n_jobs; i++)
        {
          g_assert_cmpint (row->jobs[i].start, ==, is->jobs[i].start - epoch);
          g_assert_cmpint (row->jobs[i].end, ==, is->jobs[i].end - epoch);
          g_assert_cmpuint (row->jobs[i].micro_batch, ==, is->jobs[i].micro_batch);
        }
    }
}

static void
test_refused (void)
{
  static const TsSchedule cases[] = {
    { TS_SCHEDULE_NONE, 4, 8, 1, 10000, 20000, 0 },
    { TS_SCHEDULE_1F1B, 0, 8, 1, 10000, 20000, 0 },
    { TS_SCHEDULE_1F1B, 4, 0, 1, 10000, 20000, 0 },
    { TS_SCHEDULE_1F1B, 4, 1000000, 1, 10000, 20000, 0 },
    { TS_SCHEDULE_1F1B, 4, 8, 1, 0, 20000, 0 },
    { TS_SCHEDULE_1F1B, 4, 8, 1, NAN, 20000, 0 },
    { TS_SCHEDULE_VPP, 4, 7, 2, 10000, 20000, 0 },
    { TS_SCHEDULE_VPP, 4, 8, 0, 10000, 20000, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ts_schedule_plan (&cases[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

static void
test_names (void)
{
  TsScheduleKind kind;

  for (guint i = 0; i < TS_N_SCHEDULE_KINDS; i++)
    {
      g_assert_true (ts_schedule_kind_from_name (ts_schedule_kind_get_name (i), &kind));
      g_assert_cmpint (kind, ==, i);
    }
  g_assert_true (ts_schedule_kind_from_name ("zbh1", &kind));
  g_assert_cmpint (kind, ==, TS_SCHEDULE_ZBH1);
  g_assert_true (ts_schedule_kind_from_name ("zb_vpp", &kind));
  g_assert_cmpint (kind, ==, TS_SCHEDULE_ZBVPP);
  g_assert_false (ts_schedule_kind_from_name ("gpipe?", &kind));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/plan/plain", test_plain);
  g_test_add_func ("/timeline/plan/vpp", test_vpp);
  g_test_add_func ("/timeline/plan/zb-h1", test_zbh1);
  g_test_add_func ("/timeline/plan/orders", test_orders);
  g_test_add_func ("/timeline/plan/zero-bubble-gains", test_zero_bubble_gains);
  g_test_add_func ("/timeline/plan/sample", test_sample);
  g_test_add_func ("/timeline/plan/refused", test_refused);
  g_test_add_func ("/timeline/plan/names", test_names);
  return g_test_run ();
}
