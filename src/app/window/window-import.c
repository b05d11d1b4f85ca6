/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/import-dialog.h"
#include "app/window/report-dialog.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>

/* --- sheet -------------------------------------------------------------------------------- */

static void
confirmed_cb (TsImportDialog *dialog, const TsImportOptions *options, TsWindow *self)
{
  ts_window_import (self, options);
}

void
_ts_window_show_import_dialog (TsWindow *self)
{
  TsImportDialog *dialog;

  if (self->location == NULL || self->location->runs->len == 0 || ts_window_is_importing (self))
    return;
  dialog = ts_import_dialog_new (GTK_WINDOW (self), self->location);
  g_signal_connect_object (dialog, "confirmed", G_CALLBACK (confirmed_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- progress ----------------------------------------------------------------------------- */

static double
get_fraction (guint64 done, guint64 total)
{
  return total == 0 ? 0 : (double) done / (double) total;
}

static void
show_progress (TsWindow *self, const TsImportProgress *progress)
{
  g_autofree char *rows = ts_format_count (progress->rows);
  g_autofree char *text = g_strdup_printf (_ ("Importing: %s rows from %u of %u files"), rows,
                                           progress->units_done, progress->units_total);

  ts_notice_bar_set_text (self->progress_bar, text);
  ts_notice_bar_set_fraction (self->progress_bar,
                              get_fraction (progress->bytes_done, progress->bytes_total));
}

static void
show_tagging (TsWindow *self, const TsImportProgress *progress)
{
  g_autofree char *done = ts_format_count (progress->targets_done);
  g_autofree char *total = ts_format_count (progress->targets_total);
  g_autofree char *text = g_strdup_printf (_ ("Importing: tags of %s of %s tensors"), done, total);

  ts_notice_bar_set_text (self->progress_bar, text);
  ts_notice_bar_set_fraction (self->progress_bar,
                              get_fraction (progress->targets_done, progress->targets_total));
}

static void
progress_cb (const TsImportProgress *progress, gpointer data)
{
  TsWindow *self = data;

  if (self->closed || !ts_window_is_importing (self)
      || g_cancellable_is_cancelled (self->import_cancellable))
    return;
  if (progress->targets_total > 0)
    show_tagging (self, progress);
  else
    show_progress (self, progress);
}

/* --- result ------------------------------------------------------------------------------- */

static void
show_result (TsWindow *self, TsImportResult *result, gboolean update)
{
  g_autofree char *rows = ts_format_count (ts_import_report_get_rows_stored (result->report));
  double seconds = (double) (g_get_monotonic_time () - self->import_started) / G_USEC_PER_SEC;
  g_autofree char *text = g_strdup_printf (
      update ? _ ("Added %s rows in %.1f s") : _ ("Imported %s rows in %.1f s"), rows, seconds);

  g_clear_pointer (&self->report, ts_import_report_unref);
  self->report = ts_import_report_ref (result->report);
  if (ts_import_report_get_worst (result->report) > TS_SEVERITY_INFO)
    {
      g_autofree char *summary = ts_report_dup_summary (result->report);
      g_autofree char *notice = g_strdup_printf (_ ("%s: %s"), text, summary);
      _ts_window_note (self, ts_import_report_get_worst (result->report), notice, FALSE, TRUE);
    }
  else
    _ts_window_toast (self, text);
}

/* Whose import it is; the application stays until it has ended. */
typedef struct
{
  TsWindow *window;
  GApplication *application; /* held */
  char *folder;
  gboolean update;
} ImportCall;

static void
import_call_free (ImportCall *call)
{
  g_application_release (call->application);
  g_object_unref (call->application);
  g_object_unref (call->window);
  g_free (call->folder);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImportCall, import_call_free)

static void
import_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (ImportCall) call = data;
  TsWindow *self = call->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsImportResult) result = ts_import_run_finish (async_result, &error);

  g_clear_object (&self->import_cancellable);
  if (self->closed)
    return;
  ts_notice_bar_hide (self->progress_bar);
  if (result != NULL)
    {
      show_result (self, result, call->update);
      if (result->databases->len > 0)
        _ts_window_look (self, call->folder, FALSE, g_ptr_array_index (result->databases, 0));
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _ts_window_toast (self, _ ("Import cancelled; nothing was written"));
  else
    {
      g_autofree char *text = g_strdup_printf (_ ("Import failed: %s"), error->message);
      _ts_window_note (self, TS_SEVERITY_ERROR, text, FALSE, FALSE);
    }
  _ts_window_update_actions (self);
}

void
ts_window_import (TsWindow *self, const TsImportOptions *options)
{
  ImportCall *call;

  g_return_if_fail (TS_IS_WINDOW (self));
  if (ts_window_is_importing (self))
    return;
  call = g_new0 (ImportCall, 1);
  call->window = g_object_ref (self);
  call->application = g_object_ref (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  call->folder = g_strdup (options->data_dir);
  call->update = options->update;
  g_application_hold (call->application);
  self->import_cancellable = g_cancellable_new ();
  self->import_started = g_get_monotonic_time ();
  ts_notice_bar_hide (self->notice_bar);
  ts_notice_bar_show (self->progress_bar, TS_SEVERITY_INFO, _ ("Importing…"), _ ("_Cancel"),
                      "win.cancel-import", FALSE);
  ts_notice_bar_set_fraction (self->progress_bar, 0);
  _ts_window_update_actions (self);
  ts_import_run_async (options, progress_cb, g_object_ref (self), g_object_unref,
                       self->import_cancellable, import_cb, call);
}

gboolean
ts_window_is_importing (TsWindow *self)
{
  g_return_val_if_fail (TS_IS_WINDOW (self), FALSE);
  return self->import_cancellable != NULL;
}

void
ts_window_cancel_import (TsWindow *self)
{
  g_return_if_fail (TS_IS_WINDOW (self));
  if (self->import_cancellable == NULL)
    return;
  g_cancellable_cancel (self->import_cancellable);
  if (!self->closed)
    ts_notice_bar_set_text (self->progress_bar, _ ("Cancelling…"));
}

void
_ts_window_show_report (TsWindow *self)
{
  if (self->report != NULL)
    gtk_window_present (GTK_WINDOW (ts_report_dialog_new (GTK_WINDOW (self), self->report)));
}
