/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that people reported as trouble in programs of this kind, through the real program: one
 * small tree per case, and what must be in its database. */
#include "../ingest/test-database.h"

#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  const char *path; /* in the data folder */
  const char *text; /* a file's text */
} Input;

typedef struct
{
  const char *name;
  Input inputs[4];
  const char *database; /* its name without ".trend.db" */
  int status;
  const char *said; /* on standard error, NULL: anything */
  const char *sql, *expected;
} Case;

#define RANK0                 "Dec03_21-34-40-rank0-abcd1234/"
#define LATER                 "Dec04_21-34-40-rank0-abcd1234/"
#define SAME                  "Dec04_21-34-40-rank00-abcd1234/"
#define HEADER                "vpp_stage,name,step,micro_step,norm,shape,dtype\n"
#define ROW(name, step, norm) "0," name "," step ",0," norm ",[2],torch.float32\n"
#define TENSOR(norm)                                                                               \
  "{\"type\":\"torch.Tensor\",\"dtype\":\"torch.float32\",\"shape\":[2],\"Max\":1.0,\"Min\":0.0,"  \
  "\"Mean\":0.5,\"Norm\":" norm "}"
#define DUMP(name, norm)                                                                           \
  "{\"task\":\"statistics\",\"data\":{\"Module." name                                              \
  ".A.forward.0\":{\"output\":[" TENSOR (norm) "]}}}"
#define NORMS                                                                                      \
  "SELECT group_concat(step || ':' || ifnull(norm, 'NULL'), ' ') FROM (SELECT * FROM trend_data "  \
  "ORDER BY rank, step, target_id)"
#define EXACT "SELECT group_concat(norm, ' ') FROM (SELECT * FROM trendscope_exact ORDER BY 1,2,3)"

static const Case cases[] = {
  { "15-single-point",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "1") } },
    "monitor_data",
    0,
    "1 rows read, 1 stored",
    NORMS,
    "0:1.0" },
  { "15-single-tensor",
    { { "step0/rank0/dump.json", DUMP ("x", "2") },
      { "step0/rank0/construct.json", "{\"Module.x.A.forward.0\":null}" } },
    "dump_data",
    0,
    "1 rows read, 1 stored",
    NORMS,
    "0:2.0" },
  { "16-resumed",
    { { RANK0 "actv_0-1.csv", HEADER ROW ("x", "0", "1") ROW ("x", "1", "2") },
      { LATER "actv_1-2.csv", HEADER ROW ("x", "1", "12") ROW ("x", "2", "13") } },
    "monitor_data",
    3,
    "started again at step 1",
    NORMS,
    "0:1.0 1:12.0 2:13.0" },
  { "18-duplicates",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("dup", "0", "3") ROW ("dup", "0", "4") } },
    "monitor_data",
    3,
    "1 row is there again; the last one was kept (“dup”)",
    NORMS,
    "0:4.0" },
  { "18-duplicate-keys",
    { { "step0/rank0/dump.json",
        "{\"data\":{\"Module.x.A.forward.0\":{\"output\":[" TENSOR (
            "3") "]},\"Module.x.A.forward.0\":{\"output\":[" TENSOR ("4") "]}}}" },
      { "step0/rank0/construct.json", "{\"Module.x.A.forward.0\":null}" } },
    "dump_data",
    3,
    "1 row is there again; the first one was kept (“Module.x.A.output.0”)",
    NORMS,
    "0:3.0" },
  { "19-real-steps",
    { { "step500/rank0/dump.json", DUMP ("x", "1") },
      { "step500/rank0/construct.json", "{\"Module.x.A.forward.0\":null}" },
      { "step1000/rank0/dump.json", DUMP ("x", "2") },
      { "step1000/rank0/construct.json", "{\"Module.x.A.forward.0\":null}" } },
    "dump_data",
    0,
    NULL,
    "SELECT group_concat(train_step) FROM trendscope_steps",
    "500,1000" },
  { "20-one-rank-twice",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "1") },
      { SAME "actv_0-0.csv", HEADER ROW ("x", "0", "2") } },
    "monitor_data",
    3,
    "1 row is there again",
    NORMS,
    "0:2.0" },
  { "20-one-rank-twice-in-a-dump",
    { { "step0/rank0/dump.json", DUMP ("x", "1") },
      { "step0/rank0/construct.json", "{}" },
      { "step0/rank00/dump.json", DUMP ("x", "2") } },
    "dump_data",
    3,
    "step0/rank00/dump.json: “rank0” is the same rank",
    NORMS,
    "0:1.0" },
  { "29-comma-in-a-name",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("\"a,b\"", "0", "1") } },
    "monitor_data",
    0,
    NULL,
    "SELECT target_name FROM monitoring_targets",
    "a,b" },
  { "29-comma-in-the-header",
    { { RANK0 "actv_0-0.csv", "vpp_stage,name,step,\"Torque, Request\",norm\n0,x,0,7,8\n" } },
    "monitor_data",
    3,
    "“Torque, Request”",
    NORMS,
    "0:8.0" },
  { "30-semicolons",
    { { RANK0 "actv_0-0.csv", "vpp_stage;name;step;norm\n0;x;0;2.5\n" },
      { RANK0 "actv_1-1.csv", HEADER ROW ("x", "1", "1") } },
    "monitor_data",
    3,
    "actv_0-0.csv: Fields seem to be separated by “;”",
    NORMS,
    "0:1.0" },
  { "31-small-first-value",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "1.2e-05") } },
    "monitor_data",
    0,
    NULL,
    NORMS,
    "0:1.2e-05" },
  { "33-decimal-commas",
    { { RANK0 "actv_0-0.csv", "vpp_stage;name;step;norm\n0;x;0;0,665\n" },
      { RANK0 "actv_1-1.csv", HEADER ROW ("x", "1", "1") } },
    "monitor_data",
    3,
    "actv_0-0.csv",
    NORMS,
    "0:1.0" },
  { "34-byte-order-mark",
    { { RANK0 "actv_0-0.csv", "\xef\xbb\xbfvpp_stage,name,step,norm\r\n0,x,0,7\r\n" } },
    "monitor_data",
    0,
    NULL,
    NORMS,
    "0:7.0" },
  { "36-cut-last-line",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "1") "0,x,1,0,12" } },
    "monitor_data",
    3,
    "actv_0-0.csv:3",
    NORMS,
    "0:1.0" },
  { "37-empty-file",
    { { RANK0 "actv_0-0.csv", "" }, { RANK0 "actv_1-1.csv", HEADER ROW ("x", "1", "1") } },
    "monitor_data",
    3,
    "actv_0-0.csv: The file is empty.",
    NORMS,
    "0:1.0" },
  { "38-names-like-values",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("NA", "0", "1") ROW ("null", "0", "2")
                                  ROW ("nan", "0", "3") ROW ("1e5", "0", "4") } },
    "monitor_data",
    0,
    NULL,
    "SELECT group_concat(target_name) FROM (SELECT * FROM monitoring_targets ORDER BY target_id)",
    "NA,null,nan,1e5" },
  { "39-nan-is-no-zero",
    { { RANK0 "actv_0-0.csv",
        HEADER ROW ("x", "0", "nan") ROW ("x", "1", "") ROW ("x", "2", "0") } },
    "monitor_data",
    0,
    NULL,
    NORMS,
    "0:NULL 1:NULL 2:0.0" },
  { "39-nan-is-not-missing",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "nan") ROW ("x", "1", "") } },
    "monitor_data",
    0,
    NULL,
    EXACT,
    "nan" },
  { "40-tokens",
    { { "step0/rank0/dump.json", DUMP ("a", "NaN") },
      { "step1/rank0/dump.json", DUMP ("a", "Infinity") },
      { "step2/rank0/dump.json", DUMP ("a", "-Infinity") } },
    "dump_data",
    3,
    "construct.json",
    EXACT,
    "nan inf -inf" },
  { "43-cut-dump",
    { { "step0/rank0/dump.json", "{\"task\":\"statistics\",\"data\":{\"Module.x" },
      { "step0/rank1/dump.json", DUMP ("x", "2") },
      { "step0/rank1/construct.json", "{\"Module.x.A.forward.0\":null}" } },
    "dump_data",
    3,
    "step0/rank0/dump.json",
    NORMS,
    "0:2.0" },
  { "54-chinese-names",
    { { "实验 1/" RANK0 "actv_0-0.csv", HEADER ROW ("模型.层.0.注意力", "0", "1") } },
    "monitor_data",
    0,
    NULL,
    "SELECT target_name FROM monitoring_targets",
    "模型.层.0.注意力" },
  { "54-invalid-bytes",
    { { "\xff run/" RANK0 "actv_0-0.csv", HEADER ROW ("x", "0", "1") } },
    "monitor_data",
    0,
    NULL,
    NORMS,
    "0:1.0" },
  { "57-markup",
    { { RANK0 "actv_0-0.csv", HEADER ROW ("<script>&'", "0", "1") } },
    "monitor_data",
    0,
    NULL,
    "SELECT target_name FROM monitoring_targets",
    "<script>&'" },
};

typedef struct
{
  char *dir, *data, *db;
} Place;

static Place
place_new (void)
{
  Place self = { test_tmp_dir (), NULL, NULL };

  self.data = g_build_filename (self.dir, "data", NULL);
  self.db = g_build_filename (self.dir, "db", NULL);
  return self;
}

static void
place_clear (Place *self)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->data);
  g_free (self->db);
}

static void
place_write (const Place *self, const char *inside, const char *text)
{
  g_autofree char *path = g_build_filename (self->data, inside, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static char *
place_get_database (const Place *self, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".trend.db", NULL);

  return g_build_filename (self->db, file, NULL);
}

/* What the program said on standard error. */
static char *
place_convert (const Place *self, int expected_status)
{
  const char *argv[]
      = { g_getenv ("TS_EXECUTABLE"), "--convert", "--data", self->data, "--db", self->db, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) != expected_status)
    g_test_message ("%s", said);
  g_assert_cmpint (WEXITSTATUS (status), ==, expected_status);
  return g_steal_pointer (&said);
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  Place place = place_new ();
  g_autofree char *database = place_get_database (&place, test->database);
  g_autofree char *said = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (test->inputs) && test->inputs[i].path != NULL; i++)
    place_write (&place, test->inputs[i].path, test->inputs[i].text);
  said = place_convert (&place, test->status);
  if (test->said != NULL && strstr (said, test->said) == NULL)
    g_test_message ("“%s” is not in: %s", test->said, said);
  g_assert_true (test->said == NULL || strstr (said, test->said) != NULL);
  test_assert_query (database, test->sql, test->expected);
  place_clear (&place);
}

/* Case 27: 64 ranks at once; rows in = rows out. */
static void
test_many_ranks (void)
{
  Place place = place_new ();
  g_autofree char *database = place_get_database (&place, "monitor_data");
  g_autofree char *said = NULL;

  for (guint rank = 0; rank < 64; rank++)
    {
      g_autofree char *path = g_strdup_printf ("Dec03_21-34-40-rank%u-abcd/actv_0-49.csv", rank);
      GString *text = g_string_new (HEADER);

      for (guint i = 0; i < 200; i++)
        g_string_append_printf (text, "0,t%u,%u,0,%u,[2],torch.float32\n", i % 4, i / 4,
                                rank * 1000 + i);
      place_write (&place, path, text->str);
      g_string_free (text, TRUE);
    }
  said = place_convert (&place, 0);
  test_assert_query (database,
                     "SELECT count(*), count(DISTINCT rank), count(DISTINCT norm), sum(norm) FROM "
                     "trend_data",
                     "12800|64|12800|404473600.0");
  place_clear (&place);
}

/* Case 42: a hundred thousand brackets. */
static void
test_brackets (void)
{
  Place place = place_new ();
  g_autofree char *database = place_get_database (&place, "dump_data");
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *said = NULL;

  place_write (&place, "step0/rank0/dump.json", brackets);
  place_write (&place, "step0/rank1/dump.json", DUMP ("x", "2"));
  place_write (&place, "step0/rank1/construct.json", "{\"Module.x.A.forward.0\":null}");
  said = place_convert (&place, 3);
  g_assert_nonnull (strstr (said, "step0/rank0/dump.json"));
  test_assert_query (database, NORMS, "0:2.0");
  place_clear (&place);
}

/* Case 52: links that lead back, in every level. */
static void
test_loops (void)
{
  static const char *const links[]
      = { "loop", "run/loop", "run/step0/loop", "run/step0/rank0/loop" };
  Place place = place_new ();
  g_autofree char *database = place_get_database (&place, "dump_data");
  g_autofree char *said = NULL;

  place_write (&place, "run/step0/rank0/dump.json", DUMP ("x", "2"));
  place_write (&place, "run/step0/rank0/construct.json", "{\"Module.x.A.forward.0\":null}");
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (place.data, links[i], NULL);
      g_assert_cmpint (symlink ("..", path), ==, 0);
    }
  said = place_convert (&place, 3);
  g_assert_nonnull (strstr (said, "loop: The link leads back to a folder above it"));
  test_assert_query (database, NORMS, "0:2.0");
  place_clear (&place);
}

/* Both kinds in one folder; what is wrong with one does not stop the other, whichever it is. */
static void
test_both_kinds (gconstpointer broken)
{
  gboolean good_dump = strcmp (broken, "dump") != 0, good_monitor = strcmp (broken, "monitor") != 0;
  Place place = place_new ();
  g_autofree char *dump = place_get_database (&place, "dump_data");
  g_autofree char *monitor = place_get_database (&place, "monitor_data");
  g_autofree char *said = NULL;

  place_write (&place, "step0/rank0/dump.json", good_dump ? DUMP ("x", "2") : "damaged");
  place_write (&place, "step0/rank0/construct.json", "{\"Module.x.A.forward.0\":null}");
  place_write (&place, RANK0 "actv_0-0.csv", good_monitor ? HEADER ROW ("x", "0", "1") : "a;b\n");
  said = place_convert (&place, good_dump && good_monitor ? 0 : 3);
  g_assert_cmpint (g_file_test (dump, G_FILE_TEST_EXISTS), ==, good_dump);
  g_assert_cmpint (g_file_test (monitor, G_FILE_TEST_EXISTS), ==, good_monitor);
  g_assert_true (good_dump || strstr (said, "step0/rank0/dump.json") != NULL);
  g_assert_true (good_monitor || strstr (said, "actv_0-0.csv") != NULL);
  place_clear (&place);
}

/* Of many alike the first is named with how many there are, and the worst comes first. */
static void
test_summary (void)
{
  Place place = place_new ();
  g_autofree char *said = NULL;

  place_write (&place, RANK0 "actv_0-0.csv",
               HEADER ROW ("x", "0", "0x10") ROW ("x", "1", "1_0") ROW ("x", "2", "1"));
  place_write (&place, RANK0 "actv_1-1.csv", "a;b\n");
  said = place_convert (&place, 3);
  g_assert_true (g_str_has_prefix (said, "error: " RANK0 "actv_1-1.csv: "));
  g_assert_nonnull (strstr (said, RANK0 "actv_0-0.csv:2: “0x10” is not a number"));
  g_assert_nonnull (strstr (said, "(×2)\n3 rows read, 3 stored, 0 left out."));
  place_clear (&place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/convert-cases/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/convert-cases/27-many-ranks", test_many_ranks);
  g_test_add_func ("/convert-cases/42-brackets", test_brackets);
  g_test_add_func ("/convert-cases/52-loops", test_loops);
  g_test_add_data_func ("/convert-cases/both-kinds", "none", test_both_kinds);
  g_test_add_data_func ("/convert-cases/both-kinds/damaged-dump", "dump", test_both_kinds);
  g_test_add_data_func ("/convert-cases/both-kinds/damaged-monitor", "monitor", test_both_kinds);
  g_test_add_func ("/convert-cases/summary", test_summary);
  return g_test_run ();
}
