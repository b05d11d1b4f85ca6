/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"
#include "model/selection.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  TS_STORE_ERROR_NOT_A_DATABASE, /* not SQLite, empty, truncated */
  TS_STORE_ERROR_NO_TREND_DATA,  /* SQLite, but not a trend database */
  TS_STORE_ERROR_LOCKED,
  TS_STORE_ERROR_SQL,
  TS_STORE_ERROR_UNKNOWN_NAME, /* a metric, stat or value that the database does not have */
} TsStoreError;

#define TS_STORE_ERROR (ts_store_error_quark ())
GQuark ts_store_error_quark (void);

typedef struct
{
  gint64 id;
  char *name;
  char **stats; /* NULL-terminated, those of global_stats that trend_data has, in canonical order
                   (msProbe's monitor writes them in random order) */
  GHashTable *tagged; /* set of TsCatalogTarget* that a tag proves to have rows of the metric */
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
  char *label;       /* the name; " · vpp 1" where names alone are ambiguous; " [call 1]" or
                        " [micro 1]" for an index above 0 or when several occur */
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

/* All the small tables of a database, in memory. Immutable; reference counted; any thread. */
typedef struct
{
  char *path;
  TsFormat format;    /* TS_FORMAT_AUTO when unknown */
  gboolean has_exact; /* trendscope_exact is there: values are not altered */
  gint64 n_rows;      /* of trend_data; an estimate when counting would take long */
  char **stats;       /* every statistic that trend_data has a column for, NULL-terminated */
  char **exact_stats; /* the same of trendscope_exact; NULL when !has_exact */
  GPtrArray *metrics; /* TsCatalogMetric*, those that have rows */
  GArray *ranks;      /* gint64, ascending, those that occur */
  GPtrArray *steps;   /* TsCatalogStep*, ascending, those that occur */
  GPtrArray *targets; /* TsCatalogTarget*, ascending by id */
  GPtrArray *tags;    /* TsCatalogTag*, by category, then natural order of the name; same tag of
                         several metrics merged */
  GHashTable *meta;   /* trendscope_meta: char* -> char* */
} TsCatalog;

/* Opens path read-only (never leaving -wal or -shm files behind) and reads everything but
 * trend_data; the metrics, ranks and steps that occur are found by skipping along the primary key,
 * not by a scan. Blocks; any thread. */
TsCatalog *ts_catalog_load (const char *path, GCancellable *cancellable, GError **error);
void ts_catalog_load_async (const char *path,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
TsCatalog *ts_catalog_load_finish (GAsyncResult *result, GError **error);
TsCatalog *ts_catalog_ref (TsCatalog *self);
void ts_catalog_unref (TsCatalog *self);

const TsCatalogMetric *ts_catalog_find_metric (const TsCatalog *self, const char *name);
const TsCatalogTarget *ts_catalog_find_target (const TsCatalog *self, gint64 id);
/* Its index in targets, or -1. */
int ts_catalog_find_target_place (const TsCatalog *self, gint64 id);
const TsCatalogStep *ts_catalog_find_step (const TsCatalog *self, gint64 step);

/* The targets (TsCatalogTarget*, borrowed, ascending by id) that pass the selection's tags and name
 * filter; whether they have rows of the metric is not looked at. An invalid regular expression is
 * taken as plain text. */
GPtrArray *ts_catalog_filter_targets (const TsCatalog *self, const TsSelection *selection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCatalog, ts_catalog_unref)

G_END_DECLS
