/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/dump-parser.h"

#include "ingest/dump/dump-names.h"
#include "ingest/import-error.h"
#include "ingest/dump/tensor-reader.h"
#include "ingest/text/string-append.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BATCH_SIZE        (1024 * 1024)
#define PROGRESS_INTERVAL (1024 * 1024)

/* What is known of all calls of one name. */
typedef struct
{
  const char *prefix; /* the name after mapping; NULL: as it is */
  gsize prefix_length;
  gint32 vpp_stage;
  gint32 last_call;      /* highest call number met, or -1 */
  gint32 first_gradient; /* number of the first parameters_grad, or -1 */
} Base;

/* Where the tensors of one entry go. */
typedef struct
{
  guint metric; /* 0: nowhere */
  gint32 micro_step;
  gint32 index;
  gint32 vpp_stage;
} Place;

typedef struct
{
  const TsDumpUnit *unit;
  TsDumpContent *content;
  TsJsonReader *reader;
  TsTensorReader *tensors;
  TsRowBatch *batch;
  GString *key;    /* of the entry */
  GString *target; /* names of targets: prefix_length bytes of prefix, then the tensor's own */
  gsize prefix_length;
  TsNameTable *names; /* numbers bases; not compat */
  GArray *bases;
  GStringChunk *prefixes;
  GString *scratch;
  guint64 progress;                           /* bytes told */
  guint32 n_calls;                            /* with rows */
  guint64 n_rootless, n_unlisted, n_nameless; /* calls that msProbe drops, … */
  guint64 n_nameless_tensors;
  guint64 n_unreadable; /* statistics that are no numbers; of the first: */
  const char *unreadable_stat;
  char *unreadable_target;
  guint32 unreadable_line;
  guint64 n_rounded; /* statistics that are integers no double is; of the first: */
  guint32 rounded_line;
} Parser;

/* ---- where a call belongs: msProbe's way ---- */

static gboolean
place_as_msprobe (Parser *self, Place *place)
{
  const TsDumpUnit *unit = self->unit;
  TsCall call = { 0, -1 };

  if (unit->calls != NULL && ts_call_table_get_n_calls (unit->calls) > 0
      && !ts_call_table_find (unit->calls, self->key->str, self->key->len, &call))
    {
      self->n_rootless++;
      return FALSE;
    }
  ts_compat_rename (self->key->str, self->key->len, call.index, self->target);
  ts_mapping_apply (unit->mapping, self->target);
  place->metric = ts_compat_metric (self->target);
  place->index = ts_compat_split_index (self->target);
  place->micro_step = call.micro_step;
  self->prefix_length = self->target->len;
  return place->metric != 0;
}

/* ---- where a call belongs: rules.md ---- */

static void
map_base (Parser *self, gsize base_length, Base *base)
{
  const TsDumpUnit *unit = self->unit;
  g_autofree char *name = g_strndup (self->key->str, base_length);

  ts_string_set (self->scratch, name, base_length);
  ts_mapping_apply (unit->mapping, self->scratch);
  base->prefix
      = g_string_chunk_insert_len (self->prefixes, self->scratch->str, (gssize) self->scratch->len);
  base->prefix_length = self->scratch->len;
  if (unit->mapped != NULL)
    unit->mapped (name, base->prefix, unit->data);
}

static Base *
find_base (Parser *self, gsize base_length)
{
  gint32 i = ts_name_table_add (self->names, self->key->str, base_length);
  const TsDumpUnit *unit = self->unit;
  Base base = { NULL, 0, 0, -1, -1 };

  if ((guint) i < self->bases->len)
    return &g_array_index (self->bases, Base, i);
  if (ts_mapping_get_size (unit->mapping) > 0)
    map_base (self, base_length, &base);
  if (unit->calls == NULL || !ts_call_table_is_sequence (unit->calls))
    base.vpp_stage = MAX (ts_call_model_index (self->key->str, base_length), 0);
  g_array_append_val (self->bases, base);
  return &g_array_index (self->bases, Base, i);
}

/* The calls, if they are to tell micro-steps and do so. */
static const TsCallTable *
counting_calls (const Parser *self)
{
  const TsCallTable *calls = self->unit->micro_step ? self->unit->calls : NULL;

  return calls != NULL && ts_call_table_get_n_calls (calls) > 0 ? calls : NULL;
}

/* Whether parameters_grad was numbered on from step to step, as until July 2026, instead of from 0
 * in each: its first number in this file is one that cannot be. */
static gboolean
is_numbered_on (const Parser *self, const Base *base)
{
  const TsCallTable *calls = counting_calls (self);

  if (calls != NULL)
    return base->first_gradient >= (gint32) ts_call_table_get_n_micro_steps (calls);
  return base->last_call >= 0 && base->first_gradient > base->last_call;
}

/* D7: the accumulations of a gradient are one per micro-step. Should there be more, the last
 * micro-step gets the rest, as further calls. */
static void
place_gradient (Parser *self, Base *base, gint32 number, Place *place)
{
  const TsCallTable *calls = counting_calls (self);
  gint32 n = calls != NULL ? (gint32) ts_call_table_get_n_micro_steps (calls) : 1;

  if (base->first_gradient < 0)
    base->first_gradient = number;
  if (is_numbered_on (self, base))
    number = MAX (number - base->first_gradient, 0);
  place->micro_step = MIN (number, n - 1);
  place->index = number - place->micro_step;
}

static void
place_call (Parser *self, Base *base, const TsCallKey *key, Place *place)
{
  const TsCallTable *calls = counting_calls (self);
  TsCall call = { 0, -1 };

  base->last_call = MAX (base->last_call, key->number);
  if (calls != NULL && !ts_call_table_find (calls, self->key->str, self->key->len, &call))
    self->n_unlisted++;
  place->micro_step = call.micro_step;
  place->index = call.index >= 0 ? call.index : key->number;
}

static gboolean
place_by_rules (Parser *self, const TsCallKey *key, Place *place)
{
  static const guint metrics[] = {
    [TS_CALL_FORWARD] = TS_DUMP_FORWARD,
    [TS_CALL_BACKWARD] = TS_DUMP_BACKWARD,
    [TS_CALL_PARAMETERS_GRAD] = TS_DUMP_PARAMETERS_GRAD,
  };
  Base *base;

  if (key->direction == TS_CALL_NONE)
    return FALSE;
  base = find_base (self, key->base_length);
  place->vpp_stage = base->vpp_stage;
  if (key->direction == TS_CALL_PARAMETERS_GRAD)
    place_gradient (self, base, key->number, place);
  else
    place_call (self, base, key, place);
  place->metric = metrics[key->direction];
  if (key->direction == TS_CALL_FORWARD && self->unit->recomputed != NULL
      && ts_name_table_find (self->unit->recomputed, self->key->str, self->key->len)
             != TS_NAME_NONE)
    place->metric = TS_DUMP_RECOMPUTE;
  if (base->prefix != NULL)
    ts_string_set (self->target, base->prefix, base->prefix_length);
  else
    ts_string_set (self->target, self->key->str, key->base_length);
  self->prefix_length = self->target->len;
  return TRUE;
}

/* ---- rows ---- */

static gboolean
hand_over (Parser *self, GError **error)
{
  TsRowBatch *batch = g_steal_pointer (&self->batch);

  if (batch != NULL && ts_row_batch_get_n_rows (batch) == 0)
    g_clear_pointer (&batch, ts_row_batch_free);
  if (batch == NULL || self->unit->emit (batch, self->unit->data))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The import was stopped."));
  return FALSE;
}

static gboolean
tell_progress (Parser *self, GError **error)
{
  guint64 offset = ts_json_reader_get_offset (self->reader);

  if (self->unit->progress != NULL && offset > self->progress)
    self->unit->progress (offset - self->progress, self->unit->data);
  self->progress = offset;
  return !g_cancellable_set_error_if_cancelled (self->unit->cancellable, error);
}

/* Names of tensors begin with their slot: ".input.0", ".kwargs.mask". */
static TsSlot
slot_of (const Parser *self, const TsTensor *tensor, guint metric)
{
  const char *name = ts_tensor_reader_get_name (self->tensors, tensor);

  if (metric == TS_DUMP_PARAMETERS_GRAD || tensor->name_length < 2)
    return TS_SLOT_PARAMETER;
  switch (name[1])
    {
    case 'i':
      return TS_SLOT_INPUT;
    case 'k':
      return TS_SLOT_KWARG;
    case 'o':
      return TS_SLOT_OUTPUT;
    default:
      return TS_SLOT_PARAMETER;
    }
}

static void
add_rows (Parser *self, const Place *place, const TsEntryContent *entry)
{
  TsRow row = { .step = self->unit->step + place->micro_step,
                .rank = self->unit->rank,
                .metric = place->metric };
  guint32 call = ++self->n_calls << 2;

  if (self->batch == NULL)
    self->batch = ts_row_batch_new (TS_N_DUMP_STATS);
  if (entry->is_recompute && place->metric == TS_DUMP_FORWARD)
    row.metric = TS_DUMP_RECOMPUTE;
  row.source = ts_row_batch_intern_source (self->batch, self->unit->path);
  for (guint i = 0; i < entry->n_tensors; i++)
    {
      const TsTensor *tensor = ts_tensor_reader_get (self->tensors, i);

      ts_string_cut (self->target, self->prefix_length);
      ts_string_append (self->target, ts_tensor_reader_get_name (self->tensors, tensor),
                        tensor->name_length);
      row.target = ts_row_batch_intern_target (self->batch, self->target->str, self->target->len,
                                               place->vpp_stage, place->index, tensor->dtype,
                                               ts_tensor_reader_get_shape (self->tensors, tensor));
      row.call = call | slot_of (self, tensor, place->metric);
      row.present = tensor->present;
      row.line = tensor->line;
      ts_row_batch_add (self->batch, &row, tensor->values);
    }
  self->content->n_rows += entry->n_tensors;
}

/* An unreadable statistic is a missing one, but not in silence. */
static void
note_unreadable (Parser *self, const TsEntryContent *entry)
{
  if (entry->n_unreadable > 0 && self->n_unreadable == 0)
    {
      self->unreadable_stat = entry->unreadable_stat;
      self->unreadable_line = entry->unreadable_line;
      self->unreadable_target = g_strdup_printf ("%.*s%s", (int) self->prefix_length,
                                                 self->target->str, entry->unreadable_name);
    }
  self->n_unreadable += entry->n_unreadable;
}

/* The entry whose key has just come. FALSE also when the reader failed. */
static gboolean
read_entry (Parser *self, GError **error)
{
  gsize length;
  const char *name = ts_json_reader_get_string (self->reader, &length);
  TsCallKey key = ts_call_key_parse (name, length);
  Place place = { 0 };
  TsEntryContent entry;
  gboolean placed;

  ts_string_set (self->key, name, length);
  placed
      = self->unit->compat ? place_as_msprobe (self, &place) : place_by_rules (self, &key, &place);
  if (!placed && self->unit->compat)
    return ts_json_reader_skip (self->reader, TS_JSON_KEY);
  if (self->unit->compat)
    key.direction = place.metric == TS_DUMP_FORWARD    ? TS_CALL_FORWARD
                    : place.metric == TS_DUMP_BACKWARD ? TS_CALL_BACKWARD
                                                       : TS_CALL_PARAMETERS_GRAD;
  if (!ts_tensor_reader_read (self->tensors, self->reader, key.direction, &entry))
    return FALSE;
  self->content->n_entries++;
  self->content->n_integer += entry.n_integer;
  self->content->n_empty += entry.n_empty;
  self->content->has_checksums |= entry.has_checksum;
  if (placed)
    {
      note_unreadable (self, &entry);
      if (entry.n_rounded > 0 && self->n_rounded == 0)
        self->rounded_line = entry.rounded_line;
      self->n_rounded += entry.n_rounded;
      add_rows (self, &place, &entry);
    }
  else if (entry.n_tensors > 0)
    {
      self->n_nameless++;
      self->n_nameless_tensors += entry.n_tensors;
    }
  if (self->batch != NULL && ts_row_batch_get_size (self->batch) >= BATCH_SIZE
      && !hand_over (self, error))
    return FALSE;
  return ts_json_reader_get_offset (self->reader) - self->progress < PROGRESS_INTERVAL
         || tell_progress (self, error);
}

/* ---- the file ---- */

static gboolean
read_data (Parser *self, gboolean *found, GError **error)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);

  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (self->reader, event);
  *found = TRUE;
  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    if (!read_entry (self, error))
      return FALSE;
  return event == TS_JSON_OBJECT_END;
}

static gboolean
read_task (Parser *self)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);
  const char *text;
  gsize length;

  if (event != TS_JSON_STRING)
    return ts_json_reader_skip (self->reader, event);
  text = ts_json_reader_get_string (self->reader, &length);
  length = MIN (length, sizeof self->content->task - 1);
  memcpy (self->content->task, text, length);
  self->content->task[length] = '\0';
  return TRUE;
}

static gboolean
read_file (Parser *self, gboolean *found, GError **error)
{
  TsJsonEvent event = ts_json_reader_next (self->reader);

  if (event != TS_JSON_OBJECT_BEGIN)
    return ts_json_reader_skip (self->reader, event);
  while ((event = ts_json_reader_next (self->reader)) == TS_JSON_KEY)
    {
      gsize length;
      const char *key = ts_json_reader_get_string (self->reader, &length);
      gboolean good;

      if (ts_json_text_is (key, length, "data"))
        good = read_data (self, found, error);
      else if (ts_json_text_is (key, length, "task"))
        good = read_task (self);
      else
        good = ts_json_reader_skip (self->reader, TS_JSON_KEY);
      if (!good)
        return FALSE;
    }
  return event == TS_JSON_OBJECT_END && ts_json_reader_next (self->reader) == TS_JSON_END;
}

/* The reader failed: what is before the damage counts if it is anything. */
static gboolean
report_damage (Parser *self, GError **error)
{
  const GError *damage = ts_json_reader_get_error (self->reader);
  const char *code = "unreadable-file";

  if (self->content->n_entries == 0)
    {
      g_propagate_error (error, g_error_copy (damage));
      return FALSE;
    }
  if (g_error_matches (damage, TS_IMPORT_ERROR, TS_IMPORT_ERROR_TRUNCATED))
    code = "truncated-file";
  else if (damage->domain == TS_IMPORT_ERROR)
    code = "damaged-file";
  ts_import_report_add (
      self->unit->report, TS_SEVERITY_ERROR, code, self->unit->path,
      (gint64) ts_json_reader_get_line (self->reader), 1, 0,
      g_dngettext (GETTEXT_PACKAGE,
                   "Damaged at %s. The %lu call before that was imported, what follows is lost.",
                   "Damaged at %s. The %lu calls before that were imported, what follows is lost.",
                   (gulong) self->content->n_entries),
      damage->message, (gulong) self->content->n_entries);
  return TRUE;
}

/* No object "data". With msProbe and without micro-steps that goes unnoticed. */
static gboolean
report_no_data (Parser *self, GError **error)
{
  const char *message = _ ("There is no object “data” in it: this is no dump of msProbe.");

  if (!self->unit->compat || self->unit->micro_step)
    {
      g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE, message);
      return FALSE;
    }
  ts_import_report_add (self->unit->report, TS_SEVERITY_WARNING, "no-data", self->unit->path, 0, 1,
                        0, "%s", message);
  return TRUE;
}

static void
report_left_out (Parser *self)
{
  TsImportReport *report = self->unit->report;
  const TsDumpContent *content = self->content;

  if (content->n_integer > 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "integer-tensor", "", 0, content->n_integer,
                          content->n_integer,
                          _ ("Tensors of integers or truth values, which are left out unless all "
                             "data types are asked for."));
  if (content->n_empty > 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "no-statistics", "", 0, content->n_empty,
                          content->n_empty, _ ("Tensors for which no statistic was recorded."));
  if (self->n_rootless > 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "no-root", "", 0, self->n_rootless, 0,
                          _ ("Calls outside of modules and the optimizer, and parameter gradients: "
                             "msProbe leaves them out when it counts micro-steps."));
  if (self->n_unlisted > 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "not-in-construct", self->unit->path, 0,
                          self->n_unlisted, 0,
                          _ ("Calls that construct.json does not list; they are shown in the first "
                             "micro-step."));
  if (self->n_unreadable > 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "unreadable-value", self->unit->path,
                          self->unreadable_line, self->n_unreadable, 0,
                          _ ("“%s” of %s is not a number, so the value is missing."),
                          self->unreadable_stat, self->unreadable_target);
  if (self->n_rounded > 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "rounded-integer", self->unit->path,
                          self->rounded_line, self->n_rounded, 0,
                          _ ("Whole numbers beyond 2^53 (9,007,199,254,740,992) that no "
                             "floating-point number equals; the nearest one is kept."));
  if (self->n_nameless > 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "unknown-call", self->unit->path, 0,
                          self->n_nameless, self->n_nameless_tensors,
                          _ ("Entries whose names say neither forward, backward nor "
                             "parameters_grad."));
}

static void
parser_init (Parser *self)
{
  self->tensors = ts_tensor_reader_new (self->unit->compat, self->unit->all_dtypes);
  self->key = g_string_new (NULL);
  self->target = g_string_new (NULL);
  self->scratch = g_string_new (NULL);
  self->names = ts_name_table_new ();
  self->bases = g_array_new (FALSE, FALSE, sizeof (Base));
  self->prefixes = g_string_chunk_new (16 * 1024);
}

static void
parser_clear (Parser *self)
{
  ts_tensor_reader_free (self->tensors);
  ts_row_batch_free (self->batch);
  g_string_free (self->key, TRUE);
  g_string_free (self->target, TRUE);
  g_string_free (self->scratch, TRUE);
  ts_name_table_free (self->names);
  g_array_unref (self->bases);
  g_string_chunk_free (self->prefixes);
  g_free (self->unreadable_target);
}

gboolean
ts_dump_parse (TsJsonReader *reader, const TsDumpUnit *unit, TsDumpContent *content, GError **error)
{
  Parser self = { .unit = unit, .content = content, .reader = reader };
  g_autoptr (GError) stop = NULL;
  gboolean found = FALSE, done;

  *content = (TsDumpContent){ 0 };
  parser_init (&self);
  done = read_file (&self, &found, &stop);
  if (!done && ts_json_reader_get_error (reader) != NULL)
    done = report_damage (&self, &stop);
  else if (stop == NULL && !found)
    done = report_no_data (&self, &stop);
  if (stop == NULL)
    done = hand_over (&self, &stop) && tell_progress (&self, &stop);
  ts_import_report_count_read (unit->report, content->n_rows + content->n_integer + content->n_empty
                                                 + self.n_nameless_tensors);
  report_left_out (&self);
  parser_clear (&self);
  if (stop != NULL)
    g_propagate_error (error, g_steal_pointer (&stop));
  return done;
}
