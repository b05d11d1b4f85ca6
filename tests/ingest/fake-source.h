/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"
#include "ingest/import-error.h"

#include <string.h>

/* A source whose units are what a test says: for the pipeline and the writer without any files. */

typedef gboolean (*FakeUnit) (TsImportSource *source,
                              guint unit,
                              TsBatchSink *sink,
                              GCancellable *cancellable,
                              GError **error);

typedef struct
{
  TsImportSource base;
  TsImportOptions options;
  guint n_units;
  FakeUnit parse;
} FakeSource;

static gboolean
fake_plan (TsImportSource *self, guint n_threads, GCancellable *cancellable, GError **error)
{
  return TRUE;
}

static guint
fake_get_n_units (TsImportSource *self)
{
  return ((FakeSource *) self)->n_units;
}

static gboolean
fake_parse_unit (
    TsImportSource *self, guint unit, TsBatchSink *sink, GCancellable *cancellable, GError **error)
{
  return ((FakeSource *) self)->parse (self, unit, sink, cancellable, error);
}

static const char *
fake_get_unit_path (TsImportSource *self, guint unit)
{
  return unit % 2 == 0 ? "even" : "odd";
}

static void
fake_free (TsImportSource *self)
{
  g_ptr_array_unref (self->stats);
  g_ptr_array_unref (self->metrics);
  g_array_unref (self->steps);
  ts_import_report_unref (self->report);
  g_free (self);
}

static const TsImportSourceClass fake_class = { .plan = fake_plan,
                                                .get_n_units = fake_get_n_units,
                                                .parse_unit = fake_parse_unit,
                                                .get_unit_path = fake_get_unit_path,
                                                .free = fake_free };

static inline FakeSource *
fake_source_new (TsFormat format, guint n_units, FakeUnit parse)
{
  FakeSource *self = g_new0 (FakeSource, 1);
  TsStepInfo step = { 0, 500, 0 };

  self->base.klass = &fake_class;
  self->base.options = &self->options;
  self->options.micro_step = TRUE;
  self->base.report = ts_import_report_new ();
  self->base.format = format;
  self->base.stats = g_ptr_array_new ();
  self->base.metrics = g_ptr_array_new ();
  self->base.steps = g_array_new (FALSE, FALSE, sizeof (TsStepInfo));
  g_array_append_val (self->base.steps, step);
  for (const char *const *s = ts_dump_stats; *s != NULL; s++)
    g_ptr_array_add (self->base.stats, (gpointer) *s);
  for (const char *const *m = ts_dump_metrics; *m != NULL; m++)
    g_ptr_array_add (self->base.metrics, (gpointer) *m);
  self->n_units = n_units;
  self->parse = parse;
  return self;
}

/* One row with all four statistics equal to value. */
static inline void
fake_add (TsRowBatch *batch,
          TsImportReport *report,
          guint32 rank,
          gint64 step,
          const char *name,
          guint32 metric,
          double value,
          guint32 line)
{
  double values[] = { value, value, value, value };
  TsRow row = { .step = step, .rank = rank, .metric = metric, .present = 0xf, .line = line };

  row.target
      = ts_row_batch_intern_target (batch, name, strlen (name), 0, 0, "torch.float32", "[2]");
  row.source = ts_row_batch_intern_source (batch, "a/dump.json");
  ts_row_batch_add (batch, &row, values);
  ts_import_report_count_read (report, 1);
}
