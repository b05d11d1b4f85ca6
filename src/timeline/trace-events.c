/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/trace-events.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE (1 << 18)
#define MAX_EVENT   (1u << 20) /* bytes; an event has a few hundred */
#define NO_EVENTS   G_MAXUINT

/* ---- One event ---- */

typedef struct
{
  const char *at, *end;
  gboolean good;
} Parser;

static void
skip_space (Parser *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

static gboolean
take (Parser *self, char c)
{
  skip_space (self);
  if (self->at == self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
append_escape (Parser *self, GString *text)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  char c = *self->at++;
  const char *known = c != '\0' ? strchr (from, c) : NULL;
  gunichar code = 0;

  if (known != NULL)
    {
      g_string_append_c (text, to[known - from]);
      return;
    }
  self->good &= c == 'u' && self->end - self->at >= 4;
  for (guint i = 0; i < 4 && self->good; i++)
    {
      int digit = g_ascii_xdigit_value (*self->at++);
      self->good &= digit >= 0;
      code = 16 * code + (gunichar) MAX (digit, 0);
    }
  /* Halves of a pair are no letters; names of jobs have none. */
  g_string_append_unichar (text, code != 0 && g_unichar_validate (code) ? code : 0xfffd);
}

/* The string at a quotation mark. */
static char *
take_string (Parser *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  self->good &= take (self, '"');
  while (self->good && self->at < self->end && *self->at != '"')
    {
      char c = *self->at++;
      if (c == '\\' && self->at < self->end)
        append_escape (self, text);
      else
        g_string_append_c (text, c);
    }
  self->good &= self->at < self->end;
  if (self->good)
    self->at++;
  return g_utf8_make_valid (text->str, (gssize) text->len);
}

/* A value as text: a string without its marks, a number as written; NULL for arrays and objects,
 * which are passed over. */
static char *
take_value (Parser *self)
{
  const char *first;
  guint depth = 0;

  skip_space (self);
  first = self->at;
  if (self->at < self->end && *self->at == '"')
    return take_string (self);
  for (; self->at < self->end && self->good; self->at++)
    {
      char c = *self->at;
      if (c == '"')
        {
          g_autofree char *inner = take_string (self);
          self->at -= self->good;
        }
      else if (c == '{' || c == '[')
        depth++;
      else if ((c == '}' || c == ']') && depth > 0)
        depth--;
      else if (depth == 0 && (c == ',' || c == '}' || c == ']' || g_ascii_isspace (c)))
        break;
    }
  self->good &= self->at > first;
  return *first == '{' || *first == '[' ? NULL : g_utf8_make_valid (first, self->at - first);
}

/* A decimal to thousandths, exactly where it is written without an exponent. */
static gboolean
parse_thousandths (const char *text, gint64 *value)
{
  const char *c = text + (*text == '-');
  double number;
  char *end;

  *value = 0;
  for (; g_ascii_isdigit (*c) && *value < G_MAXINT64 / 100000; c++)
    *value = 10 * *value + (*c - '0');
  if (*c == '\0' || *c == '.')
    {
      guint digits = 0;
      for (c += *c == '.'; digits < 3 && g_ascii_isdigit (*c); c++, digits++)
        *value = 10 * *value + (*c - '0');
      for (; digits < 3; digits++)
        *value *= 10;
      while (g_ascii_isdigit (*c))
        c++;
      if (*c == '\0' && c > text)
        {
          *value *= *text == '-' ? -1 : 1;
          return TRUE;
        }
    }
  number = g_ascii_strtod (text, &end) * 1000;
  if (end == text || *end != '\0' || !isfinite (number) || fabs (number) > 4e18)
    return FALSE;
  *value = (gint64) llround (number);
  return TRUE;
}

static void
set_text (char **field, char **value)
{
  g_free (*field);
  *field = g_steal_pointer (value);
}

static void
set_number (gint64 *field, const char *value)
{
  gint64 number;

  if (value != NULL && g_ascii_string_to_signed (value, 10, 0, G_MAXUINT32, &number, NULL))
    *field = number;
}

static void
set_argument (TsTraceEvent *event, const char *key, char **value)
{
  static const char *const micro_batch[]
      = { "micro_batch", "micro_batch_id", "microbatch", "microbatch_id", "mb", NULL };

  if (strcmp (key, "name") == 0 && *value != NULL)
    set_text (&event->row_name, value);
  else if (g_strv_contains (micro_batch, key))
    set_number (&event->micro_batch, *value);
  else if (strcmp (key, "step") == 0)
    set_number (&event->step, *value);
  else if (strcmp (key, "stage") == 0)
    set_number (&event->stage, *value);
  else if (strcmp (key, "chunk") == 0)
    set_number (&event->chunk, *value);
  else if (strcmp (key, "sort_index") == 0)
    set_number (&event->sort_index, *value);
}

static void
set_member (Parser *self, TsTraceEvent *event, const char *key, char **value)
{
  if (*value == NULL)
    return;
  if (strcmp (key, "name") == 0)
    set_text (&event->name, value);
  else if (strcmp (key, "cat") == 0)
    set_text (&event->category, value);
  else if (strcmp (key, "pid") == 0)
    set_text (&event->pid, value);
  else if (strcmp (key, "tid") == 0)
    set_text (&event->tid, value);
  else if (strcmp (key, "ph") == 0)
    event->phase = **value;
  else if (strcmp (key, "ts") == 0)
    self->good &= event->has_time = parse_thousandths (*value, &event->time);
  else if (strcmp (key, "dur") == 0)
    self->good &= parse_thousandths (*value, &event->duration);
}

/* An object's members; of an event, its args too. */
static void
take_members (Parser *self, TsTraceEvent *event, gboolean arguments)
{
  self->good &= take (self, '{');
  if (take (self, '}'))
    return;
  while (self->good)
    {
      g_autofree char *key = take_string (self);
      g_autofree char *value = NULL;
      self->good &= take (self, ':');
      if (!self->good)
        return;
      skip_space (self);
      if (!arguments && strcmp (key, "args") == 0 && self->at < self->end && *self->at == '{')
        take_members (self, event, TRUE);
      else if ((value = take_value (self)) != NULL || self->good)
        arguments ? set_argument (event, key, &value) : set_member (self, event, key, &value);
      if (take (self, '}'))
        return;
      self->good &= take (self, ',');
    }
}

static void
event_clear (TsTraceEvent *event)
{
  g_free (event->name);
  g_free (event->category);
  g_free (event->pid);
  g_free (event->tid);
  g_free (event->row_name);
}

/* ---- All events ---- */

typedef struct
{
  const char *shown;
  TsTraceEventFunc func;
  gpointer data;
  TsTimelineReport *report;
  GString *event;    /* the text of the one being read */
  guint event_depth; /* of the bracket that opens an event */
  guint depth;
  gint64 line, event_line;
  gboolean begun, in_string, escaped, inside;
} Reader;

static void
finish_event (Reader *self)
{
  TsTraceEvent event = { .micro_batch = TS_STEP_UNKNOWN,
                         .step = TS_STEP_UNKNOWN,
                         .stage = TS_STEP_UNKNOWN,
                         .chunk = TS_STEP_UNKNOWN,
                         .sort_index = TS_STEP_UNKNOWN };
  Parser parser = { self->event->str, self->event->str + self->event->len, TRUE };

  take_members (&parser, &event, FALSE);
  if (!parser.good)
    ts_timeline_report_add (self->report, TRUE, "broken-record", self->shown, self->event_line, 1,
                            _ ("Events that are not JSON, or whose times are no numbers; they are "
                               "not used."));
  else if (event.phase != 0)
    self->func (&event, self->event_line, self->data);
  event_clear (&event);
  g_string_truncate (self->event, 0);
  self->inside = FALSE;
}

/* Whether an array that begins here holds the events. */
static gboolean
is_trace_events (const Reader *self)
{
  gsize n = self->event->len;

  while (n > 0 && (g_ascii_isspace (self->event->str[n - 1]) || self->event->str[n - 1] == ':'))
    n--;
  return n >= 13 && memcmp (self->event->str + n - 13, "\"traceEvents\"", 13) == 0;
}

static void
open_bracket (Reader *self, char c)
{
  if (!self->begun)
    {
      self->begun = TRUE;
      self->event_depth = c == '[' ? 1 : 0;
    }
  else if (c == '[' && self->depth == 1 && self->event_depth == 0 && is_trace_events (self))
    {
      self->event_depth = 2;
      self->inside = FALSE;
      g_string_truncate (self->event, 0);
    }
  if (c == '{' && self->depth == self->event_depth)
    {
      self->inside = TRUE;
      self->event_line = self->line;
      g_string_truncate (self->event, 0);
    }
  self->depth++;
}

static void
close_bracket (Reader *self)
{
  self->depth -= self->depth > 0;
  if (self->event_depth == 2 && self->depth == 1)
    self->event_depth = NO_EVENTS;
}

static void
feed (Reader *self, char c)
{
  gboolean closing = FALSE;

  self->line += c == '\n';
  if (self->in_string)
    {
      self->in_string = self->escaped || c != '"';
      self->escaped = !self->escaped && c == '\\';
    }
  else if (c == '"')
    self->in_string = TRUE;
  else if (c == '{' || c == '[')
    open_bracket (self, c);
  else if (c == '}' || c == ']')
    {
      close_bracket (self);
      closing = self->inside && self->depth == self->event_depth;
    }
  if (!self->inside)
    return;
  g_string_append_c (self->event, c);
  /* Not an event, but there may be events in it: only the end is of interest. */
  if (self->event->len > MAX_EVENT)
    g_string_erase (self->event, 0, MAX_EVENT / 2);
  if (closing)
    finish_event (self);
}

static gboolean
read_all (Reader *self, int fd, const char *path, TsReadProgress *progress, GError **error)
{
  g_autofree char *buffer = g_malloc (BUFFER_SIZE);
  gssize n;

  do
    {
      if (progress != NULL && g_cancellable_set_error_if_cancelled (progress->cancellable, error))
        return FALSE;
      do
        n = read (fd, buffer, BUFFER_SIZE);
      while (n < 0 && errno == EINTR);
      for (gssize i = 0; i < n; i++)
        feed (self, buffer[i]);
      _ts_read_progress_add (progress, (gsize) MAX (n, 0));
    }
  while (n > 0);
  if (n == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Could not read “%s”: %s"),
               self->shown, g_strerror (errno));
  return FALSE;
}

gboolean
_ts_trace_events_read (const char *path,
                       const char *shown,
                       TsTraceEventFunc func,
                       gpointer data,
                       TsTimelineReport *report,
                       TsReadProgress *progress,
                       GError **error)
{
  Reader self = { .shown = shown, .func = func, .data = data, .report = report, .line = 1 };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean good;

  if (fd < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Could not open “%s”: %s"),
                   shown, g_strerror (errno));
      return FALSE;
    }
  self.event = g_string_new (NULL);
  good = read_all (&self, fd, path, progress, error);
  if (good && self.inside)
    ts_timeline_report_add (report, TRUE, "cut-record", shown, self.event_line, 1,
                            _ ("The last event was cut off; it is not used."));
  g_string_free (self.event, TRUE);
  close (fd);
  return good;
}
