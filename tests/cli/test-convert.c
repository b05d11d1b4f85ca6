/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real program over every fixture, held against what msProbe's own converter made of it. */
#include "../ingest/test-database.h"

#include <json-glib/json-glib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const sets[] = {
  "dump_L0_bf16_tied",   "dump_L0_proc",      "dump_L0_proc_bare", "dump_L0_sparse_steps",
  "dump_L1_proc",        "dump_md5_L0",       "dump_mix_2rank",    "dump_nan_inf_2rank",
  "dump_recompute_mix",  "dump_structure_L0", "dump_tensor_L0",    "monitor_2rank",
  "monitor_2rank_rec10", "monitor_cc_other",  "monitor_interval",  "monitor_l2",
  "monitor_nan",         "monitor_vpp",
};

typedef struct
{
  int status;
  char *out, *err;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static Outcome
run_argv (char **argv, char **environment)
{
  g_autoptr (GError) error = NULL;
  Outcome outcome = { 0 };
  int wait_status;

  g_spawn_sync (NULL, argv, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &outcome.out,
                &outcome.err, &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  outcome.status = WEXITSTATUS (wait_status);
  return outcome;
}

/* Runs the program with the words given, up to NULL. */
static Outcome G_GNUC_NULL_TERMINATED
run (const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  va_list words;

  g_ptr_array_add (argv, (char *) g_getenv ("TS_EXECUTABLE"));
  va_start (words, first);
  for (const char *word = first; word != NULL; word = va_arg (words, const char *))
    g_ptr_array_add (argv, (char *) word);
  va_end (words);
  g_ptr_array_add (argv, NULL);
  return run_argv ((char **) argv->pdata, NULL);
}

static const char *
get_format (const char *set)
{
  return g_str_has_prefix (set, "dump") ? "dump" : "monitor";
}

static char *
get_path (const char *set, const char *rest)
{
  return g_build_filename (g_getenv ("TS_FIXTURES"), set, rest, NULL);
}

static char *
get_database (const char *dir, const char *set)
{
  g_autofree char *name = g_strdup_printf ("%s_data.trend.db", get_format (set));

  return g_build_filename (dir, name, NULL);
}

static void
assert_same (const char *set, const char *mode, const char *db_dir, gboolean superset)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "tools", "compare_db.py", NULL);
  g_autofree char *expected_dir
      = g_build_filename (g_getenv ("TS_FIXTURES"), set, "expected", mode, NULL);
  g_autofree char *expected = get_database (expected_dir, set);
  g_autofree char *got = get_database (db_dir, set);
  const char *ulp = g_str_has_prefix (set, "monitor") ? "1" : "0";
  char *argv[] = { (char *) "python3",
                   script,
                   expected,
                   got,
                   (char *) "--ulp",
                   (char *) ulp,
                   superset ? (char *) "--superset" : NULL,
                   NULL };
  g_auto (Outcome) outcome = run_argv (argv, NULL);

  if (outcome.status != 0)
    g_test_message ("%s %s: %s%s", set, mode, outcome.out, outcome.err);
  g_assert_cmpint (outcome.status, ==, 0);
}

static void
test_compat (gconstpointer set)
{
  static const char *const modes[] = { "micro", "nomicro", "mapping" };
  g_autofree char *data = get_path (set, "data");
  g_autofree char *mapping = get_path (set, "mapping.json");

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *dir = test_tmp_dir ();
      gboolean mapped = strcmp (modes[i], "mapping") == 0;
      gboolean micro = strcmp (modes[i], "nomicro") != 0;
      g_auto (Outcome) outcome
          = run ("--convert", "--compat", "--data", data, "--db", dir, "--format", get_format (set),
                 micro ? "--micro_step=true" : "--micro-step=false", mapped ? "--mapping" : NULL,
                 mapping, NULL);
      /* msProbe drops rows that a key of their own would have kept: named, hence 3. */
      g_assert_true (outcome.status == 0 || outcome.status == 3);
      g_assert_true (outcome.status == 0 || strlen (outcome.err) > 20);
      assert_same (set, modes[i], dir, FALSE);
      test_remove_tree (dir);
    }
}

static gint64
get_count (JsonObject *object, const char *member)
{
  g_assert_true (json_object_has_member (object, member));
  return json_object_get_int_member (object, member);
}

/* Rows read = rows stored + rows that an entry of the report accounts for. */
static gint64
assert_balanced (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *report;
  JsonArray *entries;
  gint64 lost = 0;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  report = json_node_get_object (json_parser_get_root (parser));
  entries = json_object_get_array_member (report, "entries");
  for (guint i = 0; i < json_array_get_length (entries); i++)
    lost += get_count (json_array_get_object_element (entries, i), "rows");
  g_assert_cmpint (get_count (report, "rows_read"), ==, get_count (report, "rows_stored") + lost);
  return get_count (report, "rows_stored");
}

/* Every row of msProbe's is there, as forward or as recompute, with the same norm. */
static void
assert_recomputed (const char *set, const char *db_dir)
{
  g_autofree char *expected = get_path (set, "expected/nomicro/dump_data.trend.db");
  g_autofree char *got = get_database (db_dir, set);
  g_autofree char *sql = g_strdup_printf (
      "ATTACH '%s' AS e;"
      "SELECT count(*) FROM e.trend_data d JOIN e.monitoring_targets t USING (target_id)"
      " JOIN e.monitoring_metrics m USING (metric_id) WHERE NOT EXISTS ("
      "  SELECT 1 FROM main.monitoring_targets gt JOIN main.trend_data gd ON gd.target_id = "
      "gt.target_id"
      "  JOIN main.monitoring_metrics gm ON gm.metric_id = gd.metric_id"
      "  WHERE gt.target_name = t.target_name AND gt.micro_step = t.micro_step AND gt.vpp_stage = "
      "t.vpp_stage"
      "  AND gd.rank = d.rank AND gd.step = d.step AND gd.norm IS d.norm"
      "  AND gm.metric_name IN (m.metric_name, 'recompute'))",
      expected);
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  const char *rest;

  g_assert_cmpint (sqlite3_open (got, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, &rest), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_prepare_v2 (db, rest, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  test_assert_query (got,
                     "SELECT count(*) > 0 FROM trend_data JOIN monitoring_metrics USING (metric_id)"
                     " WHERE metric_name = 'recompute'",
                     "1");
}

/* Every way to import a fixture: the report adds up, and the exit status tells whether anything is
 * missing that no rule leaves out. */
static void
test_balance (gconstpointer set)
{
  static const char *const ways[][2] = {
    { "--micro-step=true", NULL },
    { "--micro-step=true", "--all-dtypes" },
    { "--micro-step=false", "--all-dtypes" },
    { "--micro-step=true", "--compat" },
    { "--micro-step=false", "--compat" },
  };
  g_autofree char *data = get_path (set, "data");
  gboolean no_rows = strcmp (set, "dump_structure_L0") == 0;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *dir = test_tmp_dir ();
      g_autofree char *report = g_build_filename (dir, "report.json", NULL);
      g_autofree char *database = get_database (dir, set);
      g_autofree char *expected = NULL;
      gboolean compat = g_strcmp0 (ways[i][1], "--compat") == 0;
      g_auto (Outcome) outcome = run ("--convert", "--data", data, "--db", dir, "--report", report,
                                      ways[i][0], ways[i][1], NULL);

      /* msProbe can't read the second version of the monitor. */
      if (compat && strcmp (set, "monitor_v2_2rank") == 0)
        g_assert_cmpint (outcome.status, ==, 1);
      else if (compat)
        g_assert_true (outcome.status == 0 || outcome.status == 3);
      else
        g_assert_cmpint (outcome.status, ==, no_rows ? 3 : 0);
      expected = g_strdup_printf ("%" G_GINT64_FORMAT, assert_balanced (report));
      if (outcome.status != 1)
        test_assert_query (database, "SELECT count(*) FROM trend_data", expected);
      test_remove_tree (dir);
    }
}

static void
test_default (gconstpointer set)
{
  g_autofree char *data = get_path (set, "data");
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *report = g_build_filename (dir, "report.json", NULL);

  g_auto (Outcome) outcome = run ("--convert", "--data", data, "--db", dir, "--micro-step", "false",
                                  "--report", report, NULL);
  g_assert_cmpint (outcome.status, ==, strcmp (set, "dump_structure_L0") == 0 ? 3 : 0);
  assert_balanced (report);
  if (strcmp (set, "dump_recompute_mix") == 0)
    assert_recomputed (set, dir);
  else
    assert_same (set, "nomicro", dir, TRUE);
  test_remove_tree (dir);
}

/* The whole database as text, without when it was made and which import it was. */
static char *
dump_database (const char *path)
{
  g_autofree char *quoted = g_shell_quote (path);
  g_autofree char *command
      = g_strdup_printf ("python3 -c 'import sqlite3,sys\n"
                         "d=sqlite3.connect(sys.argv[1]); d.execute(\"DELETE FROM trendscope_meta "
                         "WHERE key IN (\\\"id\\\", \\\"imported_at\\\")\")\n"
                         "print(\"\\n\".join(d.iterdump()))' %s",
                         quoted);
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, &out, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (strlen (out), >, 10000);
  return g_steal_pointer (&out);
}

static char *
convert_and_dump (const char *set, const char *threads, char **environment)
{
  g_autofree char *data = get_path (set, "data");
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *database = get_database (dir, set);
  char *argv[] = { (char *) g_getenv ("TS_EXECUTABLE"),
                   (char *) "--convert",
                   (char *) "--data",
                   data,
                   (char *) "--db",
                   dir,
                   (char *) "--process_num",
                   (char *) threads,
                   NULL };
  g_auto (Outcome) outcome = run_argv (argv, environment);
  char *text;

  g_assert_cmpint (outcome.status, ==, 0);
  text = dump_database (database);
  test_remove_tree (dir);
  return text;
}

static void
test_threads (void)
{
  static const char *const which[] = { "dump_nan_inf_2rank", "monitor_nan" };

  for (guint i = 0; i < G_N_ELEMENTS (which); i++)
    {
      g_autofree char *one = convert_and_dump (which[i], "1", NULL);
      g_autofree char *two = convert_and_dump (which[i], "2", NULL);
      g_autofree char *eight = convert_and_dump (which[i], "8", NULL);
      g_assert_true (strcmp (one, two) == 0);
      g_assert_true (strcmp (one, eight) == 0);
    }
}

/* A decimal comma in the locale changes no number. The locale is made here, so that the test can't
 * pass for want of it. */
static void
test_locale (void)
{
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *locale = g_build_filename (dir, "de_DE.UTF-8", NULL);
  g_autofree char *probe = NULL;
  char *make[] = { (char *) "localedef",
                   (char *) "-i",
                   (char *) "de_DE",
                   (char *) "-f",
                   (char *) "UTF-8",
                   locale,
                   NULL };
  char *check[] = { (char *) "python3", (char *) "-c",
                    (char *) "import locale; locale.setlocale(locale.LC_ALL, ''); "
                             "print(locale.format_string('%.1f', 1.5))",
                    NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_auto (Outcome) made = { 0 };
  g_auto (Outcome) checked = { 0 };

  probe = g_find_program_in_path ("localedef");
  if (probe == NULL || !g_file_test ("/usr/share/i18n/locales/de_DE", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no localedef or no locale sources");
      test_remove_tree (dir);
      return;
    }
  made = run_argv (make, NULL);
  environment = g_environ_setenv (environment, "LOCPATH", dir, TRUE);
  environment = g_environ_setenv (environment, "LC_ALL", "de_DE.UTF-8", TRUE);
  checked = run_argv (check, environment);
  g_assert_cmpstr (checked.out, ==, "1,5\n");
  for (guint i = 0; i < 2; i++)
    {
      const char *set = i == 0 ? "dump_nan_inf_2rank" : "monitor_2rank_rec10";
      g_autofree char *plain = convert_and_dump (set, "2", NULL);
      g_autofree char *german = convert_and_dump (set, "2", environment);
      g_assert_true (strcmp (plain, german) == 0);
    }
  test_remove_tree (dir);
}

static void
test_usage (void)
{
  static const char *const wrong[][4] = {
    { "--convert", NULL },
    { "--convert", "--data", "/nowhere", NULL },
    { "--convert", "--no-such-option", NULL },
    { "--convert", "--process_num", "0", NULL },
    { "--convert", "--process_num", "129", NULL },
    { "--convert", "--micro_step", "maybe", NULL },
    { "--convert", "--format", "yaml", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (Outcome) outcome
          = run (wrong[i][0], wrong[i][1], wrong[i][1] != NULL ? wrong[i][2] : NULL, NULL);
      g_assert_cmpint (outcome.status, ==, 2);
      g_assert_cmpuint (strlen (outcome.err), >, 10);
    }
}

static void
test_nothing (void)
{
  g_autofree char *dir = test_tmp_dir ();
  g_auto (Outcome) empty = run ("--convert", "--data", dir, "--db", dir, NULL);
  g_auto (Outcome) missing = run ("--convert", "--data", "/no/such/folder", "--db", dir, NULL);

  g_assert_cmpint (empty.status, ==, 1);
  g_assert_nonnull (strstr (empty.err, dir));
  g_assert_cmpint (missing.status, ==, 1);
  g_assert_nonnull (strstr (missing.err, "/no/such/folder"));
  g_assert_cmpuint (test_count_files (dir), ==, 0);
  test_remove_tree (dir);
}

static void
write_file (const char *dir, const char *name, const char *text, gssize length)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
}

#define TENSOR(max)                                                                                \
  "{\"type\":\"torch.Tensor\",\"dtype\":\"torch.float32\",\"shape\":[2],\"Max\":" max              \
  ",\"Min\":0.0,\"Mean\":0.5,\"Norm\":2.0}"
#define DUMP(max)                                                                                  \
  "{\"task\":\"statistics\",\"level\":\"L0\",\"framework\":\"pytorch\",\"dump_data_dir\":null,"    \
  "\"data\":{\"Module.a.A.forward.0\":{\"input_args\":[" TENSOR (                                  \
      "1.0") "],\"input_kwargs\":{},"                                                              \
             "\"output\":[" TENSOR (max) "]},\"Module.b.B.forward.0\":{\"input_args\":[" TENSOR (  \
                 "3.0") "]}}}"
#define CONSTRUCT "{\"Module.a.A.forward.0\":null,\"Module.b.B.forward.0\":null}"

/* Cases 40, 42, 43, 52, 54: what is damaged costs only itself, and is named. */
static void
test_damaged (void)
{
  g_autofree char *top = test_tmp_dir ();
  g_autofree char *dir = g_build_filename (top, "实验 1", NULL);
  g_autofree char *db = g_build_filename (top, "db dir", NULL);
  g_autofree char *database = g_build_filename (db, "dump_data.trend.db", NULL);
  g_autofree char *deep = g_strnfill (100000, '[');
  g_autofree char *loop = NULL;
  const char *whole = DUMP ("Infinity");

  write_file (dir, "step0/rank0/dump.json", whole, -1);
  write_file (dir, "step0/rank0/construct.json", CONSTRUCT, -1);
  write_file (dir, "step0/rank1/dump.json", whole, (gssize) (strlen (whole) * 9 / 10));
  write_file (dir, "step0/rank1/construct.json", CONSTRUCT, -1);
  write_file (dir, "step0/rank2/dump.json", deep, -1);
  write_file (dir, "step0/rank2/construct.json", CONSTRUCT, -1);
  write_file (dir, "step0/rank3/dump.json", "", 0);
  loop = g_build_filename (dir, "step0", "loop", NULL);
  g_assert_cmpint (symlink ("..", loop), ==, 0);

  g_auto (Outcome) outcome = run ("--convert", "--data", dir, "--db", db, NULL);
  g_assert_cmpint (outcome.status, ==, 3);
  g_assert_nonnull (strstr (outcome.err, "step0/rank1/dump.json"));
  g_assert_nonnull (strstr (outcome.err, "step0/rank2/dump.json"));
  g_assert_nonnull (strstr (outcome.err, "step0/rank3/dump.json"));
  test_assert_query (database, "SELECT count(*) FROM trend_data WHERE rank = 0", "3");
  test_assert_query (database, "SELECT count(*) > 0 FROM trend_data WHERE rank = 1", "1");
  test_assert_query (database,
                     "SELECT count(*) FROM trendscope_exact WHERE rank = 0 AND max = 'inf'", "1");
  test_assert_query (database,
                     "SELECT count(*) FROM trend_data WHERE rank = 0 AND max = 1000000001.0", "1");
  test_remove_tree (top);
}

#define CSV_HEADER "vpp_stage,name,step,micro_step,norm,shape,dtype\n"

/* Cases 29, 30, 31, 33, 34, 36, 37, 38. */
static void
test_csv_cases (void)
{
  g_autofree char *top = test_tmp_dir ();
  g_autofree char *db = g_build_filename (top, "db", NULL);
  g_autofree char *database = g_build_filename (db, "monitor_data.trend.db", NULL);
  const char *run_dir = "data/Dec03_21-34-40-rank0-abcd1234";
  g_autofree char *data = g_build_filename (top, "data", NULL);
#define FILE_IN(name) g_strdup_printf ("%s/%s", run_dir, name)
  g_autofree char *good = FILE_IN ("actv_0-0.csv"), *semicolon = FILE_IN ("actv_1-1.csv");
  g_autofree char *comma = FILE_IN ("actv_2-2.csv"), *empty = FILE_IN ("actv_3-3.csv");
  g_autofree char *bom = FILE_IN ("actv_4-4.csv"), *cut = FILE_IN ("actv_5-5.csv");

  write_file (top, good,
              CSV_HEADER "0,\"a,b\",0,0,1.2e-05,\"[2, 3]\",torch.float32\n"
                         "0,NA,0,0,1,[],torch.float32\n0,null,0,0,2,[],torch.float32\n"
                         "0,1e5,0,0,nan,[],torch.float32\n",
              -1);
  write_file (top, semicolon, "vpp_stage;name;step;norm\n0;x;1;2.5\n", -1);
  write_file (top, comma, "vpp_stage;name;step;norm\n0;x;2;0,665\n", -1);
  write_file (top, empty, "", 0);
  write_file (top, bom,
              "\xef\xbb\xbfvpp_stage,name,step,micro_step,norm,shape,dtype\r\n0,bom,4,0,7,[],t\r\n",
              -1);
  write_file (top, cut, CSV_HEADER "0,whole,5,0,8,[],t\n0,cut,5,0,123", -1);

  g_auto (Outcome) outcome = run ("--convert", "--data", data, "--db", db, NULL);
  g_assert_cmpint (outcome.status, ==, 3);
  g_assert_nonnull (strstr (outcome.err, "actv_1-1.csv"));
  g_assert_nonnull (strstr (outcome.err, "actv_2-2.csv"));
  g_assert_nonnull (strstr (outcome.err, "actv_5-5.csv"));
  test_assert_query (database,
                     "SELECT group_concat(target_name, '|') FROM (SELECT target_name FROM"
                     " monitoring_targets JOIN trend_data USING (target_id) ORDER BY target_name)",
                     "1e5|NA|a,b|bom|null|whole");
  test_assert_query (database, "SELECT count(*) FROM trend_data WHERE norm = 1.2e-05", "1");
  test_assert_query (database, "SELECT count(*) FROM trendscope_exact WHERE norm = 'nan'", "1");
  test_remove_tree (top);
}

/* A second import replaces the database; an import of nothing leaves it alone. */
static void
test_again (void)
{
  g_autofree char *data = get_path ("dump_tensor_L0", "data");
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *database = get_database (dir, "dump_tensor_L0");
  g_autofree char *nothing = test_tmp_dir ();
  g_auto (Outcome) first = run ("--convert", "--data", data, "--db", dir, NULL);
  g_auto (Outcome) second = run ("--convert", "--data", data, "--db", dir, NULL);
  g_auto (Outcome) third = run ("--convert", "--data", nothing, "--db", dir, NULL);

  g_assert_cmpint (first.status, ==, 0);
  g_assert_cmpint (second.status, ==, 0);
  g_assert_cmpint (third.status, ==, 1);
  g_assert_cmpuint (test_count_files (dir), ==, 1);
  test_assert_query (database, "SELECT count(*) > 0 FROM trend_data", "1");
  test_remove_tree (nothing);
  test_remove_tree (dir);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *compat = g_strdup_printf ("/convert/compat/%s", sets[i]);
      g_autofree char *plain = g_strdup_printf ("/convert/default/%s", sets[i]);
      g_autofree char *balance = g_strdup_printf ("/convert/balance/%s", sets[i]);
      g_test_add_data_func (compat, sets[i], test_compat);
      g_test_add_data_func (plain, sets[i], test_default);
      g_test_add_data_func (balance, sets[i], test_balance);
    }
  g_test_add_data_func ("/convert/balance/monitor_v2_2rank", "monitor_v2_2rank", test_balance);
  g_test_add_func ("/convert/threads", test_threads);
  g_test_add_func ("/convert/locale", test_locale);
  g_test_add_func ("/convert/usage", test_usage);
  g_test_add_func ("/convert/nothing", test_nothing);
  g_test_add_func ("/convert/damaged", test_damaged);
  g_test_add_func ("/convert/csv-cases", test_csv_cases);
  g_test_add_func ("/convert/again", test_again);
  return g_test_run ();
}
