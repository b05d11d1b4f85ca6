/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog.h"

#include <string.h>

/* A name filter, ready to be applied: a name passes when it contains text, or when it matches
 * pattern. */
typedef struct
{
  char *text; /* case-folded; NULL: everything passes */
  GRegex *pattern;
} NameFilter;

static void
name_filter_init (NameFilter *self, const char *filter)
{
  g_autofree char *valid = NULL;

  *self = (NameFilter){ 0 };
  if (filter == NULL || filter[0] == '\0')
    return;
  valid = g_utf8_make_valid (filter, -1);
  self->text = g_utf8_casefold (valid, -1);
  /* A dot alone makes no pattern: "layers.1" is meant as it stands. */
  if (strpbrk (valid, "\\^$*+?()[]{}|") != NULL)
    self->pattern = g_regex_new (valid, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL);
}

static void
name_filter_clear (NameFilter *self)
{
  g_free (self->text);
  g_clear_pointer (&self->pattern, g_regex_unref);
}

static gboolean
name_filter_passes (const NameFilter *self, const char *name)
{
  g_autofree char *folded = NULL;

  if (self->text == NULL)
    return TRUE;
  folded = g_utf8_casefold (name, -1);
  return strstr (folded, self->text) != NULL
         || (self->pattern != NULL && g_regex_match (self->pattern, name, 0, NULL));
}

static const TsCatalogTag *
find_tag (const TsCatalog *self, const TsTag *tag)
{
  for (guint i = 0; i < self->tags->len; i++)
    {
      const TsCatalogTag *known = g_ptr_array_index (self->tags, i);
      if (ts_tag_equal (&known->tag, tag))
        return known;
    }
  return NULL;
}

/* The catalog's tags that the selection names. A tag that the database does not have passes no
 * target: FALSE. */
static gboolean
resolve_tags (const TsCatalog *self, const GPtrArray *wanted, GPtrArray *tags)
{
  for (guint i = 0; i < wanted->len; i++)
    {
      const TsCatalogTag *tag = find_tag (self, g_ptr_array_index (wanted, i));
      if (tag == NULL)
        return FALSE;
      g_ptr_array_add (tags, (gpointer) tag);
    }
  return TRUE;
}

static gboolean
has_all_tags (const TsCatalogTarget *target, const GPtrArray *tags)
{
  for (guint i = 0; i < tags->len; i++)
    {
      const TsCatalogTag *tag = g_ptr_array_index (tags, i);
      if (!g_hash_table_contains (tag->targets, &target->id))
        return FALSE;
    }
  return TRUE;
}

static GPtrArray *
filter_targets (const TsCatalog *self, const TsSelection *selection, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  NameFilter filter;

  if (!resolve_tags (self, selection->tags, tags))
    return g_steal_pointer (&targets);
  name_filter_init (&filter, selection->name_filter);
  for (guint i = 0; i < self->network->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TsCatalogTarget *target = g_ptr_array_index (self->network, i);
      if (has_all_tags (target, tags) && name_filter_passes (&filter, target->label))
        g_ptr_array_add (targets, target);
    }
  name_filter_clear (&filter);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&targets);
}

static gboolean
filters_equal (const TsSelection *a, const TsSelection *b)
{
  if (g_strcmp0 (a->name_filter, b->name_filter) != 0 || a->tags->len != b->tags->len)
    return FALSE;
  for (guint i = 0; i < a->tags->len; i++)
    if (!ts_tag_equal (g_ptr_array_index (a->tags, i), g_ptr_array_index (b->tags, i)))
      return FALSE;
  return TRUE;
}

GPtrArray *
ts_catalog_filter_targets (TsCatalog *self, const TsSelection *selection, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) targets = NULL;

  g_mutex_lock (&self->filter_lock);
  if (self->filter != NULL && filters_equal (self->filter, selection))
    targets = g_ptr_array_ref (self->filtered);
  g_mutex_unlock (&self->filter_lock);
  if (targets != NULL)
    return g_steal_pointer (&targets);
  targets = filter_targets (self, selection, cancellable);
  if (targets == NULL)
    return NULL;
  g_mutex_lock (&self->filter_lock);
  g_clear_pointer (&self->filter, ts_selection_free);
  g_clear_pointer (&self->filtered, g_ptr_array_unref);
  self->filter = ts_selection_copy (selection);
  self->filtered = g_ptr_array_ref (targets);
  g_mutex_unlock (&self->filter_lock);
  return g_steal_pointer (&targets);
}
