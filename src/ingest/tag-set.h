/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"

G_BEGIN_DECLS

/* Passes each (name, category) on once: a name like "layers.0.mlp.layers.1" has its words several
 * times. For one target; lives on the stack. */
typedef struct
{
  TsTagFunc add;
  gpointer data;
  GHashTable *seen;
} TsTagSet;

void ts_tag_set_init (TsTagSet *self, TsTagFunc add, gpointer data);
void ts_tag_set_clear (TsTagSet *self);
void ts_tag_set_add (TsTagSet *self, const char *name, const char *category);
/* parts[first] … parts[last - 1], joined by dots; nothing when the range is empty. */
void ts_tag_set_add_joined (
    TsTagSet *self, char *const *parts, guint first, guint last, const char *category);

/* Only ASCII digits, at least one. */
gboolean ts_is_all_digits (const char *text);

G_END_DECLS
