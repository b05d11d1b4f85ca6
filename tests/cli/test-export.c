/* SPDX-License-Identifier: GPL-3.0-or-later */

/* --export-heatmap and --export-lines, run as people run them: without a display. */

#include "../store/sample-database.h"
#include "../test-folder.h"

#include <cairo.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define DUMP    "dump_nan_inf_2rank/expected/micro/dump_data.trend.db"
#define MONITOR "monitor_2rank/expected/micro"

static char *folder;

static char *
get_fixture (const char *name)
{
  return g_build_filename (g_getenv ("TS_FIXTURES"), name, NULL);
}

static char *
get_output (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Runs the program; returns its exit status. said becomes what it wrote on both streams. */
static int
run (const char *const *arguments, char **said)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  g_auto (GStrv) environment = g_environ_unsetenv (g_get_environ (), "DISPLAY");
  int status = 0;

  g_ptr_array_add (argv, (gpointer) g_getenv ("TS_EXECUTABLE"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, environment, G_SPAWN_DEFAULT, NULL, NULL, &output,
                &errors, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  if (said != NULL)
    *said = g_strconcat (output, errors, NULL);
  return WEXITSTATUS (status);
}

#define run_all(said, ...) run ((const char *const[]){ __VA_ARGS__, NULL }, said)

/* Exports file_name from a fixture and returns its lines. */
static char **
export_csv (const char *command, const char *fixture, const char *const *more)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autofree char *input = get_fixture (fixture);
  g_autofree char *output = get_output ("out.csv");
  g_autofree char *text = NULL;

  g_ptr_array_add (arguments, (gpointer) command);
  g_ptr_array_add (arguments, input);
  g_ptr_array_add (arguments, (gpointer) "--output");
  g_ptr_array_add (arguments, output);
  for (guint i = 0; more[i] != NULL; i++)
    g_ptr_array_add (arguments, (gpointer) more[i]);
  g_ptr_array_add (arguments, NULL);
  g_unlink (output);
  g_assert_cmpint (run ((const char *const *) arguments->pdata, NULL), ==, 0);
  g_assert_true (g_file_get_contents (output, &text, NULL, NULL));
  g_assert_true (g_str_has_suffix (text, "\n"));
  text[strlen (text) - 1] = '\0';
  return g_strsplit (text, "\n", -1);
}

#define csv(command, fixture, ...)                                                                 \
  export_csv (command, fixture, (const char *const[]){ __VA_ARGS__, NULL })

/* By default the rank of the first NaN or Inf. */
static void
test_default_heatmap (void)
{
  g_auto (GStrv) lines = export_csv ("--export-heatmap", DUMP, (const char *const[]){ NULL });
  guint n_inf = 0, n_null = 0;

  g_assert_cmpstr (lines[0], ==, "Module,0,1,2,3,4,5,6,7,8,9");
  g_assert_cmpuint (g_strv_length (lines), ==, 79);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);
      g_assert_cmpuint (g_strv_length (fields), ==, 11);
      for (guint f = 1; fields[f] != NULL; f++)
        {
          n_inf += strcmp (fields[f], "inf") == 0;
          n_null += strcmp (fields[f], "null") == 0;
        }
    }
  g_assert_cmpuint (n_inf, ==, 14);
  g_assert_cmpuint (n_null, ==, 52);
}

/* Rank 7 has most of them, in the metric and statistic that come first, but later. */
#define FIRST_SQL                                                                                  \
  SAMPLE_SQL                                                                                       \
  "DELETE FROM trend_data;"                                                                        \
  "INSERT INTO trend_data SELECT r.value, s.value, t.target_id, m.value, 1, 1, 1, 1"               \
  " FROM json_each('[0,1,2,3,4,5,6,7]') r, json_each('[1,2,3,4,5,6,7,8]') s,"                      \
  " monitoring_targets t, json_each('[1,2]') m;"                                                   \
  "UPDATE trend_data SET norm = NULL WHERE rank = 7 AND step = 7 AND metric_id = 1;"               \
  "UPDATE trend_data SET min = NULL WHERE rank = 2 AND step = 3 AND metric_id = 2"                 \
  " AND target_id = 1;"

static void
assert_first (const char *input, const char *option, const char *choice, const char *wanted)
{
  g_autofree char *output = get_output ("first.csv"), *view = get_output ("first.json");
  g_autofree char *text = NULL;

  g_assert_cmpint (
      run_all (NULL, "--export-heatmap", input, "-o", output, "--save-view", view, option, choice),
      ==, 0);
  g_assert_true (g_file_get_contents (view, &text, NULL, NULL));
  g_auto (GStrv) words = g_strsplit (wanted, "|", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (text, words[i]) == NULL)
      g_error ("%s is not in %s", words[i], text);
}

/* Which comes first decides, over all metrics and statistics that are left open; never how many. */
static void
test_first_anomaly (void)
{
  g_autofree char *input = sample_create_database (folder, "first.trend.db", FALSE, FIRST_SQL);

  assert_first (input, NULL, NULL, "\"backward\"|\"min\"|\"rank\" : 2");
  assert_first (input, "--dimension", "step", "\"backward\"|\"min\"|\"training-step\" : 3");
  assert_first (input, "--metric", "forward", "\"forward\"|\"norm\"|\"rank\" : 7");
  assert_first (input, "--value", "5", "\"forward\"|\"norm\"|\"rank\" : 5");
  g_unlink (input);
}

static void
test_exact_values (void)
{
  g_auto (GStrv) lines
      = csv ("--export-heatmap", DUMP, "--dimension", "step", "--value", "4", "--filter",
             "word_embeddings.Embedding.output", "--stat", "norm", "--metric", "forward");

  g_assert_cmpstr (lines[0], ==, "Module,0,1");
  g_assert_cmpstr (lines[1], ==,
                   "Module.module.embedding.word_embeddings.Embedding.output.0,"
                   "1.3059601783752441,1.2769253253936768");
  g_assert_null (lines[2]);
}

/* A folder, a metric recorded at every other step, a cell named by rank and part of a name. */
static void
test_lines (void)
{
  g_auto (GStrv) lines = csv ("--export-lines", MONITOR, "--metric", "grad_reduced", "--cell",
                              "1,output_layer.weight", "--cell", "0,output_layer.weight");

  g_assert_cmpstr (lines[0], ==,
                   "Training step,module.output_layer.weight · rank 1,"
                   "module.output_layer.weight · rank 0");
  g_assert_cmpuint (g_strv_length (lines), ==, 31);
  g_assert_true (g_str_has_prefix (lines[2], "2,"));
}

/* Cells of a rank's heat map, lines over its steps: cells of one row share a line. */
static void
test_along (void)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *output = get_output ("along.png");
  g_autofree char *said = NULL, *unknown = NULL;
  g_auto (GStrv) lines = csv ("--export-lines", MONITOR, "--metric", "grad_reduced", "--dimension",
                              "rank", "--value", "1", "--along", "step", "--cell",
                              "2,output_layer.weight", "--cell", "4,output_layer.weight");
  g_auto (GStrv) modules = csv ("--export-lines", MONITOR, "--metric", "grad_reduced", "--along",
                                "module_name", "--value", "2", "--cell", "1,output_layer.weight");

  g_assert_cmpstr (lines[0], ==, "Training step,module.output_layer.weight · rank 1");
  g_assert_cmpuint (g_strv_length (lines), ==, 31);
  g_assert_cmpstr (modules[0], ==, "Module,rank 1 · step 2");
  /* Behind lines along the ranks there is no band of all ranks. */
  g_assert_cmpint (
      run_all (&said, "--export-lines", input, "-o", output, "--band", "--along", "rank"), ==, 1);
  g_assert_nonnull (strstr (said, "band"));
  g_assert_cmpint (run_all (&unknown, "--export-lines", input, "-o", output, "--along", "layer"),
                   ==, 1);
  g_assert_nonnull (strstr (unknown, "step, rank, module"));
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
}

static void
test_tags (void)
{
  g_auto (GStrv) lines
      = csv ("--export-heatmap", DUMP, "--tag", "layers.1::layer", "--tag", "input.0");

  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_assert_nonnull (strstr (lines[i], "layers.1."));
      g_assert_nonnull (strstr (lines[i], ".input.0,"));
    }
}

/* Width, height and whether more than one colour is in it. */
static void
assert_picture (const char *path, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
  const guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface), n_other = 0;

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, width);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      n_other += memcmp (pixels + (gsize) y * stride + (gsize) x * 4, pixels, 3) != 0;
  g_assert_cmpuint (n_other, >, (gsize) width * (gsize) height / 200);
  cairo_surface_destroy (surface);
}

static void
test_pictures (gconstpointer command)
{
  static const char *const endings[] = { "png", "svg", "pdf" };
  static const char *const starts[] = { "\x89PNG", "<?xml", "%PDF" };
  g_autofree char *input = get_fixture (DUMP);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("picture.", endings[i], NULL);
      g_autofree char *output = get_output (name);
      g_autofree char *bytes = NULL;
      g_assert_cmpint (run_all (NULL, command, input, "-o", output, "--size", "500x400", "--scale",
                                "2", "--dark", "--palette", "viridis", "--scale-type", "symlog"),
                       ==, 0);
      g_assert_true (g_file_get_contents (output, &bytes, NULL, NULL));
      g_assert_true (g_str_has_prefix (bytes, starts[i]));
      if (i == 0)
        assert_picture (output, 1000, 800);
    }
}

static void
test_band (void)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *output = get_output ("band.png");
  g_autofree char *said = NULL;

  g_assert_cmpint (run_all (NULL, "--export-lines", input, "-o", output, "--band", "--stat", "max",
                            "--smoothing", "0.5"),
                   ==, 0);
  assert_picture (output, 1600, 900);
  g_assert_cmpint (
      run_all (&said, "--export-lines", input, "-o", output, "--band", "--dimension", "rank"), ==,
      1);
  g_assert_nonnull (strstr (said, "band"));
}

static void
assert_same_file (const char *a, const char *b)
{
  g_autofree char *first = NULL, *second = NULL;
  gsize n_first, n_second;

  g_assert_true (g_file_get_contents (a, &first, &n_first, NULL));
  g_assert_true (g_file_get_contents (b, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
}

/* A view that was saved is drawn as it was, and can be changed. */
static void
test_view (gconstpointer command)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *first = get_output ("first.png"), *second = get_output ("second.png");
  g_autofree char *view = get_output ("view.json"), *again = get_output ("again.json");
  g_autofree char *csv = get_output ("view.csv"), *text = NULL;

  g_assert_cmpint (run_all (NULL, command, input, "-o", first, "--metric", "backward", "--stat",
                            "max", "--dimension", "step", "--value", "#3", "--filter", "layers",
                            "--tag", "layers.1::layer", "--palette", "viridis", "--limits", "-1:1",
                            "--scale-type", "symlog", "--smoothing", "0.5", "--save-view", view),
                   ==, 0);
  g_assert_cmpint (
      run_all (NULL, command, input, "-o", second, "--view", view, "--save-view", again), ==, 0);
  assert_same_file (first, second);
  assert_same_file (view, again);
  g_assert_cmpint (run_all (NULL, command, input, "-o", csv, "--view", view, "--stat", "min",
                            "--save-view", again),
                   ==, 0);
  g_assert_true (g_file_get_contents (again, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"min\""));
  g_assert_nonnull (strstr (text, "\"backward\""));
}

/* A picture is a view file too. */
static void
test_view_of_picture (gconstpointer command)
{
  static const char *const endings[] = { "png", "svg", "pdf" };
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *view = get_output ("carried.json"), *again = get_output ("carried-again.json");

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("carrying.", endings[i], NULL);
      g_autofree char *picture = get_output (name), *other = get_output ("other.png");
      g_assert_cmpint (run_all (NULL, command, input, "-o", picture, "--metric", "backward",
                                "--value", "#2", "--dimension", "step", "--palette", "classic",
                                "--save-view", view),
                       ==, 0);
      g_assert_cmpint (
          run_all (NULL, command, input, "-o", other, "--view", picture, "--save-view", again), ==,
          0);
      assert_same_file (view, again);
    }
}

static char *
write_file (const char *name, const char *text)
{
  char *path = get_output (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* A view that compares ranks: of two, each is as far from their median as the other. How they run
 * is said by a file, and from then on by the view; where nobody says it, that is told. */
static void
test_ranks (void)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *view = write_file (
      "ranks.json", "{\"trendscope-view\": 1, \"metric\": \"forward\", \"statistic\": \"norm\","
                    " \"dimension\": \"step\", \"value\": {\"training-step\": 4},"
                    " \"heat-map\": {\"compare-within\": \"dp\"}}");
  g_autofree char *layout = write_file ("layout.json", "{\"world_size\": 2, \"num_layers\": 4}");
  g_autofree char *wrong
      = write_file ("no-layout.json", "{\"world_size\": 3, \"tensor_parallel_size\": 2}");
  g_autofree char *kept = get_output ("kept.json"), *said = NULL, *unread = NULL;
  const char *const filter = "word_embeddings.Embedding.output";
  g_auto (GStrv) lines = csv ("--export-heatmap", DUMP, "--view", view, "--filter", filter,
                              "--layout", layout, "--save-view", kept);
  g_auto (GStrv) again = csv ("--export-heatmap", DUMP, "--view", kept);
  g_auto (GStrv) values = g_strsplit (lines[1], ",", 3);

  g_assert_cmpstr (lines[0], ==, "Module,0 · tp0 pp0 dp0,1 · tp0 pp0 dp1");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (values[1], NULL),
                                  (1.3059601783752441 - 1.2769253253936768) / 2, 1e-12);
  g_assert_cmpfloat (g_ascii_strtod (values[1], NULL), ==, -g_ascii_strtod (values[2], NULL));
  g_assert_cmpstr (lines[0], ==, again[0]);
  g_assert_cmpstr (lines[1], ==, again[1]);
  g_assert_cmpint (run_all (&said, "--export-heatmap", input, "--csv", kept, "--view", view), ==,
                   0);
  g_assert_nonnull (strstr (said, "--layout"));
  g_assert_cmpint (run_all (&unread, "--export-heatmap", input, "--csv", kept, "--view", view,
                            "--layout", wrong),
                   ==, 1);
  g_assert_nonnull (strstr (unread, "no-layout.json"));
}

/* The part that is visible, and the rows in their order. */
static void
test_view_part (void)
{
  static const char json[]
      = "{\"trendscope-view\": 1, \"metric\": \"forward\", \"statistic\": \"norm\","
        " \"dimension\": \"rank\", \"value\": {\"rank\": 0}, \"heat-map\": {\"row-order\": "
        "\"name\","
        " \"x\": {\"first\": {\"training-step\": 2}, \"first-part\": 0.5,"
        " \"last\": {\"training-step\": 4}, \"last-part\": 1}}}";
  g_autofree char *view = get_output ("part.json");
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_set_contents (view, json, -1, NULL));
  lines = csv ("--export-heatmap", "dump_nan_inf_2rank/expected/nomicro/dump_data.trend.db",
               "--view", view);
  g_assert_cmpstr (lines[0], ==, "Module,2,3,4");
  /* The first in the network is the embedding. */
  g_assert_null (strstr (lines[1], "embedding"));
}

/* Nothing is drawn that the view does not mean. */
static void
test_wrong_view (void)
{
  static const char *const texts[][2] = {
    { "no view", "no view that Trendscope saved" },
    { "{\"trendscope-view\": 1, \"metric\": \"sideways\"}", "“sideways”" },
    { "{\"trendscope-view\": 1, \"dimension\": \"rank\", \"value\": {\"rank\": 9}}", "“9”" },
  };
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *view = get_output ("wrong.json"), *output = get_output ("wrong.png");
  g_autofree char *missing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *said = NULL;
      g_assert_true (g_file_set_contents (view, texts[i][0], -1, NULL));
      g_assert_cmpint (run_all (&said, "--export-heatmap", input, "-o", output, "--view", view), ==,
                       1);
      g_assert_nonnull (strstr (said, texts[i][1]));
      g_assert_nonnull (strstr (said, "wrong.json"));
      g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
    }
  g_assert_cmpint (
      run_all (&missing, "--export-heatmap", input, "-o", output, "--view", "/nowhere.json"), ==,
      1);
  g_assert_nonnull (strstr (missing, "/nowhere.json"));
}

static void
test_usage (void)
{
  static const char *const wrong[][6] = {
    { "--export-heatmap", "x", "--output", "x.txt" },
    { "--export-heatmap", "x" },
    { "--export-heatmap", "x", "--output", "x.png", "--size", "12" },
    { "--export-heatmap", "x", "--output", "x.png", "--size", "40000x900" },
    { "--export-heatmap", "x", "--output", "x.png", "--palette", "rainbow" },
    { "--export-heatmap", "x", "--output", "x.png", "--limits", "5:1" },
    { "--export-heatmap", "x", "--output", "x.png", "--mode", "dots" },
    { "--export-heatmap", "x", "--export-lines", "y", "--output", "x.png" },
    { "--export-lines", "x", "--output", "x.png", "--smoothing", "1.5" },
    { "--export-lines", "x", "--output", "x.png", "--no-such", "1" },
    { "--export-lines", "x", "--output", "x.png", "rest" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *arguments[7] = { NULL };
      g_autofree char *said = NULL;
      memcpy (arguments, wrong[i], sizeof wrong[i]);
      g_test_message ("%u", i);
      g_assert_cmpint (run (arguments, &said), ==, 2);
      g_assert_cmpstr (said, !=, "");
    }
}

/* Nothing is written, and the message names what is not there. */
static void
test_unknown (void)
{
  /* What is not there, and what there is instead. */
  static const char *const unknown[][3] = {
    { "--metric", "nope", "“nope”. There are: forward" },
    { "--stat", "zeros", "“zeros”. It has: norm" },
    { "--value", "77", "“77”. There are 2, from 0 to 1" },
    { "--dimension", "time", "“time”. There are: step, rank, module" },
    { "--tag", "layers.9", "“layers.9”. There are: " },
    { "--filter", "nothing like this", "no values" },
  };
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *output = get_output ("unknown.csv");

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      g_autofree char *said = NULL;
      g_assert_cmpint (
          run_all (&said, "--export-heatmap", input, "-o", output, unknown[i][0], unknown[i][1]),
          ==, 1);
      g_assert_nonnull (strstr (said, unknown[i][2]));
      g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
    }
}

/* Values and picture in one run; values alone on standard output, without a word in between. */
static void
test_csv_option (void)
{
  g_autofree char *input = get_fixture (DUMP), *said = NULL, *text = NULL;
  g_autofree char *picture = get_output ("both.png"), *csv = get_output ("both.csv");

  g_assert_cmpint (run_all (NULL, "--export-heatmap", input, "--output", picture, "--csv", csv,
                            "--dimension", "module", "--value", "#1"),
                   ==, 0);
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_assert_cmpint (run_all (&said, "--export-heatmap", input, "--csv", "-", "--dimension",
                            "module_name", "--value", "#1"),
                   ==, 0);
  g_assert_cmpstr (said, ==, text);
  g_assert_cmpint (run_all (NULL, "--export-heatmap", input, "--output", "x.gif"), ==, 2);
}

static void
test_partly_unknown (void)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *output = get_output ("partly.csv");
  g_autofree char *said = NULL;

  g_assert_cmpint (run_all (&said, "--export-lines", input, "-o", output, "--cell", "0,#3",
                            "--cell", "5,#3", "--cell", "x"),
                   ==, 3);
  g_assert_nonnull (strstr (said, "“5”"));
  g_assert_nonnull (strstr (said, "“x”"));
  g_assert_true (g_file_test (output, G_FILE_TEST_EXISTS));
}

static void
test_bad_places (void)
{
  g_autofree char *input = get_fixture (DUMP);
  g_autofree char *nowhere = get_output ("no/such/folder/x.png");
  g_autofree char *csv_nowhere = get_output ("no/such/folder/x.csv");
  g_autofree char *out = get_output ("x.png");
  g_autofree char *said = NULL;

  g_assert_cmpint (run_all (NULL, "--export-heatmap", input, "-o", nowhere), ==, 1);
  g_assert_cmpint (run_all (NULL, "--export-heatmap", input, "-o", csv_nowhere), ==, 1);
  g_assert_cmpint (run_all (NULL, "--export-heatmap", "/nowhere.trend.db", "-o", out), ==, 1);
  g_assert_cmpint (run_all (&said, "--export-heatmap", folder, "-o", out), ==, 1);
  g_assert_nonnull (strstr (said, "*.trend.db"));
}

static void
test_help (void)
{
  g_autofree char *said = NULL;

  g_assert_cmpint (run_all (&said, "--export-heatmap", "--help"), ==, 0);
  g_assert_nonnull (strstr (said, "trendscope ["));
  g_clear_pointer (&said, g_free);
  g_assert_cmpint (run_all (&said, "--export-heatmap", "x", "--help"), ==, 0);
  g_assert_nonnull (strstr (said, "--dimension"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = test_tmp_dir ();
  g_test_add_func ("/export/default-heatmap", test_default_heatmap);
  g_test_add_func ("/export/first-anomaly", test_first_anomaly);
  g_test_add_func ("/export/exact-values", test_exact_values);
  g_test_add_func ("/export/lines", test_lines);
  g_test_add_func ("/export/along", test_along);
  g_test_add_func ("/export/tags", test_tags);
  g_test_add_data_func ("/export/pictures/heatmap", "--export-heatmap", test_pictures);
  g_test_add_data_func ("/export/pictures/lines", "--export-lines", test_pictures);
  g_test_add_func ("/export/band", test_band);
  g_test_add_data_func ("/export/view/heatmap", "--export-heatmap", test_view);
  g_test_add_data_func ("/export/view/lines", "--export-lines", test_view);
  g_test_add_data_func ("/export/view-of-picture/heatmap", "--export-heatmap",
                        test_view_of_picture);
  g_test_add_data_func ("/export/view-of-picture/lines", "--export-lines", test_view_of_picture);
  g_test_add_func ("/export/ranks", test_ranks);
  g_test_add_func ("/export/view-part", test_view_part);
  g_test_add_func ("/export/wrong-view", test_wrong_view);
  g_test_add_func ("/export/usage", test_usage);
  g_test_add_func ("/export/unknown", test_unknown);
  g_test_add_func ("/export/partly-unknown", test_partly_unknown);
  g_test_add_func ("/export/bad-places", test_bad_places);
  g_test_add_func ("/export/csv-option", test_csv_option);
  g_test_add_func ("/export/help", test_help);
  status = g_test_run ();
  test_remove_tree (folder);
  g_free (folder);
  return status;
}
