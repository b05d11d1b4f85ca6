/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The "NAME.part" file that becomes NAME when it is complete. While it is open it is locked, so two
 * imports into the same place do not mix. */
typedef struct _TsPartFile TsPartFile;

/* Makes (or takes over from a dead import, and empties) the part file of final_path. Folders that
 * are missing are made. Errors: TS_IMPORT_ERROR_BUSY when another import holds it, else
 * G_FILE_ERROR naming the file. */
TsPartFile *ts_part_file_open (const char *final_path, GError **error);
const char *ts_part_file_get_path (const TsPartFile *self);
const char *ts_part_file_get_final_path (const TsPartFile *self);
/* Everything to disk: what can still fail and takes time. */
gboolean ts_part_file_prepare (TsPartFile *self, GError **error);
/* After it: the new name; the file that had it before is gone. */
gboolean ts_part_file_commit (TsPartFile *self, GError **error);
/* Unless committed: removes the part file and the folders that were made for it. */
void ts_part_file_free (TsPartFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsPartFile, ts_part_file_free)

G_END_DECLS
