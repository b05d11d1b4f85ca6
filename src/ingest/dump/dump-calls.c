/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/dump-calls.h"

#include "ingest/dump/recompute.h"

#include <sys/stat.h>

/* The calls that were recomputed, as far as the files beside dump.json tell. NULL when they tell
 * nothing; error: stack.json is damaged. */
static TsNameTable *
load_recomputed (const TsDumpFile *file, const TsConstruct *construct, GError **error)
{
  g_autoptr (GError) stack_error = NULL;
  TsNameTable *recomputed = ts_recompute_load_stacks (file->stack, &stack_error);

  if (recomputed != NULL)
    return recomputed;
  if (!g_error_matches (stack_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&stack_error));
      return NULL;
    }
  /* The flags stand in the dump itself, too late for what is read with it. */
  if (construct != NULL && ts_construct_has_late_roots (construct))
    return ts_recompute_load_flags (file->dump, NULL);
  return NULL;
}

void
ts_dump_calls_free (TsDumpCalls *self)
{
  if (self == NULL)
    return;
  ts_call_table_free (self->calls);
  ts_name_table_free (self->recomputed);
  g_clear_error (&self->construct_error);
  g_clear_error (&self->stack_error);
  g_free (self);
}

gsize
ts_dump_calls_estimate (const TsDumpFile *file)
{
  struct stat info;

  return stat (file->construct, &info) == 0 && info.st_size > 0 ? (gsize) info.st_size : 0;
}

TsDumpCalls *
ts_dump_calls_load (const TsDumpFile *file, gboolean compat)
{
  TsDumpCalls *self = g_new0 (TsDumpCalls, 1);
  TsConstruct *construct = ts_construct_load (file->construct, compat, &self->construct_error);

  if (compat)
    {
      if (construct != NULL)
        self->calls = ts_call_table_new_compat (construct, &self->construct_error);
      return self;
    }
  self->recomputed = load_recomputed (file, construct, &self->stack_error);
  if (construct != NULL)
    self->calls = ts_call_table_new (construct, self->recomputed);
  return self;
}
