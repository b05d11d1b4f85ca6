/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"

#include "timeline/timeline-out.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* For tests of timelines: the samples, and logs written on the spot. */

static inline char *
sample_path (const char *name)
{
  return g_build_filename (g_getenv ("TS_TIMELINE_SAMPLES"), name, NULL);
}

static inline TsTimeline *
load_path_good (const char *path)
{
  g_autoptr (GError) error = NULL;
  TsTimeline *timeline = ts_timeline_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (timeline);
  return timeline;
}

static inline TsTimeline *
load_sample (const char *name)
{
  g_autofree char *path = sample_path (name);

  return load_path_good (path);
}

/* The note of a code; NULL: there is none. */
static inline const TsTimelineNote *
find_note (const TsTimeline *timeline, const char *code)
{
  const GPtrArray *notes = ts_timeline_report_get_notes (timeline->report);

  for (guint i = 0; i < notes->len; i++)
    {
      const TsTimelineNote *note = g_ptr_array_index (notes, i);
      if (strcmp (note->code, code) == 0)
        return note;
    }
  return NULL;
}

static inline void
assert_note (
    const TsTimeline *timeline, const char *code, const char *path, gint64 line, guint64 count)
{
  const TsTimelineNote *note = find_note (timeline, code);

  g_assert_nonnull (note);
  g_assert_cmpstr (note->path, ==, path);
  g_assert_cmpint (note->line, ==, line);
  g_assert_cmpuint (note->count, ==, count);
}

/* Writes text into folder/name, whose own folder is made. */
static inline void
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *inner = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* A record as the executor prints it; times in ms. */
static inline void
append_record (GString *log, const char *type, guint micro_batch, double start, double end)
{
  char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (a, sizeof a, "%.6f", start);
  g_ascii_formatd (b, sizeof b, "%.6f", end);
  g_string_append_printf (log,
                          "I1206 02:31:51.345300 22300 standalone_executor.cc:251] Profiler Info: "
                          "Job (%u), type = %s, micro_batch_id = %u, job_start_time = %s, "
                          "job_end_time = %s\n",
                          micro_batch, type, micro_batch, a, b);
}

/* What a writer writes, as text. */
static inline char *
write_to_text (
    gboolean (*func) (const TsTimeline *, int, GOutputStream *, GCancellable *, GError **),
    const TsTimeline *timeline,
    int step)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  if (func != NULL)
    func (timeline, step, stream, NULL, &error);
  else
    ts_timeline_write_json (timeline, step, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}
