/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/finding-text.h"
#include "find/finding-why.h"
#include "model/cell-state.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

static void
row_free (gpointer data)
{
  TsWhyRow *self = data;

  g_free (self->label);
  g_free (self->value);
  g_free (self);
}

/* Takes both texts. */
static void
add_row (GPtrArray *rows, char *label, char *value, gboolean is_fault)
{
  TsWhyRow *row = g_new (TsWhyRow, 1);

  *row = (TsWhyRow){ label, value, is_fault };
  g_ptr_array_add (rows, row);
}

static char *
dup_cell (double value, guint8 state)
{
  switch (ts_cell_state (state))
    {
    case TS_CELL_NUMBER:
      return ts_format_short (value, 5);
    case TS_CELL_NAN:
      return g_strdup ("NaN");
    case TS_CELL_POS_INF:
      return g_strdup ("+Inf");
    case TS_CELL_NEG_INF:
      return g_strdup ("−Inf");
    case TS_CELL_NULL:
      return g_strdup (_ ("without a value"));
    case TS_CELL_MISSING:
    default:
      return g_strdup (_ ("missing"));
    }
}

static char *
dup_expected (const TsFindingWhy *self, const TsWhyPoint *onset)
{
  g_autofree char *median = ts_format_short (onset->median, 4);
  g_autofree char *spread = ts_format_short (100 * self->spread, 2);

  return g_strdup_printf ("%s ± %s %%", median, spread);
}

static void
add_z (GPtrArray *rows, const char *label, double z, gboolean is_fault)
{
  if (!isnan (z))
    add_row (rows, g_strdup (label), ts_format_short (z, 3), is_fault);
}

static void
add_input (GPtrArray *rows, const TsFindingWhy *self)
{
  if (self->input_name != NULL)
    add_row (rows, g_strdup (_ ("Input")), dup_cell (self->input, self->input_state), FALSE);
}

static void
add_expected (GPtrArray *rows, const TsFindingWhy *self, const TsWhyPoint *onset)
{
  if (self->from == TS_WHY_ALONE || isnan (onset->median))
    return;
  if (self->from == TS_WHY_BEFORE)
    add_row (rows, g_strdup (_ ("Last 32 steps")), dup_expected (self, onset), FALSE);
  else
    add_row (rows,
             g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Median of %u peer",
                                           "Median of %u peers", self->n_peers),
                              self->n_peers),
             dup_expected (self, onset), FALSE);
}

static char *
dup_kind (const TsFindingWhy *self)
{
  g_autofree char *shape = self->shape != NULL ? g_strdup (self->shape) : NULL;

  if (self->dtype == NULL || shape == NULL)
    return g_strdup (self->dtype != NULL ? self->dtype : shape);
  return g_strdup_printf ("%s %s", self->dtype, shape);
}

GPtrArray *
ts_finding_why_dup_rows (const TsFindingWhy *self, const TsFinding *finding)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);
  const TsWhyPoint *onset
      = self->onset >= 0 ? &g_array_index (self->points, TsWhyPoint, self->onset) : NULL;
  /* Translators: %s is a statistic, as norm. */
  g_autofree char *z_of_output
      = g_strdup_printf (_ ("z of the output (%s)"), self->stat != NULL ? self->stat : "");

  if (onset != NULL)
    {
      add_input (rows, self);
      add_row (rows, g_strdup (self->stat), dup_cell (onset->value, onset->state), TRUE);
      add_row (rows, g_strdup (_ ("Step before")), dup_cell (self->before, self->before_state),
               FALSE);
      add_expected (rows, self, onset);
    }
  add_z (rows, _ ("z of the input"), self->z_input, FALSE);
  add_z (rows, self->input_name != NULL ? z_of_output : "z", self->z, TRUE);
  add_z (rows, _ ("z of the gain"), self->z_gain, TRUE);
  if (finding->count > 1)
    add_row (rows,
             g_strdup (finding->rule == TS_RULE_NON_FINITE ? _ ("Tensors that follow")
                       : finding->rule == TS_RULE_LEVEL    ? _ ("Tracks")
                                                           : _ ("Steps")),
             ts_format_count (finding->count), FALSE);
  if (self->dtype != NULL || self->shape != NULL)
    add_row (rows, g_strdup (_ ("dtype, shape")), dup_kind (self), FALSE);
  return rows;
}

char *
ts_rule_dup_threshold (TsRule rule, const TsFindThresholds *t)
{
  switch (rule)
    {
    case TS_RULE_NON_FINITE:
      return g_strdup (_ ("any NaN or Inf; exact, no threshold"));
    case TS_RULE_REPLICAS:
      return g_strdup (_ ("any unequal bit on ranks that were equal before; exact, no threshold"));
    case TS_RULE_PRODUCER:
      return g_strdup_printf (
          /* Translators: numbers of the rule. */
          _ ("|z| of the output ≥ %g and twice that of any peer, of the input < %g, of the gain ≥ "
             "%g; without an input ≥ %g"),
          t->peer_far, t->peer_near, t->peer_far, t->peer_alone);
    case TS_RULE_SHIFT:
      return g_strdup_printf (_ ("cumulative sum of z − %g reaches %g"), t->shift_allowance,
                              t->shift_alarm);
    case TS_RULE_WHOLE_RANK:
      return g_strdup_printf (_ ("%g %% of the rank’s tensors at |z| ≥ %g in one step"),
                              100 * t->whole_part, t->peer_far);
    case TS_RULE_LEVEL:
      return g_strdup_printf (_ ("|z| ≥ %g against the last 32 recorded steps of all ranks"),
                              t->level_far);
    case TS_RULE_DRIFT:
      return g_strdup_printf (_ ("cumulative sum of z − %g reaches %g"), t->drift_allowance,
                              t->drift_alarm);
    case TS_RULE_STOPPED:
      return g_strdup_printf (_ ("%g %% of the tensors that its peers have are missing"),
                              100 * t->stopped_part);
    case TS_RULE_EVENT:
    case TS_RULE_TURBULENCE:
    case TS_RULE_NAN:
    default:
      return g_strdup (_ ("as msProbe’s own rule says"));
    }
}

static void
append_point (GString *text, const TsWhyPoint *point, const TsCatalog *catalog, gboolean onset)
{
  const TsCatalogStep *step = ts_catalog_find_step (catalog, point->step);
  g_autofree char *value = dup_cell (point->value, point->state);

  g_string_append_printf (text, "%s %8s  %-12s", onset ? ">" : " ", step != NULL ? step->label : "",
                          value);
  if (!isnan (point->median))
    {
      g_autofree char *low = ts_format_short (point->low, 5);
      g_autofree char *high = ts_format_short (point->high, 5);
      g_string_append_printf (text, "  %s … %s", low, high);
    }
  g_string_append_c (text, '\n');
}

char *
ts_finding_why_to_text (const TsFindingWhy *self,
                        const TsFinding *finding,
                        const TsCatalog *catalog)
{
  g_autofree char *head = ts_finding_dup_text (finding, catalog);
  g_autofree char *threshold = ts_rule_dup_threshold (finding->rule, &ts_find_thresholds);
  g_autoptr (GPtrArray) rows = ts_finding_why_dup_rows (self, finding);
  GString *text = g_string_new (head);

  g_string_append_printf (text, "\n  %s %s: %s\n", ts_rule_to_string (finding->rule),
                          ts_rule_get_label (finding->rule), threshold);
  for (guint i = 0; i < rows->len; i++)
    {
      const TsWhyRow *row = g_ptr_array_index (rows, i);
      g_string_append_printf (text, "  %s: %s\n", row->label, row->value);
    }
  for (guint i = 0; i < self->points->len; i++)
    append_point (text, &g_array_index (self->points, TsWhyPoint, i), catalog,
                  (int) i == self->onset);
  return g_string_free (text, FALSE);
}
