/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/target-tags.h"

#include <string.h>

/* Passes each (name, category) on once: a name like "layers.0.mlp.layers.1" has its words several
 * times. For one target; lives on the stack. */
typedef struct
{
  TsTagFunc add;
  gpointer data;
  GHashTable *seen;
} TagSet;

static void
tag_set_init (TagSet *self, TsTagFunc add, gpointer data)
{
  self->add = add;
  self->data = data;
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
tag_set_clear (TagSet *self)
{
  g_hash_table_unref (self->seen);
}

static void
tag_set_add (TagSet *self, const char *name, const char *category)
{
  if (g_hash_table_add (self->seen, g_strconcat (category, "\n", name, NULL)))
    self->add (name, category, self->data);
}

static void
tag_set_add_joined (TagSet *self, char *const *parts, guint first, guint last, const char *category)
{
  g_autoptr (GString) name = NULL;

  if (first >= last)
    return;
  name = g_string_new (parts[first]);
  for (guint i = first + 1; i < last; i++)
    {
      g_string_append_c (name, '.');
      g_string_append (name, parts[i]);
    }
  tag_set_add (self, name->str, category);
}

static gboolean
is_all_digits (const char *text)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0';
}
/* ---- dumps ---- */

/* The parts of a target name, once cut at its dots: path[0 … n_path), then the slot. */
typedef struct
{
  TagSet tags;
  char **parts;
  guint n_parts;
  char **path; /* borrowed from parts, without "Module" and "Cell" */
  guint n_path;
  gboolean words; /* single words of a joined run too (rules.md V5) */
} Tagger;

/* A joined run as one tag, as msProbe does, and its words. */
static void
add_run (Tagger *self, guint first, guint last, const char *category)
{
  tag_set_add_joined (&self->tags, self->path, first, last, category);
  for (guint i = first; self->words && i < last; i++)
    if (self->path[i][0] != '\0')
      tag_set_add (&self->tags, self->path[i], category);
}

/* Takes the parts before n as the path. FALSE when no "Module" or "Cell" was among them: a
 * function. */
static gboolean
take_path (Tagger *self, guint n)
{
  gboolean is_module = FALSE;

  self->n_path = 0;
  for (guint i = 0; i < n; i++)
    if (strcmp (self->parts[i], "Module") == 0 || strcmp (self->parts[i], "Cell") == 0)
      is_module = TRUE;
    else
      self->path[self->n_path++] = self->parts[i];
  return is_module;
}

static void
add_defaults (Tagger *self, guint n)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (self->parts[i], "Module") == 0 || strcmp (self->parts[i], "Cell") == 0)
      tag_set_add (&self->tags, self->parts[i], "default");
}

/* Layers are "word.number"; what stands between them are modules (formats.md 3.5, steps 5 and 6).
 */
static void
add_layers_and_modules (Tagger *self)
{
  guint free_from = 0; /* the first part after the last number */

  for (guint i = 0; i < self->n_path; i++)
    {
      if (!is_all_digits (self->path[i]))
        continue;
      if (i > free_from)
        {
          add_run (self, free_from, i - 1, "module");
          tag_set_add_joined (&self->tags, self->path, i - 1, i + 1, "layer");
        }
      free_from = i + 1;
    }
  add_run (self, free_from, self->n_path, "module");
}

/* Path and index of a name whose slot starts at part n. */
static void
add_all (Tagger *self, guint n)
{
  gboolean is_module = take_path (self, n);

  tag_set_add_joined (&self->tags, self->parts, n, self->n_parts, "index");
  if (is_module)
    {
      add_defaults (self, n);
      add_layers_and_modules (self);
    }
  else
    add_run (self, 0, self->n_path, "function");
}

/* msProbe's rule: the slot is the last two parts, whatever they are; names with nothing before them
 * have no tags at all. */
static void
add_as_msprobe (Tagger *self)
{
  if (self->n_parts < 3)
    return;
  if (take_path (self, self->n_parts - 2) && self->n_path == 0)
    return;
  add_all (self, self->n_parts - 2);
}

static gboolean
is_value_slot (Tagger *self, guint i)
{
  const char *part = self->parts[i];

  if (strcmp (part, "parameters") == 0 || strcmp (part, "kwargs") == 0)
    return TRUE;
  if (strcmp (part, "input") != 0 && strcmp (part, "output") != 0)
    return FALSE;
  if (!is_all_digits (self->parts[i + 1]))
    return FALSE;
  /* "….output.0.Linear.weight": a list of modules that is called output, not a slot. A slot comes
   * after a class, or has nothing but numbers behind it. */
  for (guint k = i + 1; k < self->n_parts; k++)
    if (!is_all_digits (self->parts[k]))
      return i > 0 && g_ascii_isupper (self->parts[i - 1][0]);
  return TRUE;
}

/* Where ".input.0", ".kwargs.mask", ".parameters.weight" begin; n_parts when the name has none (a
 * parameter gradient). */
static guint
find_slot (Tagger *self)
{
  for (guint i = self->n_parts; i > 1; i--)
    if (i < self->n_parts && is_value_slot (self, i - 1))
      return i - 1;
  return self->n_parts;
}

/* Our rule (V5): what msProbe gives where it has a tag for the slot, and besides the slot as it is,
 * at any depth, the single words, and a parameter gradient's class and parameter apart. */
static void
add_as_rules_say (Tagger *self)
{
  guint slot = find_slot (self);

  if (slot == self->n_parts)
    {
      add_as_msprobe (self);
      slot = self->n_parts - 1;
    }
  add_all (self, slot);
}

/* Tags of a dump target (formats.md 3.5; rules.md V5 unless compat); calls add once for each. */
void
ts_dump_tags (const char *target_name, gboolean compat, TsTagFunc add, gpointer data)
{
  g_auto (GStrv) parts = g_strsplit (target_name, ".", -1);
  guint n_parts = g_strv_length (parts);
  g_autofree char **path = g_new (char *, n_parts + 1);
  Tagger self = { .parts = parts, .n_parts = n_parts, .path = path, .words = !compat };

  if (n_parts == 0)
    return;
  tag_set_init (&self.tags, add, data);
  if (compat)
    add_as_msprobe (&self);
  else
    add_as_rules_say (&self);
  tag_set_clear (&self.tags);
}

/* ---- monitors ---- */

/* Tags of a monitor target (formats.md 3.6): every word is a module tag, every number after a word
 * makes a layer tag with it. */
void
ts_monitor_tags (const char *target_name, TsTagFunc add, gpointer data)
{
  g_auto (GStrv) parts = g_strsplit (target_name, ".", -1);
  TagSet tags;

  tag_set_init (&tags, add, data);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!is_all_digits (parts[i]))
      tag_set_add (&tags, parts[i], "module");
    else if (i > 0 && !is_all_digits (parts[i - 1]))
      tag_set_add_joined (&tags, parts, i - 1, i + 1, "layer");
  tag_set_clear (&tags);
}
