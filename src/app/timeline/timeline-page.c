/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/timeline/timeline-page.h"

#include "app/dialogs.h"
#include "app/timeline/timeline-export.h"
#include "app/timeline/timeline-panel.h"
#include "widgets/theme.h"
#include "widgets/timeline-view.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define ZOOM_STEP       1.5
#define FOLLOW_SECONDS  2
#define PROGRESS_PERIOD 200 /* ms */

/* What a thread makes of a path or of what was read before. */
typedef struct
{
  char *path;               /* NULL: loaded is there */
  TsTimeline *loaded;       /* as it was read */
  char *stages;             /* as typed; "": found */
  TsParallelLayout *layout; /* of the Parallelism page; NULL: none was given */
  gboolean fix_clocks;
  int permille; /* atomic: how far reading is */
  guint64 stamp;

  TsTimeline *timeline; /* with stages and clocks */
  gint64 apart;         /* by how much clocks are apart at most, µs */
  gboolean stages_good;
  TsBusyPyramid *pyramid; /* NULL: not needed */
} Work;

struct _TsTimelinePage
{
  TsPage parent_instance;

  GtkWidget *panel_box, *separator, *content;
  TsTimelinePanel *panel;
  GtkWidget *progress_box, *other_card, *ideal_card, *strip_card;
  GtkProgressBar *progress;
  GtkLabel *title, *subtitle, *caption, *other_title, *other_subtitle;
  GtkLabel *ideal_title, *ideal_subtitle;
  TsTimelineView *view, *other_view, *ideal_view;
  GtkDrawingArea *strip_area;
  TsStepStrip *strip;

  char *folder;
  Work *work;    /* what is shown; NULL: no log */
  Work *running; /* borrowed from its task */
  GCancellable *cancellable;
  TsTimeline *other_log;
  gboolean clocks_fixed;
  gint64 wanted_step; /* remembered; -1: none */
  char *wanted_ideal;
  char *details; /* of the job that was clicked */
  guint progress_source, follow_source;
};

G_DEFINE_FINAL_TYPE (TsTimelinePage, ts_timeline_page, TS_TYPE_PAGE)

static void start_work (TsTimelinePage *self, Work *work, GAsyncReadyCallback callback);

/* ---- Work on a thread ---- */

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->path);
  g_free (work->stages);
  g_clear_pointer (&work->layout, ts_parallel_layout_unref);
  g_clear_pointer (&work->loaded, ts_timeline_unref);
  g_clear_pointer (&work->timeline, ts_timeline_unref);
  g_clear_pointer (&work->pyramid, ts_busy_pyramid_unref);
  g_free (work);
}

static void
progress_cb (double fraction, gpointer data)
{
  g_atomic_int_set (&((Work *) data)->permille, (int) (1000 * fraction));
}

/* FALSE: they are not one number for each row. */
static gboolean
parse_stages (const char *text, guint *stages, guint n)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  if (g_strv_length (words) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint64 stage;
      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 0, TS_MAX_PLAN_STAGES - 1, &stage,
                                       NULL))
        return FALSE;
      stages[i] = (guint) stage;
    }
  return TRUE;
}

/* What was typed, else the layout of the Parallelism page where it is of as many ranks, else what
 * was found. */
static void
apply_stages (Work *work)
{
  guint n = work->loaded->rows->len;
  g_autofree guint *stages = g_new0 (guint, MAX (n, 1));
  gboolean typed = *work->stages != '\0';

  work->stages_good = !typed || parse_stages (work->stages, stages, n);
  if (typed && work->stages_good)
    work->timeline = ts_timeline_with_stages (work->loaded, stages);
  else if (!typed && work->layout != NULL && work->layout->config->world_size == n)
    {
      for (guint r = 0; r < n; r++)
        stages[r] = ts_parallel_layout_get_coordinate (work->layout, r, TS_PARALLEL_PP);
      work->timeline = ts_timeline_with_stages (work->loaded, stages);
    }
  else
    work->timeline = ts_timeline_ref (work->loaded);
}

static void
apply_clocks (Work *work)
{
  guint n = work->timeline->rows->len;
  g_autofree gint64 *offsets = g_new0 (gint64, MAX (n, 1));
  TsTimeline *fixed;

  if (!ts_clock_get_offsets (work->timeline, offsets))
    return;
  for (guint r = 0; r < n; r++)
    work->apart = MAX (work->apart, ABS (offsets[r]));
  if (!work->fix_clocks)
    return;
  fixed = ts_timeline_with_clocks (work->timeline, offsets);
  ts_timeline_unref (work->timeline);
  work->timeline = fixed;
}

static void
work_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  GError *error = NULL;

  if (work->loaded == NULL)
    {
      work->stamp = ts_timeline_get_stamp (work->path);
      work->loaded = ts_timeline_load (work->path, progress_cb, work, cancellable, &error);
    }
  if (work->loaded == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  apply_stages (work);
  apply_clocks (work);
  if (ts_busy_pyramid_is_needed (work->timeline))
    work->pyramid = ts_busy_pyramid_new (work->timeline, work->timeline->n_runs - 1);
  g_task_return_boolean (task, TRUE);
}

/* ---- Showing ---- */

static void
set_labels (GtkLabel *title, GtkLabel *subtitle, char *title_text, char *subtitle_text)
{
  gtk_label_set_text (title, title_text);
  gtk_label_set_text (subtitle, subtitle_text);
  g_free (title_text);
  g_free (subtitle_text);
}

static void
show_caption (TsTimelinePage *self, const char *text)
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

static void
show_other (TsTimelinePage *self)
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

static void
show_ideal (TsTimelinePage *self)
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
static void
share_visible (TsTimelinePage *self, double start, double end)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    ts_timeline_view_set_visible (views[i], start, end);
}

static void
show_whole_steps (TsTimelinePage *self)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };
  double longest = 1;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      double start, end;
      ts_timeline_plot_get_step_range (ts_timeline_view_get_plot (views[i]), &start, &end);
      longest = MAX (longest, end);
    }
  share_visible (self, 0, longest);
}

static void
show_figures (TsTimelinePage *self, TsTimeline *timeline)
{
  TsTimelinePlot *plot = ts_timeline_view_get_plot (self->view);

  set_labels (self->title, self->subtitle, ts_timeline_dup_title (plot),
              ts_timeline_dup_subtitle (plot));
  ts_timeline_panel_set_figures (self->panel, timeline, get_figures (self));
}

static void
update_exports (TsTimelinePage *self)
{
  static const char *const names[]
      = { "timeline", "timeline-trace", "timeline-jobs", "timeline-figures", "timeline-json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ts_page_set_can_export (TS_PAGE (self), names[i],
                            ts_timeline_plot_get_timeline (ts_timeline_view_get_plot (self->view))
                                != NULL);
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

static void
update_strip (TsTimelinePage *self)
{
  gboolean compared = ts_timeline_panel_get_compare (self->panel) == TS_COMPARE_WITH_STEP;

  ts_step_strip_set_steps (self->strip, (int) ts_timeline_panel_get_step (self->panel),
                           compared ? (int) ts_timeline_panel_get_compared_step (self->panel) : -1);
  gtk_widget_set_visible (self->strip_card, self->work != NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->strip_area));
}

static void
show_all (TsTimelinePage *self)
{
  g_clear_pointer (&self->details, g_free);
  if (self->work != NULL)
    show_step (self);
  else
    show_plan (self);
  show_other (self);
  show_ideal (self);
  show_whole_steps (self);
  update_strip (self);
  update_exports (self);
  show_caption (self, NULL);
}

/* ---- Loading ---- */

static void
stop_work (TsTimelinePage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  self->running = NULL;
  gtk_widget_set_visible (self->progress_box, FALSE);
  ts_page_set_loading (TS_PAGE (self), FALSE);
}

static gboolean
show_progress_cb (gpointer data)
{
  TsTimelinePage *self = data;

  gtk_widget_set_visible (self->progress_box, TRUE);
  gtk_progress_bar_set_fraction (self->progress,
                                 g_atomic_int_get (&self->running->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

static void
start_work (TsTimelinePage *self, Work *work, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = NULL;

  stop_work (self);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, callback, NULL);
  g_task_set_task_data (task, work, NULL);
  self->running = work;
  self->progress_source = g_timeout_add (PROGRESS_PERIOD, show_progress_cb, self);
  ts_page_set_loading (TS_PAGE (self), TRUE);
  g_task_run_in_thread (task, work_in_thread);
}

/* The work of a task, when it is still wanted and went well; owned by the caller. */
static Work *
take_work (TsTimelinePage *self, GAsyncResult *result)
{
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  if (self->running == work)
    stop_work (self);
  if (good)
    return work;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ts_page_tell (TS_PAGE (self), _ ("The timeline could not be read"), error);
  work_free (work);
  return NULL;
}

/* The step that was remembered or shown, else the first. */
static void
choose_step (TsTimelinePage *self, const TsTimeline *timeline, gint64 number, gboolean last)
{
  int step = last ? (int) timeline->steps->len - 1 : ts_timeline_find_step (timeline, number);

  ts_timeline_panel_set_step (self->panel, (guint) MAX (step, 0));
}

static void
choose_ideal (TsTimelinePage *self, gboolean first)
{
  TsSchedule schedule;
  TsScheduleKind kind;

  ts_schedule_guess (self->work->timeline, ts_timeline_panel_get_step (self->panel), &schedule);
  if (self->wanted_ideal != NULL && ts_schedule_kind_from_name (self->wanted_ideal, &kind))
    ts_timeline_panel_set_ideal (self->panel, kind);
  else if (first)
    ts_timeline_panel_set_ideal (self->panel, schedule.kind);
  g_clear_pointer (&self->wanted_ideal, g_free);
}

static void
worked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (source);
  Work *work = take_work (self, result);
  gboolean first = self->work == NULL, at_end = FALSE;
  gint64 number = self->wanted_step;

  if (work == NULL)
    return;
  if (!first)
    {
      guint step = ts_timeline_panel_get_step (self->panel);
      number = ts_timeline_get_step (self->work->timeline, step)->number;
      at_end = ts_timeline_panel_get_follow (self->panel)
               && step + 1 == self->work->timeline->steps->len;
    }
  g_clear_pointer (&self->work, work_free);
  self->work = work;
  ts_timeline_panel_set_timeline (self->panel, work->timeline);
  ts_timeline_panel_set_clocks (self->panel, work->apart, self->clocks_fixed);
  ts_timeline_panel_set_stages (self->panel, NULL, work->stages_good);
  ts_step_strip_set_timeline (self->strip, work->timeline);
  choose_step (self, work->timeline, number, at_end);
  choose_ideal (self, first);
  show_all (self);
}

static Work *
work_new (TsTimelinePage *self, const char *path)
{
  TsParallelLayout *layout = ts_session_get_layout (ts_page_get_session (TS_PAGE (self)));
  Work *work = g_new0 (Work, 1);

  work->path = g_strdup (path);
  work->stages = g_strdup (ts_timeline_panel_get_stages (self->panel));
  work->layout = layout != NULL ? ts_parallel_layout_ref (layout) : NULL;
  work->fix_clocks = self->clocks_fixed;
  return work;
}

/* The same log with other stages or clocks. */
static void
derive (TsTimelinePage *self)
{
  Work *work;

  if (self->work == NULL)
    return;
  work = work_new (self, self->work->path);
  work->loaded = ts_timeline_ref (self->work->loaded);
  work->stamp = self->work->stamp;
  start_work (self, work, worked_cb);
}

static void
other_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (source);
  Work *work = take_work (self, result);

  if (work == NULL)
    {
      ts_timeline_panel_set_compare (self->panel, TS_COMPARE_WITH_NOTHING);
      return;
    }
  g_clear_pointer (&self->other_log, ts_timeline_unref);
  self->other_log = ts_timeline_ref (work->timeline);
  work_free (work);
  show_other (self);
  show_whole_steps (self);
}

static void
other_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (TsTimelinePage) self = data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  Work *work;

  if (path == NULL)
    {
      ts_timeline_panel_set_compare (self->panel, TS_COMPARE_WITH_NOTHING);
      return;
    }
  work = work_new (self, path);
  g_clear_pointer (&work->stages, g_free);
  work->stages = g_strdup ("");
  start_work (self, work, other_read_cb);
}

static void
choose_other_log (TsTimelinePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  ts_dialog_choose_folder (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                           _ ("Compare with the log in a folder"), NULL, other_chosen_cb,
                           g_object_ref (self));
}

/* ---- Following ---- */

static void
stamp_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  guint64 *stamp = g_new (guint64, 1);

  *stamp = ts_timeline_get_stamp (path);
  g_task_return_pointer (task, stamp, g_free);
}

static void
stamped_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (source);
  g_autofree guint64 *stamp = g_task_propagate_pointer (G_TASK (result), NULL);

  if (stamp != NULL && self->work != NULL && self->running == NULL && *stamp != self->work->stamp)
    start_work (self, work_new (self, self->work->path), worked_cb);
}

static gboolean
follow_cb (gpointer data)
{
  TsTimelinePage *self = data;
  g_autoptr (GTask) task = NULL;

  if (self->work == NULL || self->running != NULL)
    return G_SOURCE_CONTINUE;
  task = g_task_new (self, NULL, stamped_cb, NULL);
  g_task_set_task_data (task, g_strdup (self->work->path), g_free);
  g_task_run_in_thread (task, stamp_in_thread);
  return G_SOURCE_CONTINUE;
}

static void
update_follow (TsTimelinePage *self)
{
  g_clear_handle_id (&self->follow_source, g_source_remove);
  if (ts_timeline_panel_get_follow (self->panel))
    self->follow_source = g_timeout_add_seconds (FOLLOW_SECONDS, follow_cb, self);
}

/* ---- What the person does ---- */

static void
show_report (TsTimelinePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GString) text = g_string_new (NULL);
  const GPtrArray *notes = ts_timeline_report_get_notes (self->work->timeline->report);

  for (guint i = 0; i < notes->len; i++)
    {
      const TsTimelineNote *note = g_ptr_array_index (notes, i);
      g_string_append (text, note->path);
      if (note->line > 0)
        g_string_append_printf (text, ":%" PRId64, note->line);
      g_string_append_printf (text, ": %s (%" PRIu64 ")\n", note->message, note->count);
    }
  if (notes->len == 0)
    g_string_append (text, _ ("Every record was read and used."));
  ts_dialog_tell (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Report of the timeline"),
                  text->str);
}

static void
chosen_cb (TsTimelinePage *self, TsTimelineChoice choice)
{
  switch (choice)
    {
    case TS_TIMELINE_CHOICE_COMPARE:
      if (ts_timeline_panel_get_compare (self->panel) == TS_COMPARE_WITH_LOG)
        choose_other_log (self);
      show_other (self);
      show_whole_steps (self);
      update_strip (self);
      break;
    case TS_TIMELINE_CHOICE_IDEAL:
      show_ideal (self);
      show_whole_steps (self);
      break;
    case TS_TIMELINE_CHOICE_CLOCKS:
      self->clocks_fixed = !self->clocks_fixed;
      derive (self);
      break;
    case TS_TIMELINE_CHOICE_STAGES:
      derive (self);
      break;
    case TS_TIMELINE_CHOICE_FOLLOW:
      update_follow (self);
      break;
    case TS_TIMELINE_CHOICE_REPORT:
      show_report (self);
      break;
    case TS_TIMELINE_CHOICE_STEP:
    case TS_TIMELINE_CHOICE_PLAN:
    default:
      show_all (self);
      break;
    }
  ts_page_state_changed (TS_PAGE (self));
}

static void
panel_chosen_cb (TsTimelinePage *self, guint choice)
{
  chosen_cb (self, (TsTimelineChoice) choice);
}

static void
go_to_step (TsTimelinePage *self, int step)
{
  if (self->work == NULL || step < 0 || step >= (int) self->work->timeline->steps->len)
    return;
  ts_timeline_panel_set_step (self->panel, (guint) step);
  show_all (self);
  ts_page_state_changed (TS_PAGE (self));
}

static void
visible_changed_cb (TsTimelinePage *self, double start, double end)
{
  share_visible (self, start, end);
}

static void
marked_changed_cb (TsTimelinePage *self, double start, double end)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    ts_timeline_view_set_marked (views[i], start, end);
}

static void
hover_changed_cb (TsTimelinePage *self, int row, int job, TsTimelineView *view)
{
  TsTimeline *timeline = ts_timeline_plot_get_timeline (ts_timeline_view_get_plot (view));
  g_autofree char *text
      = row >= 0 ? ts_timeline_describe_job (timeline, (guint) row, (guint) job) : NULL;

  show_caption (self, text != NULL ? text : self->details);
}

/* Stays when the pointer moves on. */
static void
job_activated_cb (TsTimelinePage *self, guint row, guint job, TsTimelineView *view)
{
  g_free (self->details);
  self->details = ts_timeline_describe_job (
      ts_timeline_plot_get_timeline (ts_timeline_view_get_plot (view)), row, job);
  show_caption (self, self->details);
}

static void
zoom_in_cb (TsTimelinePage *self)
{
  ts_timeline_view_zoom (self->view, ZOOM_STEP);
}

static void
zoom_out_cb (TsTimelinePage *self)
{
  ts_timeline_view_zoom (self->view, 1 / ZOOM_STEP);
}

static void
show_step_cb (TsTimelinePage *self)
{
  show_whole_steps (self);
}

static void
show_run_cb (TsTimelinePage *self)
{
  ts_timeline_view_show_run (self->view);
}

static void
export_clicked_cb (TsTimelinePage *self)
{
  ts_page_export (TS_PAGE (self), "timeline");
}

static void
cancel_cb (TsTimelinePage *self)
{
  stop_work (self);
}

static void
strip_pressed_cb (TsTimelinePage *self, int n_press, double x, double y)
{
  go_to_step (self, ts_step_strip_hit (self->strip, x, y));
}

static void
draw_strip_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TsTimelinePage *self = data;
  TsPlotStyle style = { 0 };

  ts_theme_get_style (GTK_WIDGET (area), &style);
  ts_step_strip_draw (self->strip, cr, &style, width, height);
  ts_plot_style_clear (&style);
}

static gboolean
key_pressed_cb (TsTimelinePage *self, guint key, guint code, GdkModifierType state)
{
  int step = (int) ts_timeline_panel_get_step (self->panel);

  if (self->work == NULL || (key != GDK_KEY_bracketleft && key != GDK_KEY_bracketright))
    return FALSE;
  go_to_step (self, key == GDK_KEY_bracketleft ? step - 1 : step + 1);
  return TRUE;
}

/* ---- The page ---- */

static gboolean
ts_timeline_page_can_open (const char *folder, GCancellable *cancellable)
{
  return ts_timeline_can_load (folder);
}

static void
ts_timeline_page_open (TsPage *page, const char *folder, gboolean can)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);

  stop_work (self);
  g_clear_pointer (&self->work, work_free);
  g_clear_pointer (&self->other_log, ts_timeline_unref);
  self->clocks_fixed = FALSE;
  self->wanted_step = -1;
  g_clear_pointer (&self->wanted_ideal, g_free);
  ts_timeline_panel_set_compare (self->panel, TS_COMPARE_WITH_NOTHING);
  ts_timeline_panel_set_stages (self->panel, "", TRUE);
  ts_timeline_panel_set_timeline (self->panel, NULL);
  ts_step_strip_set_timeline (self->strip, NULL);
  update_follow (self);
  show_all (self);
  g_free (self->folder);
  self->folder = g_strdup (folder);
  if (can)
    start_work (self, work_new (self, folder), worked_cb);
}

static JsonNode *
ts_timeline_page_save (TsPage *page)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);
  JsonNode *node;
  JsonObject *object;
  guint chunks;

  if (self->work == NULL)
    return NULL;
  object = json_object_new ();
  json_object_set_int_member (
      object, "step",
      ts_timeline_get_step (self->work->timeline, ts_timeline_panel_get_step (self->panel))
          ->number);
  json_object_set_string_member (
      object, "ideal",
      ts_schedule_kind_get_name (ts_timeline_panel_get_ideal (self->panel, &chunks)));
  json_object_set_string_member (object, "stages", ts_timeline_panel_get_stages (self->panel));
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

/* The log may still be being read. */
static void
ts_timeline_page_restore (TsPage *page, JsonNode *state)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);
  JsonObject *object
      = state != NULL && JSON_NODE_HOLDS_OBJECT (state) ? json_node_get_object (state) : NULL;
  const char *stages;

  if (object == NULL || (self->running == NULL && self->work == NULL))
    return;
  self->wanted_step = json_object_get_int_member_with_default (object, "step", -1);
  g_free (self->wanted_ideal);
  self->wanted_ideal
      = g_strdup (json_object_get_string_member_with_default (object, "ideal", NULL));
  stages = json_object_get_string_member_with_default (object, "stages", "");
  ts_timeline_panel_set_stages (self->panel, stages, TRUE);
  if (*stages != '\0')
    start_work (self, work_new (self, self->folder), worked_cb);
}

static TsPageExport *
ts_timeline_page_create_export (TsPage *page, const char *name)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);

  return ts_timeline_export_new (name, ts_timeline_view_get_plot (self->view),
                                 ts_timeline_view_get_plot (self->other_view),
                                 ts_timeline_view_get_plot (self->ideal_view));
}

/* The step that a spot names, if the log has it. */
static gboolean
ts_timeline_page_go_to (TsPage *page, const TsSpot *spot)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);
  int step = self->work != NULL && spot->step >= 0
                 ? ts_timeline_find_step (self->work->timeline, spot->step)
                 : -1;

  go_to_step (self, step);
  return step >= 0;
}

static void
ts_timeline_page_set_show_panel (TsPage *page, gboolean show)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (page);

  gtk_widget_set_visible (self->panel_box, show);
  gtk_widget_set_visible (self->separator, show);
}

/* ---- Life ---- */

TsTimeline *
ts_timeline_page_get_timeline (TsTimelinePage *self)
{
  return self->work != NULL ? self->work->timeline : NULL;
}

static void
layout_changed_cb (TsTimelinePage *self)
{
  if (self->running == NULL)
    derive (self);
}

static void
connect_views (TsTimelinePage *self)
{
  TsTimelineView *const views[] = { self->view, self->other_view, self->ideal_view };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_signal_connect_swapped (views[i], "visible-changed", G_CALLBACK (visible_changed_cb), self);
      g_signal_connect_swapped (views[i], "marked-changed", G_CALLBACK (marked_changed_cb), self);
      g_signal_connect_swapped (views[i], "hover-changed", G_CALLBACK (hover_changed_cb), self);
      g_signal_connect_swapped (views[i], "job-activated", G_CALLBACK (job_activated_cb), self);
    }
}

static void
ts_timeline_page_init (TsTimelinePage *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_type_ensure (TS_TYPE_TIMELINE_PANEL);
  g_type_ensure (TS_TYPE_TIMELINE_VIEW);
  self->wanted_step = -1;
  self->strip = ts_step_strip_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  connect_views (self);
  gtk_drawing_area_set_draw_func (self->strip_area, draw_strip_cb, self, NULL);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (strip_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->strip_area), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

static void
ts_timeline_page_constructed (GObject *object)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (object);

  G_OBJECT_CLASS (ts_timeline_page_parent_class)->constructed (object);
  g_signal_connect_object (ts_page_get_session (TS_PAGE (self)), "layout-changed",
                           G_CALLBACK (layout_changed_cb), self, G_CONNECT_SWAPPED);
  ts_timeline_panel_set_timeline (self->panel, NULL);
  show_all (self);
  ts_page_set_has_content (TS_PAGE (self), TRUE);
}

static void
ts_timeline_page_dispose (GObject *object)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (object);

  if (self->panel_box != NULL)
    stop_work (self);
  g_clear_handle_id (&self->follow_source, g_source_remove);
  g_clear_pointer (&self->panel_box, gtk_widget_unparent);
  g_clear_pointer (&self->separator, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (ts_timeline_page_parent_class)->dispose (object);
}

static void
ts_timeline_page_finalize (GObject *object)
{
  TsTimelinePage *self = TS_TIMELINE_PAGE (object);

  g_clear_pointer (&self->work, work_free);
  g_clear_pointer (&self->other_log, ts_timeline_unref);
  ts_step_strip_free (self->strip);
  g_free (self->folder);
  g_free (self->details);
  g_free (self->wanted_ideal);
  G_OBJECT_CLASS (ts_timeline_page_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/timeline-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, panel_box);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, separator);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, content);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, panel);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, progress_box);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, progress);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, title);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, subtitle);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, caption);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, view);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, other_card);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, other_title);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, other_subtitle);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, other_view);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, ideal_card);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, ideal_title);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, ideal_subtitle);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, ideal_view);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, strip_card);
  gtk_widget_class_bind_template_child (widget_class, TsTimelinePage, strip_area);
  gtk_widget_class_bind_template_callback (widget_class, panel_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_in_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_step_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_run_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
}

static void
init_page (TsPageClass *page_class)
{
  static const TsPageExportKind exports[] = {
    { "timeline", N_ ("_Timeline…"), N_ ("Export timeline") },
    { "timeline-trace", N_ ("Timeline as _trace for Perfetto…"), N_ ("Export trace") },
    { "timeline-jobs", N_ ("_Jobs as table…"), N_ ("Export jobs") },
    { "timeline-figures", N_ ("_Figures as table…"), N_ ("Export figures") },
    { "timeline-json", N_ ("Figures and report as JS_ON…"), N_ ("Export figures") },
    { NULL },
  };

  page_class->name = "timeline";
  page_class->title = N_ ("Timeline");
  page_class->icon_name = "timeline-symbolic";
  page_class->exports = exports;
  page_class->can_open = ts_timeline_page_can_open;
  page_class->open = ts_timeline_page_open;
  page_class->save = ts_timeline_page_save;
  page_class->restore = ts_timeline_page_restore;
  page_class->create_export = ts_timeline_page_create_export;
  page_class->go_to = ts_timeline_page_go_to;
  page_class->set_show_panel = ts_timeline_page_set_show_panel;
}

static void
ts_timeline_page_class_init (TsTimelinePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  init_page (TS_PAGE_CLASS (klass));
  object_class->constructed = ts_timeline_page_constructed;
  object_class->dispose = ts_timeline_page_dispose;
  object_class->finalize = ts_timeline_page_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "timelinepage");
  bind_template (GTK_WIDGET_CLASS (klass));
}

GtkWidget *
ts_timeline_page_new (TsSession *session)
{
  return g_object_new (TS_TYPE_TIMELINE_PAGE, "session", session, NULL);
}
