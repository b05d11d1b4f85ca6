/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/suspect-band.h"

#include "app/session/why-chart.h"

#include <glib/gi18n-lib.h>

/* Which track: of a tensor, a statistic and a peer group. */
typedef struct
{
  TsCatalog *catalog;
  GArray *ranks; /* gint64: the group */
  gint64 metric_id, target_id;
  char *stat;
} Track;

struct _TsSuspectBand
{
  GObject parent_instance;

  TsSession *session;
  TsLineView *view; /* borrowed: it outlives the band, which its page disposes of */
  GCancellable *cancellable;
  Track *track; /* what is, or will be, shown; NULL: nothing */
};

G_DEFINE_FINAL_TYPE (TsSuspectBand, ts_suspect_band, G_TYPE_OBJECT)

static void
track_free (gpointer data)
{
  Track *self = data;

  ts_catalog_unref (self->catalog);
  g_array_unref (self->ranks);
  g_free (self->stat);
  g_free (self);
}

static Track *
track_copy (const Track *self)
{
  Track *copy = g_memdup2 (self, sizeof *self);

  ts_catalog_ref (self->catalog);
  g_array_ref (self->ranks);
  copy->stat = g_strdup (self->stat);
  return copy;
}

static gboolean
track_equal (const Track *a, const Track *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->catalog == b->catalog && a->ranks == b->ranks && a->metric_id == b->metric_id
         && a->target_id == b->target_id && g_strcmp0 (a->stat, b->stat) == 0;
}

/* ---- which ---- */

static gint64
find_metric (TsCatalog *catalog, const char *name)
{
  const TsCatalogMetric *metric = name != NULL ? ts_catalog_find_metric (catalog, name) : NULL;

  return metric != NULL ? metric->id : 0;
}

static gboolean
is_suspect (const TsFindings *findings, gboolean hints, gint64 metric_id, const TsCell *cell)
{
  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->metric_id == metric_id && finding->target_id == cell->ids[TS_DIMENSION_MODULE]
          && finding->rank == cell->ids[TS_DIMENSION_RANK]
          && (hints || finding->grade != TS_GRADE_HINT))
        return TRUE;
    }
  return FALSE;
}

/* The track of the cell chosen last, when it is one that a finding is about; NULL otherwise. */
static Track *
find_track (TsSuspectBand *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const TsSelection *selection = ts_session_get_selection (self->session);
  guint n = ts_session_get_n_cells (self->session);
  gboolean hints;
  const TsFindings *findings = ts_session_get_findings (self->session, &hints);
  const GArray *ranks;
  Track *track;
  TsCell cell;
  gint64 metric_id;

  if (catalog == NULL || findings == NULL || n == 0
      || ts_session_get_along (self->session) != TS_DIMENSION_STEP
      || (g_strcmp0 (selection->stat, "norm") != 0 && g_strcmp0 (selection->stat, "amax") != 0))
    return NULL;
  cell = ts_session_get_cell (self->session, n - 1);
  metric_id = find_metric (catalog, selection->metric);
  ranks = ts_groups_find_rank (findings->groups, cell.ids[TS_DIMENSION_RANK]);
  if (ranks == NULL || ranks->len < ts_find_thresholds.min_peers
      || !is_suspect (findings, hints, metric_id, &cell))
    return NULL;
  track = g_new (Track, 1);
  *track = (Track){ ts_catalog_ref (catalog), g_array_ref ((GArray *) ranks), metric_id,
                    cell.ids[TS_DIMENSION_MODULE], g_strdup (selection->stat) };
  return track;
}

/* ---- reading ---- */

static void
read_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Track *track = data;
  GError *error = NULL;
  GArray *points
      = ts_peer_band_read (track->catalog, track->ranks, track->metric_id, track->target_id,
                           track->stat, &ts_find_thresholds, cancellable, &error);

  if (points == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, points, (GDestroyNotify) g_array_unref);
}

/* An error needs no message of its own: the line of the same cell meets it too and tells. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TsSuspectBand) self = data;
  g_autoptr (GArray) points = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (TsBand) band = NULL;

  if (points == NULL || self->view == NULL || self->track == NULL)
    return;
  band = ts_why_band_new (points, self->track->catalog, _ ("Peers: m ± 8 σ"));
  ts_line_view_set_peers (self->view, band);
}

static void
forget (TsSuspectBand *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->track, track_free);
}

static void
update (TsSuspectBand *self)
{
  Track *track;
  g_autoptr (GTask) task = NULL;

  if (self->view == NULL)
    return;
  track = find_track (self);
  if (track_equal (track, self->track))
    {
      g_clear_pointer (&track, track_free);
      return;
    }
  forget (self);
  ts_line_view_set_peers (self->view, NULL);
  self->track = track;
  if (track == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, read_cb, g_object_ref (self));
  g_task_set_task_data (task, track_copy (track), track_free);
  g_task_run_in_thread (task, read_on_thread);
}

/* ---- the object ---- */

static void
ts_suspect_band_dispose (GObject *object)
{
  TsSuspectBand *self = TS_SUSPECT_BAND (object);

  forget (self);
  self->view = NULL;
  G_OBJECT_CLASS (ts_suspect_band_parent_class)->dispose (object);
}

static void
ts_suspect_band_finalize (GObject *object)
{
  g_object_unref (TS_SUSPECT_BAND (object)->session);
  G_OBJECT_CLASS (ts_suspect_band_parent_class)->finalize (object);
}

static void
ts_suspect_band_class_init (TsSuspectBandClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ts_suspect_band_dispose;
  G_OBJECT_CLASS (klass)->finalize = ts_suspect_band_finalize;
}

static void
ts_suspect_band_init (TsSuspectBand *self)
{
}

TsSuspectBand *
ts_suspect_band_new (TsSession *session, TsLineView *view)
{
  static const char *const signals[]
      = { "selection-changed", "lines-changed", "findings-changed", "catalog-changed" };
  TsSuspectBand *self = g_object_new (TS_TYPE_SUSPECT_BAND, NULL);

  self->session = g_object_ref (session);
  self->view = view;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (session, signals[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return self;
}
