/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-builder-private.h"

/* Of the root's children, as msProbe numbers them: a new one begins with a forward module behind
 * any other module. */
static gint32
count_compat (TsStructure *tree)
{
  gboolean behind = FALSE;
  gint32 step = 0;

  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    {
      TsCall *call = &tree->calls[i];
      gboolean forward = call->direction == TS_DIRECTION_FORWARD;
      if (call->kind == TS_CALL_MODULE && forward && behind)
        {
          step++;
          behind = FALSE;
        }
      else if (call->kind == TS_CALL_MODULE && !forward)
        behind = TRUE;
      call->micro_step = step;
    }
  return step + 1;
}

/* The number of the last root module before each child of the root (rules S2 and S3). */
static gint32
count_by_roots (TsStructure *tree)
{
  gint32 step = 0, last = 0;

  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    {
      TsCall *call = &tree->calls[i];
      gboolean numbered = call->kind == TS_CALL_MODULE && call->number >= 0;
      call->micro_step = numbered ? call->number : step;
      if (numbered && call->direction == TS_DIRECTION_FORWARD)
        step = call->number;
      last = MAX (last, call->micro_step);
    }
  for (guint32 i = 1; i < tree->n_calls; i = tree->calls[i].subtree_end)
    if (g_str_has_prefix (tree->calls[i].name, "optimizer"))
      tree->calls[i].micro_step = last;
  return last + 1;
}

static void
inherit_micro_steps (TsStructure *tree)
{
  for (guint32 i = 1; i < tree->n_calls; i++)
    {
      TsCall *call = &tree->calls[i];
      if (call->parent != ROOT)
        call->micro_step = tree->calls[call->parent].micro_step;
    }
}

/* A backward API call outside of every module belongs to its forward's micro-step. */
static void
follow_forwards (TsStructure *tree)
{
  g_autoptr (GHashTable) forwards = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 1; i < tree->n_calls; i++)
    if (tree->calls[i].kind == TS_CALL_API && tree->calls[i].direction == TS_DIRECTION_FORWARD)
      _ts_builder_set_index (forwards, tree->calls[i].name, i);
  for (guint32 i = 1; i < tree->n_calls; i++)
    {
      TsCall *call = &tree->calls[i];
      const TsCall *parent = &tree->calls[call->parent];
      if (call->kind == TS_CALL_API && call->direction == TS_DIRECTION_BACKWARD
          && (call->parent == ROOT || parent->kind == TS_CALL_COLLECTION))
        {
          TsCallName parts = ts_call_name_parse (call->name);
          g_autofree char *name
              = ts_call_name_with (call->name, &parts, TS_DIRECTION_FORWARD, parts.number);
          guint32 forward = _ts_builder_look_up (forwards, name);
          if (forward != TS_NO_CALL)
            call->micro_step = tree->calls[forward].micro_step;
        }
    }
}

void
_ts_builder_set_micro_steps (TsStructureBuilder *self, TsStructure *tree)
{
  tree->micro_steps = self->micro_steps;
  if (self->has_micro_steps)
    {
      for (guint32 i = 1; i < tree->n_calls && !self->compat; i++)
        if (tree->calls[i].micro_step < 0)
          tree->calls[i].micro_step = MAX (tree->calls[tree->calls[i].parent].micro_step, 0);
      return;
    }
  tree->micro_steps = self->compat ? count_compat (tree) : count_by_roots (tree);
  inherit_micro_steps (tree);
  if (!self->compat)
    follow_forwards (tree);
}
