/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/parallel/parallel-page.h"

#include "app/parallel/parallel-form.h"
#include "model/target-name.h"
#include "plot/layout/parallel-plot.h"
#include "widgets/parallel-view.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define ZOOM_STEP      1.5
#define MAX_PNG_PIXELS 120e6 /* what a picture may take: half a gigabyte */

struct _TsParallelPage
{
  TsPage parent_instance;

  GtkWidget *form_scroller;
  GtkWidget *separator;
  GtkWidget *content;
  TsParallelForm *form;
  TsParallelView *view;
  GtkLabel *caption;

  TsParallelConfig *config; /* the last valid one */
  gboolean outdated;        /* the form says something else, which is not valid */
  gboolean given;           /* by a person, not guessed from the data */
  gboolean restoring;
  gint64 suspect; /* a rank that another page pointed at; -1: none */
};

enum
{
  PROP_CONFIG = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (TsParallelPage, ts_parallel_page, TS_TYPE_PAGE)

/* The rank that a finding was chosen of, else that of the first fault. */
static gint64
find_suspect (TsParallelPage *self, const TsFindings *findings)
{
  const TsFinding *first = ts_findings_get_first (findings);

  if (self->suspect >= 0)
    return self->suspect;
  return first != NULL ? first->rank : TS_FINDING_ALL_RANKS;
}

/* What the marks are, where there are some. */
static char *
dup_suspect_caption (TsParallelPage *self)
{
  gboolean hints;
  const TsFindings *findings
      = ts_session_get_findings (ts_page_get_session (TS_PAGE (self)), &hints);
  gint64 suspect = findings != NULL ? find_suspect (self, findings) : TS_FINDING_ALL_RANKS;

  if (suspect == TS_FINDING_ALL_RANKS)
    return g_strdup (_ ("Point at a block to see its ranks and layers"));
  return g_strdup_printf (
      _ ("Framed: rank %" PRId64 ", which a finding is about; tinted: its peers"), suspect);
}

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
    text = dup_suspect_caption (self);
  gtk_label_set_text (self->caption, text);
}

static void
show_layout (TsParallelPage *self)
{
  g_autoptr (TsParallelLayout) layout = ts_parallel_layout_new (self->config, NULL);

  ts_parallel_view_set_layout (self->view, layout);
}

/* The heat map follows a configuration that was given, not one that was guessed. */
static void
share_layout (TsParallelPage *self)
{
  ts_session_set_layout (ts_page_get_session (TS_PAGE (self)),
                         self->given ? ts_parallel_page_get_layout (self) : NULL);
}

static void
take_as_given (TsParallelPage *self)
{
  if (self->restoring)
    return;
  self->given = TRUE;
  share_layout (self);
  ts_page_state_changed (TS_PAGE (self));
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
      take_as_given (self);
    }
  update_caption (self, -1, -1);
}

/* ---- What was found ---- */

static GArray *
find_group (const TsFindings *findings, gint64 rank)
{
  for (guint g = 0; g < findings->groups->len; g++)
    {
      GArray *group = g_ptr_array_index (findings->groups, g);
      for (guint i = 0; i < group->len; i++)
        if (g_array_index (group, gint64, i) == rank)
          return group;
    }
  return NULL;
}

static void
show_suspect (TsParallelPage *self)
{
  gboolean hints;
  const TsFindings *findings
      = ts_session_get_findings (ts_page_get_session (TS_PAGE (self)), &hints);
  gint64 suspect = TS_FINDING_ALL_RANKS;
  const GArray *peers = NULL;

  if (self->view == NULL) /* the window closes */
    return;
  if (findings != NULL)
    suspect = find_suspect (self, findings);
  if (suspect != TS_FINDING_ALL_RANKS)
    peers = find_group (findings, suspect);
  ts_parallel_view_set_marked_ranks (self->view, &suspect, suspect != TS_FINDING_ALL_RANKS,
                                     peers != NULL ? (const gint64 *) (const void *) peers->data
                                                   : NULL,
                                     peers != NULL ? peers->len : 0);
  update_caption (self, -1, -1);
}

static void
catalog_changed_cb (TsParallelPage *self)
{
  self->suspect = -1;
  show_suspect (self);
}

static gboolean
ts_parallel_page_go_to (TsPage *page, const TsSpot *spot)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (page);

  if (spot->rank < 0)
    return FALSE;
  self->suspect = spot->rank;
  show_suspect (self);
  return TRUE;
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
  g_autoptr (TsSpot) spot = ts_spot_new ();

  spot->ranks = g_array_sized_new (FALSE, FALSE, sizeof *ranks, n);
  g_array_append_vals (spot->ranks, ranks, n);
  spot->stage = stage;
  spot->n_layers = span->first > 0 ? span->last - span->first + 1 : 0;
  /* Whoever chooses a block means the configuration as it is shown. */
  take_as_given (self);
  ts_page_go_to (TS_PAGE (self), spot, "trends");
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

static TsPageExport *
ts_parallel_page_create_export (TsPage *page, const char *name)
{
  TsParallelLayout *layout = ts_parallel_page_get_layout (TS_PARALLEL_PAGE (page));
  TsParallelPlot *plot = ts_parallel_plot_new ();
  TsPageExport *export = ts_page_export_new (ts_parallel_layout_get_file_name (layout, "png"), plot,
                                             (GDestroyNotify) ts_parallel_plot_free);

  ts_parallel_plot_set_layout (plot, layout);
  ts_parallel_plot_get_natural_size (plot, &export->width, &export->height);
  export->max_scale = MAX (floor (sqrt (MAX_PNG_PIXELS / (export->width * export->height))), 1);
  export->draw = draw_cb;
  return export;
}

static void
export_clicked_cb (TsParallelPage *self)
{
  ts_page_export (TS_PAGE (self), "parallel");
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

static JsonNode *
ts_parallel_page_save (TsPage *page)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (page);

  return self->given ? ts_parallel_config_to_json (self->config) : NULL;
}

/* As many ranks and layers as the data shows, for a start: one pipeline stage holds them all. */
static TsParallelConfig *
guess_config (TsCatalog *catalog)
{
  TsParallelConfig *config = ts_parallel_config_new ();
  gint64 n_layers = 0, n_ranks = 0;

  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      n_layers = MAX (n_layers, ts_target_name_get_layer (target->name) + 1);
    }
  /* A number of a damaged database may be any. */
  if (catalog->ranks->len > 0)
    n_ranks = CLAMP (g_array_index (catalog->ranks, gint64, catalog->ranks->len - 1), 0,
                     TS_MAX_WORLD_SIZE - 1)
              + 1;
  config->num_layers = CLAMP (n_layers, 1, TS_MAX_LAYERS);
  config->world_size = CLAMP (n_ranks, 1, TS_MAX_WORLD_SIZE);
  return config;
}

/* What is remembered of the folder, else what its data suggests. */
static void
ts_parallel_page_restore (TsPage *page, JsonNode *state)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (page);
  TsCatalog *catalog = ts_session_get_catalog (ts_page_get_session (page));
  g_autoptr (TsParallelConfig) guess = catalog != NULL ? guess_config (catalog) : NULL;
  g_autoptr (TsParallelConfig) config
      = state != NULL ? ts_parallel_config_from_json (state, NULL, NULL) : NULL;

  self->restoring = TRUE;
  if (guess != NULL)
    ts_parallel_page_set_config (self, guess);
  if (config != NULL)
    ts_parallel_page_set_config (self, config);
  self->restoring = FALSE;
  self->given = config != NULL;
  share_layout (self);
}

static void
ts_parallel_page_set_show_panel (TsPage *page, gboolean show)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (page);

  gtk_widget_set_visible (self->form_scroller, show);
  gtk_widget_set_visible (self->separator, show);
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
  self->restoring = TRUE; /* what the form says at first is not given by anybody */
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
ts_parallel_page_constructed (GObject *object)
{
  TsParallelPage *self = TS_PARALLEL_PAGE (object);

  G_OBJECT_CLASS (ts_parallel_page_parent_class)->constructed (object);
  self->suspect = -1;
  form_changed_cb (self);
  self->restoring = FALSE;
  g_signal_connect_object (ts_page_get_session (TS_PAGE (self)), "findings-changed",
                           G_CALLBACK (show_suspect), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ts_page_get_session (TS_PAGE (self)), "catalog-changed",
                           G_CALLBACK (catalog_changed_cb), self, G_CONNECT_SWAPPED);
  ts_page_set_has_content (TS_PAGE (self), TRUE);
  ts_page_set_can_export (TS_PAGE (self), "parallel", TRUE);
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
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
}

static void
init_page (TsPageClass *page_class)
{
  static const TsPageExportKind exports[] = {
    { "parallel", N_ ("_Parallel layout…"), N_ ("Export layout") },
    { NULL },
  };

  page_class->name = "parallel";
  page_class->title = N_ ("Parallelism");
  page_class->icon_name = "parallelism-symbolic";
  page_class->exports = exports;
  page_class->create_export = ts_parallel_page_create_export;
  page_class->save = ts_parallel_page_save;
  page_class->restore = ts_parallel_page_restore;
  page_class->go_to = ts_parallel_page_go_to;
  page_class->set_show_panel = ts_parallel_page_set_show_panel;
}

static void
ts_parallel_page_class_init (TsParallelPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  init_page (TS_PAGE_CLASS (klass));
  object_class->constructed = ts_parallel_page_constructed;
  object_class->get_property = ts_parallel_page_get_property;
  object_class->set_property = ts_parallel_page_set_property;
  object_class->dispose = ts_parallel_page_dispose;
  properties[PROP_CONFIG]
      = g_param_spec_boxed ("config", NULL, NULL, TS_TYPE_PARALLEL_CONFIG,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "parallelpage");
  bind_template (GTK_WIDGET_CLASS (klass));
}

GtkWidget *
ts_parallel_page_new (TsSession *session)
{
  return g_object_new (TS_TYPE_PARALLEL_PAGE, "session", session, NULL);
}
