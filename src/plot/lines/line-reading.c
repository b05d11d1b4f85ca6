/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/lines/line-plot-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

int
_ts_line_find_point (const TsLine *line, guint place)
{
  guint low = 0, high = line->series->axis->n;

  if (line->places == NULL)
    return place < high ? (int) place : -1;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (line->places[middle] < place)
        low = middle + 1;
      else
        high = middle;
    }
  return low < line->series->axis->n && line->places[low] == place ? (int) low : -1;
}

TsLineReading
ts_line_plot_read_line (const TsLinePlot *self, guint i, guint place)
{
  const TsLine *line = _ts_line_plot_get (self, i);
  int point = _ts_line_find_point (line, place);

  if (point < 0)
    return (TsLineReading){ i, NAN, TS_CELL_MISSING };
  return (TsLineReading){ i, line->values[point], line->states[point] };
}

/* A value that arithmetic may be done with: one that was cut is only known to be beyond. */
static gboolean
is_exact (const TsLineReading *reading)
{
  return ts_cell_state (reading->state) == TS_CELL_NUMBER
         && (reading->state & TS_CELL_CLAMPED) == 0;
}

gboolean
ts_line_plot_get_difference (const TsLinePlot *self, guint i, guint a, guint b, double *difference)
{
  TsLineReading from = ts_line_plot_read_line (self, i, a);
  TsLineReading to = ts_line_plot_read_line (self, i, b);

  *difference = to.value - from.value;
  return is_exact (&from) && is_exact (&to) && isfinite (*difference);
}

gboolean
ts_line_plot_find_greatest (
    const TsLinePlot *self, guint i, guint begin, guint end, double *greatest)
{
  const TsLine *line = _ts_line_plot_get (self, i);
  TsM4Input input = { .places = line->places, .n = line->series->axis->n };
  guint k, stop;

  *greatest = NAN;
  ts_m4_find (&input, begin, end, &k, &stop);
  while (k < stop)
    {
      const TsM4Block *block = &line->blocks[k / TS_M4_BLOCK];
      gboolean whole
          = k % TS_M4_BLOCK == 0 && stop - k >= TS_M4_BLOCK && block->numbers == G_MAXUINT64;
      TsCellState state = ts_cell_state (line->states[k]);
      if (state == TS_CELL_NAN || state == TS_CELL_POS_INF || state == TS_CELL_NEG_INF)
        return TRUE;
      if (state == TS_CELL_NUMBER)
        *greatest = fmax (*greatest, whole ? block->extremes.greatest : line->values[k]);
      k += whole ? TS_M4_BLOCK : 1;
    }
  return FALSE;
}

/* Numbers and infinities by value; then NaN; then nothing. */
static double
rank_of (const TsLineReading *reading)
{
  switch (ts_cell_state (reading->state))
    {
    case TS_CELL_NUMBER:
      return reading->value;
    case TS_CELL_POS_INF:
      return INFINITY;
    case TS_CELL_NEG_INF:
      return -INFINITY;
    default:
      return NAN;
    }
}

static int
class_of (const TsLineReading *reading)
{
  TsCellState state = ts_cell_state (reading->state);

  if (state == TS_CELL_NAN)
    return 1;
  return state == TS_CELL_NULL ? 2 : state == TS_CELL_MISSING ? 3 : 0;
}

static int
compare_readings (gconstpointer a, gconstpointer b)
{
  const TsLineReading *left = a, *right = b;
  double x = rank_of (left), y = rank_of (right);

  if (class_of (left) != class_of (right))
    return class_of (left) - class_of (right);
  if (x != y && !isnan (x) && !isnan (y))
    return x > y ? -1 : 1;
  return left->line < right->line ? -1 : left->line > right->line;
}

GArray *
ts_line_plot_read (const TsLinePlot *self, guint place)
{
  GArray *readings = g_array_new (FALSE, FALSE, sizeof (TsLineReading));

  for (guint i = 0; i < self->lines->len; i++)
    if (_ts_line_plot_get (self, i)->shown)
      {
        TsLineReading reading = ts_line_plot_read_line (self, i, place);
        g_array_append_val (readings, reading);
      }
  g_array_sort (readings, compare_readings);
  return readings;
}

char *
ts_line_reading_format (const TsLineReading *self)
{
  g_autofree char *number = NULL;

  if (ts_cell_state (self->state) != TS_CELL_NUMBER)
    return g_strdup (ts_cell_state_get_label (ts_cell_state (self->state)));
  number = ts_format_exact (self->value);
  if ((self->state & TS_CELL_CLAMPED) == 0)
    return g_steal_pointer (&number);
  /* Translators: %s is 1e9 or -1e9; msProbe's converter cut the value there. */
  return g_strdup_printf (self->value > 0 ? _ ("≥ %s (clamped)") : _ ("≤ %s (clamped)"), number);
}

char *
ts_line_plot_describe_place (const TsLinePlot *self, guint place)
{
  g_return_val_if_fail (self->axis != NULL && place < self->axis->n, g_strdup (""));
  return _ts_axis_describe_place (self->axis, place);
}

/* How far (x, y) is from the line's nearest drawn point or segment, looking at the points around
 * x. */
static double
distance_to (const TsLine *line, const TsLineLayout *layout, double x, double y)
{
  guint place = (guint) MAX (ts_line_layout_place (layout, x), 0);
  double nearest = INFINITY;

  for (guint k = place > 0 ? place - 1 : 0; k <= place + 1; k++)
    {
      int at = _ts_line_find_point (line, k);
      double x1, y1, x2, y2, t, dx, dy;
      if (at < 0 || ts_cell_state (line->states[at]) != TS_CELL_NUMBER)
        continue;
      x1 = x2 = ts_line_layout_x (layout, k + 0.5);
      y1 = y2 = ts_line_layout_y (layout, line->values[at]);
      if ((guint) at + 1 < line->series->axis->n
          && ts_cell_state (line->states[at + 1]) == TS_CELL_NUMBER)
        {
          x2 = ts_line_layout_x (layout,
                                 (line->places != NULL ? line->places[at + 1] : k + 1) + 0.5);
          y2 = ts_line_layout_y (layout, line->values[at + 1]);
        }
      if (isnan (y2))
        y2 = y1;
      dx = x2 - x1;
      dy = y2 - y1;
      t = dx * dx + dy * dy > 0 ? ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) : 0;
      t = CLAMP (t, 0, 1);
      nearest = fmin (nearest, hypot (x - (x1 + t * dx), y - (y1 + t * dy)));
    }
  return nearest;
}

int
ts_line_plot_find_line (
    const TsLinePlot *self, const TsLineLayout *layout, double x, double y, double distance)
{
  int found = -1;

  for (guint i = 0; i < self->lines->len; i++)
    {
      double away;
      if (!_ts_line_plot_get (self, i)->shown)
        continue;
      away = distance_to (_ts_line_plot_get (self, i), layout, x, y);
      if (away <= distance)
        {
          distance = away;
          found = (int) i;
        }
    }
  return found;
}

/* --- what the eye can't see --- */

static void
append (GString *text, char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
  g_free (part);
}

static void
append_density (GString *text, TsLinePlot *self, guint n_columns)
{
  double first, last;
  guint per_pixel;

  ts_line_plot_get_visible (self, &first, &last);
  per_pixel = (guint) ceil ((last - first) / MAX (n_columns, 1));
  if (per_pixel > 1)
    {
      g_autofree char *count = ts_format_count (per_pixel);
      append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "one pixel shows up to %s point",
                                                  "one pixel shows up to %s points", per_pixel),
                                     count));
    }
}

/* A line of which nothing is drawn: its tensor is not in this metric, or under this filter. */
static void
append_empty (GString *text, const TsLinePlot *self)
{
  guint n = 0;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      n += line->shown && line->span.counts[TS_CELL_MISSING] == line->series->axis->n;
    }
  if (n > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u line has no values",
                                                "%u lines have no values", n),
                                   n));
}

/* Ranks that the band leaves out, and steps that the axis does. */
static void
append_left_out (GString *text, const TsLinePlot *self)
{
  guint n
      = _ts_line_plot_has_band_marks (self) ? ts_band_count_abnormal_places (self->extras.band) : 0;

  if (n > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                "at %u place some ranks are not finite (◆)",
                                                "at %u places some ranks are not finite (◆)", n),
                                   n));
  n = self->breaks != NULL ? self->breaks->len : 0;
  if (n > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "steps uneven at %u place (//)",
                                                "steps uneven at %u places (//)", n),
                                   n));
}

char *
ts_line_plot_describe (TsLinePlot *self, guint n_columns)
{
  GString *text = g_string_new (NULL);
  gsize counts[TS_N_CELL_STATES] = { 0 }, n_not_positive = 0;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const TsLine *line = _ts_line_plot_get (self, i);
      for (guint k = 0; line->shown && k < TS_N_CELL_STATES; k++)
        counts[k] += line->span.counts[k];
      if (line->shown)
        n_not_positive += line->span.n_not_positive;
    }
  append_density (text, self, n_columns);
  append_empty (text, self);
  append_left_out (text, self);
  for (TsCellState state = TS_CELL_NAN; state < TS_N_CELL_STATES; state++)
    if (counts[state] > 0)
      {
        g_autofree char *count = ts_format_count (counts[state]);
        append (text, g_strdup_printf ("%s %s", count, ts_cell_state_get_label (state)));
      }
  if (self->options.y_scale == TS_SCALE_LOG && n_not_positive > 0)
    {
      g_autofree char *count = ts_format_count (n_not_positive);
      append (text, g_strdup_printf (
                        g_dngettext (GETTEXT_PACKAGE,
                                     "%s value ≤ 0 has no place on a logarithmic scale (▽); "
                                     "symmetric log shows it",
                                     "%s values ≤ 0 have no place on a logarithmic scale (▽); "
                                     "symmetric log shows them",
                                     n_not_positive),
                        count));
    }
  return g_string_free (text, text->len == 0);
}
