/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/mapping.h"

#include "ingest/import-error.h"
#include "ingest/text/input-file.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SIZE (4 << 20)
/* No name grows beyond this: a letter that becomes a text would make gigabytes of a long name. */
#define MAX_NAME (64 * 1024)

typedef struct
{
  char *from;
  char *to;
} Pair;

struct _TsMapping
{
  GArray *pairs;
  GCancellable *cancellable; /* NULL: none */
};

static void
clear_pair (gpointer data)
{
  Pair *pair = data;

  g_free (pair->from);
  g_free (pair->to);
}

static TsMapping *
mapping_new (void)
{
  TsMapping *self = g_new0 (TsMapping, 1);

  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_clear_func (self->pairs, clear_pair);
  return self;
}

static void
add_pair (TsMapping *self, const char *from, const char *to)
{
  Pair pair = { g_strdup (from), g_strdup (to) };

  g_array_append_val (self->pairs, pair);
}

static gboolean
add_member (TsMapping *self, const char *path, const char *from, JsonNode *node, GError **error)
{
  if (*from == '\0')
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                   _ ("Mapping file “%s”: one of the texts to replace is empty."), path);
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                   _ ("Mapping file “%s”: the replacement for “%s” is not a text."), path, from);
      return FALSE;
    }
  add_pair (self, from, json_node_get_string (node));
  return TRUE;
}

/* A device never ends, a pipe may never begin. */
static gboolean
read_text (const char *path, const char *display, char **text, gsize *length, GError **error)
{
  guint64 size;
  g_autoptr (GError) reason = NULL;
  int fd = ts_input_file_open (path, &size, &reason);

  if (fd < 0)
    {
      g_set_error (error, reason->domain, reason->code, _ ("Mapping file “%s”: %s."), display,
                   reason->message);
      return FALSE;
    }
  close (fd);
  if (size > MAX_SIZE)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                   _ ("Mapping file “%s” has more than %d MB; that is no list of replacements."),
                   display, MAX_SIZE >> 20);
      return FALSE;
    }
  return g_file_get_contents (path, text, length, error);
}

static JsonParser *
parse_file (const char *path, const char *display, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autofree char *text = NULL;
  g_autoptr (GError) json_error = NULL;
  const char *start;
  gsize length;

  if (!read_text (path, display, &text, &length, error))
    return NULL;
  start = text;
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      start += 3;
      length -= 3;
    }
  if (!g_utf8_validate (start, (gssize) length, NULL))
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX,
                   _ ("Mapping file “%s” is not UTF-8 text."), display);
      return NULL;
    }
  if (!json_parser_load_from_data (parser, start, (gssize) length, &json_error))
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX,
                   _ ("Mapping file “%s” is not JSON: %s"), display, json_error->message);
      return NULL;
    }
  return g_steal_pointer (&parser);
}

/* Reads path. Errors: the file can't be read (G_FILE_ERROR), is not JSON (TS_IMPORT_ERROR_SYNTAX)
 * or not an object of texts (TS_IMPORT_ERROR_STRUCTURE). Caller frees. */
TsMapping *
ts_mapping_load (const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autoptr (JsonParser) parser = parse_file (path, display, error);
  g_autoptr (TsMapping) self = NULL;
  JsonNode *root;
  JsonObjectIter iter;
  const char *from;
  JsonNode *to;

  if (parser == NULL)
    return NULL;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                   _ ("Mapping file “%s” does not hold an object of replacements, like "
                      "{\".MindSpeed\": \".\"}."),
                   display);
      return NULL;
    }
  self = mapping_new ();
  json_object_iter_init_ordered (&iter, json_node_get_object (root));
  while (json_object_iter_next_ordered (&iter, &from, &to))
    if (!add_member (self, display, from, to, error))
      return NULL;
  return g_steal_pointer (&self);
}

TsMapping *
ts_mapping_new_from_pairs (const char *const *pairs)
{
  TsMapping *self = mapping_new ();

  for (; pairs[0] != NULL && pairs[1] != NULL; pairs += 2)
    add_pair (self, pairs[0], pairs[1]);
  return self;
}

void
ts_mapping_set_cancellable (TsMapping *self, GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
}

void
ts_mapping_free (TsMapping *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->cancellable);
  g_array_unref (self->pairs);
  g_free (self);
}

guint
ts_mapping_get_size (const TsMapping *self)
{
  return self == NULL ? 0 : self->pairs->len;
}

/* In one pass: g_string_replace() moves what is behind at each place, which takes minutes for a
 * letter of a long name. What would get too long stays as it is from there on. */
static void
replace_all (GString *name, const Pair *pair)
{
  const char *rest = name->str;
  const char *found = strstr (rest, pair->from);
  gsize from_length = strlen (pair->from), to_length = strlen (pair->to);
  g_autoptr (GString) replaced = NULL;

  if (found == NULL)
    return;
  replaced = g_string_sized_new (name->len + to_length);
  for (; found != NULL && replaced->len + to_length <= MAX_NAME; found = strstr (rest, pair->from))
    {
      g_string_append_len (replaced, rest, found - rest);
      g_string_append_len (replaced, pair->to, (gssize) to_length);
      rest = found + from_length;
    }
  g_string_append (replaced, rest);
  g_string_assign (name, replaced->str);
}

void
ts_mapping_apply (const TsMapping *self, GString *name)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, i);
      if (i % 64 == 63 && g_cancellable_is_cancelled (self->cancellable))
        return;
      replace_all (name, pair);
    }
}
