/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/line-view.h"

/* Who owns the lines of a line view under test, as the session does in the program: hands over the
 * whole list, and does what the view asks for. */

/* What the view was given last (TsChartLine). */
static inline GArray *
line_owner_dup (TsLineView *view)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TsChartLine));

  for (guint i = 0; i < ts_line_view_get_n_lines (view); i++)
    {
      TsSeries *series = ts_line_view_get_series (view, i);
      TsChartLine line = { .x_id = series->x_id,
                           .y_id = series->y_id,
                           .along = series->axis->dimension,
                           .color = ts_line_plot_get_color (ts_line_view_get_plot (view), i),
                           .shown = ts_line_view_get_shown (view, i),
                           .series = series };
      g_array_append_val (lines, line);
    }
  return lines;
}

static inline int
line_owner_find (const GArray *lines, gint64 x_id, gint64 y_id)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, TsChartLine, i).x_id == x_id
        && g_array_index (lines, TsChartLine, i).y_id == y_id)
      return (int) i;
  return -1;
}

static inline gboolean
line_owner_has (TsLineView *view, gint64 x_id, gint64 y_id)
{
  g_autoptr (GArray) lines = line_owner_dup (view);

  return line_owner_find (lines, x_id, y_id) >= 0;
}

static inline void
line_owner_add_with_color (TsLineView *view, TsSeries *series, guint color)
{
  g_autoptr (GArray) lines = line_owner_dup (view);
  TsChartLine line = { .x_id = series->x_id,
                       .y_id = series->y_id,
                       .along = series->axis->dimension,
                       .color = color,
                       .shown = TRUE,
                       .series = series };

  g_array_append_val (lines, line);
  ts_line_view_set_lines (view, lines);
}

static inline void
line_owner_add (TsLineView *view, TsSeries *series)
{
  line_owner_add_with_color (view, series, ts_line_view_get_n_lines (view));
}

static inline void
line_owner_remove_place (TsLineView *view, guint place)
{
  g_autoptr (GArray) lines = line_owner_dup (view);

  g_array_remove_index (lines, place);
  ts_line_view_set_lines (view, lines);
}

static inline void
line_owner_replace (TsLineView *view, TsSeries *series)
{
  g_autoptr (GArray) lines = line_owner_dup (view);
  int place = line_owner_find (lines, series->x_id, series->y_id);

  g_array_index (lines, TsChartLine, place).series = series;
  ts_line_view_set_lines (view, lines);
}

static inline void
line_owner_clear (TsLineView *view)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TsChartLine));

  ts_line_view_set_lines (view, lines);
}

static inline void
line_owner_show (TsLineView *view, guint64 shown)
{
  g_autoptr (GArray) lines = line_owner_dup (view);

  for (guint i = 0; i < lines->len; i++)
    g_array_index (lines, TsChartLine, i).shown = (gboolean) (shown >> i & 1);
  ts_line_view_set_lines (view, lines);
}

/* Does what the view asks for, like a session. */
static inline void
line_owner_follow (TsLineView *view)
{
  g_signal_connect (view, "remove-line", G_CALLBACK (line_owner_remove_place), NULL);
  g_signal_connect (view, "remove-lines", G_CALLBACK (line_owner_clear), NULL);
  g_signal_connect (view, "show-lines", G_CALLBACK (line_owner_show), NULL);
}
