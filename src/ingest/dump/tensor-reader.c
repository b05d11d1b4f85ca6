/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/tensor-reader.h"

#include "ingest/dump/dump-names.h"
#include "ingest/text/json-number.h"
#include "ingest/text/string-append.h"
#include "model/dtype.h"

#include <math.h>
#include <string.h>

/* The keys of the statistics, in the order of TsTensor.values. */
static const char *const stat_keys[TS_N_DUMP_STATS] = { "Norm", "Max", "Min", "Mean" };

typedef struct
{
  char *name;
  gsize length;
  gboolean is_compat; /* one that msProbe imports */
  TsDtypeKind kind;
} Dtype;

/* An object or array being read; an object may turn out to be a tensor. */
typedef struct
{
  gsize path_length;
  guint position; /* of the next element */
  guint is_object : 1;
  guint unwraps : 1;      /* the array around a parameter: its first element bears no number */
  guint is_container : 1; /* where an array is expected, as of input_args */
  guint is_tensor_type : 1;
  guint has_statistics : 1; /* as keys, even if null */
  guint has_checksum : 1;
  gint32 dtype;                       /* index, or -1 */
  guint32 odd_lines[TS_N_DUMP_STATS]; /* where statistic i is no number; 0: it is one, or null */
  guint32 rounded_lines[TS_N_DUMP_STATS]; /* where statistic i is an integer and no double is it */
  TsTensor tensor;
} Level;

struct _TsTensorReader
{
  gboolean compat, all_dtypes;
  TsJsonReader *reader; /* of the entry being read */
  TsEntryContent *content;
  GArray *tensors;  /* TsTensor */
  GString *names;   /* all names, one after the other */
  GString *shapes;  /* all shapes, each with its NUL */
  GString *path;    /* of the value being read, below the call */
  GString *odd;     /* name of the first tensor of the entry with an unreadable statistic */
  GArray *levels;   /* Level */
  int unwrap_depth; /* at this many levels an array unwraps; -1: none does */
  GArray *dtypes;   /* Dtype */
  guint last_dtype;
};

static void
clear_dtype (gpointer data)
{
  Dtype *dtype = data;

  g_free (dtype->name);
}

TsTensorReader *
ts_tensor_reader_new (gboolean compat, gboolean all_dtypes)
{
  TsTensorReader *self = g_new0 (TsTensorReader, 1);

  self->compat = compat;
  self->all_dtypes = all_dtypes;
  self->tensors = g_array_new (FALSE, FALSE, sizeof (TsTensor));
  self->names = g_string_new (NULL);
  self->shapes = g_string_new (NULL);
  self->path = g_string_new (NULL);
  self->odd = g_string_new (NULL);
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->dtypes = g_array_new (FALSE, FALSE, sizeof (Dtype));
  g_array_set_clear_func (self->dtypes, clear_dtype);
  return self;
}

void
ts_tensor_reader_free (TsTensorReader *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->tensors);
  g_string_free (self->names, TRUE);
  g_string_free (self->shapes, TRUE);
  g_string_free (self->path, TRUE);
  g_string_free (self->odd, TRUE);
  g_array_unref (self->levels);
  g_array_unref (self->dtypes);
  g_free (self);
}

const TsTensor *
ts_tensor_reader_get (const TsTensorReader *self, guint i)
{
  return &g_array_index (self->tensors, TsTensor, i);
}

const char *
ts_tensor_reader_get_name (const TsTensorReader *self, const TsTensor *tensor)
{
  return self->names->str + tensor->name;
}

const char *
ts_tensor_reader_get_shape (const TsTensorReader *self, const TsTensor *tensor)
{
  return tensor->shape < 0 ? NULL : self->shapes->str + tensor->shape;
}

/* ---- one tensor ---- */

/* The number of a dtype. A file has a handful, and mostly the same one again. */
static gint32
find_dtype (TsTensorReader *self, const char *name, gsize length)
{
  Dtype dtype = { NULL, length, FALSE, TS_DTYPE_FLOATING };

  for (guint k = 0; k < self->dtypes->len; k++)
    {
      guint i = (self->last_dtype + k) % self->dtypes->len;
      const Dtype *known = &g_array_index (self->dtypes, Dtype, i);

      if (known->length == length && memcmp (known->name, name, length) == 0)
        {
          self->last_dtype = i;
          return (gint32) i;
        }
    }
  dtype.name = g_strndup (name, length);
  dtype.is_compat = ts_compat_is_dtype (dtype.name);
  dtype.kind = ts_dtype_kind (dtype.name);
  g_array_append_val (self->dtypes, dtype);
  return (gint32) self->dtypes->len - 1;
}

static Level *
top (TsTensorReader *self)
{
  return &g_array_index (self->levels, Level, self->levels->len - 1);
}

static guint32
current_line (const TsTensorReader *self)
{
  return (guint32) MIN (ts_json_reader_get_line (self->reader), G_MAXUINT32);
}

static void
push_level (TsTensorReader *self, gboolean is_object, gboolean is_container)
{
  Level *level;

  g_array_set_size (self->levels, self->levels->len + 1);
  level = top (self);
  level->path_length = self->path->len;
  level->position = 0;
  level->is_object = is_object;
  level->unwraps = !is_object && (int) self->levels->len - 1 == self->unwrap_depth;
  level->is_container = is_container;
  level->is_tensor_type = level->has_statistics = level->has_checksum = FALSE;
  level->dtype = -1;
  memset (level->odd_lines, 0, sizeof level->odd_lines);
  memset (level->rounded_lines, 0, sizeof level->rounded_lines);
  level->tensor.present = 0;
  level->tensor.shape = -1;
  level->tensor.line = current_line (self);
}

/* Counts the statistics of the tensor on top that are no numbers; of the first it keeps where. */
static void
note_unreadable (TsTensorReader *self, const Level *level)
{
  TsEntryContent *content = self->content;

  for (guint i = 0; i < TS_N_DUMP_STATS; i++)
    if (level->odd_lines[i] > 0 && content->n_unreadable++ == 0)
      {
        content->unreadable_stat = stat_keys[i];
        content->unreadable_line = level->odd_lines[i];
        ts_string_set (self->odd, self->path->str, self->path->len);
        content->unreadable_name = self->odd->str;
      }
}

static void
note_rounded (TsTensorReader *self, const Level *level)
{
  TsEntryContent *content = self->content;

  for (guint i = 0; i < TS_N_DUMP_STATS; i++)
    if (level->rounded_lines[i] > 0 && content->n_rounded++ == 0)
      content->rounded_line = level->rounded_lines[i];
}

/* By what the object says of itself, whether it is a tensor, and one to keep. */
static gboolean
is_wanted (TsTensorReader *self, const Level *level)
{
  const Dtype *dtype = level->dtype < 0 ? NULL : &g_array_index (self->dtypes, Dtype, level->dtype);

  if (dtype == NULL)
    return FALSE;
  if (self->compat)
    return level->is_tensor_type && dtype->is_compat;
  if (level->tensor.shape < 0 && !(level->is_tensor_type && level->has_statistics))
    return FALSE;
  if (dtype->kind == TS_DTYPE_INTEGER && !self->all_dtypes)
    {
      self->content->n_integer++;
      return FALSE;
    }
  if (level->tensor.present == 0)
    {
      note_unreadable (self, level);
      self->content->n_empty++;
      self->content->has_checksum |= level->has_checksum;
      return FALSE;
    }
  return TRUE;
}

static void
end_object (TsTensorReader *self)
{
  Level *level = top (self);

  ts_string_cut (self->path, level->path_length);
  if (level->is_container)
    g_string_append (self->path, ".0"); /* a tensor where a list of them is expected */
  if (!is_wanted (self, level))
    return;
  note_unreadable (self, level);
  note_rounded (self, level);
  level->tensor.dtype = g_array_index (self->dtypes, Dtype, level->dtype).name;
  level->tensor.name = self->names->len;
  level->tensor.name_length = self->path->len;
  ts_string_append (self->names, self->path->str, self->path->len);
  g_array_append_val (self->tensors, level->tensor);
}

static void
append_component (GString *path, const char *text, gsize length)
{
  g_string_append_c (path, '.');
  ts_string_append (path, text, length);
}

static void
append_position (GString *path, guint position)
{
  g_string_append_c (path, '.');
  if (position < 10)
    g_string_append_c (path, (char) ('0' + position));
  else
    g_string_append_printf (path, "%u", position);
}

/* A value at path: goes into objects and arrays, or past them where msProbe does. */
static gboolean
begin_value (TsTensorReader *self, TsJsonEvent event, gboolean is_container)
{
  if (event == TS_JSON_ERROR)
    return FALSE;
  if (event != TS_JSON_OBJECT_BEGIN && event != TS_JSON_ARRAY_BEGIN)
    return TRUE;
  if (self->compat && self->levels->len > 0)
    return ts_json_reader_skip (self->reader, event);
  push_level (self, event == TS_JSON_OBJECT_BEGIN, is_container);
  return TRUE;
}

static gboolean
read_statistic (TsTensorReader *self, guint i)
{
  Level *level = top (self);
  TsJsonEvent event = ts_json_reader_next (self->reader);
  double *value = &level->tensor.values[i];
  gboolean good = FALSE;

  level->has_statistics = TRUE;
  level->rounded_lines[i] = 0;
  if (event == TS_JSON_NUMBER)
    {
      gsize length;
      const char *text = ts_json_reader_get_number_text (self->reader, &length);
      *value = ts_json_reader_get_number (self->reader);
      if (!ts_json_number_is_exact (text, length, *value))
        level->rounded_lines[i] = current_line (self);
      good = TRUE;
    }
  else if (event == TS_JSON_TRUE || event == TS_JSON_FALSE)
    {
      *value = event == TS_JSON_TRUE;
      good = TRUE;
    }
  else if (event == TS_JSON_STRING)
    {
      gsize length;
      const char *text = ts_json_reader_get_string (self->reader, &length);
      good = ts_parse_python_float (text, length, value);
    }
  level->tensor.present &= ~(1u << i); /* of a repeated key the last counts */
  level->tensor.present |= (guint32) good << i;
  level->odd_lines[i] = good || event == TS_JSON_NULL ? 0 : current_line (self);
  if (event != TS_JSON_OBJECT_BEGIN && event != TS_JSON_ARRAY_BEGIN)
    return event != TS_JSON_ERROR;
  append_component (self->path, stat_keys[i], strlen (stat_keys[i]));
  return begin_value (self, event, FALSE);
}

/* [2, 3], kept as text. An array of anything else is no shape but may hold tensors. */
static gboolean
read_shape (TsTensorReader *self)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);
  gsize start = self->shapes->len, length;
  guint n = 0;

  append_component (self->path, "shape", strlen ("shape"));
  if (event != TS_JSON_ARRAY_BEGIN)
    return begin_value (self, event, FALSE);
  g_string_append_c (self->shapes, '[');
  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_NUMBER)
    {
      const char *text = ts_json_reader_get_number_text (self->reader, &length);

      if (n++ > 0)
        ts_string_append (self->shapes, ", ", 2);
      ts_string_append (self->shapes, text, length);
    }
  if (event == TS_JSON_ARRAY_END)
    {
      ts_string_append (self->shapes, "]", 2); /* with its NUL */
      top (self)->tensor.shape = (gssize) start;
      return TRUE;
    }
  ts_string_cut (self->shapes, start);
  if (event == TS_JSON_ERROR)
    return FALSE;
  if (self->compat)
    {
      while (event != TS_JSON_ARRAY_END)
        {
          if (!ts_json_reader_skip (self->reader, event))
            return FALSE;
          event = ts_json_reader_next (self->reader);
        }
      return TRUE;
    }
  push_level (self, FALSE, FALSE);
  top (self)->position = n + 1;
  append_position (self->path, n);
  return begin_value (self, event, FALSE);
}

/* "dtype", or is_dtype FALSE, "type". What is no text may hold tensors. */
static gboolean
read_kind (TsTensorReader *self, Level *level, gboolean is_dtype)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);
  const char *key = is_dtype ? "dtype" : "type", *text;
  gsize length;

  if (event != TS_JSON_STRING)
    {
      append_component (self->path, key, strlen (key));
      return begin_value (self, event, FALSE);
    }
  text = ts_json_reader_get_string (self->reader, &length);
  if (is_dtype)
    level->dtype = find_dtype (self, text, length);
  else
    level->is_tensor_type = ts_compat_is_tensor_type (text, length);
  return TRUE;
}

/* The member of the object on top whose key has just come. */
static gboolean
read_member (TsTensorReader *self)
{
  Level *level = top (self);
  gsize length;
  const char *key = ts_json_reader_get_string (self->reader, &length);

  ts_string_cut (self->path, level->path_length);
  switch (length > 0 ? key[0] : '\0')
    {
    case 'N':
      if (ts_json_text_is (key, length, "Norm"))
        return read_statistic (self, 0);
      break;
    case 'M':
      if (ts_json_text_is (key, length, "Max"))
        return read_statistic (self, 1);
      if (ts_json_text_is (key, length, "Min"))
        return read_statistic (self, 2);
      if (ts_json_text_is (key, length, "Mean"))
        return read_statistic (self, 3);
      break;
    case 'd':
      if (ts_json_text_is (key, length, "dtype"))
        return read_kind (self, level, TRUE);
      break;
    case 's':
      if (ts_json_text_is (key, length, "shape"))
        return read_shape (self);
      break;
    case 't':
      if (ts_json_text_is (key, length, "type"))
        return read_kind (self, level, FALSE);
      break;
    case 'm':
      level->has_checksum |= ts_json_text_is (key, length, "md5");
      break;
    default:
      break;
    }
  append_component (self->path, key, length);
  return begin_value (self, ts_json_reader_next (self->reader), FALSE);
}

static gboolean
read_element (TsTensorReader *self, TsJsonEvent event)
{
  Level *level = top (self);

  ts_string_cut (self->path, level->path_length);
  if (!level->unwraps || level->position > 0)
    append_position (self->path, level->position);
  level->position++;
  return begin_value (self, event, FALSE);
}

/* The value at path, whose first event has come, with all that is in it. Nothing recurses. */
static gboolean
walk (TsTensorReader *self, TsJsonEvent event, gboolean is_container)
{
  g_array_set_size (self->levels, 0);
  if (!begin_value (self, event, is_container))
    return FALSE;
  while (self->levels->len > 0)
    {
      gboolean is_object = top (self)->is_object;

      event = ts_json_reader_next (self->reader);
      if (event == (is_object ? TS_JSON_OBJECT_END : TS_JSON_ARRAY_END))
        {
          if (is_object)
            end_object (self);
          g_array_set_size (self->levels, self->levels->len - 1);
        }
      else if (event == TS_JSON_ERROR
               || !(is_object ? read_member (self) : read_element (self, event)))
        return FALSE;
    }
  return TRUE;
}

/* ---- where tensors are ---- */

/* An array in which msProbe takes the objects, or only the first element, if it is one. */
static gboolean
read_compat_array (TsTensorReader *self, TsJsonEvent event, gboolean only_first)
{
  gsize path_length = self->path->len;

  if (event != TS_JSON_ARRAY_BEGIN)
    return ts_json_reader_skip (self->reader, event);
  for (guint i = 0; (event = ts_json_reader_next (self->reader)) != TS_JSON_ARRAY_END; i++)
    {
      gboolean good;

      if (event == TS_JSON_OBJECT_BEGIN && (i == 0 || !only_first))
        {
          ts_string_cut (self->path, path_length);
          if (!only_first)
            append_position (self->path, i);
          good = walk (self, event, FALSE);
        }
      else
        good = ts_json_reader_skip (self->reader, event);
      if (!good)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_compat_parameters (TsTensorReader *self, TsJsonEvent event)
{
  gsize path_length = self->path->len;

  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (self->reader, event);
  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (self->reader, &length);

      ts_string_cut (self->path, path_length);
      append_component (self->path, key, length);
      if (!read_compat_array (self, ts_json_reader_next (self->reader), TRUE))
        return FALSE;
    }
  return event == TS_JSON_OBJECT_END;
}

typedef enum
{
  MEMBER_OTHER,
  MEMBER_INPUT,     /* input_args of a forward call, input of a backward one */
  MEMBER_ODD_INPUT, /* the other way round */
  MEMBER_OUTPUT,
  MEMBER_KWARGS,
  MEMBER_PARAMETERS,
} Member;

static Member
member_of (const char *key, gsize length, TsCallDirection direction)
{
  if (direction == TS_CALL_PARAMETERS_GRAD)
    return MEMBER_OTHER;
  if (ts_json_text_is (key, length, "input_args"))
    return direction == TS_CALL_BACKWARD ? MEMBER_ODD_INPUT : MEMBER_INPUT;
  if (ts_json_text_is (key, length, "input"))
    return direction == TS_CALL_BACKWARD ? MEMBER_INPUT : MEMBER_ODD_INPUT;
  if (ts_json_text_is (key, length, "output"))
    return MEMBER_OUTPUT;
  if (ts_json_text_is (key, length, "input_kwargs"))
    return MEMBER_KWARGS;
  if (ts_json_text_is (key, length, "parameters"))
    return MEMBER_PARAMETERS;
  return MEMBER_OTHER;
}

/* Sets path to the member's name in target names. */
static void
name_member (TsTensorReader *self, Member member, const char *key, gsize length)
{
  static const char *const names[] = {
    NULL, ".input", ".input", ".output", ".kwargs", ".parameters",
  };

  ts_string_cut (self->path, 0);
  if (names[member] == NULL)
    append_component (self->path, key, length);
  else
    g_string_append (self->path, names[member]);
}

static gboolean
read_compat_member (TsTensorReader *self, Member member, TsCallDirection direction)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);

  if (direction == TS_CALL_PARAMETERS_GRAD)
    return read_compat_array (self, event, TRUE);
  if (member == MEMBER_INPUT || member == MEMBER_OUTPUT)
    return read_compat_array (self, event, FALSE);
  if (member == MEMBER_PARAMETERS && direction == TS_CALL_FORWARD)
    return read_compat_parameters (self, event);
  return ts_json_reader_skip (self->reader, event);
}

static gboolean
read_entry_member (TsTensorReader *self, TsCallDirection direction)
{
  gsize length;
  const char *key = ts_json_reader_get_string (self->reader, &length);
  Member member = member_of (key, length, direction);
  gboolean is_flag = ts_json_text_is (key, length, "is_recompute");
  TsJsonEvent event;

  name_member (self, member, key, length);
  if (self->compat && !is_flag)
    return read_compat_member (self, member, direction);
  event = ts_json_reader_next (self->reader);
  if (is_flag && event == TS_JSON_TRUE)
    self->content->is_recompute = TRUE;
  if (self->compat)
    return ts_json_reader_skip (self->reader, event);
  self->unwrap_depth = direction == TS_CALL_PARAMETERS_GRAD ? 0
                       : member == MEMBER_PARAMETERS        ? 1
                                                            : -1;
  return walk (self, event,
               member == MEMBER_INPUT || member == MEMBER_ODD_INPUT || member == MEMBER_OUTPUT);
}

gboolean
ts_tensor_reader_read (TsTensorReader *self,
                       TsJsonReader *reader,
                       TsCallDirection direction,
                       TsEntryContent *content)
{
  TsJsonEvent event = ts_json_reader_next (reader);

  *content = (TsEntryContent){ 0 };
  self->reader = reader;
  self->content = content;
  self->unwrap_depth = -1;
  g_array_set_size (self->tensors, 0);
  ts_string_cut (self->names, 0);
  ts_string_cut (self->shapes, 0);
  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (reader, event);
  while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
    if (!read_entry_member (self, direction))
      return FALSE;
  content->n_tensors = self->tensors->len;
  return event == TS_JSON_OBJECT_END;
}
