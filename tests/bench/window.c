/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the main loop is blocked while the window imports: window FOLDER [SECONDS-TO-CANCEL]. */
#include "../app/window-fixture.h"

static void
print_pulse (const char *what, const WindowPulse *pulse)
{
  g_print ("%s: longest gap %.1f ms (own work %.1f ms), %u over 50 ms\n", what,
           (double) pulse->longest_gap / 1000, (double) pulse->longest_work / 1000, pulse->n_long);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

int
main (int argc, char **argv)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  WindowFixture self = { 0 };
  WindowPulse pulse = { 0 };
  double cancel_after = argc > 2 ? g_ascii_strtod (argv[2], NULL) : 0;
  gint64 start;

  if (argc < 2 || !gtk_init_check ())
    {
      g_printerr ("usage: window FOLDER [SECONDS-TO-CANCEL], with a display\n");
      return 2;
    }
  window_set_up (&self, NULL);
  options->data_dir = g_canonicalize_filename (argv[1], NULL);
  options->db_dir = g_strdup (self.folder);
  window_iterate (500);
  g_timeout_add (1, window_beat_cb, &pulse);
  start = g_get_monotonic_time ();
  ts_window_import (self.window, options);
  while (ts_window_is_importing (self.window))
    {
      g_main_context_iteration (NULL, TRUE);
      if (cancel_after > 0 && (double) (g_get_monotonic_time () - start) / 1e6 > cancel_after)
        ts_window_cancel_import (self.window);
    }
  g_print ("import: %.2f s, %u files in the folder\n",
           (double) (g_get_monotonic_time () - start) / 1e6, count_files (self.folder));
  print_pulse ("import", &pulse);
  if (cancel_after <= 0)
    {
      pulse = (WindowPulse){ 0 };
      window_wait_for (window_has_matrix (&self));
      window_iterate (1000);
      print_pulse ("first view", &pulse);
    }
  window_tear_down (&self, NULL);
  return 0;
}
