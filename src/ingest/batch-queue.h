/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"

G_BEGIN_DECLS

/* Between the parser threads and the writer. Parsers take the next unit, fill in batches in any
 * order of time; the writer gets them in unit order. What waits is bounded in bytes: a parser that
 * is ahead blocks, the one the writer waits for never does while its own batches are few, so it
 * can't deadlock. */
typedef struct _TsBatchQueue TsBatchQueue;

TsBatchQueue *ts_batch_queue_new (guint n_units, gsize max_bytes);
void ts_batch_queue_free (TsBatchQueue *self);

/* For parsers. FALSE: no unit is left, or the queue was aborted. */
gboolean ts_batch_queue_take_unit (TsBatchQueue *self, guint *unit);
/* Takes the batch. FALSE when aborted. */
gboolean ts_batch_queue_push (TsBatchQueue *self, guint unit, TsRowBatch *batch);
void ts_batch_queue_finish_unit (TsBatchQueue *self, guint unit);

/* Ends everything: parsers get no more units and can't push. */
void ts_batch_queue_abort (TsBatchQueue *self);
gboolean ts_batch_queue_is_aborted (TsBatchQueue *self);

typedef enum
{
  TS_BATCH_QUEUE_BATCH,    /* here is one (transfer full) */
  TS_BATCH_QUEUE_UNIT_END, /* the current unit is complete */
  TS_BATCH_QUEUE_END,      /* all are */
  TS_BATCH_QUEUE_TIMEOUT,  /* nothing yet */
} TsBatchQueueItem;

/* For the writer. Waits for at most timeout_us microseconds. */
TsBatchQueueItem ts_batch_queue_pop (TsBatchQueue *self, gint64 timeout_us, TsRowBatch **batch);

void ts_batch_queue_add_progress (TsBatchQueue *self, guint64 bytes);
guint64 ts_batch_queue_get_progress (TsBatchQueue *self);
guint ts_batch_queue_get_current_unit (TsBatchQueue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsBatchQueue, ts_batch_queue_free)

/* Where a source puts the batches of one unit. */
struct _TsBatchSink
{
  TsBatchQueue *queue;
  guint unit;
};

G_END_DECLS
