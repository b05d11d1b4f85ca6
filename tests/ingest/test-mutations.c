/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "monitor-tree.h"

#include <stdlib.h>
#include <unistd.h>

/* Damage: files of real data cut short, with bytes changed, lost, doubled or put in. Whatever comes
 * in, an import ends, counts every row it read, and leaves nothing half-done behind. More variants
 * than the quick run has: TS_MUTATIONS=N. */

#define QUICK 40

typedef struct
{
  const char *set;
  const char *const *files; /* below its data folder */
  TsFormat format;
} Base;

static const char *const dump_files[]
    = { "step0/proc*/dump.json", "step0/proc*/construct.json", "step0/proc*/stack.json", NULL };
static const char *const rank_files[]
    = { "step0/rank*/dump.json", "step0/rank*/construct.json", "step2/rank*/dump.json", NULL };
static const char *const monitor_files[]
    = { "*/other_0-0.csv", "*/grad_reduced_0-0.csv", "*/exp_avg_1-1.csv", NULL };
static const char *const l2_files[] = { "*/attention_hook_*.csv", "*/linear_hook_*.csv", NULL };
static const char *const v2_files[]
    = { "rank_*/module_step0-0.csv", "rank_*/weight_grad_step*.csv", NULL };

static const Base bases[] = {
  { "dump_tensor_L0", dump_files, TS_FORMAT_DUMP },
  { "dump_L0_proc_bare", dump_files, TS_FORMAT_DUMP },
  { "dump_nan_inf_2rank", rank_files, TS_FORMAT_DUMP },
  { "monitor_cc_other", monitor_files, TS_FORMAT_MONITOR },
  { "monitor_l2", l2_files, TS_FORMAT_MONITOR },
  { "monitor_v2_2rank", v2_files, TS_FORMAT_MONITOR },
};

/* --- the tree --- */

typedef struct
{
  char *path;
  char *text;
  gsize length;
} File;

static void
free_file (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_free (file->text);
  g_free (file);
}

static gboolean
is_wanted (const Base *base, const char *path)
{
  for (guint i = 0; base->files[i] != NULL; i++)
    if (g_pattern_match_simple (base->files[i], path))
      return TRUE;
  return FALSE;
}

/* Copies the wanted files below folder into the tree. */
static void
copy_files (
    MonitorTree *tree, const Base *base, const char *root, const char *folder, GPtrArray *files)
{
  g_autofree char *full = g_build_filename (root, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path
          = *folder == '\0' ? g_strdup (name) : g_build_filename (folder, name, NULL);
      g_autofree char *source = g_build_filename (root, path, NULL);

      if (g_file_test (source, G_FILE_TEST_IS_DIR))
        copy_files (tree, base, root, path, files);
      else if (is_wanted (base, path))
        {
          File *file = g_new0 (File, 1);
          g_assert_true (g_file_get_contents (source, &file->text, &file->length, NULL));
          file->path = g_steal_pointer (&path);
          monitor_tree_write_bytes (tree, file->path, file->text, (gssize) file->length);
          g_ptr_array_add (files, file);
        }
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(File *const *) a)->path, (*(File *const *) b)->path);
}

/* --- damage --- */

/* Where it is done: anywhere, more often near the ends. */
static gsize
choose_place (GRand *rand, gsize length)
{
  gsize reach = g_rand_boolean (rand) ? length : MIN (length, 200);
  gsize place = length == 0 ? 0 : (gsize) g_rand_int_range (rand, 0, (gint32) reach + 1);

  return g_rand_boolean (rand) ? place : length - place;
}

static void
damage_once (GRand *rand, GString *text)
{
  static const char bytes[] = "\0\"\\{}[],:;\n\r\t-+.eEnN0179 \x80\xff\xef";
  gsize place = choose_place (rand, text->len);
  gsize wanted = (gsize) g_rand_int_range (rand, 1, 60);
  gsize n = MIN (text->len - place, wanted);
  g_autofree char *piece = g_memdup2 (text->str + place, n);

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      g_string_truncate (text, place);
      break;
    case 1:
      if (place < text->len)
        text->str[place] = (char) g_rand_int_range (rand, 0, 256);
      break;
    case 2:
      if (place < text->len)
        text->str[place] = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
      break;
    case 3:
      g_string_erase (text, (gssize) place, (gssize) n);
      break;
    case 4:
      g_string_insert_len (text, (gssize) choose_place (rand, text->len), piece, (gssize) n);
      break;
    default:
      g_string_insert_len (text, (gssize) place,
                           bytes + g_rand_int_range (rand, 0, sizeof bytes - 1), 1);
      break;
    }
}

static void
damage (MonitorTree *tree, const File *file, GRand *rand)
{
  g_autoptr (GString) text = g_string_new_len (file->text, (gssize) file->length);
  int times = g_rand_int_range (rand, 1, 4);

  for (int i = 0; i < times; i++)
    damage_once (rand, text);
  monitor_tree_write_bytes (tree, file->path, text->str, (gssize) text->len);
}

/* --- imports --- */

static void
check_import (MonitorTree *tree, TsFormat format, GRand *rand)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;

  options->data_dir = g_strdup (tree->dir);
  options->db_dir = g_strdup (tree->db_dir);
  options->format = format;
  options->compat = g_rand_boolean (rand);
  options->micro_step = g_rand_boolean (rand);
  options->all_dtypes = g_rand_boolean (rand);
  options->n_threads = (guint) g_rand_int_range (rand, 1, 4);
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  if (result == NULL)
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (ts_import_report_get_rows_read (result->report), ==,
                    ts_import_report_get_rows_stored (result->report)
                        + ts_import_report_get_rows_lost (result->report));
  g_assert_cmpuint (test_count_files (tree->db_dir), <=, result->databases->len + 1);
}

static guint
get_n_mutations (void)
{
  const char *text = g_getenv ("TS_MUTATIONS");

  return text == NULL ? QUICK : (guint) strtoul (text, NULL, 10);
}

static void
test_base (gconstpointer data)
{
  const Base *base = data;
  g_autofree char *root = g_build_filename (g_getenv ("TS_FIXTURES"), base->set, "data", NULL);
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (free_file);

  copy_files (tree, base, root, "", files);
  g_ptr_array_sort (files, compare_files);
  g_assert_cmpuint (files->len, >, 1);
  for (guint i = 0; i < get_n_mutations (); i++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (i);
      const File *file
          = g_ptr_array_index (files, (guint) g_rand_int_range (rand, 0, (gint32) files->len));

      g_test_message ("%u: %s", i, file->path);
      damage (tree, file, rand);
      check_import (tree, base->format, rand);
      monitor_tree_write_bytes (tree, file->path, file->text, (gssize) file->length);
    }
}

int
main (int argc, char **argv)
{
  /* Every import ends with fsync, which costs nothing in memory. */
  if (g_access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", FALSE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autofree char *path = g_strconcat ("/mutations/", bases[i].set, NULL);
      g_test_add_data_func (path, &bases[i], test_base);
    }
  return g_test_run ();
}
