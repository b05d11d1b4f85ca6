/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import.h"

G_BEGIN_DECLS

/* Updates the databases of a folder as its files grow. */

/* What one round did; borrowed. */
typedef struct
{
  const GPtrArray *databases; /* char* */
  TsImportReport *report;     /* of this round; its stored rows are those that were added */
  const GError *error;        /* NULL: it went well. Otherwise it is tried again */
  gint64 duration;            /* microseconds */
} TsFollowRound;

typedef void (*TsFollowFunc) (const TsFollowRound *round, gpointer data);

/* Blocks until cancelled, which ends between two rounds or undoes the one that is on. Rounds come
 * when files change, where the file system tells (not more than one a second, and not so many that
 * more than half of the time is spent on them), and every interval seconds, since network file
 * systems don't tell. func is called after each that did something, on this thread. FALSE with
 * error when going on makes no sense: a database that can't be updated. */
gboolean ts_follow_run (const TsImportOptions *options,
                        guint interval,
                        TsFollowFunc func,
                        gpointer data,
                        GCancellable *cancellable,
                        GError **error);

G_END_DECLS
