/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the wing tensorboard. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes one event file (TensorBoard's wire format: records of length,
 * masked CRC-32C, payload, masked CRC-32C; payload an Event message). Written through a buffer into
 * a stream that the caller owns. */
typedef struct _TsEventWriter TsEventWriter;

/* Begins with the record that names the file's version, at wall_time (seconds since 1970). Takes a
 * reference on stream. */
TsEventWriter *ts_event_writer_new (GOutputStream *stream, double wall_time);

/* One scalar as one Event: tag in UTF-8 (length bytes), any step, any value, NaN and infinities
 * too. Errors of the stream are G_IO_ERRORs; after one every call fails alike. */
gboolean ts_event_writer_add (TsEventWriter *self,
                              double wall_time,
                              gint64 step,
                              const char *tag,
                              gsize length,
                              float value,
                              GCancellable *cancellable,
                              GError **error);

/* Hands what is buffered to the stream, which it does not close. */
gboolean ts_event_writer_flush (TsEventWriter *self, GCancellable *cancellable, GError **error);
void ts_event_writer_free (TsEventWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsEventWriter, ts_event_writer_free)

G_END_DECLS
