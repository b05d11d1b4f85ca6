/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/application.h"
#include "cli/cli.h"

#include <glib/gi18n.h>
#include <locale.h>

int
main (int argc, char **argv)
{
  int status = 0;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, TS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (ts_cli_run (argc, argv, &status))
    return status;
  return ts_application_run (argc, argv);
}
