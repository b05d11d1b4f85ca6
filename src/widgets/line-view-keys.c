/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#define ZOOM_STEP 1.25

void
_ts_line_view_activate_place (TsLineView *self, guint place)
{
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_POSITION_ACTIVATED], 0, place);
}

/* Keeps the crosshair in sight. */
static void
scroll_to (TsLineView *self, int place)
{
  TsViewRange range;
  double width, shift = 0;

  _ts_line_view_get_range (self, &range);
  width = range.x1 - range.x0;
  if (place < range.x0)
    shift = place - range.x0;
  else if (place + 1 > range.x1)
    shift = place + 1 - range.x1;
  if (shift == 0 || width <= 1)
    shift = width <= 1 ? place - range.x0 : 0;
  if (shift == 0)
    return;
  range.x0 += shift;
  range.x1 += shift;
  _ts_line_view_apply_range (self, &range);
}

static gboolean
go_to (TsLineView *self, int place)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);

  if (place < 0 || place >= (int) axis->n)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      place = CLAMP (place, 0, (int) axis->n - 1);
    }
  ts_line_cursor_set_readout (self->cursor, TRUE);
  scroll_to (self, place);
  ts_line_view_set_crosshair (self, place);
  _ts_line_view_update_cursor (self);
  return GDK_EVENT_STOP;
}

/* Without a crosshair the first step goes to the near edge of what is visible. */
static gboolean
move (TsLineView *self, int by)
{
  TsViewRange range;

  _ts_line_view_get_range (self, &range);
  if (self->place < 0)
    return go_to (self, by > 0 ? (int) range.x0 : (int) range.x1 - 1);
  return go_to (self, self->place + by);
}

static gboolean
page (TsLineView *self, int direction)
{
  TsViewRange range;

  _ts_line_view_get_range (self, &range);
  return move (self, direction * MAX ((int) ((range.x1 - range.x0) / 10), 1));
}

/* The next or previous shown line; FALSE at the end, so that Tab leaves the chart. */
static gboolean
change_line (TsLineView *self, int by)
{
  int n = (int) ts_line_plot_get_n_lines (self->plot), line = self->line;

  if (line < 0)
    line = by > 0 ? -1 : n;
  do
    line += by;
  while (line >= 0 && line < n && !ts_line_plot_get_shown (self->plot, (guint) line));
  if (line < 0 || line >= n)
    {
      self->line = -1;
      _ts_line_view_update_cursor (self);
      return GDK_EVENT_PROPAGATE;
    }
  self->line = line;
  if (self->place < 0)
    return move (self, 1);
  _ts_line_view_update_cursor (self);
  return GDK_EVENT_STOP;
}

static gboolean
is_anomaly (TsLineView *self, int place)
{
  g_autoptr (GArray) readings = ts_line_plot_read (self->plot, (guint) place);

  for (guint i = 0; i < readings->len; i++)
    {
      const TsLineReading *reading = &g_array_index (readings, TsLineReading, i);
      TsCellState state = ts_cell_state (reading->state);
      if ((self->line < 0 || (int) reading->line == self->line)
          && (state == TS_CELL_NAN || state == TS_CELL_POS_INF || state == TS_CELL_NEG_INF))
        return TRUE;
    }
  return FALSE;
}

/* The next place with NaN or an infinity, of the line the keyboard is on or of any. */
static gboolean
next_anomaly (TsLineView *self, int by)
{
  int n = (int) ts_line_plot_get_axis (self->plot)->n;
  int place = self->place < 0 ? (by > 0 ? -1 : n) : self->place;

  for (place += by; place >= 0 && place < n; place += by)
    if (is_anomaly (self, place))
      return go_to (self, place);
  gtk_widget_error_bell (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static gboolean
zoom (TsLineView *self, double factor)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);

  if (layout != NULL)
    _ts_line_view_zoom (self,
                        self->place >= 0 ? ts_line_layout_x (layout, self->place + 0.5)
                                         : (layout->left + layout->right) / 2,
                        0, factor, 1);
  return GDK_EVENT_STOP;
}

static gboolean
show_all (TsLineView *self)
{
  if (_ts_line_view_is_zoomed (self))
    _ts_line_view_remember_range (self);
  ts_line_view_show_all (self);
  return GDK_EVENT_STOP;
}

/* One thing after the other: a drag, cursors, then the crosshair; then the window may have the key.
 */
static gboolean
escape (TsLineView *self)
{
  if (ts_plot_gestures_cancel (self->gestures))
    return GDK_EVENT_STOP;
  if (self->a >= 0 || self->b >= 0)
    _ts_line_view_clear_marks (self);
  else if (self->place >= 0)
    {
      self->line = -1;
      ts_line_view_set_crosshair (self, -1);
      _ts_line_view_update_cursor (self);
    }
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
handle_at_crosshair (TsLineView *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_a:
    case GDK_KEY_b:
      _ts_line_view_set_mark (self, (char) key, self->place);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      _ts_line_view_activate_place (self, (guint) self->place);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
handle_alt (TsLineView *self, guint key)
{
  if (key == GDK_KEY_Left)
    _ts_line_view_undo_range (self);
  else if (key == GDK_KEY_Right)
    _ts_line_view_redo_range (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
handle_plain (TsLineView *self, guint key, gboolean control)
{
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return control ? page (self, -1) : move (self, -1);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return control ? page (self, 1) : move (self, 1);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return change_line (self, -1) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return change_line (self, 1) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    case GDK_KEY_Page_Up:
      return page (self, -1);
    case GDK_KEY_Page_Down:
      return page (self, 1);
    case GDK_KEY_Tab:
      return control ? GDK_EVENT_PROPAGATE : change_line (self, 1);
    case GDK_KEY_ISO_Left_Tab:
      return control ? GDK_EVENT_PROPAGATE : change_line (self, -1);
    case GDK_KEY_Home:
      return show_all (self);
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      return zoom (self, ZOOM_STEP);
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      return zoom (self, 1 / ZOOM_STEP);
    case GDK_KEY_n:
      return next_anomaly (self, 1);
    case GDK_KEY_N:
      return next_anomaly (self, -1);
    case GDK_KEY_Escape:
      return escape (self);
    default:
      return self->place >= 0 && !control ? handle_at_crosshair (self, key) : GDK_EVENT_PROPAGATE;
    }
}

gboolean
_ts_line_view_handle_key (TsLineView *self, guint key, GdkModifierType modifiers)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);

  if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK))
    {
      _ts_line_view_popup_menu (self, -1, -1);
      return GDK_EVENT_STOP;
    }
  if (axis == NULL || axis->n == 0)
    return GDK_EVENT_PROPAGATE;
  if (modifiers == GDK_ALT_MASK)
    return handle_alt (self, key);
  if ((modifiers & (GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  return handle_plain (self, key, (modifiers & GDK_CONTROL_MASK) != 0);
}
