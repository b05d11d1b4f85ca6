/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"

/* A session on one of msProbe's own databases, and what it said. */
typedef struct
{
  TsSession *session;
  TsCatalog *catalog;
  GMainLoop *loop;
  guint n_matrices;
  guint n_lines;
  TsSeries *line;  /* borrowed from seen */
  GPtrArray *seen; /* TsSeries */
} SessionFixture;

static inline void
session_matrix_changed_cb (TsSession *session, SessionFixture *fixture)
{
  if (ts_session_get_matrix (session) != NULL)
    fixture->n_matrices++;
}

/* Counts every series that comes, and keeps the last. */
static inline void
session_lines_changed_cb (TsSession *session, SessionFixture *fixture)
{
  const GArray *lines = ts_session_get_lines (session);

  for (guint i = 0; i < lines->len; i++)
    {
      TsSeries *series = g_array_index (lines, TsChartLine, i).series;
      if (series == NULL || g_ptr_array_find (fixture->seen, series, NULL))
        continue;
      g_ptr_array_add (fixture->seen, ts_series_ref (series));
      fixture->n_lines++;
      fixture->line = series;
    }
}

static inline void
session_states_changed_cb (TsSession *session, SessionFixture *fixture)
{
  const GError *error = NULL;

  if (ts_session_get_heatmap_state (session, &error) == TS_CHART_FAILED
      || ts_session_get_lines_state (session, &error) == TS_CHART_FAILED)
    g_error ("a query failed: %s", error->message);
}

static inline TsCatalog *
session_load_catalog (const char *fixture_name, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("TS_FIXTURES"), fixture_name, "expected",
                                            "nomicro", file, NULL);
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static inline gboolean
session_timeout_cb (gpointer data)
{
  g_error ("nothing happened for 10 s");
  return G_SOURCE_REMOVE;
}

/* Runs the main loop until *counter has reached at least wanted. */
static inline void
session_wait_for (const guint *counter, guint wanted)
{
  guint timeout = g_timeout_add_seconds (10, session_timeout_cb, NULL);

  while (*counter < wanted)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* Runs the main loop until the heat map has that dimension across. */
static inline void
session_wait_for_x (TsSession *session, TsDimension dimension)
{
  guint timeout = g_timeout_add_seconds (10, session_timeout_cb, NULL);

  while (ts_session_get_matrix (session)->x->dimension != dimension)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* Lets everything that is under way arrive. */
static inline void
session_settle (void)
{
  gint64 end = g_get_monotonic_time () + 150 * 1000;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

static inline void
session_set_up (SessionFixture *fixture, gconstpointer data)
{
  fixture->session = ts_session_new ();
  fixture->catalog = session_load_catalog ("monitor_2rank", "monitor_data.trend.db");
  g_signal_connect (fixture->session, "matrix-changed", G_CALLBACK (session_matrix_changed_cb),
                    fixture);
  fixture->seen = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_series_unref);
  g_signal_connect (fixture->session, "lines-changed", G_CALLBACK (session_lines_changed_cb),
                    fixture);
  g_signal_connect (fixture->session, "states-changed", G_CALLBACK (session_states_changed_cb),
                    fixture);
  ts_session_set_catalog (fixture->session, fixture->catalog);
  session_wait_for (&fixture->n_matrices, 1);
}

static inline void
session_tear_down (SessionFixture *fixture, gconstpointer data)
{
  session_settle ();
  ts_catalog_unref (fixture->catalog);
  g_assert_finalize_object (fixture->session);
  g_ptr_array_unref (fixture->seen);
}
