/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/name-table.h"

#include "ingest/text/string-append.h"
#include "ingest/dump/string-table.h"

#include <string.h>

#define FIRST_N_BITS 8
/* Stands in a pattern for a number that is not at the end; names that hold it themselves have no
 * number. */
#define PLACE '\1'
/* Names that are longer have no number either. */
#define MAX_PATTERN 1024
#define MAX_DIGITS  9 /* of a number, to fit into 31 bits */
#define NO_NUMBER   (-1)

typedef struct
{
  gint32 pattern; /* the name, with PLACE for its last number or without it at the end */
  gint32 number;  /* or NO_NUMBER: the pattern is the name */
} Entry;

struct _TsNameTable
{
  TsStringTable *patterns;
  GArray *entries;
  guint32 *slots; /* entry number + 1, 0: free */
  guint n_bits;
};

TsNameTable *
ts_name_table_new (void)
{
  TsNameTable *self = g_new0 (TsNameTable, 1);

  self->patterns = ts_string_table_new ();
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->n_bits = FIRST_N_BITS;
  self->slots = g_new0 (guint32, 1u << self->n_bits);
  return self;
}

void
ts_name_table_free (TsNameTable *self)
{
  if (self == NULL)
    return;
  ts_string_table_free (self->patterns);
  g_array_unref (self->entries);
  g_free (self->slots);
  g_free (self);
}

/* ---- names and patterns ---- */

/* Whether text is a number that comes out the same when it is printed. */
static gboolean
read_number (const char *text, gsize length, gint32 *number)
{
  gint32 value = 0;

  if (length == 0 || length > MAX_DIGITS || (text[0] == '0' && length > 1))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      value = value * 10 + (text[i] - '0');
    }
  *number = value;
  return TRUE;
}

typedef struct
{
  gsize start, end; /* of the number in the name */
  gint32 number;
} Number;

/* The last component that is a number. */
static gboolean
find_number (const char *name, gsize length, Number *found)
{
  for (gsize end = length;;)
    {
      const char *dot = end > 0 ? memrchr (name, '.', end) : NULL;
      gsize start = dot == NULL ? 0 : (gsize) (dot + 1 - name);

      if (read_number (name + start, end - start, &found->number))
        {
          found->start = start;
          found->end = end;
          return TRUE;
        }
      if (dot == NULL)
        return FALSE;
      end = (gsize) (dot - name);
    }
}

/* What a name is kept as. */
typedef struct
{
  const char *pattern; /* the name itself, or buffer */
  gsize length;
  gint32 number;
  char buffer[MAX_PATTERN];
} Split;

static void
split (Split *self, const char *name, gsize length)
{
  Number number;
  gsize rest;

  self->pattern = name;
  self->length = length;
  self->number = NO_NUMBER;
  if (length > MAX_PATTERN || !find_number (name, length, &number)
      || memchr (name, PLACE, length) != NULL)
    return;
  self->number = number.number;
  self->length = number.start;
  rest = length - number.end;
  if (rest == 0) /* as nearly always: nothing to put together */
    return;
  memcpy (self->buffer, name, number.start);
  self->buffer[number.start] = PLACE;
  memcpy (self->buffer + number.start + 1, name + number.end, rest);
  self->pattern = self->buffer;
  self->length = number.start + 1 + rest;
}

/* g_string_append_printf() takes ten times as long. */
static void
append_number (GString *name, gint32 number)
{
  char digits[MAX_DIGITS];
  gsize n = 0;

  do
    digits[MAX_DIGITS - ++n] = (char) ('0' + number % 10);
  while ((number /= 10) > 0 && n < MAX_DIGITS);
  ts_string_append (name, digits + MAX_DIGITS - n, n);
}

void
ts_name_table_get (const TsNameTable *self, gint32 i, GString *name)
{
  const Entry *entry = &g_array_index (self->entries, Entry, i);
  gsize length;
  const char *pattern = ts_string_table_get (self->patterns, entry->pattern, &length);
  const char *place;

  place = entry->number != NO_NUMBER ? memchr (pattern, PLACE, length) : NULL;
  ts_string_set (name, pattern, place != NULL ? (gsize) (place - pattern) : length);
  if (entry->number != NO_NUMBER)
    append_number (name, entry->number);
  if (place != NULL)
    ts_string_append (name, place + 1, length - (gsize) (place + 1 - pattern));
}

/* ---- the table ---- */

static guint32
hash_entry (const Entry *entry)
{
  guint64 word = (guint64) (guint32) entry->pattern << 32 | (guint32) entry->number;

  word *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (word >> 32 ^ word >> 17);
}

/* The slot that holds entry, or the free one where it belongs. */
static guint32
find_slot (const TsNameTable *self, const Entry *entry)
{
  guint32 mask = (1u << self->n_bits) - 1;
  guint32 slot = hash_entry (entry) & mask;

  for (; self->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      const Entry *other = &g_array_index (self->entries, Entry, self->slots[slot] - 1);

      if (other->pattern == entry->pattern && other->number == entry->number)
        break;
    }
  return slot;
}

static void
grow (TsNameTable *self)
{
  self->n_bits++;
  g_free (self->slots);
  self->slots = g_new0 (guint32, (gsize) 1 << self->n_bits);
  for (guint i = 0; i < self->entries->len; i++)
    self->slots[find_slot (self, &g_array_index (self->entries, Entry, i))] = i + 1;
}

gint32
ts_name_table_add (TsNameTable *self, const char *name, gsize length)
{
  Split parts;
  Entry entry;
  guint32 slot;

  split (&parts, name, length);
  entry.pattern = ts_string_table_add (self->patterns, parts.pattern, parts.length);
  entry.number = parts.number;
  slot = find_slot (self, &entry);
  if (self->slots[slot] != 0)
    return (gint32) self->slots[slot] - 1;
  g_array_append_val (self->entries, entry);
  self->slots[slot] = self->entries->len;
  if (self->entries->len * 4ull > 3ull << self->n_bits)
    grow (self);
  return (gint32) self->entries->len - 1;
}

gint32
ts_name_table_find (const TsNameTable *self, const char *name, gsize length)
{
  Split parts;
  Entry entry;

  split (&parts, name, length);
  entry.pattern = ts_string_table_find (self->patterns, parts.pattern, parts.length);
  entry.number = parts.number;
  if (entry.pattern == TS_STRING_NONE)
    return TS_NAME_NONE;
  return (gint32) self->slots[find_slot (self, &entry)] - 1;
}

guint
ts_name_table_get_size (const TsNameTable *self)
{
  return self->entries->len;
}

gsize
ts_name_table_get_bytes (const TsNameTable *self)
{
  return ts_string_table_get_bytes (self->patterns) + self->entries->len * sizeof (Entry)
         + ((gsize) sizeof (guint32) << self->n_bits);
}
