/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/string-table.h"

#include "ingest/target-table.h"

#include <string.h>

#define FIRST_N_BITS 8

typedef struct
{
  const char *text;
  guint32 length;
  guint32 hash;
} Entry;

struct _TsStringTable
{
  GArray *entries;
  GStringChunk *chunk;
  guint32 *slots; /* entry number + 1, 0: free */
  guint n_bits;
  gsize n_chars;
};

TsStringTable *
ts_string_table_new (void)
{
  TsStringTable *self = g_new0 (TsStringTable, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->chunk = g_string_chunk_new (16 * 1024);
  self->n_bits = FIRST_N_BITS;
  self->slots = g_new0 (guint32, 1u << self->n_bits);
  return self;
}

void
ts_string_table_free (TsStringTable *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->entries);
  g_string_chunk_free (self->chunk);
  g_free (self->slots);
  g_free (self);
}

/* The slot that holds text, or the free one where it belongs. */
static guint32
find_slot (const TsStringTable *self, guint32 hash, const char *text, gsize length)
{
  guint32 mask = (1u << self->n_bits) - 1;
  guint32 slot = hash & mask;

  for (; self->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, self->slots[slot] - 1);

      if (entry->hash == hash && entry->length == length && memcmp (entry->text, text, length) == 0)
        break;
    }
  return slot;
}

static void
grow (TsStringTable *self)
{
  guint32 mask;

  self->n_bits++;
  mask = (1u << self->n_bits) - 1;
  g_free (self->slots);
  self->slots = g_new0 (guint32, 1u << self->n_bits);
  for (guint i = 0; i < self->entries->len; i++)
    {
      guint32 slot = g_array_index (self->entries, Entry, i).hash & mask;

      while (self->slots[slot] != 0)
        slot = (slot + 1) & mask;
      self->slots[slot] = i + 1;
    }
}

gint32
ts_string_table_add (TsStringTable *self, const char *text, gsize length)
{
  guint32 hash = ts_target_table_hash (text, length, 0, 0);
  guint32 slot = find_slot (self, hash, text, length);
  Entry entry = { NULL, (guint32) length, hash };

  if (self->slots[slot] != 0)
    return (gint32) self->slots[slot] - 1;
  entry.text = g_string_chunk_insert_len (self->chunk, text, (gssize) length);
  g_array_append_val (self->entries, entry);
  self->slots[slot] = self->entries->len;
  self->n_chars += length + 1;
  if (self->entries->len * 2 > 1u << self->n_bits)
    grow (self);
  return (gint32) self->entries->len - 1;
}

gint32
ts_string_table_find (const TsStringTable *self, const char *text, gsize length)
{
  guint32 hash = ts_target_table_hash (text, length, 0, 0);

  return (gint32) self->slots[find_slot (self, hash, text, length)] - 1;
}

const char *
ts_string_table_get (const TsStringTable *self, gint32 i, gsize *length)
{
  const Entry *entry = &g_array_index (self->entries, Entry, i);

  if (length != NULL)
    *length = entry->length;
  return entry->text;
}

gsize
ts_string_table_get_bytes (const TsStringTable *self)
{
  return self->n_chars + self->entries->len * sizeof (Entry)
         + ((gsize) sizeof (guint32) << self->n_bits);
}
