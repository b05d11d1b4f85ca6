/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the name of a folder says (rules.md F2). */
typedef enum
{
  TS_FOLDER_OTHER,
  TS_FOLDER_STEP,       /* step<N>, step_<N> */
  TS_FOLDER_RANK,       /* rank<R>, rank_<R> */
  TS_FOLDER_PLAIN_RANK, /* rank */
  TS_FOLDER_PROCESS,    /* proc<PID>, pid<PID> */
  TS_FOLDER_RUN,        /* <time>-rank<R>-<id>: one start of msProbe's monitor */
} TsFolderKind;

/* number (may be NULL) is the N, R or PID: decimal digits, leading zeros allowed, at most 2^53; 0
 * for a plain rank. */
TsFolderKind ts_folder_kind (const char *name, gint64 *number);

G_END_DECLS
