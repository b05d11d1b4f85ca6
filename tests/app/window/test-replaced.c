/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../store/sample-database.h"
#include "../../test-display.h"
#include "../window-fixture.h"

/* A database that is replaced, written over, cut, written to and deleted while a window shows it
 * and is used. Every value is its tensor's name in figures, so that a value under another name is
 * seen wherever it is shown. */

static GRand *dice; /* that fall alike in every run */

#define N_ROUNDS  200
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

/* --- what another program does ------------------------------------------------------------- */

static void
overwrite (const char *path, const char *from, gsize limit)
{
  g_autofree char *content = NULL;
  gsize length;
  FILE *file;

  g_assert_true (g_file_get_contents (from, &content, &length, NULL));
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (content, 1, MIN (length, limit), file), ==, MIN (length, limit));
  g_assert_cmpint (fclose (file), ==, 0);
}

/* The ids of two names change places, in a transaction. */
static void
rename_targets (const char *path)
{
  sqlite3 *db = NULL;

  if (sqlite3_open (path, &db) == SQLITE_OK)
    {
      sqlite3_busy_timeout (db, 2000);
      sqlite3_exec (db,
                    "BEGIN IMMEDIATE;"
                    "UPDATE monitoring_targets SET target_id = -target_id;"
                    "UPDATE monitoring_targets SET target_id = 25 + target_id;"
                    "CREATE TEMP TABLE t AS SELECT * FROM trend_data;"
                    "DELETE FROM trend_data;"
                    "UPDATE t SET target_id = 25 - target_id;"
                    "INSERT INTO trend_data SELECT * FROM t;"
                    "COMMIT;",
                    NULL, NULL, NULL);
    }
  sqlite3_close (db);
}

static void
disturb (const char *path, const char *folder, guint round)
{
  g_autofree char *fresh = create_version (folder, "fresh", round);

  switch (g_rand_int_range (dice, 0, 6))
    {
    case 0:
    case 1:
      g_assert_cmpint (g_rename (fresh, path), ==, 0);
      return;
    case 2:
      overwrite (path, fresh, G_MAXSIZE);
      break;
    case 3:
      overwrite (path, fresh, (gsize) g_rand_int_range (dice, 0, 40000));
      break;
    case 4:
      rename_targets (path);
      break;
    default:
      g_unlink (path);
      break;
    }
  g_unlink (fresh);
}

/* --- what the person sees ------------------------------------------------------------------- */

static void
check_axis (const TsMatrix *matrix, const TsAxis *axis, gboolean is_y)
{
  for (guint i = 0; i < axis->n; i++)
    {
      for (guint j = 0; j < (is_y ? matrix->x->n : matrix->y->n); j++)
        {
          gsize index = is_y ? ts_matrix_index (matrix, j, i) : ts_matrix_index (matrix, i, j);
          if (ts_cell_state (matrix->states[index]) == TS_CELL_NUMBER)
            g_assert_cmpfloat (matrix->values[index], ==, hash_name (axis->names[i]));
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
    check_axis (matrix, matrix->y, TRUE);
  else if (matrix->x->dimension == TS_DIMENSION_MODULE)
    check_axis (matrix, matrix->x, FALSE);
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

static void
use (WindowFixture *self)
{
  TsSession *session = ts_window_get_session (self->window);
  TsMatrix *matrix = ts_heatmap_view_get_matrix (window_get_heatmap (self));

  switch (g_rand_int_range (dice, 0, 6))
    {
    case 0:
      ts_session_set_dimension (session, TS_DIMENSION_STEP);
      break;
    case 1:
      ts_session_set_dimension (session, TS_DIMENSION_RANK);
      break;
    case 2:
      ts_session_move_value (session, g_rand_boolean (dice) ? 1 : -1);
      break;
    case 3:
      ts_session_set_stat (session, g_rand_boolean (dice) ? "norm" : "max");
      break;
    default:
      if (matrix != NULL && matrix->x->n > 0 && matrix->y->n > 0)
        g_signal_emit_by_name (window_get_heatmap (self), "cell-activated",
                               (guint) g_rand_int_range (dice, 0, (int) matrix->x->n),
                               (guint) g_rand_int_range (dice, 0, (int) matrix->y->n));
    }
}

/* Whether rows have names that only that version has. */
static gboolean
shows_version (WindowFixture *self, guint version)
{
  g_autofree char *part = g_strdup_printf (".v%u.", version);
  TsMatrix *matrix = ts_heatmap_view_get_matrix (window_get_heatmap (self));

  for (guint i = 0; matrix != NULL && i < matrix->y->n; i++)
    if (strstr (matrix->y->names[i], part) != NULL)
      return TRUE;
  return FALSE;
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

/* Where the monitor says nothing, the focus of the window and the next query do. */
static void
test_triggers (WindowFixture *self, gconstpointer data)
{
  g_autofree char *path = create_version (self->folder, "a.trend.db", 0);
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autofree char *linked = g_build_filename (self->folder, "link", "a.trend.db", NULL);
  TsSession *session = ts_window_get_session (self->window);

  /* Through a link, whose other end changes without a word to the monitor. */
  g_assert_cmpint (symlink (self->folder, link), ==, 0);
  window_open (self, linked);
  window_wait_for (window_has_matrix (self));
  g_assert_cmpint (g_unlink (link), ==, 0);
  window_iterate (400);
  g_object_notify (G_OBJECT (self->window), "is-active");
  window_wait_for (window_find_text (self, "was deleted") != NULL);
  g_assert_cmpint (symlink (self->folder, link), ==, 0);
  g_object_notify (G_OBJECT (self->window), "is-active");
  window_wait_for (!has_bar (self));

  /* A query is what finds it. */
  g_assert_cmpint (g_unlink (link), ==, 0);
  ts_session_set_stat (session, "max");
  window_wait_for (window_find_text (self, "was deleted") != NULL);
}

/* Written anew and cut off, in the same file. */
static void
test_changes (WindowFixture *self, gconstpointer data)
{
  g_autofree char *path = create_version (self->folder, "a.trend.db", 0);
  g_autofree char *fresh = create_version (self->folder, "fresh", 1);

  window_open (self, path);
  window_wait_for (window_has_matrix (self));
  overwrite (path, fresh, G_MAXSIZE);
  window_wait_for (window_find_text (self, "was changed") != NULL);
  check_window (self);
  window_activate (self, "reload", NULL);
  window_wait_for (!has_bar (self) && shows_version (self, 1));
  check_window (self);

  /* What can't be read leaves what is shown, and the bar. */
  overwrite (path, fresh, 5000);
  window_wait_for (window_find_text (self, "was cut off") != NULL);
  window_activate (self, "reload", NULL);
  window_wait_for (window_find_text (self, "Could not open the database") != NULL);
  g_assert_true (has_bar (self));
  check_window (self);
}

/* Two windows on one database are told both; each is reloaded by itself. */
static void
test_two_windows (WindowFixture *self, gconstpointer data)
{
  g_autofree char *path = create_version (self->folder, "a.trend.db", 0);
  g_autofree char *fresh = create_version (self->folder, "fresh", 1);
  WindowFixture other = *self;

  other.window = ts_window_new (GTK_APPLICATION (self->app));
  gtk_window_present (GTK_WINDOW (other.window));
  window_open (self, path);
  window_open (&other, path);
  window_wait_for (window_has_matrix (self) && window_has_matrix (&other));
  g_assert_cmpint (g_rename (fresh, path), ==, 0);
  window_wait_for (has_bar (self) && has_bar (&other));
  window_activate (self, "reload", NULL);
  window_wait_for (!has_bar (self) && shows_version (self, 1));
  g_assert_true (has_bar (&other) && !shows_version (&other, 1));
  check_window (self);
  check_window (&other);
  window_activate (&other, "reload", NULL);
  window_wait_for (!has_bar (&other) && shows_version (&other, 1));
  check_window (&other);
  gtk_window_destroy (GTK_WINDOW (other.window));
}

static void
test_stress (WindowFixture *self, gconstpointer data)
{
  g_autofree char *path = create_version (self->folder, "a.trend.db", 0);

  dice = g_rand_new_with_seed (11);
  window_open (self, path);
  window_wait_for (window_has_matrix (self));
  for (guint i = 1; i <= N_ROUNDS; i++)
    {
      disturb (path, self->folder, i);
      for (guint j = 0; j < 4; j++)
        {
          use (self);
          window_iterate (8);
          check_window (self);
        }
      if (i % 10 == 0)
        {
          g_autofree char *fresh = create_version (self->folder, "fresh", i);
          g_assert_cmpint (g_rename (fresh, path), ==, 0);
          window_activate (self, "reload", NULL);
          window_iterate (120);
          check_window (self);
        }
    }
  {
    g_autofree char *fresh = create_version (self->folder, "fresh", N_ROUNDS + 1);
    g_assert_cmpint (g_rename (fresh, path), ==, 0);
  }
  window_activate (self, "reload", NULL);
  window_iterate (500);
  window_wait_for (!has_bar (self));
  window_wait_for (window_has_matrix (self));
  check_window (self);
  g_clear_pointer (&dice, g_rand_free);
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
  ADD ("changes", test_changes);
  ADD ("two-windows", test_two_windows);
  ADD ("triggers", test_triggers);
  ADD ("stress", test_stress);
  return g_test_run ();
}
