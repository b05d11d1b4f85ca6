/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/timeline/timeline-page-private.h"

#include "app/dialogs.h"
#include "app/timeline/timeline-export.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define ZOOM_STEP       1.5
#define FOLLOW_SECONDS  2
#define PROGRESS_PERIOD 200 /* ms */

G_DEFINE_FINAL_TYPE (TsTimelinePage, ts_timeline_page, TS_TYPE_PAGE)

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
start_work (TsTimelinePage *self, TsTimelineWork *work, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = NULL;

  stop_work (self);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, callback, NULL);
  g_task_set_task_data (task, work, NULL);
  self->running = work;
  self->progress_source = g_timeout_add (PROGRESS_PERIOD, show_progress_cb, self);
  ts_page_set_loading (TS_PAGE (self), TRUE);
  g_task_run_in_thread (task, ts_timeline_work_run);
}

/* Whether the page is in the switcher. */
static void
show_there (TsTimelinePage *self, gboolean there)
{
  ts_page_set_has_content (TS_PAGE (self), there);
  _ts_timeline_page_show_all (self);
}

/* The work of a task, when it is still wanted and went well; owned by the caller. */
static TsTimelineWork *
take_work (TsTimelinePage *self, GAsyncResult *result)
{
  TsTimelineWork *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  if (self->running == work)
    stop_work (self);
  if (good)
    return work;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      ts_page_tell (TS_PAGE (self), _ ("The timeline could not be read"), error);
      show_there (self, self->work != NULL);
    }
  ts_timeline_work_free (work);
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
  TsTimelineWork *work = take_work (self, result);
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
  g_clear_pointer (&self->work, ts_timeline_work_free);
  self->work = work;
  ts_timeline_panel_set_timeline (self->panel, work->timeline);
  ts_timeline_panel_set_clocks (self->panel, work->apart, self->clocks_fixed);
  ts_timeline_panel_set_stages (self->panel, NULL, work->stages_good);
  ts_step_strip_set_timeline (self->strip, work->timeline);
  choose_step (self, work->timeline, number, at_end);
  choose_ideal (self, first);
  _ts_timeline_page_show_all (self);
}

static TsTimelineWork *
work_new (TsTimelinePage *self, const char *path)
{
  TsParallelLayout *layout = ts_session_get_layout (ts_page_get_session (TS_PAGE (self)));
  TsTimelineWork *work = g_new0 (TsTimelineWork, 1);

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
  TsTimelineWork *work;

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
  TsTimelineWork *work = take_work (self, result);

  if (work == NULL)
    {
      ts_timeline_panel_set_compare (self->panel, TS_COMPARE_WITH_NOTHING);
      return;
    }
  g_clear_pointer (&self->other_log, ts_timeline_unref);
  self->other_log = ts_timeline_ref (work->timeline);
  ts_timeline_work_free (work);
  _ts_timeline_page_show_other (self);
  _ts_timeline_page_show_whole_steps (self);
}

static void
other_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (TsTimelinePage) self = data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  TsTimelineWork *work;

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
      _ts_timeline_page_show_other (self);
      _ts_timeline_page_show_whole_steps (self);
      _ts_timeline_page_update_strip (self);
      break;
    case TS_TIMELINE_CHOICE_IDEAL:
      _ts_timeline_page_show_ideal (self);
      _ts_timeline_page_show_whole_steps (self);
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
      _ts_timeline_page_show_all (self);
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
  _ts_timeline_page_show_all (self);
  ts_page_state_changed (TS_PAGE (self));
}

static void
visible_changed_cb (TsTimelinePage *self, double start, double end)
{
  _ts_timeline_page_share_visible (self, start, end);
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

  _ts_timeline_page_show_caption (self, text != NULL ? text : self->details);
}

/* Stays when the pointer moves on. */
static void
job_activated_cb (TsTimelinePage *self, guint row, guint job, TsTimelineView *view)
{
  g_free (self->details);
  self->details = ts_timeline_describe_job (
      ts_timeline_plot_get_timeline (ts_timeline_view_get_plot (view)), row, job);
  _ts_timeline_page_show_caption (self, self->details);
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
  _ts_timeline_page_show_whole_steps (self);
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

/* The planner needs no log: the page comes into the switcher with it, and stays for this folder. */
static void
plan_pipeline_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsTimelinePage *self = data;

  show_there (self, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "timeline");
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
  g_clear_pointer (&self->work, ts_timeline_work_free);
  g_clear_pointer (&self->other_log, ts_timeline_unref);
  self->clocks_fixed = FALSE;
  self->wanted_step = -1;
  g_clear_pointer (&self->wanted_ideal, g_free);
  ts_timeline_panel_set_compare (self->panel, TS_COMPARE_WITH_NOTHING);
  ts_timeline_panel_set_stages (self->panel, "", TRUE);
  ts_timeline_panel_set_timeline (self->panel, NULL);
  ts_step_strip_set_timeline (self->strip, NULL);
  update_follow (self);
  show_there (self, can);
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
                                 ts_timeline_view_get_plot (self->ideal_view),
                                 self->work != NULL ? self->work->offsets : NULL);
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
  static const GActionEntry actions[] = { { "plan-pipeline", plan_pipeline_activated } };
  TsTimelinePage *self = TS_TIMELINE_PAGE (object);

  G_OBJECT_CLASS (ts_timeline_page_parent_class)->constructed (object);
  g_action_map_add_action_entries (ts_page_get_actions (TS_PAGE (self)), actions,
                                   G_N_ELEMENTS (actions), self);
  g_signal_connect_object (ts_page_get_session (TS_PAGE (self)), "layout-changed",
                           G_CALLBACK (layout_changed_cb), self, G_CONNECT_SWAPPED);
  ts_timeline_panel_set_timeline (self->panel, NULL);
  _ts_timeline_page_show_all (self);
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

  g_clear_pointer (&self->work, ts_timeline_work_free);
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
