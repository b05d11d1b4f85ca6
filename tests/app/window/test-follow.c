/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "../window-fixture.h"

#include <stdlib.h>

/* A run that goes on while it is shown: the bar that says what is newer, and the window that
 * follows. TS_FOLLOW_SECONDS: how long it is written to. */

#define N_RANKS   8
#define N_TARGETS 40

/* Appends step to the files of all ranks. */
static void
write_step (const char *folder, guint step)
{
  for (guint rank = 0; rank < N_RANKS; rank++)
    {
      g_autofree char *run = g_strdup_printf ("Dec03_21-34-40-rank%u-abcd1234", rank);
      g_autofree char *dir = g_build_filename (folder, run, NULL);
      g_autofree char *path = g_build_filename (dir, "actv_0-9999.csv", NULL);
      FILE *file;

      g_assert_cmpint (g_mkdir_with_parents (dir, 0755), ==, 0);
      file = g_fopen (path, "ab");
      g_assert_nonnull (file);
      if (ftell (file) == 0)
        fputs ("vpp_stage,name,step,norm,min,max\n", file);
      for (guint i = 0; i < N_TARGETS; i++)
        fprintf (file, "0,layers.%u.mlp,%u,%u,%u,%u\n", i, step, step * 100 + i, i, step);
      g_assert_cmpint (fclose (file), ==, 0);
    }
}

static void
import (WindowFixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;

  options->data_dir = g_strdup (self->folder);
  options->db_dir = g_strdup (self->folder);
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
open_run (WindowFixture *self, guint n_steps)
{
  for (guint step = 0; step < n_steps; step++)
    write_step (self->folder, step);
  import (self);
  window_open (self, self->folder);
  window_wait_for (window_has_matrix (self));
  window_iterate (200);
}

static guint
count_steps (WindowFixture *self)
{
  TsCatalog *catalog = ts_session_get_catalog (ts_window_get_session (self->window));

  return catalog != NULL ? catalog->steps->len : 0;
}

static void
set_follow (WindowFixture *self, gboolean follow)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self->window), "follow",
                                      g_variant_new_boolean (follow));
}

static gboolean
is_following (WindowFixture *self)
{
  g_autoptr (GVariant) state = window_get_state (self, "follow");

  return g_variant_get_boolean (state);
}

/* The bar says how much there is, and its button adds it. */
static void
test_update (WindowFixture *self, gconstpointer data)
{
  open_run (self, 3);
  g_assert_null (window_find_text (self, "changed since"));
  write_step (self->folder, 3);
  window_activate (self, "reload", NULL);
  window_wait_for (window_find_text (self, "8 files changed") != NULL);
  g_assert_cmpuint (count_steps (self), ==, 3);
  window_activate (self, "update", NULL);
  window_wait_for (count_steps (self) == 4);
  window_wait_for (!ts_window_is_importing (self->window));
  window_iterate (400);
  g_assert_null (window_find_text (self, "files changed"));
}

/* The view as it would be restored, without which import it was of: that one has been added to. */
static char *
save_view (TsSession *session)
{
  g_autofree char *json = ts_session_save (session);
  g_autoptr (GRegex) import = g_regex_new (" *\"import\".*\n", 0, 0, NULL);

  return g_regex_replace (import, json, -1, 0, "", 0, NULL);
}

/* New steps come by themselves; what was chosen and zoomed to stays, and there is never no picture.
 */
static void
test_follow (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  const char *seconds = g_getenv ("TS_FOLLOW_SECONDS");
  gint64 end;
  guint step = 3, beat;
  WindowPulse pulse = { 0 };
  g_autofree char *before = NULL, *after = NULL;

  open_run (self, 3);
  before = save_view (session);
  set_follow (self, TRUE);
  g_assert_true (is_following (self));
  window_iterate (500);
  beat = g_timeout_add (4, window_beat_cb, &pulse);
  end = g_get_monotonic_time () + (seconds != NULL ? atoi (seconds) : 6) * G_USEC_PER_SEC;
  while (g_get_monotonic_time () < end)
    {
      write_step (self->folder, step++);
      window_iterate (500);
      g_assert_true (window_has_matrix (self));
      g_assert_null (window_find_text (self, "out of date"));
    }
  window_wait_for (count_steps (self) == step);
  g_source_remove (beat);
  g_test_message ("%u steps, longest gap %.1f ms by the clock, %.1f ms of work", step,
                  (double) pulse.longest_gap / 1000, (double) pulse.longest_work / 1000);
  after = save_view (session);
  g_assert_cmpstr (before, ==, after);
  set_follow (self, FALSE);
  g_assert_false (is_following (self));
  write_step (self->folder, step);
  window_iterate (1500);
  g_assert_cmpuint (count_steps (self), ==, step);
  /* Debug builds and software drawing are slow; a query or an import would take far longer. */
  g_assert_cmpint (pulse.longest_work, <, 100 * 1000);
}

/* A window that is closed while it follows ends its thread. */
static void
test_closed (WindowFixture *self, gconstpointer data)
{
  open_run (self, 3);
  set_follow (self, TRUE);
  window_iterate (300);
  write_step (self->folder, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/follow/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("update", test_update);
  ADD ("follow", test_follow);
  ADD ("closed", test_closed);
  return g_test_run ();
}
