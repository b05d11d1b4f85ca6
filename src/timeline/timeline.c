/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/timeline-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
row_free (gpointer data)
{
  TsTimelineRow *row = data;

  g_free (row->label);
  g_free (row->path);
  g_free (row->jobs);
  g_free (row->steps);
  g_free (row->untimed);
  g_free (row->untimed_steps);
  g_free (row);
}

static void
type_clear (gpointer data)
{
  g_free (((TsJobType *) data)->name);
}

TsTimeline *
_ts_timeline_new (const char *name)
{
  TsTimeline *self = g_atomic_rc_box_new0 (TsTimeline);

  self->name = g_strdup (name);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->types = g_array_new (FALSE, FALSE, sizeof (TsJobType));
  g_array_set_clear_func (self->types, type_clear);
  self->steps = g_array_new (FALSE, FALSE, sizeof (TsTimelineStep));
  self->report = ts_timeline_report_new ();
  return self;
}

TsTimeline *
ts_timeline_ref (TsTimeline *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
timeline_clear (gpointer data)
{
  TsTimeline *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->types);
  g_array_unref (self->steps);
  ts_timeline_report_unref (self->report);
}

void
ts_timeline_unref (TsTimeline *self)
{
  g_atomic_rc_box_release_full (self, timeline_clear);
}

/* ---- Making one ---- */

TsTimelineRow *
_ts_timeline_add_row (TsTimeline *self, guint machine, guint device, const char *path)
{
  TsTimelineRow *row = g_new0 (TsTimelineRow, 1);

  row->machine = machine;
  row->device = device;
  row->path = g_strdup (path);
  row->empty = TRUE;
  row->n_lanes = 1;
  g_ptr_array_add (self->rows, row);
  return row;
}

guint
_ts_timeline_find_type (TsTimeline *self, const char *name)
{
  TsJobType type;

  for (guint i = 0; i < self->types->len; i++)
    if (strcmp (g_array_index (self->types, TsJobType, i).name, name) == 0)
      return i;
  /* Rows of one program have the same few types; beyond that they are one. */
  if (self->types->len == G_MAXUINT16)
    return G_MAXUINT16 - 1;
  ts_job_type_parse (&type, name);
  type.name = g_strdup (name);
  g_array_append_val (self->types, type);
  return self->types->len - 1;
}

void
_ts_timeline_adopt_types (TsTimeline *self, TsTimelineRow *row, const TsRowLog *log)
{
  g_autofree guint16 *types = g_new (guint16, MAX (log->types->len, 1));
  gboolean same = TRUE;

  for (guint i = 0; i < log->types->len; i++)
    {
      types[i] = (guint16) _ts_timeline_find_type (self, g_ptr_array_index (log->types, i));
      same &= types[i] == i;
    }
  for (guint i = 0; i < row->n_jobs && !same; i++)
    row->jobs[i].type = types[row->jobs[i].type];
  for (guint i = 0; i < row->n_untimed && !same; i++)
    row->untimed[i].type = types[row->untimed[i].type];
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const TsTimelineStep *sa = a, *sb = b;

  if (sa->run != sb->run)
    return sa->run < sb->run ? -1 : 1;
  return (sa->number > sb->number) - (sa->number < sb->number);
}

/* Those of all rows, each once. */
static void
join_steps (TsTimeline *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TsTimelineStep));

  for (guint r = 0; r < self->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (self, r);
      for (guint i = 0; i < row->n_steps; i++)
        {
          const TsRowStep *step = &row->steps[i];
          TsTimelineStep joined = { step->run, step->number, step->start, step->end };
          g_array_append_val (all, joined);
        }
    }
  g_array_sort (all, compare_steps);
  for (guint i = 0; i < all->len; i++)
    {
      const TsTimelineStep *step = &g_array_index (all, TsTimelineStep, i);
      TsTimelineStep *last
          = self->steps->len > 0
                ? &g_array_index (self->steps, TsTimelineStep, self->steps->len - 1)
                : NULL;
      if (last == NULL || compare_steps (last, step) != 0)
        g_array_append_val (self->steps, *step);
      else
        {
          last->start = MIN (last->start, step->start);
          last->end = MAX (last->end, step->end);
        }
      self->n_runs = MAX (self->n_runs, step->run + 1);
    }
}

static void
report_missing_steps (TsTimeline *self)
{
  for (guint r = 0; r < self->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (self, r);
      if (!row->empty && row->n_steps < self->steps->len)
        ts_timeline_report_add (self->report, TRUE, "missing-steps", row->path, 0,
                                self->steps->len - row->n_steps,
                                _ ("Steps that other devices have."));
    }
}

void
_ts_timeline_finish (TsTimeline *self, gboolean has_stages)
{
  for (guint r = 0; r < self->rows->len; r++)
    {
      TsTimelineRow *row = g_ptr_array_index (self->rows, r);
      self->n_machines = MAX (self->n_machines, row->machine + 1);
      if (row->label == NULL)
        row->label = g_strdup_printf ("m%u · g%u", row->machine, row->device);
    }
  join_steps (self);
  report_missing_steps (self);
  if (!has_stages)
    _ts_timeline_find_stages (self);
  for (guint r = 0; r < self->rows->len; r++)
    self->n_stages = MAX (self->n_stages, ts_timeline_get_row (self, r)->stage + 1);
}

/* ---- Asking one ---- */

const TsTimelineRow *
ts_timeline_get_row (const TsTimeline *self, guint row)
{
  return g_ptr_array_index (self->rows, row);
}

const TsTimelineStep *
ts_timeline_get_step (const TsTimeline *self, guint step)
{
  return &g_array_index (self->steps, TsTimelineStep, step);
}

const TsJobType *
ts_timeline_get_type (const TsTimeline *self, guint type)
{
  return &g_array_index (self->types, TsJobType, type);
}

const TsRowStep *
ts_timeline_row_find_step (const TsTimelineRow *row, const TsTimelineStep *step)
{
  guint from = 0, to = row->n_steps;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;
      const TsRowStep *found = &row->steps[middle];
      if (found->run == step->run && found->number == step->number)
        return found;
      if (found->run < step->run || (found->run == step->run && found->number < step->number))
        from = middle + 1;
      else
        to = middle;
    }
  return NULL;
}

int
ts_timeline_find_step (const TsTimeline *self, gint64 number)
{
  for (guint i = self->steps->len; i > 0; i--)
    if (ts_timeline_get_step (self, i - 1)->number == number)
      return (int) i - 1;
  return -1;
}

char *
ts_timeline_describe_row (const TsTimeline *self, guint row)
{
  const TsTimelineRow *found = ts_timeline_get_row (self, row);
  g_autofree char *plain = g_strdup_printf ("m%u · g%u", found->machine, found->device);

  if (self->planned || strcmp (plain, found->label) != 0)
    return g_strdup (found->label);
  if (self->n_machines <= 1)
    return g_strdup_printf (_ ("GPU %u"), found->device);
  return g_strdup_printf (_ ("machine %u, GPU %u"), found->machine, found->device);
}

/* ---- Copies ---- */

static TsTimelineRow *
row_copy (const TsTimelineRow *row)
{
  TsTimelineRow *copy = g_memdup2 (row, sizeof *row);

  copy->label = g_strdup (row->label);
  copy->path = g_strdup (row->path);
  copy->jobs = g_memdup2 (row->jobs, row->n_jobs * sizeof *row->jobs);
  copy->steps = g_memdup2 (row->steps, row->n_steps * sizeof *row->steps);
  copy->untimed = g_memdup2 (row->untimed, row->n_untimed * sizeof *row->untimed);
  copy->untimed_steps = g_memdup2 (row->untimed_steps, row->n_untimed * sizeof *row->untimed_steps);
  return copy;
}

/* All but the joined steps. */
static TsTimeline *
copy_rows (TsTimeline *from)
{
  TsTimeline *self = _ts_timeline_new (from->name);

  for (guint i = 0; i < from->types->len; i++)
    _ts_timeline_find_type (self, ts_timeline_get_type (from, i)->name);
  for (guint r = 0; r < from->rows->len; r++)
    g_ptr_array_add (self->rows, row_copy (ts_timeline_get_row (from, r)));
  self->planned = from->planned;
  self->n_machines = from->n_machines;
  ts_timeline_report_unref (self->report);
  self->report = ts_timeline_report_ref (from->report);
  return self;
}

static void
finish_copy (TsTimeline *self)
{
  join_steps (self);
  for (guint r = 0; r < self->rows->len; r++)
    self->n_stages = MAX (self->n_stages, ts_timeline_get_row (self, r)->stage + 1);
}

TsTimeline *
ts_timeline_with_stages (TsTimeline *self, const guint *stages)
{
  TsTimeline *copy = copy_rows (self);

  for (guint r = 0; r < copy->rows->len; r++)
    ((TsTimelineRow *) g_ptr_array_index (copy->rows, r))->stage = stages[r];
  finish_copy (copy);
  return copy;
}

static void
shift_row (TsTimelineRow *row, gint64 offset)
{
  for (guint i = 0; i < row->n_jobs; i++)
    {
      row->jobs[i].start -= offset;
      row->jobs[i].end -= offset;
    }
  for (guint i = 0; i < row->n_steps; i++)
    if (row->steps[i].n > 0)
      {
        row->steps[i].start -= offset;
        row->steps[i].end -= offset;
      }
}

TsTimeline *
ts_timeline_with_clocks (TsTimeline *self, const gint64 *offsets)
{
  TsTimeline *copy = copy_rows (self);

  for (guint r = 0; r < copy->rows->len; r++)
    shift_row (g_ptr_array_index (copy->rows, r), offsets[r]);
  finish_copy (copy);
  return copy;
}
