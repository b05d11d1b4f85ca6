/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the wing tensorboard. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One point of one series. */
typedef struct
{
  const char *tag; /* as it stands there, NUL-terminated; borrowed until the next record is read */
  gsize tag_length;
  gint64 step;
  double wall_time; /* seconds since 1970; 0 where the event has none */
  double value;
} TsEventScalar;

/* How reading ended. */
typedef enum
{
  TS_EVENT_END_WHOLE, /* behind the last record */
  TS_EVENT_END_TAIL,  /* within a record that is still being written, or was cut off */
  TS_EVENT_END_BROKEN /* at a length that is wrong: nothing behind it can be found */
} TsEventEnd;

/* Reads one event file, record by record, in memory of one record (64 MiB at most). Nothing in the
 * file is trusted. */
typedef struct _TsEventReader TsEventReader;

/* stream stands at byte offset of the file, where a record begins: 0, or what
 * ts_event_reader_get_offset() gave at another time. Takes a reference on it. */
TsEventReader *ts_event_reader_new (GInputStream *stream, guint64 offset);

/* The scalars (TsEventScalar, replacing what is there) of the next record; none when it holds
 * something else or is damaged. FALSE at the end, or with error set when the stream fails. */
gboolean ts_event_reader_next (TsEventReader *self,
                               GArray *scalars,
                               GCancellable *cancellable,
                               GError **error);

/* After the end: what it was. */
TsEventEnd ts_event_reader_get_end (const TsEventReader *self);
/* Where the next record begins, or would. */
guint64 ts_event_reader_get_offset (const TsEventReader *self);
/* Bytes behind that which are no whole record. */
guint64 ts_event_reader_get_tail (const TsEventReader *self);
/* Records whose checksum or content is wrong; they were passed over. */
guint ts_event_reader_get_n_damaged (const TsEventReader *self);
/* Values that are no scalars: histograms, images, texts. */
guint64 ts_event_reader_get_n_other (const TsEventReader *self);
/* "brain.Event:2"; NULL while no record named a version. */
const char *ts_event_reader_get_version (const TsEventReader *self);

void ts_event_reader_free (TsEventReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsEventReader, ts_event_reader_free)

G_END_DECLS
