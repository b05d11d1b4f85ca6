/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"
#include "cli/program.h"

/* What main.c becomes when a window is wanted. */
int
main (int argc, char **argv)
{
  ts_program_init ();
  return ts_application_run (argc, argv);
}
