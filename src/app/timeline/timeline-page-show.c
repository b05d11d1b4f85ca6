/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/timeline/timeline-page-private.h"

#include "plot/timeline/timeline-picture.h"

#include <glib/gi18n-lib.h>

static void
set_labels (GtkLabel *title, GtkLabel *subtitle, char *title_text, char *subtitle_text)
{
  gtk_label_set_text (title, title_text);
  gtk_label_set_text (subtitle, subtitle_text);
  g_free (title_text);
  g_free (subtitle_text);
}

void
_ts_timeline_page_show_caption (TsTimelinePage *self, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (
      text != NULL ? text : _ ("Point at a job; drag to measure; W S zoom, A D pan, [ ] steps"),
      "\n", -1);
  g_autofree char *line = g_strjoinv (" · ", lines);

  gtk_label_set_text (self->caption, line);
}

static const TsStepFigures *
get_figures (TsTimelinePage *self)
{
  return ts_timeline_plot_get_figures (ts_timeline_view_get_plot (self->view));
}

void
_ts_timeline_page_show_other (TsTimelinePage *self)
{
  TsCompareWith compare = ts_timeline_panel_get_compare (self->panel);
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->other_view);
  TsTimeline *timeline = NULL;
  guint step = ts_timeline_panel_get_compared_step (self->panel);

  if (self->work != NULL && compare == TS_COMPARE_WITH_STEP)
    timeline = self->work->timeline;
  else if (compare == TS_COMPARE_WITH_LOG && self->other_log != NULL)
    {
      timeline = self->other_log;
      step = MIN (ts_timeline_panel_get_step (self->panel), timeline->steps->len - 1);
    }
  ts_timeline_view_set_step (self->other_view, timeline, step, NULL);
  if (timeline != NULL)
    ts_timeline_plot_set_beside (plot, self->work != NULL ? self->work->timeline : NULL);
  gtk_widget_set_visible (self->other_card, timeline != NULL);
  set_labels (self->other_title, self->other_subtitle, ts_timeline_dup_title (plot),
              ts_timeline_dup_subtitle (plot));
  if (timeline != NULL && timeline == self->other_log)
    {
      g_autofree char *title
          = g_strdup_printf ("%s · %s", gtk_label_get_text (self->other_title), timeline->name);
      gtk_label_set_text (self->other_title, title);
    }
}

void
_ts_timeline_page_show_ideal (TsTimelinePage *self)
{
  guint chunks;
  TsScheduleKind kind = ts_timeline_panel_get_ideal (self->panel, &chunks);
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->ideal_view);
  const TsStepFigures *figures = get_figures (self);
  g_autoptr (TsTimeline) planned = NULL;
  g_autoptr (GError) error = NULL;
  gboolean wanted = self->work != NULL && kind != TS_SCHEDULE_NONE && figures->straggler >= 0;

  if (wanted)
    {
      TsSchedule schedule = ts_schedule_with_kind (&figures->schedule, kind, chunks);
      planned = ts_schedule_plan (&schedule, &error);
    }
  ts_timeline_view_set_step (self->ideal_view, planned, 0, NULL);
  if (planned != NULL)
    ts_timeline_plot_set_beside (plot, self->work->timeline);
  gtk_widget_set_visible (GTK_WIDGET (self->ideal_view), planned != NULL);
  gtk_widget_set_visible (self->ideal_card, wanted);
  if (planned != NULL)
    set_labels (self->ideal_title, self->ideal_subtitle, ts_timeline_dup_ideal_title (plot),
                ts_timeline_dup_ideal_subtitle (plot, ts_timeline_view_get_plot (self->view)));
  else if (wanted)
    set_labels (self->ideal_title, self->ideal_subtitle,
                g_strdup_printf (_ ("Ideal %s"), ts_schedule_kind_get_name (kind)),
                g_strdup (error->message));
}

/* All plots on one scale. */
void
_ts_timeline_page_share_visible (TsTimelinePage *self, double start, double end)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    ts_timeline_view_set_visible (views[i], start, end);
}

void
_ts_timeline_page_show_whole_steps (TsTimelinePage *self)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };
  double longest = 1;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      double start, end;
      ts_timeline_plot_get_step_range (ts_timeline_view_get_plot (views[i]), &start, &end);
      longest = MAX (longest, end);
    }
  _ts_timeline_page_share_visible (self, 0, longest);
}

static void
show_figures (TsTimelinePage *self, TsTimeline *timeline)
{
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->view);

  set_labels (self->title, self->subtitle, ts_timeline_dup_title (plot),
              ts_timeline_dup_subtitle (plot));
  ts_timeline_panel_set_figures (self->panel, timeline, get_figures (self));
}

/* A plan that nobody asked for is not there to be exported. */
static void
update_exports (TsTimelinePage *self)
{
  static const char *const names[]
      = { "timeline", "timeline-trace", "timeline-jobs", "timeline-figures", "timeline-json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ts_page_set_can_export (
        TS_PAGE (self), names[i],
        ts_page_get_has_content (TS_PAGE (self))
            && ts_timeline_plot_get_timeline (ts_timeline_view_get_plot (self->view)) != NULL);
}

static void
show_plan (TsTimelinePage *self)
{
  g_autoptr (TsTimeline) planned = NULL;
  g_autoptr (GError) error = NULL;
  TsSchedule plan;

  ts_timeline_panel_get_plan (self->panel, &plan);
  planned = ts_schedule_plan (&plan, &error);
  if (planned == NULL)
    {
      gtk_label_set_text (self->subtitle, error->message);
      return;
    }
  ts_timeline_view_set_step (self->view, planned, 0, NULL);
  show_figures (self, planned);
}

static void
show_step (TsTimelinePage *self)
{
  guint step = ts_timeline_panel_get_step (self->panel);
  TsTimeline *timeline = self->work->timeline;
  TsBusyPyramid *pyramid = self->work->pyramid;

  if (pyramid != NULL
      && ts_busy_pyramid_get_run (pyramid) != ts_timeline_get_step (timeline, step)->run)
    pyramid = NULL;
  ts_timeline_view_set_step (self->view, timeline, step, pyramid);
  show_figures (self, timeline);
}

void
_ts_timeline_page_update_strip (TsTimelinePage *self)
{
  gboolean compared = ts_timeline_panel_get_compare (self->panel) == TS_COMPARE_WITH_STEP;

  ts_step_strip_set_steps (self->strip, (int) ts_timeline_panel_get_step (self->panel),
                           compared ? (int) ts_timeline_panel_get_compared_step (self->panel) : -1);
  gtk_widget_set_visible (self->strip_card, self->work != NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->strip_area));
}

/* Where there is a log, its ideal schedules are what can be planned. */
static void
update_plan_action (TsTimelinePage *self)
{
  GAction *action
      = g_action_map_lookup_action (ts_page_get_actions (TS_PAGE (self)), "plan-pipeline");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->work == NULL);
}

void
_ts_timeline_page_show_all (TsTimelinePage *self)
{
  g_clear_pointer (&self->details, g_free);
  if (self->work != NULL)
    show_step (self);
  else
    show_plan (self);
  _ts_timeline_page_show_other (self);
  _ts_timeline_page_show_ideal (self);
  _ts_timeline_page_show_whole_steps (self);
  _ts_timeline_page_update_strip (self);
  update_exports (self);
  update_plan_action (self);
  _ts_timeline_page_show_caption (self, NULL);
}
