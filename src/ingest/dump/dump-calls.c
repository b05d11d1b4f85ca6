/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/dump-calls.h"

#include "ingest/dump/recompute.h"

#include <sys/stat.h>

static TsConstruct *
load_construct (const char *folder, gboolean compat, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "construct.json", NULL);

  return ts_construct_load (path, compat, error);
}

/* The calls that were recomputed, as far as the files beside dump.json tell. NULL when they tell
 * nothing; error: stack.json is damaged. */
static TsNameTable *
load_recomputed (const char *folder, const TsConstruct *construct, GError **error)
{
  g_autofree char *stack = g_build_filename (folder, "stack.json", NULL);
  g_autofree char *dump = g_build_filename (folder, "dump.json", NULL);
  g_autoptr (GError) stack_error = NULL;
  TsNameTable *recomputed = ts_recompute_load_stacks (stack, &stack_error);

  if (recomputed != NULL)
    return recomputed;
  if (!g_error_matches (stack_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&stack_error));
      return NULL;
    }
  /* The flags stand in the dump itself, too late for what is read with it. */
  if (construct != NULL && ts_construct_has_late_roots (construct))
    return ts_recompute_load_flags (dump, NULL);
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
ts_dump_calls_estimate (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "construct.json", NULL);
  struct stat info;

  return stat (path, &info) == 0 && info.st_size > 0 ? (gsize) info.st_size : 0;
}

TsDumpCalls *
ts_dump_calls_load (const char *folder, gboolean compat)
{
  TsDumpCalls *self = g_new0 (TsDumpCalls, 1);
  TsConstruct *construct = load_construct (folder, compat, &self->construct_error);

  if (compat)
    {
      if (construct != NULL)
        self->calls = ts_call_table_new_compat (construct, &self->construct_error);
      return self;
    }
  self->recomputed = load_recomputed (folder, construct, &self->stack_error);
  if (construct != NULL)
    self->calls = ts_call_table_new (construct, self->recomputed);
  return self;
}
