/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/export-selection.h"

#include "cli/export-defaults.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
find_in_folder (const char *folder, GError **error)
{
  static const char *const preferred[] = { TS_DUMP_DB_NAME, TS_MONITOR_DB_NAME };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, TS_DB_SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < G_N_ELEMENTS (preferred); i++)
    if (g_ptr_array_find_with_equal_func (names, preferred[i], g_str_equal, NULL))
      return g_build_filename (folder, preferred[i], NULL);
  if (names->len > 0)
    return g_build_filename (folder, g_ptr_array_index (names, 0), NULL);
  g_autofree char *display = g_filename_display_name (folder);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("“%s” holds no *%s. Import it first: trendscope --convert --data FOLDER."),
               display, TS_DB_SUFFIX);
  return NULL;
}

char *
ts_export_find_database (const char *input, GError **error)
{
  return g_file_test (input, G_FILE_TEST_IS_DIR) ? find_in_folder (input, error) : g_strdup (input);
}

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
  if (found == NULL)
    return fail (error, _ ("There is no step “%s”."), text);
  *id = found->step;
  return TRUE;
}

static gboolean
parse_rank (const TsCatalog *catalog, const char *text, gint64 *id, GError **error)
{
  if (g_ascii_string_to_signed (text + (text[0] == '#'), 10, G_MININT64, G_MAXINT64, id, NULL))
    for (guint i = 0; i < catalog->ranks->len; i++)
      if (g_array_index (catalog->ranks, gint64, i) == *id)
        return TRUE;
  return fail (error, _ ("There is no rank “%s”."), text);
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
ts_export_parse_value (
    const TsCatalog *catalog, TsDimension dimension, const char *text, gint64 *id, GError **error)
{
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return parse_step (catalog, text, id, error);
    case TS_DIMENSION_RANK:
      return parse_rank (catalog, text, id, error);
    case TS_DIMENSION_MODULE:
    default:
      return parse_module (catalog, text, id, error);
    }
}

gboolean
ts_export_parse_cell (const TsCatalog *catalog,
                      const TsSelection *selection,
                      const char *text,
                      TsExportCell *cell,
                      GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 2);

  if (parts[0] == NULL || parts[1] == NULL)
    return fail (error, _ ("“%s” is no cell: X,Y is needed."), text);
  return ts_export_parse_value (catalog, ts_dimension_get_x (selection->dimension),
                                g_strstrip (parts[0]), &cell->x_id, error)
         && ts_export_parse_value (catalog, ts_dimension_get_y (selection->dimension),
                                   g_strstrip (parts[1]), &cell->y_id, error);
}

/* Adds the tag of that name, and of category unless it is NULL. FALSE when there is not exactly
 * one. */
static gboolean
add_tag (const TsCatalog *catalog,
         TsSelection *selection,
         const char *name,
         const char *category,
         const char *text,
         GError **error)
{
  const TsCatalogTag *found = NULL;

  for (guint i = 0; i < catalog->tags->len; i++)
    {
      const TsCatalogTag *tag = g_ptr_array_index (catalog->tags, i);
      if (strcmp (tag->tag.name, name) != 0
          || (category != NULL && strcmp (tag->tag.category, category) != 0))
        continue;
      if (found != NULL)
        return fail (error, _ ("There are several tags “%s”: say %s::%s or %s::%s."), text, name,
                     found->tag.category, name, tag->tag.category);
      found = tag;
    }
  if (found == NULL)
    return fail (error, _ ("There is no tag “%s”."), text);
  g_ptr_array_add (selection->tags, ts_tag_new (found->tag.name, found->tag.category));
  return TRUE;
}

/* "::" may be part of a name, so its last occurrence separates. */
static gboolean
parse_tag (const TsCatalog *catalog, TsSelection *selection, const char *text, GError **error)
{
  const char *separator = g_strrstr (text, "::");
  g_autofree char *name = NULL;

  if (separator == NULL)
    return add_tag (catalog, selection, text, NULL, text, error);
  name = g_strndup (text, (gsize) (separator - text));
  return add_tag (catalog, selection, name, separator + 2, text, error);
}

static gboolean
choose_metric (const TsCatalog *catalog,
               TsSelection *selection,
               const TsExportOptions *options,
               GError **error)
{
  const TsCatalogMetric *metric
      = options->metric != NULL     ? ts_catalog_find_metric (catalog, options->metric)
        : catalog->metrics->len > 0 ? g_ptr_array_index (catalog->metrics, 0)
                                    : NULL;
  const char *stat = options->stat;

  if (metric == NULL)
    return options->metric != NULL ? fail (error, _ ("There is no metric “%s”."), options->metric)
                                   : fail (error, _ ("“%s” holds no values."), catalog->path);
  if (stat == NULL)
    stat
        = g_strv_contains ((const char *const *) metric->stats, "norm") ? "norm" : metric->stats[0];
  if (stat == NULL)
    return fail (error, _ ("The metric “%s” has no statistic."), metric->name);
  selection->metric = g_strdup (metric->name);
  selection->stat = g_strdup (stat);
  return TRUE;
}

/* Leaves *dimension as it is when text is NULL. */
static gboolean
parse_dimension (const char *text, TsDimension *dimension, GError **error)
{
  return text == NULL || ts_dimension_from_key (text, dimension)
         || fail (error, _ ("There is no dimension “%s”: step, rank or module_name are meant."),
                  text);
}

TsSelection *
ts_export_create_line_selection (const TsSelection *selection,
                                 const TsExportOptions *options,
                                 GError **error)
{
  g_autoptr (TsSelection) lines = ts_selection_copy (selection);

  return parse_dimension (options->along, &lines->dimension, error) ? g_steal_pointer (&lines)
                                                                    : NULL;
}

TsSelection *
ts_export_create_selection (TsCatalog *catalog, const TsExportOptions *options, GError **error)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  gboolean good;

  selection->dimension = options->lines ? TS_DIMENSION_STEP : TS_DIMENSION_RANK;
  selection->name_filter = g_strdup (options->filter);
  if (!parse_dimension (options->dimension, &selection->dimension, error)
      || !choose_metric (catalog, selection, options, error))
    return NULL;
  for (guint i = 0; options->tags[i] != NULL; i++)
    if (!parse_tag (catalog, selection, options->tags[i], error))
      return NULL;
  if (options->value != NULL)
    good = ts_export_parse_value (catalog, selection->dimension, options->value, &selection->value,
                                  error);
  else
    good = ts_export_default_value (catalog, selection, error);
  return good ? g_steal_pointer (&selection) : NULL;
}
