/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/dump-structure.h"

#include "ingest/dump/construct.h"
#include "ingest/dump/recompute.h"
#include "ingest/folder-names.h"
#include "ingest/import-error.h"
#include "ingest/text/input-file.h"
#include "model/number-format.h"
#include "structure/call-name.h"
#include "structure/structure-builder.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define MAX_NESTING 32 /* of lists of arguments; msProbe writes two */

typedef struct
{
  TsStructureBuilder *builder;
  TsJsonReader *reader;
  TsSlotRole role;
  GString *name; /* of the slot that is read */
  gboolean checksums;
} Walk;

/* ---- Values ---- */

static char *
dup_string (TsJsonReader *reader)
{
  gsize length;
  const char *text = ts_json_reader_get_string (reader, &length);

  return g_strndup (text, length);
}

/* Writes what a bare value or a list of them is to text, as Python prints it. */
static gboolean
append_value (TsJsonReader *reader, TsJsonEvent event, GString *text)
{
  guint depth = 0;
  gsize length;
  const char *part;

  for (;;)
    {
      gboolean end = event == TS_JSON_ARRAY_END;
      if (event == TS_JSON_ERROR || event == TS_JSON_END)
        return FALSE;
      if (!end && text->len > 0 && text->str[text->len - 1] != '[')
        g_string_append (text, ", ");
      if (event == TS_JSON_STRING || event == TS_JSON_NUMBER)
        {
          part = event == TS_JSON_STRING ? ts_json_reader_get_string (reader, &length)
                                         : ts_json_reader_get_number_text (reader, &length);
          g_string_append_len (text, part, (gssize) length);
        }
      else if (event == TS_JSON_TRUE || event == TS_JSON_FALSE || event == TS_JSON_NULL)
        g_string_append (text, event == TS_JSON_NULL   ? "None"
                               : event == TS_JSON_TRUE ? "True"
                                                       : "False");
      else if (event == TS_JSON_ARRAY_BEGIN)
        {
          g_string_append_c (text, '[');
          depth++;
        }
      else if (end)
        {
          g_string_append_c (text, ']');
          depth--;
        }
      else if (!ts_json_reader_skip (reader, event))
        return FALSE;
      if (depth == 0)
        return TRUE;
      event = ts_json_reader_next (reader);
    }
}

/* What an object has told so far; the texts of slot are its own. */
typedef struct
{
  TsSlot slot;
  char *type, *dtype, *shape, *value, *crc, *file, *op, *group, *ranks, *class_type;
  gint32 peer;
} Fields;

static void
fields_clear (Fields *self)
{
  g_free (self->type);
  g_free (self->dtype);
  g_free (self->shape);
  g_free (self->value);
  g_free (self->crc);
  g_free (self->file);
  g_free (self->op);
  g_free (self->group);
  g_free (self->ranks);
  g_free (self->class_type);
}

static gboolean
read_statistic (TsJsonReader *reader, TsJsonEvent event, TsSlot *slot, guint stat)
{
  gboolean known = event == TS_JSON_NUMBER;

  if (known)
    slot->stats[stat] = ts_json_reader_get_number (reader);
  else if (event == TS_JSON_STRING)
    {
      gsize length;
      const char *text = ts_json_reader_get_string (reader, &length);
      known = ts_parse_double (text, (gssize) length, &slot->stats[stat]);
    }
  if (known)
    slot->known |= (guint8) (1u << stat);
  return ts_json_reader_skip (reader, event);
}

/* Where the text of a member belongs; NULL: it is no text of a slot. */
static char **
find_text (Fields *fields, const char *key)
{
  const struct
  {
    const char *key;
    char **text;
  } texts[] = { { "type", &fields->type },
                { "dtype", &fields->dtype },
                { "shape", &fields->shape },
                { "value", &fields->value },
                { "md5", &fields->crc },
                { "data_name", &fields->file },
                { "op", &fields->op },
                { "group_id", &fields->group },
                { "group_ranks", &fields->ranks },
                { "class_type", &fields->class_type } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strcmp (key, texts[i].key) == 0)
      return texts[i].text;
  return NULL;
}

static gboolean read_slots (Walk *self, TsJsonEvent event, guint depth);

/* A member that is none of a slot's own may hold slots: an object without a type is a nested list
 * with names. */
static gboolean
read_inner (Walk *self, const Fields *fields, const char *key, TsJsonEvent event, guint depth)
{
  gsize length = self->name->len;
  gboolean good;

  if (fields->type != NULL
      || (event != TS_JSON_NULL && event != TS_JSON_OBJECT_BEGIN && event != TS_JSON_ARRAY_BEGIN))
    return ts_json_reader_skip (self->reader, event);
  if (length > 0)
    g_string_append_c (self->name, '.');
  g_string_append (self->name, key);
  good = read_slots (self, event, depth + 1);
  g_string_truncate (self->name, length);
  return good;
}

static gboolean
read_field (Walk *self, Fields *fields, const char *key, TsJsonEvent event, guint depth)
{
  static const char *const stats[] = { "Max", "Min", "Mean", "Norm" };
  char **text = find_text (fields, key);

  /* The names of keyword arguments and parameters are the model's own. */
  if (self->name->len == 0 && (self->role == TS_SLOT_KWARG || self->role == TS_SLOT_PARAMETER))
    return read_inner (self, fields, key, event, depth);
  for (guint i = 0; i < TS_SLOT_N_STATS; i++)
    if (strcmp (key, stats[i]) == 0)
      return read_statistic (self->reader, event, &fields->slot, i);
  if (text != NULL && event != TS_JSON_OBJECT_BEGIN)
    {
      g_autoptr (GString) value = g_string_new (NULL);
      if (!append_value (self->reader, event, value))
        return FALSE;
      g_free (*text);
      *text = event == TS_JSON_NULL ? NULL : g_strdup (value->str);
      return TRUE;
    }
  if (strcmp (key, "peer") == 0 && event == TS_JSON_NUMBER)
    fields->peer = (gint32) CLAMP (ts_json_reader_get_number (self->reader), -1, G_MAXINT32);
  else if (strcmp (key, "requires_grad") == 0)
    {
      fields->slot.requires_grad = event == TS_JSON_TRUE ? 1 : (event == TS_JSON_FALSE ? 0 : -1);
      return ts_json_reader_skip (self->reader, event);
    }
  return read_inner (self, fields, key, event, depth);
}

static void
add_slot (Walk *self, Fields *fields)
{
  TsSlot *slot = &fields->slot;

  if (fields->class_type != NULL && fields->op != NULL)
    ts_structure_builder_add_message (self->builder, fields->op, fields->peer, fields->group);
  if (fields->type == NULL)
    return;
  slot->role = (guint8) self->role;
  slot->name = self->name->str;
  slot->type = fields->type;
  slot->dtype = fields->dtype;
  slot->shape = fields->shape;
  slot->value = fields->ranks != NULL ? fields->group : fields->value;
  slot->crc = fields->crc;
  slot->file = fields->file;
  slot->kind = fields->dtype != NULL && fields->shape != NULL ? TS_SLOT_TENSOR : TS_SLOT_SCALAR;
  self->checksums = self->checksums || (slot->crc != NULL && slot->kind == TS_SLOT_TENSOR);
  ts_structure_builder_add_slot (self->builder, slot);
}

static gboolean
read_object (Walk *self, guint depth)
{
  Fields fields = { .slot = { .requires_grad = -1 }, .peer = -1 };
  TsJsonEvent event;
  gboolean good = TRUE;

  while (good && (event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      g_autofree char *key = dup_string (self->reader);
      good = read_field (self, &fields, key, ts_json_reader_next (self->reader), depth);
    }
  good = good && ts_json_reader_get_error (self->reader) == NULL;
  if (good)
    add_slot (self, &fields);
  fields_clear (&fields);
  return good;
}

/* The gradients of a parameter are a list of one: it is not numbered. */
static gboolean
read_list (Walk *self, guint depth)
{
  gsize length = self->name->len;
  TsJsonEvent event;

  for (guint i = 0; (event = ts_json_reader_next (self->reader)) != TS_JSON_ARRAY_END; i++)
    {
      if (event == TS_JSON_ERROR)
        return FALSE;
      if (self->role != TS_SLOT_GRADIENT || i > 0)
        g_string_append_printf (self->name, length > 0 ? ".%u" : "%u", i);
      if (!read_slots (self, event, depth + 1))
        return FALSE;
      g_string_truncate (self->name, length);
    }
  return TRUE;
}

/* The value that begins with event, and all the slots in it. */
static gboolean
read_slots (Walk *self, TsJsonEvent event, guint depth)
{
  TsSlot nothing = { .role = (guint8) self->role, .requires_grad = -1, .name = self->name->str };

  if (depth > MAX_NESTING)
    return ts_json_reader_skip (self->reader, event);
  if (event == TS_JSON_OBJECT_BEGIN)
    return read_object (self, depth);
  if (event == TS_JSON_ARRAY_BEGIN)
    return read_list (self, depth);
  if (event == TS_JSON_NULL && self->name->len > 0)
    ts_structure_builder_add_slot (self->builder, &nothing);
  return event != TS_JSON_ERROR;
}

/* ---- dump.json ---- */

static gboolean
find_role (const char *section, gboolean gradients, TsSlotRole *role)
{
  static const struct
  {
    const char *section;
    TsSlotRole role;
  } sections[] = { { "input_args", TS_SLOT_INPUT },     { "input", TS_SLOT_INPUT },
                   { "input_kwargs", TS_SLOT_KWARG },   { "output", TS_SLOT_OUTPUT },
                   { "parameters", TS_SLOT_PARAMETER }, { "parameters_grad", TS_SLOT_PARAMETER } };

  *role = TS_SLOT_GRADIENT;
  for (guint i = 0; i < G_N_ELEMENTS (sections) && !gradients; i++)
    if (strcmp (section, sections[i].section) == 0)
      {
        *role = sections[i].role;
        return TRUE;
      }
  return gradients;
}

static gboolean
read_call (Walk *self, const char *name)
{
  gboolean gradients = ts_call_name_parse (name).direction == TS_DIRECTION_GRADIENT;
  TsJsonEvent event = ts_json_reader_next (self->reader);

  ts_structure_builder_begin_data (self->builder, name);
  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (self->reader, event);
  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      g_autofree char *section = dup_string (self->reader);
      gboolean known = find_role (section, gradients, &self->role);
      event = ts_json_reader_next (self->reader);
      g_string_assign (self->name, gradients ? section : "");
      if (!(known ? read_slots (self, event, 0) : ts_json_reader_skip (self->reader, event)))
        return FALSE;
    }
  return event == TS_JSON_OBJECT_END;
}

static gboolean
read_data (Walk *self)
{
  TsJsonEvent event;

  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      g_autofree char *name = dup_string (self->reader);
      if (!read_call (self, name))
        return FALSE;
    }
  return event == TS_JSON_OBJECT_END;
}

static void
set_header (Walk *self, const char *key, const char *value)
{
  if (strcmp (key, "framework") == 0 && strcmp (value, "mindspore") == 0)
    ts_structure_builder_set_mindspore (self->builder);
  if (strcmp (key, "task") == 0 && strcmp (value, "tensor") == 0)
    ts_structure_builder_set_task (self->builder, TS_DUMP_TENSOR);
  if (strcmp (key, "task") == 0 && strcmp (value, "structure") == 0)
    ts_structure_builder_set_task (self->builder, TS_DUMP_STRUCTURE);
}

static gboolean
read_dump (Walk *self, GError **error)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);
  gboolean object = event == TS_JSON_OBJECT_BEGIN, good = object, data = FALSE;

  while (good && (event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      g_autofree char *key = dup_string (self->reader);
      event = ts_json_reader_next (self->reader);
      if (strcmp (key, "data") == 0 && event == TS_JSON_OBJECT_BEGIN)
        good = data = read_data (self);
      else if (event == TS_JSON_STRING)
        {
          g_autofree char *value = dup_string (self->reader);
          set_header (self, key, value);
        }
      else
        good = ts_json_reader_skip (self->reader, event);
    }
  if (ts_json_reader_get_error (self->reader) != NULL)
    g_propagate_error (error, g_error_copy (ts_json_reader_get_error (self->reader)));
  else if (!object || !data)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                 _ ("the file does not hold the data of a dump"));
  else
    {
      if (self->checksums)
        ts_structure_builder_set_task (self->builder, TS_DUMP_MD5);
      return TRUE;
    }
  return FALSE;
}

static gboolean
load_dump (TsStructureBuilder *builder, const char *path, GError **error)
{
  int fd = ts_input_file_open (path, NULL, error);
  g_autoptr (TsJsonReader) reader = NULL;
  g_autoptr (GString) name = g_string_new (NULL);
  Walk walk = { .builder = builder, .name = name };
  gboolean good;

  if (fd < 0)
    return FALSE;
  reader = ts_json_reader_new_fd (fd, 0);
  walk.reader = reader;
  good = read_dump (&walk, error);
  close (fd);
  return good;
}

/* ---- construct.json ---- */

static gboolean
load_construct (TsStructureBuilder *builder, const char *path, gboolean strict, GError **error)
{
  g_autoptr (TsConstruct) construct = ts_construct_load (path, strict, error);
  g_autoptr (GString) name = g_string_new (NULL), parent = g_string_new (NULL);

  if (construct == NULL)
    return FALSE;
  if (strict && construct->order->len == 0)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                   _ ("the file lists no call; dumps of level L1 have no hierarchy"));
      return FALSE;
    }
  for (guint i = 0; i < construct->order->len; i++)
    {
      gint32 n = g_array_index (construct->order, gint32, i);
      const TsConstructNode *node = ts_construct_node (construct, n);
      ts_name_table_get (construct->names, n, name);
      if (node->kind == TS_PARENT_CALL)
        ts_name_table_get (construct->names, node->parent, parent);
      ts_structure_builder_add_call (
          builder, name->str, node->kind == TS_PARENT_CALL ? parent->str : NULL, node->micro_step);
    }
  if (construct->has_megatron)
    ts_structure_builder_set_micro_steps (builder, (gint32) construct->megatron_micro_steps + 1);
  return TRUE;
}

/* ---- stack.json: name -> frames, or number -> [[names], [frames]] ---- */

typedef struct
{
  GPtrArray *names; /* char * */
  GString *text;
  guint32 n_frames;
} Stack;

/* A list of strings that has begun, and whose first event has been read. */
static gboolean
read_strings (TsJsonReader *reader, TsJsonEvent event, Stack *stack, gboolean names)
{
  for (; event != TS_JSON_ARRAY_END; event = ts_json_reader_next (reader))
    {
      if (event == TS_JSON_STRING)
        {
          g_autofree char *text = dup_string (reader);
          if (names)
            g_ptr_array_add (stack->names, g_steal_pointer (&text));
          else
            g_string_append_printf (stack->text, stack->n_frames++ > 0 ? "\n%s" : "%s", text);
        }
      if (!ts_json_reader_skip (reader, event))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_stack (TsJsonReader *reader, Stack *stack)
{
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event != TS_JSON_ARRAY_BEGIN)
    return ts_json_reader_skip (reader, event);
  event = ts_json_reader_next (reader);
  if (event != TS_JSON_ARRAY_BEGIN)
    return read_strings (reader, event, stack, FALSE);
  g_ptr_array_set_size (stack->names, 0);
  if (!read_strings (reader, ts_json_reader_next (reader), stack, TRUE))
    return FALSE;
  while ((event = ts_json_reader_next (reader)) != TS_JSON_ARRAY_END)
    if (event == TS_JSON_ARRAY_BEGIN
            ? !read_strings (reader, ts_json_reader_next (reader), stack, FALSE)
            : !ts_json_reader_skip (reader, event))
      return FALSE;
  return TRUE;
}

static void
add_stack (TsStructureBuilder *builder, const Stack *stack, const TsNameTable *recomputed)
{
  gboolean recomputes = FALSE;
  gint32 number;

  if (stack->n_frames == 0)
    return;
  for (guint i = 0; i < stack->names->len && !recomputes; i++)
    {
      const char *name = g_ptr_array_index (stack->names, i);
      recomputes = ts_name_table_find (recomputed, name, strlen (name)) != TS_NAME_NONE;
    }
  number = ts_structure_builder_add_stack (builder, stack->text->str, stack->n_frames, recomputes);
  for (guint i = 0; i < stack->names->len; i++)
    ts_structure_builder_set_stack (builder, g_ptr_array_index (stack->names, i), number);
}

static gboolean
read_stacks (TsStructureBuilder *builder, TsJsonReader *reader, const TsNameTable *recomputed)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  TsJsonEvent event = ts_json_reader_next (reader);

  if (event != TS_JSON_OBJECT_BEGIN)
    return FALSE;
  while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
    {
      Stack stack = { names, text, 0 };
      g_ptr_array_set_size (names, 0);
      g_string_truncate (text, 0);
      g_ptr_array_add (names, dup_string (reader));
      if (!read_stack (reader, &stack))
        return FALSE;
      add_stack (builder, &stack, recomputed);
    }
  return event == TS_JSON_OBJECT_END;
}

/* Stacks are a help only: a dump without them, or with damaged ones, is shown without. */
static void
load_stacks (TsStructureBuilder *builder, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsNameTable) recomputed = NULL;
  g_autoptr (TsJsonReader) reader = NULL;
  int fd = ts_input_file_open (path, NULL, &error);
  gboolean good = FALSE;

  if (fd >= 0)
    {
      recomputed = ts_recompute_load_stacks (path, &error);
      reader = ts_json_reader_new_fd (fd, 0);
      good = recomputed != NULL && read_stacks (builder, reader, recomputed);
      close (fd);
    }
  if (!good && !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    ts_structure_builder_note (
        builder, g_strdup_printf (_ ("“%s” could not be read, call stacks are missing: %s"), path,
                                  error != NULL ? error->message : _ ("it is no stack.json")));
}

/* ---- All three ---- */

/* Whether loading may go on without the file that error is about; says so in a note. */
static gboolean
do_without (TsStructureBuilder *builder, const char *path, GError *error)
{
  ts_structure_builder_note (
      builder, g_strdup_printf (_ ("“%s” could not be read: %s"), path, error->message));
  return TRUE;
}

TsStructure *
ts_dump_structure_load (const char *folder, gboolean compat, GError **error)
{
  g_autofree char *construct = g_build_filename (folder, "construct.json", NULL);
  g_autofree char *dump = g_build_filename (folder, "dump.json", NULL);
  g_autofree char *stacks = g_build_filename (folder, "stack.json", NULL);
  g_autoptr (TsStructureBuilder) builder = ts_structure_builder_new (compat);
  g_autoptr (GError) no_construct = NULL, no_dump = NULL;
  TsStructure *structure;

  if (!load_construct (builder, construct, compat, &no_construct)
      && (compat || !do_without (builder, construct, no_construct)))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&no_construct), "“%s”: ", construct);
      return NULL;
    }
  if (!load_dump (builder, dump, &no_dump)
      && (compat || no_construct != NULL || !do_without (builder, dump, no_dump)))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&no_dump), "“%s”: ", dump);
      return NULL;
    }
  load_stacks (builder, stacks);
  structure = ts_structure_builder_finish (builder);
  structure->folder = g_strdup (folder);
  return structure;
}

/* ---- The folder ---- */

static gboolean
holds_dump (const char *folder)
{
  g_autofree char *construct = g_build_filename (folder, "construct.json", NULL);
  g_autofree char *dump = g_build_filename (folder, "dump.json", NULL);

  return g_file_test (construct, G_FILE_TEST_EXISTS) || g_file_test (dump, G_FILE_TEST_EXISTS);
}

/* The folder in path of that kind and number, or with the lowest. */
static char *
find_numbered (const char *path, TsFolderKind kind, gint64 wanted)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *best = NULL;
  gint64 lowest = G_MAXINT64;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      gint64 number;
      if (ts_folder_kind (name, &number) != kind || number >= lowest
          || (wanted >= 0 && number != wanted))
        continue;
      lowest = number;
      g_free (best);
      best = g_build_filename (path, name, NULL);
    }
  return g_steal_pointer (&best);
}

char *
ts_dump_structure_find (const char *path, gint64 step, gint64 rank, GError **error)
{
  g_autofree char *step_folder = NULL;
  const char *base = path;
  char *found = NULL;

  if (holds_dump (path))
    return g_strdup (path);
  step_folder = find_numbered (path, TS_FOLDER_STEP, step);
  if (step_folder != NULL)
    base = step_folder;
  if (step_folder != NULL || step < 0)
    found = find_numbered (base, TS_FOLDER_RANK, rank);
  /* msProbe names the folder of a run without ranks after its process: it is rank 0. */
  if (found == NULL && rank <= 0 && (step_folder != NULL || step < 0))
    found = find_numbered (base, TS_FOLDER_PROCESS, -1);
  if (found == NULL)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                 _ ("“%s” holds no dump of this step and rank; a dump is a folder with "
                    "construct.json and dump.json, in step<N>/rank<R>"),
                 path);
  return found;
}
