/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"
#include "ingest/import.h"
#include "database-text.h"

#include <stdlib.h>

/* An update has to give the database that an import of everything gives, row for row and in every
 * table, however the data came: every fixture grows step by step and by random bytes. */

typedef struct
{
  char *top, *data, *grown, *whole; /* the data; databases: updated ones, and new ones */
  TsImportOptions *options;
  guint n_added, n_anew;
} Growth;

static void
growth_init (Growth *self)
{
  *self = (Growth){ .top = test_tmp_dir (), .options = ts_import_options_new () };
  self->data = g_build_filename (self->top, "data", NULL);
  self->grown = g_build_filename (self->top, "grown", NULL);
  self->whole = g_build_filename (self->top, "whole", NULL);
  g_assert_cmpint (g_mkdir (self->data, 0755), ==, 0);
  self->options->data_dir = g_strdup (self->data);
  self->options->n_threads = 2;
}

static void
growth_clear (Growth *self)
{
  test_remove_tree (self->top);
  g_free (self->top);
  g_free (self->data);
  g_free (self->grown);
  g_free (self->whole);
  ts_import_options_free (self->options);
}

static TsImportResult *
import_into (Growth *self, const char *dir, gboolean update, GError **error)
{
  g_free (self->options->db_dir);
  self->options->db_dir = g_strdup (dir);
  self->options->update = update;
  return ts_import_run (self->options, NULL, NULL, NULL, error);
}

static gboolean
has_entry (TsImportReport *report, const char *code)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);

  for (guint i = 0; i < entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (entries, i);
      if (strcmp (entry->code, code) == 0)
        {
          g_test_message ("%s", entry->message);
          return TRUE;
        }
    }
  return FALSE;
}

static void
assert_same_databases (const Growth *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->whole, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *grown = g_build_filename (self->grown, name, NULL);
      g_autofree char *whole = g_build_filename (self->whole, name, NULL);
      g_autofree char *a = database_text (grown);
      g_autofree char *b = database_text (whole);
      database_text_assert_equal (a, b, name);
    }
}

/* The data is as it is now: both ways have to give the same. */
static void
grow (Growth *self)
{
  g_autoptr (GError) error = NULL, other_error = NULL;
  g_autoptr (TsImportResult) updated = import_into (self, self->grown, TRUE, &error);
  g_autoptr (TsImportResult) imported = NULL;

  test_remove_tree (self->whole);
  imported = import_into (self, self->whole, FALSE, &other_error);
  g_assert_cmpint (updated == NULL, ==, imported == NULL);
  if (updated == NULL)
    return;
  if (has_entry (updated->report, "imported-anew"))
    self->n_anew++;
  else
    self->n_added++;
  assert_same_databases (self);
}

/* ---- data that grows ---- */

typedef struct
{
  char *path; /* from the fixture's data folder on */
  char *text;
  gsize length;
} File;

static void
file_clear (gpointer data)
{
  g_free (((File *) data)->path);
  g_free (((File *) data)->text);
}

static void
collect_files (GArray *files, const char *top, const char *inside)
{
  g_autofree char *path = g_build_filename (top, inside, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    {
      File file = { .path = g_strdup (inside) };
      g_assert_true (g_file_get_contents (path, &file.text, &file.length, NULL));
      g_array_append_val (files, file);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (inside, name, NULL);
      collect_files (files, top, below);
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp (((const File *) a)->path, ((const File *) b)->path);
}

static GArray *
load_fixture (const char *name)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (File));
  g_autofree char *top = g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);

  g_array_set_clear_func (files, file_clear);
  collect_files (files, top, "");
  g_array_sort (files, compare_files);
  return files;
}

static void
write_file (const Growth *self, const File *file, gsize length)
{
  g_autofree char *path = g_build_filename (self->data, file->path, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;
  gsize before = 0;
  FILE *stream;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  stream = fopen (path, "ab");
  g_assert_nonnull (stream);
  before = (gsize) ftell (stream);
  g_assert_cmpuint (before, <=, length);
  if (before < length)
    g_assert_cmpuint (fwrite (file->text + before, 1, length - before, stream), ==,
                      length - before);
  g_assert_cmpint (fclose (stream), ==, 0);
}

/* The number in path behind "step", of a dump. */
static gint64
step_of_path (const char *path)
{
  return g_str_has_prefix (path, "step") ? g_ascii_strtoll (path + 4, NULL, 10) : -1;
}

static int
column_of_step (const File *file)
{
  g_autofree char *header = g_strndup (file->text, strcspn (file->text, "\r\n"));
  g_auto (GStrv) names = g_strsplit (header, ",", -1);

  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], "step") == 0)
      return i;
  return -1;
}

/* How much of a monitor's file there is once all ranks have done step: up to the first line of a
 * later one. */
static gsize
length_at_step (const File *file, gint64 step)
{
  int column = column_of_step (file);
  const char *line = strchr (file->text, '\n');

  if (column < 0 || line == NULL)
    return step >= 0 ? file->length : 0;
  for (line++; *line != '\0';)
    {
      const char *end = strchr (line, '\n');
      g_autofree char *text = g_strndup (line, end != NULL ? (gsize) (end - line) : strlen (line));
      g_auto (GStrv) cells = g_strsplit (text, ",", -1);

      if ((int) g_strv_length (cells) > column && g_ascii_strtoll (cells[column], NULL, 10) > step)
        return line == strchr (file->text, '\n') + 1 ? 0 : (gsize) (line - file->text);
      if (end == NULL)
        break;
      line = end + 1;
    }
  return file->length;
}

/* Whether the fixture is one of dumps; *last: its last step. */
static gboolean
is_dump (const GArray *files, gint64 *last)
{
  gboolean dump = FALSE;

  *last = 0;
  for (guint i = 0; i < files->len; i++)
    {
      const File *file = &g_array_index (files, File, i);
      gint64 step = step_of_path (file->path);

      dump |= step >= 0;
      if (step < 0)
        while (length_at_step (file, *last) < file->length && *last < 1000)
          ++*last;
      *last = MAX (*last, step);
    }
  return dump;
}

static gboolean
show_step (const Growth *self, const GArray *files, gboolean dump, gint64 step)
{
  gboolean more = FALSE;

  for (guint i = 0; i < files->len; i++)
    {
      const File *file = &g_array_index (files, File, i);
      gsize length = dump ? (step_of_path (file->path) <= step ? file->length : 0)
                          : length_at_step (file, step);
      g_autofree char *path = g_build_filename (self->data, file->path, NULL);
      GStatBuf info = { 0 };

      if (length == 0)
        continue;
      if (g_stat (path, &info) != 0)
        info.st_size = 0;
      more |= (gsize) info.st_size < length;
      write_file (self, file, length);
    }
  return more;
}

static void
test_steps (gconstpointer name)
{
  g_autoptr (GArray) files = load_fixture (name);
  Growth growth;
  gint64 last;
  gboolean dump = is_dump (files, &last);
  guint n = 0;

  growth_init (&growth);
  for (gint64 step = 0; step <= last; step++)
    if (show_step (&growth, files, dump, step))
      {
        grow (&growth);
        n++;
      }
  g_test_message ("%s: %u states, %u added, %u anew", (const char *) name, n, growth.n_added,
                  growth.n_anew);
  growth_clear (&growth);
}

/* Files appear and grow by themselves. */
static void
test_bytes (gconstpointer name)
{
  g_autoptr (GArray) files = load_fixture (name);
  const char *rounds = g_getenv ("TS_UPDATE_ROUNDS");
  guint n_rounds = rounds != NULL ? (guint) atoi (rounds) : 1;

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autofree gsize *lengths = g_new0 (gsize, files->len);
      Growth growth;

      growth_init (&growth);
      for (guint stage = 0; stage < 4; stage++)
        {
          for (guint i = 0; i < files->len; i++)
            {
              const File *file = &g_array_index (files, File, i);
              gsize left = file->length - lengths[i];
              int luck = g_test_rand_int_range (0, 6);

              if (stage == 3 || luck == 0)
                lengths[i] = file->length;
              else if (luck < 4)
                lengths[i] += (gsize) g_test_rand_int_range (0, (int) left + 1);
              if (lengths[i] > 0)
                write_file (&growth, file, lengths[i]);
            }
          grow (&growth);
        }
      g_test_message ("%s: %u added, %u anew", (const char *) name, growth.n_added, growth.n_anew);
      growth_clear (&growth);
    }
}

static gsize
random_between (gsize a, gsize b)
{
  return a >= b ? a : a + (gsize) g_test_rand_int_range (0, (int) (b - a) + 1);
}

/* As a run is found while it goes on: every file of every rank ends somewhere in the step that is
 * being written, mostly inside a line. Then adding is enough. */
static void
test_ragged (gconstpointer name)
{
  g_autoptr (GArray) files = load_fixture (name);
  Growth growth;
  gint64 last;

  is_dump (files, &last);
  growth_init (&growth);
  show_step (&growth, files, FALSE, MIN (1, last));
  grow (&growth);
  growth.n_added = growth.n_anew = 0;
  for (gint64 step = 1; step < last; step++)
    {
      for (guint i = 0; i < files->len; i++)
        {
          const File *file = &g_array_index (files, File, i);
          gsize length
              = random_between (length_at_step (file, step), length_at_step (file, step + 1));
          if (length > 0)
            write_file (&growth, file, length);
        }
      grow (&growth);
    }
  g_test_message ("%s: %u added, %u anew", (const char *) name, growth.n_added, growth.n_anew);
  g_assert_cmpuint (growth.n_added, >, growth.n_anew);
  growth_clear (&growth);
}

int
main (int argc, char **argv)
{
  static const char *const fixtures[]
      = { "dump_L0_bf16_tied",   "dump_L0_proc",      "dump_L0_proc_bare", "dump_L0_sparse_steps",
          "dump_L1_proc",        "dump_md5_L0",       "dump_mix_2rank",    "dump_nan_inf_2rank",
          "dump_recompute_mix",  "dump_structure_L0", "dump_tensor_L0",    "monitor_2rank",
          "monitor_2rank_rec10", "monitor_cc_other",  "monitor_interval",  "monitor_l2",
          "monitor_nan",         "monitor_v2_2rank",  "monitor_vpp" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *steps = g_strdup_printf ("/update/steps/%s", fixtures[i]);
      g_autofree char *bytes = g_strdup_printf ("/update/bytes/%s", fixtures[i]);
      g_test_add_data_func (steps, fixtures[i], test_steps);
      g_test_add_data_func (bytes, fixtures[i], test_bytes);
      if (g_str_has_prefix (fixtures[i], "monitor") && strstr (fixtures[i], "v2") == NULL)
        {
          g_autofree char *ragged = g_strdup_printf ("/update/ragged/%s", fixtures[i]);
          g_test_add_data_func (ragged, fixtures[i], test_ragged);
        }
    }
  return g_test_run ();
}
