/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "model/number-format.h"
#include "plot/color-ramp.h"
#include "plot/heatmap-text.h"
#include "widgets/theme.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define MARGIN       12
#define GAP          6
#define MIN_WIDTH    320
#define MIN_HEIGHT   200
#define NATURAL_SIZE 480
/* Changes of the range closer together than this are one for undo (microseconds). */
#define ONE_STEP    (700 * 1000)
#define MAX_HISTORY 100
#define TITLE_CHARS 28

static void ts_heatmap_view_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TsHeatmapView,
                               ts_heatmap_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      ts_heatmap_view_buildable_init))

enum
{
  PROP_0,
  PROP_BOX_ZOOM,
  PROP_EXTRA_MENU,
  N_PROPS
};

enum
{
  CELL_ACTIVATED,
  COLORS_CHANGED,
  VIEW_CHANGED,
  HOVER_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* --- what is shown --- */

gboolean
ts_heatmap_view_has_cells (TsHeatmapView *self)
{
  return self->source != NULL && self->source->x->n > 0 && self->source->y->n > 0;
}

TsMatrix *
ts_heatmap_view_get_shown (TsHeatmapView *self)
{
  return self->rows != NULL ? self->rows->shown : NULL;
}

static TsMatrix *
shown_or_source (TsHeatmapView *self)
{
  return self->rows != NULL ? self->rows->shown : self->source;
}

static void
redraw (TsHeatmapView *self)
{
  gtk_widget_queue_draw (self->picture);
  gtk_widget_queue_draw (self->overlay);
}

static void
update_accessible (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_shown (self);
  g_autofree char *subtitle = NULL, *label = NULL;

  if (!ts_heatmap_view_has_cells (self) || matrix == NULL)
    return;
  subtitle = ts_heatmap_dup_subtitle (matrix);
  label = g_strdup_printf (_ ("Heat map of %s"), self->title != NULL ? self->title : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
}

void
ts_heatmap_view_emit_hover (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_shown (self);
  int x = self->reading_cursor ? self->cursor_x : self->hover_x;
  int y = self->reading_cursor ? self->cursor_y : self->hover_y;
  g_autofree char *spoken = NULL;

  if (matrix == NULL || x < 0 || y < 0)
    {
      g_signal_emit (self, signals[HOVER_CHANGED], 0, -1, -1);
      return;
    }
  spoken = ts_heatmap_dup_spoken (matrix, (guint) x, (guint) y, self->value_name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken,
                                  -1);
  g_signal_emit (self, signals[HOVER_CHANGED], 0, x,
                 (int) ts_heatmap_rows_to_source (self->rows, (guint) x, (guint) y));
}

void
ts_heatmap_view_emit_colors (TsHeatmapView *self)
{
  g_signal_emit (self, signals[COLORS_CHANGED], 0);
}

void
ts_heatmap_view_activate_cell (TsHeatmapView *self, int x, int y)
{
  if (self->rows == NULL || x < 0 || y < 0)
    return;
  g_signal_emit (self, signals[CELL_ACTIVATED], 0, (guint) x,
                 ts_heatmap_rows_to_source (self->rows, (guint) x, (guint) y));
}

/* --- the visible range --- */

static void
update_sliders (TsHeatmapView *self)
{
  TsMatrix *matrix = shown_or_source (self);

  if (!ts_heatmap_view_has_cells (self))
    return;
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_x), matrix->x->n, 1);
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_y), matrix->y->n, 1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_x), self->range.x0, self->range.x1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_y), self->range.y0, self->range.y1);
}

void
ts_heatmap_view_range_changed (TsHeatmapView *self)
{
  update_sliders (self);
  redraw (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/* At least one cell, at most all. */
static void
clamp_span (double *from, double *to, double size)
{
  double span = CLAMP (*to - *from, MIN (1, size), size);

  *from = CLAMP (*from, 0, size - span);
  *to = *from + span;
}

static void
remember_range (TsHeatmapView *self)
{
  gint64 now = g_get_monotonic_time ();
  gboolean continues = now - self->history_time < ONE_STEP && self->history_at > 0
                       && self->history_at == self->history->len;

  self->history_time = now;
  if (continues)
    return;
  g_array_set_size (self->history, self->history_at);
  g_array_append_val (self->history, self->range);
  if (self->history->len > MAX_HISTORY)
    g_array_remove_index (self->history, 0);
  self->history_at = self->history->len;
}

void
ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, gboolean remember)
{
  TsMatrix *matrix = shown_or_source (self);
  TsViewRange next = *range;

  if (!ts_heatmap_view_has_cells (self))
    return;
  clamp_span (&next.x0, &next.x1, matrix->x->n);
  clamp_span (&next.y0, &next.y1, matrix->y->n);
  if (memcmp (&next, &self->range, sizeof next) == 0)
    return;
  if (remember)
    remember_range (self);
  self->range = next;
  self->widen = FALSE;
  ts_heatmap_view_range_changed (self);
}

/* The entry at history_at is where undo leads; going back puts the present range in its place. */
static gboolean
step_history (TsHeatmapView *self, int direction)
{
  TsViewRange *entry, now = self->range;

  if (direction < 0 ? self->history_at == 0 : self->history_at >= self->history->len)
    return FALSE;
  if (direction < 0)
    self->history_at--;
  entry = &g_array_index (self->history, TsViewRange, self->history_at);
  ts_heatmap_view_set_range (self, &(TsViewRange){ entry->x0, entry->x1, entry->y0, entry->y1 },
                             FALSE);
  *entry = now;
  if (direction > 0)
    self->history_at++;
  self->history_time = 0;
  return TRUE;
}

static void
clear_history (TsHeatmapView *self)
{
  g_array_set_size (self->history, 0);
  self->history_at = 0;
  self->history_time = 0;
}

static void
whole_range (TsHeatmapView *self)
{
  TsMatrix *matrix = shown_or_source (self);

  self->range = (TsViewRange){ 0, matrix->x->n, 0, matrix->y->n };
}

/* --- what the build tells --- */

static void
legend_clicked_cb (GtkButton *button, TsHeatmapView *self)
{
  TsGlyph glyph = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "glyph"));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  ts_heatmap_view_find_next (self, glyph, FALSE);
}

static void
draw_swatch_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TsHeatmapView *self
      = TS_HEATMAP_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (area), TS_TYPE_HEATMAP_VIEW));

  if (self != NULL && self->style.font != NULL)
    ts_heatmap_draw_glyph (cr, &self->style, GPOINTER_TO_INT (data), 0, (height - 10) / 2, 10);
}

static GtkWidget *
create_legend_button (TsHeatmapView *self, TsGlyph glyph, gsize n)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);
  GtkWidget *swatch = gtk_drawing_area_new ();
  g_autofree char *count = ts_format_count (n);
  g_autofree char *text = g_strdup_printf ("%s %s", count, ts_heatmap_glyph_get_label (glyph));
  GtkWidget *label = gtk_label_new (text);
  const char *tip = glyph == TS_GLYPH_MISSING ? _ ("Go to the next missing cell")
                                              : _ ("Go to the next cell like this (n, Shift+n)");

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 10);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), 10);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch_cb,
                                  GINT_TO_POINTER (glyph), NULL);
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heatmap-legend");
  gtk_widget_set_tooltip_text (button, tip);
  g_object_set_data (G_OBJECT (button), "glyph", GINT_TO_POINTER (glyph));
  g_signal_connect (button, "clicked", G_CALLBACK (legend_clicked_cb), self);
  return button;
}

static void
update_legend (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_shown (self);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->legend)) != NULL)
    gtk_box_remove (GTK_BOX (self->legend), child);
  if (matrix == NULL)
    return;
  for (int glyph = 0; glyph < TS_N_GLYPHS; glyph++)
    {
      gsize n = ts_heatmap_count_glyph (matrix, (TsGlyph) glyph);
      if (n > 0)
        gtk_box_append (GTK_BOX (self->legend), create_legend_button (self, (TsGlyph) glyph, n));
    }
}

static void
update_header (TsHeatmapView *self)
{
  TsMatrix *matrix = shown_or_source (self);
  g_autofree char *subtitle = matrix != NULL ? ts_heatmap_dup_subtitle (matrix) : NULL;

  gtk_label_set_text (GTK_LABEL (self->title_label), self->title != NULL ? self->title : "");
  /* The title gives way last. */
  gtk_label_set_width_chars (
      GTK_LABEL (self->title_label),
      self->title != NULL ? (int) MIN (g_utf8_strlen (self->title, -1), TITLE_CHARS) : -1);
  gtk_label_set_text (GTK_LABEL (self->subtitle_label), subtitle != NULL ? subtitle : "");
}

void
ts_heatmap_view_rows_changed (TsHeatmapView *self)
{
  if (self->widen)
    {
      whole_range (self);
      self->widen = FALSE;
    }
  clamp_span (&self->range.x0, &self->range.x1, self->rows->shown->x->n);
  clamp_span (&self->range.y0, &self->range.y1, self->rows->shown->y->n);
  update_header (self);
  update_legend (self);
  update_sliders (self);
  update_accessible (self);
  /* Names have another width: the layout follows. */
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ts_heatmap_view_painter_changed (TsHeatmapView *self)
{
  ts_color_bar_set_painter (TS_COLOR_BAR (self->color_bar), self->painter);
}

static void
shown_changed_cb (TsColorBar *bar, TsHeatmapView *self)
{
  ts_color_bar_get_shown (bar, &self->colors.shown_min, &self->colors.shown_max);
  self->colors.hidden_segments = ts_color_bar_get_hidden (bar);
  if (self->painter != NULL)
    {
      TsCellPainter *painter
          = ts_cell_painter_copy_with_shown (self->painter, self->colors.shown_min,
                                             self->colors.shown_max, self->colors.hidden_segments);
      ts_cell_painter_unref (self->painter);
      self->painter = painter;
      ts_heatmap_view_update_miniatures (self);
    }
  redraw (self);
  ts_heatmap_view_emit_colors (self);
}

static void
slider_changed_cb (TsRangeSlider *slider, TsHeatmapView *self)
{
  TsViewRange range = self->range;

  if (GTK_WIDGET (slider) == self->slider_x)
    ts_range_slider_get_window (slider, &range.x0, &range.x1);
  else
    ts_range_slider_get_window (slider, &range.y0, &range.y1);
  ts_heatmap_view_set_range (self, &range, TRUE);
}

/* --- layout --- */

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  GskTransform *transform
      = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, (float) y));

  gtk_widget_allocate (child, MAX (0, width), MAX (0, height), -1, transform);
}

/* The picture gets the whole widget, its coordinates are the widget's. */
static void
allocate_plot (TsHeatmapView *self, int top, int width, int height, int thickness)
{
  TsRect area = { MARGIN, top, width - 2 * MARGIN - thickness - GAP,
                  height - top - MARGIN - thickness - GAP };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  TsMatrix *matrix = shown_or_source (self);
  const TsRect *cells = &self->layout.cells;

  if (ts_heatmap_view_has_cells (self) && self->style.font != NULL)
    self->layout = ts_heatmap_layout (matrix, cr, self->cache, &self->style, &area);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  allocate (self->picture, 0, 0, width, height);
  allocate (self->overlay, 0, 0, width, height);
  allocate (self->slider_x, (int) cells->x, height - MARGIN - thickness,
            MAX (48, (int) cells->width), thickness);
  allocate (self->slider_y, width - MARGIN - thickness, (int) cells->y, thickness,
            MAX (48, (int) cells->height));
}

static void
ts_heatmap_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  int header, bar, thickness, least, top = MARGIN;

  gtk_widget_measure (self->header, GTK_ORIENTATION_VERTICAL, width - 2 * MARGIN, &header, NULL,
                      NULL, NULL);
  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (self->color_bar, GTK_ORIENTATION_VERTICAL, -1, &bar, NULL, NULL, NULL);
  gtk_widget_measure (self->slider_x, GTK_ORIENTATION_VERTICAL, -1, &thickness, NULL, NULL, NULL);
  allocate (self->header, MARGIN, top, MAX (least, width - 2 * MARGIN), header);
  top += header + GAP;
  allocate (self->color_bar, MARGIN, top, MAX (120, width - 2 * MARGIN), bar);
  top += bar + GAP;
  allocate_plot (self, top, width, height, thickness);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
ts_heatmap_view_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  GtkWidget *children[] = { self->header, self->color_bar, self->slider_x, self->slider_y };

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = NATURAL_SIZE;
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int least;
      gtk_widget_measure (children[i], orientation, -1, &least, NULL, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *minimum = MAX (*minimum, least + 2 * MARGIN);
    }
  *natural = MAX (*natural, *minimum);
}

/* --- theme --- */

static void
update_style (TsHeatmapView *self)
{
  TsPlotStyle style;

  if (self->picture == NULL) /* disposed */
    return;
  ts_theme_get_style (GTK_WIDGET (self), &style);
  if (self->style.font != NULL && ts_plot_style_equal (&style, &self->style))
    {
      ts_plot_style_clear (&style);
      return;
    }
  ts_plot_style_clear (&self->style);
  self->style = style;
  ts_color_bar_set_style (TS_COLOR_BAR (self->color_bar), &self->style);
  ts_heatmap_view_forget_painter (self);
  ts_heatmap_view_build (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  redraw (self);
}

static void
ts_heatmap_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ts_heatmap_view_parent_class)->css_changed (widget, change);
  update_style (TS_HEATMAP_VIEW (widget));
}

static void
scale_changed_cb (GtkWidget *widget)
{
  update_style (TS_HEATMAP_VIEW (widget));
}

static void
ts_heatmap_view_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ts_heatmap_view_parent_class)->realize (widget);
  update_style (TS_HEATMAP_VIEW (widget));
}

static void
focus_changed_cb (TsHeatmapView *self)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    self->reading_cursor = FALSE;
  if (self->overlay != NULL)
    gtk_widget_queue_draw (self->overlay);
}

/* --- actions --- */

static void
show_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ts_heatmap_view_show_all (TS_HEATMAP_VIEW (widget));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step_history (TS_HEATMAP_VIEW (widget), -1);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step_history (TS_HEATMAP_VIEW (widget), 1);
}

static void
class_init_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "heatmap.show-all", NULL, show_all_action);
  gtk_widget_class_install_action (class, "heatmap.undo-zoom", NULL, undo_action);
  gtk_widget_class_install_action (class, "heatmap.redo-zoom", NULL, redo_action);
  gtk_widget_class_install_property_action (class, "heatmap.box-zoom", "box-zoom");
  gtk_widget_class_add_binding_action (class, GDK_KEY_Home, 0, "heatmap.show-all", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Left, GDK_ALT_MASK, "heatmap.undo-zoom",
                                       NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Right, GDK_ALT_MASK, "heatmap.redo-zoom",
                                       NULL);
}

/* --- object --- */

static void
ts_heatmap_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  if (id == PROP_BOX_ZOOM)
    g_value_set_boolean (value, self->box_zoom);
  else if (id == PROP_EXTRA_MENU)
    g_value_set_object (value, self->extra_menu);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ts_heatmap_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  if (id == PROP_BOX_ZOOM)
    ts_heatmap_view_set_box_zoom (self, g_value_get_boolean (value));
  else if (id == PROP_EXTRA_MENU)
    ts_heatmap_view_set_extra_menu (self, g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ts_heatmap_view_dispose (GObject *object)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);
  GtkWidget **children[] = { &self->menu,      &self->overlay, &self->slider_x, &self->slider_y,
                             &self->color_bar, &self->header,  &self->picture };

  g_clear_handle_id (&self->exact_source, g_source_remove);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    g_clear_pointer (children[i], gtk_widget_unparent);
  g_clear_object (&self->extra_menu);
  if (self->describe_free != NULL)
    self->describe_free (self->describe_data);
  self->describe = NULL;
  self->describe_free = NULL;
  G_OBJECT_CLASS (ts_heatmap_view_parent_class)->dispose (object);
}

static void
ts_heatmap_view_finalize (GObject *object)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  ts_heatmap_view_forget_all (self);
  g_clear_pointer (&self->source, ts_matrix_unref);
  g_free (self->title);
  g_free (self->value_name);
  g_free (self->marks);
  g_array_unref (self->history);
  ts_text_cache_free (self->cache);
  ts_plot_style_clear (&self->style);
  G_OBJECT_CLASS (ts_heatmap_view_parent_class)->finalize (object);
}

static void
install_signals (void)
{
  signals[CELL_ACTIVATED]
      = g_signal_new ("cell-activated", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[COLORS_CHANGED] = g_signal_new ("colors-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HOVER_CHANGED]
      = g_signal_new ("hover-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void
ts_heatmap_view_class_init (TsHeatmapViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = ts_heatmap_view_get_property;
  object_class->set_property = ts_heatmap_view_set_property;
  object_class->dispose = ts_heatmap_view_dispose;
  object_class->finalize = ts_heatmap_view_finalize;
  widget_class->size_allocate = ts_heatmap_view_size_allocate;
  widget_class->measure = ts_heatmap_view_measure;
  widget_class->css_changed = ts_heatmap_view_css_changed;
  widget_class->realize = ts_heatmap_view_realize;
  properties[PROP_BOX_ZOOM]
      = g_param_spec_boolean ("box-zoom", NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_EXTRA_MENU]
      = g_param_spec_object ("extra-menu", NULL, NULL, G_TYPE_MENU_MODEL,
                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals ();
  gtk_widget_class_set_css_name (widget_class, "heatmapview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  class_init_actions (widget_class);
  ts_heatmap_view_class_init_input (widget_class);
  ts_heatmap_view_class_init_menu (widget_class);
}

static GtkWidget *
create_header (TsHeatmapView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->title_label = gtk_label_new (NULL);
  self->subtitle_label = gtk_label_new (NULL);
  self->legend = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title_label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (GTK_LABEL (self->subtitle_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->title_label), 0);
  gtk_label_set_xalign (GTK_LABEL (self->subtitle_label), 0);
  gtk_widget_add_css_class (self->title_label, "heading");
  gtk_widget_add_css_class (self->subtitle_label, "dim-label");
  gtk_widget_add_css_class (self->subtitle_label, "caption");
  gtk_widget_set_hexpand (self->subtitle_label, TRUE);
  gtk_box_append (GTK_BOX (box), self->title_label);
  gtk_box_append (GTK_BOX (box), self->subtitle_label);
  gtk_box_append (GTK_BOX (box), self->legend);
  return box;
}

static GtkBuildableIface *parent_buildable;

/* <child type="header"> stands at the end of the header line. */
static void
ts_heatmap_view_add_child (GtkBuildable *buildable,
                           GtkBuilder *builder,
                           GObject *child,
                           const char *type)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (buildable);

  if (g_strcmp0 (type, "header") == 0)
    gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
ts_heatmap_view_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = ts_heatmap_view_add_child;
}

static void
update_visibility (TsHeatmapView *self)
{
  gboolean any = ts_heatmap_view_has_cells (self);

  gtk_widget_set_child_visible (self->color_bar, any);
  gtk_widget_set_child_visible (self->slider_x, any);
  gtk_widget_set_child_visible (self->slider_y, any);
  gtk_widget_set_child_visible (self->header, self->source != NULL);
}

static void
ts_heatmap_view_init (TsHeatmapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  ts_heatmap_colors_init (&self->colors);
  self->cache = ts_text_cache_new ();
  self->history = g_array_new (FALSE, FALSE, sizeof (TsViewRange));
  self->pointer_x = self->pointer_y = -1;
  self->hover_x = self->hover_y = self->cursor_x = self->cursor_y = self->marker_x = -1;
  self->picture = ts_layer_new (ts_heatmap_view_snapshot_picture, self);
  self->header = create_header (self);
  self->color_bar = ts_color_bar_new ();
  self->slider_x = ts_range_slider_new (GTK_ORIENTATION_HORIZONTAL);
  self->slider_y = ts_range_slider_new (GTK_ORIENTATION_VERTICAL);
  self->overlay = ts_layer_new (ts_heatmap_view_snapshot_overlay, self);
  gtk_widget_set_parent (self->picture, widget);
  gtk_widget_set_parent (self->header, widget);
  gtk_widget_set_parent (self->color_bar, widget);
  gtk_widget_set_parent (self->slider_x, widget);
  gtk_widget_set_parent (self->slider_y, widget);
  gtk_widget_set_parent (self->overlay, widget);
  ts_range_slider_set_label (TS_RANGE_SLIDER (self->slider_x), _ ("Visible columns"));
  ts_range_slider_set_label (TS_RANGE_SLIDER (self->slider_y), _ ("Visible rows"));
  g_signal_connect (self->color_bar, "shown-changed", G_CALLBACK (shown_changed_cb), self);
  g_signal_connect (self->slider_x, "changed", G_CALLBACK (slider_changed_cb), self);
  g_signal_connect (self->slider_y, "changed", G_CALLBACK (slider_changed_cb), self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (scale_changed_cb), NULL);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed_cb), NULL);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  ts_heatmap_view_init_input (self);
  update_visibility (self);
}

GtkWidget *
ts_heatmap_view_new (void)
{
  return g_object_new (TS_TYPE_HEATMAP_VIEW, NULL);
}

/* --- public --- */

static gboolean
same_ids (const TsAxis *a, const TsAxis *b)
{
  return a->dimension == b->dimension && a->n == b->n
         && memcmp (a->ids, b->ids, a->n * sizeof *a->ids) == 0;
}

static void
forget_pointing (TsHeatmapView *self)
{
  self->hover_x = self->hover_y = self->cursor_x = self->cursor_y = -1;
  self->reading_cursor = FALSE;
  self->drag = TS_HEATMAP_DRAG_NONE;
}

void
ts_heatmap_view_set_matrix (TsHeatmapView *self,
                            TsMatrix *matrix,
                            const char *title,
                            const char *value_name)
{
  gboolean keep;
  TsMatrix *kept;

  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  keep = matrix != NULL && self->source != NULL && same_ids (matrix->x, self->source->x)
         && same_ids (matrix->y, self->source->y);
  kept = matrix != NULL ? ts_matrix_ref (matrix) : NULL;
  ts_heatmap_view_forget_all (self);
  g_clear_pointer (&self->source, ts_matrix_unref);
  self->source = kept;
  g_free (self->title);
  g_free (self->value_name);
  self->title = g_strdup (title);
  self->value_name = g_strdup (value_name);
  if (!keep)
    {
      forget_pointing (self);
      clear_history (self);
      self->widen = TRUE;
      if (matrix != NULL)
        whole_range (self);
    }
  update_visibility (self);
  update_header (self);
  update_legend (self);
  update_sliders (self);
  ts_heatmap_view_build (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  redraw (self);
}

TsMatrix *
ts_heatmap_view_get_matrix (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  return self->source;
}

void
ts_heatmap_view_set_colors (TsHeatmapView *self, const TsHeatmapColors *colors)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (ts_heatmap_colors_equal (&self->colors, colors))
    return;
  if (self->colors.reduction != colors->reduction)
    {
      g_clear_pointer (&self->pyramid, ts_pyramid_unref);
      if (self->rows != NULL && self->rows->first != NULL)
        ts_heatmap_view_forget_all (self); /* folded rows and their order depend on it */
    }
  self->colors = *colors;
  ts_heatmap_view_forget_painter (self);
  ts_heatmap_view_build (self);
  redraw (self);
}

const TsHeatmapColors *
ts_heatmap_view_get_colors (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  return &self->colors;
}

void
ts_heatmap_view_set_row_order (TsHeatmapView *self, TsRowOrder order, gboolean fold_layers)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  fold_layers = !!fold_layers;
  if (order == self->order && fold_layers == self->fold)
    return;
  self->order = order;
  self->fold = fold_layers;
  ts_heatmap_view_forget_all (self);
  forget_pointing (self);
  clear_history (self);
  self->widen = TRUE;
  ts_heatmap_view_build (self);
  redraw (self);
}

void
ts_heatmap_view_set_marks (TsHeatmapView *self, const TsCellMark *marks, guint n_marks)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  g_free (self->marks);
  self->marks = g_memdup2 (marks, n_marks * sizeof *marks);
  self->n_marks = n_marks;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_set_marker_x (TsHeatmapView *self, int x)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (x == self->marker_x)
    return;
  self->marker_x = x;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_set_describe_func (TsHeatmapView *self,
                                   TsCellDescribeFunc func,
                                   gpointer data,
                                   GDestroyNotify data_free)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (self->describe_free != NULL)
    self->describe_free (self->describe_data);
  self->describe = func;
  self->describe_data = data;
  self->describe_free = data_free;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_get_visible (TsHeatmapView *self, double *x0, double *x1, double *y0, double *y1)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  *x0 = self->range.x0;
  *x1 = self->range.x1;
  *y0 = self->range.y0;
  *y1 = self->range.y1;
}

void
ts_heatmap_view_set_visible (TsHeatmapView *self, double x0, double x1, double y0, double y1)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  ts_heatmap_view_set_range (self, &(TsViewRange){ x0, x1, y0, y1 }, TRUE);
}

void
ts_heatmap_view_show_all (TsHeatmapView *self)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (ts_heatmap_view_has_cells (self))
    ts_heatmap_view_set_range (
        self, &(TsViewRange){ 0, shown_or_source (self)->x->n, 0, shown_or_source (self)->y->n },
        TRUE);
}

gboolean
ts_heatmap_view_get_cell_point (TsHeatmapView *self, guint x, guint y, graphene_point_t *point)
{
  TsRect cell;
  double px, py;

  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  if (self->rows == NULL || x >= self->source->x->n || y >= self->source->y->n)
    return FALSE;
  cell = ts_heatmap_get_cell_rect (&self->layout.cells, &self->range, x,
                                   ts_heatmap_rows_from_source (self->rows, y));
  px = cell.x + cell.width / 2;
  py = cell.y + cell.height / 2;
  if (!ts_rect_contains (&self->layout.cells, px, py))
    return FALSE;
  graphene_point_init (point, (float) px, (float) py);
  return TRUE;
}

void
ts_heatmap_view_set_box_zoom (TsHeatmapView *self, gboolean box_zoom)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  box_zoom = !!box_zoom;
  if (box_zoom == self->box_zoom)
    return;
  self->box_zoom = box_zoom;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BOX_ZOOM]);
}

gboolean
ts_heatmap_view_get_box_zoom (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  return self->box_zoom;
}

void
ts_heatmap_view_set_extra_menu (TsHeatmapView *self, GMenuModel *menu)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (g_set_object (&self->extra_menu, menu))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXTRA_MENU]);
}
