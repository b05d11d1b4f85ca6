/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exit statuses of every command. */
#define TS_EXIT_OK         0
#define TS_EXIT_NOTHING    1 /* nothing was done */
#define TS_EXIT_USAGE      2
#define TS_EXIT_INCOMPLETE 3 /* done, but something was skipped */
#define TS_EXIT_FOUND      4 /* faults were found */
#define TS_EXIT_DIFFERS    5 /* a difference starts somewhere */

/* Runs the command that argv asks for (--convert, --find-faults, --export-heatmap,
 * --plot-parallelism, --help,
 * --version) without a display, or says which option there is not. FALSE when argv asks for
 * neither: the window is wanted. */
gboolean ts_cli_run (int argc, char **argv, int *exit_status);

/* One command each; argv still has the command's own option. */
int ts_cli_convert (int argc, char **argv);
int ts_cli_check_parts (int argc, char **argv);
int ts_cli_merge (int argc, char **argv);
int ts_cli_find_faults (int argc, char **argv);
int ts_cli_compare (int argc, char **argv);
int ts_cli_export (int argc, char **argv);
int ts_cli_plot_parallelism (int argc, char **argv);
int ts_cli_timeline (int argc, char **argv);
int ts_cli_model (int argc, char **argv);
int ts_cli_compare_model (int argc, char **argv);

G_END_DECLS
