/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../store/sample-database.h"
#include "../../test-display.h"
#include "../window-fixture.h"

/* A database that is replaced, written over, cut, written to and deleted while a window shows it
 * and is used. Every value is its tensor's name in figures, so that a value under another name is
 * seen wherever it is shown. */

#define N_TARGETS 24

static double
hash_name (const char *name)
{
  return (double) (g_str_hash (name) % 1000003);
}

/* The n-th version: targets have other ids, and half of them other names, from version to version.
 */
static char *
create_version (const char *folder, const char *name, guint version)
{
  g_autoptr (GString) sql = g_string_new (
      "INSERT INTO monitoring_metrics VALUES (1, 'forward'), (2, 'backward'); BEGIN;");

  for (guint i = 0; i < N_TARGETS; i++)
    {
      g_autofree char *target = g_strdup_printf ("Module.layers.%u.v%u.Linear.forward.0.input.0", i,
                                                 i % 2 == 0 ? 0 : version);
      guint id = 1 + (i * 5 + version * 7) % N_TARGETS;
      double value = hash_name (target);

      g_string_append_printf (sql, "INSERT INTO monitoring_targets VALUES (%u, '%s', 0, 0);", id,
                              target);
      g_string_append_printf (
          sql,
          "INSERT INTO trend_data (rank, step, target_id, metric_id, norm, max)"
          " SELECT r.value, s.value, %u, m.value, %.0f, %.0f FROM"
          " json_each('[0,1,2]') r, json_each('[0,1,2,3,4,5]') s, json_each('[1,2]') m;",
          id, value, value);
    }
  g_string_append (sql, "COMMIT;");
  return sample_create_database (folder, name, TRUE, sql->str);
}

/* --- what the person sees ------------------------------------------------------------------- */

static void
check_axis (const TsMatrix *matrix, const TsAxis *axis, gboolean is_y, TsCatalog *catalog)
{
  for (guint i = 0; i < axis->n; i++)
    {
      const TsCatalogTarget *target = ts_catalog_find_target (catalog, axis->ids[i]);
      g_assert_nonnull (target);
      for (guint j = 0; j < (is_y ? matrix->x->n : matrix->y->n); j++)
        {
          gsize index = is_y ? ts_matrix_index (matrix, j, i) : ts_matrix_index (matrix, i, j);
          if (ts_cell_state (matrix->states[index]) == TS_CELL_NUMBER)
            g_assert_cmpfloat (matrix->values[index], ==, hash_name (target->name));
        }
    }
}

static void
check_window (WindowFixture *self)
{
  TsSession *session = ts_window_get_session (self->window);
  TsCatalog *catalog = ts_session_get_catalog (session);
  TsMatrix *matrix = ts_heatmap_view_get_matrix (window_get_heatmap (self));
  TsLineView *lines = window_get_lines (self);

  if (catalog == NULL || matrix == NULL)
    return;
  if (matrix->y->dimension == TS_DIMENSION_MODULE)
    check_axis (matrix, matrix->y, TRUE, catalog);
  else if (matrix->x->dimension == TS_DIMENSION_MODULE)
    check_axis (matrix, matrix->x, FALSE, catalog);
  for (guint i = 0; i < ts_line_view_get_n_lines (lines); i++)
    {
      const TsSeries *series = ts_line_view_get_series (lines, i);
      gint64 id = series->y_id;
      const TsCatalogTarget *target;
      if (series->axis->dimension == TS_DIMENSION_MODULE)
        continue;
      target = ts_catalog_find_target (catalog, id);
      if (target == NULL)
        continue;
      for (guint j = 0; j < series->axis->n; j++)
        if (ts_cell_state (series->states[j]) == TS_CELL_NUMBER)
          g_assert_cmpfloat (series->values[j], ==, hash_name (target->name));
    }
}

static gboolean
has_bar (WindowFixture *self)
{
  return window_find_text (self, "out of date") != NULL;
}

/* The bar comes by itself, stays while its cause does, and Reload shows what is there now. */
static void
test_reload (WindowFixture *self, gconstpointer data)
{
  g_autofree char *path = create_version (self->folder, "a.trend.db", 0);
  g_autofree char *kept = g_build_filename (self->folder, "kept", NULL);
  g_autofree char *fresh = NULL;
  TsSession *session = ts_window_get_session (self->window);

  window_open (self, path);
  window_wait_for (window_has_matrix (self));
  window_iterate (600);
  g_assert_false (has_bar (self));
  ts_session_set_stat (session, "max");
  ts_session_set_dimension (session, TS_DIMENSION_STEP);

  g_assert_cmpint (g_rename (path, kept), ==, 0);
  window_wait_for (has_bar (self));
  check_window (self);
  g_assert_cmpint (g_rename (kept, path), ==, 0);
  window_wait_for (!has_bar (self));

  fresh = create_version (self->folder, "fresh", 1);
  g_assert_cmpint (g_rename (fresh, path), ==, 0);
  window_wait_for (has_bar (self));
  window_activate (self, "reload", NULL);
  window_wait_for (!has_bar (self));
  window_wait_for (window_has_matrix (self));
  check_window (self);
  g_assert_cmpstr (ts_session_get_selection (session)->stat, ==, "max");
  g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, TS_DIMENSION_STEP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/replaced/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("reload", test_reload);
  return g_test_run ();
}
