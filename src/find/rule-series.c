/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/rules.h"

#include "model/cell-state.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* msProbe's rules over every series of the database. */

/* One series: a statistic of a cell in one micro-step. */
typedef struct
{
  TsSeriesHistory history;
  TsFinding *findings[TS_MAX_SERIES_RULES];
} Series;

/* The series of a micro-step. */
typedef struct
{
  Series *items; /* [cell][stat] */
  gsize n;
} MicroStep;

struct _TsSeriesScan
{
  TsFindContext *context;
  GHashTable *micro_steps; /* number -> MicroStep */
};

static void
micro_step_free (gpointer data)
{
  MicroStep *self = data;

  g_free (self->items);
  g_free (self);
}

TsSeriesScan *
_ts_series_scan_new (TsFindContext *context)
{
  TsSeriesScan *self = g_new0 (TsSeriesScan, 1);

  self->context = context;
  self->micro_steps = g_hash_table_new_full (NULL, NULL, NULL, micro_step_free);
  return self;
}

void
_ts_series_scan_free (TsSeriesScan *self)
{
  g_hash_table_unref (self->micro_steps);
  g_free (self);
}

static void
report (TsSeriesScan *self,
        const TsFindTrack *track,
        guint place,
        guint stat,
        Series *series,
        guint rule,
        double value,
        double before)
{
  TsFindContext *context = self->context;
  gboolean is_nan = context->options->series_rules[rule].kind == TS_SERIES_NAN;
  TsFinding *finding = series->findings[rule];
  g_autofree char *is = ts_format_short (value, 6), *was = ts_format_short (before, 6);

  if (finding != NULL)
    {
      finding->count++;
      finding->last_step = context->step->step;
      return;
    }
  finding = _ts_find_add (context, is_nan ? TS_RULE_NAN : TS_RULE_TURBULENCE,
                          is_nan ? TS_GRADE_WARNING : TS_GRADE_HINT, track,
                          ts_find_tracks_get_rank (context->tracks, track, place),
                          context->catalog->stats[stat]);
  series->findings[rule] = finding;
  if (finding == NULL)
    return;
  finding->value = value;
  finding->expected = before;
  finding->note = g_strdup_printf (_ ("%s, history %s"), is, was);
}

static void
judge_cell (TsSeriesScan *self, const TsFindTrack *track, guint place, Series *series)
{
  const TsFindContext *context = self->context;
  const TsStepBlock *block = context->block;
  gsize cell = track->offset + place;

  for (guint s = 0; s < block->n_stats; s++)
    {
      TsCellState state = ts_cell_state (block->states[cell * block->n_stats + s]);
      double value = block->values[cell * block->n_stats + s], before;
      int broken;
      if (state == TS_CELL_MISSING || state == TS_CELL_NULL)
        continue;
      broken = ts_series_judge (&series[s].history, context->options->series_rules,
                                context->options->n_series_rules, value, &before);
      if (broken >= 0
          && ts_series_reports (context->options->series_rules[broken].kind,
                                context->catalog->stats[s]))
        report (self, track, place, s, &series[s], (guint) broken, value, before);
    }
}

void
_ts_series_scan_step (TsSeriesScan *self)
{
  const TsFindContext *context = self->context;
  const TsStepBlock *block = context->block;
  gpointer key = GSIZE_TO_POINTER ((gsize) context->step->micro_step);
  MicroStep *micro = g_hash_table_lookup (self->micro_steps, key);

  if (micro == NULL)
    {
      micro = g_new0 (MicroStep, 1);
      g_hash_table_insert (self->micro_steps, key, micro);
    }
  _ts_find_grow ((gpointer *) &micro->items, &micro->n, block->n_cells * block->n_stats,
                 sizeof *micro->items);
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      if (block->tracks[track->index].n_rows == 0)
        continue;
      for (guint i = 0; i < track->n_ranks; i++)
        if ((block->flags[track->offset + i] & TS_FIND_ROW) != 0)
          judge_cell (self, track, i, micro->items + (track->offset + i) * block->n_stats);
    }
}
