/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/rank-groups.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Every check answers with the name of the field that is wrong, NULL when all is well. */
typedef const char *(*Check) (const TsParallelConfig *self, GError **error);

static const char *complain (const char *field, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static const char *
complain (const char *field, GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* Translators: the name of a field, then what is wrong with it. */
  g_set_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID, _ ("%s: %s"),
               ts_parallel_config_get_title (field), text);
  return field;
}

/* The multiples of unit around value, up to max: "8 or 16". */
static char *
nearby_multiples (gint64 value, gint64 unit, gint64 max)
{
  gint64 below = value / unit * unit, above = below + unit;

  if (below <= 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, above);
  if (above > max)
    return g_strdup_printf ("%" G_GINT64_FORMAT, below);
  /* Translators: two numbers that would fit. */
  return g_strdup_printf (_ ("%" PRId64 " or %" PRId64), below, above);
}

/* Every divisor of n (at most TS_MAX_LAYERS): "1, 2, 3, 6". */
static char *
divisors (gint64 n)
{
  GString *text = g_string_new (NULL);

  for (gint64 i = 1; i <= n; i++)
    if (n % i == 0)
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? _ (", ") : "", i);
  return g_string_free (text, FALSE);
}

static const char *
check_positive (const TsParallelConfig *self, GError **error)
{
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      gint64 value = ts_parallel_config_get (self, &fields[i]);
      if (value < fields[i].min)
        return complain (fields[i].name, error, _ ("%" PRId64 " is too small; 1 or more would fit"),
                         value);
    }
  return NULL;
}

static const char *
check_limits (const TsParallelConfig *self, GError **error)
{
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      gint64 value = ts_parallel_config_get (self, &fields[i]);
      if (value > fields[i].max)
        return complain (fields[i].name, error,
                         _ ("%" PRId64 " is too large; up to %" PRId64 " would fit"), value,
                         fields[i].max);
    }
  return NULL;
}

static const char *
check_world_size (const TsParallelConfig *self, GError **error)
{
  gint64 tp = self->tensor_parallel_size, pp = self->pipeline_parallel_size,
         cp = self->context_parallel_size;
  gint64 product = tp * pp * cp; /* < 2^48 after check_limits() */
  g_autofree char *fit = NULL;

  if (self->world_size % product == 0)
    return NULL;
  if (product > TS_MAX_WORLD_SIZE)
    return complain ("world-size", error,
                     _ ("%" PRId64 " ranks are too few for tensor × pipeline × context "
                        "parallel size = %" PRId64 "; make those smaller"),
                     self->world_size, product);
  fit = nearby_multiples (self->world_size, product, TS_MAX_WORLD_SIZE);
  return complain ("world-size", error,
                   _ ("%" PRId64 " can’t be divided by tensor (%" PRId64 ") × pipeline (%" PRId64
                      ") × context (%" PRId64 ") parallel size = %" PRId64 "; %s would fit"),
                   self->world_size, tp, pp, cp, product, fit);
}

/* Experts are spread over data × context ranks: Megatron-LM, core/parallel_state.py,
 * initialize_model_parallel (world size divisible by expert tensor × expert × pipeline size). */
static const char *
check_expert_size (const TsParallelConfig *self, GError **error)
{
  gint64 ranks
      = (gint64) ts_parallel_config_get_size (self, TS_PARALLEL_DP) * self->context_parallel_size;

  if (ranks % self->expert_parallel_size == 0)
    return NULL;
  return complain ("expert-parallel-size", error,
                   _ ("%" PRId64 " does not divide data × context parallel size = "
                      "%" PRId64 "; 1 or %" PRId64 " would fit"),
                   self->expert_parallel_size, ranks, ranks);
}

static gboolean
is_uneven (const TsParallelConfig *self)
{
  return self->first_pipeline_layers > 0 || self->last_pipeline_layers > 0;
}

/* Stages that hold layers; msProbe's transformer_pipeline_parallel_size. */
static gint64
count_layer_stages (const TsParallelConfig *self)
{
  return self->pipeline_parallel_size - (self->standalone_embedding ? 1 : 0);
}

static const char *
check_even_layers (const TsParallelConfig *self, GError **error)
{
  gint64 stages = count_layer_stages (self);
  g_autofree char *fit = NULL;

  if (stages == 0)
    return complain ("standalone-embedding", error,
                     _ ("the embedding needs a stage of its own; a pipeline parallel size of 2 or "
                        "more would fit"));
  if (is_uneven (self) || self->num_layers % stages == 0)
    return NULL;
  fit = nearby_multiples (self->num_layers, stages, TS_MAX_LAYERS);
  if (self->standalone_embedding)
    return complain ("num-layers", error,
                     _ ("%" PRId64 " can’t be divided by %" PRId64
                        ", the pipeline parallel size (%" PRId64
                        ") less the embedding’s stage; %s would fit"),
                     self->num_layers, stages, self->pipeline_parallel_size, fit);
  return complain ("num-layers", error,
                   _ ("%" PRId64 " can’t be divided by the pipeline parallel size "
                      "(%" PRId64 "); %s would fit"),
                   self->num_layers, stages, fit);
}

/* The conditions under which a first or last stage may have a number of layers of its own:
 * Megatron-LM, training/arguments.py (validate_args: uneven stages need
 * --num-virtual-stages-per-pipeline-rank for a virtual pipeline) and
 * core/transformer/transformer_config.py (__post_init__: no stage of the embedding's own). */
static const char *
check_uneven_options (const TsParallelConfig *self, GError **error)
{
  const char *field
      = self->first_pipeline_layers > 0 ? "first-pipeline-layers" : "last-pipeline-layers";

  if (!is_uneven (self))
    return NULL;
  if (self->pipeline_parallel_size < 2)
    return complain (field, error, _ ("there is only one pipeline stage; leave it unset"));
  if (self->standalone_embedding)
    return complain (field, error,
                     _ ("can’t be combined with a standalone embedding stage; leave it unset"));
  if (self->layers_per_virtual_stage > 0)
    return complain ("layers-per-virtual-stage", error,
                     _ ("says nothing when the first or last stage differs; give the virtual "
                        "stages per rank instead"));
  return NULL;
}

/* The layers that the stages in the middle share, and how many such stages there are. */
static gint64
middle_layers (const TsParallelConfig *self, gint64 *stages)
{
  *stages = self->pipeline_parallel_size - (self->first_pipeline_layers > 0)
            - (self->last_pipeline_layers > 0);
  return self->num_layers - self->first_pipeline_layers - self->last_pipeline_layers;
}

/* Megatron-LM, core/transformer/transformer_config.py, __post_init__. That layers must not remain
 * when no stage does is ours: Megatron-LM would drop them without a word. */
static const char *
check_uneven_layers (const TsParallelConfig *self, GError **error)
{
  const char *field
      = self->first_pipeline_layers > 0 ? "first-pipeline-layers" : "last-pipeline-layers";
  gint64 stages, layers = middle_layers (self, &stages);
  g_autofree char *fit = NULL;

  if (!is_uneven (self))
    return NULL;
  if (layers < 0)
    return complain (field, error,
                     _ ("first and last stage together hold %" PRId64
                        " layers, the model has %" PRId64 "; fewer would fit"),
                     self->num_layers - layers, self->num_layers);
  if (stages == 0 && layers > 0)
    return complain ("last-pipeline-layers", error,
                     _ ("%" PRId64 " layers are left for no stage; %" PRId64 " would fit"), layers,
                     self->last_pipeline_layers + layers);
  if (stages == 0 || layers % stages == 0)
    return NULL;
  fit = nearby_multiples (layers, stages, TS_MAX_LAYERS);
  return complain (field, error,
                   _ ("%" PRId64 " layers are left for %" PRId64
                      " other stages and can’t be divided by their number; leave %s"),
                   layers, stages, fit);
}

static const char *
check_layers_per_virtual_stage (const TsParallelConfig *self, GError **error)
{
  gint64 per_stage = self->num_layers / count_layer_stages (self);
  g_autofree char *fit = NULL;

  if (self->layers_per_virtual_stage == 0)
    return NULL;
  if (per_stage % self->layers_per_virtual_stage == 0)
    return NULL;
  fit = divisors (per_stage);
  return complain ("layers-per-virtual-stage", error,
                   _ ("%" PRId64 " does not divide the layers of a pipeline stage (%" PRId64
                      "); one of %s would fit"),
                   self->layers_per_virtual_stage, per_stage, fit);
}

/* Chunks of a stage are equally large: Megatron-LM, core/transformer/transformer_config.py
 * (__post_init__) and core/transformer/transformer_block.py (get_num_layers_to_build). */
static const char *
check_virtual_stages_per_rank (const TsParallelConfig *self, GError **error)
{
  gint64 chunks = self->virtual_stages_per_rank, stages, layers = middle_layers (self, &stages);
  gint64 per_stage[3] = { self->first_pipeline_layers, self->last_pipeline_layers,
                          stages > 0 ? layers / stages : 0 };

  if (chunks == 0)
    return NULL;
  if (self->layers_per_virtual_stage > 0)
    return complain (
        "virtual-stages-per-rank", error,
        _ ("can’t be given together with the layers per virtual stage; leave it unset"));
  if (!is_uneven (self))
    per_stage[2] = self->num_layers / count_layer_stages (self);
  for (guint i = 0; i < G_N_ELEMENTS (per_stage); i++)
    if (per_stage[i] % chunks != 0)
      {
        g_autofree char *fit = divisors (per_stage[i]);
        return complain ("virtual-stages-per-rank", error,
                         _ ("%" PRId64 " does not divide the layers of a pipeline stage (%" PRId64
                            "); one of %s would fit"),
                         chunks, per_stage[i], fit);
      }
  return NULL;
}

/* Megatron-LM, training/arguments.py, validate_args. */
static const char *
check_virtual_needs_pipeline (const TsParallelConfig *self, GError **error)
{
  const char *field
      = self->virtual_stages_per_rank > 0 ? "virtual-stages-per-rank" : "layers-per-virtual-stage";

  if (self->pipeline_parallel_size > 1 || ts_parallel_config_get_virtual_stages (self) == 1)
    return NULL;
  return complain (
      field, error,
      _ ("a virtual pipeline needs a pipeline parallel size of 2 or more; leave it unset"));
}

static const char *
check_order (const TsParallelConfig *self, GError **error)
{
  const char *order = self->order != NULL ? self->order : TS_DEFAULT_RANK_ORDER;
  guint sizes[TS_N_PARALLEL_DIMENSIONS];
  TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS];
  TsRankGrid grid, expert;

  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    sizes[i] = ts_parallel_config_get_size (self, i);
  if (!ts_rank_order_parse (order, sizes, dimensions, error))
    return "order";
  ts_rank_grid_init (&grid, dimensions, sizes);
  ts_rank_grid_init_expert (&expert, dimensions, sizes);
  /* Megatron-LM, core/parallel_state.py: both generators must agree on the pipeline groups. */
  if (sizes[TS_PARALLEL_EP] > 1 && sizes[TS_PARALLEL_PP] > 1
      && grid.strides[TS_PARALLEL_PP] != expert.strides[TS_PARALLEL_PP])
    return complain ("order", error,
                     _ ("“%s” has pp between cp and dp, which expert parallelism does not allow; "
                        "“%s” would fit"),
                     order, TS_DEFAULT_RANK_ORDER);
  return NULL;
}

gboolean
ts_parallel_config_validate (const TsParallelConfig *self, const char **field, GError **error)
{
  static const Check checks[] = {
    check_positive,
    check_limits,
    check_world_size,
    check_expert_size,
    check_uneven_options,
    check_even_layers,
    check_uneven_layers,
    check_layers_per_virtual_stage,
    check_virtual_stages_per_rank,
    check_virtual_needs_pipeline,
    check_order,
  };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      const char *wrong = checks[i](self, error);
      if (wrong == NULL)
        continue;
      if (field != NULL)
        *field = wrong;
      return FALSE;
    }
  return TRUE;
}
