/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/location.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The sheet before an import: what was found, where the database goes, and the options.
 *
 * Signal: confirmed (TsImportOptions*)   the options, borrowed */
#define TS_TYPE_IMPORT_DIALOG (ts_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TsImportDialog, ts_import_dialog, TS, IMPORT_DIALOG, AdwWindow)

TsImportDialog *ts_import_dialog_new (GtkWindow *parent, TsLocation *location);
/* As the person has set them so far; caller frees. */
TsImportOptions *ts_import_dialog_dup_options (TsImportDialog *self);
void ts_import_dialog_confirm (TsImportDialog *self);

G_END_DECLS
