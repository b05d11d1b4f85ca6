/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/dimension.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  char *category; /* module, layer, index, function, default */
} TsTag;

/* What a view shows: a plain value that can be copied, compared, saved and drawn again. */
typedef struct
{
  char *metric;
  char *stat;
  TsDimension dimension; /* the fixed one */
  gint64 value;          /* global step, rank or target id */
  GPtrArray *tags;       /* TsTag*; a target must have all of them */
  char *name_filter; /* NULL or "": none; a case-insensitive substring, or a regular expression */
} TsSelection;

TsTag *ts_tag_new (const char *name, const char *category);
void ts_tag_free (TsTag *self);
gboolean ts_tag_equal (const TsTag *a, const TsTag *b);

/* No metric, no stat, step 0, no filter. */
TsSelection *ts_selection_new (void);
TsSelection *ts_selection_copy (const TsSelection *self);
gboolean ts_selection_equal (const TsSelection *a, const TsSelection *b);
void ts_selection_free (TsSelection *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTag, ts_tag_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsSelection, ts_selection_free)

G_END_DECLS
