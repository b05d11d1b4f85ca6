/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

#include "model/axis-breaks.h"
#include "model/axis-join.h"

#include <math.h>

/* --- a line --- */

static void
arrays_clear (gpointer data)
{
  TsLineArrays *self = data;

  g_free (self->places);
  g_free (self->sorted_values);
  g_free (self->sorted_states);
  g_free (self->smooth);
  g_free (self->smooth_blocks);
  g_free (self->blocks);
}

static void
arrays_unref (TsLineArrays *self)
{
  g_atomic_rc_box_release_full (self, arrays_clear);
}

static void
line_free (gpointer data)
{
  TsLine *self = data;

  ts_series_unref (self->series);
  g_clear_pointer (&self->arrays, arrays_unref);
  g_free (self);
}

static void
line_set_series (TsLine *self, TsSeries *series)
{
  ts_series_ref (series);
  g_clear_pointer (&self->series, ts_series_unref);
  self->series = series;
  self->span = _ts_line_span (series);
}

static gboolean
is_ascending (const guint *places, guint n)
{
  for (guint i = 1; i < n; i++)
    if (places[i] <= places[i - 1])
      return FALSE;
  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *places = data;
  guint x = places[*(const guint *) a], y = places[*(const guint *) b];

  return x < y ? -1 : x > y;
}

/* Copies in the order of the joined axis, for a line whose own axis runs otherwise. */
static void
sort_arrays (TsLineArrays *self, const TsSeries *series)
{
  guint n = series->axis->n;
  g_autofree guint *order = g_new (guint, n);
  g_autofree guint *places = self->places;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_places, places);
  self->places = g_new (guint, n);
  self->sorted_values = g_new (double, n);
  self->sorted_states = g_new (guint8, n);
  for (guint i = 0; i < n; i++)
    {
      self->places[i] = places[order[i]];
      self->sorted_values[i] = series->values[order[i]];
      self->sorted_states[i] = series->states[order[i]];
    }
}

static void
line_place (TsLine *self, const TsAxis *axis, const TsLineOptions *options)
{
  guint n = self->series->axis->n;
  TsLineArrays *arrays = g_atomic_rc_box_new0 (TsLineArrays);

  arrays->places = ts_axis_map_places (self->series->axis, axis);
  if (arrays->places != NULL && !is_ascending (arrays->places, n))
    sort_arrays (arrays, self->series);
  g_clear_pointer (&self->arrays, arrays_unref);
  self->arrays = arrays;
  self->places = arrays->places;
  self->values = arrays->sorted_values != NULL ? arrays->sorted_values : self->series->values;
  self->states = arrays->sorted_states != NULL ? arrays->sorted_states : self->series->states;
  arrays->blocks = ts_m4_blocks_new (self->values, self->states, n);
  if (options->smoothing > 0)
    {
      arrays->smooth = _ts_line_smooth (self->values, self->states, n, options->smoothing);
      arrays->smooth_blocks = ts_m4_blocks_new (arrays->smooth, self->states, n);
    }
  self->blocks = arrays->blocks;
  self->smooth = arrays->smooth;
  self->smooth_blocks = arrays->smooth_blocks;
}

/* Shares all there is. */
static TsLine *
line_copy (const TsLine *self)
{
  TsLine *copy = g_new (TsLine, 1);

  *copy = *self;
  ts_series_ref (copy->series);
  g_atomic_rc_box_acquire (copy->arrays);
  return copy;
}

/* --- the plot --- */

TsLinePlot *
ts_line_plot_new (void)
{
  TsLinePlot *self = g_new0 (TsLinePlot, 1);

  self->lines = g_ptr_array_new_with_free_func (line_free);
  self->y_high = 1;
  self->name_prefix = "";
  self->extras.largest_finite = NAN;
  self->extras.smallest_normal = NAN;
  self->marks = g_array_new (FALSE, FALSE, sizeof (TsLineMark));
  self->m4 = ts_m4_new ();
  self->cover = ts_line_cover_new ();
  return self;
}

static void
clear_extras (TsLineExtras *extras)
{
  g_clear_pointer (&extras->band, ts_band_unref);
  g_clear_pointer (&extras->dtype, g_free);
  extras->largest_finite = NAN;
  extras->smallest_normal = NAN;
}

void
ts_line_plot_free (TsLinePlot *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->lines);
  g_clear_pointer (&self->axis, ts_axis_unref);
  clear_extras (&self->extras);
  g_clear_pointer (&self->peers, ts_band_unref);
  g_clear_pointer (&self->breaks, g_array_unref);
  g_array_unref (self->marks);
  ts_m4_free (self->m4);
  ts_line_cover_free (self->cover);
  g_free (self->title);
  g_free (self->value_name);
  g_free (self);
}

void
ts_line_plot_set_title (TsLinePlot *self, const char *title, const char *value_name)
{
  char *old_title = self->title, *old_name = self->value_name;

  self->title = g_strdup (title);
  self->value_name = g_strdup (value_name);
  g_free (old_title);
  g_free (old_name);
}

/* What is visible stays so, wherever the new axis has it. */
static void
move_visible (TsLinePlot *self, const TsAxis *from, const TsAxis *to)
{
  g_autofree int *places = NULL;

  if (!self->zoomed || from == to || from == NULL || to == NULL || from->dimension != to->dimension
      || ts_axis_same_places (from, to))
    return;
  places = ts_axis_find_places (from, to);
  if (ts_axis_map_range (places, from->n, to->n, &self->first, &self->last))
    ts_line_plot_set_visible (self, self->first, self->last);
  else
    self->zoomed = FALSE;
}

/* Joins the axes again after lines came or went. */
static void
rejoin (TsLinePlot *self)
{
  g_autoptr (TsAxis) before = g_steal_pointer (&self->axis);
  g_autofree TsAxis **axes = g_new (TsAxis *, MAX (self->lines->len, 1));
  TsAxis *axis;

  for (guint i = 0; i < self->lines->len; i++)
    axes[i] = _ts_line_plot_get (self, i)->series->axis;
  axis = ts_axis_join (axes, self->lines->len);
  self->axis = axis;
  g_clear_pointer (&self->breaks, g_array_unref);
  self->breaks = axis != NULL ? ts_axis_find_breaks (axis) : NULL;
  move_visible (self, before, axis);
  _ts_line_plot_find_common (self);
  for (guint i = 0; i < self->lines->len; i++)
    line_place (_ts_line_plot_get (self, i), axis, &self->options);
  self->full_scale_valid = FALSE;
  if (axis == NULL)
    ts_line_plot_show_all (self);
}

void
ts_line_plot_add (TsLinePlot *self, TsSeries *series, guint color, gboolean shown)
{
  TsLine *line = g_new0 (TsLine, 1);

  line->color = color;
  line->shown = shown;
  line_set_series (line, series);
  g_ptr_array_add (self->lines, line);
  if (self->axis != NULL && ts_axis_same_places (self->axis, series->axis))
    line_place (line, self->axis, &self->options);
  else
    rejoin (self);
  self->full_scale_valid = FALSE;
}

void
ts_line_plot_clear (TsLinePlot *self)
{
  g_ptr_array_set_size (self->lines, 0);
  rejoin (self);
}

void
ts_line_plot_remove (TsLinePlot *self, guint i)
{
  g_return_if_fail (i < self->lines->len);
  g_ptr_array_remove_index (self->lines, i);
  rejoin (self);
}

void
ts_line_plot_replace (TsLinePlot *self, guint i, TsSeries *series)
{
  g_return_if_fail (i < self->lines->len);
  line_set_series (_ts_line_plot_get (self, i), series);
  rejoin (self);
}

void
ts_line_plot_set_options (TsLinePlot *self, const TsLineOptions *options)
{
  gboolean smooth = options->smoothing != self->options.smoothing;

  self->options = *options;
  self->full_scale_valid = FALSE;
  for (guint i = 0; smooth && i < self->lines->len; i++)
    line_place (_ts_line_plot_get (self, i), self->axis, options);
}

void
ts_line_plot_set_extras (TsLinePlot *self, const TsLineExtras *extras)
{
  TsLineExtras old = self->extras;

  self->extras = (TsLineExtras){ .largest_finite = NAN, .smallest_normal = NAN };
  if (extras != NULL)
    self->extras = (TsLineExtras){
      .band = extras->band != NULL ? ts_band_ref (extras->band) : NULL,
      .show_range = extras->show_range,
      .show_median = extras->show_median,
      .largest_finite = extras->largest_finite,
      .smallest_normal = extras->smallest_normal,
      .dtype = g_strdup (extras->dtype),
    };
  clear_extras (&old);
  self->full_scale_valid = FALSE;
}

const TsBand *
ts_line_plot_get_band (const TsLinePlot *self)
{
  return self->extras.band;
}

void
ts_line_plot_set_peers (TsLinePlot *self, TsBand *peers)
{
  TsBand *old = self->peers;

  self->peers = peers != NULL ? ts_band_ref (peers) : NULL;
  g_clear_pointer (&old, ts_band_unref);
  self->full_scale_valid = FALSE;
}

const TsLineMark *
ts_line_plot_get_marks (const TsLinePlot *self, guint *n)
{
  *n = self->marks->len;
  return (const TsLineMark *) (const void *) self->marks->data;
}

void
ts_line_plot_set_marks (TsLinePlot *self, const TsLineMark *marks, guint n)
{
  g_array_set_size (self->marks, 0);
  g_array_append_vals (self->marks, marks, n);
}

TsLinePlot *
ts_line_plot_copy (const TsLinePlot *self)
{
  TsLinePlot *copy = ts_line_plot_new ();

  ts_line_plot_set_title (copy, self->title, self->value_name);
  copy->options = self->options;
  for (guint i = 0; i < self->lines->len; i++)
    g_ptr_array_add (copy->lines, line_copy (_ts_line_plot_get (self, i)));
  copy->axis = self->axis != NULL ? ts_axis_ref (self->axis) : NULL;
  copy->breaks = self->breaks != NULL ? g_array_ref (self->breaks) : NULL;
  copy->name_prefix = self->name_prefix;
  copy->name_head = self->name_head;
  copy->name_tail = self->name_tail;
  ts_line_plot_set_extras (copy, &self->extras);
  ts_line_plot_set_peers (copy, self->peers);
  ts_line_plot_set_marks (copy, (const TsLineMark *) (const void *) self->marks->data,
                          self->marks->len);
  copy->full_scale = self->full_scale;
  copy->full_scale_valid = self->full_scale_valid;
  copy->first = self->first;
  copy->last = self->last;
  copy->zoomed = self->zoomed;
  copy->y_low = self->y_low;
  copy->y_high = self->y_high;
  return copy;
}

/* --- getters --- */

guint
ts_line_plot_get_n_lines (const TsLinePlot *self)
{
  return self->lines->len;
}

TsSeries *
ts_line_plot_get_series (const TsLinePlot *self, guint i)
{
  g_return_val_if_fail (i < self->lines->len, NULL);
  return _ts_line_plot_get (self, i)->series;
}

guint
ts_line_plot_get_color (const TsLinePlot *self, guint i)
{
  g_return_val_if_fail (i < self->lines->len, 0);
  return _ts_line_plot_get (self, i)->color;
}

gboolean
ts_line_plot_get_shown (const TsLinePlot *self, guint i)
{
  g_return_val_if_fail (i < self->lines->len, FALSE);
  return _ts_line_plot_get (self, i)->shown;
}

void
ts_line_plot_set_shown (TsLinePlot *self, guint i, gboolean shown)
{
  g_return_if_fail (i < self->lines->len);
  _ts_line_plot_get (self, i)->shown = shown;
  self->full_scale_valid = FALSE;
}

const char *
ts_line_plot_get_title (const TsLinePlot *self)
{
  return self->title;
}

const TsLineOptions *
ts_line_plot_get_options (const TsLinePlot *self)
{
  return &self->options;
}

TsAxis *
ts_line_plot_get_axis (const TsLinePlot *self)
{
  return self->axis;
}

/* --- ranges --- */

/* Closer than this nothing is to be seen but one point. */
#define LEAST_PLACES 1.0

void
ts_line_plot_set_visible (TsLinePlot *self, double first, double last)
{
  double n = self->axis != NULL ? self->axis->n : 1;
  double width = CLAMP (last - first, MIN (LEAST_PLACES, n), n);

  if (!isfinite (first) || !isfinite (last))
    return;
  first = CLAMP (first, 0, n - width);
  self->first = first;
  self->last = first + width;
  self->zoomed = width < n;
}

void
ts_line_plot_get_visible (const TsLinePlot *self, double *first, double *last)
{
  double n = self->axis != NULL ? self->axis->n : 1;

  *first = self->zoomed ? MIN (self->first, n - 1) : 0;
  *last = self->zoomed ? MIN (self->last, n) : n;
}

/* Zoomed further in, the part's ends would be the same double, or too near to it. */
static double
least_height (TsLinePlot *self)
{
  TsScale full = ts_line_plot_get_full_scale (self);

  return CLAMP (ts_scale_get_resolution (&full), 1e-9, 1);
}

void
ts_line_plot_set_visible_y (TsLinePlot *self, double low, double high)
{
  double width;

  if (!isfinite (low) || !isfinite (high))
    return;
  width = CLAMP (high - low, low > 0 || high < 1 ? least_height (self) : 1, 1);
  self->y_low = CLAMP (low, 0, 1 - width);
  self->y_high = self->y_low + width;
}

void
ts_line_plot_get_visible_y (const TsLinePlot *self, double *low, double *high)
{
  *low = self->y_low;
  *high = self->y_high;
}

void
ts_line_plot_show_all (TsLinePlot *self)
{
  self->zoomed = FALSE;
  self->y_low = 0;
  self->y_high = 1;
}

TsScale
ts_line_plot_get_full_scale (TsLinePlot *self)
{
  if (!self->full_scale_valid)
    self->full_scale = _ts_line_full_scale (self);
  self->full_scale_valid = TRUE;
  return self->full_scale;
}

TsScale
ts_line_plot_get_scale (TsLinePlot *self)
{
  TsScale full = ts_line_plot_get_full_scale (self), scale = full;

  if (self->y_low <= 0 && self->y_high >= 1)
    return full;
  /* The lines may be others than those that were zoomed. */
  if (self->y_high - self->y_low < least_height (self))
    ts_line_plot_set_visible_y (self, self->y_low, self->y_high);
  if (self->y_low > 0)
    scale.min = ts_scale_denormalize (&full, self->y_low);
  if (self->y_high < 1)
    scale.max = ts_scale_denormalize (&full, self->y_high);
  return scale;
}
