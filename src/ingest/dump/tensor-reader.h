/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/dump/call-key.h"
#include "ingest/text/json-reader.h"

G_BEGIN_DECLS

/* Finds the tensors in one entry of dump.json (formats.md 1.6, 1.7): everywhere (rules.md D1), or,
 * compat, only where msProbe looks (formats.md 1.9.6). */
typedef struct _TsTensorReader TsTensorReader;

#define TS_N_DUMP_STATS 4

typedef struct
{
  double values[TS_N_DUMP_STATS]; /* norm, max, min, mean */
  guint32 present;                /* bit i: values[i] was recorded */
  guint32 line;                   /* of its "{" */
  gsize name;                     /* what follows the call's name: ".input.0"; see …_get_name() */
  gsize name_length;
  gssize shape;      /* see …_get_shape(); -1: unknown */
  const char *dtype; /* as long as the reader; NULL: unknown */
} TsTensor;

/* What was found in one entry. */
typedef struct
{
  guint n_tensors;
  gboolean is_recompute;       /* the flag of older dumps */
  guint n_integer;             /* tensors left out: integers or bool (D2) */
  guint n_empty;               /* tensors left out: no statistic is recorded (D9) */
  gboolean has_checksum;       /* one of those has a checksum */
  guint n_unreadable;          /* statistics that are neither numbers nor null; of the first: */
  const char *unreadable_stat; /* its key, static */
  const char *unreadable_name; /* its tensor, as in TsTensor.name; valid until the next entry */
  guint32 unreadable_line;
  guint n_rounded; /* statistics of tensors kept: integers that no double is; of the first: */
  guint32 rounded_line;
} TsEntryContent;

TsTensorReader *ts_tensor_reader_new (gboolean compat, gboolean all_dtypes);
void ts_tensor_reader_free (TsTensorReader *self);

/* Reads the value of the key that reader has just given. direction: of the key. FALSE when reader
 * failed; then nothing of the entry is to be used. */
gboolean ts_tensor_reader_read (TsTensorReader *self,
                                TsJsonReader *reader,
                                TsCallDirection direction,
                                TsEntryContent *content);

/* The tensors of the last entry, valid until the next. */
const TsTensor *ts_tensor_reader_get (const TsTensorReader *self, guint i);
const char *ts_tensor_reader_get_name (const TsTensorReader *self, const TsTensor *tensor);
const char *ts_tensor_reader_get_shape (const TsTensorReader *self, const TsTensor *tensor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTensorReader, ts_tensor_reader_free)

G_END_DECLS
