/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/backdrop.h"

#include "model/dtype.h"
#include "store/query.h"

#include <math.h>

struct _TsBackdrop
{
  GObject parent_instance;

  TsSession *session;
  TsLineView *view; /* borrowed: it outlives the backdrop, which its page disposes of */
  GCancellable *cancellable;
  TsBand *band; /* NULL: none, or not read yet */
  TsSelection
      *selection; /* what band is, or will be, an answer to, with the ids of its line; NULL: none */
  gint64 x_id, y_id;
  guint show_band : 1;
  guint show_median : 1;
};

G_DEFINE_FINAL_TYPE (TsBackdrop, ts_backdrop, G_TYPE_OBJECT)

const char *
ts_backdrop_find_dtype (TsCatalog *catalog, const TsSelection *selection, const GArray *cells)
{
  const char *dtype = NULL;

  /* A line over modules runs through tensors of many types. */
  if (selection->dimension == TS_DIMENSION_MODULE
      || (g_strcmp0 (selection->stat, "max") != 0 && g_strcmp0 (selection->stat, "min") != 0))
    return NULL;
  for (guint i = 0; i < cells->len; i++)
    {
      const TsCatalogTarget *target = ts_catalog_find_target (
          catalog, g_array_index (cells, TsCell, i).ids[TS_DIMENSION_MODULE]);
      if (target == NULL || target->dtype == NULL
          || (dtype != NULL && g_strcmp0 (dtype, target->dtype) != 0))
        return NULL;
      dtype = target->dtype;
    }
  return dtype;
}

static GArray *
dup_cells (TsSession *session)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (TsCell));

  for (guint i = 0; i < ts_session_get_n_cells (session); i++)
    {
      TsCell cell = ts_session_get_cell (session, i);
      g_array_append_val (cells, cell);
    }
  return cells;
}

/* Lines of the direction before may still be shown; they have nothing to do with the band. */
static TsBand *
get_fitting_band (TsBackdrop *self)
{
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->view));

  if (self->band == NULL || axis == NULL || axis->dimension != self->band->min->axis->dimension)
    return NULL;
  return self->band;
}

static void
show (TsBackdrop *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (GArray) cells = dup_cells (self->session);
  g_autoptr (TsSelection) selection = ts_session_dup_line_selection (self->session);
  TsLineExtras extras = { .largest_finite = NAN, .smallest_normal = NAN };
  const char *dtype;
  TsBand *band;

  if (self->view == NULL)
    return;
  if (catalog == NULL || cells->len == 0)
    {
      ts_line_view_set_extras (self->view, NULL);
      return;
    }
  dtype = ts_backdrop_find_dtype (catalog, selection, cells);
  if (dtype != NULL && ts_dtype_limits (dtype, &extras.largest_finite, &extras.smallest_normal))
    extras.dtype = (char *) dtype;
  band = get_fitting_band (self);
  extras.band = band;
  extras.show_range = self->show_band;
  extras.show_median = self->show_median;
  ts_line_view_set_extras (self->view, &extras);
}

static void
band_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsBackdrop *self = data;
  g_autoptr (GError) error = NULL;
  TsBand *band = ts_query_band_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* An error needs no message of its own: the line of the same cell meets it too and tells. */
  g_clear_pointer (&self->band, ts_band_unref);
  self->band = band;
  show (self);
}

static void
cancel (TsBackdrop *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->band, ts_band_unref);
  g_clear_pointer (&self->selection, ts_selection_free);
}

/* Whether a band is wanted, and of which line: that of the cell chosen last. */
static gboolean
find_line (TsBackdrop *self, const TsSelection *selection, gint64 *x_id, gint64 *y_id)
{
  guint n = ts_session_get_n_cells (self->session);
  TsCell cell;

  /* A line over ranks holds all ranks itself. */
  if (ts_session_get_catalog (self->session) == NULL || n == 0
      || selection->dimension == TS_DIMENSION_RANK || (!self->show_band && !self->show_median))
    return FALSE;
  cell = ts_session_get_cell (self->session, n - 1);
  ts_cell_get_line (&cell, selection->dimension, x_id, y_id);
  return TRUE;
}

static void
update (TsBackdrop *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (TsSelection) selection = ts_session_dup_line_selection (self->session);
  gint64 x_id = 0, y_id = 0;
  gboolean wanted = find_line (self, selection, &x_id, &y_id);

  if (wanted && self->selection != NULL && x_id == self->x_id && y_id == self->y_id
      && ts_selection_equal (selection, self->selection))
    {
      show (self);
      return;
    }
  cancel (self);
  show (self);
  if (!wanted)
    return;
  self->selection = g_steal_pointer (&selection);
  self->x_id = x_id;
  self->y_id = y_id;
  self->cancellable = g_cancellable_new ();
  ts_query_band_async (catalog, self->selection, x_id, y_id, self->cancellable, band_cb, self);
}

/* Another database may have the same ids. */
static void
catalog_changed_cb (TsBackdrop *self)
{
  cancel (self);
  update (self);
}

void
ts_backdrop_set_shown (TsBackdrop *self, gboolean band, gboolean median)
{
  g_return_if_fail (TS_IS_BACKDROP (self));
  self->show_band = !!band;
  self->show_median = !!median;
  update (self);
}

static void
ts_backdrop_dispose (GObject *object)
{
  TsBackdrop *self = TS_BACKDROP (object);

  cancel (self);
  self->view = NULL;
  G_OBJECT_CLASS (ts_backdrop_parent_class)->dispose (object);
}

static void
ts_backdrop_finalize (GObject *object)
{
  g_object_unref (TS_BACKDROP (object)->session);
  G_OBJECT_CLASS (ts_backdrop_parent_class)->finalize (object);
}

static void
ts_backdrop_class_init (TsBackdropClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ts_backdrop_dispose;
  G_OBJECT_CLASS (klass)->finalize = ts_backdrop_finalize;
}

static void
ts_backdrop_init (TsBackdrop *self)
{
}

TsBackdrop *
ts_backdrop_new (TsSession *session, TsLineView *view)
{
  TsBackdrop *self = g_object_new (TS_TYPE_BACKDROP, NULL);

  self->session = g_object_ref (session);
  self->view = view;
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "lines-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "catalog-changed", G_CALLBACK (catalog_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "lines-changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  return self;
}
