/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include <glib/gi18n-lib.h>

/* Most exports are done before anybody could read that they run. */
#define BAR_DELAY_MS 300

/* One file to be written; on the thread that writes it from then on. */
typedef struct
{
  TsPageExport *export;
  GFile *file;
  char *path;
  double scale;
  gboolean dark;
  gboolean whole;
} Job;

static void
job_free (Job *job)
{
  ts_page_export_unref (job->export);
  g_object_unref (job->file);
  g_free (job->path);
  g_free (job);
}

/* --- writing ------------------------------------------------------------------------------ */

static gboolean
write_picture (Job *job, GCancellable *cancellable, GError **error)
{
  TsPageExport *export = job->export;
  TsPlotStyle style;
  gboolean ok;

  ts_plot_style_init (&style, job->dark);
  style.scale = export->max_scale > 0 ? MIN (job->scale, export->max_scale) : job->scale;
  ok = ts_export_full (job->path, ts_export_type_from_path (job->path), &style, export->width,
                       export->height, export->draw,
                       job->whole && export->whole != NULL ? export->whole : export->data,
                       export->view, cancellable, error);
  ts_plot_style_clear (&style);
  return ok;
}

static void
export_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  gboolean ok = job->export->draw != NULL
                    ? write_picture (job, cancellable, &error)
                    : job->export->write (job->export->data, job->path, cancellable, &error);

  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* --- what is said of it ------------------------------------------------------------------- */

/* With a way to the file. */
static void
tell_saved (TsWindow *self, GFile *file)
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

/* Whose export it is, on the main loop: what is a widget's is not freed by a thread. */
typedef struct
{
  TsWindow *window;
  GApplication *application; /* held */
} Call;

static void
export_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Call *call = data;
  g_autoptr (TsWindow) self = call->window;
  g_autoptr (GApplication) application = call->application;
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);

  g_application_release (application);
  self->n_exports--;
  if (self->closed)
    return;
  if (self->n_exports == 0)
    {
      g_clear_object (&self->export_cancellable);
      g_clear_handle_id (&self->export_source, g_source_remove);
      ts_notice_bar_hide (self->export_bar);
    }
  _ts_window_update_actions (self);
  if (ok)
    tell_saved (self, job->file);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _ts_window_toast (self, _ ("Export cancelled; nothing was written"));
  else
    _ts_window_toast_error (self,
                            job->export->draw != NULL ? _ ("The picture could not be saved")
                                                      : _ ("The file could not be saved"),
                            error);
}

static gboolean
show_bar_cb (gpointer data)
{
  TsWindow *self = data;

  self->export_source = 0;
  ts_notice_bar_show (self->export_bar, TS_SEVERITY_INFO, _ ("Saving…"), _ ("_Cancel"),
                      "win.cancel-export", FALSE);
  ts_notice_bar_set_busy (self->export_bar, TRUE);
  return G_SOURCE_REMOVE;
}

void
ts_window_export (TsWindow *self, TsPageExport *export, const TsPictureChoice *choice)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *path = NULL;
  Call *call;
  Job *job;

  g_return_if_fail (TS_IS_WINDOW (self) && export != NULL && choice != NULL);
  path = g_file_get_path (choice->file);
  if (path == NULL)
    {
      _ts_window_toast (self, _ ("Files can be saved on this computer only"));
      return;
    }
  if (self->n_exports++ == 0)
    {
      self->export_cancellable = g_cancellable_new ();
      self->export_source = g_timeout_add (BAR_DELAY_MS, show_bar_cb, self);
    }
  job = g_new0 (Job, 1);
  *job = (Job){ .export = ts_page_export_ref (export),
                .file = g_object_ref (choice->file),
                .path = g_steal_pointer (&path),
                .scale = choice->scale,
                .dark = choice->dark,
                .whole = choice->whole };
  call = g_new0 (Call, 1);
  call->window = g_object_ref (self);
  call->application = g_object_ref (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  g_application_hold (call->application);
  task = g_task_new (NULL, self->export_cancellable, export_cb, call);
  g_task_set_source_tag (task, ts_window_export);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  _ts_window_update_actions (self);
  g_task_run_in_thread (task, export_worker);
}

gboolean
ts_window_is_exporting (TsWindow *self)
{
  g_return_val_if_fail (TS_IS_WINDOW (self), FALSE);
  return self->n_exports > 0;
}

void
_ts_window_cancel_exports (TsWindow *self)
{
  g_cancellable_cancel (self->export_cancellable);
}

/* --- asking ------------------------------------------------------------------------------- */

/* What is exported, as it was when the dialog opened. */
typedef struct
{
  TsWindow *window;
  TsPageExport *export;
} Question;

static void
choice_cb (const TsPictureChoice *choice, gpointer data)
{
  Question *question = data;

  if (choice != NULL && !question->window->closed)
    ts_window_export (question->window, question->export, choice);
  ts_page_export_unref (question->export);
  g_object_unref (question->window);
  g_free (question);
}

static void
file_cb (GFile *file, gpointer data)
{
  const TsPictureChoice choice = { .file = file };

  choice_cb (file != NULL ? &choice : NULL, data);
}

void
_ts_window_choose_export (TsWindow *self, TsPageExport *export)
{
  Question *question = g_new0 (Question, 1);

  question->window = g_object_ref (self);
  question->export = ts_page_export_ref (export);
  if (export->draw != NULL)
    ts_dialog_save_picture (GTK_WINDOW (self), _ (export->kind->heading), export->file_name, NULL,
                            export->whole != NULL, choice_cb, question);
  else
    ts_dialog_save_file (GTK_WINDOW (self), _ (export->kind->heading), export->file_name,
                         export->filter_name, export->pattern, file_cb, question);
}
