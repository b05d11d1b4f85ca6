/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/parallel-layout.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

/* The layers of pipeline position p. Megatron-LM, core/transformer/transformer_block.py,
 * get_num_layers_to_build: the first and last stage as given, the others share the rest evenly. A
 * standalone embedding leaves position 0 empty (formats.md 4.6.3). */
static guint
count_position_layers (const TsParallelConfig *config, guint p)
{
  gint64 pp = config->pipeline_parallel_size, stages = pp, layers = config->num_layers;

  if (config->standalone_embedding)
    return p == 0 ? 0 : (guint) (layers / (pp - 1));
  if (config->first_pipeline_layers > 0)
    {
      if (p == 0)
        return (guint) config->first_pipeline_layers;
      layers -= config->first_pipeline_layers;
      stages--;
    }
  if (config->last_pipeline_layers > 0)
    {
      if (p + 1 == pp)
        return (guint) config->last_pipeline_layers;
      layers -= config->last_pipeline_layers;
      stages--;
    }
  return (guint) (layers / stages);
}

/* Virtual stage s of all positions follows s − 1 of all of them: Megatron-LM,
 * core/transformer/transformer_layer.py, get_transformer_layer_offset. */
static void
fill_spans (TsParallelLayout *self)
{
  guint pp = self->sizes[TS_PARALLEL_PP], next = 1;

  for (guint s = 0; s < self->virtual_stages; s++)
    for (guint p = 0; p < pp; p++)
      {
        TsLayerSpan *span = &self->spans[p * self->virtual_stages + s];
        guint n = count_position_layers (self->config, p) / self->virtual_stages;
        if (n > 0)
          {
            span->first = next;
            span->last = next + n - 1;
          }
        next += n;
        span->embedding = p == 0 && s == 0;
        span->output = p + 1 == pp && s + 1 == self->virtual_stages;
      }
}

static void
fill_groups (TsParallelLayout *self)
{
  const char *order = self->config->order != NULL ? self->config->order : TS_DEFAULT_RANK_ORDER;
  TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS];
  TsRankGrid grid, expert;

  ts_rank_order_parse (order, self->sizes, dimensions, NULL); /* validated */
  ts_rank_grid_init (&grid, dimensions, self->sizes);
  ts_rank_grid_init_expert (&expert, dimensions, self->sizes);
  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    ts_rank_groups_init (&self->groups[i], i == TS_PARALLEL_EP ? &expert : &grid, i);
}

TsParallelLayout *
ts_parallel_layout_new (const TsParallelConfig *config, GError **error)
{
  TsParallelLayout *self;

  if (!ts_parallel_config_validate (config, NULL, error))
    return NULL;
  self = g_atomic_rc_box_new0 (TsParallelLayout);
  self->config = ts_parallel_config_copy (config);
  self->world_size = (guint) config->world_size;
  self->num_layers = (guint) config->num_layers;
  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    self->sizes[i] = ts_parallel_config_get_size (config, i);
  self->virtual_stages = ts_parallel_config_get_virtual_stages (config);
  self->spans = g_new0 (TsLayerSpan, self->sizes[TS_PARALLEL_PP] * self->virtual_stages);
  fill_spans (self);
  fill_groups (self);
  return self;
}

TsParallelLayout *
ts_parallel_layout_new_from_json (const char *json, GError **error)
{
  g_autoptr (JsonNode) node = json_from_string (json, error);
  g_autoptr (TsParallelConfig) config = NULL;

  if (node != NULL)
    config = ts_parallel_config_from_json (node, NULL, error);
  return config != NULL ? ts_parallel_layout_new (config, error) : NULL;
}

TsParallelLayout *
ts_parallel_layout_load (const char *path, GError **error)
{
  g_autofree char *text = NULL, *name = g_filename_display_name (path);
  TsParallelLayout *layout = NULL;

  if (g_file_get_contents (path, &text, NULL, error))
    layout = ts_parallel_layout_new_from_json (text, error);
  if (layout == NULL)
    g_prefix_error (error, _ ("The parallel layout “%s”: "), name);
  return layout;
}

char *
ts_parallel_layout_to_json (const TsParallelLayout *self)
{
  g_autoptr (JsonNode) node = ts_parallel_config_to_json (self->config);

  return json_to_string (node, FALSE);
}

TsParallelLayout *
ts_parallel_layout_ref (TsParallelLayout *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
layout_clear (gpointer data)
{
  TsParallelLayout *self = data;

  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    ts_rank_groups_clear (&self->groups[i]);
  ts_parallel_config_free (self->config);
  g_free (self->spans);
}

void
ts_parallel_layout_unref (TsParallelLayout *self)
{
  g_atomic_rc_box_release_full (self, layout_clear);
}

const guint32 *
ts_parallel_layout_get_row_ranks (const TsParallelLayout *self, guint row, guint *n)
{
  const TsRankGroups *groups = &self->groups[TS_PARALLEL_TP];

  *n = groups->size;
  return groups->ranks + (gsize) row * groups->size;
}

guint
ts_parallel_layout_get_row_rank (const TsParallelLayout *self, guint row)
{
  return self->groups[TS_PARALLEL_TP].ranks[(gsize) row * self->groups[TS_PARALLEL_TP].size];
}

guint
ts_parallel_layout_get_row_copy (const TsParallelLayout *self, guint row)
{
  return ts_parallel_layout_get_coordinate (self, ts_parallel_layout_get_row_rank (self, row),
                                            TS_PARALLEL_DP);
}

char *
ts_parallel_layout_get_title (const TsParallelLayout *self)
{
  GString *title = g_string_new (NULL);

  g_string_append_printf (title,
                          _ ("Model Parallelism Configuration | Total Layers: %u | DP=%u | TP=%u | "
                             "PP=%u | VPP=%u"),
                          self->num_layers, self->sizes[TS_PARALLEL_DP],
                          self->sizes[TS_PARALLEL_TP], self->sizes[TS_PARALLEL_PP],
                          self->virtual_stages);
  if (self->sizes[TS_PARALLEL_CP] > 1)
    g_string_append_printf (title, " | CP=%u", self->sizes[TS_PARALLEL_CP]);
  if (self->sizes[TS_PARALLEL_EP] > 1)
    g_string_append_printf (title, " | EP=%u", self->sizes[TS_PARALLEL_EP]);
  return g_string_free (title, FALSE);
}

/* "0-3", "0,2" or "0,2…14"; the ranks of a group are evenly spaced. */
static void
append_ranks (GString *text, const guint32 *ranks, guint n)
{
  guint stride = n > 1 ? ranks[1] - ranks[0] : 1;

  if (stride == 1)
    g_string_append_printf (text, "%u-%u", ranks[0], ranks[n - 1]);
  else if (n <= 4)
    for (guint i = 0; i < n; i++)
      g_string_append_printf (text, i > 0 ? ",%u" : "%u", ranks[i]);
  else
    g_string_append_printf (text, "%u,%u…%u", ranks[0], ranks[1], ranks[n - 1]);
}

char *
ts_parallel_layout_get_row_label (const TsParallelLayout *self, guint row)
{
  g_autoptr (GString) numbers = g_string_new (NULL);
  guint n;
  const guint32 *ranks = ts_parallel_layout_get_row_ranks (self, row, &n);

  if (n == 1)
    return g_strdup_printf (_ ("Rank%u"), ranks[0]);
  append_ranks (numbers, ranks, n);
  /* Translators: a group's number and the numbers of its ranks, like "Group0: Ranks0-3". */
  return g_strdup_printf (_ ("Group%u: Ranks%s"), row, numbers->str);
}

char *
ts_layer_span_to_text (const TsLayerSpan *span)
{
  /* Translators: the embedding layer; keep it short, it stands in a block like "Embed+L0-1". */
  GString *text = g_string_new (span->embedding ? _ ("Embed") : NULL);

  if (span->first > 0)
    g_string_append_printf (text, "%sL%u-%u", text->len > 0 ? "+" : "", span->first - 1,
                            span->last - 1);
  if (span->output)
    /* Translators: the output layer; keep it short, it stands in a block like "L10-13+Out". */
    g_string_append_printf (text, "%s%s", text->len > 0 ? "+" : "", _ ("Out"));
  return g_string_free (text, FALSE);
}

static char *
describe_layers (const TsLayerSpan *span)
{
  g_autofree char *layers = NULL;

  if (span->first == 0)
    layers = g_strdup (_ ("No layers"));
  else if (span->first == span->last)
    layers = g_strdup_printf (_ ("Layer %u"), span->first - 1);
  else
    layers = g_strdup_printf (_ ("Layers %u – %u"), span->first - 1, span->last - 1);
  return g_strdup_printf ("%s%s%s", layers, span->embedding ? _ (" · embedding") : "",
                          span->output ? _ (" · output layer") : "");
}

char *
ts_parallel_layout_describe_block (const TsParallelLayout *self, guint row, guint stage)
{
  guint n, position;
  const guint32 *ranks = ts_parallel_layout_get_row_ranks (self, row, &n);
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autofree char *layers = NULL;
  g_autofree char *title = NULL;

  position = ts_parallel_layout_get_coordinate (self, ranks[0], TS_PARALLEL_PP);
  layers = describe_layers (ts_parallel_layout_get_position_span (self, position, stage));
  if (n == 1)
    g_string_append_printf (numbers, "%u", ranks[0]);
  else
    append_ranks (numbers, ranks, n);
  /* Translators: the numbers of one or several ranks. */
  title = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Rank %s", "Ranks %s", n), numbers->str);
  /* Translators: "Ranks 8-11", the model copy's number, two numbers counted from 0, the layers. */
  return g_strdup_printf (_ ("%s\nModel copy %u · pipeline rank %u · virtual stage %u\n%s"), title,
                          ts_parallel_layout_get_row_copy (self, row) + 1, position, stage, layers);
}

char *
ts_parallel_layout_get_file_name (const TsParallelLayout *self, const char *extension)
{
  GString *name = g_string_new (NULL);

  g_string_append_printf (name, "ws%u_ln%u_tp%u_pp%u_vpp%u", self->world_size, self->num_layers,
                          self->sizes[TS_PARALLEL_TP], self->sizes[TS_PARALLEL_PP],
                          self->virtual_stages);
  if (self->sizes[TS_PARALLEL_CP] > 1)
    g_string_append_printf (name, "_cp%u", self->sizes[TS_PARALLEL_CP]);
  if (self->sizes[TS_PARALLEL_EP] > 1)
    g_string_append_printf (name, "_ep%u", self->sizes[TS_PARALLEL_EP]);
  g_string_append_printf (name, ".%s", extension);
  return g_string_free (name, FALSE);
}
