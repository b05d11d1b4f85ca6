/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "../test-folder.h"

#include "timeline/timeline-out.h"

#include <json-glib/json-glib.h>

/* The file, as what its beginning says it is, in a folder of its own. */
static TsTimeline *
load (const uint8_t *data, size_t size)
{
  static char *folder;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  TsTimeline *timeline;

  if (folder == NULL)
    folder = test_tmp_dir ();
  path = g_build_filename (folder, "workerlog.0", NULL);
  g_assert_true (g_file_set_contents_full (path, (const char *) data, (gssize) size,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  timeline = ts_timeline_load (path, NULL, NULL, NULL, &error);
  g_assert_true ((timeline == NULL) == (error != NULL));
  return timeline;
}

/* Jobs lie in their steps, by start, and their types exist. */
static void
check_row (const TsTimeline *timeline, const TsTimelineRow *row)
{
  guint n = 0;

  for (guint i = 0; i < row->n_steps; i++)
    {
      const TsRowStep *step = &row->steps[i];
      g_assert_cmpuint (step->first, ==, n);
      for (guint k = 0; k < step->n; k++)
        {
          const TsJob *job = &row->jobs[n++];
          g_assert_cmpint (job->start, <=, job->end);
          g_assert_cmpint (job->start, >=, step->start);
          g_assert_cmpint (job->end, <=, step->end);
          g_assert_cmpuint (job->type, <, timeline->types->len);
          g_assert_true (k == 0 || job->start >= job[-1].start);
        }
    }
  g_assert_cmpuint (n, ==, row->n_jobs);
}

static void
check_figures (const TsStepFigures *figures)
{
  for (guint s = 0; s < figures->n_stages; s++)
    {
      const TsStageFigures *stage = &figures->stages[s];
      if (stage->empty)
        continue;
      g_assert_cmpint (stage->lead, >=, 0);
      g_assert_cmpint (stage->inner, >=, 0);
      g_assert_cmpint (stage->tail, >=, 0);
      g_assert_cmpint (stage->busy + stage->lead + stage->inner + stage->tail, ==, figures->window);
    }
}

/* What is written can be read by a JSON parser. */
static void
check_json (const TsTimeline *timeline, gboolean chrome)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  if (chrome)
    ts_timeline_write_chrome (timeline, -1, stream, NULL, &error);
  else
    ts_timeline_write_json (timeline, -1, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  json_parser_load_from_data (parser, g_memory_output_stream_get_data (memory),
                              (gssize) g_memory_output_stream_get_data_size (memory), &error);
  g_assert_no_error (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TsTimeline) timeline = load (data, size);

  if (timeline == NULL)
    return 0;
  for (guint r = 0; r < timeline->rows->len; r++)
    check_row (timeline, ts_timeline_get_row (timeline, r));
  for (guint i = 0; i < timeline->steps->len; i++)
    {
      g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, i);
      check_figures (figures);
    }
  check_json (timeline, FALSE);
  check_json (timeline, TRUE);
  return 0;
}
