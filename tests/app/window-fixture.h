/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"
#include "app/application.h"
#include "app/trends/trends-page.h"
#include "app/window/window.h"
#include "ingest/import.h"

#include <glib/gstdio.h>
#include <time.h>

/* A window of the real application in this process, and folders for it to look into. */
typedef struct
{
  TsApplication *app;
  TsWindow *window;
  char *folder; /* a new empty one */
} WindowFixture;

static inline void
window_iterate (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* Runs the main loop until condition holds, at most 20 s. */
#define window_wait_for(condition)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 _end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;                                   \
    while (!(condition))                                                                           \
      {                                                                                            \
        if (g_get_monotonic_time () > _end)                                                        \
          g_error ("%s:%d: waited in vain for %s", __FILE__, __LINE__, #condition);                \
        if (!g_main_context_iteration (NULL, FALSE))                                               \
          g_usleep (1000);                                                                         \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

/* How long the main loop was away: by the clock, and by the work of its own thread, which a busy
 * machine does not stretch. In microseconds. */
typedef struct
{
  gint64 last_beat, longest_gap;
  gint64 last_work, longest_work;
  guint n_long; /* gaps over 50 ms by the clock */
} WindowPulse;

static inline gint64
window_get_work (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static inline gboolean
window_beat_cb (gpointer data)
{
  WindowPulse *pulse = data;
  gint64 now = g_get_monotonic_time (), work = window_get_work ();

  if (pulse->last_beat > 0)
    {
      pulse->longest_gap = MAX (pulse->longest_gap, now - pulse->last_beat);
      pulse->longest_work = MAX (pulse->longest_work, work - pulse->last_work);
      pulse->n_long += now - pulse->last_beat > 50 * 1000;
    }
  pulse->last_beat = now;
  pulse->last_work = work;
  return G_SOURCE_CONTINUE;
}

static inline GVariant *
window_get_state (WindowFixture *self, const char *action)
{
  return g_action_group_get_action_state (G_ACTION_GROUP (self->window), action);
}

static inline gboolean
window_has_matrix (WindowFixture *self)
{
  TsMatrix *matrix = ts_session_get_matrix (ts_window_get_session (self->window));

  return matrix != NULL && matrix->x->n > 0 && matrix->y->n > 0;
}

static inline int
window_get_n_lines (WindowFixture *self)
{
  g_autoptr (GVariant) state = window_get_state (self, "n-lines");

  return g_variant_get_int32 (state);
}

/* Imports a fixture's data into the fixture's folder. */
static inline void
window_import_fixture (WindowFixture *self, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;

  options->data_dir = g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);
  options->db_dir = g_strdup (self->folder);
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static inline void
window_open (WindowFixture *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ts_window_open (self->window, file);
}

/* One for all tests: it leaves the session bus only when it stops running. */
static inline TsApplication *
window_get_application (void)
{
  static TsApplication *app;
  g_autoptr (GError) error = NULL;

  if (app != NULL)
    return app;
  app = ts_application_new ();
  g_application_set_flags (G_APPLICATION (app),
                           G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (app), NULL, &error);
  g_assert_no_error (error);
  return app;
}

static inline void
window_set_up (WindowFixture *self, gconstpointer data)
{
  g_autofree char *folder = test_tmp_dir ();

  self->folder = g_build_filename (folder, "trendscope window", NULL); /* a space in it */
  g_assert_cmpint (g_mkdir (self->folder, 0700), ==, 0);
  self->app = window_get_application ();
  self->window = ts_window_new (GTK_APPLICATION (self->app));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 800);
  gtk_window_present (GTK_WINDOW (self->window));
  window_iterate (100);
}

static inline void
window_tear_down (WindowFixture *self, gconstpointer data)
{
  ts_window_cancel_import (self->window);
  window_wait_for (!ts_window_is_importing (self->window));
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  gtk_window_destroy (GTK_WINDOW (self->window));
  /* Nothing keeps a closed window: no signal, no request that never ended. */
  window_wait_for (self->window == NULL);
  test_remove_tree (self->folder);
  g_clear_pointer (&self->folder, g_free);
}

static inline TsTrendsPage *
window_get_trends (WindowFixture *self)
{
  return TS_TRENDS_PAGE (ts_window_get_page (self->window, "trends"));
}

static inline TsHeatmapView *
window_get_heatmap (WindowFixture *self)
{
  return ts_trends_page_get_heatmap_view (window_get_trends (self));
}

static inline TsLineView *
window_get_lines (WindowFixture *self)
{
  return ts_trends_page_get_line_view (window_get_trends (self));
}

static inline void
window_activate (WindowFixture *self, const char *action, GVariant *parameter)
{
  g_assert_true (g_action_group_has_action (G_ACTION_GROUP (self->window), action));
  g_action_group_activate_action (G_ACTION_GROUP (self->window), action, parameter);
}

/* Opens a fixture's database and waits for its heat map. */
static inline void
window_open_fixture (WindowFixture *self, const char *name)
{
  window_import_fixture (self, name);
  window_open (self, self->folder);
  window_wait_for (window_has_matrix (self));
  window_iterate (200);
}

/* Writes what a page exports to path, as its dialog would have it done, and waits for the end. */
static inline void
window_export (WindowFixture *self, const char *page, const char *name, const char *path)
{
  TsPage *exporting = ts_window_get_page (self->window, page);
  g_autoptr (TsPageExport) export = TS_PAGE_GET_CLASS (exporting)->create_export (exporting, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const TsPictureChoice choice = { .file = file, .scale = 2 };

  ts_window_export (self->window, export, &choice);
  window_wait_for (!ts_window_is_exporting (self->window));
}

/* The text of a label in widget that is seen, with this in it; NULL: none. */
static inline const char *
find_text (GtkWidget *widget, const char *part)
{
  const char *found = NULL;

  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_REVEALER (widget) && !gtk_revealer_get_reveal_child (GTK_REVEALER (widget)))
    return NULL;
  if (GTK_IS_LABEL (widget))
    return strstr (gtk_label_get_text (GTK_LABEL (widget)), part);
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL && found == NULL;
       c = gtk_widget_get_next_sibling (c))
    found = find_text (c, part);
  return found;
}

static inline const char *
window_find_text (WindowFixture *self, const char *part)
{
  return find_text (GTK_WIDGET (self->window), part);
}
