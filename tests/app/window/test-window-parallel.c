/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "app/application.h"
#include "app/settings.h"
#include "app/parallel/parallel-page.h"
#include "app/trends/trends-page.h"
#include "app/window/window.h"

#include <math.h>

typedef struct
{
  TsWindow *window;
  TsSession *session;
  TsParallelPage *parallel;
  TsTrendsPage *trends;
  TsHeatmapView *view;
} Fixture;

/* One for all tests: it can be registered once only. What it remembers of a folder stays, so that
 * the test of a folder nothing is known of comes first. */
static GtkApplication *application;

typedef gboolean (*Condition) (Fixture *self);

static void
wait_for (Fixture *self, Condition condition)
{
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (!condition (self))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static gboolean
shows_matrix (Fixture *self)
{
  return ts_heatmap_view_get_matrix (self->view) != NULL;
}

static gboolean
shows_steps (Fixture *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->view);

  return matrix != NULL && matrix->x->dimension == TS_DIMENSION_STEP;
}

static gboolean
shows_ranks (Fixture *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->view);

  return matrix != NULL && matrix->x->dimension == TS_DIMENSION_RANK;
}

/* A window on msProbe's database of two ranks. */
static void
open_window (Fixture *self)
{
  g_autofree char *folder
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_mix_2rank", "expected", "micro", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  self->window = ts_window_new (application);
  self->session = ts_window_get_session (self->window);
  self->parallel = TS_PARALLEL_PAGE (ts_window_get_page (self->window, "parallel"));
  self->trends = TS_TRENDS_PAGE (ts_window_get_page (self->window, "trends"));
  self->view = ts_trends_page_get_heatmap_view (self->trends);
  gtk_window_present (GTK_WINDOW (self->window));
  ts_window_open (self->window, file);
  wait_for (self, shows_matrix);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  open_window (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_sizes (Fixture *self, gint64 tensor, gint64 pipeline)
{
  g_autoptr (TsParallelConfig) config
      = ts_parallel_config_copy (ts_parallel_page_get_config (self->parallel));

  config->tensor_parallel_size = tensor;
  config->pipeline_parallel_size = pipeline;
  ts_parallel_page_set_config (self->parallel, config);
}

static gboolean
is_settled (Fixture *self)
{
  return ts_session_get_heatmap_state (self->session, NULL) == TS_CHART_FINE;
}

static void
show_ranks (Fixture *self)
{
  ts_session_set_dimension (self->session, TS_DIMENSION_STEP);
  wait_for (self, shows_ranks);
  wait_for (self, is_settled);
}

static void
choose_view (Fixture *self, int order_by, int compare_within)
{
  TsRankBox *box = ts_selection_panel_get_rank_box (ts_trends_page_get_panel (self->trends));
  const TsRankView view = { order_by, compare_within };

  ts_rank_box_set_view (box, &view);
  g_signal_emit_by_name (box, "changed");
  wait_for (self, is_settled);
}

/* What the data suggests is shown on the page, but nothing follows it until it is given. */
static void
test_guess (Fixture *self, gconstpointer data)
{
  const TsParallelConfig *config = ts_parallel_page_get_config (self->parallel);

  g_assert_cmpint (config->world_size, ==, 2);
  g_assert_cmpint (config->num_layers, ==, 4);
  show_ranks (self);
  g_assert_cmpstr (ts_heatmap_view_get_matrix (self->view)->x->names[1], ==, "1");
}

static void
test_names (Fixture *self, gconstpointer data)
{
  TsMatrix *matrix;

  show_ranks (self);
  set_sizes (self, 2, 1);
  wait_for (self, is_settled);
  matrix = ts_heatmap_view_get_matrix (self->view);
  g_assert_cmpstr (matrix->x->names[1], ==, "1 · tp1 pp0 dp0");
  choose_view (self, TS_PARALLEL_DP, TS_COMPARE_NOTHING);
  matrix = ts_heatmap_view_get_matrix (self->view);
  g_assert_cmpuint (matrix->x->n_groups, ==, 2);
  g_assert_cmpstr (matrix->x->group_names[1], ==, "DP group 1");
  choose_view (self, TS_RANKS_BY_NUMBER, TS_COMPARE_NOTHING);
}

/* Each cell and its neighbour of the same group lie as far from their median, to either side; the
 * title says what is shown, the palette has a middle, and both go back. */
static void
test_compare (Fixture *self, gconstpointer data)
{
  TsPalette palette = ts_heatmap_view_get_colors (self->view)->palette;
  g_autofree char *title = NULL, *plain = NULL;
  TsMatrix *matrix;
  guint n = 0;

  show_ranks (self);
  set_sizes (self, 1, 1);
  set_sizes (self, 2, 1);
  choose_view (self, TS_RANKS_BY_NUMBER, TS_PARALLEL_TP);
  matrix = ts_heatmap_view_get_matrix (self->view);
  for (guint y = 0; y < matrix->y->n; y++)
    {
      gsize i = ts_matrix_index (matrix, 0, y);
      if (ts_cell_state (matrix->states[i]) != TS_CELL_NUMBER
          || ts_cell_state (matrix->states[i + 1]) != TS_CELL_NUMBER)
        continue;
      g_assert_cmpfloat_with_epsilon (matrix->values[i], -matrix->values[i + 1],
                                      1e-9 * (1 + fabs (matrix->values[i])));
      n++;
    }
  g_assert_cmpuint (n, >, 10);
  title = ts_trends_page_dup_heatmap_title (self->trends);
  g_assert_true (g_str_has_suffix (title, "TP group"));
  g_assert_cmpint (ts_heatmap_view_get_colors (self->view)->palette, ==, TS_PALETTE_DIVERGING);
  choose_view (self, TS_RANKS_BY_NUMBER, TS_COMPARE_NOTHING);
  plain = ts_trends_page_dup_heatmap_title (self->trends);
  g_assert_false (g_str_has_suffix (plain, "TP group"));
  g_assert_cmpint (ts_heatmap_view_get_colors (self->view)->palette, ==, palette);
}

/* A block of the layout leads to its rank and layers, from whichever view. */
static void
test_block (Fixture *self, gconstpointer data)
{
  g_autoptr (TsSpot) spot = ts_spot_new ();
  const guint32 rank = 1;
  double x0, x1, y0, y1;
  TsMatrix *matrix;

  /* A step that has layers: in the last one there are none. */
  show_ranks (self);
  ts_session_set_value (self->session, ts_session_get_values (self->session)->ids[0]);
  ts_session_set_dimension (self->session, TS_DIMENSION_RANK);
  wait_for (self, shows_steps);
  set_sizes (self, 1, 2);
  spot->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (spot->ranks, rank);
  spot->n_layers = 2;
  ts_page_go_to (TS_PAGE (self->parallel), spot, "trends");
  wait_for (self, shows_ranks);
  wait_for (self, is_settled);
  matrix = ts_heatmap_view_get_matrix (self->view);
  ts_heatmap_view_get_visible (self->view, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x0, ==, 1);
  g_assert_cmpfloat (x1, ==, 2);
  /* Its two layers are the local layers 0 and 1. */
  g_assert_nonnull (strstr (matrix->y->names[(guint) y0], "layers.0."));
  g_assert_nonnull (strstr (matrix->y->names[(guint) y1 - 1], "layers.1."));
}

static void
test_remembered (Fixture *self, gconstpointer data)
{
  set_sizes (self, 2, 1);
  gtk_window_destroy (GTK_WINDOW (self->window));
  open_window (self);
  g_assert_cmpint (ts_parallel_page_get_config (self->parallel)->tensor_parallel_size, ==, 2);
  show_ranks (self);
  g_assert_cmpstr (ts_heatmap_view_get_matrix (self->view)->x->names[0], ==, "0 · tp0 pp0 dp0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  application = GTK_APPLICATION (ts_application_new ());
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/window-parallel/guess", test_guess);
  ADD ("/window-parallel/names", test_names);
  ADD ("/window-parallel/compare", test_compare);
  ADD ("/window-parallel/block", test_block);
  ADD ("/window-parallel/remembered", test_remembered);
  return g_test_run ();
}
