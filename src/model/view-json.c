/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/view.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>

#define VERSION 1

/* --- writing ------------------------------------------------------------------------------ */

static void
set_string (JsonObject *object, const char *member, const char *value)
{
  if (value != NULL)
    json_object_set_string_member (object, member, value);
}

/* What is as it was before anybody changed it needs no word. */
static void
set_key (JsonObject *object, const char *member, const char *key, const char *usual)
{
  if (g_strcmp0 (key, usual) != 0)
    set_string (object, member, key);
}

static void
set_flag (JsonObject *object, const char *member, gboolean value)
{
  if (value)
    json_object_set_boolean_member (object, member, TRUE);
}

/* JSON has no infinities; a limit that is one is none. */
static void
set_number (JsonObject *object, const char *member, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, member, value);
}

/* NULL for a place without a name. */
static JsonNode *
create_place (const TsPlaceNames *names, TsDimension dimension, gint64 id)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  TsPlaceName name = { 0 };

  json_node_take_object (node, object);
  if (!names->get_name (names->data, dimension, id, &name))
    {
      json_node_unref (node);
      return NULL;
    }
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      json_object_set_int_member (object, "training-step", name.number);
      json_object_set_int_member (object, "micro-step", name.micro_step);
      break;
    case TS_DIMENSION_RANK:
      json_object_set_int_member (object, "rank", name.number);
      break;
    case TS_DIMENSION_MODULE:
    default:
      json_object_set_string_member (object, "name", name.name);
      json_object_set_int_member (object, "vpp-stage", name.vpp_stage);
      json_object_set_int_member (object, "micro-step", name.micro_step);
    }
  return node;
}

static void
set_place (JsonObject *object,
           const char *member,
           const TsPlaceNames *names,
           TsDimension dimension,
           gint64 id)
{
  JsonNode *place = id != G_MININT64 ? create_place (names, dimension, id) : NULL;

  if (place != NULL)
    json_object_set_member (object, member, place);
}

static void
write_selection (JsonObject *object, const TsSelection *selection, const TsPlaceNames *names)
{
  JsonArray *tags;

  set_string (object, "metric", selection->metric);
  set_string (object, "statistic", selection->stat);
  set_string (object, "dimension", ts_dimension_to_key (selection->dimension));
  set_place (object, "value", names, selection->dimension, selection->value);
  if (selection->name_filter != NULL && *selection->name_filter != '\0')
    set_string (object, "name-filter", selection->name_filter);
  if (selection->tags->len == 0)
    return;
  tags = json_array_new ();
  for (guint i = 0; i < selection->tags->len; i++)
    {
      const TsTag *tag = g_ptr_array_index (selection->tags, i);
      JsonObject *named = json_object_new ();
      set_string (named, "name", tag->name);
      set_string (named, "category", tag->category);
      json_array_add_object_element (tags, named);
    }
  json_object_set_array_member (object, "tags", tags);
}

static void
write_cells (JsonObject *object, const TsView *self, const TsPlaceNames *names)
{
  JsonArray *cells = json_array_new ();

  for (guint i = 0; i < self->cells->len; i++)
    {
      const TsChosenCell *chosen = &g_array_index (self->cells, TsChosenCell, i);
      JsonObject *cell = json_object_new ();
      for (int d = 0; d < 3; d++)
        set_place (cell, ts_dimension_to_key ((TsDimension) d), names, (TsDimension) d,
                   chosen->cell.ids[d]);
      json_object_set_int_member (cell, "color", chosen->color);
      set_flag (cell, "hidden", chosen->hidden);
      json_array_add_object_element (cells, cell);
    }
  if (self->cells->len > 0)
    json_object_set_array_member (object, "cells", cells);
  else
    json_array_unref (cells);
}

static void
write_range (JsonObject *object,
             const char *member,
             const TsAxisPart *range,
             const TsPlaceNames *names,
             TsDimension dimension)
{
  JsonObject *part;

  if (!range->set)
    return;
  part = json_object_new ();
  set_place (part, "first", names, dimension, range->first_id);
  set_number (part, "first-part", range->first_part);
  set_place (part, "last", names, dimension, range->last_id);
  set_number (part, "last-part", range->last_part);
  json_object_set_object_member (object, member, part);
}

static void
write_heatmap (JsonObject *object, const TsView *self, const TsPlaceNames *names)
{
  const TsHeatmapColors *colors = &self->colors;
  TsHeatmapColors usual;

  ts_heatmap_colors_init (&usual);
  set_string (object, "palette", ts_palette_to_key (self->palettes[FALSE]));
  set_string (object, "signed-palette", ts_palette_to_key (self->palettes[TRUE]));
  set_string (object, "mode", ts_color_mode_to_key (colors->mode));
  set_string (object, "scale", colors->auto_scale ? "auto" : ts_scale_type_to_key (colors->scale));
  set_string (object, "limits", ts_limits_mode_to_key (colors->limits));
  if (colors->limits == TS_LIMITS_FIXED)
    {
      set_number (object, "min", colors->fixed_min);
      set_number (object, "max", colors->fixed_max);
    }
  set_number (object, "shown-min", colors->shown_min);
  set_number (object, "shown-max", colors->shown_max);
  if (colors->hidden_segments != 0)
    json_object_set_int_member (object, "hidden-segments", colors->hidden_segments);
  set_key (object, "reduction", ts_reduction_to_key (colors->reduction),
           ts_reduction_to_key (usual.reduction));
  set_string (object, "ranks-by", self->ranks_by);
  set_string (object, "compare-within", self->compare_within);
  if (self->layout != NULL)
    json_object_set_member (object, "layout", json_from_string (self->layout, NULL));
  set_key (object, "row-order", ts_row_order_to_key (self->row_order),
           ts_row_order_to_key (TS_ROW_ORDER_NETWORK));
  set_flag (object, "fold-layers", self->fold_layers);
  write_range (object, "x", &self->heatmap_x, names,
               ts_dimension_get_x (self->selection->dimension));
  write_range (object, "y", &self->heatmap_y, names,
               ts_dimension_get_y (self->selection->dimension));
}

static void
write_lines (JsonObject *object, const TsView *self, const TsPlaceNames *names)
{
  static const char *const cursors[] = { "cursor-a", "cursor-b" };
  TsDimension along = ts_view_get_along (self);

  if (self->along_chosen)
    set_string (object, "along", ts_dimension_to_key (self->along));
  set_key (object, "scale", ts_scale_type_to_key (self->line_scale), "linear");
  if (self->smoothing > 0)
    set_number (object, "smoothing", self->smoothing);
  set_flag (object, "band", self->show_band);
  set_flag (object, "median", self->show_median);
  write_range (object, "x", &self->lines_x, names, along);
  if (self->lines_y[0] > 0 || self->lines_y[1] < 1)
    {
      set_number (object, "y-low", self->lines_y[0]);
      set_number (object, "y-high", self->lines_y[1]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    if (self->cursors[i].set)
      set_place (object, cursors[i], names, along, self->cursors[i].id);
}

char *
ts_view_to_json (const TsView *self,
                 const TsPlaceNames *names,
                 const char *database,
                 const char *import_id)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new (), *heatmap = json_object_new ();
  JsonObject *lines = json_object_new ();

  json_node_take_object (node, object);
  json_object_set_int_member (object, "trendscope-view", VERSION);
  set_string (object, "database", database);
  set_string (object, "import", import_id);
  write_selection (object, self->selection, names);
  write_cells (object, self, names);
  write_heatmap (heatmap, self, names);
  json_object_set_object_member (object, "heat-map", heatmap);
  write_lines (lines, self, names);
  json_object_set_object_member (object, "lines", lines);
  return json_to_string (node, TRUE);
}

/* --- reading ------------------------------------------------------------------------------ */

G_DEFINE_QUARK (ts - view - error - quark, ts_view_error)

/* NULL for what is missing or of another kind. */
static JsonNode *
get_value (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

static const char *
get_string (JsonObject *object, const char *member)
{
  JsonNode *node = get_value (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static gint64
get_int (JsonObject *object, const char *member, gint64 otherwise)
{
  JsonNode *node = get_value (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node)
                                                                         : otherwise;
}

static double
get_number (JsonObject *object, const char *member, double otherwise)
{
  JsonNode *node = get_value (object, member);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_NONE;
  double value
      = type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : otherwise;

  return isfinite (value) ? value : otherwise;
}

static gboolean
get_flag (JsonObject *object, const char *member)
{
  JsonNode *node = get_value (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN
         && json_node_get_boolean (node);
}

static JsonObject *
get_object (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static JsonArray *
get_array (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
find_place (JsonObject *object,
            const char *member,
            const TsPlaceNames *names,
            TsDimension dimension,
            gint64 *id)
{
  JsonObject *place = get_object (object, member);
  TsPlaceName name = { 0 };

  if (place == NULL)
    return FALSE;
  name.micro_step = get_int (place, "micro-step", 0);
  name.vpp_stage = (int) CLAMP (get_int (place, "vpp-stage", 0), G_MININT, G_MAXINT);
  name.name = get_string (place, "name");
  name.number = get_int (place, dimension == TS_DIMENSION_STEP ? "training-step" : "rank", -1);
  if (dimension == TS_DIMENSION_MODULE && name.name == NULL)
    return FALSE;
  return names->find_id (names->data, dimension, &name, id);
}

static void
replace (char **text, const char *value)
{
  if (value == NULL)
    return;
  g_free (*text);
  *text = g_strdup (value);
}

static void
read_selection (JsonObject *object, TsSelection *selection, const TsPlaceNames *names)
{
  JsonArray *tags = get_array (object, "tags");
  const char *filter = get_string (object, "name-filter");

  replace (&selection->metric, get_string (object, "metric"));
  replace (&selection->stat, get_string (object, "statistic"));
  if (ts_dimension_from_key (get_string (object, "dimension"), &selection->dimension)
      && !find_place (object, "value", names, selection->dimension, &selection->value))
    selection->value = G_MININT64;
  if (filter != NULL && *filter != '\0')
    replace (&selection->name_filter, filter);
  for (guint i = 0; tags != NULL && i < json_array_get_length (tags); i++)
    {
      JsonNode *element = json_array_get_element (tags, i);
      JsonObject *tag = JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;
      const char *name = get_string (tag, "name"), *category = get_string (tag, "category");
      if (name != NULL && category != NULL)
        g_ptr_array_add (selection->tags, ts_tag_new (name, category));
    }
}

/* As many as can be lines of different colours. */
#define MAX_CELLS 64

static void
read_cells (JsonObject *object, TsView *view, const TsPlaceNames *names)
{
  JsonArray *cells = get_array (object, "cells");
  guint n = cells != NULL ? MIN (json_array_get_length (cells), MAX_CELLS) : 0;

  for (guint i = 0; i < n; i++)
    {
      JsonNode *element = json_array_get_element (cells, i);
      JsonObject *cell = JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;
      TsChosenCell chosen = { 0 };
      gboolean known = TRUE;
      for (int d = 0; d < 3; d++)
        known &= find_place (cell, ts_dimension_to_key ((TsDimension) d), names, (TsDimension) d,
                             &chosen.cell.ids[d]);
      if (!known)
        continue;
      chosen.color = (guint) CLAMP (get_int (cell, "color", 0), 0, MAX_CELLS - 1);
      chosen.hidden = get_flag (cell, "hidden");
      g_array_append_val (view->cells, chosen);
    }
}

static double
get_part (JsonObject *object, const char *member, double otherwise)
{
  return CLAMP (get_number (object, member, otherwise), 0, 1);
}

static void
read_range (JsonObject *object,
            const char *member,
            TsAxisPart *range,
            const TsPlaceNames *names,
            TsDimension dimension)
{
  JsonObject *part = get_object (object, member);

  range->set = part != NULL && find_place (part, "first", names, dimension, &range->first_id)
               && find_place (part, "last", names, dimension, &range->last_id);
  range->first_part = get_part (part, "first-part", 0);
  range->last_part = get_part (part, "last-part", 1);
}

static const char *
get_interned (JsonObject *object, const char *member)
{
  return g_intern_string (get_string (object, member));
}

/* The text of a member that is an object. */
static const char *
get_interned_object (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;
  g_autofree char *text
      = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_to_string (node, FALSE) : NULL;

  return g_intern_string (text);
}

static void
read_heatmap (JsonObject *object, TsView *view, const TsPlaceNames *names)
{
  TsHeatmapColors *colors = &view->colors;
  const char *scale = get_string (object, "scale");

  ts_palette_from_key (get_string (object, "palette"), &view->palettes[FALSE]);
  ts_palette_from_key (get_string (object, "signed-palette"), &view->palettes[TRUE]);
  ts_color_mode_from_key (get_string (object, "mode"), &colors->mode);
  if (scale != NULL)
    colors->auto_scale = !ts_scale_type_from_key (scale, &colors->scale);
  ts_limits_mode_from_key (get_string (object, "limits"), &colors->limits);
  colors->fixed_min = get_number (object, "min", colors->fixed_min);
  colors->fixed_max = get_number (object, "max", colors->fixed_max);
  colors->shown_min = get_number (object, "shown-min", -INFINITY);
  colors->shown_max = get_number (object, "shown-max", INFINITY);
  colors->hidden_segments
      = (guint32) CLAMP (get_int (object, "hidden-segments", 0), 0, G_MAXUINT32);
  ts_reduction_from_key (get_string (object, "reduction"), &colors->reduction);
  view->ranks_by = get_interned (object, "ranks-by");
  view->compare_within = get_interned (object, "compare-within");
  view->layout = get_interned_object (object, "layout");
  ts_row_order_from_key (get_string (object, "row-order"), &view->row_order);
  view->fold_layers = get_flag (object, "fold-layers");
  read_range (object, "x", &view->heatmap_x, names,
              ts_dimension_get_x (view->selection->dimension));
  read_range (object, "y", &view->heatmap_y, names,
              ts_dimension_get_y (view->selection->dimension));
}

static void
read_lines (JsonObject *object, TsView *view, const TsPlaceNames *names)
{
  static const char *const cursors[] = { "cursor-a", "cursor-b" };
  TsDimension along;

  if (ts_dimension_from_key (get_string (object, "along"), &along))
    ts_view_set_along (view, along);
  along = ts_view_get_along (view);
  ts_scale_type_from_key (get_string (object, "scale"), &view->line_scale);
  view->smoothing = CLAMP (get_number (object, "smoothing", 0), 0, 0.999);
  view->show_band = get_flag (object, "band");
  view->show_median = get_flag (object, "median");
  read_range (object, "x", &view->lines_x, names, along);
  view->lines_y[0] = get_part (object, "y-low", 0);
  view->lines_y[1] = get_part (object, "y-high", 1);
  if (!(view->lines_y[0] < view->lines_y[1]))
    {
      view->lines_y[0] = 0;
      view->lines_y[1] = 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    view->cursors[i].set = find_place (object, cursors[i], names, along, &view->cursors[i].id);
}

/* NULL when the text is none of a view's. Sets error. */
static JsonNode *
parse (const char *json, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (JsonNode) node = json_from_string (json, &failure);
  JsonObject *object
      = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  if (get_int (object, "trendscope-view", 0) > 0)
    return g_steal_pointer (&node);
  if (failure != NULL)
    g_set_error (error, TS_VIEW_ERROR, TS_VIEW_ERROR_NO_VIEW,
                 _ ("This is no view that Trendscope saved: %s"), failure->message);
  else
    g_set_error_literal (error, TS_VIEW_ERROR, TS_VIEW_ERROR_NO_VIEW,
                         _ ("This is no view that Trendscope saved: the member “trendscope-view” "
                            "is missing"));
  return NULL;
}

TsView *
ts_view_from_json (const char *json,
                   const TsView *defaults,
                   const TsPlaceNames *names,
                   GError **error)
{
  g_autoptr (JsonNode) node = parse (json, error);
  JsonObject *object;
  TsView *view;

  if (node == NULL)
    return NULL;
  object = json_node_get_object (node);
  view = ts_view_copy (defaults);
  read_selection (object, view->selection, names);
  read_cells (object, view, names);
  read_heatmap (get_object (object, "heat-map"), view, names);
  read_lines (get_object (object, "lines"), view, names);
  return view;
}

static char *
dup_string (const char *json, const char *member)
{
  g_autoptr (JsonNode) node = parse (json, NULL);

  return node != NULL ? g_strdup (get_string (json_node_get_object (node), member)) : NULL;
}

char *
ts_view_json_dup_database (const char *json)
{
  return dup_string (json, "database");
}

char *
ts_view_json_dup_import_id (const char *json)
{
  return dup_string (json, "import");
}
