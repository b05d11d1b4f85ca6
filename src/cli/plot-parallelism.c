/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"

int
ts_cli_plot_parallelism (int argc, char **argv)
{
  g_printerr ("trendscope: this build has no such command\n");
  return TS_EXIT_NOTHING;
}
