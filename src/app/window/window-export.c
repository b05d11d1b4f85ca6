/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/trends/captions.h"
#include "app/dialogs.h"
#include "model/matrix-order.h"
#include "plot/export.h"
#include "plot/heatmap/heatmap-picture.h"

#include <glib/gi18n-lib.h>

/* A picture that waits for its file name: the plot as it was when the dialog opened. */
typedef struct
{
  TsWindow *window;
  TsHeatmapPicture *heatmap; /* one of both; of what is in sight */
  TsHeatmapPicture *whole;   /* of everything; NULL when all is in sight */
  TsLinePlot *lines;
  double width;
  double height;
} Picture;

static void
picture_free (Picture *picture)
{
  g_clear_pointer (&picture->heatmap, ts_heatmap_picture_free);
  g_clear_pointer (&picture->whole, ts_heatmap_picture_free);
  g_clear_pointer (&picture->lines, ts_line_plot_free);
  g_object_unref (picture->window);
  g_free (picture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Picture, picture_free)

static void
draw (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  Picture *picture = data;

  if (picture->heatmap != NULL)
    ts_heatmap_picture_draw (picture->heatmap, cr, style, width, height);
  else
    ts_line_plot_draw (picture->lines, cr, style, width, height);
}

void
_ts_window_show_saved (TsWindow *self, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *escaped = g_markup_escape_text (name, -1);
  g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), escaped);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_button_label (toast, _ ("Show in _files"));
  adw_toast_set_action_name (toast, "win.show-in-files");
  adw_toast_set_action_target_value (toast, g_variant_new_string (uri));
  adw_toast_overlay_add_toast (self->toast_overlay, toast);
}

static void
choice_cb (const TsPictureChoice *choice, gpointer data)
{
  g_autoptr (Picture) picture = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = choice != NULL ? g_file_get_path (choice->file) : NULL;
  TsPlotStyle style;

  if (choice == NULL)
    return;
  if (choice->whole && picture->whole != NULL)
    {
      ts_heatmap_picture_free (picture->heatmap);
      picture->heatmap = g_steal_pointer (&picture->whole);
    }
  if (path == NULL)
    {
      _ts_window_toast (picture->window, _ ("Pictures can be saved on this computer only"));
      return;
    }
  ts_plot_style_init (&style, choice->dark);
  style.scale = choice->scale;
  if (ts_export (path, ts_export_type_from_path (path), &style, picture->width, picture->height,
                 draw, picture, &error))
    _ts_window_show_saved (picture->window, choice->file);
  else
    _ts_window_toast_error (picture->window, _ ("The picture could not be saved"), error);
  ts_plot_style_clear (&style);
}

/* As large as it is on screen, so that what is legible there is legible in the file. */
static Picture *
picture_new (TsWindow *self, GtkWidget *view)
{
  Picture *picture = g_new0 (Picture, 1);

  picture->window = g_object_ref (self);
  picture->width = MAX (gtk_widget_get_width (view), 320);
  picture->height = MAX (gtk_widget_get_height (view), 200);
  return picture;
}

static void
ask (TsWindow *self, Picture *picture, const char *heading, const char *title)
{
  g_autofree char *name = ts_caption_to_file_name (title, ".png");

  ts_dialog_save_picture (GTK_WINDOW (self), heading, name, NULL, picture->whole != NULL, choice_cb,
                          picture);
}

static TsHeatmapPicture *
create_heatmap (TsWindow *self, TsMatrix *matrix)
{
  TsHeatmapView *view = ts_trends_page_get_heatmap_view (self->trends_page);
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self->trends_page);
  g_autofree char *name = ts_trends_page_dup_value_name (self->trends_page);
  TsHeatmapPicture *plot = ts_heatmap_picture_new ();

  ts_heatmap_picture_set_matrix (plot, matrix, title, name);
  ts_heatmap_picture_set_colors (plot, ts_heatmap_view_get_colors (view));
  return plot;
}

/* The rows as they are shown, of which those in sight and, if that is not all, all. */
static Picture *
create_heatmap_picture (TsWindow *self)
{
  TsHeatmapView *view = ts_trends_page_get_heatmap_view (self->trends_page);
  guint x0, x1, y0, y1;
  TsMatrix *matrix = ts_heatmap_view_get_shown_part (view, &x0, &x1, &y0, &y1);
  g_autoptr (TsMatrix) part = NULL;
  Picture *picture;

  if (ts_heatmap_view_get_matrix (view) == NULL)
    return NULL;
  picture = picture_new (self, GTK_WIDGET (view));
  if (matrix != NULL && (x1 - x0 < matrix->x->n || y1 - y0 < matrix->y->n))
    part = ts_matrix_crop (matrix, x0, x1, y0, y1);
  if (part != NULL)
    {
      picture->heatmap = create_heatmap (self, part);
      ts_heatmap_picture_set_whole (picture->heatmap, matrix);
      picture->whole = create_heatmap (self, matrix);
    }
  else
    picture->heatmap
        = create_heatmap (self, matrix != NULL ? matrix : ts_heatmap_view_get_matrix (view));
  return picture;
}

/* What the view shows: its colours, visible part, range of the ranks and median. */
static Picture *
create_line_picture (TsWindow *self)
{
  TsLineView *view = ts_trends_page_get_line_view (self->trends_page);
  Picture *picture;

  if (ts_line_view_get_n_lines (view) == 0)
    return NULL;
  picture = picture_new (self, GTK_WIDGET (view));
  picture->lines = ts_line_plot_copy (ts_line_view_get_plot (view));
  return picture;
}

void
_ts_window_export_heatmap (TsWindow *self)
{
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self->trends_page);
  Picture *picture = create_heatmap_picture (self);

  if (picture != NULL)
    ask (self, picture, _ ("Export heat map"), title);
}

void
_ts_window_export_lines (TsWindow *self)
{
  g_autoptr (TsSelection) selection = ts_session_dup_line_selection (self->session);
  g_autofree char *lines = ts_caption_for_lines (selection);
  g_autofree char *title = g_strdup_printf ("%s %s", selection->metric, lines);
  Picture *picture = create_line_picture (self);

  if (picture != NULL)
    ask (self, picture, _ ("Export line chart"), title);
}

/* For automation: path as the dialog would have given it. */
static void
export_to (TsWindow *self, Picture *picture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TsPictureChoice choice = { .file = file, .scale = 2, .dark = FALSE };

  if (picture != NULL)
    choice_cb (&choice, picture);
}

void
_ts_window_export_heatmap_to (TsWindow *self, const char *path)
{
  export_to (self, create_heatmap_picture (self), path);
}

void
_ts_window_export_lines_to (TsWindow *self, const char *path)
{
  export_to (self, create_line_picture (self), path);
}
