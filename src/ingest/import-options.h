/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"

G_BEGIN_DECLS

typedef struct _TsMapping TsMapping;

/* What a person can choose about an import. */
typedef struct
{
  char *data_dir;
  char *db_dir;
  TsFormat format;
  char *mapping_path;      /* NULL: none */
  gboolean micro_step;     /* TRUE by default */
  guint n_threads;         /* 0: as many as cores */
  gboolean compat;         /* exactly msProbe's rows */
  gboolean all_dtypes;     /* integer and bool tensors too */
  gboolean update;         /* add what is new to the databases that are there already, as they were
                              made: what is not given is taken from them */
  gboolean prune;          /* with update: rows of files that are gone go, too */
  char *only;              /* with update: the name of the one database that is; NULL: all */
  gboolean has_micro_step; /* with update: micro_step was given */
  gint64 settle; /* with update, seconds: younger dumps are left for the next time; 0: none */
  guint shard;   /* which of n_shards shares of the ranks, from 1 on; 0: all ranks */
  guint n_shards;
  gboolean find_faults; /* look for faults when it is done; TRUE by default. For those above: the
                           importer itself does not */
} TsImportOptions;

TsImportOptions *ts_import_options_new (void);
TsImportOptions *ts_import_options_copy (const TsImportOptions *self);
void ts_import_options_free (TsImportOptions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsImportOptions, ts_import_options_free)

G_END_DECLS
