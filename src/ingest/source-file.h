/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file that an import reads, and how far it came: a row of trendscope_sources. */

/* What an update does with it. */
typedef enum
{
  TS_SOURCE_NEW,   /* reads all of it: it was not there, or nothing of it could be used */
  TS_SOURCE_SAME,  /* nothing: it is as it was read */
  TS_SOURCE_GROWN, /* reads what was appended */
  TS_SOURCE_SHORT, /* nothing: less is there than was read, which is kept */
} TsSourceState;

typedef enum
{
  TS_SOURCE_WHOLE = 1 << 0, /* what is appended can't be read by itself */
  TS_SOURCE_CUT = 1 << 1,   /* the line behind read_to was reported as cut off */
  TS_SOURCE_BACK = 1 << 2,  /* its steps go back */
  TS_SOURCE_KEPT = 1 << 3,  /* its rows were kept when the file shrank or vanished */
} TsSourceFlags;

typedef struct
{
  char *path; /* from the data folder on, as UTF-8 for display, as in the report */
  guint64 size;
  gint64 mtime;    /* seconds */
  gint64 rank;     /* -1: unknown */
  gint64 step;     /* the last training step in it by its name; -1: the name doesn't say */
  gboolean is_one; /* it holds that step alone, and all of the rank's */

  TsSourceState state;
  guint64 read_to;              /* bytes: where reading goes on, at the beginning of a line */
  gint64 line;                  /* which one that is, from 1 on */
  guint64 n_rows;               /* that were read */
  gint64 first_step, last_step; /* of those, training steps */
  guint64 mark;                 /* ts_source_mark(); of a dump, of the files beside it */
  guint flags;                  /* TsSourceFlags */
  char *outcome;                /* "read", or the code of the worst that was reported; NULL: not
                                   known yet */
} TsSourceFile;

/* Frees what is in it. */
void ts_source_file_clear (gpointer self);

/* Whether the file is as it was when it was read, as far as one sees from outside. */
gboolean ts_source_is_same (const TsSourceFile *self, const TsSourceFile *known);

/* A number of what stands at the beginning of the file that fd is open on, and before byte end: a
 * file that was only appended to has the same. fd stays where it is. */
guint64 ts_source_mark (int fd, guint64 end);

G_END_DECLS
