/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/parallel-config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (ts_parallel_error_quark, ts_parallel_error)

G_DEFINE_BOXED_TYPE (TsParallelConfig,
                     ts_parallel_config,
                     ts_parallel_config_copy,
                     ts_parallel_config_free)

#define FIELD(member) G_STRUCT_OFFSET (TsParallelConfig, member)

static const TsParallelField fields[] = {
  { "world-size", "world_size", N_ ("World size"), N_ ("Number of ranks (cards)"),
    FIELD (world_size), 1, TS_MAX_WORLD_SIZE },
  { "num-layers", "num_layers", N_ ("Number of layers"), N_ ("Transformer layers of the model"),
    FIELD (num_layers), 1, TS_MAX_LAYERS },
  { "tensor-parallel-size", "tensor_parallel_size", N_ ("Tensor parallel size"),
    N_ ("Ranks that share each layer’s weights (TP)"), FIELD (tensor_parallel_size), 1,
    TS_MAX_WORLD_SIZE },
  { "pipeline-parallel-size", "pipeline_parallel_size", N_ ("Pipeline parallel size"),
    N_ ("Stages that the layers are cut into (PP)"), FIELD (pipeline_parallel_size), 1,
    TS_MAX_WORLD_SIZE },
  { "context-parallel-size", "context_parallel_size", N_ ("Context parallel size"),
    N_ ("Ranks that share each sequence (CP)"), FIELD (context_parallel_size), 1,
    TS_MAX_WORLD_SIZE },
  { "expert-parallel-size", "expert_parallel_size", N_ ("Expert parallel size"),
    N_ ("Ranks that share the experts (EP)"), FIELD (expert_parallel_size), 1, TS_MAX_WORLD_SIZE },
  { "layers-per-virtual-stage", "num_layers_per_virtual_pipeline_stage",
    N_ ("Layers per virtual stage"), N_ ("Layers in each chunk of the interleaved schedule"),
    FIELD (layers_per_virtual_stage), 0, TS_MAX_LAYERS },
  { "virtual-stages-per-rank", "num_virtual_stages_per_pipeline_rank",
    N_ ("Virtual stages per rank"), N_ ("Chunks of each rank in the interleaved schedule"),
    FIELD (virtual_stages_per_rank), 0, TS_MAX_LAYERS },
  { "first-pipeline-layers", "decoder_first_pipeline_num_layers", N_ ("Layers of the first stage"),
    N_ ("When it differs from the others"), FIELD (first_pipeline_layers), 0, TS_MAX_LAYERS },
  { "last-pipeline-layers", "decoder_last_pipeline_num_layers", N_ ("Layers of the last stage"),
    N_ ("When it differs from the others"), FIELD (last_pipeline_layers), 0, TS_MAX_LAYERS },
};

const TsParallelField *
ts_parallel_config_get_fields (guint *n_fields)
{
  *n_fields = G_N_ELEMENTS (fields);
  return fields;
}

const char *
ts_parallel_config_get_title (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i].name, name))
      return _ (fields[i].title);
  return g_str_equal (name, "order") ? _ ("Order") : _ ("Standalone embedding stage");
}

const char *
ts_parallel_config_strip_title (const char *field, const char *message)
{
  g_autofree char *prefix
      = g_strdup_printf (_ ("%s: %s"), ts_parallel_config_get_title (field), "");

  return g_str_has_prefix (message, prefix) ? message + strlen (prefix) : message;
}

const char *
ts_parallel_dimension_to_key (TsParallelDimension dimension)
{
  static const char *const keys[] = { "tp", "cp", "ep", "dp", "pp" };

  return keys[dimension];
}

gint64
ts_parallel_config_get (const TsParallelConfig *self, const TsParallelField *field)
{
  return G_STRUCT_MEMBER (gint64, self, field->offset);
}

void
ts_parallel_config_set (TsParallelConfig *self, const TsParallelField *field, gint64 value)
{
  G_STRUCT_MEMBER (gint64, self, field->offset) = value;
}

TsParallelConfig *
ts_parallel_config_new (void)
{
  TsParallelConfig *self = g_new0 (TsParallelConfig, 1);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    ts_parallel_config_set (self, &fields[i], fields[i].min);
  self->order = g_strdup (TS_DEFAULT_RANK_ORDER);
  return self;
}

TsParallelConfig *
ts_parallel_config_copy (const TsParallelConfig *self)
{
  TsParallelConfig *copy = g_memdup2 (self, sizeof *self);

  copy->order = g_strdup (self->order);
  return copy;
}

gboolean
ts_parallel_config_equal (const TsParallelConfig *a, const TsParallelConfig *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (ts_parallel_config_get (a, &fields[i]) != ts_parallel_config_get (b, &fields[i]))
      return FALSE;
  return !a->standalone_embedding == !b->standalone_embedding
         && g_strcmp0 (a->order, b->order) == 0;
}

void
ts_parallel_config_free (TsParallelConfig *self)
{
  g_free (self->order);
  g_free (self);
}

guint
ts_parallel_config_get_size (const TsParallelConfig *self, TsParallelDimension dimension)
{
  switch (dimension)
    {
    case TS_PARALLEL_TP:
      return (guint) self->tensor_parallel_size;
    case TS_PARALLEL_CP:
      return (guint) self->context_parallel_size;
    case TS_PARALLEL_EP:
      return (guint) self->expert_parallel_size;
    case TS_PARALLEL_PP:
      return (guint) self->pipeline_parallel_size;
    case TS_PARALLEL_DP:
    default:
      return (guint) (self->world_size
                      / (self->tensor_parallel_size * self->pipeline_parallel_size
                         * self->context_parallel_size));
    }
}

guint
ts_parallel_config_get_virtual_stages (const TsParallelConfig *self)
{
  gint64 stages = self->pipeline_parallel_size - (self->standalone_embedding ? 1 : 0);

  if (self->virtual_stages_per_rank > 0)
    return (guint) self->virtual_stages_per_rank;
  if (self->layers_per_virtual_stage > 0)
    return (guint) (self->num_layers / stages / self->layers_per_virtual_stage);
  return 1;
}
