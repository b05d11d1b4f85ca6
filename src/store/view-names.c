/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/view-names.h"

#include "store/import-id.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* --- places ------------------------------------------------------------------------------- */

/* A text that a database gave, or wants, and who is told of what is missing. */
typedef struct
{
  const TsCatalog *catalog;
  GPtrArray *unknown; /* char* */
} Names;

static gboolean
get_name (gpointer data, TsDimension dimension, gint64 id, TsPlaceName *name)
{
  const TsCatalog *catalog = ((Names *) data)->catalog;
  const TsCatalogStep *step;
  const TsCatalogTarget *target;

  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      step = ts_catalog_find_step (catalog, id);
      if (step != NULL)
        *name = (TsPlaceName){ .number = step->train_step, .micro_step = step->micro_step };
      return step != NULL;
    case TS_DIMENSION_RANK:
      *name = (TsPlaceName){ .number = id };
      return TRUE;
    case TS_DIMENSION_MODULE:
    default:
      target = ts_catalog_find_target (catalog, id);
      if (target != NULL)
        *name = (TsPlaceName){ .name = target->name,
                               .vpp_stage = target->vpp_stage,
                               .micro_step = target->micro_step };
      return target != NULL;
    }
}

static gboolean
find_named_step (const TsCatalog *catalog, const TsPlaceName *name, gint64 *id)
{
  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      if (step->train_step != name->number || step->micro_step != name->micro_step)
        continue;
      *id = step->step;
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_named_target (const TsCatalog *catalog, const TsPlaceName *name, gint64 *id)
{
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      if (target->vpp_stage != name->vpp_stage || target->micro_step != name->micro_step
          || strcmp (target->name, name->name) != 0)
        continue;
      *id = target->id;
      return TRUE;
    }
  return FALSE;
}

static void tell_unknown (Names *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Once, however often a place is named. */
static void
tell_unknown (Names *self, const char *format, ...)
{
  va_list arguments;
  char *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (g_ptr_array_find_with_equal_func (self->unknown, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (self->unknown, text);
}

static gboolean
find_id (gpointer data, TsDimension dimension, const TsPlaceName *name, gint64 *id)
{
  Names *self = data;

  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      if (find_named_step (self->catalog, name, id))
        return TRUE;
      tell_unknown (
          self, _ ("There is no step “%" PRId64 ".%" PRId64 "” (training step and micro-step)."),
          name->number, name->micro_step);
      return FALSE;
    case TS_DIMENSION_RANK:
      *id = name->number;
      if (ts_catalog_has_rank (self->catalog, name->number))
        return TRUE;
      tell_unknown (self, _ ("There is no rank “%" PRId64 "”."), name->number);
      return FALSE;
    case TS_DIMENSION_MODULE:
    default:
      if (find_named_target (self->catalog, name, id))
        return TRUE;
      tell_unknown (self, _ ("There is no module “%s”."), name->name);
      return FALSE;
    }
}

/* --- a view as text ----------------------------------------------------------------------- */

char *
ts_view_names_save (const TsCatalog *catalog, const TsView *view)
{
  Names self = { catalog, NULL };
  const TsPlaceNames names = { get_name, find_id, &self };
  g_autofree char *database = g_canonicalize_filename (catalog->path, NULL);
  g_autofree char *import_id = ts_import_id_of_catalog (catalog);

  return ts_view_to_json (view, &names, g_utf8_validate (database, -1, NULL) ? database : NULL,
                          import_id);
}

/* "forward, backward, …". */
static char *
list_metrics (const TsCatalog *catalog)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      g_string_append_printf (list, "%s%s", i > 0 ? _ (", ") : "", metric->name);
    }
  return g_string_free (list, FALSE);
}

static void
replace (char **text, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*text);
  *text = copy;
}

gboolean
ts_catalog_check_names (const TsCatalog *self, const char *metric, const char *stat, GError **error)
{
  const TsCatalogMetric *found = ts_catalog_find_metric (self, metric);
  g_autofree char *list = NULL;

  if (found == NULL)
    {
      list = list_metrics (self);
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                   _ ("There is no metric “%s”. There are: %s."), metric, list);
      return FALSE;
    }
  if (stat == NULL || g_strv_contains ((const char *const *) found->stats, stat))
    return TRUE;
  list = g_strjoinv (_ (", "), found->stats);
  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
               _ ("The metric “%s” has no statistic “%s”. It has: %s."), metric, stat, list);
  return FALSE;
}

static void
check_metric (Names *self, TsSelection *selection, const TsSelection *defaults)
{
  g_autoptr (GError) error = NULL;

  if (selection->metric != NULL
      && !ts_catalog_check_names (self->catalog, selection->metric, selection->stat, &error))
    tell_unknown (self, "%s", error->message);
  if (selection->metric == NULL
      || ts_catalog_find_metric (self->catalog, selection->metric) == NULL)
    {
      replace (&selection->metric, defaults->metric);
      replace (&selection->stat, defaults->stat);
    }
  else if (selection->stat == NULL || error != NULL)
    replace (&selection->stat,
             ts_catalog_metric_get_stat (ts_catalog_find_metric (self->catalog, selection->metric),
                                         NULL));
}

static gboolean
has_tag (const TsCatalog *catalog, const TsTag *tag)
{
  for (guint i = 0; i < catalog->tags->len; i++)
    if (ts_tag_equal (&((TsCatalogTag *) g_ptr_array_index (catalog->tags, i))->tag, tag))
      return TRUE;
  return FALSE;
}

static void
check_tags (Names *self, TsSelection *selection)
{
  for (guint i = selection->tags->len; i > 0; i--)
    {
      const TsTag *tag = g_ptr_array_index (selection->tags, i - 1);
      if (has_tag (self->catalog, tag))
        continue;
      tell_unknown (self, _ ("There is no tag “%s”."), tag->name);
      g_ptr_array_remove_index (selection->tags, i - 1);
    }
}

TsView *
ts_view_names_load (const TsCatalog *catalog,
                    const char *json,
                    const TsView *defaults,
                    GPtrArray *unknown,
                    GError **error)
{
  Names self = { catalog, unknown };
  const TsPlaceNames names = { get_name, find_id, &self };
  TsView *view = ts_view_from_json (json, defaults, &names, error);

  if (view == NULL)
    return NULL;
  check_metric (&self, view->selection, defaults->selection);
  check_tags (&self, view->selection);
  return view;
}

/* --- the first view ----------------------------------------------------------------------- */

const char *
ts_catalog_metric_get_stat (const TsCatalogMetric *metric, const char *wanted)
{
  const char *const *stats = (const char *const *) metric->stats;

  if (wanted != NULL && g_strv_contains (stats, wanted))
    return wanted;
  return g_strv_contains (stats, "norm") ? "norm" : stats[0];
}

TsSelection *
ts_catalog_create_selection (const TsCatalog *catalog)
{
  TsSelection *selection = ts_selection_new ();
  const TsCatalogMetric *metric;

  selection->dimension = catalog->steps->len > 1 ? TS_DIMENSION_RANK : TS_DIMENSION_STEP;
  selection->value = G_MININT64;
  if (catalog->metrics->len > 0)
    {
      metric = g_ptr_array_index (catalog->metrics, 0);
      selection->metric = g_strdup (metric->name);
      selection->stat = g_strdup (ts_catalog_metric_get_stat (metric, NULL));
    }
  return selection;
}

/* --- what people type --------------------------------------------------------------------- */

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME, message);
  return FALSE;
}

/* "#7": an id as the database has it. */
static gboolean
parse_id (const char *text, gint64 *id)
{
  return text[0] == '#' && g_ascii_string_to_signed (text + 1, 10, 0, G_MAXINT64, id, NULL);
}

static gboolean
parse_step (const TsCatalog *catalog, const char *text, gint64 *id, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 2);
  g_autofree char *label = g_strjoinv ("·", parts);
  const TsCatalogStep *found = NULL;
  gint64 number;

  if (parse_id (text, id) && ts_catalog_find_step (catalog, *id) != NULL)
    return TRUE;
  for (guint i = 0; i < catalog->steps->len && found == NULL; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      if (strcmp (step->label, label) == 0)
        found = step;
    }
  /* A training step with micro-steps, without one of them: the first. */
  if (found == NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL))
    for (guint i = 0; i < catalog->steps->len && found == NULL; i++)
      {
        const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
        if (step->train_step == number)
          found = step;
      }
  if (found == NULL && catalog->steps->len == 0)
    return fail (error, _ ("There is no step “%s”; the database has none at all."), text);
  if (found == NULL)
    {
      const TsCatalogStep *first = g_ptr_array_index (catalog->steps, 0);
      const TsCatalogStep *last = g_ptr_array_index (catalog->steps, catalog->steps->len - 1);
      return fail (error, _ ("There is no step “%s”. There are %u, from %s to %s."), text,
                   catalog->steps->len, first->label, last->label);
    }
  *id = found->step;
  return TRUE;
}

static gboolean
parse_rank (const TsCatalog *catalog, const char *text, gint64 *id, GError **error)
{
  if (g_ascii_string_to_signed (text + (text[0] == '#'), 10, G_MININT64, G_MAXINT64, id, NULL)
      && ts_catalog_has_rank (catalog, *id))
    return TRUE;
  if (catalog->ranks->len == 0)
    return fail (error, _ ("There is no rank “%s”; the database has none at all."), text);
  return fail (error, _ ("There is no rank “%s”. There are %u, from %" PRId64 " to %" PRId64 "."),
               text, catalog->ranks->len, g_array_index (catalog->ranks, gint64, 0),
               g_array_index (catalog->ranks, gint64, catalog->ranks->len - 1));
}

typedef gboolean (*TargetTest) (const TsCatalogTarget *target, const char *text);

static gboolean
has_label (const TsCatalogTarget *target, const char *text)
{
  return strcmp (target->label, text) == 0;
}

static gboolean
has_name (const TsCatalogTarget *target, const char *text)
{
  return strcmp (target->name, text) == 0;
}

static gboolean
contains (const TsCatalogTarget *target, const char *text)
{
  return strstr (target->label, text) != NULL;
}

/* The strictest test that any target passes decides; only the last must have one answer. */
static gboolean
parse_module (const TsCatalog *catalog, const char *text, gint64 *id, GError **error)
{
  static const TargetTest tests[] = { has_label, has_name, contains };

  if (parse_id (text, id) && ts_catalog_find_target (catalog, *id) != NULL)
    return TRUE;
  for (guint t = 0; t < G_N_ELEMENTS (tests); t++)
    {
      const TsCatalogTarget *first = NULL, *second = NULL;
      for (guint i = 0; i < catalog->targets->len && second == NULL; i++)
        {
          const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
          if (!tests[t](target, text))
            continue;
          if (first == NULL)
            first = target;
          else
            second = target;
        }
      if (first != NULL && (second == NULL || tests[t] != contains))
        {
          *id = first->id;
          return TRUE;
        }
      if (second != NULL)
        return fail (error, _ ("“%s” could be “%s”, “%s” or another. Give more of the name."), text,
                     first->label, second->label);
    }
  return fail (error, _ ("There is no module “%s”."), text);
}

gboolean
ts_catalog_parse_place (
    const TsCatalog *self, TsDimension dimension, const char *text, gint64 *id, GError **error)
{
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return parse_step (self, text, id, error);
    case TS_DIMENSION_RANK:
      return parse_rank (self, text, id, error);
    case TS_DIMENSION_MODULE:
    default:
      return parse_module (self, text, id, error);
    }
}

#define MAX_LISTED 20

/* "layers, mlp, …", in the catalog's order. */
static char *
list_tags (const TsCatalog *self)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (self->tags->len, MAX_LISTED); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? _ (", ") : "",
                            ((const TsCatalogTag *) g_ptr_array_index (self->tags, i))->tag.name);
  if (self->tags->len > MAX_LISTED)
    g_string_append (list, _ (", …"));
  return g_string_free (list, FALSE);
}

/* The tag of that name, and of category unless it is NULL; NULL when there is not exactly one. */
static const TsTag *
find_tag (
    const TsCatalog *self, const char *name, const char *category, const char *text, GError **error)
{
  const TsTag *found = NULL;

  for (guint i = 0; i < self->tags->len; i++)
    {
      const TsTag *tag = &((const TsCatalogTag *) g_ptr_array_index (self->tags, i))->tag;
      if (strcmp (tag->name, name) != 0
          || (category != NULL && strcmp (tag->category, category) != 0))
        continue;
      if (found != NULL)
        {
          fail (error, _ ("There are several tags “%s”: say %s::%s or %s::%s."), text, name,
                found->category, name, tag->category);
          return NULL;
        }
      found = tag;
    }
  if (found == NULL && self->tags->len == 0)
    fail (error, _ ("There is no tag “%s”; the database has none at all."), text);
  else if (found == NULL)
    {
      g_autofree char *list = list_tags (self);
      fail (error, _ ("There is no tag “%s”. There are: %s."), text, list);
    }
  return found;
}

/* "::" may be part of a name, so its last occurrence separates. */
const TsTag *
ts_catalog_parse_tag (const TsCatalog *self, const char *text, GError **error)
{
  const char *separator = g_strrstr (text, "::");
  g_autofree char *name = NULL;

  if (separator == NULL)
    return find_tag (self, text, NULL, text, error);
  name = g_strndup (text, (gsize) (separator - text));
  return find_tag (self, name, separator + 2, text, error);
}

/* --- titles ------------------------------------------------------------------------------- */

char *
ts_catalog_dup_run (const TsCatalog *self)
{
  g_autofree char *folder = ts_catalog_dup_folder (self);

  return g_filename_display_basename (folder);
}

char *
ts_catalog_dup_place_label (const TsCatalog *self, TsDimension dimension, gint64 id)
{
  const TsCatalogTarget *target;
  const TsCatalogStep *step;

  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      step = ts_catalog_find_step (self, id);
      return step != NULL ? g_strdup (step->label) : g_strdup_printf ("%" PRId64, id);
    case TS_DIMENSION_MODULE:
      target = ts_catalog_find_target (self, id);
      return g_strdup (target != NULL ? target->label : "");
    case TS_DIMENSION_RANK:
    default:
      return g_strdup_printf ("%" PRId64, id);
    }
}

static void
append_filters (GString *text, const TsSelection *selection)
{
  for (guint i = 0; i < selection->tags->len; i++)
    g_string_append_printf (text, " · %s",
                            ((const TsTag *) g_ptr_array_index (selection->tags, i))->name);
  if (selection->name_filter != NULL && selection->name_filter[0] != '\0')
    g_string_append_printf (text, " · “%s”", selection->name_filter);
}

static void
append_value (GString *text, const TsCatalog *self, const TsSelection *selection)
{
  g_autofree char *label = NULL;

  if (selection->value == G_MININT64) /* not settled yet */
    return;
  label = ts_catalog_dup_place_label (self, selection->dimension, selection->value);
  g_string_append (text, " · ");
  if (selection->dimension == TS_DIMENSION_STEP)
    g_string_append_printf (text, _ ("step %s"), label);
  else if (selection->dimension == TS_DIMENSION_RANK)
    g_string_append_printf (text, _ ("rank %s"), label);
  else
    g_string_append (text, label);
}

static void
append_run (GString *text, const TsCatalog *self)
{
  g_autofree char *run = ts_catalog_dup_run (self);

  g_string_append_printf (text, " · %s", run);
}

char *
ts_catalog_describe_heatmap (const TsCatalog *self, const TsSelection *selection)
{
  GString *text = g_string_new (NULL);

  if (selection->metric != NULL)
    {
      g_string_append_printf (text, "%s · %s", selection->metric, selection->stat);
      append_filters (text, selection);
      append_value (text, self, selection);
      append_run (text, self);
    }
  return g_string_free (text, FALSE);
}

char *
ts_catalog_describe_lines (const TsCatalog *self, const TsSelection *selection, TsDimension along)
{
  GString *text = g_string_new (NULL);

  if (selection->metric == NULL)
    return g_string_free (text, FALSE);
  g_string_append_printf (text, "%s · ", selection->metric);
  if (along == TS_DIMENSION_STEP)
    g_string_append_printf (text, _ ("%s over steps"), selection->stat);
  else if (along == TS_DIMENSION_RANK)
    g_string_append_printf (text, _ ("%s over ranks"), selection->stat);
  else
    g_string_append_printf (text, _ ("%s over modules"), selection->stat);
  append_filters (text, selection);
  append_run (text, self);
  return g_string_free (text, FALSE);
}
