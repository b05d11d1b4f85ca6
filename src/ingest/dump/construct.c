/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/construct.h"

#include "ingest/import-error.h"
#include "ingest/text/input-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define MARKER "megatron_micro_step_number"

static TsConstruct *
construct_new (void)
{
  TsConstruct *self = g_new0 (TsConstruct, 1);

  self->names = ts_name_table_new ();
  self->nodes = g_array_new (FALSE, TRUE, sizeof (TsConstructNode));
  self->order = g_array_new (FALSE, FALSE, sizeof (gint32));
  return self;
}

void
ts_construct_free (TsConstruct *self)
{
  if (self == NULL)
    return;
  ts_name_table_free (self->names);
  g_array_unref (self->nodes);
  g_array_unref (self->order);
  g_free (self);
}

static gint32
add_node (TsConstruct *self, const char *name, gsize length)
{
  gint32 i = ts_name_table_add (self->names, name, length);

  if ((guint) i == self->nodes->len)
    {
      TsConstructNode node = { TS_PARENT_UNLISTED, -1, -1 };
      g_array_append_val (self->nodes, node);
    }
  return i;
}

static gint32
to_micro_step (double value)
{
  return value >= 0 ? (gint32) MIN (value, TS_MAX_MICRO_STEPS - 1) : -1;
}

/* A parent: null, a name or a number. event is its first event. */
static gboolean
read_parent (TsConstruct *self, TsJsonReader *reader, TsJsonEvent event, TsConstructNode *node)
{
  const char *text;
  gsize length;

  switch (event)
    {
    case TS_JSON_STRING:
      text = ts_json_reader_get_string (reader, &length);
      node->kind = TS_PARENT_CALL;
      node->parent = add_node (self, text, length);
      return TRUE;
    case TS_JSON_NUMBER:
      node->kind = TS_PARENT_NUMBER;
      node->parent = to_micro_step (ts_json_reader_get_number (reader));
      return TRUE;
    case TS_JSON_NULL:
      node->kind = TS_PARENT_NULL;
      return TRUE;
    default:
      node->kind = TS_PARENT_NULL;
      return FALSE;
    }
}

/* [parent, micro-step]; FALSE when it is another list. */
static gboolean
read_list (TsConstruct *self, TsJsonReader *reader, TsConstructNode *node)
{
  gboolean good = TRUE;
  guint n = 0;

  for (;;)
    {
      TsJsonEvent event = ts_json_reader_next (reader);

      if (event == TS_JSON_ERROR)
        return FALSE;
      if (event == TS_JSON_ARRAY_END)
        break;
      if (n == 0)
        good = read_parent (self, reader, event, node);
      else if (n == 1 && event == TS_JSON_NUMBER)
        node->micro_step = MAX (to_micro_step (ts_json_reader_get_number (reader)), 0);
      else
        good = FALSE;
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
      n++;
    }
  return good && n == 2;
}

typedef struct
{
  gint32 odd_list; /* a node with another list than msProbe's, or -1 */
  gint32 odd;      /* a node with a value that is no parent, or -1 */
  gint32 any_list; /* a node with a list, or -1 */
} Oddities;

static gboolean
read_member (TsConstruct *self, TsJsonReader *reader, Oddities *odd)
{
  TsConstructNode node = { TS_PARENT_NULL, -1, -1 };
  gsize length;
  const char *key = ts_json_reader_get_string (reader, &length);
  TsJsonEvent event;
  gint32 i;

  if (ts_json_text_is (key, length, MARKER))
    {
      event = ts_json_reader_next (reader);
      self->has_megatron = TRUE;
      if (event == TS_JSON_NUMBER)
        self->megatron_micro_steps = to_micro_step (ts_json_reader_get_number (reader));
      return ts_json_reader_skip (reader, event);
    }
  i = add_node (self, key, length);
  event = ts_json_reader_next (reader);
  if (event == TS_JSON_ARRAY_BEGIN)
    {
      odd->any_list = i;
      if (!read_list (self, reader, &node))
        odd->odd_list = i;
    }
  else if (!read_parent (self, reader, event, &node))
    {
      odd->odd = i;
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
    }
  if (ts_construct_node (self, i)->kind == TS_PARENT_UNLISTED)
    g_array_append_val (self->order, i);
  *ts_construct_node (self, i) = node; /* the last one wins, as in Python */
  return ts_json_reader_get_error (reader) == NULL;
}

static gboolean
refuse (TsConstruct *self, gint32 i, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);

  ts_name_table_get (self->names, i, name);
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
               _ ("the parent of “%s” is neither null nor the name of a call"), name->str);
  return FALSE;
}

static gboolean
check_strictly (TsConstruct *self, const Oddities *odd, GError **error)
{
  if (odd->odd >= 0)
    return refuse (self, odd->odd, error);
  if (self->has_megatron && odd->odd_list >= 0)
    return refuse (self, odd->odd_list, error);
  if (!self->has_megatron && odd->any_list >= 0)
    return refuse (self, odd->any_list, error);
  return TRUE;
}

TsConstruct *
ts_construct_read (TsJsonReader *reader, gboolean strict, GError **error)
{
  g_autoptr (TsConstruct) self = construct_new ();
  Oddities odd = { -1, -1, -1 };
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event == TS_JSON_OBJECT_BEGIN)
    while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
      if (!read_member (self, reader, &odd))
        break;
  if (ts_json_reader_get_error (reader) == NULL)
    {
      if (event != TS_JSON_OBJECT_END)
        {
          g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                       _ ("the file does not hold an object of calls and their parents"));
          return NULL;
        }
      ts_json_reader_next (reader); /* nothing may follow */
    }
  if (ts_json_reader_get_error (reader) != NULL)
    {
      g_propagate_error (error, g_error_copy (ts_json_reader_get_error (reader)));
      return NULL;
    }
  if (strict && !check_strictly (self, &odd, error))
    return NULL;
  return g_steal_pointer (&self);
}

TsConstruct *
ts_construct_load (const char *path, gboolean strict, GError **error)
{
  int fd = ts_input_file_open (path, NULL, error);
  g_autoptr (TsJsonReader) reader = NULL;
  TsConstruct *self;

  if (fd < 0)
    return NULL;
  reader = ts_json_reader_new_fd (fd, 0);
  self = ts_construct_read (reader, strict, error);
  close (fd);
  return self;
}
