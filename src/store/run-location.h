/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a run is opened by: one text, as a path is one.
 *
 * - "/a/run.trend.db": that database;
 * - "/a/run.*-of-16.trend.db", where no file is called so: the shards of a run that lie there;
 * - several paths, one a line: a run in just those parts;
 * - "/a": the databases in that folder, if they are one run. */

/* The databases of a location (char*), by name; in the order given where they are listed. NULL, and
 * an error that says which, when there is none or the folder holds several runs. */
GPtrArray *ts_run_location_list (const char *location, GCancellable *cancellable, GError **error);
/* What a person means by text: a location as it is, or "A.trend.db,B.trend.db,…", the databases of
 * one run, where no file is called so and all of these are there. Caller frees. */
char *ts_run_location_parse (const char *text);
/* The location of these databases (char*, absolute or not, at least one). Caller frees. */
char *ts_run_location_join (const GPtrArray *paths);
/* What it is called: "run.*-of-16.trend.db", "run.1.trend.db + 3", fit to be shown. Caller frees.
 */
char *ts_run_location_dup_name (const char *location);

/* Whether a name is that of a shard, NAME.I-of-N.trend.db; then what it is a shard of. */
gboolean ts_shard_name_parse (const char *name, char **stem, guint *shard, guint *n_shards);

/* Which of these databases (char*) belong together: locations (char*), one for each run, in the
 * order of their first databases. Shards of one name and number belong together. So do databases
 * that look like parts of one run: of the same kind, statistics in common, and either different
 * ranks at the same steps (one machine each), or different steps of the same ranks with nearly all
 * targets in common and names that differ in numbers only (one stretch of the training each), and
 * no (rank, step) in two of them. What can't be read is a run for itself. */
GPtrArray *ts_run_location_group (const GPtrArray *paths, GCancellable *cancellable);

G_END_DECLS
