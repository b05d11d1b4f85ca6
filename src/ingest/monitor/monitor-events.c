/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-events.h"

#include "ingest/folder-names.h"
#include "ingest/import-error.h"
#include "ingest/text/json-reader.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_NESTING 16

static const char *const fields[TS_N_EVENT_NUMBERS]
    = { "rank", "step", "micro_step", "pp_stage", "vpp_stage", "call_id" };

const char *
ts_event_field_to_string (TsEventField field)
{
  return fields[field];
}

void
ts_event_free (TsEvent *self)
{
  for (guint i = 0; i < TS_N_EVENT_NUMBERS; i++)
    g_free (self->numbers[i].json);
  g_free (self->tag_name);
  g_free (self->message);
  g_free (self->group_mates);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsEvent, ts_event_free)

static TsEvent *
event_new (void)
{
  TsEvent *self = g_new0 (TsEvent, 1);

  for (guint i = 0; i < TS_N_EVENT_NUMBERS; i++)
    self->numbers[i].json = g_strdup ("0");
  self->message = g_strdup ("");
  return self;
}

void
ts_event_append_text (GString *json, const char *text)
{
  static const char escapes[][2] = { { '"', '"' },  { '\\', '\\' }, { '\n', 'n' }, { '\r', 'r' },
                                     { '\t', 't' }, { '\f', 'f' },  { '\b', 'b' } };

  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint i = 0;
      while (i < G_N_ELEMENTS (escapes) && (gunichar) escapes[i][0] != c)
        i++;
      if (i < G_N_ELEMENTS (escapes))
        g_string_append_printf (json, "\\%c", escapes[i][1]);
      else if (c >= 0x10000)
        g_string_append_printf (json, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10),
                                0xdc00 + ((c - 0x10000) & 0x3ff));
      else if (c < 0x20 || c > 0x7e)
        g_string_append_printf (json, "\\u%04x", c);
      else
        g_string_append_c (json, (char) c);
    }
  g_string_append_c (json, '"');
}

/* A number as Python writes it back. */
static char *
dup_number (TsJsonReader *reader, gboolean *is_float)
{
  gsize length;
  const char *text = ts_json_reader_get_number_text (reader, &length);
  g_autofree char *written = g_strndup (text, length);
  double value = ts_json_reader_get_number (reader);
  g_autofree char *exact = ts_format_exact (value);

  *is_float = strpbrk (written, ".eENI") != NULL;
  if (!*is_float)
    return g_steal_pointer (&written);
  if (strpbrk (written, "NI") != NULL)
    return g_steal_pointer (&written);
  if (strpbrk (exact, ".en") == NULL)
    return g_strconcat (exact, ".0", NULL);
  return g_steal_pointer (&exact);
}

static void
append_line (GString *json, guint indent)
{
  g_string_append_c (json, '\n');
  for (guint i = 0; i < indent; i++)
    g_string_append_c (json, ' ');
}

/* Writes the value that begins with event as json.dumps (…, indent=1) does. FALSE on error. */
static gboolean
append_value (TsJsonReader *reader, TsJsonEvent event, guint indent, GString *json)
{
  gboolean is_array = event == TS_JSON_ARRAY_BEGIN, is_float, any = FALSE;
  g_autofree char *text = NULL;
  gsize length;

  switch (event)
    {
    case TS_JSON_STRING:
      {
        const char *string = ts_json_reader_get_string (reader, &length);
        text = g_strndup (string, length);
        ts_event_append_text (json, text);
        return TRUE;
      }
    case TS_JSON_NUMBER:
      text = dup_number (reader, &is_float);
      g_string_append (json, text);
      return TRUE;
    case TS_JSON_TRUE:
    case TS_JSON_FALSE:
    case TS_JSON_NULL:
      g_string_append (json, event == TS_JSON_TRUE    ? "true"
                             : event == TS_JSON_FALSE ? "false"
                                                      : "null");
      return TRUE;
    case TS_JSON_ARRAY_BEGIN:
    case TS_JSON_OBJECT_BEGIN:
      break;
    default:
      return FALSE;
    }
  if (indent > MAX_NESTING)
    {
      g_string_append (json, "null");
      return ts_json_reader_skip (reader, event);
    }
  g_string_append_c (json, is_array ? '[' : '{');
  for (;;)
    {
      TsJsonEvent next = ts_json_reader_next (reader);
      if (next == (is_array ? TS_JSON_ARRAY_END : TS_JSON_OBJECT_END))
        break;
      if (next == TS_JSON_ERROR)
        return FALSE;
      if (any)
        g_string_append_c (json, ',');
      any = TRUE;
      append_line (json, indent + 1);
      if (!is_array)
        {
          const char *key = ts_json_reader_get_string (reader, &length);
          g_autofree char *name = g_strndup (key, length);
          ts_event_append_text (json, name);
          g_string_append (json, ": ");
          next = ts_json_reader_next (reader);
        }
      if (!append_value (reader, next, indent + 1, json))
        return FALSE;
    }
  if (any)
    append_line (json, indent);
  g_string_append_c (json, is_array ? ']' : '}');
  return TRUE;
}

static gboolean
read_number (TsJsonReader *reader, TsJsonEvent event, TsEventNumber *number)
{
  gboolean is_float = FALSE;

  g_clear_pointer (&number->json, g_free);
  number->value = 0;
  if (event == TS_JSON_NUMBER)
    {
      number->json = dup_number (reader, &is_float);
      number->value = ts_json_reader_get_number (reader);
      number->kind = is_float ? TS_EVENT_FLOAT : TS_EVENT_INT;
      return TRUE;
    }
  number->kind
      = event == TS_JSON_TRUE || event == TS_JSON_FALSE ? TS_EVENT_BOOL : TS_EVENT_NO_NUMBER;
  number->value = event == TS_JSON_TRUE;
  GString *json = g_string_new (NULL);
  gboolean good = append_value (reader, event, 2, json);
  number->json = g_string_free (json, FALSE);
  return good;
}

static gboolean
read_text (TsJsonReader *reader, TsJsonEvent event, char **text)
{
  gsize length;

  g_clear_pointer (text, g_free);
  if (event == TS_JSON_STRING)
    {
      const char *string = ts_json_reader_get_string (reader, &length);
      *text = g_strndup (string, length);
    }
  return event != TS_JSON_ERROR && ts_json_reader_skip (reader, event);
}

static int
find_field (const char *name)
{
  for (int i = 0; i < TS_N_EVENT_NUMBERS; i++)
    if (strcmp (fields[i], name) == 0)
      return i;
  return -1;
}

/* Reads one member of an event. FALSE on a syntax error; *known FALSE for a field unheard of. */
static gboolean
read_member (TsJsonReader *reader, const char *name, TsEvent *event, gboolean *known)
{
  TsJsonEvent next = ts_json_reader_next (reader);
  int field = find_field (name);

  if (next == TS_JSON_ERROR)
    return FALSE;
  if (field >= 0)
    return read_number (reader, next, &event->numbers[field]);
  if (strcmp (name, "tag_name") == 0)
    return read_text (reader, next, &event->tag_name);
  if (strcmp (name, "message") == 0)
    return read_text (reader, next, &event->message);
  if (strcmp (name, "group_mates") == 0)
    {
      GString *json = g_string_new (NULL);
      gboolean good = append_value (reader, next, 2, json);
      g_free (event->group_mates);
      event->group_mates = g_string_free (json, FALSE);
      return good;
    }
  *known = FALSE;
  return ts_json_reader_skip (reader, next);
}

/* Reads the event of the key just read. NULL in *event when it is none. */
static gboolean
read_event (TsJsonReader *reader, gboolean strict, TsEvent **event)
{
  g_autoptr (TsEvent) result = event_new ();
  TsJsonEvent next = ts_json_reader_next (reader);
  gboolean known = TRUE;

  *event = NULL;
  if (next != TS_JSON_OBJECT_BEGIN)
    return next != TS_JSON_ERROR && ts_json_reader_skip (reader, next);
  while ((next = ts_json_reader_next (reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (reader, &length);
      g_autofree char *name = g_strndup (key, length);
      if (!read_member (reader, name, result, &known))
        return FALSE;
    }
  if (next != TS_JSON_OBJECT_END)
    return FALSE;
  if (known || !strict)
    *event = g_steal_pointer (&result);
  return TRUE;
}

static void G_GNUC_PRINTF (2, 3) warn (GPtrArray *warnings, const char *format, ...)
{
  va_list arguments;

  if (warnings == NULL)
    return;
  va_start (arguments, format);
  g_ptr_array_add (warnings, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* TRUE when the file was read to its end. */
static gboolean
read_events (
    TsJsonReader *reader, const char *name, gboolean strict, GPtrArray *events, GPtrArray *warnings)
{
  TsJsonEvent next;

  if (ts_json_reader_next (reader) != TS_JSON_OBJECT_BEGIN)
    return FALSE;
  while ((next = ts_json_reader_next (reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (reader, &length);
      g_autofree char *label = g_strndup (key, length);
      TsEvent *event;
      if (!read_event (reader, strict, &event))
        return FALSE;
      if (event != NULL)
        g_ptr_array_add (events, event);
      else
        warn (warnings, _ ("%s: “%s” is no event that can be read."), name, label);
    }
  return next == TS_JSON_OBJECT_END && ts_json_reader_next (reader) == TS_JSON_END;
}

gboolean
ts_monitor_events_parse (const char *text,
                         gsize length,
                         const char *name,
                         gboolean strict,
                         GPtrArray *events,
                         GPtrArray *warnings,
                         GError **error)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (text, length, 0);
  gboolean has_bom = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0;
  const GError *why;

  if (!(strict && has_bom) && read_events (reader, name, strict, events, warnings))
    return TRUE;
  why = ts_json_reader_get_error (reader);
  if (strict)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                 _ ("“%s” is no list of events: %s"), name,
                 why != NULL ? why->message : _ ("it is not a JSON object."));
  else
    warn (warnings, _ ("%s can be read in part only: %s"), name,
          why != NULL ? why->message : _ ("it is not a JSON object."));
  return !strict;
}

/* Ranks by number, other names among them by name. */
static int
compare_folders (gconstpointer pa, gconstpointer pb)
{
  const char *a = *(char *const *) pa, *b = *(char *const *) pb;
  gint64 x, y;

  if (ts_folder_kind (a, &x) == TS_FOLDER_RANK && ts_folder_kind (b, &y) == TS_FOLDER_RANK
      && x != y)
    return x < y ? -1 : 1;
  return strcmp (a, b);
}

GPtrArray *
ts_monitor_events_list (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "anomaly.json", NULL);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_folders);
  return g_steal_pointer (&names);
}

gboolean
ts_monitor_events_read (
    const char *folder, gboolean strict, GPtrArray *events, GPtrArray *warnings, GError **error)
{
  g_autoptr (GPtrArray) names = ts_monitor_events_list (folder, error);

  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path
          = g_build_filename (folder, g_ptr_array_index (names, i), "anomaly.json", NULL);
      g_autofree char *text = NULL, *display = g_filename_display_name (path);
      g_autoptr (GError) failure = NULL;
      gsize length;
      if (!g_file_get_contents (path, &text, &length, &failure))
        {
          if (strict)
            {
              g_propagate_error (error, g_steal_pointer (&failure));
              return FALSE;
            }
          warn (warnings, "%s", failure->message);
        }
      else if (!ts_monitor_events_parse (text, length, display, strict, events, warnings, error))
        return FALSE;
    }
  return TRUE;
}
