/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* For main(), after g_test_init(): whether there is a display. Without one the test says that it is
 * skipped, and main returns 0: of a TAP test any other status is a failure. */
static inline gboolean
test_has_display (void)
{
  if (gtk_init_check ())
    return TRUE;
  g_print ("1..0 # SKIP there is no display\n");
  return FALSE;
}
