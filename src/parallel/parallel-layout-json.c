/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/parallel-layout.h"

/* Small pieces are built with json-glib and written one after the other: as one tree, 65,536 ranks
 * with all their layers would take gigabytes. */
typedef struct
{
  GOutputStream *stream;
  GCancellable *cancellable;
  GError **error;
} Writer;

static gboolean
put (Writer *writer, const char *text)
{
  return g_output_stream_printf (writer->stream, NULL, writer->cancellable, writer->error, "%s",
                                 text);
}

static char *
array_to_text (JsonArray *array)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return json_to_string (node, FALSE);
}

static char *
group_to_text (const TsRankGroups *groups, guint group)
{
  JsonArray *ranks = json_array_sized_new (groups->size);

  for (guint i = 0; i < groups->size; i++)
    json_array_add_int_element (ranks, groups->ranks[(gsize) group * groups->size + i]);
  return array_to_text (ranks);
}

static gboolean
put_groups (Writer *writer, const TsParallelLayout *layout, TsParallelDimension dimension)
{
  const TsRankGroups *groups = &layout->groups[dimension];
  const char *key = ts_parallel_dimension_to_key (dimension);
  g_autofree char *head = g_strdup_printf ("\"%s\":[", key);
  g_autofree char *tail = g_strdup_printf ("],\"%s_size\":%u", key, groups->size);

  if (!put (writer, head))
    return FALSE;
  for (guint g = 0; g < groups->n_groups; g++)
    {
      g_autofree char *text = group_to_text (groups, g);
      if ((g > 0 && !put (writer, ",")) || !put (writer, text))
        return FALSE;
    }
  return put (writer, tail);
}

static gboolean
put_all_groups (Writer *writer, const TsParallelLayout *layout)
{
  gboolean first = TRUE;

  if (!put (writer, "{\"groups\":{"))
    return FALSE;
  for (guint i = 0; i < TS_N_PARALLEL_DIMENSIONS; i++)
    {
      gboolean rare = i == TS_PARALLEL_CP || i == TS_PARALLEL_EP;
      if (rare && layout->sizes[i] == 1)
        continue;
      if ((!first && !put (writer, ",")) || !put_groups (writer, layout, i))
        return FALSE;
      first = FALSE;
    }
  return put (writer, "},\"layers_per_rank\":{");
}

static JsonArray *
span_to_array (const TsLayerSpan *span)
{
  JsonArray *array = json_array_new ();

  if (span->embedding)
    json_array_add_string_element (array, "Embedding");
  for (guint layer = span->first; span->first > 0 && layer <= span->last; layer++)
    json_array_add_int_element (array, layer);
  if (span->output)
    json_array_add_string_element (array, "OutputLayer");
  return array;
}

/* The stages of a pipeline position, which are those of every rank there. */
static char *
position_to_text (const TsParallelLayout *layout, guint position)
{
  JsonArray *stages = json_array_new ();

  for (guint s = 0; s < layout->virtual_stages; s++)
    json_array_add_array_element (
        stages, span_to_array (ts_parallel_layout_get_position_span (layout, position, s)));
  return array_to_text (stages);
}

static gboolean
put_ranks (Writer *writer, const TsParallelLayout *layout)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < layout->sizes[TS_PARALLEL_PP]; p++)
    g_ptr_array_add (texts, position_to_text (layout, p));
  for (guint rank = 0; rank < layout->world_size; rank++)
    {
      guint position = ts_parallel_layout_get_coordinate (layout, rank, TS_PARALLEL_PP);
      g_autofree char *key = g_strdup_printf ("%s\"%u\":", rank > 0 ? "," : "", rank);
      if (!put (writer, key) || !put (writer, g_ptr_array_index (texts, position)))
        return FALSE;
    }
  return put (writer, "}}\n");
}

gboolean
ts_parallel_layout_write_json (const TsParallelLayout *self,
                               GOutputStream *stream,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (GOutputStream) buffered = g_buffered_output_stream_new_sized (stream, 1 << 16);
  Writer writer = { buffered, cancellable, error };

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (buffered), FALSE);
  return put_all_groups (&writer, self) && put_ranks (&writer, self)
         && g_output_stream_flush (buffered, cancellable, error);
}
