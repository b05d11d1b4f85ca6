/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define TS_TYPE_APPLICATION (ts_application_get_type ())
G_DECLARE_FINAL_TYPE (TsApplication, ts_application, TS, APPLICATION, AdwApplication)

TsApplication *ts_application_new (void);

/* Runs the program with a window until the last one is closed; returns the exit status. Says so on
 * stderr and returns 1 when there is no display. */
int ts_application_run (int argc, char **argv);

G_END_DECLS
