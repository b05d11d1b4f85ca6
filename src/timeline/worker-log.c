/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/row-log.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE (1 << 20)
#define MAX_RECORD  1024 /* bytes from the marker to the end; real ones have about 150 */

/* Both records have this, so that one search finds either. */
#define MARKER       "Profiler "
#define JOB_RECORD   "Info: Job ("
#define STEP_BEFORE  "Schedule "
#define STEP_RECORD  "start at step "
#define MAX_DIGITS   18            /* of a number that is read; none overflows */
#define MAX_INTEGRAL 9000000000000 /* ms: year 2255; beyond it µs might not fit */

typedef struct
{
  TsRowLog *log;
  TsTimelineReport *report;
  char *buffer;
  gsize length; /* bytes in buffer */
  gsize seen;   /* of them, those that are only there to be looked back at */
  gboolean eof;
  const char *counted; /* lines before this are in lines */
  gint64 lines;
} Scanner;

typedef enum
{
  FIELD_GOOD,
  FIELD_CUT,    /* ends too early */
  FIELD_BROKEN, /* something else stands there */
} Field;

/* A place in the buffer, and where to stop: the end of the line or of what there is. */
typedef struct
{
  const char *at, *end;
} Cursor;

/* ---- Where a record stands ---- */

static gint64
line_of (Scanner *self, const char *at)
{
  const char *newline;

  while ((newline = memchr (self->counted, '\n', (gsize) (at - self->counted))) != NULL)
    {
      self->lines++;
      self->counted = newline + 1;
    }
  self->counted = at;
  return self->lines + 1;
}

static void
complain (Scanner *self, const char *code, gboolean warning, const char *at, const char *message)
{
  ts_timeline_report_add (self->report, warning, code, self->log->path, line_of (self, at), 1,
                          message);
}

/* ---- Fields ---- */

static inline Field
skip_bytes (Cursor *cursor, const char *text, gsize length)
{
  gsize left = (gsize) (cursor->end - cursor->at);

  if (left < length)
    return memcmp (cursor->at, text, left) == 0 ? FIELD_CUT : FIELD_BROKEN;
  if (memcmp (cursor->at, text, length) != 0)
    return FIELD_BROKEN;
  cursor->at += length;
  return FIELD_GOOD;
}

/* The length is known when this is compiled, so that nothing is called. */
#define skip_text(cursor, text) skip_bytes (cursor, text, sizeof (text) - 1)

static Field
read_number (Cursor *cursor, guint64 max, guint64 *value)
{
  const char *first = cursor->at;
  const char *last = cursor->end - first > MAX_DIGITS ? first + MAX_DIGITS : cursor->end;
  const char *at = first;
  guint64 number = 0;

  for (; at < last && *at >= '0' && *at <= '9'; at++)
    number = 10 * number + (guint64) (*at - '0');
  cursor->at = at;
  *value = number;
  if (number > max)
    return FIELD_BROKEN;
  if (at == cursor->end)
    return FIELD_CUT;
  return at > first && !g_ascii_isdigit (*at) ? FIELD_GOOD : FIELD_BROKEN;
}

/* Milliseconds with six decimals to whole µs; what follows the decimals shows that none is
 * missing. */
static Field
read_time (Cursor *cursor, gint64 *us)
{
  guint64 whole, nanoseconds = 0;
  gboolean negative = cursor->at < cursor->end && *cursor->at == '-';
  Field field;

  cursor->at += negative;
  field = read_number (cursor, MAX_INTEGRAL, &whole);
  if (field != FIELD_GOOD)
    return field;
  if (*cursor->at++ != '.')
    return FIELD_CUT;
  for (guint i = 0; i < 6; i++, cursor->at++)
    {
      if (cursor->at == cursor->end || !g_ascii_isdigit (*cursor->at))
        return FIELD_CUT;
      nanoseconds = 10 * nanoseconds + (guint64) (*cursor->at - '0');
    }
  if (cursor->at == cursor->end)
    return FIELD_CUT;
  if (g_ascii_isdigit (*cursor->at))
    return FIELD_BROKEN;
  *us = (gint64) (whole * 1000 + (nanoseconds + 500) / 1000) * (negative ? -1 : 1);
  return FIELD_GOOD;
}

static Field
read_type (Cursor *cursor, const char **name, gsize *length)
{
  const char *comma = memchr (cursor->at, ',', (gsize) (cursor->end - cursor->at));

  if (comma == NULL)
    return FIELD_CUT;
  *name = cursor->at;
  *length = (gsize) (comma - cursor->at);
  cursor->at = comma;
  return *length > 0 ? FIELD_GOOD : FIELD_BROKEN;
}

/* ---- Records ---- */

static Field
read_job (TsRowLog *log, Cursor *cursor, TsJob *job)
{
  guint64 number, micro_batch;
  const char *name;
  gsize length;
  int type;
  Field field;

  if ((field = read_number (cursor, G_MAXUINT32, &number)) != FIELD_GOOD
      || (field = skip_text (cursor, "), type = ")) != FIELD_GOOD
      || (field = read_type (cursor, &name, &length)) != FIELD_GOOD
      || (field = skip_text (cursor, ", micro_batch_id = ")) != FIELD_GOOD
      || (field = read_number (cursor, G_MAXUINT32, &micro_batch)) != FIELD_GOOD
      || (field = skip_text (cursor, ", job_start_time = ")) != FIELD_GOOD
      || (field = read_time (cursor, &job->start)) != FIELD_GOOD
      || (field = skip_text (cursor, ", job_end_time = ")) != FIELD_GOOD
      || (field = read_time (cursor, &job->end)) != FIELD_GOOD)
    return field;
  type = _ts_row_log_find_type (log, name, length);
  if (type < 0)
    return FIELD_BROKEN;
  job->micro_batch = (guint32) micro_batch;
  job->type = (guint16) type;
  return FIELD_GOOD;
}

static void
mark_untimed (Scanner *self, TsJob *job, const char *at)
{
  if (job->start > 0 && job->end >= job->start)
    return;
  job->flags |= TS_JOB_UNTIMED;
  if (job->start == 0 && job->end == 0)
    complain (self, "zero-times", FALSE, at,
              _ ("Jobs without times, as those that compute nothing have; they are in no figure."));
  else if (job->start <= 0 || job->end <= 0)
    complain (self, "zero-times", TRUE, at,
              _ ("Jobs with a time of 0, whose timer was not closed; they are in no figure."));
  else
    complain (self, "negative-times", TRUE, at,
              _ ("Jobs that end before they start; they are in no figure."));
}

/* Behind "Info: Job (". Returns where to look on. */
static const char *
take_job (Scanner *self, const char *record, Cursor cursor)
{
  TsJob job = { 0 };

  switch (read_job (self->log, &cursor, &job))
    {
    case FIELD_GOOD:
      mark_untimed (self, &job, record);
      g_array_append_val (self->log->jobs, job);
      break;
    case FIELD_CUT:
      complain (self, "cut-record", TRUE, record,
                _ ("Records whose line or number was cut off; they are not used."));
      break;
    case FIELD_BROKEN:
    default:
      complain (self, "broken-record", TRUE, record,
                _ ("Records with something else where a number should be; they are not used."));
      break;
    }
  return cursor.at;
}

/* Behind "Schedule Profiler start at step ". */
static const char *
take_step (Scanner *self, Cursor cursor)
{
  gboolean negative = cursor.at < cursor.end && *cursor.at == '-';
  TsStepMark mark = { .before = self->log->jobs->len };
  guint64 number;

  cursor.at += negative;
  if (read_number (&cursor, G_MAXINT32, &number) != FIELD_GOOD
      || skip_text (&cursor, " and end at step ") != FIELD_GOOD)
    return cursor.at;
  /* -1: switched off, and then there would be no records to number. */
  mark.number = negative ? 0 : (gint64) number;
  g_array_append_val (self->log->marks, mark);
  return cursor.at;
}

/* The record at a marker, if it is one. */
static const char *
take_record (Scanner *self, const char *marker, const char *end)
{
  const char *line_end;
  Cursor cursor = { marker + strlen (MARKER), MIN (end, marker + MAX_RECORD) };

  line_end = memchr (cursor.at, '\n', (gsize) (cursor.end - cursor.at));
  /* The newline itself is a character that is not a digit. */
  if (line_end != NULL)
    cursor.end = line_end + 1;
  if (skip_text (&cursor, JOB_RECORD) == FIELD_GOOD)
    return take_job (self, marker, cursor);
  if (skip_text (&cursor, STEP_RECORD) == FIELD_GOOD
      && (gsize) (marker - self->buffer) >= strlen (STEP_BEFORE)
      && memcmp (marker - strlen (STEP_BEFORE), STEP_BEFORE, strlen (STEP_BEFORE)) == 0)
    return take_step (self, cursor);
  return marker + strlen (MARKER);
}

/* All records that lie in the buffer whole; what may be the beginning of one is moved to its
 * front. */
static void
scan_buffer (Scanner *self)
{
  const char *at = self->buffer + self->seen;
  const char *end = self->buffer + self->length;
  const char *keep = at;

  while (at < end)
    {
      const char *marker = memmem (at, (gsize) (end - at), MARKER, strlen (MARKER));
      if (marker == NULL)
        at = MAX (at, end - MIN ((gsize) (end - at), strlen (MARKER) - 1));
      if (marker == NULL || (!self->eof && end - marker < MAX_RECORD))
        {
          keep = marker != NULL ? marker : at;
          break;
        }
      at = take_record (self, marker, end);
      keep = at;
    }
  /* For the "Schedule " before a marker. */
  self->seen = MIN ((gsize) (keep - self->buffer), strlen (STEP_BEFORE));
  keep -= self->seen;
  line_of (self, keep);
  self->length = (gsize) (end - keep);
  memmove (self->buffer, keep, self->length);
  self->counted = self->buffer;
}

static gboolean
fill_buffer (Scanner *self, int fd, const char *path, TsReadProgress *progress, GError **error)
{
  gssize n;

  if (progress != NULL && g_cancellable_set_error_if_cancelled (progress->cancellable, error))
    return FALSE;
  do
    n = read (fd, self->buffer + self->length, BUFFER_SIZE - self->length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      g_autofree char *shown = g_filename_display_name (path);
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Could not read “%s”: %s"),
                   shown, g_strerror (errno));
      return FALSE;
    }
  self->eof = n == 0;
  self->length += (gsize) n;
  _ts_read_progress_add (progress, (gsize) n);
  return TRUE;
}

gboolean
_ts_worker_log_read (TsRowLog *self,
                     const char *path,
                     TsTimelineReport *report,
                     TsReadProgress *progress,
                     GError **error)
{
  Scanner scanner = { .log = self, .report = report };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean good;

  if (fd < 0)
    {
      g_autofree char *shown = g_filename_display_name (path);
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Could not open “%s”: %s"),
                   shown, g_strerror (errno));
      return FALSE;
    }
  scanner.buffer = g_malloc (BUFFER_SIZE);
  scanner.counted = scanner.buffer;
  do
    {
      good = fill_buffer (&scanner, fd, path, progress, error);
      if (good)
        scan_buffer (&scanner);
    }
  while (good && !scanner.eof);
  g_free (scanner.buffer);
  close (fd);
  return good;
}
