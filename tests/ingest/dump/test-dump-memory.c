/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../dump-tree.h"
#include "ingest/pipeline.h"

/* Calls that find no place in memory between planning and parsing, or have to wait for that of
 * others: all the fixtures are too small for it, unless the limits are small as well. */

static const struct
{
  gsize max_kept, max_in_use;
} limits[] = {
  { 16 * 1024 * 1024, 48 * 1024 * 1024 },
  { 0, 48 * 1024 * 1024 }, /* all are read again */
  { 4000, 4000 },          /* some are kept, few are in use */
  { 0, 1 },                /* one at a time */
};

/* Steps with a different number of calls each, so that their calls can't be mistaken; every fifth
 * file is damaged, which fails its unit. */
static void
make_files (Tree *tree)
{
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (GString) data = g_string_new (NULL);
      g_autoptr (GString) calls = g_string_new (NULL);
      g_autofree char *folder = g_strdup_printf ("data/step%u/rank%u", i / 4, i % 4);

      for (guint call = 0; call < 1 + i * 7 % 23; call++)
        {
          const char *comma = call > 0 ? ", " : "";
          g_string_append_printf (calls, "%s'Module.a.A.forward.%u': null", comma, call);
          g_string_append_printf (data, "%s'Module.a.A.forward.%u': {'output': [<%u>]}", comma,
                                  call, 100 * i + call);
        }
      tree_add (tree->dir, folder, i % 5 == 4 ? "oops" : data->str, calls->str);
    }
}

static char *
import_within (Tree *tree, guint which, guint n_threads)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsFolder) folder = ts_folder_new (tree->data);
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, TS_FORMAT_DUMP);
  TsImportSource *source = ts_dump_source_new (run, tree->options, NULL, report);
  g_autoptr (GError) error = NULL;
  char *dump;

  ts_dump_source_set_limits (source, limits[which].max_kept, limits[which].max_in_use);
  g_assert_true (test_pipeline_run (source, tree->db, n_threads, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  dump = test_query (tree->db, "SELECT r.*, d.*, s.train_step, s.micro_step FROM trend_data d "
                               "JOIN trendscope_steps s USING (step) LEFT JOIN "
                               "(SELECT count(*) FROM trendscope_report) r "
                               "ORDER BY rank, step, target_id, metric_id");
  source->klass->free (source);
  return dump;
}

static void
test_limits (void)
{
  static const guint n_threads[] = { 1, 2, 8 };
  g_autofree char *first = NULL;
  Tree tree;

  tree_init (&tree);
  make_files (&tree);
  for (guint which = 0; which < G_N_ELEMENTS (limits); which++)
    for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
      {
        g_autofree char *dump = import_within (&tree, which, n_threads[i]);

        if (first == NULL)
          first = g_steal_pointer (&dump);
        else
          g_assert_cmpstr (dump, ==, first);
      }
  /* step 0 has micro-steps 0 to 22 on one of its ranks, so step 1 begins at 22 or later */
  test_assert_query (tree.db,
                     "SELECT count(DISTINCT train_step), max(micro_step) > 15 FROM "
                     "trendscope_steps",
                     "10|1");
  tree_clear (&tree);
}

typedef struct
{
  GCancellable *cancellable;
  gulong after; /* µs */
} Stop;

static gpointer
stop_later (gpointer data)
{
  const Stop *stop = data;

  g_usleep (stop->after);
  g_cancellable_cancel (stop->cancellable);
  return NULL;
}

/* Threads that wait for their turn, in planning and in parsing, when all is over: none waits for
 * ever. */
/* TRUE when the import was faster. */
static gboolean
import_until (Tree *tree, gulong after)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TsFolder) folder = ts_folder_new (tree->data);
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, TS_FORMAT_DUMP);
  TsImportSource *source = ts_dump_source_new (run, tree->options, NULL, report);
  Stop stop = { cancellable, after };
  GThread *thread = g_thread_new ("stop", stop_later, &stop);
  g_autoptr (GError) error = NULL;
  gboolean imported;

  ts_dump_source_set_limits (source, 0, 1);
  imported = test_pipeline_run (source, tree->db, 8, NULL, NULL, cancellable, &error);
  if (!imported)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  source->klass->free (source);
  return imported;
}

static void
test_cancel (void)
{
  Tree tree;

  tree_init (&tree);
  make_files (&tree);
  for (gulong after = 0; after < 100000 && !import_until (&tree, after); after += 50 + after / 8)
    ;
  tree_clear (&tree);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-memory/limits", test_limits);
  g_test_add_func ("/dump-memory/cancel", test_cancel);
  return g_test_run ();
}
