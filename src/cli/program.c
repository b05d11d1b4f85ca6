/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/program.h"

#include "cli/console.h"
#include "model/program-folder.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#if HAVE_GNU_MALLOC
#include <malloc.h>
#endif

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

/* Blocks of a megabyte are given back to the system as soon as they are freed. The C library would
 * raise the limit by itself, and then keep the large tables of one thread in a heap where no other
 * thread has any use for them. What is given back of a heap's end is limited too, or it would come
 * and go with every batch of an import. For the whole process, so before there is a second thread.
 */
static void
return_large_blocks (void)
{
#if HAVE_GNU_MALLOC
  mallopt (M_MMAP_THRESHOLD, 1024 * 1024);
  mallopt (M_TRIM_THRESHOLD, 4 * 1024 * 1024);
  mallopt (M_ARENA_MAX, 2);
#endif
}

void
ts_program_init (void)
{
  g_autofree char *locale_dir = dup_locale_dir ();

  return_large_blocks ();
  /* A limit on the size of files then is an error like a full disk, and is cleaned up after. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  ts_console_init ();
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
