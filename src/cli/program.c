/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/program.h"

#include "cli/console.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>

char *
ts_program_dup_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL ? g_path_get_dirname (program) : NULL;
}

/* Beside an executable that was not installed, meson leaves the translations in ../po. */
static char *
dup_locale_dir (void)
{
  g_autofree char *folder = ts_program_dup_folder ();
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, "..", "po", NULL) : NULL;
  g_autofree char *catalogue = beside != NULL ? g_build_filename (beside, "zh_CN", "LC_MESSAGES",
                                                                  GETTEXT_PACKAGE ".mo", NULL)
                                              : NULL;

  if (catalogue != NULL && g_file_test (catalogue, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&beside);
  return g_strdup (TS_LOCALE_DIR);
}

void
ts_program_init (void)
{
  g_autofree char *locale_dir = dup_locale_dir ();

  /* A limit on the size of files then is an error like a full disk, and is cleaned up after. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  ts_console_init ();
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
