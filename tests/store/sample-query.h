/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sample-database.h"

#include "store/catalog.h"

#include <string.h>

/* A sample database that is open, and a selection in it. */
typedef struct
{
  char *folder;
  TsCatalog *catalog;
  TsSelection *selection;
} Sample;

/* The test's data is SQL that changes the database first. */
static inline void
sample_set_up (Sample *sample, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *all = g_strconcat (SAMPLE_SQL, sql, NULL);

  sample->folder = sample_create_folder ();
  path = sample_create_database (sample->folder, "q.trend.db", strstr (all, "trendscope_") != NULL,
                                 all);
  sample->catalog = ts_catalog_load (path, NULL, &error);
  g_assert_no_error (error);
  sample->selection = ts_selection_new ();
  sample->selection->metric = g_strdup ("forward");
  sample->selection->stat = g_strdup ("max");
}

static inline void
sample_tear_down (Sample *sample, gconstpointer sql)
{
  ts_catalog_unref (sample->catalog);
  ts_selection_free (sample->selection);
  sample_remove_folder (sample->folder);
}
