/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/events.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char *
python_text (const TsEventNumber *number)
{
  if (number->kind == TS_EVENT_BOOL)
    return number->value != 0 ? "True" : "False";
  if (strcmp (number->json, "null") == 0)
    return "None";
  if (number->kind == TS_EVENT_FLOAT && !isfinite (number->value))
    return isnan (number->value) ? "nan" : number->value > 0 ? "inf" : "-inf";
  return number->json;
}

char *
ts_event_dup_key (const TsEvent *self)
{
  return g_strdup_printf ("%s_step_%s_call_%s", self->tag_name != NULL ? self->tag_name : "None",
                          python_text (&self->numbers[TS_EVENT_STEP]),
                          python_text (&self->numbers[TS_EVENT_CALL_ID]));
}

gboolean
ts_event_is_non_finite (const TsEvent *self)
{
  static const char marker[] = "current value ";
  const char *value = self->message != NULL ? strstr (self->message, marker) : NULL;

  if (value == NULL)
    return FALSE;
  value += strlen (marker);
  return g_str_has_prefix (value, "nan") || g_str_has_prefix (value, "inf")
         || g_str_has_prefix (value, "-inf");
}

/* What stands behind the last "/" of the tag: "actv". */
static const char *
get_kind (const TsEvent *self)
{
  const char *slash = self->tag_name != NULL ? strrchr (self->tag_name, '/') : NULL;

  return slash != NULL ? slash + 1 : self->tag_name != NULL ? self->tag_name : "";
}

GArray *
ts_event_steps_parse (const char *text, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *list = g_strstrip (g_strdup (text));
  gsize length = strlen (list);
  g_auto (GStrv) parts = NULL;

  if (length < 2 || list[0] != '[' || list[length - 1] != ']')
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("“%s” is no list of steps like [3, 5]."), text);
      return NULL;
    }
  list[length - 1] = '\0';
  parts = g_strsplit (list + 1, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);
      double step = g_str_equal (part, "True");
      gboolean is_other = strchr ("\"'[", *part) != NULL || g_str_equal (part, "None");
      if (*part == '\0' && parts[i + 1] == NULL)
        break;
      if (!g_str_equal (part, "True") && !g_str_equal (part, "False") && !is_other
          && !ts_parse_double (part, -1, &step))
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _ ("“%s” is no list of steps like [3, 5]."), text);
          return NULL;
        }
      if (is_other)
        step = NAN;
      g_array_append_val (steps, step);
    }
  return g_steal_pointer (&steps);
}

/* ---- msProbe's order ---- */

static int
stage_of (const char *kind)
{
  static const char *const backward[] = { "actv_grad", "pre_grad", "post_grad", "acc_grad", NULL };

  if (strcmp (kind, "actv") == 0)
    return 0;
  if (g_strv_contains (backward, kind))
    return 1;
  return strcmp (kind, "exp_avg") == 0 || strcmp (kind, "exp_avg_sq") == 0 ? 2 : -1;
}

static int
compare_numbers (const double *a, const double *b, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (isnan (a[i]) || isnan (b[i]))
        return 0; /* unordered: they stay as they were read */
      if (a[i] != b[i])
        return a[i] < b[i] ? -1 : 1;
    }
  return 0;
}

static int
compare_compat (gconstpointer pa, gconstpointer pb)
{
  const TsEvent *events[] = { *(TsEvent *const *) pa, *(TsEvent *const *) pb };
  double keys[2][TS_N_EVENT_NUMBERS];

  for (guint i = 0; i < 2; i++)
    {
      const TsEventNumber *numbers = events[i]->numbers;
      int stage = stage_of (get_kind (events[i]));
      double sign = stage == 0 ? 1 : -1;
      keys[i][0] = numbers[TS_EVENT_STEP].value;
      keys[i][1] = numbers[TS_EVENT_MICRO_STEP].value;
      keys[i][2] = stage;
      keys[i][3] = sign * numbers[TS_EVENT_VPP_STAGE].value;
      keys[i][4] = sign * numbers[TS_EVENT_PP_STAGE].value;
      keys[i][5] = numbers[TS_EVENT_CALL_ID].value;
    }
  return compare_numbers (keys[0], keys[1], TS_N_EVENT_NUMBERS);
}

static gboolean
is_chosen (const TsEvent *event, const GArray *steps)
{
  if (steps == NULL || steps->len == 0)
    return TRUE;
  for (guint i = 0; i < steps->len; i++)
    if (event->numbers[TS_EVENT_STEP].kind != TS_EVENT_NO_NUMBER
        && event->numbers[TS_EVENT_STEP].value == g_array_index (steps, double, i))
      return TRUE;
  return FALSE;
}

/* Several events are ordered by all of these. */
static gboolean
check_orderable (const GPtrArray *events, GError **error)
{
  for (guint i = 0; events->len > 1 && i < events->len; i++)
    {
      const TsEvent *event = g_ptr_array_index (events, i);
      gboolean good = event->tag_name != NULL;
      for (guint f = TS_EVENT_STEP; f < TS_N_EVENT_NUMBERS; f++)
        good &= event->numbers[f].kind != TS_EVENT_NO_NUMBER;
      if (good)
        continue;
      g_autofree char *key = ts_event_dup_key (event);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The event “%s” can’t be ordered: it has no tag_name, or text in place of a "
                      "number."),
                   key);
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
ts_events_rank_compat (const GPtrArray *events, const GArray *steps, guint top, GError **error)
{
  g_autoptr (GPtrArray) ranked = g_ptr_array_new ();

  for (guint i = 0; i < events->len; i++)
    if (is_chosen (g_ptr_array_index (events, i), steps))
      g_ptr_array_add (ranked, g_ptr_array_index (events, i));
  if (!check_orderable (ranked, error))
    return NULL;
  g_ptr_array_sort (ranked, compare_compat);
  if (top > 0 && ranked->len > top)
    g_ptr_array_set_size (ranked, (int) top);
  return g_steal_pointer (&ranked);
}

char *
ts_events_to_json (const GPtrArray *ranked)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) contents = g_hash_table_new (g_str_hash, g_str_equal);
  GString *json = g_string_new ("{");

  /* As in a dictionary: a key again takes the place of the first and the content of the last. */
  for (guint i = 0; i < ranked->len; i++)
    {
      char *key = ts_event_dup_key (g_ptr_array_index (ranked, i));
      gboolean is_new = !g_hash_table_contains (contents, key);
      g_hash_table_insert (contents, key, g_ptr_array_index (ranked, i));
      if (is_new)
        g_ptr_array_add (keys, key);
      else
        g_free (key);
    }
  for (guint i = 0; i < keys->len; i++)
    {
      const TsEvent *event = g_hash_table_lookup (contents, g_ptr_array_index (keys, i));
      g_string_append (json, i > 0 ? ",\n " : "\n ");
      ts_event_append_text (json, g_ptr_array_index (keys, i));
      g_string_append (json, ": {\n");
      for (guint f = 0; f < TS_N_EVENT_NUMBERS; f++)
        g_string_append_printf (json, "  \"%s\": %s,\n",
                                ts_event_field_to_string ((TsEventField) f),
                                event->numbers[f].json);
      g_string_append (json, "  \"tag_name\": ");
      if (event->tag_name != NULL)
        ts_event_append_text (json, event->tag_name);
      else
        g_string_append (json, "null");
      g_string_append (json, ",\n  \"message\": ");
      ts_event_append_text (json, event->message != NULL ? event->message : "");
      g_string_append_printf (json, ",\n  \"group_mates\": %s\n }",
                              event->group_mates != NULL ? event->group_mates : "null");
    }
  g_string_append (json, keys->len > 0 ? "\n}" : "}");
  return g_string_free (json, FALSE);
}

/* ---- the order in which they came about ---- */

/* The tag taken apart: "<vpp>:<name>[:<micro>]/rank<R>/<kind>". */
typedef struct
{
  char *name;
  int micro_step; /* -1: none */
  int vpp_stage;
} Tag;

static void
tag_clear (Tag *self)
{
  g_free (self->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tag, tag_clear)

static Tag
parse_tag (const TsEvent *event)
{
  const char *text = event->tag_name != NULL ? event->tag_name : "";
  Tag tag = { NULL, -1, (int) event->numbers[TS_EVENT_VPP_STAGE].value };
  g_autofree char *first = g_strndup (text, strcspn (text, "/"));
  char *start = first, *end = NULL;
  gint64 number = g_ascii_strtoll (first, &end, 10);
  char *colon;

  if (end != first && *end == ':')
    {
      tag.vpp_stage = (int) CLAMP (number, 0, G_MAXINT);
      start = end + 1;
    }
  colon = strrchr (start, ':');
  if (colon != NULL && colon[1] != '\0' && strspn (colon + 1, "0123456789") == strlen (colon + 1))
    {
      tag.micro_step = (int) CLAMP (g_ascii_strtoll (colon + 1, NULL, 10), 0, G_MAXINT);
      *colon = '\0';
    }
  tag.name = g_strdup (start);
  return tag;
}

/* Those of older files too. */
static const struct
{
  const char *kind, *metric;
  int moment; /* 0: before the step; 1: within a micro-batch; then in order */
  int phase;  /* within a micro-batch */
} kinds[] = {
  { "param_origin", "param_origin", 0, 0 },
  { "actv", "actv", 1, 0 },
  { "input", "actv", 1, 0 },
  { "output", "actv", 1, 0 },
  { "actv_grad", "actv_grad", 1, 1 },
  { "input_grad", "actv_grad", 1, 1 },
  { "output_grad", "actv_grad", 1, 1 },
  { "acc_grad", "grad_unreduced", 1, 1 },
  { "pre_grad", "grad_unreduced", 1, 1 },
  { "post_grad", "grad_reduced", 2, 1 },
  { "exp_avg", "exp_avg", 3, 1 },
  { "exp_avg_sq", "exp_avg_sq", 4, 1 },
  { "param_updated", "param_updated", 5, 1 },
};

static int
find_kind (const TsEvent *event)
{
  for (int i = 0; i < (int) G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].kind, get_kind (event)) == 0)
      return i;
  return -1;
}

#define N_KEYS 9

static void
make_key (const TsEvent *event, double *key)
{
  g_auto (Tag) tag = parse_tag (event);
  int kind = find_kind (event);
  int moment = kind >= 0 ? kinds[kind].moment : 6, phase = kind >= 0 ? kinds[kind].phase : 1;
  double sign = phase == 0 ? 1 : -1;
  double call = event->numbers[TS_EVENT_CALL_ID].value;

  key[0] = event->numbers[TS_EVENT_STEP].value;
  key[1] = !ts_event_is_non_finite (event);
  key[2] = moment;
  key[3] = moment != 1 ? 0 : tag.micro_step >= 0 ? tag.micro_step : INFINITY;
  key[4] = phase;
  key[5] = sign * tag.vpp_stage;
  key[6] = sign * event->numbers[TS_EVENT_PP_STAGE].value;
  key[7] = call < 0 ? INFINITY : call;
  key[8] = event->numbers[TS_EVENT_RANK].value;
}

static int
compare_ranked (gconstpointer pa, gconstpointer pb)
{
  double a[N_KEYS], b[N_KEYS];

  make_key (*(TsEvent *const *) pa, a);
  make_key (*(TsEvent *const *) pb, b);
  for (guint i = 0; i < N_KEYS; i++)
    {
      if (isnan (a[i]) != isnan (b[i]))
        return isnan (a[i]) ? 1 : -1;
      if (a[i] != b[i])
        return a[i] < b[i] ? -1 : 1;
    }
  return 0;
}

GPtrArray *
ts_events_rank (const GPtrArray *events)
{
  GPtrArray *ranked = g_ptr_array_new ();

  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (ranked, g_ptr_array_index (events, i));
  g_ptr_array_sort (ranked, compare_ranked);
  return ranked;
}

/* ---- as findings ---- */

static gint64
find_step (const TsCatalog *catalog, double train_step, int micro_step)
{
  gint64 found = (gint64) train_step;
  gboolean any = FALSE;

  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      if ((double) step->train_step != train_step
          || (any && step->micro_step != MAX (micro_step, 0)))
        continue;
      found = step->step;
      any = TRUE;
    }
  return found;
}

/* Names to the catalog's targets: (name, vpp) -> the first of that name. */
static GHashTable *
index_targets (const TsCatalog *catalog)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = catalog->targets->len; i-- > 0;)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      g_hash_table_insert (index, g_strdup_printf ("%d:%s", target->vpp_stage, target->name),
                           (gpointer) target);
    }
  return index;
}

void
ts_events_add_findings (const GPtrArray *ranked, const TsCatalog *catalog, TsFindings *findings)
{
  g_autoptr (GHashTable) index = index_targets (catalog);
  TsFinding *first = NULL; /* that is not finite: the others follow */

  for (guint i = 0; i < ranked->len; i++)
    {
      const TsEvent *event = g_ptr_array_index (ranked, i);
      g_auto (Tag) tag = parse_tag (event);
      g_autofree char *name = g_strdup_printf ("%d:%s", tag.vpp_stage, tag.name);
      const TsCatalogTarget *target = g_hash_table_lookup (index, name);
      int kind = find_kind (event);
      const TsCatalogMetric *metric
          = kind >= 0 ? ts_catalog_find_metric (catalog, kinds[kind].metric) : NULL;
      gint64 step = find_step (catalog, event->numbers[TS_EVENT_STEP].value, tag.micro_step);
      gboolean non_finite = ts_event_is_non_finite (event);
      TsFinding *finding
          = ts_finding_new (TS_RULE_EVENT, non_finite ? TS_GRADE_WARNING : TS_GRADE_HINT,
                            (gint64) event->numbers[TS_EVENT_RANK].value, step, i);
      finding->metric_id = metric != NULL ? metric->id : 0;
      finding->target_id = target != NULL ? target->id : 0;
      finding->note = g_strdup (
          event->message != NULL && *event->message != '\0' ? event->message : event->tag_name);
      if (non_finite && first == NULL)
        first = finding;
      else if (non_finite)
        finding->cause = first;
      g_ptr_array_add (findings->items, finding);
    }
}
