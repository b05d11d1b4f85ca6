/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/dtype.h"
#include "find/precision.h"
#include "find/step-block.h"

#include <string.h>

const char *
ts_find_stat_to_string (TsFindStat stat)
{
  return stat == TS_FIND_NORM ? "norm" : "amax";
}

static guint
track_hash (gconstpointer data)
{
  const TsFindTrack *track = data;
  guint64 key
      = ((guint64) track->target_id * 31 + (guint64) track->metric_id) * 1000003 + track->group;

  return (guint) (key ^ key >> 32);
}

static gboolean
track_equal (gconstpointer a, gconstpointer b)
{
  const TsFindTrack *x = a, *y = b;

  return x->target_id == y->target_id && x->metric_id == y->metric_id && x->group == y->group;
}

static guint
call_hash (gconstpointer data)
{
  const TsFindCall *call = data;
  guint64 key = ((guint64) call->place * 31 + (guint64) call->metric_id) * 1000003 + call->group;

  return (guint) (key ^ key >> 32);
}

static gboolean
call_equal (gconstpointer a, gconstpointer b)
{
  const TsFindCall *x = a, *y = b;

  return x->place == y->place && x->metric_id == y->metric_id && x->group == y->group;
}

static void
call_free (gpointer data)
{
  TsFindCall *self = data;

  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->outputs);
  g_free (self);
}

/* The smallest target id of each target's call: name without its slot, chunk and index. */
static gint64 *
find_places (const TsCatalog *catalog)
{
  gint64 *places = g_new (gint64, catalog->targets->len + 1);
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      TsCallSlot slot;
      ts_call_slot_parse (target->name, &slot);
      char *call = g_strdup_printf ("%.*s/%d/%d", (int) slot.call_length, target->name,
                                    target->vpp_stage, target->micro_step);
      gpointer known = g_hash_table_lookup (first, call);
      places[i] = known != NULL ? (gint64) GPOINTER_TO_SIZE (known) : target->id;
      if (known == NULL)
        g_hash_table_insert (first, call, GSIZE_TO_POINTER ((gsize) target->id));
      else
        g_free (call);
    }
  return places;
}

static void
number_ranks (TsFindTracks *self)
{
  const GArray *ranks = self->catalog->ranks;

  self->group_of_rank = g_new0 (guint, ranks->len + 1);
  self->place_in_group = g_new0 (guint, ranks->len + 1);
  self->rank_places = g_new0 (guint *, self->peers->groups->len + 1);
  for (guint g = 0; g < self->peers->groups->len; g++)
    {
      const GArray *group = g_ptr_array_index (self->peers->groups, g);
      self->rank_places[g] = g_new (guint, MAX (group->len, 1));
      for (guint i = 0, r = 0; i < group->len; i++)
        {
          while (g_array_index (ranks, gint64, r) != g_array_index (group, gint64, i))
            r++;
          self->group_of_rank[r] = g;
          self->place_in_group[r] = i;
          self->rank_places[g][i] = r;
        }
    }
}

TsFindTracks *
ts_find_tracks_new (const TsCatalog *catalog, const TsPeerGroups *peers)
{
  TsFindTracks *self = g_new0 (TsFindTracks, 1);

  self->catalog = catalog;
  self->peers = peers;
  g_mutex_init (&self->lock);
  self->tracks = g_ptr_array_new_with_free_func (g_free);
  self->by_key = g_hash_table_new (track_hash, track_equal);
  self->by_call = g_hash_table_new_full (call_hash, call_equal, call_free, NULL);
  self->places = find_places (catalog);
  self->phases = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->quanta = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      g_hash_table_insert (self->phases, &metric->id,
                           GINT_TO_POINTER (ts_phase_of_metric (metric->name) + 2));
    }
  ts_find_columns_init (&self->columns, catalog);
  number_ranks (self);
  return self;
}

void
ts_find_tracks_free (TsFindTracks *self)
{
  g_hash_table_unref (self->by_key);
  g_hash_table_unref (self->by_call);
  g_hash_table_unref (self->phases);
  g_hash_table_unref (self->quanta);
  g_ptr_array_unref (self->tracks);
  g_mutex_clear (&self->lock);
  g_free (self->places);
  g_free (self->group_of_rank);
  g_free (self->place_in_group);
  for (guint g = 0; g < self->peers->groups->len; g++)
    g_free (self->rank_places[g]);
  g_free (self->rank_places);
  g_free (self);
}

gint64
ts_find_tracks_get_rank (const TsFindTracks *self, const TsFindTrack *track, guint place)
{
  const GArray *group = g_ptr_array_index (self->peers->groups, track->group);

  return g_array_index (group, gint64, place);
}

void
ts_find_tracks_set_quantum (TsFindTracks *self, gint64 metric_id, double quantum)
{
  for (guint i = 0; i < self->catalog->metrics->len; i++)
    {
      TsCatalogMetric *metric = g_ptr_array_index (self->catalog->metrics, i);
      if (metric->id == metric_id)
        g_hash_table_insert (self->quanta, &metric->id, g_memdup2 (&quantum, sizeof quantum));
    }
}

static TsFindCall *
intern_call (TsFindTracks *self, const TsFindTrack *track, gint64 place)
{
  TsFindCall wanted = { .metric_id = track->metric_id, .group = track->group, .place = place };
  TsFindCall *call = g_hash_table_lookup (self->by_call, &wanted);

  if (call != NULL)
    return call;
  call = g_memdup2 (&wanted, sizeof wanted);
  call->index = self->n_calls++;
  call->offset = self->n_call_cells;
  self->n_call_cells += track->n_ranks;
  call->collective = ts_call_is_collective (track->target->name);
  call->inputs = g_ptr_array_new ();
  call->outputs = g_ptr_array_new ();
  g_hash_table_add (self->by_call, call);
  return call;
}

/* Outputs learn of input 0, whichever comes first. */
static void
join_call (TsFindTrack *track)
{
  TsFindCall *call = track->call;

  if (track->slot.kind == TS_CALL_SLOT_INPUT || track->slot.kind == TS_CALL_SLOT_KWARG)
    g_ptr_array_add (call->inputs, track);
  if (track->slot.kind == TS_CALL_SLOT_OUTPUT)
    g_ptr_array_add (call->outputs, track);
  for (guint i = 0; i < call->inputs->len; i++)
    {
      TsFindTrack *input = g_ptr_array_index (call->inputs, i);
      if (input->slot.kind != TS_CALL_SLOT_INPUT || input->slot.index != 0)
        continue;
      for (guint o = 0; o < call->outputs->len; o++)
        g_atomic_pointer_set (&((TsFindTrack *) g_ptr_array_index (call->outputs, o))->input,
                              input);
    }
}

/* A monitor's targets number micro-steps, a dump's number calls. */
static guint
find_micro_step (const TsFindTracks *self, const TsCatalogTarget *target)
{
  return self->catalog->format == TS_FORMAT_MONITOR ? (guint) MAX (target->micro_step, 0) : 0;
}

static gboolean
names_loss (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return strstr (lower, "loss") != NULL && strstr (lower, "loss_scale") == NULL
         && strstr (lower, "loss-scale") == NULL;
}

TsFindTrack *
_ts_find_tracks_intern (TsFindTracks *self, guint group, gint64 metric_id, gint64 target_id)
{
  TsFindTrack wanted = { .group = group, .metric_id = metric_id, .target_id = target_id };
  TsFindTrack *track = g_hash_table_lookup (self->by_key, &wanted);
  int place = track == NULL ? ts_catalog_find_target_place (self->catalog, target_id) : -1;
  int phase = GPOINTER_TO_INT (g_hash_table_lookup (self->phases, &metric_id));
  const double *quantum = g_hash_table_lookup (self->quanta, &metric_id);
  const GArray *ranks = g_ptr_array_index (self->peers->groups, group);

  if (track != NULL || place < 0 || phase == 0)
    return track;
  track = g_memdup2 (&wanted, sizeof wanted);
  track->index = self->tracks->len;
  track->n_ranks = ranks->len;
  track->offset = self->n_cells;
  track->target = g_ptr_array_index (self->catalog->targets, place);
  track->phase = (TsPhase) (phase - 2);
  ts_call_slot_parse (track->target->name, &track->slot);
  track->own_micro_step = find_micro_step (self, track->target);
  track->order_key = ts_order_key (0, track->phase, self->places[place], &track->slot);
  track->eps = ts_dtype_eps (track->target->dtype,
                             track->phase == TS_PHASE_BEFORE || track->phase >= TS_PHASE_EXP_AVG);
  track->quantum = quantum != NULL ? *quantum : 0;
  track->is_loss = track->phase == TS_PHASE_UNKNOWN && names_loss (track->target->name);
  track->call = intern_call (self, track, self->places[place]);
  join_call (track);
  self->n_cells += track->n_ranks;
  g_ptr_array_add (self->tracks, track);
  g_hash_table_add (self->by_key, track);
  return track;
}
