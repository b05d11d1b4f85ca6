/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long an import takes, against the floor: the same rows, already in memory, inserted into the
 * same table by a bare prepared statement in one transaction. See README.md here.
 *
 *   convert DIR [REPEATS [dump|monitor]]
 *
 * Makes its inputs in DIR when they are missing. Both sides run in turn, the best of REPEATS (5)
 * counts. Exit status 1 when a limit of the project is missed. */

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_MEGABYTES 200

typedef struct
{
  const char *title;
  const char *input; /* folder in DIR */
  const char *db_name;
  gboolean compat;
  double limit; /* times the floor */
} Case;

static const Case cases[] = {
  { "dump, --compat", "dump", "dump_data.trend.db", TRUE, 1.3 },
  { "dump", "dump", "dump_data.trend.db", FALSE, 1.3 },
  { "monitor, --compat", "monitor", "monitor_data.trend.db", TRUE, 1.5 },
  { "monitor", "monitor", "monitor_data.trend.db", FALSE, 1.5 },
};

/* The rows of trend_data, in key order: four integers, then the statistics (NaN: NULL). */
typedef struct
{
  guint n_columns;
  gsize n_rows;
  GArray *keys;   /* gint64 */
  GArray *values; /* double */
  char *schema;
} Rows;

typedef struct
{
  double wall, cpu; /* seconds */
  double megabytes;
} Cost;

static void
die (const char *what, const char *why)
{
  g_printerr ("convert: %s: %s\n", what, why);
  exit (2);
}

/* ---- inputs ---- */

static void
run_or_die (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    die (argv[0], error->message);
}

static void
make_inputs (const char *dir)
{
  g_autofree char *dump = g_build_filename (dir, "dump", NULL);
  g_autofree char *monitor = g_build_filename (dir, "monitor", NULL);
  const char *gen_dump[]
      = { "python3", TS_TOOLS "/gen_dump.py", dump, "--steps", "8", "--ranks", "4", "--layers",
          "32",      "--micro-steps",         "4",  NULL };
  const char *gen_monitor[] = { "python3", TS_TOOLS "/gen_monitor.py",
                                monitor,   "--steps",
                                "40",      "--ranks",
                                "4",       "--layers",
                                "16",      NULL };

  if (!g_file_test (dump, G_FILE_TEST_IS_DIR))
    run_or_die (gen_dump);
  if (!g_file_test (monitor, G_FILE_TEST_IS_DIR))
    run_or_die (gen_monitor);
}

/* ---- the import ---- */

static double
seconds (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec * 1e-6;
}

static Cost
run_convert (const Case *c, const char *dir)
{
  g_autofree char *data = g_build_filename (dir, c->input, NULL);
  g_autofree char *out = g_build_filename (dir, "out", NULL);
  const char *program = g_getenv ("TS_EXECUTABLE") ? g_getenv ("TS_EXECUTABLE") : TS_PROGRAM;
  gint64 start = g_get_monotonic_time ();
  struct rusage usage;
  int status;
  pid_t child = fork ();

  if (child == 0)
    {
      if (freopen ("/dev/null", "w", stdout) == NULL || freopen ("/dev/null", "w", stderr) == NULL)
        _exit (127);
      execl (program, program, "--convert", "--data", data, "--db", out,
             c->compat ? "--compat" : NULL, NULL);
      _exit (127);
    }
  if (child < 0 || wait4 (child, &status, 0, &usage) != child || !WIFEXITED (status)
      || WEXITSTATUS (status) != 0)
    die (program, "the import failed");
  return (Cost){ (double) (g_get_monotonic_time () - start) * 1e-6,
                 seconds (&usage.ru_utime) + seconds (&usage.ru_stime),
                 (double) usage.ru_maxrss / 1024 };
}

/* ---- the floor ---- */

static sqlite3_stmt *
prepare (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    die (sql, sqlite3_errmsg (db));
  return statement;
}

static void
load_rows (Rows *rows, const char *path)
{
  sqlite3 *db;
  sqlite3_stmt *statement;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
    die (path, sqlite3_errmsg (db));
  statement = prepare (db, "SELECT sql FROM sqlite_schema WHERE name='trend_data'");
  sqlite3_step (statement);
  rows->schema = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  statement = prepare (db, "SELECT * FROM trend_data");
  rows->n_columns = (guint) sqlite3_column_count (statement);
  rows->n_rows = 0;
  rows->keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  rows->values = g_array_new (FALSE, FALSE, sizeof (double));
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (guint i = 0; i < rows->n_columns; i++)
        {
          gint64 key = sqlite3_column_int64 (statement, (int) i);
          double value = sqlite3_column_type (statement, (int) i) == SQLITE_NULL
                             ? (double) NAN
                             : sqlite3_column_double (statement, (int) i);
          if (i < 4)
            g_array_append_val (rows->keys, key);
          else
            g_array_append_val (rows->values, value);
        }
      rows->n_rows++;
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

static void
clear_rows (Rows *rows)
{
  g_array_unref (rows->keys);
  g_array_unref (rows->values);
  g_free (rows->schema);
}

static void
insert_rows (sqlite3 *db, const Rows *rows)
{
  g_autoptr (GString) sql = g_string_new ("INSERT INTO trend_data VALUES (?");
  guint n_stats = rows->n_columns - 4;
  sqlite3_stmt *statement;

  for (guint i = 1; i < rows->n_columns; i++)
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  statement = prepare (db, sql->str);
  for (gsize r = 0; r < rows->n_rows; r++)
    {
      const gint64 *keys = &g_array_index (rows->keys, gint64, r * 4);
      const double *values = &g_array_index (rows->values, double, r *n_stats);
      for (guint i = 0; i < 4; i++)
        sqlite3_bind_int64 (statement, (int) i + 1, keys[i]);
      for (guint i = 0; i < n_stats; i++)
        sqlite3_bind_double (statement, (int) i + 5, values[i]);
      if (sqlite3_step (statement) != SQLITE_DONE)
        die ("insert", sqlite3_errmsg (db));
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
}

/* With the same pragmas as the import, so that no sync is in it. */
static Cost
run_floor (const Rows *rows, const char *dir)
{
  g_autofree char *path = g_build_filename (dir, "floor.db", NULL);
  gint64 start;
  struct rusage before, after;
  sqlite3 *db;

  g_unlink (path);
  getrusage (RUSAGE_SELF, &before);
  start = g_get_monotonic_time ();
  if (sqlite3_open (path, &db) != SQLITE_OK)
    die (path, sqlite3_errmsg (db));
  sqlite3_exec (db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN", NULL, NULL, NULL);
  if (sqlite3_exec (db, rows->schema, NULL, NULL, NULL) != SQLITE_OK)
    die (path, sqlite3_errmsg (db));
  insert_rows (db, rows);
  if (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
    die (path, sqlite3_errmsg (db));
  sqlite3_close (db);
  Cost cost = { (double) (g_get_monotonic_time () - start) * 1e-6, 0, 0 };
  getrusage (RUSAGE_SELF, &after);
  cost.cpu = seconds (&after.ru_utime) + seconds (&after.ru_stime) - seconds (&before.ru_utime)
             - seconds (&before.ru_stime);
  g_unlink (path);
  return cost;
}

/* ---- both ---- */

static void
keep_best (Cost *best, Cost cost)
{
  best->wall = MIN (best->wall, cost.wall);
  best->cpu = MIN (best->cpu, cost.cpu);
  best->megabytes = MAX (best->megabytes, cost.megabytes);
}

static gboolean
measure (const Case *c, const char *dir, guint repeats)
{
  g_autofree char *db = g_build_filename (dir, "out", c->db_name, NULL);
  Cost best_floor = { 1e9, 1e9, 0 }, best = { 1e9, 1e9, 0 };
  Rows rows;
  double ratio;
  gboolean good;

  run_convert (c, dir);
  load_rows (&rows, db);
  for (guint i = 0; i < repeats; i++)
    {
      keep_best (&best_floor, run_floor (&rows, dir));
      keep_best (&best, run_convert (c, dir));
    }
  ratio = best.wall / best_floor.wall;
  good = ratio <= c->limit && best.megabytes <= MAX_MEGABYTES;
  g_print ("%-18s %7" G_GSIZE_FORMAT " rows  floor %6.0f ms  import %6.0f ms wall %6.0f ms cpu  "
           "ratio %4.2f (limit %.1f)  %.2f M rows/s  %3.0f MB%s\n",
           c->title, rows.n_rows, best_floor.wall * 1e3, best.wall * 1e3, best.cpu * 1e3, ratio,
           c->limit, (double) rows.n_rows / best.wall * 1e-6, best.megabytes,
           good ? "" : "  MISSED");
  clear_rows (&rows);
  return good;
}

int
main (int argc, char **argv)
{
  guint repeats = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 5;
  gboolean good = TRUE;

  if (argc < 2)
    {
      g_printerr ("Usage: %s DIR [REPEATS [dump|monitor]]\n", argv[0]);
      return 2;
    }
  if (g_mkdir_with_parents (argv[1], 0777) != 0)
    die (argv[1], "the folder can't be made");
  make_inputs (argv[1]);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (argc < 4 || strcmp (argv[3], cases[i].input) == 0)
      good &= measure (&cases[i], argv[1], MAX (repeats, 1));
  return good ? 0 : 1;
}
