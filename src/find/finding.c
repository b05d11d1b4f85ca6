/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const struct
{
  const char *name, *label;
} rules[TS_N_RULES] = {
  [TS_RULE_NON_FINITE] = { "N", N_ ("Not finite") },
  [TS_RULE_REPLICAS] = { "R", N_ ("Replicas differ") },
  [TS_RULE_PRODUCER] = { "P1", N_ ("One rank against its peers") },
  [TS_RULE_SHIFT] = { "P2", N_ ("Lasting shift of one rank") },
  [TS_RULE_WHOLE_RANK] = { "P", N_ ("A whole rank differs") },
  [TS_RULE_LEVEL] = { "L", N_ ("Whole run at one step") },
  [TS_RULE_DRIFT] = { "D", N_ ("Slow drift") },
  [TS_RULE_STOPPED] = { "S", N_ ("Stopped") },
  [TS_RULE_EVENT] = { "events", N_ ("msProbe’s events") },
  [TS_RULE_TURBULENCE] = { "turbulence", N_ ("Turbulence") },
  [TS_RULE_NAN] = { "nan", N_ ("NaN or above a threshold") },
};

static const struct
{
  const char *name, *label;
} grades[TS_N_GRADES] = {
  [TS_GRADE_ERROR] = { "error", N_ ("Error") },
  [TS_GRADE_WARNING] = { "warning", N_ ("Warning") },
  [TS_GRADE_HINT] = { "hint", N_ ("Hint") },
};

TsFinding *
ts_finding_new (TsRule rule, TsGrade grade, gint64 rank, gint64 step, gint64 order_key)
{
  TsFinding *self = g_new0 (TsFinding, 1);

  self->rule = rule;
  self->grade = grade;
  self->rank = rank;
  self->step = self->last_step = step;
  self->order_key = order_key;
  self->score = self->value = self->expected = NAN;
  self->count = 1;
  return self;
}

TsFinding *
ts_finding_copy (const TsFinding *self)
{
  TsFinding *copy = g_memdup2 (self, sizeof *self);

  copy->stat = g_strdup (self->stat);
  copy->note = g_strdup (self->note);
  return copy;
}

void
ts_finding_free (TsFinding *self)
{
  g_free (self->stat);
  g_free (self->note);
  g_free (self);
}

const char *
ts_rule_to_string (TsRule rule)
{
  return rules[rule].name;
}

gboolean
ts_rule_from_string (const char *text, TsRule *rule)
{
  for (int i = 0; text != NULL && i < TS_N_RULES; i++)
    if (strcmp (rules[i].name, text) == 0)
      {
        *rule = (TsRule) i;
        return TRUE;
      }
  return FALSE;
}

const char *
ts_rule_get_label (TsRule rule)
{
  return _ (rules[rule].label);
}

const char *
ts_grade_to_string (TsGrade grade)
{
  return grades[grade].name;
}

const char *
ts_grade_get_label (TsGrade grade)
{
  return _ (grades[grade].label);
}

TsFindings *
ts_findings_new (void)
{
  TsFindings *self = g_new0 (TsFindings, 1);

  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_finding_free);
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return self;
}

void
ts_findings_free (TsFindings *self)
{
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->groups);
  g_free (self->peers);
  g_free (self);
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Larger first, numbers before none. */
static int
compare_scores (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return ORDER (b, a);
}

/* A rank that differs in half of what it computes, or for that many steps, is what a person looks
 * for among hints. */
#define CLEAR_PART  0.5
#define CLEAR_STEPS 8

/* Among hints: a healthy warm-up drifts too, and has strays of every rule but drift. */
static int
find_weight (const TsFinding *self)
{
  if (self->grade == TS_GRADE_HINT && self->rule == TS_RULE_WHOLE_RANK && self->cause == NULL
      && (self->score >= CLEAR_PART || self->count >= CLEAR_STEPS))
    return 0;
  return self->rule == TS_RULE_DRIFT ? 2 : 1;
}

static int
compare_ranked (gconstpointer pa, gconstpointer pb)
{
  const TsFinding *a = *(TsFinding *const *) pa, *b = *(TsFinding *const *) pb;
  int order = ORDER (a->grade, b->grade);

  if (order == 0)
    order = ORDER (find_weight (a), find_weight (b));
  if (order == 0)
    order = ORDER (a->cause != NULL, b->cause != NULL);
  if (order == 0)
    order = ORDER (a->step, b->step);
  if (order == 0)
    order = ORDER (a->order_key, b->order_key);
  if (order == 0)
    order = compare_scores (a->score, b->score);
  if (order == 0)
    order = ORDER (a->rule, b->rule);
  if (order == 0)
    order = ORDER (a->rank, b->rank);
  if (order == 0)
    order = ORDER (a->metric_id, b->metric_id);
  if (order == 0)
    order = ORDER (a->target_id, b->target_id);
  return order != 0 ? order : g_strcmp0 (a->stat, b->stat);
}

void
ts_findings_rank (TsFindings *self, guint max_findings)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) all = g_steal_pointer (&self->items);
  guint kept[TS_N_RULES] = { 0 };

  g_ptr_array_sort (all, compare_ranked);
  g_ptr_array_set_free_func (all, NULL);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_finding_free);
  for (guint i = 0; i < all->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (all, i);
      if (kept[finding->rule] >= max_findings)
        {
          self->dropped[finding->rule]++;
          ts_finding_free (finding);
          continue;
        }
      kept[finding->rule]++;
      g_ptr_array_add (self->items, finding);
      finding->id = self->items->len;
      g_hash_table_insert (ids, finding, GSIZE_TO_POINTER (finding->id));
    }
  for (guint i = 0; i < self->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (self->items, i);
      finding->cause_id = (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (ids, finding->cause));
      finding->cause = NULL;
    }
}

const TsFinding *
ts_findings_get_first (const TsFindings *self)
{
  const TsFinding *first = self->items->len > 0 ? g_ptr_array_index (self->items, 0) : NULL;

  return first != NULL && first->grade < TS_GRADE_HINT ? first : NULL;
}

guint
ts_findings_count (const TsFindings *self, TsGrade grade)
{
  guint n = 0;

  for (guint i = 0; i < self->items->len; i++)
    n += ((TsFinding *) g_ptr_array_index (self->items, i))->grade == grade;
  return n;
}
