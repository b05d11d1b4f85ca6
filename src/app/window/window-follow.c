/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "ingest/follow.h"
#include "ingest/freshness.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>

/* Data that is newer than its database: a bar says so and updates; and while the window follows,
 * what files grow by is added and shown as it comes. */

#define INTERVAL 10 /* seconds between two looks where no change is told */

/* --- which data the database was made of --------------------------------------------------- */

static const TsFoundRun *
find_run (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autofree char *name = catalog != NULL ? g_path_get_basename (catalog->path) : NULL;

  for (guint i = 0; name != NULL && self->location != NULL && i < self->location->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (self->location->runs, i);
      if (g_str_equal (run->db_name, name))
        return run;
    }
  return NULL;
}

static TsImportOptions *
create_options (TsWindow *self)
{
  TsImportOptions *options = ts_import_options_new ();

  options->data_dir = g_strdup (self->location->folder);
  options->db_dir = g_path_get_dirname (ts_session_get_catalog (self->session)->path);
  options->only = g_path_get_basename (ts_session_get_catalog (self->session)->path);
  options->update = TRUE;
  return options;
}

gboolean
_ts_window_can_update (TsWindow *self)
{
  return find_run (self) != NULL;
}

void
_ts_window_update (TsWindow *self)
{
  g_autoptr (TsImportOptions) options = NULL;

  if (find_run (self) == NULL || ts_window_is_importing (self))
    return;
  options = create_options (self);
  ts_window_import (self, options);
}

/* --- the bar ------------------------------------------------------------------------------- */

typedef struct
{
  TsFoundRun *run;
  char *path;
} Question;

static void
question_free (Question *self)
{
  ts_found_run_free (self->run);
  g_free (self->path);
  g_free (self);
}

static void
freshness_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  g_autofree TsFreshness *freshness = g_new0 (TsFreshness, 1);
  GError *error = NULL;

  if (ts_freshness_check (freshness, question->run, question->path, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&freshness), g_free);
  else
    g_task_return_error (task, error);
}

static void
freshness_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsWindow) self = data;
  g_autofree TsFreshness *freshness = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;

  if (freshness == NULL || self->closed)
    return;
  if (!freshness->known)
    _ts_window_tell_growth (self);
  if (!freshness->known || ts_freshness_is_current (freshness) || self->follow_cancellable != NULL)
    return;
  what = ts_freshness_dup_text (freshness);
  /* Translators: after it, like “12 newer steps, 1 rank more”. */
  text = g_strdup_printf (_ ("The data has changed since it was imported: %s"), what);
  self->notice_is_of_opening = TRUE;
  ts_notice_bar_show (self->notice_bar, TS_SEVERITY_INFO, text, _ ("_Update"), "win.update", TRUE);
}

void
_ts_window_check_freshness (TsWindow *self)
{
  const TsFoundRun *run = find_run (self);
  g_autoptr (GTask) task = NULL;
  Question *question;

  if (run == NULL)
    return;
  question = g_new0 (Question, 1);
  question->run = ts_found_run_copy (run);
  question->path = g_strdup (ts_session_get_catalog (self->session)->path);
  task = g_task_new (NULL, self->open_cancellable, freshness_cb, g_object_ref (self));
  g_task_set_source_tag (task, _ts_window_check_freshness);
  g_task_set_task_data (task, question, (GDestroyNotify) question_free);
  g_task_run_in_thread (task, freshness_worker);
}

/* --- what follows is shown ----------------------------------------------------------------- */

static void
renewed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load_finish (result, &error);

  self->renewing = FALSE;
  if (self->closed || self->follow_cancellable == NULL)
    return;
  if (catalog != NULL
      && g_strcmp0 (catalog->path, ts_session_get_catalog (self->session)->path) == 0
      && !ts_session_renew (self->session, catalog))
    _ts_window_reload (self);
  if (self->renew_again)
    _ts_window_renew (self);
}

void
_ts_window_renew (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);

  self->renew_again = self->renewing;
  if (self->renewing || catalog == NULL)
    return;
  self->renewing = TRUE;
  ts_catalog_load_async (catalog->path, NULL, renewed_cb, g_object_ref (self));
}

/* --- following ----------------------------------------------------------------------------- */

/* The thread's. The window is touched on the main thread alone, and not kept by it. */
typedef struct
{
  GWeakRef window;
  GApplication *application; /* held */
  TsImportOptions *options;
  GCancellable *cancellable;
  GError *error;
} Follower;

/* What a round says, on its way to the main thread. */
typedef struct
{
  Follower *follower;
  char *error;
} News;

static void
follower_free (Follower *self)
{
  g_application_release (self->application);
  g_object_unref (self->application);
  g_weak_ref_clear (&self->window);
  ts_import_options_free (self->options);
  g_object_unref (self->cancellable);
  g_clear_error (&self->error);
  g_free (self);
}

/* The window, if it still follows this; else NULL. Caller unrefs. */
static TsWindow *
dup_window (Follower *self)
{
  g_autoptr (TsWindow) window = g_weak_ref_get (&self->window);

  if (window == NULL || window->closed || window->follow_cancellable != self->cancellable)
    return NULL;
  return g_steal_pointer (&window);
}

static gboolean
news_cb (gpointer data)
{
  News *news = data;
  g_autoptr (TsWindow) self = dup_window (news->follower);

  if (self != NULL)
    {
      if (news->error == NULL)
        _ts_window_renew (self);
      else
        _ts_window_note (self, TS_SEVERITY_WARNING, news->error, TRUE, FALSE);
    }
  g_free (news->error);
  g_free (news);
  return G_SOURCE_REMOVE;
}

static void
round_cb (const TsFollowRound *round, gpointer data)
{
  News *news = g_new0 (News, 1);

  news->follower = data;
  if (round->error != NULL)
    news->error = g_strdup (round->error->message);
  g_idle_add (news_cb, news);
}

static gboolean
ended_cb (gpointer data)
{
  Follower *follower = data;
  g_autoptr (TsWindow) self = dup_window (follower);

  if (self != NULL)
    {
      g_autofree char *text = NULL;
      if (follower->error != NULL)
        text = g_strdup_printf (_ ("Following has ended: %s"), follower->error->message);
      if (text != NULL)
        _ts_window_note (self, TS_SEVERITY_ERROR, text, TRUE, FALSE);
      g_clear_object (&self->follow_cancellable);
      _ts_window_update_actions (self);
    }
  follower_free (follower);
  return G_SOURCE_REMOVE;
}

static gpointer
follow_thread (gpointer data)
{
  Follower *self = data;

  ts_follow_run (self->options, INTERVAL, round_cb, self, self->cancellable, &self->error);
  g_idle_add (ended_cb, self);
  return NULL;
}

static void
start (TsWindow *self)
{
  Follower *follower;

  self->follow_cancellable = g_cancellable_new ();
  /* A database without its data can only be rewritten by somebody else: window-watch.c. */
  if (find_run (self) == NULL)
    return;
  follower = g_new0 (Follower, 1);
  g_weak_ref_init (&follower->window, self);
  follower->application
      = g_object_ref (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  g_application_hold (follower->application);
  follower->options = create_options (self);
  follower->cancellable = g_object_ref (self->follow_cancellable);
  g_thread_unref (g_thread_new ("follow", follow_thread, follower));
}

void
_ts_window_set_follow (TsWindow *self, gboolean follow)
{
  if (follow == (self->follow_cancellable != NULL)
      || (follow && ts_session_get_catalog (self->session) == NULL))
    return;
  if (follow)
    {
      if (self->notice_is_of_opening)
        ts_notice_bar_hide (self->notice_bar);
      start (self);
    }
  else
    {
      g_cancellable_cancel (self->follow_cancellable);
      g_clear_object (&self->follow_cancellable);
    }
  _ts_window_update_actions (self);
}
