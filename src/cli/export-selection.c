/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/export-selection.h"

#include "cli/export-defaults.h"
#include "model/output.h"
#include "plot/picture-text.h"
#include "store/run-location.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The first of several may be one of many parts. */
static char *
find_first_run (const char *folder, const GPtrArray *names)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) runs = NULL;

  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (paths, g_build_filename (folder, g_ptr_array_index (names, i), NULL));
  runs = ts_run_location_group (paths, NULL);
  return g_strdup (g_ptr_array_index (runs, 0));
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
    return find_first_run (folder, names);
  g_autofree char *display = g_filename_display_name (folder);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("“%s” holds no *%s. Import it first: trendscope --convert --data FOLDER."),
               display, TS_DB_SUFFIX);
  return NULL;
}

char *
ts_export_find_database (const char *input, GError **error)
{
  return g_file_test (input, G_FILE_TEST_IS_DIR) ? find_in_folder (input, error)
                                                 : ts_run_location_parse (input);
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

static void
replace (char **text, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*text);
  *text = copy;
}

gboolean
ts_export_parse_cell (const TsCatalog *catalog,
                      const TsSelection *selection,
                      const char *text,
                      TsCell *cell,
                      GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 2);
  gint64 x_id, y_id;

  if (parts[0] == NULL || parts[1] == NULL)
    return fail (error, _ ("“%s” is no cell: X,Y is needed."), text);
  if (!ts_catalog_parse_place (catalog, ts_dimension_get_x (selection->dimension),
                               g_strstrip (parts[0]), &x_id, error)
      || !ts_catalog_parse_place (catalog, ts_dimension_get_y (selection->dimension),
                                  g_strstrip (parts[1]), &y_id, error))
    return FALSE;
  *cell = ts_cell_from_heatmap (selection->dimension, selection->value, x_id, y_id);
  return TRUE;
}

/* Whatever the options leave open stays as selection has it, if the metric allows. */
static gboolean
choose_metric (const TsCatalog *catalog,
               TsSelection *selection,
               const TsExportOptions *options,
               GError **error)
{
  const char *name = options->metric != NULL ? options->metric : selection->metric;
  const TsCatalogMetric *metric;
  const char *stat = options->stat;

  if (name == NULL)
    return fail (error, _ ("“%s” holds no values."), catalog->path);
  if (!ts_catalog_check_names (catalog, name, stat, error))
    return FALSE;
  metric = ts_catalog_find_metric (catalog, name);
  if (stat == NULL)
    stat = ts_catalog_metric_get_stat (metric, selection->stat);
  if (stat == NULL)
    return fail (error, _ ("The metric “%s” has no statistic."), metric->name);
  replace (&selection->metric, metric->name);
  replace (&selection->stat, stat);
  return TRUE;
}

/* Leaves *dimension as it is when text is NULL. */
static gboolean
parse_dimension (const char *text, TsDimension *dimension, GError **error)
{
  return text == NULL || ts_dimension_from_key (text, dimension)
         || fail (error, _ ("There is no dimension “%s”. There are: step, rank, module."), text);
}

static gboolean
choose_filters (const TsCatalog *catalog,
                TsSelection *selection,
                const TsExportOptions *options,
                GError **error)
{
  if (options->filter != NULL)
    replace (&selection->name_filter, options->filter);
  for (guint i = 0; options->tags[i] != NULL; i++)
    {
      const TsTag *tag = ts_catalog_parse_tag (catalog, options->tags[i], error);
      if (tag == NULL)
        return FALSE;
      g_ptr_array_add (selection->tags, ts_tag_new (tag->name, tag->category));
    }
  return TRUE;
}

/* Applies what was given to the view. */
static gboolean
change_selection (TsCatalog *catalog, TsView *view, const TsExportOptions *options, GError **error)
{
  TsSelection *selection = view->selection;
  TsDimension along = ts_view_get_along (view), before = selection->dimension;

  if (!parse_dimension (options->dimension, &selection->dimension, error))
    return FALSE;
  if (selection->dimension != before)
    {
      selection->value = G_MININT64;
      view->heatmap_x.set = view->heatmap_y.set = FALSE;
    }
  if (!choose_filters (catalog, selection, options, error)
      || (options->view == NULL && options->value == NULL
          && !ts_export_choose_first (catalog, selection, options->metric, options->stat, error))
      || !choose_metric (catalog, selection, options, error)
      || !parse_dimension (options->along, &along, error))
    return FALSE;
  if (options->along != NULL)
    ts_view_set_along (view, along);
  if (options->value != NULL)
    return ts_catalog_parse_place (catalog, selection->dimension, options->value, &selection->value,
                                   error);
  return selection->value != G_MININT64 || ts_export_default_value (catalog, selection, error);
}

static void
change_look (TsView *view, const TsExportOptions *options)
{
  const TsHeatmapColors *colors = &options->colors;

  if (options->palette_given)
    view->palettes[FALSE] = view->palettes[TRUE] = colors->palette;
  if (options->scale_given)
    {
      view->colors.auto_scale = colors->auto_scale;
      view->line_scale = view->colors.scale = colors->scale;
    }
  if (options->mode_given)
    view->colors.mode = colors->mode;
  if (options->limits_given)
    {
      view->colors.limits = colors->limits;
      view->colors.fixed_min = colors->fixed_min;
      view->colors.fixed_max = colors->fixed_max;
    }
  if (options->smoothing_given)
    view->smoothing = options->smoothing;
  if (options->band)
    view->show_band = view->show_median = TRUE;
}

/* NULL with an error that names everything that the database does not have. */
static TsView *
load_view (const TsCatalog *catalog, const char *path, const TsView *defaults, GError **error)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL, *name = g_filename_display_name (path), *list = NULL;
  char *carried;
  gsize size;
  TsView *view;

  if (!g_file_get_contents (path, &text, &size, error))
    return NULL;
  carried = ts_picture_find_text ((const guint8 *) text, size);
  if (carried != NULL)
    {
      g_free (text);
      text = carried;
    }
  view = ts_view_names_load (catalog, text, defaults, unknown, error);
  if (view == NULL)
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  if (unknown->len == 0)
    return view;
  g_ptr_array_add (unknown, NULL);
  list = g_strjoinv (" ", (char **) unknown->pdata);
  fail (error, _ ("%s names what %s does not have: %s"), name, catalog->path, list);
  ts_view_free (view);
  return NULL;
}

TsView *
ts_export_create_view (TsCatalog *catalog, const TsExportOptions *options, GError **error)
{
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  g_autoptr (TsView) view = ts_view_new (selection);

  view->selection->dimension = options->lines ? TS_DIMENSION_STEP : TS_DIMENSION_RANK;
  if (options->view != NULL)
    {
      TsView *loaded = load_view (catalog, options->view, view, error);
      if (loaded == NULL)
        return NULL;
      ts_view_free (view);
      view = loaded;
    }
  change_look (view, options);
  return change_selection (catalog, view, options, error) ? g_steal_pointer (&view) : NULL;
}

gboolean
ts_export_save_view (const TsCatalog *catalog, const TsView *view, const char *path, GError **error)
{
  g_autofree char *json = ts_view_names_save (catalog, view);
  g_autofree char *text = g_strconcat (json, "\n", NULL);

  return ts_output_write_all (path, text, strlen (text), error);
}
