/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Does the i-th of several pieces of work; called on any thread. */
typedef void (*TsPieceFunc) (guint i, gpointer data);

/* Private to the store: calls func for each i from 0 to n - 1, as many at once as there are
 * processors, and returns when all are done. One piece is done by the calling thread. */
void _ts_side_by_side (guint n, TsPieceFunc func, gpointer data);

G_END_DECLS
