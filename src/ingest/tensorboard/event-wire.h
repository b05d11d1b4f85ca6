/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the wing tensorboard: what its reader and its writer have to agree on. */
#pragma once

/* A record: u64 length, u32 masked CRC-32C of it; the payload; u32 masked CRC-32C of the payload;
 * all little-endian. */
#define TS_RECORD_HEAD 12
#define TS_RECORD_TAIL 4

/* Protocol buffers: a field is a key and, by its wire type, a value. */
#define TS_WIRE_VARINT           0
#define TS_WIRE_FIXED64          1
#define TS_WIRE_BYTES            2
#define TS_WIRE_FIXED32          5
#define TS_WIRE_KEY(field, wire) ((guint64) (field) << 3 | (wire))

/* Fields of the message Event, */
#define TS_EVENT_WALL_TIME    1
#define TS_EVENT_STEP         2
#define TS_EVENT_FILE_VERSION 3
#define TS_EVENT_SUMMARY      5
/* of its Summary, */
#define TS_SUMMARY_VALUE 1
/* of a Summary's Value, */
#define TS_VALUE_TAG    1
#define TS_VALUE_SIMPLE 2
#define TS_VALUE_TENSOR 8
/* and of a Value's tensor. */
#define TS_TENSOR_DTYPE   1
#define TS_TENSOR_CONTENT 4
#define TS_TENSOR_FLOATS  5
#define TS_TENSOR_DOUBLES 6

#define TS_DTYPE_FLOAT  1
#define TS_DTYPE_DOUBLE 2

/* What the first record of a file says. For older versions TensorBoard drops points when a step
 * goes back. */
#define TS_EVENT_VERSION "brain.Event:2"
