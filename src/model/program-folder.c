/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/program-folder.h"

char *
ts_program_dup_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL ? g_path_get_dirname (program) : NULL;
}
