/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/parallel/parallel-page.h"

#include "app/dialogs.h"
#include "app/parallel/parallel-form.h"
#include "plot/layout/parallel-plot.h"
#include "widgets/parallel-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ZOOM_STEP      1.5
#define MAX_PNG_PIXELS 120e6 /* what a picture may take: half a gigabyte */

struct _TsParallelPage
{
  GtkWidget parent_instance;

  GtkWidget *form_scroller;
  GtkWidget *separator;
  GtkWidget *content;
  TsParallelForm *form;
  TsParallelView *view;
  GtkLabel *caption;

  TsParallelConfig *config; /* the last valid one */
  gboolean outdated;        /* the form says something else, which is not valid */
};

enum
{
  PROP_CONFIG = 1,
  N_PROPERTIES
};

enum
{
  BLOCK_ACTIVATED,
  EXPORTED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsParallelPage, ts_parallel_page, GTK_TYPE_WIDGET)

static void
update_caption (TsParallelPage *self, int row, int stage)
{
  g_autofree char *text = NULL;

  if (self->outdated)
    text = g_strdup (_ ("The form is not valid; this is the configuration before"));
  else if (row >= 0)
    {
      g_autofree char *lines = ts_parallel_layout_describe_block (
          ts_parallel_view_get_layout (self->view), (guint) row, (guint) stage);
      g_auto (GStrv) parts = g_strsplit (lines, "\n", -1);
      text = g_strjoinv (" · ", parts);
    }
  else
    text = g_strdup (_ ("Point at a block to see its ranks and layers"));
  gtk_label_set_text (self->caption, text);
}

static void
show_layout (TsParallelPage *self)
{
  g_autoptr (TsParallelLayout) layout = ts_parallel_layout_new (self->config, NULL);

  ts_parallel_view_set_layout (self->view, layout);
}

/* Takes over what the form says when it is valid; otherwise the picture stays, faded. */
static void
form_changed_cb (TsParallelPage *self)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_form_dup_config (self->form);

  self->outdated = config == NULL;
  if (self->outdated)
    gtk_widget_add_css_class (GTK_WIDGET (self->view), "outdated");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->view), "outdated");
  if (config != NULL && (self->config == NULL || !ts_parallel_config_equal (self->config, config)))
    {
      g_clear_pointer (&self->config, ts_parallel_config_free);
      self->config = g_steal_pointer (&config);
      show_layout (self);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CONFIG]);
    }
  update_caption (self, -1, -1);
}

static void
hover_changed_cb (TsParallelPage *self, int row, int stage)
{
  update_caption (self, row, stage);
}

static void
block_activated_cb (TsParallelPage *self, guint row, guint stage)
{
  TsParallelLayout *layout = ts_parallel_view_get_layout (self->view);
  guint n;
  const guint32 *ranks = ts_parallel_layout_get_row_ranks (layout, row, &n);
  const TsLayerSpan *span = ts_parallel_layout_get_span (layout, ranks[0], stage);
  g_autoptr (GArray) array = g_array_sized_new (FALSE, FALSE, sizeof *ranks, n);

  g_array_append_vals (array, ranks, n);
  g_signal_emit (self, signals[BLOCK_ACTIVATED], 0, array, stage, span->first, span->last);
}

static void
zoom_in_cb (TsParallelPage *self)
{
  ts_parallel_view_zoom (self->view, ZOOM_STEP);
}

static void
zoom_out_cb (TsParallelPage *self)
{
  ts_parallel_view_zoom (self->view, 1 / ZOOM_STEP);
}

static void
show_all_cb (TsParallelPage *self)
{
  ts_parallel_view_show_all (self->view);
}

/* ---- Export ---- */

static void
draw_cb (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_parallel_plot_draw (plot, cr, style, width, height);
}

gboolean
ts_parallel_page_export (TsParallelPage *self,
                         const char *path,
                         TsExportType type,
                         double scale,
                         gboolean dark,
                         GError **error)
{
  g_autoptr (TsParallelPlot) plot = ts_parallel_plot_new ();
  TsPlotStyle style;
  double width, height;
  gboolean ok;

  ts_parallel_plot_set_layout (plot, ts_parallel_page_get_layout (self));
  ts_parallel_plot_get_natural_size (plot, &width, &height);
  ts_plot_style_init (&style, dark);
  style.scale = MIN (scale, MAX (floor (sqrt (MAX_PNG_PIXELS / (width * height))), 1));
  ok = ts_export (path, type, &style, width, height, draw_cb, plot, error);
  ts_plot_style_clear (&style);
  return ok;
}

static void
save_picture_cb (const TsPictureChoice *choice, gpointer data)
{
  g_autoptr (TsParallelPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (choice == NULL)
    return;
  path = g_file_get_path (choice->file);
  if (path == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _ ("Pictures can be saved to local folders only"));
  else
    ts_parallel_page_export (self, path, ts_export_type_from_path (path), choice->scale,
                             choice->dark, &error);
  g_signal_emit (self, signals[EXPORTED], 0, choice->file, error);
}

void
ts_parallel_page_choose_export (TsParallelPage *self)
{
  g_autofree char *name
      = ts_parallel_layout_get_file_name (ts_parallel_page_get_layout (self), "png");
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  ts_dialog_save_picture (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Export layout"),
                          name, NULL, FALSE, save_picture_cb, g_object_ref (self));
}

/* ---- State ---- */

void
ts_parallel_page_set_config (TsParallelPage *self, const TsParallelConfig *config)
{
  ts_parallel_form_set_config (self->form, config);
}

const TsParallelConfig *
ts_parallel_page_get_config (TsParallelPage *self)
{
  return self->config;
}

TsParallelLayout *
ts_parallel_page_get_layout (TsParallelPage *self)
{
  return ts_parallel_view_get_layout (self->view);
}

char *
ts_parallel_page_dup_state (TsParallelPage *self)
{
  g_autoptr (JsonNode) node = ts_parallel_config_to_json (self->config);

  return json_to_string (node, FALSE);
}

void
ts_parallel_page_set_state (TsParallelPage *self, const char *state)
{
  g_autoptr (JsonNode) node = json_from_string (state, NULL);
  g_autoptr (TsParallelConfig) config = NULL;

  if (node != NULL)
    config = ts_parallel_config_from_json (node, NULL, NULL);
  if (config != NULL)
    ts_parallel_page_set_config (self, config);
}

/* ---- Life ---- */

static void
ts_parallel_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (object);

  if (id == PROP_CONFIG)
    g_value_set_boxed (value, self->config);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
ts_parallel_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id != PROP_CONFIG)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  else if (g_value_get_boxed (value) != NULL)
    ts_parallel_page_set_config (TS_PARALLEL_PAGE (object), g_value_get_boxed (value));
}

static void
ts_parallel_page_init (TsParallelPage *self)
{
  g_type_ensure (TS_TYPE_PARALLEL_FORM);
  g_type_ensure (TS_TYPE_PARALLEL_VIEW);
  gtk_widget_init_template (GTK_WIDGET (self));
  form_changed_cb (self);
}

static void
ts_parallel_page_dispose (GObject *object)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (object);

  g_clear_pointer (&self->form_scroller, gtk_widget_unparent);
  g_clear_pointer (&self->separator, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->config, ts_parallel_config_free);
  G_OBJECT_CLASS (ts_parallel_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/parallel-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, form_scroller);
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, separator);
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, content);
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, form);
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, view);
  gtk_widget_class_bind_template_child (widget_class, TsParallelPage, caption);
  gtk_widget_class_bind_template_callback (widget_class, form_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, hover_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, block_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_in_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_all_cb);
  gtk_widget_class_bind_template_callback (widget_class, ts_parallel_page_choose_export);
}

static void
ts_parallel_page_class_init (TsParallelPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ts_parallel_page_get_property;
  object_class->set_property = ts_parallel_page_set_property;
  object_class->dispose = ts_parallel_page_dispose;
  properties[PROP_CONFIG]
      = g_param_spec_boxed ("config", NULL, NULL, TS_TYPE_PARALLEL_CONFIG,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[BLOCK_ACTIVATED]
      = g_signal_new ("block-activated", TS_TYPE_PARALLEL_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 4, G_TYPE_ARRAY, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
  signals[EXPORTED] = g_signal_new ("exported", TS_TYPE_PARALLEL_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 2, G_TYPE_FILE, G_TYPE_ERROR);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "parallelpage");
  bind_template (GTK_WIDGET_CLASS (klass));
}

GtkWidget *
ts_parallel_page_new (void)
{
  return g_object_new (TS_TYPE_PARALLEL_PAGE, NULL);
}
