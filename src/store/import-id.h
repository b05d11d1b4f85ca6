/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Which import a database is of, wherever the file is by now and whatever was added to it since;
 * NULL when the database does not say. Callers free. */
char *ts_import_id_of_catalog (const TsCatalog *catalog);
/* The same of the database at path, of which only this is read; blocks. */
char *ts_import_id_of_file (const char *path, GCancellable *cancellable);

G_END_DECLS
