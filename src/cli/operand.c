/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/operand.h"

#include "ingest/import.h"
#include "model/unfinished.h"
#include "store/run-location.h"

#include <glib/gstdio.h>

/* Whether a folder of databases stands for the run in them: when there is no data in it to import,
 * or they are parts, which nobody would import again. */
static char *
find_run (const char *folder, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) paths = ts_run_location_list (folder, cancellable, NULL);
  g_autoptr (TsScanResult) scan = NULL;

  if (paths == NULL)
    return NULL;
  if (paths->len == 1)
    scan = ts_scan_folder (folder, TS_FORMAT_AUTO, NULL, cancellable, NULL);
  return scan != NULL && scan->runs->len > 0 ? NULL : ts_run_location_join (paths);
}

gboolean
ts_operand_open (TsOperand *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsImportOptions) options = NULL;
  g_autoptr (TsImportReport) report = NULL;
  char *run;

  self->databases = g_ptr_array_new_with_free_func (g_free);
  self->folder = NULL;
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (self->databases, ts_run_location_parse (path));
      return TRUE;
    }
  run = find_run (path, cancellable);
  if (run != NULL)
    {
      g_ptr_array_add (self->databases, run);
      return TRUE;
    }
  self->folder = g_dir_make_tmp ("trendscope-XXXXXX", error);
  if (self->folder == NULL)
    return FALSE;
  ts_unfinished_add (self->folder);
  options = ts_import_options_new ();
  report = ts_import_report_new ();
  options->data_dir = g_strdup (path);
  options->db_dir = g_strdup (self->folder);
  if (!ts_import_run_into (options, report, self->databases, NULL, NULL, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->databases->len; i++)
    ts_unfinished_add (g_ptr_array_index (self->databases, i));
  return TRUE;
}

void
ts_operand_clear (TsOperand *self)
{
  g_autoptr (GDir) dir = self->folder != NULL ? g_dir_open (self->folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_unlink (path);
      ts_unfinished_remove (path);
    }
  if (self->folder != NULL)
    {
      g_rmdir (self->folder);
      ts_unfinished_remove (self->folder);
    }
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->databases, g_ptr_array_unref);
}
