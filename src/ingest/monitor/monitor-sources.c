/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-sources.h"

#include "ingest/import-error.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

/* Whether what was read of the file still stands there. */
static gboolean
has_same_beginning (const TsSourceFile *known, const TsMonitorFile *file, const char *data_dir)
{
  g_autofree char *path = g_build_filename (data_dir, file->path, NULL);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  gboolean same = fd >= 0 && ts_source_mark (fd, known->read_to) == known->mark;

  if (fd >= 0)
    close (fd);
  return same;
}

static gboolean
set_anew (const TsSourceFile *known, GError **error)
{
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW, _ ("“%s” was written anew"),
               known->path);
  return FALSE;
}

/* Goes on where known ends. */
static void
continue_source (TsSourceFile *self, const TsSourceFile *known, TsSourceState state)
{
  self->state = state;
  self->read_to = known->read_to;
  self->line = known->line;
  self->n_rows = known->n_rows;
  self->first_step = known->first_step;
  self->last_step = known->last_step;
  self->mark = known->mark;
  self->flags = known->flags;
  self->outcome = g_strdup (known->outcome);
}

static gboolean
compare_with (TsSourceFile *self,
              const TsSourceFile *known,
              const TsMonitorFile *file,
              const char *data_dir,
              GError **error)
{
  if (known->rank != self->rank)
    return set_anew (known, error);
  if (ts_source_is_same (self, known))
    continue_source (self, known, TS_SOURCE_SAME);
  else if (known->n_rows == 0)
    self->state = TS_SOURCE_NEW;
  else if (self->size < known->read_to)
    {
      continue_source (self, known, TS_SOURCE_SHORT);
      self->flags |= TS_SOURCE_KEPT;
    }
  else if (self->size > known->size && known->read_to > 0
           && (known->flags & (TS_SOURCE_WHOLE | TS_SOURCE_KEPT)) == 0
           && has_same_beginning (known, file, data_dir))
    continue_source (self, known, TS_SOURCE_GROWN);
  else
    return set_anew (known, error);
  return TRUE;
}

GArray *
ts_monitor_sources_new (const TsMonitorFiles *files,
                        const char *data_dir,
                        const TsImported *onto,
                        GError **error)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, TRUE, sizeof (TsSourceFile));

  g_array_set_clear_func (sources, ts_source_file_clear);
  for (guint i = 0; i < files->files->len; i++)
    {
      const TsMonitorFile *file = g_ptr_array_index (files->files, i);
      TsSourceFile source = { .path = g_filename_display_name (file->path),
                              .size = file->size,
                              .mtime = file->mtime,
                              .rank = file->folder->parsed.rank,
                              .step = file->name.last_step };
      const TsSourceFile *known = onto != NULL ? ts_imported_find (onto, source.path) : NULL;

      g_array_append_val (sources, source);
      if (known != NULL
          && !compare_with (&g_array_index (sources, TsSourceFile, i), known, file, data_dir,
                            error))
        return NULL;
    }
  return g_steal_pointer (&sources);
}
