/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"
#include "model/selection.h"
#include "model/target-slot.h"
#include "store/file-identity.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  TS_STORE_ERROR_NOT_A_DATABASE, /* not SQLite, empty, truncated */
  TS_STORE_ERROR_NO_TREND_DATA,  /* SQLite, but not a trend database */
  TS_STORE_ERROR_LOCKED,
  TS_STORE_ERROR_SQL,
  TS_STORE_ERROR_CHANGED,      /* not the content the catalog is of: replaced, written to, gone */
  TS_STORE_ERROR_NOT_ONE_RUN,  /* several databases that are no parts of one run */
  TS_STORE_ERROR_UNKNOWN_NAME, /* a metric, stat or value that the database does not have */
} TsStoreError;

#define TS_STORE_ERROR (ts_store_error_quark ())
GQuark ts_store_error_quark (void);

typedef struct
{
  gint64 id;
  char *name;   /* fit to be shown; no other metric has it */
  char **stats; /* NULL-terminated, those of global_stats that trend_data has, in canonical order
                   (msProbe's monitor writes them in random order) */
  GHashTable *tagged; /* set of TsCatalogTarget* that a tag proves to have rows of the metric */
  GHashTable *steps;  /* set of gint64*: where it was seen to have rows; all steps of a small table,
                         some of a large one */
} TsCatalogMetric;

typedef struct
{
  gint64 id;
  char *name;
  int vpp_stage;
  int micro_step; /* call index (dump) or micro-step (monitor) */
  char *dtype;    /* NULL when unknown */
  char *shape;
  gboolean has_tags; /* of any metric */
  guint place;       /* its index in network */
  guint call;        /* the place of the first target of its call, the same for all of them */
  TsTargetSlot slot; /* in that call */
  char *label;       /* the name; " · vpp 1" where names alone are ambiguous; " [call 1]" or
                        " [micro 1]" for an index above 0 or when several occur; fit to be shown */
} TsCatalogTarget;

typedef struct
{
  gint64 step; /* global */
  gint64 train_step;
  gint64 micro_step;
  char *label;     /* "500", or "500·2" when that training step has more than one micro-step */
  double position; /* train_step + micro_step / (micro-steps of that training step) */
} TsCatalogStep;

typedef struct
{
  TsTag tag;
  GHashTable *targets; /* set of target ids (gint64 via g_int64_hash) that carry it */
} TsCatalogTag;

/* All the small tables of a database, in memory. Immutable; reference counted; any thread. It knows
 * which content of which file it was read from: every query makes sure that it reads that very
 * content, or fails with TS_STORE_ERROR_CHANGED. */
typedef struct _TsCatalog TsCatalog;
struct _TsCatalog
{
  char *path; /* of the database; of a run in parts its location (run-location.h) */
  TsFileIdentity identity;
  TsFormat format;             /* TS_FORMAT_AUTO when unknown */
  gboolean has_exact;          /* trendscope_exact is there: values are not altered */
  gint64 n_rows;               /* of trend_data */
  gboolean n_rows_is_estimate; /* to be shown as "about": counting would take long */
  char **stats;       /* every statistic that trend_data has a column for, NULL-terminated */
  char **exact_stats; /* the same of trendscope_exact; NULL when !has_exact */
  GPtrArray *metrics; /* TsCatalogMetric*, those that have rows */
  GArray *ranks;      /* gint64, ascending: those that occur, and those of trendscope_ranks (rank
                         INTEGER PRIMARY KEY, optional), which trained but gave nothing */
  GPtrArray *steps; /* TsCatalogStep*, ascending: those that occur, and those of trendscope_steps */
  GPtrArray *targets; /* TsCatalogTarget*, ascending by id */
  GPtrArray *network; /* the same, borrowed, in network order (rules.md V7): by the importer's
                         trendscope_targets.place, else by id and slot within each call */
  GPtrArray *tags;    /* TsCatalogTag*, by category, then natural order of the name; same tag of
                         several metrics merged */
  GHashTable *meta;   /* trendscope_meta: char* -> char* */
  GPtrArray *notes;   /* char*: sentences on what was left aside because it is malformed. Whoever
                         shows the database shows them, as those of an import: the command line on
                         stderr, the window in the report of the database */

  /* Private: of a run in parts each TsCatalogPart*, in the order in which they were named; NULL
   * when it is one file. */
  GPtrArray *parts;
  gboolean parts_overlap; /* several of them hold one (rank, step) */

  /* Private: what was filtered last, since one selection is asked for several times. */
  GMutex filter_lock;
  TsSelection *filter;
  GPtrArray *filtered;
};

/* Opens path, or all parts of the run that it is the location of, read-only (never leaving -wal or
 * -shm files behind) and reads everything but trend_data; the metrics, ranks and steps that occur
 * are found by skipping along the primary key, not by a scan. Parts are read side by side and
 * united: targets, metrics, steps and tags by what they are called, with numbers of the run's own;
 * what of them contradicts is told in the notes. Blocks; any thread. */
TsCatalog *ts_catalog_load (const char *path, GCancellable *cancellable, GError **error);
void ts_catalog_load_async (const char *path,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
TsCatalog *ts_catalog_load_finish (GAsyncResult *result, GError **error);
/* The same of these databases (char*, at least one) whatever they are called, as one run. */
TsCatalog *
ts_catalog_load_parts (const GPtrArray *paths, GCancellable *cancellable, GError **error);
/* The same, with numbers of the run's own even when it has one part. */
TsCatalog *ts_catalog_unite (const GPtrArray *paths, GCancellable *cancellable, GError **error);
TsCatalog *ts_catalog_ref (TsCatalog *self);
void ts_catalog_unref (TsCatalog *self);

/* Whether the file still looks like the one the catalog was read from; else FALSE and a
 * TS_STORE_ERROR_CHANGED that says what became of it. Two stats and no open, so it may be called
 * from the main loop, e.g. when the window gets the focus or a folder monitor speaks. */
gboolean ts_catalog_is_current (const TsCatalog *self, GError **error);

/* How many databases it was read from, and the i-th of them; its path is the catalog's own when
 * there is one. */
guint ts_catalog_get_n_parts (const TsCatalog *self);
const TsCatalog *ts_catalog_get_part (const TsCatalog *self, guint i);
/* The folder that it lies in, of a run in parts that of the first. Caller frees. */
char *ts_catalog_dup_folder (const TsCatalog *self);

const TsCatalogMetric *ts_catalog_find_metric (const TsCatalog *self, const char *name);
const TsCatalogTarget *ts_catalog_find_target (const TsCatalog *self, gint64 id);
/* Its index in targets, or -1. */
int ts_catalog_find_target_place (const TsCatalog *self, gint64 id);
const TsCatalogStep *ts_catalog_find_step (const TsCatalog *self, gint64 step);
gboolean ts_catalog_has_rank (const TsCatalog *self, gint64 rank);

/* The targets (TsCatalogTarget*, borrowed, in network order) that pass the selection's tags and
 * name filter; whether they have rows of the metric is not looked at. An invalid regular expression
 * is taken as plain text. The caller unrefs the array, which is shared and must not be changed.
 * NULL when cancelled, which can't be without a cancellable. */
GPtrArray *ts_catalog_filter_targets (TsCatalog *self,
                                      const TsSelection *selection,
                                      GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCatalog, ts_catalog_unref)

G_END_DECLS
