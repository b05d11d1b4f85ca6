/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-view-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- A and B --- */

void
_ts_line_view_set_mark (TsLineView *self, char which, int place)
{
  if (which == 'a')
    self->a = place;
  else
    self->b = place;
  _ts_line_view_update_cursor (self);
  _ts_line_view_update_header (self);
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_VIEW_CHANGED], 0);
}

void
_ts_line_view_clear_marks (TsLineView *self)
{
  self->a = self->b = -1;
  _ts_line_view_update_cursor (self);
  _ts_line_view_update_header (self);
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_VIEW_CHANGED], 0);
}

/* "B − A = 41.2 (× 1.03)", or the two values where there is no such number. */
static char *
describe_difference (TsLineView *self, guint line)
{
  TsLineReading a = ts_line_plot_read_line (self->plot, line, (guint) self->a);
  TsLineReading b = ts_line_plot_read_line (self->plot, line, (guint) self->b);
  double quotient = b.value / a.value, change;
  g_autofree char *difference = NULL, *ratio = NULL;

  if (!ts_line_plot_get_difference (self->plot, line, (guint) self->a, (guint) self->b, &change))
    {
      g_autofree char *left = ts_line_reading_format (&a), *right = ts_line_reading_format (&b);
      return g_strdup_printf ("A %s · B %s", left, right);
    }
  difference = ts_format_minus (ts_format_short (change, 6));
  /* Nothing divides by 0, and a ratio beyond what a double holds is neither ∞ nor 0. */
  if (!isfinite (quotient) || (quotient == 0 && b.value != 0))
    return g_strdup_printf ("B − A = %s", difference);
  ratio = ts_format_minus (ts_format_short (quotient, 4));
  return g_strdup_printf ("B − A = %s (× %s)", difference, ratio);
}

/* The line that A and B are about in one line of text: the keyboard's, else the first shown. */
static int
main_line (TsLineView *self)
{
  if (self->line >= 0)
    return self->line;
  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    if (ts_line_plot_get_shown (self->plot, i))
      return (int) i;
  return -1;
}

static char *
describe_all_differences (TsLineView *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    {
      g_autofree char *difference = NULL;
      if (!ts_line_plot_get_shown (self->plot, i))
        continue;
      difference = describe_difference (self, i);
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "",
                              ts_line_plot_get_series (self->plot, i)->name, difference);
    }
  return g_string_free (text, FALSE);
}

char *
_ts_line_view_describe_marks (TsLineView *self, char **details)
{
  g_autofree char *a = NULL, *b = NULL, *difference = NULL;
  int line = main_line (self);

  *details = NULL;
  if (ts_line_plot_get_axis (self->plot) == NULL || (self->a < 0 && self->b < 0))
    return NULL;
  if (self->a >= 0)
    a = ts_line_plot_describe_place (self->plot, (guint) self->a);
  if (self->b >= 0)
    b = ts_line_plot_describe_place (self->plot, (guint) self->b);
  if (a == NULL || b == NULL || line < 0)
    return a != NULL ? g_strdup_printf ("A %s", a) : g_strdup_printf ("B %s", b);
  difference = describe_difference (self, (guint) line);
  *details = describe_all_differences (self);
  if (ts_line_plot_get_n_lines (self->plot) == 1)
    return g_strdup_printf ("A %s · B %s · %s", a, b, difference);
  /* The name last: it is what may be cut off. */
  return g_strdup_printf ("A %s · B %s · %s · %s", a, b, difference,
                          ts_line_plot_get_series (self->plot, (guint) line)->name);
}

/* --- for screen readers --- */

static char *
describe_line (TsLineView *self, guint line)
{
  TsLineReading reading = ts_line_plot_read_line (self->plot, line, (guint) self->place);
  g_autofree char *value = ts_line_reading_format (&reading);

  return g_strdup_printf ("%s: %s", ts_line_plot_get_series (self->plot, line)->name, value);
}

/* The place, then the line that the keyboard is on, or all of them. */
static char *
describe_crosshair (TsLineView *self)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  g_autofree char *place = NULL;
  GString *text;

  if (self->place < 0 || axis == NULL)
    return g_strdup ("");
  place = ts_line_plot_describe_place (self->plot, (guint) self->place);
  text = g_string_new (NULL);
  g_string_append_printf (text, "%s %s", ts_dimension_get_title (axis->dimension), place);
  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    if (self->line < 0 ? ts_line_plot_get_shown (self->plot, i) : (int) i == self->line)
      {
        g_autofree char *line = describe_line (self, i);
        g_string_append_printf (text, "; %s", line);
      }
  return g_string_free (text, FALSE);
}

void
_ts_line_view_update_cursor (TsLineView *self)
{
  g_autofree char *value = describe_crosshair (self);

  ts_line_legend_update (self->legend, self->plot,
                         &(TsLineLegendPlaces){ self->place, self->line, self->a, self->b });
  ts_line_cursor_set_place (self->cursor, self->place, self->line);
  ts_line_cursor_set_marks (self->cursor, self->a, self->b);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->cursor), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  value, -1);
  /* The header tells of A and B on the line that the keyboard, or the pointer, is on. */
  if (self->line != self->header_line && self->a >= 0 && self->b >= 0)
    _ts_line_view_update_header (self);
}
