/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "compare/alignment.h"

#include "compare/canonical-name.h"
#include "compare/comparison-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define NO_TARGET G_MAXUINT32

/* --- ranks -------------------------------------------------------------------------------- */

static gboolean
have_same_ranks (const TsCatalog *a, const TsCatalog *b)
{
  return a->ranks->len == b->ranks->len
         && memcmp (a->ranks->data, b->ranks->data, a->ranks->len * sizeof (gint64)) == 0;
}

static gboolean
have_same_sizes (const TsParallelLayout *a, const TsParallelLayout *b)
{
  return a->world_size == b->world_size && a->virtual_stages == b->virtual_stages
         && memcmp (a->sizes, b->sizes, sizeof a->sizes) == 0;
}

/* The rank of layout that has the coordinates that rank has in from. */
static gint64
find_same_place (const TsParallelLayout *from, gint64 rank, const TsParallelLayout *layout)
{
  for (guint r = 0; r < layout->world_size; r++)
    {
      gboolean same = TRUE;
      for (guint d = 0; d < TS_N_PARALLEL_DIMENSIONS && same; d++)
        same = ts_parallel_layout_get_coordinate (from, rank, d)
               == ts_parallel_layout_get_coordinate (layout, r, d);
      if (same)
        return r;
    }
  return -1;
}

static void
add_part (TsAlignedSide *side, const TsParallelLayout *layout, gboolean combined, gint64 rank)
{
  TsAlignedPart part = { .rank = rank };

  if (combined && layout != NULL && rank >= 0 && rank < layout->world_size)
    {
      guint dp = ts_parallel_layout_get_coordinate (layout, rank, TS_PARALLEL_DP);
      guint cp = ts_parallel_layout_get_coordinate (layout, rank, TS_PARALLEL_CP);
      part.row = dp * layout->sizes[TS_PARALLEL_CP] + cp;
      part.stage = ts_parallel_layout_get_coordinate (layout, rank, TS_PARALLEL_PP);
    }
  else if (combined)
    part.row = side->parts->len; /* without a layout every rank has its own share of the batch */
  g_array_append_val (side->parts, part);
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const TsAlignedPart *first = a, *second = b;

  if (first->row != second->row)
    return first->row < second->row ? -1 : 1;
  return first->rank < second->rank ? -1 : first->rank > second->rank;
}

/* All ranks of either run are one rank of the comparison. */
static void
combine_ranks (TsAlignment *self, const TsComparedRun runs[TS_N_SIDES])
{
  TsAlignedRank rank = { 0 };

  self->combined = TRUE;
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      TsAlignedSide *side = &self->sides[s];
      for (guint i = 0; i < side->catalog->ranks->len; i++)
        add_part (side, runs[s].layout, TRUE, g_array_index (side->catalog->ranks, gint64, i));
      g_array_sort (side->parts, compare_parts);
      rank.n[s] = side->parts->len;
      side->n_stages = runs[s].layout != NULL ? runs[s].layout->sizes[TS_PARALLEL_PP] : 1;
    }
  g_array_append_val (self->ranks, rank);
}

/* Rank by rank, by number or by place in equal layouts. */
static void
pair_ranks (TsAlignment *self, const TsComparedRun runs[TS_N_SIDES], gboolean by_place)
{
  const GArray *ranks = self->sides[TS_SIDE_A].catalog->ranks;

  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 a = g_array_index (ranks, gint64, i);
      gint64 b = !by_place || a < 0 || a >= runs[TS_SIDE_A].layout->world_size
                     ? a
                     : find_same_place (runs[TS_SIDE_A].layout, a, runs[TS_SIDE_B].layout);
      TsAlignedRank rank = { .rank = a };
      for (guint s = 0; s < TS_N_SIDES; s++)
        {
          rank.first[s] = self->sides[s].parts->len;
          rank.n[s] = 1;
          add_part (&self->sides[s], NULL, FALSE, s == TS_SIDE_A ? a : b);
        }
      g_array_append_val (self->ranks, rank);
    }
}

static void
align_ranks (TsAlignment *self, const TsComparedRun runs[TS_N_SIDES])
{
  gboolean both = runs[TS_SIDE_A].layout != NULL && runs[TS_SIDE_B].layout != NULL;
  gboolean same = !both || have_same_sizes (runs[TS_SIDE_A].layout, runs[TS_SIDE_B].layout);

  if (same && have_same_ranks (runs[TS_SIDE_A].catalog, runs[TS_SIDE_B].catalog))
    pair_ranks (self, runs, both);
  else
    combine_ranks (self, runs);
}

/* --- steps -------------------------------------------------------------------------------- */

typedef struct
{
  gint64 train_step, micro_step;
  gint64 step; /* global, of its run */
  TsSide side;
} StepOfSide;

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const StepOfSide *first = a, *second = b;

  if (first->train_step != second->train_step)
    return first->train_step < second->train_step ? -1 : 1;
  if (first->micro_step != second->micro_step)
    return first->micro_step < second->micro_step ? -1 : 1;
  return (int) first->side - (int) second->side;
}

static GArray *
list_steps (const TsComparedRun runs[TS_N_SIDES])
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (StepOfSide));

  for (guint s = 0; s < TS_N_SIDES; s++)
    for (guint i = 0; i < runs[s].catalog->steps->len; i++)
      {
        const TsCatalogStep *step = g_ptr_array_index (runs[s].catalog->steps, i);
        StepOfSide entry = { .micro_step = step->micro_step, .step = step->step, .side = s };
        if (!__builtin_add_overflow (step->train_step, runs[s].step_offset, &entry.train_step))
          g_array_append_val (steps, entry);
      }
  g_array_sort (steps, compare_steps);
  return steps;
}

/* Whether a training step that both have is cut into different numbers of micro-steps. */
static gboolean
differ_in_micro_steps (const GArray *steps)
{
  for (guint i = 0, n[TS_N_SIDES]; i < steps->len;)
    {
      gint64 train_step = g_array_index (steps, StepOfSide, i).train_step;
      n[TS_SIDE_A] = n[TS_SIDE_B] = 0;
      for (; i < steps->len && g_array_index (steps, StepOfSide, i).train_step == train_step; i++)
        n[g_array_index (steps, StepOfSide, i).side]++;
      if (n[TS_SIDE_A] > 0 && n[TS_SIDE_B] > 0 && n[TS_SIDE_A] != n[TS_SIDE_B])
        return TRUE;
    }
  return FALSE;
}

static void
align_steps (TsAlignment *self, const TsComparedRun runs[TS_N_SIDES])
{
  g_autoptr (GArray) steps = list_steps (runs);

  self->combined_micro_steps = differ_in_micro_steps (steps);
  for (guint i = 0; i < steps->len; i++)
    {
      const StepOfSide *entry = &g_array_index (steps, StepOfSide, i);
      TsAlignedStep *last = self->steps->len > 0
                                ? &g_array_index (self->steps, TsAlignedStep, self->steps->len - 1)
                                : NULL;
      if (last == NULL || last->train_step != entry->train_step
          || (!self->combined_micro_steps && last->micro_step != entry->micro_step))
        {
          TsAlignedStep step = { .train_step = entry->train_step,
                                 .micro_step = self->combined_micro_steps ? 0 : entry->micro_step };
          for (guint s = 0; s < TS_N_SIDES; s++)
            step.first[s] = self->sides[s].steps->len;
          g_array_append_val (self->steps, step);
          last = &g_array_index (self->steps, TsAlignedStep, self->steps->len - 1);
        }
      last->n[entry->side]++;
      g_array_append_val (self->sides[entry->side].steps, entry->step);
    }
}

static gboolean
has_common_step (const TsAlignment *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const TsAlignedStep *step = &g_array_index (self->steps, TsAlignedStep, i);
      if (step->n[TS_SIDE_A] > 0 && step->n[TS_SIDE_B] > 0)
        return TRUE;
    }
  return FALSE;
}

/* --- targets ------------------------------------------------------------------------------ */

/* What tells targets apart: the name, the call, and the virtual stage where layers are not numbered
 * through. */
static char *
make_key (const char *name, const TsCatalogTarget *target, gboolean numbered)
{
  return g_strdup_printf ("%d %d %s", numbered ? 0 : target->vpp_stage, target->micro_step, name);
}

static char *
make_canonical (const TsCatalogTarget *target, const TsComparedRun *run, guint stage)
{
  g_autoptr (GString) name = g_string_new (target->name);
  guint first_layer = 0;

  ts_mapping_apply (run->mapping, name);
  if (run->layout != NULL && target->vpp_stage >= 0
      && (guint) target->vpp_stage < run->layout->virtual_stages)
    {
      const TsLayerSpan *span
          = ts_parallel_layout_get_position_span (run->layout, stage, target->vpp_stage);
      first_layer = span->first > 0 ? span->first - 1 : 0;
    }
  return ts_canonical_name (name->str, first_layer);
}

/* A side's entries: one per stage and target, each with both keys. */
typedef struct
{
  char *canonical, *key, *bare_key;
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *self = data;

  g_free (self->canonical);
  g_free (self->key);
  g_free (self->bare_key);
}

static GArray *
list_entries (const TsAlignedSide *side, const TsComparedRun *run, gboolean numbered)
{
  const TsComparedRun plain = { run->catalog, run->mapping, NULL, 0 };
  guint n = side->catalog->targets->len;
  GArray *entries = g_array_sized_new (FALSE, TRUE, sizeof (Entry), n * side->n_stages);

  g_array_set_clear_func (entries, entry_clear);
  for (guint i = 0; i < n * side->n_stages; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (side->catalog->targets, i % n);
      Entry entry = { .canonical = make_canonical (target, numbered ? run : &plain, i / n) };
      g_autofree char *bare = ts_canonical_name_drop_class (entry.canonical);
      entry.key = make_key (entry.canonical, target, numbered);
      entry.bare_key = make_key (bare, target, numbered);
      g_array_append_val (entries, entry);
    }
  return entries;
}

/* Bare key -> key; "" where several differ in the class alone. */
static GHashTable *
index_bare_keys (const GArray *entries)
{
  GHashTable *full_of_bare = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      const char *known = g_hash_table_lookup (full_of_bare, entry->bare_key);
      if (known == NULL)
        g_hash_table_insert (full_of_bare, entry->bare_key, entry->key);
      else if (strcmp (known, entry->key) != 0)
        g_hash_table_insert (full_of_bare, entry->bare_key, (gpointer) "");
    }
  return full_of_bare;
}

typedef struct
{
  TsAlignment *alignment;
  GArray *entries[TS_N_SIDES];
  GHashTable *bare[TS_N_SIDES];
  gboolean numbered;  /* layers are numbered through the stages of either run */
  GHashTable *by_key; /* key of A or of only B -> aligned target + 1 */
} TargetJoin;

static guint32
add_target (TargetJoin *join, const Entry *entry, const TsCatalogTarget *target)
{
  GArray *targets = join->alignment->targets;
  /* One name stands for different layers on different pipeline stages. */
  TsAlignedTarget aligned = { .name = g_strdup (join->numbered ? entry->canonical : target->name),
                              .canonical = g_strdup (entry->canonical),
                              .vpp_stage = join->numbered ? 0 : target->vpp_stage,
                              .micro_step = target->micro_step };

  g_array_append_val (targets, aligned);
  g_hash_table_insert (join->by_key, entry->key, GUINT_TO_POINTER (targets->len));
  return targets->len - 1;
}

/* The target that entry of a side is, by its name, or without the class where that is plain on both
 * sides. */
static guint32
find_target (const TargetJoin *join, TsSide side, const Entry *entry)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (join->by_key, entry->key));
  const char *own, *other;

  if (found > 0 || side == TS_SIDE_A)
    return found - 1;
  own = g_hash_table_lookup (join->bare[TS_SIDE_B], entry->bare_key);
  other = g_hash_table_lookup (join->bare[TS_SIDE_A], entry->bare_key);
  if (own == NULL || other == NULL || *own == '\0' || *other == '\0')
    return NO_TARGET;
  return GPOINTER_TO_UINT (g_hash_table_lookup (join->by_key, other)) - 1;
}

static void
join_side (TargetJoin *join, TsSide s)
{
  TsAlignedSide *side = &join->alignment->sides[s];
  guint n = side->catalog->targets->len;

  side->targets = g_new (guint32, MAX (join->entries[s]->len, 1));
  for (guint i = 0; i < join->entries[s]->len; i++)
    {
      const Entry *entry = &g_array_index (join->entries[s], Entry, i);
      const TsCatalogTarget *target = g_ptr_array_index (side->catalog->targets, i % n);
      guint32 place = find_target (join, s, entry);
      TsAlignedTarget *aligned;
      if (place == NO_TARGET)
        place = add_target (join, entry, target);
      side->targets[i] = place;
      aligned = &g_array_index (join->alignment->targets, TsAlignedTarget, place);
      aligned->n_ids[s]++;
      if (aligned->dtypes[s] == NULL)
        aligned->dtypes[s] = target->dtype;
      if (aligned->shape == NULL)
        aligned->shape = target->shape;
    }
}

static void
count_targets (TsAlignment *self)
{
  for (guint i = 0; i < self->targets->len; i++)
    {
      const TsAlignedTarget *target = &g_array_index (self->targets, TsAlignedTarget, i);
      if (target->n_ids[TS_SIDE_A] > 0 && target->n_ids[TS_SIDE_B] > 0)
        self->n_matched++;
      else
        self->n_only[target->n_ids[TS_SIDE_A] > 0 ? TS_SIDE_A : TS_SIDE_B]++;
    }
}

static void
align_targets (TsAlignment *self, const TsComparedRun runs[TS_N_SIDES])
{
  TargetJoin join = { .alignment = self, .by_key = g_hash_table_new (g_str_hash, g_str_equal) };

  join.numbered
      = self->combined && (runs[TS_SIDE_A].layout != NULL || runs[TS_SIDE_B].layout != NULL);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      join.entries[s]
          = list_entries (&self->sides[s], &runs[s], self->combined && runs[s].layout != NULL);
      join.bare[s] = index_bare_keys (join.entries[s]);
    }
  for (guint s = 0; s < TS_N_SIDES; s++)
    join_side (&join, s);
  count_targets (self);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_hash_table_unref (join.bare[s]);
      g_array_unref (join.entries[s]);
    }
  g_hash_table_unref (join.by_key);
}

/* --- metrics and statistics --------------------------------------------------------------- */

static guint
find_or_add (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (names, i), name) == 0)
      return i;
  g_ptr_array_add (names, g_strdup (name));
  return names->len - 1;
}

static void
align_metrics (TsAlignment *self)
{
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      TsAlignedSide *side = &self->sides[s];
      side->metrics = g_hash_table_new (g_int64_hash, g_int64_equal);
      for (guint i = 0; i < side->catalog->metrics->len; i++)
        {
          TsCatalogMetric *metric = g_ptr_array_index (side->catalog->metrics, i);
          guint place = find_or_add (self->metrics, metric->name);
          g_hash_table_insert (side->metrics, &metric->id, GUINT_TO_POINTER (place + 1));
        }
      side->stats = g_new (int, MAX (g_strv_length (side->catalog->stats), 1));
      for (guint i = 0; side->catalog->stats[i] != NULL; i++)
        side->stats[i] = find_or_add (self->stats, side->catalog->stats[i]);
    }
}

static gboolean
has_common_metric (const TsAlignment *self)
{
  return self->metrics->len < self->sides[TS_SIDE_A].catalog->metrics->len
                                  + self->sides[TS_SIDE_B].catalog->metrics->len;
}

/* --- the whole ---------------------------------------------------------------------------- */

static gboolean
check_comparable (const TsAlignment *self, GError **error)
{
  const TsCatalog *a = self->sides[TS_SIDE_A].catalog, *b = self->sides[TS_SIDE_B].catalog;
  g_autofree char *name_a = g_filename_display_basename (a->path);
  g_autofree char *name_b = g_filename_display_basename (b->path);

  if (!has_common_metric (self))
    g_set_error (error, TS_COMPARISON_ERROR, TS_COMPARISON_ERROR_NOT_COMPARABLE,
                 _ ("“%s” and “%s” have no metric in common. Compare dump data with dump data, and "
                    "monitor data with monitor data."),
                 name_a, name_b);
  else if (!has_common_step (self))
    g_set_error (error, TS_COMPARISON_ERROR, TS_COMPARISON_ERROR_NOT_COMPARABLE,
                 _ ("“%s” and “%s” have no training step in common. An offset can shift the steps "
                    "of the second one."),
                 name_a, name_b);
  else
    return TRUE;
  return FALSE;
}

static void
aligned_target_clear (gpointer data)
{
  TsAlignedTarget *self = data;

  g_free (self->name);
  g_free (self->canonical);
}

TsAlignment *
ts_alignment_new (const TsComparedRun runs[TS_N_SIDES], GCancellable *cancellable, GError **error)
{
  g_autoptr (TsAlignment) self = g_new0 (TsAlignment, 1);

  self->targets = g_array_new (FALSE, FALSE, sizeof (TsAlignedTarget));
  g_array_set_clear_func (self->targets, aligned_target_clear);
  self->steps = g_array_new (FALSE, FALSE, sizeof (TsAlignedStep));
  self->ranks = g_array_new (FALSE, FALSE, sizeof (TsAlignedRank));
  self->metrics = g_ptr_array_new_with_free_func (g_free);
  self->stats = g_ptr_array_new_with_free_func (g_free);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      self->sides[s].catalog = ts_catalog_ref (runs[s].catalog);
      self->sides[s].steps = g_array_new (FALSE, FALSE, sizeof (gint64));
      self->sides[s].parts = g_array_new (FALSE, FALSE, sizeof (TsAlignedPart));
      self->sides[s].n_stages = 1;
    }
  align_metrics (self);
  align_steps (self, runs);
  if (!check_comparable (self, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  align_ranks (self, runs);
  align_targets (self, runs);
  return g_steal_pointer (&self);
}

void
ts_alignment_free (TsAlignment *self)
{
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      TsAlignedSide *side = &self->sides[s];
      g_clear_pointer (&side->metrics, g_hash_table_unref);
      g_array_unref (side->steps);
      g_array_unref (side->parts);
      g_free (side->targets);
      g_free (side->stats);
      ts_catalog_unref (side->catalog);
    }
  g_array_unref (self->targets);
  g_array_unref (self->steps);
  g_array_unref (self->ranks);
  g_ptr_array_unref (self->metrics);
  g_ptr_array_unref (self->stats);
  g_free (self);
}

GPtrArray *
ts_alignment_dup_unmatched (const TsAlignment *self, TsSide side, guint max)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->targets->len && names->len < max; i++)
    {
      const TsAlignedTarget *target = &g_array_index (self->targets, TsAlignedTarget, i);
      if (target->n_ids[side] > 0 && target->n_ids[TS_SIDE_A + TS_SIDE_B - side] == 0)
        g_ptr_array_add (names, g_strdup (target->name));
    }
  return names;
}
