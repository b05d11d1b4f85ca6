/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a reader of logs found wrong or worth saying, with file and line. */

typedef struct
{
  gboolean warning; /* something is missing from the picture; else only worth knowing */
  const char *code; /* static, kebab-case: "cut-record", "zero-times", … */
  char *path;       /* relative to what was opened */
  gint64 line;      /* of the first of them, from 1; 0: the file as a whole */
  guint64 count;    /* records, files or steps */
  char *message;    /* translated, a whole sentence */
} TsTimelineNote;

typedef struct _TsTimelineReport TsTimelineReport;

TsTimelineReport *ts_timeline_report_new (void);
TsTimelineReport *ts_timeline_report_ref (TsTimelineReport *self);
void ts_timeline_report_unref (TsTimelineReport *self);

/* From any thread. A note with code and path of an earlier one adds to its count; the lesser line
 * stays. code is static. */
void ts_timeline_report_add (TsTimelineReport *self,
                             gboolean warning,
                             const char *code,
                             const char *path,
                             gint64 line,
                             guint64 count,
                             const char *message);

/* The notes (TsTimelineNote*), warnings first, then by path, line and code; borrowed, valid until
 * the next one is added. */
const GPtrArray *ts_timeline_report_get_notes (TsTimelineReport *self);
gboolean ts_timeline_report_has_warnings (TsTimelineReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTimelineReport, ts_timeline_report_unref)

G_END_DECLS
