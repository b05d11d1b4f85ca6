/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/folder.h"
#include "ingest/import-report.h"

G_BEGIN_DECLS

/* Files that are not quite called what msProbe calls them (rules.md F4): a copy, compressed, in
 * another case. The hall's; the plans ask. */
typedef enum
{
  TS_VARIANT_PLAIN,
  TS_VARIANT_CASE,       /* "dump.JSON" */
  TS_VARIANT_GZIP,       /* "dump.json.gz" */
  TS_VARIANT_COPY,       /* "dump (1).json", "dump.json.bak" */
  TS_VARIANT_COMPRESSED, /* "dump.json.xz": can't be read */
} TsVariant;

/* The name that is behind name: without what says that it is a copy or compressed, its suffix in
 * lower case. Caller frees. */
char *ts_variant_dup_plain (const char *name, TsVariant *variant);

/* The file of folder that is to be read as plain: itself, or what differs least; NULL when there is
 * none. */
TsFolderFile *ts_variant_choose (TsFolder *folder, const char *plain);

/* Reports the files of folder that are variants of plain: chosen (may be NULL) is read. base is the
 * folder that the report's paths begin in. */
void ts_variant_report (TsFolder *folder,
                        const TsFolder *base,
                        const char *plain,
                        const TsFolderFile *chosen,
                        TsImportReport *report);
/* The same of one file, whose name is a variant of plain. */
void ts_variant_report_file (const TsFolder *folder,
                             const TsFolder *base,
                             const char *name,
                             const char *plain,
                             const TsFolderFile *chosen,
                             TsImportReport *report);

G_END_DECLS
