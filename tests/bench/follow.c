/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an update costs while a run goes on: RANKS (1000) ranks append a step to two files each, and
 * the database is brought up to date. See README.md here.
 *
 *   bench-follow DIR [RANKS [STEPS [ROUNDS]]]
 *
 * Makes its input in DIR, which must not exist. Exit status 1 when a round takes longer than the 10
 * seconds in which such a run writes the next step. */

#include "ingest/import.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define N_TARGETS 24
#define LIMIT     10.0 /* seconds */

static void
append (const char *path, guint step)
{
  FILE *file = g_fopen (path, "ab");

  if (file == NULL)
    g_error ("%s can't be written", path);
  fseek (file, 0, SEEK_END);
  if (ftell (file) == 0)
    fputs ("vpp_stage,name,step,norm,min,max\n", file);
  for (guint i = 0; i < N_TARGETS; i++)
    fprintf (file, "0,layers.%u.mlp,%u,%u.5,-%u,%u\n", i, step, step * 100 + i, i, step);
  fclose (file);
}

static void
write_step (const char *dir, guint n_ranks, guint step)
{
  static const char *const names[] = { "actv_0-9999.csv", "grad_reduced_0-9999.csv" };

  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_autofree char *name = g_strdup_printf ("Dec03_21-34-40-rank%u-%08x", rank, rank);
      g_autofree char *folder = g_build_filename (dir, name, NULL);

      g_mkdir_with_parents (folder, 0755);
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          g_autofree char *path = g_build_filename (folder, names[i], NULL);
          append (path, step);
        }
    }
}

/* Seconds; *n_rows: how many were stored. */
static double
bring_up_to_date (const char *dir, const char *db_dir, gboolean update, guint64 *n_rows)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  options->data_dir = g_strdup (dir);
  options->db_dir = g_strdup (db_dir);
  options->update = update;
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  if (result == NULL)
    g_error ("%s", error->message);
  *n_rows = ts_import_report_get_rows_stored (result->report);
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

int
main (int argc, char **argv)
{
  guint n_ranks = argc > 2 ? (guint) atoi (argv[2]) : 1000;
  guint n_steps = argc > 3 ? (guint) atoi (argv[3]) : 40;
  guint n_rounds = argc > 4 ? (guint) atoi (argv[4]) : 5;
  g_autofree char *data = NULL, *db_dir = NULL;
  struct rusage usage;
  double worst = 0, seconds;
  guint64 n_rows;

  if (argc < 2 || g_file_test (argv[1], G_FILE_TEST_EXISTS))
    {
      g_printerr ("bench-follow DIR [RANKS [STEPS [ROUNDS]]]; DIR must not exist\n");
      return 2;
    }
  data = g_build_filename (argv[1], "data", NULL);
  db_dir = g_build_filename (argv[1], "db", NULL);
  for (guint step = 0; step < n_steps; step++)
    write_step (data, n_ranks, step);
  seconds = bring_up_to_date (data, db_dir, FALSE, &n_rows);
  g_print ("import of %u steps: %" G_GUINT64_FORMAT " rows, %.2f s\n", n_steps, n_rows, seconds);
  for (guint round = 0; round < n_rounds; round++)
    {
      write_step (data, n_ranks, n_steps + round);
      seconds = bring_up_to_date (data, db_dir, TRUE, &n_rows);
      worst = MAX (worst, seconds);
      g_print ("one step more: %" G_GUINT64_FORMAT " rows, %.2f s\n", n_rows, seconds);
    }
  seconds = bring_up_to_date (data, db_dir, TRUE, &n_rows);
  getrusage (RUSAGE_SELF, &usage);
  g_print ("nothing new: %.3f s\nmost memory: %ld MB\n", seconds, usage.ru_maxrss / 1024);
  return worst < LIMIT ? 0 : 1;
}
