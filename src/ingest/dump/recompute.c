/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/recompute.h"

#include "ingest/text/input-file.h"
#include "ingest/text/string-append.h"

#include <string.h>
#include <unistd.h>

#define TORCH_CHECKPOINT "torch/utils/checkpoint.py"
#define TORCH_FUNCTION   "torch/autograd/function.py"

/* Watches the frames of one stack go by, innermost first. */
typedef struct
{
  gboolean found;
  guint hopes; /* a frame that may be a recomputation's backward: so many more may confirm it */
} StackState;

typedef struct
{
  const char *path, *function;
  gsize path_length, function_length;
} Frame;

/* "File <path>, line <n>, in <function>, \n <source>" */
static gboolean
parse_frame (const char *text, gsize length, Frame *frame)
{
  static const char file[] = "File ", line[] = ", line ", in[] = ", in ";
  const char *end = text + length, *p, *comma;

  if (length < strlen (file) || memcmp (text, file, strlen (file)) != 0)
    return FALSE;
  frame->path = text + strlen (file);
  p = memmem (frame->path, (gsize) (end - frame->path), line, strlen (line));
  if (p == NULL)
    return FALSE;
  frame->path_length = (gsize) (p - frame->path);
  p = memmem (p, (gsize) (end - p), in, strlen (in));
  if (p == NULL)
    return FALSE;
  frame->function = p + strlen (in);
  comma = memchr (frame->function, ',', (gsize) (end - frame->function));
  frame->function_length = (gsize) ((comma != NULL ? comma : end) - frame->function);
  return TRUE;
}

static gboolean
path_has (const Frame *frame, const char *part)
{
  return memmem (frame->path, frame->path_length, part, strlen (part)) != NULL;
}

static gboolean
function_is (const Frame *frame, const char *name)
{
  return frame->function_length == strlen (name)
         && memcmp (frame->function, name, frame->function_length) == 0;
}

static void
watch_frame (StackState *state, const char *text, gsize length)
{
  Frame frame;

  if (state->found || !parse_frame (text, length, &frame))
    return;
  if (state->hopes > 0)
    {
      state->hopes--;
      state->found = path_has (&frame, TORCH_FUNCTION);
    }
  if (function_is (&frame, "recompute_fn"))
    state->found = state->found || path_has (&frame, TORCH_CHECKPOINT);
  else if ((function_is (&frame, "backward")
            || function_is (&frame, "checkpoint_function_backward"))
           && (path_has (&frame, TORCH_CHECKPOINT) || path_has (&frame, "megatron")))
    state->hopes = 2;
}

/* An array of frames that has begun. */
static gboolean
read_frames (TsJsonReader *reader, StackState *state)
{
  TsJsonEvent event;

  while ((event = ts_json_reader_next (reader)) != TS_JSON_ARRAY_END)
    {
      if (event == TS_JSON_STRING && !state->found)
        {
          gsize length;
          const char *text = ts_json_reader_get_string (reader, &length);
          watch_frame (state, text, length);
        }
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
    }
  return TRUE;
}

/* An array of names that has begun; they go to names, one after the other, each with its NUL. */
static gboolean
read_names (TsJsonReader *reader, GString *names)
{
  TsJsonEvent event;

  while ((event = ts_json_reader_next (reader)) != TS_JSON_ARRAY_END)
    {
      if (event == TS_JSON_STRING)
        {
          gsize length;
          const char *text = ts_json_reader_get_string (reader, &length);
          ts_string_append (names, text, length);
          g_string_append_c (names, '\0');
        }
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
    }
  return TRUE;
}

/* What follows the names in [[names…], [frames…]]. */
static gboolean
read_frames_of_group (TsJsonReader *reader, StackState *state)
{
  TsJsonEvent event;

  while ((event = ts_json_reader_next (reader)) != TS_JSON_ARRAY_END)
    if (event == TS_JSON_ARRAY_BEGIN ? !read_frames (reader, state)
                                     : !ts_json_reader_skip (reader, event))
      return FALSE;
  return TRUE;
}

/* One member: "0": [[names…], [frames…]], or name: [frames…]. names holds the key at first. */
static gboolean
read_stack (TsJsonReader *reader, GString *names, StackState *state)
{
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event != TS_JSON_ARRAY_BEGIN)
    return ts_json_reader_skip (reader, event);
  event = ts_json_reader_next (reader);
  if (event == TS_JSON_ARRAY_END)
    return TRUE;
  if (event == TS_JSON_ARRAY_BEGIN)
    {
      ts_string_cut (names, 0);
      return read_names (reader, names) && read_frames_of_group (reader, state);
    }
  if (event == TS_JSON_STRING)
    {
      gsize length;
      const char *text = ts_json_reader_get_string (reader, &length);
      watch_frame (state, text, length);
    }
  return ts_json_reader_skip (reader, event) && read_frames (reader, state);
}

TsNameTable *
ts_recompute_read_stacks (TsJsonReader *reader, GError **error)
{
  g_autoptr (TsNameTable) recomputed = ts_name_table_new ();
  g_autoptr (GString) names = g_string_new (NULL);
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event == TS_JSON_OBJECT_BEGIN)
    while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
      {
        StackState state = { FALSE, 0 };
        gsize length;
        const char *key = ts_json_reader_get_string (reader, &length);

        ts_string_set (names, key, length);
        g_string_append_c (names, '\0');
        if (!read_stack (reader, names, &state))
          break;
        for (const char *p = names->str; state.found && p < names->str + names->len;
             p += strlen (p) + 1)
          ts_name_table_add (recomputed, p, strlen (p));
      }
  if (ts_json_reader_get_error (reader) != NULL)
    {
      g_propagate_error (error, g_error_copy (ts_json_reader_get_error (reader)));
      return NULL;
    }
  return g_steal_pointer (&recomputed);
}

TsNameTable *
ts_recompute_load_stacks (const char *path, GError **error)
{
  int fd = ts_input_file_open (path, NULL, error);
  g_autoptr (TsJsonReader) reader = NULL;
  TsNameTable *recomputed;

  if (fd < 0)
    return NULL;
  reader = ts_json_reader_new_fd (fd, 0);
  recomputed = ts_recompute_read_stacks (reader, error);
  close (fd);
  return recomputed;
}

/* The members of one entry of data; name is its key. */
static gboolean
read_entry_flag (TsJsonReader *reader, gboolean *is_recompute)
{
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (reader, event);
  while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (reader, &length);

      if (ts_json_text_is (key, length, "is_recompute"))
        {
          event = ts_json_reader_next (reader);
          *is_recompute = event == TS_JSON_TRUE;
        }
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
    }
  return event == TS_JSON_OBJECT_END;
}

TsNameTable *
ts_recompute_load_flags (const char *path, GError **error)
{
  int fd = ts_input_file_open (path, NULL, error);
  g_autoptr (TsJsonReader) reader = NULL;
  g_autoptr (GString) name = g_string_new (NULL);
  TsNameTable *recomputed;
  TsJsonEvent event;

  if (fd < 0)
    return NULL;
  recomputed = ts_name_table_new ();
  reader = ts_json_reader_new_fd (fd, 0);
  ts_json_reader_next (reader);
  while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (reader, &length);

      if (!ts_json_text_is (key, length, "data"))
        {
          ts_json_reader_skip (reader, event);
          continue;
        }
      if (ts_json_reader_next (reader) != TS_JSON_OBJECT_BEGIN)
        break;
      while (ts_json_reader_next (reader) == TS_JSON_KEY)
        {
          gboolean is_recompute = FALSE;

          key = ts_json_reader_get_string (reader, &length);
          ts_string_set (name, key, length);
          if (!read_entry_flag (reader, &is_recompute))
            break;
          if (is_recompute)
            ts_name_table_add (recomputed, name->str, name->len);
        }
    }
  close (fd);
  return recomputed;
}
