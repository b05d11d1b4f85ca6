/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/check-freshness.h"

#include "cli/cli.h"
#include "ingest/freshness.h"
#include "ingest/imported.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

static void
add_count (JsonBuilder *json, const char *name, guint n)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, n);
}

static void
add_database (JsonBuilder *json, const char *path, const TsFreshness *freshness)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *text = ts_freshness_dup_text (freshness);

  json_builder_begin_object (json);
  json_builder_set_member_name (json, "database");
  json_builder_add_string_value (json, display);
  json_builder_set_member_name (json, "known");
  json_builder_add_boolean_value (json, freshness->known);
  json_builder_set_member_name (json, "current");
  json_builder_add_boolean_value (json, freshness->known && ts_freshness_is_current (freshness));
  json_builder_set_member_name (json, "text");
  json_builder_add_string_value (json, text);
  add_count (json, "steps_newer", freshness->n_steps_newer);
  add_count (json, "ranks_more", freshness->n_ranks_more);
  add_count (json, "files_more", freshness->n_files_more);
  add_count (json, "files_changed", freshness->n_changed);
  add_count (json, "files_gone", freshness->n_files_gone);
  json_builder_end_object (json);
}

/* FALSE with error; *current becomes FALSE when a database is not. */
static gboolean
check_all (JsonBuilder *json, const TsImportOptions *options, gboolean *current, GError **error)
{
  g_autoptr (TsScanResult) scan
      = ts_scan_folder (options->data_dir, options->format, NULL, NULL, error);

  if (scan == NULL)
    return FALSE;
  for (guint i = 0; i < scan->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (scan->runs, i);
      g_autofree char *path = g_build_filename (options->db_dir, run->db_name, NULL);
      TsFreshness freshness = { 0 };

      if (g_file_test (path, G_FILE_TEST_EXISTS)
          && !ts_freshness_check (&freshness, run, path, NULL, error))
        return FALSE;
      *current &= freshness.known && ts_freshness_is_current (&freshness);
      add_database (json, path, &freshness);
    }
  return TRUE;
}

int
ts_cli_check_freshness (const TsImportOptions *options)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean current = TRUE;

  json_builder_begin_array (json);
  if (!check_all (json, options, &current, &error))
    {
      g_printerr ("trendscope: %s\n", error->message);
      return TS_EXIT_NOTHING;
    }
  json_builder_end_array (json);
  root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_data (generator, NULL);
  g_print ("%s\n", text);
  return current ? TS_EXIT_OK : TS_EXIT_INCOMPLETE;
}

/* Whether the data that the database was made of lies in folder; otherwise nothing there is to be
 * looked through. */
static gboolean
has_data (const char *folder, const char *path)
{
  g_autoptr (TsImported) imported = ts_imported_load (path, NULL);
  GHashTableIter iter;
  gpointer inside;

  if (imported == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, imported->files);
  for (guint n = 0; n < 4 && g_hash_table_iter_next (&iter, &inside, NULL); n++)
    {
      g_autofree char *file = g_build_filename (folder, inside, NULL);
      if (g_file_test (file, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}

void
ts_cli_warn_if_stale (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (TsScanResult) scan
      = has_data (folder, path) ? ts_scan_folder (folder, TS_FORMAT_AUTO, NULL, NULL, NULL) : NULL;

  for (guint i = 0; scan != NULL && i < scan->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (scan->runs, i);
      TsFreshness freshness;
      g_autofree char *text = NULL;

      if (g_strcmp0 (run->db_name, name) != 0
          || !ts_freshness_check (&freshness, run, path, NULL, NULL)
          || ts_freshness_is_current (&freshness))
        continue;
      text = ts_freshness_dup_text (&freshness);
      g_printerr (_ ("trendscope: %s: the data has changed since: %s. “--convert --update” adds "
                     "it.\n"),
                  name, text);
    }
}
