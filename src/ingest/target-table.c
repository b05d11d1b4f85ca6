/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/target-table.h"

#include <string.h>

#define BLOCK_SIZE   (16 * 1024)
#define FIRST_N_BITS 8
/* A table so large that the same names come again and again, in other micro-steps or chunks. */
#define MANY          4096
#define N_RECENT_BITS 14

typedef struct
{
  TsBatchTarget target;
  guint32 hash;
  guint32 name_length;
} Entry;

struct _TsTargetTable
{
  Entry *entries;
  guint n_entries, n_allocated;
  guint32 *slots; /* entry number + 1, 0: free */
  guint n_bits;
  guint32 *recent; /* by the name's hash: the entry number + 1 that last had it; NULL: not yet */
  GPtrArray *blocks;
  char *block; /* the unused end of the last block */
  gsize block_left;
  gsize bytes;
};

TsTargetTable *
ts_target_table_new (void)
{
  TsTargetTable *self = g_new0 (TsTargetTable, 1);

  self->n_bits = FIRST_N_BITS;
  self->slots = g_new0 (guint32, 1u << self->n_bits);
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->bytes = sizeof *self + sizeof (guint32) * (1u << self->n_bits);
  return self;
}

void
ts_target_table_free (TsTargetTable *self)
{
  if (self == NULL)
    return;
  g_free (self->entries);
  g_free (self->slots);
  g_free (self->recent);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

static inline guint64
mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

/* Eight bytes at a time: names are 40 to 100 bytes long. */
guint32
ts_target_table_hash (const char *name, gsize name_length, gint32 vpp_stage, gint32 micro_step)
{
  guint64 hash = mix (name_length, ((guint64) (guint32) vpp_stage << 32) | (guint32) micro_step);
  guint64 word;

  for (; name_length >= sizeof word; name += sizeof word, name_length -= sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = mix (hash, word);
    }
  word = 0;
  memcpy (&word, name, name_length);
  hash = mix (hash, word);
  return (guint32) (hash ^ (hash >> 32));
}

static char *
store_string (TsTargetTable *self, const char *text, gsize length)
{
  char *copy;

  if (length + 1 > self->block_left)
    {
      gsize size = MAX (BLOCK_SIZE, length + 1);
      self->block = g_malloc (size);
      self->block_left = size;
      self->bytes += size;
      g_ptr_array_add (self->blocks, self->block);
    }
  copy = self->block;
  memcpy (copy, text, length);
  copy[length] = '\0';
  self->block += length + 1;
  self->block_left -= length + 1;
  return copy;
}

/* The name of the entry that was just appended; shared with another one if that is easily found. */
static const char *
store_name (TsTargetTable *self, const char *name, gsize length)
{
  guint32 slot;
  const Entry *other;

  if (self->n_entries <= MANY)
    return store_string (self, name, length);
  if (self->recent == NULL)
    {
      self->recent = g_new0 (guint32, 1u << N_RECENT_BITS);
      self->bytes += sizeof (guint32) << N_RECENT_BITS;
    }
  slot = ts_target_table_hash (name, length, 0, 0) & ((1u << N_RECENT_BITS) - 1);
  other = self->recent[slot] == 0 ? NULL : &self->entries[self->recent[slot] - 1];
  if (other != NULL && other->name_length == length
      && memcmp (other->target.name, name, length) == 0)
    return other->target.name;
  self->recent[slot] = self->n_entries;
  return store_string (self, name, length);
}

/* dtype and shape repeat from one target to the next. */
static const char *
store_repeating (TsTargetTable *self, const char *text, const char *previous)
{
  if (text == NULL)
    return NULL;
  if (previous != NULL && strcmp (text, previous) == 0)
    return previous;
  return store_string (self, text, strlen (text));
}

static void
grow_slots (TsTargetTable *self)
{
  guint32 mask;

  self->bytes += sizeof (guint32) * (1u << self->n_bits);
  self->n_bits++;
  mask = (1u << self->n_bits) - 1;
  g_free (self->slots);
  self->slots = g_new0 (guint32, (gsize) mask + 1);
  for (guint i = 0; i < self->n_entries; i++)
    {
      guint32 slot = self->entries[i].hash & mask;
      while (self->slots[slot] != 0)
        slot = (slot + 1) & mask;
      self->slots[slot] = i + 1;
    }
}

static gboolean
is_entry (const Entry *entry,
          guint32 hash,
          const char *name,
          gsize name_length,
          gint32 vpp_stage,
          gint32 micro_step)
{
  return entry->hash == hash && entry->name_length == name_length
         && entry->target.vpp_stage == vpp_stage && entry->target.micro_step == micro_step
         && memcmp (entry->target.name, name, name_length) == 0;
}

static Entry *
append_entry (TsTargetTable *self)
{
  if (self->n_entries == self->n_allocated)
    {
      guint n = MAX (64, self->n_allocated * 2);
      self->entries = g_renew (Entry, self->entries, n);
      self->bytes += sizeof (Entry) * (n - self->n_allocated);
      self->n_allocated = n;
    }
  return &self->entries[self->n_entries++];
}

static void
fill_in (TsTargetTable *self, TsBatchTarget *target, const char *dtype, const char *shape)
{
  if (target->dtype == NULL)
    target->dtype = store_repeating (self, dtype, NULL);
  if (target->shape == NULL)
    target->shape = store_repeating (self, shape, NULL);
}

guint32
ts_target_table_intern (TsTargetTable *self,
                        guint32 hash,
                        const char *name,
                        gsize name_length,
                        gint32 vpp_stage,
                        gint32 micro_step,
                        const char *dtype,
                        const char *shape)
{
  guint32 mask = (1u << self->n_bits) - 1;
  guint32 slot = hash & mask;
  const TsBatchTarget *previous;
  Entry *entry;

  for (; self->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      entry = &self->entries[self->slots[slot] - 1];
      if (is_entry (entry, hash, name, name_length, vpp_stage, micro_step))
        {
          if (G_UNLIKELY (entry->target.dtype == NULL || entry->target.shape == NULL))
            fill_in (self, &entry->target, dtype, shape);
          return self->slots[slot] - 1;
        }
    }

  entry = append_entry (self);
  previous = self->n_entries > 1 ? &entry[-1].target : NULL;
  entry->hash = hash;
  entry->name_length = (guint32) name_length;
  entry->target.name = store_name (self, name, name_length);
  entry->target.vpp_stage = vpp_stage;
  entry->target.micro_step = micro_step;
  entry->target.dtype = store_repeating (self, dtype, previous ? previous->dtype : NULL);
  entry->target.shape = store_repeating (self, shape, previous ? previous->shape : NULL);
  self->slots[slot] = self->n_entries;
  if (self->n_entries * 2 > mask)
    grow_slots (self);
  return self->n_entries - 1;
}

guint
ts_target_table_get_size (const TsTargetTable *self)
{
  return self->n_entries;
}

const TsBatchTarget *
ts_target_table_get (const TsTargetTable *self, guint i)
{
  g_return_val_if_fail (i < self->n_entries, NULL);
  return &self->entries[i].target;
}

gsize
ts_target_table_get_name_length (const TsTargetTable *self, guint i)
{
  g_return_val_if_fail (i < self->n_entries, 0);
  return self->entries[i].name_length;
}

guint32
ts_target_table_get_hash (const TsTargetTable *self, guint i)
{
  g_return_val_if_fail (i < self->n_entries, 0);
  return self->entries[i].hash;
}

gsize
ts_target_table_get_bytes (const TsTargetTable *self)
{
  return self->bytes;
}
