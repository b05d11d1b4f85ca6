/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people reported as trouble with other tools (data/cases.tar.xz), through the real program:
 * nothing is left out in silence, and what could be read is in the database. */
#include "../ingest/test-database.h"

#include <sys/wait.h>

typedef struct
{
  const char *folder;
  int status;
  const char *said[12]; /* each on standard error */
  const char *sql, *expected;
} Case;

#define COUNTS                                                                                     \
  "SELECT (SELECT group_concat(train_step) FROM trendscope_steps), "                               \
  "(SELECT group_concat(DISTINCT rank) FROM trend_data), (SELECT count(*) FROM trend_data)"
#define MONITOR "Jan05_10-00-00-rank0-0a1b2c3d/"
#define IN_ITS_PLACE(name, other)                                                                  \
  "note: " name ": There is no “" other "”, so this file is read in its place."
#define NO_NAME ": The file’s name is not <metric>_<first step>-<last step>.csv; it is left out."

static const Case cases[] = {
  /* A step that holds nothing is a step, and named. */
  { "C1/trailing_step",
    3,
    { "step3/rank0/dump.json: Step 3, rank 0: the dump records no call; nothing of it is shown.",
      "step3/rank1/dump.json: Step 3, rank 1: the dump records no call; nothing of it is shown.",
      "12 rows read, 12 stored, 0 left out." },
    COUNTS,
    "0,1,2,3|0,1|12" },
  { "C1/one_rank_of_a_step",
    3,
    { "step1/rank1/dump.json: Step 1, rank 1: the dump records no call; nothing of it is shown." },
    COUNTS,
    "0,1,2|0,1|10" },
  /* Experts that first get a token in a later step stand at their place of the network. */
  { "C6/dump",
    0,
    { "54 rows read, 54 stored, 0 left out." },
    "SELECT count(*) FROM (SELECT CAST(substr(target_name, instr(target_name, 'layers.') + 7, 1) "
    "AS INTEGER) AS layer, lag(CAST(substr(target_name, instr(target_name, 'layers.') + 7, 1) AS "
    "INTEGER)) OVER (ORDER BY place) AS before FROM monitoring_targets JOIN trendscope_targets "
    "USING (target_id) WHERE instr(target_name, 'layers.') > 0) WHERE layer < before",
    "0" },
  { "C7/dump",
    3,
    { "error: step2/rank0/dump.json: Step 2, rank 0 could not be read: dump.json is damaged",
      IN_ITS_PLACE ("step1/rank0/dump.json.gz", "dump.json"),
      "16 rows read, 16 stored, 0 left out." },
    COUNTS,
    "0,1,2,3,4|0|16" },
  { "C7/monitor",
    3,
    { MONITOR "._grad_reduced_0-9.csv" NO_NAME, MONITOR "grad_reduced.csv" NO_NAME,
      MONITOR "grad_reduced_70.csv" NO_NAME,
      MONITOR "grad_reduced_50-59.txt: The file’s name ends in “.txt”",
      IN_ITS_PLACE (MONITOR "grad_reduced_10-19 (1).csv", "grad_reduced_10-19.csv"),
      IN_ITS_PLACE (MONITOR "grad_reduced_20-29.csv.gz", "grad_reduced_20-29.csv"),
      IN_ITS_PLACE (MONITOR "grad_reduced_30-39.csv.bak", "grad_reduced_30-39.csv"),
      IN_ITS_PLACE (MONITOR "grad_reduced_40-49.CSV", "grad_reduced_40-49.csv"),
      "36 rows read, 36 stored, 0 left out." },
    COUNTS,
    "0,1,2,10,11,12,20,21,22,30,31,32,40,41,42|0|36" },
  /* One folder a machine is one run, and that is said. */
  { "C9/nodes",
    0,
    { "note: 2 folders (“node0”, “node1”…) have the same steps of different ranks",
      "48 rows read, 48 stored, 0 left out." },
    COUNTS,
    "0,1,2|0,1,2,3|48" },
  { "C10/dump", 0, { NULL }, COUNTS, "0,100,200,300,301,302,303|0|14" },
};

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autofree char *folder = g_build_filename (g_getenv ("TS_CASES"), test->folder, NULL);
  g_autofree char *db = test_tmp_dir (), *said = NULL, *database = NULL;
  const char *argv[] = { g_getenv ("TS_EXECUTABLE"),
                         "--convert",
                         "--data",
                         folder,
                         "--db",
                         db,
                         "--find-faults",
                         "false",
                         NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said,
                &status, &error);
  g_assert_no_error (error);
  g_test_message ("%s", said);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, test->status);
  for (guint i = 0; i < G_N_ELEMENTS (test->said) && test->said[i] != NULL; i++)
    {
      if (strstr (said, test->said[i]) == NULL)
        g_test_message ("not said: %s", test->said[i]);
      g_assert_nonnull (strstr (said, test->said[i]));
    }
  database = g_build_filename (
      db, strstr (test->folder, "monitor") != NULL ? "monitor_data.trend.db" : "dump_data.trend.db",
      NULL);
  test_assert_query (database, test->sql, test->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/public-cases/", cases[i].folder, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
