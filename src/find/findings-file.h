/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finder.h"

G_BEGIN_DECLS

/* Where findings are kept: in trendscope_findings and trendscope_profile of the database itself, or
 * of a file below the user's cache folder when the database can't be written or is not ours to
 * write, as msProbe's. */

/* The file that holds, or would hold, what is found in the catalog's database. It is named after
 * path, size and time of the database, so that it does not outlive a change. Caller frees. */
char *ts_findings_file_path (const TsCatalog *catalog);

/* Runs the finder and stores what it finds and the profile, all or nothing. options->profile must
 * be NULL. Blocks; any thread. */
TsFindings *ts_findings_file_find (const TsCatalog *catalog,
                                   const TsFindOptions *options,
                                   GCancellable *cancellable,
                                   GError **error);

/* What was stored; NULL without error when the finder never ran. Blocks; any thread. */
TsFindings *
ts_findings_file_load (const TsCatalog *catalog, GCancellable *cancellable, GError **error);

/* One step of a track's profile. */
typedef struct
{
  gint64 step;
  double median_y, sigma; /* in log2 */
} TsProfilePoint;

/* The profile of a peer group, by step: GArray of TsProfilePoint, empty when there is none. NULL
 * on error. */
GArray *ts_findings_file_load_profile (const TsCatalog *catalog,
                                       gint64 metric_id,
                                       gint64 target_id,
                                       const char *stat,
                                       guint group_id,
                                       GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
