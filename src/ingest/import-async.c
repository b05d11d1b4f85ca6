/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import.h"

/* An import on its way, shared by its thread and the caller's main context. */
typedef struct
{
  TsImportOptions *options;
  TsImportProgressFunc progress;
  gpointer data;
  GDestroyNotify data_free;
  GMainContext *context; /* the caller's */

  GMutex mutex; /* guards the rest */
  TsImportProgress latest;
  gboolean pending; /* the context will look at latest soon */
  gboolean ended;   /* it must not any more */
} AsyncImport;

static void
clear_async_import (gpointer data)
{
  AsyncImport *self = data;

  ts_import_options_free (self->options);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
}

static void
async_import_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, clear_async_import);
}

static void
call_in_context (AsyncImport *self, GSourceFunc func)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, g_atomic_rc_box_acquire (self), async_import_unref);
  g_source_attach (source, self->context);
}

static gboolean
deliver_progress (gpointer data)
{
  AsyncImport *self = data;
  TsImportProgress latest;
  gboolean ended;

  g_mutex_lock (&self->mutex);
  latest = self->latest;
  ended = self->ended;
  self->pending = FALSE;
  g_mutex_unlock (&self->mutex);
  if (!ended)
    self->progress (&latest, self->data);
  return G_SOURCE_REMOVE;
}

/* On the import's thread. However often it is called, at most one delivery is under way. */
static void
take_progress (const TsImportProgress *progress, gpointer data)
{
  AsyncImport *self = data;
  gboolean start;

  g_mutex_lock (&self->mutex);
  self->latest = *progress;
  start = !self->pending;
  self->pending = TRUE;
  g_mutex_unlock (&self->mutex);
  if (start)
    call_in_context (self, deliver_progress);
}

static gboolean
free_data (gpointer data)
{
  AsyncImport *self = data;

  self->data_free (self->data);
  return G_SOURCE_REMOVE;
}

/* The caller's data is freed where it was made. */
static void
end_progress (AsyncImport *self)
{
  g_mutex_lock (&self->mutex);
  self->ended = TRUE;
  g_mutex_unlock (&self->mutex);
  if (self->data_free != NULL)
    call_in_context (self, free_data);
}

static void
run_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  AsyncImport *self = task_data;
  g_autoptr (GError) error = NULL;
  TsImportResult *result = ts_import_run (
      self->options, self->progress == NULL ? NULL : take_progress, self, cancellable, &error);

  end_progress (self);
  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) ts_import_result_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
ts_import_run_async (const TsImportOptions *options,
                     TsImportProgressFunc progress,
                     gpointer data,
                     GDestroyNotify data_free,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  AsyncImport *self = g_atomic_rc_box_new0 (AsyncImport);

  self->options = ts_import_options_copy (options);
  self->progress = progress;
  self->data = data;
  self->data_free = data_free;
  self->context = g_main_context_ref_thread_default ();
  g_mutex_init (&self->mutex);
  g_task_set_source_tag (task, ts_import_run_async);
  g_task_set_task_data (task, self, async_import_unref);
  /* What is written stays written, even when the cancel came too late. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, run_in_thread);
}

TsImportResult *
ts_import_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
