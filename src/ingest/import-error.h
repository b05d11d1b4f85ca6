/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What can be wrong with msProbe's files. Trouble with the files as files is a G_IO_ERROR or
 * G_FILE_ERROR. */
typedef enum
{
  TS_IMPORT_ERROR_SYNTAX,    /* not JSON, not CSV */
  TS_IMPORT_ERROR_TRUNCATED, /* ends in the middle */
  TS_IMPORT_ERROR_STRUCTURE, /* readable, but not what msProbe writes */
  TS_IMPORT_ERROR_NO_DATA,   /* nothing to import */
  TS_IMPORT_ERROR_BUSY,      /* another import writes the same database */
  TS_IMPORT_ERROR_DATABASE,  /* SQLite says no */
  TS_IMPORT_ERROR_ANEW,      /* the database can't be added to: everything has to be imported */
} TsImportError;

#define TS_IMPORT_ERROR (ts_import_error_quark ())
GQuark ts_import_error_quark (void);

G_END_DECLS
