/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What views are called, and how they are found again. */
#include "store/view-names.h"

#include <string.h>

static TsCatalog *
load_catalog (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank",
                                            "expected", "micro", "dump_data.trend.db", NULL);
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static void
test_titles (void)
{
  g_autoptr (TsCatalog) catalog = load_catalog ();
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  g_autofree char *plain = NULL, *filtered = NULL, *lines = NULL, *unsettled = NULL;

  g_assert_cmpint (selection->dimension, ==, TS_DIMENSION_RANK);
  g_assert_cmpstr (selection->stat, ==, "norm");
  unsettled = ts_catalog_describe_heatmap (catalog, selection);
  g_assert_cmpstr (unsettled, ==, "forward · norm · micro");
  selection->value = 1;
  plain = ts_catalog_describe_heatmap (catalog, selection);
  g_assert_cmpstr (plain, ==, "forward · norm · rank 1 · micro");
  selection->name_filter = g_strdup ("attn");
  g_ptr_array_add (selection->tags, ts_tag_new ("layers.1", "layer"));
  filtered = ts_catalog_describe_heatmap (catalog, selection);
  g_assert_cmpstr (filtered, ==, "forward · norm · layers.1 · “attn” · rank 1 · micro");
  lines = ts_catalog_describe_lines (catalog, selection, TS_DIMENSION_STEP);
  g_assert_cmpstr (lines, ==, "forward · norm over steps · layers.1 · “attn” · micro");
}

static void
test_there_and_back (void)
{
  static const TsDimension dimensions[]
      = { TS_DIMENSION_STEP, TS_DIMENSION_RANK, TS_DIMENSION_MODULE };
  g_autoptr (TsCatalog) catalog = load_catalog ();
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  g_autoptr (TsView) defaults = ts_view_new (selection);
  const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, catalog->targets->len - 1);
  const TsCatalogStep *step = g_ptr_array_index (catalog->steps, 3);
  const TsCell cell = { { step->step, 1, target->id } };

  for (guint i = 0; i < G_N_ELEMENTS (dimensions); i++)
    {
      g_autoptr (TsView) view = ts_view_copy (defaults), read = NULL;
      g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      g_autofree char *json = NULL;
      view->selection->dimension = dimensions[i];
      view->selection->value = cell.ids[dimensions[i]];
      ts_view_add_cell (view, &cell);
      json = ts_view_names_save (catalog, view);
      g_assert_nonnull (strstr (json, target->name));
      read = ts_view_names_load (catalog, json, defaults, unknown, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (unknown->len, ==, 0);
      g_assert_true (ts_selection_equal (read->selection, view->selection));
      g_assert_true (ts_view_has_same_cells (read, view));
    }
}

/* Each thing that is not there is named, once, and the rest is read. */
static void
test_unknown (void)
{
  static const char json[]
      = "{\"trendscope-view\": 1, \"metric\": \"sideways\", \"statistic\": \"norm\","
        " \"dimension\": \"rank\", \"value\": {\"rank\": 77}, \"name-filter\": \"attn\","
        " \"tags\": [{\"name\": \"layers.99\", \"category\": \"layer\"}],"
        " \"cells\": [{\"step\": {\"training-step\": 0}, \"rank\": {\"rank\": 77},"
        " \"module_name\": {\"name\": \"none.such\"}}]}";
  static const char *const told[] = { "“77”", "“none.such”", "“sideways”", "“layers.99”" };
  g_autoptr (TsCatalog) catalog = load_catalog ();
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  g_autoptr (TsView) defaults = ts_view_new (selection), read = NULL;
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  read = ts_view_names_load (catalog, json, defaults, unknown, NULL);
  g_assert_cmpstr (read->selection->metric, ==, selection->metric);
  g_assert_cmpstr (read->selection->stat, ==, selection->stat);
  g_assert_cmpint (read->selection->value, ==, G_MININT64);
  g_assert_cmpstr (read->selection->name_filter, ==, "attn");
  g_assert_cmpuint (read->selection->tags->len, ==, 0);
  g_assert_cmpuint (read->cells->len, ==, 0);
  g_assert_cmpuint (unknown->len, ==, G_N_ELEMENTS (told));
  g_ptr_array_add (unknown, NULL);
  text = g_strjoinv ("\n", (char **) unknown->pdata);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    g_assert_nonnull (strstr (text, told[i]));
  /* And what there is instead. */
  g_assert_nonnull (strstr (text, "backward"));
}

static void
test_unknown_stat (void)
{
  static const char json[]
      = "{\"trendscope-view\": 1, \"metric\": \"backward\", \"statistic\": \"entropy\"}";
  g_autoptr (TsCatalog) catalog = load_catalog ();
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  g_autoptr (TsView) defaults = ts_view_new (selection), read = NULL;
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);

  read = ts_view_names_load (catalog, json, defaults, unknown, NULL);
  g_assert_cmpstr (read->selection->metric, ==, "backward");
  g_assert_cmpstr (read->selection->stat, ==, "norm");
  g_assert_cmpuint (unknown->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (unknown, 0), "norm"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-names/titles", test_titles);
  g_test_add_func ("/view-names/there-and-back", test_there_and_back);
  g_test_add_func ("/view-names/unknown", test_unknown);
  g_test_add_func ("/view-names/unknown-stat", test_unknown_stat);
  return g_test_run ();
}
