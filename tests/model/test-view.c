/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/view.h"

#include <math.h>

/* A view of a rank with cells at (step, rank, module). */
static TsView *
create_view (const gint64 (*cells)[3], guint n)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  TsView *view;

  selection->dimension = TS_DIMENSION_RANK;
  view = ts_view_new (selection);
  for (guint i = 0; i < n; i++)
    {
      TsCell cell = { { cells[i][0], cells[i][1], cells[i][2] } };
      ts_view_add_cell (view, &cell);
    }
  return view;
}

static void
assert_line (const GArray *lines, guint i, gint64 x_id, gint64 y_id, guint color)
{
  const TsViewLine *line = &g_array_index (lines, TsViewLine, i);

  g_assert_cmpuint (i, <, lines->len);
  g_assert_cmpint (line->x_id, ==, x_id);
  g_assert_cmpint (line->y_id, ==, y_id);
  g_assert_cmpuint (line->color, ==, color);
}

/* Whatever heat map it is chosen in, a cell is the same. */
static void
test_cell (void)
{
  const TsCell expected = { { 5, 2, 70 } };
  const TsCell cells[] = {
    ts_cell_from_heatmap (TS_DIMENSION_STEP, 5, 2, 70),
    ts_cell_from_heatmap (TS_DIMENSION_RANK, 2, 5, 70),
    ts_cell_from_heatmap (TS_DIMENSION_MODULE, 70, 5, 2),
  };
  const TsCell other = { { 5, 2, 71 } };
  gint64 x_id, y_id;

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    g_assert_true (ts_cell_equal (&cells[i], &expected));
  g_assert_false (ts_cell_equal (&other, &expected));
  ts_cell_get_line (&expected, TS_DIMENSION_STEP, &x_id, &y_id);
  g_assert_cmpint (x_id, ==, 2);
  g_assert_cmpint (y_id, ==, 70);
  ts_cell_get_line (&expected, TS_DIMENSION_MODULE, &x_id, &y_id);
  g_assert_cmpint (x_id, ==, 5);
  g_assert_cmpint (y_id, ==, 2);
}

static void
test_along (void)
{
  g_autoptr (TsView) view = create_view (NULL, 0);
  g_autoptr (TsView) copy = NULL;
  g_autoptr (TsSelection) lines = NULL;

  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_RANK);
  view->selection->dimension = TS_DIMENSION_STEP;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_STEP);
  ts_view_set_along (view, TS_DIMENSION_MODULE);
  view->selection->dimension = TS_DIMENSION_RANK;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_MODULE);
  copy = ts_view_copy (view);
  g_assert_cmpint (ts_view_get_along (copy), ==, TS_DIMENSION_MODULE);
  lines = ts_view_dup_line_selection (view);
  g_assert_cmpint (lines->dimension, ==, TS_DIMENSION_MODULE);
  /* Choosing the heat map's own dimension is following it again. */
  ts_view_set_along (view, TS_DIMENSION_RANK);
  view->selection->dimension = TS_DIMENSION_STEP;
  g_assert_cmpint (ts_view_get_along (view), ==, TS_DIMENSION_STEP);
}

/* Cells on one line share it and its colour; in another direction each has its own again. */
static void
test_shared_lines (void)
{
  const gint64 cells[][3] = { { 1, 0, 70 }, { 2, 0, 70 }, { 2, 0, 80 } };
  g_autoptr (TsView) view = create_view (cells, 0);
  g_autoptr (GArray) over_steps = NULL, over_ranks = NULL, over_modules = NULL;

  ts_view_set_along (view, TS_DIMENSION_STEP);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      TsCell cell = { { cells[i][0], cells[i][1], cells[i][2] } };
      ts_view_add_cell (view, &cell);
    }
  over_steps = ts_view_dup_lines (view);
  g_assert_cmpuint (over_steps->len, ==, 2);
  assert_line (over_steps, 0, 0, 70, 0);
  assert_line (over_steps, 1, 0, 80, 1);
  g_assert_cmpint (ts_view_find_line (over_steps, 0, 80), ==, 1);
  g_assert_cmpint (ts_view_find_line (over_steps, 1, 80), ==, -1);

  ts_view_set_along (view, TS_DIMENSION_RANK);
  over_ranks = ts_view_dup_lines (view);
  g_assert_cmpuint (over_ranks->len, ==, 3);
  assert_line (over_ranks, 0, 1, 70, 0);
  assert_line (over_ranks, 1, 2, 70, 2); /* 0 is taken, and 1 belongs to the next */
  assert_line (over_ranks, 2, 2, 80, 1);

  ts_view_set_along (view, TS_DIMENSION_MODULE);
  over_modules = ts_view_dup_lines (view);
  g_assert_cmpuint (over_modules->len, ==, 2);
  assert_line (over_modules, 0, 1, 0, 0);
  assert_line (over_modules, 1, 2, 0, 2);
}

/* A colour that was given up is the next one's; others keep theirs. */
static void
test_colors (void)
{
  const gint64 cells[][3] = { { 1, 0, 70 }, { 2, 0, 71 }, { 3, 0, 72 } };
  const TsCell more = { { 4, 0, 73 } };
  g_autoptr (TsView) view = create_view (cells, 3);
  g_autoptr (TsView) copy = ts_view_copy (view);
  g_autoptr (GArray) lines = NULL;

  g_assert_true (ts_view_has_same_cells (view, copy));
  g_array_remove_index (view->cells, 1);
  g_assert_false (ts_view_has_same_cells (view, copy));
  ts_view_add_cell (view, &more);
  g_assert_false (ts_view_has_same_cells (view, copy));
  lines = ts_view_dup_lines (view);
  assert_line (lines, 0, 1, 70, 0);
  assert_line (lines, 1, 3, 72, 2);
  assert_line (lines, 2, 4, 73, 1);
}

/* As many as there may be, turned so that each needs another colour. */
static void
test_many (void)
{
  g_autoptr (TsView) view = create_view (NULL, 0);
  g_autoptr (GArray) lines = NULL;
  guint64 used = 0;

  ts_view_set_along (view, TS_DIMENSION_STEP);
  for (guint i = 0; i < 64; i++)
    {
      TsCell cell = { { i, 0, i / 32 } };
      ts_view_add_cell (view, &cell);
    }
  ts_view_set_along (view, TS_DIMENSION_RANK);
  lines = ts_view_dup_lines (view);
  g_assert_cmpuint (lines->len, ==, 64);
  for (guint i = 0; i < lines->len; i++)
    used |= G_GUINT64_CONSTANT (1) << g_array_index (lines, TsViewLine, i).color;
  g_assert_cmpuint (used, ==, G_MAXUINT64);
}

/* --- as text --- */

/* Names of a run whose ids may be others after another import: by offset. */
static gboolean
get_name (gpointer data, TsDimension dimension, gint64 id, TsPlaceName *name)
{
  static const char *const modules[] = { "embedding", "layers.0.“x”", "head" };
  gint64 number = id - *(gint64 *) data;

  if (number < 0 || number > 2)
    return FALSE;
  *name = (TsPlaceName){ .number = 100 * number, .micro_step = 1, .name = modules[number] };
  return TRUE;
}

static gboolean
find_id (gpointer data, TsDimension dimension, const TsPlaceName *name, gint64 *id)
{
  gint64 offset = *(gint64 *) data;

  for (gint64 i = offset; i < offset + 3; i++)
    {
      TsPlaceName other = { 0 };
      get_name (data, dimension, i, &other);
      if (dimension == TS_DIMENSION_MODULE ? g_strcmp0 (other.name, name->name) != 0
                                           : other.number != name->number)
        continue;
      *id = i;
      return TRUE;
    }
  return FALSE;
}

/* Everything is another than it is at first. */
static TsView *
create_full_view (void)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  TsCell cell = { { 1, 2, 1 } }, other = { { 0, 1, 2 } };
  TsView *view;

  selection->metric = g_strdup ("forward");
  selection->stat = g_strdup ("max");
  selection->dimension = TS_DIMENSION_MODULE;
  selection->value = 1;
  selection->name_filter = g_strdup ("a|“b\"");
  g_ptr_array_add (selection->tags, ts_tag_new ("layers.0", "layer"));
  view = ts_view_new (selection);
  ts_view_add_cell (view, &cell);
  ts_view_add_cell (view, &other);
  g_array_index (view->cells, TsChosenCell, 1).color = 9;
  g_array_index (view->cells, TsChosenCell, 1).hidden = TRUE;
  ts_view_set_along (view, TS_DIMENSION_STEP);
  view->colors = (TsHeatmapColors){ .mode = TS_COLORS_QUANTILES,
                                    .palette = TS_PALETTE_CIVIDIS,
                                    .scale = TS_SCALE_SYMLOG,
                                    .limits = TS_LIMITS_FIXED,
                                    .fixed_min = -0.1,
                                    .fixed_max = 1e300,
                                    .shown_min = 1 / 3.0,
                                    .shown_max = INFINITY,
                                    .hidden_segments = 5,
                                    .reduction = TS_REDUCE_MIN };
  view->palettes[FALSE] = TS_PALETTE_VIRIDIS;
  view->palettes[TRUE] = TS_PALETTE_CLASSIC;
  view->ranks_by = g_intern_string ("tp");
  view->compare_within = g_intern_string ("dp");
  view->layout = g_intern_string ("{\"world_size\":2}");
  view->row_order = TS_ROW_ORDER_LARGEST;
  view->fold_layers = TRUE;
  view->heatmap_x = (TsAxisPart){ TRUE, 0, 1, 0.25, 0.75 };
  view->heatmap_y = (TsAxisPart){ TRUE, 1, 2, 0, 1 };
  view->line_scale = TS_SCALE_LOG;
  view->smoothing = 0.9;
  view->show_band = view->show_median = TRUE;
  view->lines_x = (TsAxisPart){ TRUE, 0, 2, 0.5, 0.5 };
  view->lines_y[0] = 0.1;
  view->lines_y[1] = 0.7;
  view->cursors[0] = (TsViewCursor){ TRUE, 0 };
  view->cursors[1] = (TsViewCursor){ TRUE, 2 };
  return view;
}

static void
assert_same_part (const TsAxisPart *a, const TsAxisPart *b, gint64 offset)
{
  g_assert_true (a->set && b->set);
  g_assert_cmpint (a->first_id + offset, ==, b->first_id);
  g_assert_cmpint (a->last_id + offset, ==, b->last_id);
  g_assert_cmpfloat (a->first_part, ==, b->first_part);
  g_assert_cmpfloat (a->last_part, ==, b->last_part);
}

/* What is read is what was written, in a database that counts otherwise. */
static void
test_json (void)
{
  gint64 offset = 0, other_offset = 40;
  const TsPlaceNames names = { get_name, find_id, &offset },
                     others = { get_name, find_id, &other_offset };
  g_autoptr (TsView) view = create_full_view (), read = NULL;
  g_autoptr (TsSelection) nothing = ts_selection_new ();
  g_autoptr (TsView) defaults = ts_view_new (nothing);
  g_autofree char *json = ts_view_to_json (view, &names, "/run/a.trend.db", "2026/7"),
                  *again = NULL;
  g_autofree char *database = ts_view_json_dup_database (json);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (database, ==, "/run/a.trend.db");
  read = ts_view_from_json (json, defaults, &others, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read->selection->value, ==, 41);
  read->selection->value -= 40;
  g_assert_true (ts_selection_equal (read->selection, view->selection));
  read->selection->value += 40;
  g_assert_cmpuint (read->cells->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const TsChosenCell *a = &g_array_index (view->cells, TsChosenCell, i);
      const TsChosenCell *b = &g_array_index (read->cells, TsChosenCell, i);
      for (guint d = 0; d < 3; d++)
        g_assert_cmpint (a->cell.ids[d] + 40, ==, b->cell.ids[d]);
      g_assert_cmpuint (a->color, ==, b->color);
      g_assert_cmpint (a->hidden, ==, b->hidden);
    }
  g_assert_cmpint (ts_view_get_along (read), ==, TS_DIMENSION_STEP);
  g_assert_true (ts_heatmap_colors_equal (&read->colors, &view->colors));
  g_assert_cmpmem (read->palettes, sizeof read->palettes, view->palettes, sizeof view->palettes);
  g_assert_cmpstr (read->ranks_by, ==, "tp");
  g_assert_cmpstr (read->compare_within, ==, "dp");
  g_assert_cmpstr (read->layout, ==, view->layout);
  g_assert_cmpint (read->row_order, ==, TS_ROW_ORDER_LARGEST);
  g_assert_true (read->fold_layers);
  assert_same_part (&view->heatmap_x, &read->heatmap_x, 40);
  assert_same_part (&view->heatmap_y, &read->heatmap_y, 40);
  assert_same_part (&view->lines_x, &read->lines_x, 40);
  g_assert_cmpint (read->line_scale, ==, TS_SCALE_LOG);
  g_assert_cmpfloat (read->smoothing, ==, 0.9);
  g_assert_true (read->show_band && read->show_median);
  g_assert_cmpfloat (read->lines_y[0], ==, 0.1);
  g_assert_cmpfloat (read->lines_y[1], ==, 0.7);
  g_assert_cmpint (read->cursors[0].id, ==, 40);
  g_assert_cmpint (read->cursors[1].id, ==, 42);
  again = ts_view_to_json (read, &others, "/run/a.trend.db", "2026/7");
  g_assert_cmpstr (again, ==, json);
}

/* Places that are not there any more are left out, and nothing else with them. */
static void
test_json_without_places (void)
{
  gint64 offset = 0, other_offset = 1000;
  const TsPlaceNames names = { get_name, find_id, &offset };
  /* Knows no id of names' run. */
  const TsPlaceNames others = { get_name, find_id, &other_offset };
  g_autoptr (TsView) view = create_full_view (), read = NULL;
  g_autofree char *json = ts_view_to_json (view, &others, NULL, NULL);
  g_autofree char *database = ts_view_json_dup_database (json);
  g_autoptr (TsSelection) nothing = ts_selection_new ();
  g_autoptr (TsView) defaults = ts_view_new (nothing);

  g_assert_null (database);
  read = ts_view_from_json (json, defaults, &names, NULL);
  g_assert_cmpint (read->selection->value, ==, G_MININT64);
  g_assert_cmpstr (read->selection->metric, ==, "forward");
  g_assert_cmpuint (read->cells->len, ==, 0);
  g_assert_false (read->heatmap_x.set || read->lines_x.set || read->cursors[0].set);
  g_assert_true (read->fold_layers);
}

/* What nobody would have written is refused, or does no harm. */
static void
test_wrong_json (void)
{
  static const char *const refused[]
      = { "", "no JSON", "[]", "{}", "{\"trendscope-view\": \"1\"}", "{\"trendscope-view\": 1" };
  static const char odd[]
      = "{\"trendscope-view\": 1, \"metric\": 3, \"statistic\": null, \"dimension\": [],"
        " \"value\": {}, \"tags\": [1, {}, {\"name\": 2}], \"cells\": [7, {}, {\"step\": 3}],"
        " \"heat-map\": {\"palette\": \"rainbow\", \"min\": \"a\", \"hidden-segments\": -1,"
        " \"x\": [], \"y\": {\"first\": 1}},"
        " \"lines\": {\"smoothing\": 7, \"y-low\": 0.9, \"y-high\": 0.1, \"scale\": 4}}";
  gint64 offset = 0;
  const TsPlaceNames names = { get_name, find_id, &offset };
  g_autoptr (TsSelection) nothing = ts_selection_new ();
  g_autoptr (TsView) defaults = ts_view_new (nothing), read = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ts_view_from_json (refused[i], defaults, &names, &error));
      g_assert_error (error, TS_VIEW_ERROR, TS_VIEW_ERROR_NO_VIEW);
    }
  read = ts_view_from_json (odd, defaults, &names, NULL);
  g_assert_nonnull (read);
  g_assert_true (ts_selection_equal (read->selection, nothing));
  g_assert_cmpuint (read->cells->len, ==, 0);
  g_assert_true (ts_heatmap_colors_equal (&read->colors, &defaults->colors));
  g_assert_cmpfloat (read->smoothing, ==, 0.999);
  g_assert_cmpfloat (read->lines_y[0], ==, 0);
  g_assert_cmpfloat (read->lines_y[1], ==, 1);
}

/* --- parts of an axis --- */

static void
test_parts (void)
{
  static const gint64 ids[] = { 3, 5, 9, 12 }, longer[] = { 1, 3, 5, 7, 9, 12, 20 };
  TsAxisPart part = ts_axis_part_from_places (ids, 4, 0.5, 2.25);
  double first, last;

  g_assert_true (part.set);
  ts_axis_part_to_places (&part, ids, 4, &first, &last);
  g_assert_cmpfloat (first, ==, 0.5);
  g_assert_cmpfloat (last, ==, 2.25);
  /* Where other places stand between them, these are visible too. */
  ts_axis_part_to_places (&part, longer, 7, &first, &last);
  g_assert_cmpfloat (first, ==, 1.5);
  g_assert_cmpfloat (last, ==, 4.25);
  ts_axis_part_to_places (&part, longer, 4, &first, &last);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (last, ==, 4);
  part = ts_axis_part_from_places (ids, 4, 1, 3);
  ts_axis_part_to_places (&part, ids, 4, &first, &last);
  g_assert_cmpfloat (first, ==, 1);
  g_assert_cmpfloat (last, ==, 3);
  g_assert_false (ts_axis_part_from_places (ids, 4, 0, 4).set);
  g_assert_false (ts_axis_part_from_places (ids, 0, 0, 0).set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/cell", test_cell);
  g_test_add_func ("/view/along", test_along);
  g_test_add_func ("/view/shared-lines", test_shared_lines);
  g_test_add_func ("/view/colors", test_colors);
  g_test_add_func ("/view/many", test_many);
  g_test_add_func ("/view/json", test_json);
  g_test_add_func ("/view/json-without-places", test_json_without_places);
  g_test_add_func ("/view/wrong-json", test_wrong_json);
  g_test_add_func ("/view/parts", test_parts);
  return g_test_run ();
}
