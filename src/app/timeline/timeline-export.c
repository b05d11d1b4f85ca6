/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/timeline/timeline-export.h"

#include "model/output.h"
#include "timeline/timeline-out.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PICTURE_WIDTH 1440

typedef gboolean (*WriteFunc) (
    const TsTimeline *self, int step, GOutputStream *stream, GCancellable *cancellable, GError **);

/* A thread of its own draws or writes it: plots are copies. */
typedef struct
{
  TsTimelinePicture picture;
  TsTimeline *timeline;
  gint64 *offsets;
  WriteFunc write; /* NULL: figures as JSON */
} Content;

static void
content_free (gpointer data)
{
  Content *content = data;

  g_clear_pointer (&content->picture.plot, ts_timeline_plot_free);
  g_clear_pointer (&content->picture.other, ts_timeline_plot_free);
  g_clear_pointer (&content->picture.ideal, ts_timeline_plot_free);
  g_clear_pointer (&content->picture.strip, ts_step_strip_free);
  g_clear_pointer (&content->timeline, ts_timeline_unref);
  g_free (content->offsets);
  g_free (content);
}

static TsTimelinePlot *
copy_plot (TsTimelinePlot *from, TsTimeline *beside)
{
  TsTimelinePlot *plot;
  double start, end;

  if (from == NULL || ts_timeline_plot_get_timeline (from) == NULL)
    return NULL;
  plot = ts_timeline_plot_new ();
  ts_timeline_plot_set_step (plot, ts_timeline_plot_get_timeline (from),
                             ts_timeline_plot_get_step (from));
  ts_timeline_plot_get_visible (from, &start, &end);
  ts_timeline_plot_set_visible (plot, start, end);
  ts_timeline_plot_set_beside (plot, beside);
  return plot;
}

static void
draw_cb (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  ts_timeline_picture_draw (cr, style, width, height, &((Content *) data)->picture);
}

static gboolean
write_cb (gpointer data, const char *path, GCancellable *cancellable, GError **error)
{
  Content *content = data;
  TsOutput *output = ts_output_open (path, error);
  GOutputStream *stream = output != NULL ? ts_output_get_stream (output) : NULL;
  gboolean good = stream != NULL
                  && (content->write != NULL
                          ? content->write (content->timeline, -1, stream, cancellable, error)
                          : ts_timeline_write_json (content->timeline, -1, content->offsets, stream,
                                                    cancellable, error));

  return output != NULL && ts_output_close (output, good, error);
}

static TsPageExport *
create_picture (TsTimelinePlot *plot, TsTimelinePlot *other, TsTimelinePlot *ideal)
{
  TsTimeline *timeline = ts_timeline_plot_get_timeline (plot);
  Content *content = g_new0 (Content, 1);
  TsPageExport *export;

  content->picture.plot = copy_plot (plot, NULL);
  content->picture.other = copy_plot (other, timeline);
  content->picture.ideal = copy_plot (ideal, timeline);
  if (!timeline->planned)
    {
      content->picture.strip = ts_step_strip_new ();
      ts_step_strip_set_timeline (content->picture.strip, timeline);
      ts_step_strip_set_steps (content->picture.strip, (int) ts_timeline_plot_get_step (plot), -1);
    }
  export = ts_page_export_new (g_strdup_printf ("%s-timeline.png", timeline->name), content,
                               content_free);
  export->draw = draw_cb;
  export->width = PICTURE_WIDTH;
  export->height = ts_timeline_picture_get_natural_height (&content->picture);
  export->max_scale = 4;
  return export;
}

TsPageExport *
ts_timeline_export_new (const char *name,
                        TsTimelinePlot *plot,
                        TsTimelinePlot *other,
                        TsTimelinePlot *ideal,
                        const gint64 *offsets)
{
  const struct
  {
    const char *name, *suffix, *filter, *pattern;
    WriteFunc write;
  } files[] = {
    { "timeline-trace", "trace.json", _ ("Chrome trace"), "*.json", ts_timeline_write_chrome },
    { "timeline-jobs", "jobs.csv", _ ("Table"), "*.csv", ts_timeline_write_jobs },
    { "timeline-figures", "figures.csv", _ ("Table"), "*.csv", ts_timeline_write_figures },
    { "timeline-json", "figures.json", "JSON", "*.json", NULL },
  };
  TsTimeline *timeline = ts_timeline_plot_get_timeline (plot);

  if (timeline == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (strcmp (name, files[i].name) == 0)
      {
        Content *content = g_new0 (Content, 1);
        TsPageExport *export = ts_page_export_new (
            g_strdup_printf ("%s-%s", timeline->name, files[i].suffix), content, content_free);
        content->timeline = ts_timeline_ref (timeline);
        if (offsets != NULL)
          content->offsets = g_memdup2 (offsets, timeline->rows->len * sizeof *offsets);
        content->write = files[i].write;
        export->write = write_cb;
        export->filter_name = files[i].filter;
        export->pattern = files[i].pattern;
        return export;
      }
  return create_picture (plot, other, ideal);
}
