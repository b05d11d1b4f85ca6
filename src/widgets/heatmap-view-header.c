/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Title, subtitle and the legend of states above the picture. */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>

#define TITLE_CHARS 28

static void
legend_clicked_cb (GtkButton *button, TsHeatmapView *self)
{
  TsGlyph glyph = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "glyph"));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  _ts_heatmap_view_find_next (self, glyph, FALSE);
}

static void
draw_swatch_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TsHeatmapView *self
      = TS_HEATMAP_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (area), TS_TYPE_HEATMAP_VIEW));

  if (self != NULL && self->picture->style.font != NULL)
    ts_heatmap_draw_glyph (cr, &self->picture->style, GPOINTER_TO_INT (data), 0, (height - 10) / 2,
                           10);
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
draw_mark_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  ts_cell_mark_draw (GPOINTER_TO_INT (data), cr, 1, (height - 10) / 2, 10);
}

/* What a mark of findings means, with how many there are in this heat map. */
static GtkWidget *
create_mark_item (TsMarkKind kind, guint n)
{
  static const char *const tips[]
      = { [TS_MARK_HINT] = N_ ("A small hollow corner: a hint about this cell"),
          [TS_MARK_WARNING] = N_ ("A hollow corner: a warning about this cell"),
          [TS_MARK_ERROR] = N_ ("A filled corner: an error about this cell") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);
  GtkWidget *swatch = gtk_drawing_area_new ();
  g_autofree char *text = ts_mark_kind_dup_count (kind, n);
  GtkWidget *label = gtk_label_new (text);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 14);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), 14);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_mark_cb, GINT_TO_POINTER (kind),
                                  NULL);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_margin_end (box, 9);
  gtk_widget_set_tooltip_text (box, _ (tips[kind]));
  return box;
}

static void
append_marks (TsHeatmapView *self)
{
  for (int kind = TS_MARK_ERROR; self->picture->marks != NULL && kind >= TS_MARK_HINT; kind--)
    {
      guint n = ts_cell_marks_count (self->picture->marks, (TsMarkKind) kind);
      if (n > 0)
        gtk_box_append (GTK_BOX (self->legend), create_mark_item ((TsMarkKind) kind, n));
    }
}

void
_ts_heatmap_view_update_legend (TsHeatmapView *self)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->legend)) != NULL)
    gtk_box_remove (GTK_BOX (self->legend), child);
  if (matrix == NULL)
    return;
  append_marks (self);
  for (int glyph = 0; glyph < TS_N_GLYPHS; glyph++)
    {
      gsize n = ts_heatmap_count_glyph (matrix, self->picture->painter, (TsGlyph) glyph);
      if (n > 0)
        gtk_box_append (GTK_BOX (self->legend), create_legend_button (self, (TsGlyph) glyph, n));
    }
}

void
_ts_heatmap_view_update_header (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self->picture);
  g_autofree char *subtitle = matrix != NULL ? ts_heatmap_dup_subtitle (matrix) : NULL;

  gtk_label_set_text (GTK_LABEL (self->title_label),
                      self->picture->title != NULL ? self->picture->title : "");
  /* The title gives way last. Its letters are narrower than what GTK takes for a character. */
  gtk_label_set_width_chars (GTK_LABEL (self->title_label),
                             self->picture->title != NULL ? (int) MIN (
                                 g_utf8_strlen (self->picture->title, -1) * 3 / 4, TITLE_CHARS)
                                                          : -1);
  gtk_label_set_text (GTK_LABEL (self->subtitle_label), subtitle != NULL ? subtitle : "");
}
