/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-options.h"

/* No folders, format auto, micro-steps counted, as many threads as cores. Caller frees. */
TsImportOptions *
ts_import_options_new (void)
{
  TsImportOptions *self = g_new0 (TsImportOptions, 1);

  self->format = TS_FORMAT_AUTO;
  self->micro_step = TRUE;
  self->find_faults = TRUE;
  return self;
}

TsImportOptions *
ts_import_options_copy (const TsImportOptions *self)
{
  TsImportOptions *copy = g_new (TsImportOptions, 1);

  *copy = *self;
  copy->data_dir = g_strdup (self->data_dir);
  copy->db_dir = g_strdup (self->db_dir);
  copy->mapping_path = g_strdup (self->mapping_path);
  copy->only = g_strdup (self->only);
  return copy;
}

void
ts_import_options_free (TsImportOptions *self)
{
  if (self == NULL)
    return;
  g_free (self->data_dir);
  g_free (self->db_dir);
  g_free (self->mapping_path);
  g_free (self->only);
  g_free (self);
}
