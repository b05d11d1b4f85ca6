/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include <string.h>

#include "store/view-names.h"

#define MAX_HISTORY 200

GParamSpec *_ts_session_properties[N_PROPS];
guint _ts_session_signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsSession, ts_session, G_TYPE_OBJECT)

/* --- history ------------------------------------------------------------------------------ */

static gboolean
filters_equal (const TsSelection *a, const TsSelection *b)
{
  g_autoptr (TsSelection) copy = ts_selection_copy (a);

  g_free (copy->metric);
  copy->metric = g_strdup (b->metric);
  g_free (copy->stat);
  copy->stat = g_strdup (b->stat);
  copy->dimension = b->dimension;
  copy->value = b->value;
  return ts_selection_equal (copy, b);
}

/* Whether lines with the same ids hold other numbers under b than under a. The value of the
 * dimension that they run along has no part in it. */
static gboolean
lines_differ (const TsView *a, const TsView *b)
{
  TsDimension along = ts_view_get_along (b);

  return g_strcmp0 (a->selection->metric, b->selection->metric) != 0
         || g_strcmp0 (a->selection->stat, b->selection->stat) != 0
         || ts_view_get_along (a) != along
         || (along == TS_DIMENSION_MODULE && !filters_equal (a->selection, b->selection));
}

void
_ts_session_notify_history (TsSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), _ts_session_properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), _ts_session_properties[PROP_CAN_REDO]);
}

static gboolean
same_ranks (const TsView *a, const TsView *b)
{
  return a->ranks_by == b->ranks_by && a->compare_within == b->compare_within;
}

/* Makes view (transfer full) the present one and asks for what it needs beyond before. */
static void
show_view (TsSession *self, TsView *view, const TsView *before)
{
  gboolean same_selection = ts_selection_equal (before->selection, view->selection);
  gboolean same_along = ts_view_get_along (before) == ts_view_get_along (view);
  gboolean same_cells = ts_view_has_same_cells (before, view);
  gboolean differ = lines_differ (before, view);

  self->view = view;
  self->look_time = 0;
  if (!same_selection || !same_along)
    g_signal_emit (self, _ts_session_signals[SELECTION_CHANGED], 0);
  if (!same_selection)
    _ts_session_query_view (self);
  else if (!same_ranks (before, view))
    _ts_session_arrange (self);
  if (!same_cells || differ)
    _ts_session_update_lines (self, differ);
  if (!_ts_session_same_look (before, view))
    g_signal_emit (self, _ts_session_signals[LOOK_CHANGED], 0);
}

/* Goes to view (transfer full), with a way back. */
void
_ts_session_go_to (TsSession *self, TsView *view)
{
  TsView *before = self->view;
  g_autoptr (TsView) copy = ts_view_copy (before);

  ts_history_push (self->history, before);
  show_view (self, view, copy);
  _ts_session_notify_history (self);
}

gboolean
ts_session_undo (TsSession *self)
{
  g_autoptr (TsView) before = NULL;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (!ts_history_can_undo (self->history))
    return FALSE;
  before = ts_view_copy (self->view);
  show_view (self, ts_history_undo (self->history, self->view), before);
  g_signal_emit (self, _ts_session_signals[VIEW_RESTORED], 0);
  _ts_session_notify_history (self);
  return TRUE;
}

gboolean
ts_session_redo (TsSession *self)
{
  g_autoptr (TsView) before = NULL;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (!ts_history_can_redo (self->history))
    return FALSE;
  before = ts_view_copy (self->view);
  show_view (self, ts_history_redo (self->history, self->view), before);
  g_signal_emit (self, _ts_session_signals[VIEW_RESTORED], 0);
  _ts_session_notify_history (self);
  return TRUE;
}

/* --- catalog ------------------------------------------------------------------------------ */

/* What the person has chosen for the charts stays; what is chosen in them does not. */
static TsView *
create_first_view (TsSession *self, TsCatalog *catalog)
{
  TsView *view = ts_view_copy (self->view);

  ts_selection_free (view->selection);
  view->selection = catalog != NULL ? ts_catalog_create_selection (catalog) : ts_selection_new ();
  g_array_set_size (view->cells, 0);
  view->along_chosen = FALSE;
  view->heatmap_x.set = view->heatmap_y.set = view->lines_x.set = FALSE;
  view->lines_y[0] = 0;
  view->lines_y[1] = 1;
  view->cursors[0].set = view->cursors[1].set = FALSE;
  return view;
}

/* The view that was saved, as far as the catalog has it; view itself (transfer full) when that is
 * none.
 */
static TsView *
restore_view (TsCatalog *catalog, const char *saved, TsView *view, GPtrArray *unknown)
{
  TsView *restored = ts_view_names_load (catalog, saved, view, unknown, NULL);

  if (restored == NULL)
    return view;
  ts_view_free (view);
  return restored;
}

static void
open_catalog (TsSession *self, TsCatalog *catalog, const char *saved, GPtrArray *unknown)
{
  TsView *view = create_first_view (self, catalog);

  _ts_session_drop_answers (self);
  if (catalog != NULL)
    ts_catalog_ref (catalog);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
  self->catalog = catalog;
  ts_history_clear (self->history);
  for (guint i = 0; i < G_N_ELEMENTS (self->last_values); i++)
    self->last_values[i] = G_MININT64;
  if (saved != NULL && view->selection->metric != NULL)
    view = restore_view (catalog, saved, view, unknown);
  ts_view_free (self->view);
  self->view = view;

  g_signal_emit (self, _ts_session_signals[CATALOG_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[SELECTION_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[VALUES_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[MATRIX_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[LINES_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[LOOK_CHANGED], 0);
  g_signal_emit (self, _ts_session_signals[VIEW_RESTORED], 0);
  _ts_session_notify_history (self);
  if (catalog == NULL || view->selection->metric == NULL)
    return;
  _ts_session_query_view (self);
  _ts_session_update_lines (self, TRUE);
}

void
ts_session_set_catalog (TsSession *self, TsCatalog *catalog)
{
  g_return_if_fail (TS_IS_SESSION (self));
  open_catalog (self, catalog, NULL, NULL);
}

char *
ts_session_restore (TsSession *self, TsCatalog *catalog, const char *saved)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (TS_IS_SESSION (self) && catalog != NULL, NULL);
  open_catalog (self, catalog, saved, unknown);
  if (unknown->len == 0)
    return NULL;
  g_ptr_array_add (unknown, NULL);
  return g_strjoinv ("\n", (char **) unknown->pdata);
}

/* Whether everything that old names is the same in new, which may have more. */
static gboolean
continues (const TsCatalog *old, const TsCatalog *new)
{
  if (old->metrics->len > new->metrics->len || old->targets->len > new->targets->len
      || old->steps->len > new->steps->len)
    return FALSE;
  for (guint i = 0; i < old->metrics->len; i++)
    {
      const TsCatalogMetric *x = g_ptr_array_index (old->metrics, i);
      const TsCatalogMetric *y = g_ptr_array_index (new->metrics, i);
      if (x->id != y->id || strcmp (x->name, y->name) != 0)
        return FALSE;
    }
  for (guint i = 0; i < old->targets->len; i++)
    {
      const TsCatalogTarget *x = g_ptr_array_index (old->targets, i);
      const TsCatalogTarget *y = g_ptr_array_index (new->targets, i);
      if (x->id != y->id || x->vpp_stage != y->vpp_stage || x->micro_step != y->micro_step
          || strcmp (x->name, y->name) != 0)
        return FALSE;
    }
  for (guint i = 0; i < old->steps->len; i++)
    {
      const TsCatalogStep *x = g_ptr_array_index (old->steps, i);
      const TsCatalogStep *y = g_ptr_array_index (new->steps, i);
      if (x->step != y->step || x->train_step != y->train_step || x->micro_step != y->micro_step)
        return FALSE;
    }
  return TRUE;
}

gboolean
ts_session_renew (TsSession *self, TsCatalog *catalog)
{
  g_autofree char *saved = NULL;
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (TS_IS_SESSION (self) && catalog != NULL, FALSE);
  saved = ts_session_save (self);
  if (saved == NULL || !continues (self->catalog, catalog))
    return FALSE;
  ts_catalog_ref (catalog);
  ts_catalog_unref (self->catalog);
  self->catalog = catalog;
  self->view = restore_view (catalog, saved, self->view, unknown);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_clear_pointer (&self->values_key, g_free);
  g_signal_emit (self, _ts_session_signals[CATALOG_CHANGED], 0);
  _ts_session_query_view (self);
  _ts_session_update_lines (self, TRUE);
  return TRUE;
}

char *
ts_session_save (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  if (self->catalog == NULL || self->view->selection->metric == NULL)
    return NULL;
  if (self->layout != NULL)
    {
      g_autofree char *layout = ts_parallel_layout_to_json (self->layout);
      self->view->layout = g_intern_string (layout);
    }
  return ts_view_names_save (self->catalog, self->view);
}

TsCatalog *
ts_session_get_catalog (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->catalog;
}

TsMatrix *
ts_session_get_matrix (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->matrix;
}

TsMatrix *
ts_session_get_shown_matrix (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->shown;
}

gboolean
ts_session_is_comparing (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  return self->comparing;
}

void
ts_session_set_layout (TsSession *self, TsParallelLayout *layout)
{
  g_return_if_fail (TS_IS_SESSION (self));
  if (layout == self->layout)
    return;
  if (layout != NULL)
    ts_parallel_layout_ref (layout);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  self->layout = layout;
  g_signal_emit (self, _ts_session_signals[LAYOUT_CHANGED], 0);
  _ts_session_arrange (self);
}

TsParallelLayout *
ts_session_get_layout (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->layout;
}

void
ts_session_set_findings (TsSession *self, const TsFindings *findings, gboolean hints)
{
  g_return_if_fail (TS_IS_SESSION (self));
  if (self->findings == findings && self->hints == hints)
    return;
  self->findings = findings;
  self->hints = hints;
  g_signal_emit (self, _ts_session_signals[FINDINGS_CHANGED], 0);
}

const TsFindings *
ts_session_get_findings (TsSession *self, gboolean *hints)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  *hints = self->hints;
  return self->findings;
}

TsAxis *
ts_session_get_values (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->values;
}

int
ts_session_get_n_matching (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), -1);
  return self->n_matching;
}

/* --- names -------------------------------------------------------------------------------- */

char *
ts_session_dup_heatmap_title (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->catalog != NULL ? ts_catalog_describe_heatmap (self->catalog, self->view->selection)
                               : g_strdup ("");
}

char *
ts_session_dup_lines_title (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->catalog != NULL ? ts_catalog_describe_lines (self->catalog, self->view->selection,
                                                            ts_view_get_along (self->view))
                               : g_strdup ("");
}

/* --- object ------------------------------------------------------------------------------- */

static void
ts_session_dispose (GObject *object)
{
  TsSession *self = TS_SESSION (object);
  GCancellable *const cancellables[]
      = { self->view_cancellable, self->arrange_cancellable, self->lines_cancellable };

  for (guint i = 0; i < G_N_ELEMENTS (cancellables); i++)
    if (cancellables[i] != NULL)
      g_cancellable_cancel (cancellables[i]);
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  G_OBJECT_CLASS (ts_session_parent_class)->dispose (object);
}

static void
ts_session_finalize (GObject *object)
{
  TsSession *self = TS_SESSION (object);

  g_clear_object (&self->view_cancellable);
  g_clear_object (&self->arrange_cancellable);
  g_clear_object (&self->lines_cancellable);
  g_array_unref (self->list);
  g_array_unref (self->lines);
  g_clear_pointer (&self->stale, g_array_unref);
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->shown, ts_matrix_unref);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_free (self->values_key);
  g_clear_error (&self->heatmap_error);
  g_clear_error (&self->lines_error);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
  ts_history_free (self->history);
  ts_view_free (self->view);
  G_OBJECT_CLASS (ts_session_parent_class)->finalize (object);
}

static void
ts_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TsSession *self = TS_SESSION (object);

  switch (id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, ts_history_can_redo (self->history));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, ts_history_can_undo (self->history));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
add_signal (guint id, const char *name)
{
  _ts_session_signals[id] = g_signal_new (name, TS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
}

static void
ts_session_class_init (TsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = ts_session_dispose;
  object_class->finalize = ts_session_finalize;
  object_class->get_property = ts_session_get_property;
  _ts_session_properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  _ts_session_properties[PROP_CAN_REDO]
      = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  _ts_session_properties[PROP_CAN_UNDO]
      = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, _ts_session_properties);

  add_signal (CATALOG_CHANGED, "catalog-changed");
  add_signal (SELECTION_CHANGED, "selection-changed");
  add_signal (VALUES_CHANGED, "values-changed");
  add_signal (MATRIX_CHANGED, "matrix-changed");
  add_signal (LINES_CHANGED, "lines-changed");
  add_signal (LOOK_CHANGED, "look-changed");
  add_signal (VIEW_RESTORED, "view-restored");
  add_signal (COUNT_CHANGED, "count-changed");
  add_signal (LAYOUT_CHANGED, "layout-changed");
  add_signal (FINDINGS_CHANGED, "findings-changed");
  add_signal (STATES_CHANGED, "states-changed");
  _ts_session_signals[REPLACED]
      = g_signal_new ("replaced", TS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
ts_session_init (TsSession *self)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();

  self->history = ts_history_new (MAX_HISTORY);
  self->view = ts_view_new (selection);
  self->n_matching = -1;
  self->list = g_array_new (FALSE, FALSE, sizeof (TsChartLine));
  _ts_session_clear_lines (self);
}

TsSession *
ts_session_new (void)
{
  return g_object_new (TS_TYPE_SESSION, NULL);
}
