/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The files, and folders made for them, that this process has begun and not finished, so that it
 * can remove them when it must end at once (a second Ctrl+C) without waiting for those who write
 * them. For any thread; not for a signal handler. */

void ts_unfinished_add (const char *path);
void ts_unfinished_remove (const char *path);
/* From the disk, the last one added first. The process has to end then: whoever calls any of these
 * waits for that. */
void ts_unfinished_delete_all (void);

G_END_DECLS
