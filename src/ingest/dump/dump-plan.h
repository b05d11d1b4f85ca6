/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"
#include "ingest/scan.h"

G_BEGIN_DECLS

/* Which dump.json files a dump folder holds, and of which step and rank they are (rules.md F2;
 * compat: formats.md 1.9.1). */

typedef struct
{
  char *folder;  /* absolute or relative, as the file system spells it */
  char *display; /* of its dump.json, below the data folder, as UTF-8: "step0/rank0/dump.json" */
  char *dump;    /* paths: what is read as dump.json, construct.json and stack.json */
  char *construct;
  char *stack;
  gint64 step; /* training step */
  guint32 rank;
  guint64 size; /* of its dump.json */
  gint64 mtime;
  guint64 beside;      /* a number of the sizes and times of construct.json and stack.json */
  gint64 latest;       /* time of the last of the three */
  guint n_micro_steps; /* to be filled in */
} TsDumpFile;

typedef struct
{
  GPtrArray *files; /* TsDumpFile*, by rank, then step */
  GArray *steps;    /* gint64: all training steps, ascending, also those without a file */
  GArray *ranks;    /* guint32: all ranks, in any order, some twice */
} TsDumpPlan;

/* Plans the run that a scan found. What can't be read, doubles or is left out is reported. NULL
 * with an error (G_FILE_ERROR, TS_IMPORT_ERROR_NO_DATA) when there is no file. */
TsDumpPlan *
ts_dump_plan_new (const TsFoundRun *run, gboolean compat, TsImportReport *report, GError **error);
void ts_dump_plan_free (TsDumpPlan *self);
void ts_dump_file_free (gpointer file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsDumpPlan, ts_dump_plan_free)

G_END_DECLS
