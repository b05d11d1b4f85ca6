/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/program.h"
#include "model/program-folder.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <unistd.h>

/* Where the program with the window is: installed apart, or beside this one in the folder it was
 * built in. */
static char *
dup_window_program (void)
{
  g_autofree char *folder = ts_program_dup_folder ();
  g_autofree char *beside
      = folder != NULL ? g_build_filename (folder, TS_WINDOW_PROGRAM, NULL) : NULL;

  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  return g_build_filename (TS_LIBEXEC_DIR, TS_WINDOW_PROGRAM, NULL);
}

/* Becomes the program with the window. A command on a cluster has no use for GTK and must not wait
 * for its seventy libraries, so only that one is linked to it. */
static int
show_window (char **argv)
{
  g_autofree char *program = dup_window_program ();

  execv (program, argv);
  if (errno == ENOENT)
    g_printerr (_ ("trendscope: this installation has no window (%s is missing); see “trendscope "
                   "--help” for what works without one\n"),
                program);
  else
    g_printerr (_ ("trendscope: could not start %s: %s\n"), program, g_strerror (errno));
  return TS_EXIT_NOTHING;
}

int
main (int argc, char **argv)
{
  int status = 0;

  ts_program_init ();
  if (ts_cli_run (argc, argv, &status))
    return status;
  return show_window (argv);
}
