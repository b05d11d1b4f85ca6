/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/dimension.h"

G_BEGIN_DECLS

/* One dimension of a picture: its places in display order. Immutable once shared; reference
 * counted. Place i has id ids[i] (global step, rank or target id), full name names[i] and, for
 * numeric dimensions, the coordinate positions[i] (training step with the micro-step as its
 * fraction, rank); for modules positions[i] == i. Runs of equal groups[i] belong together (the
 * layers of a model); group_names are the names of the groups, by number. */
typedef struct
{
  TsDimension dimension;
  guint n;
  gint64 *ids;
  char **names;
  double *positions;
  guint *groups;
  char **group_names;
  guint n_groups;
} TsAxis;

/* All n places with id 0, name NULL, position i and group 0; the caller fills them in before
 * sharing. */
TsAxis *ts_axis_new (TsDimension dimension, guint n);
TsAxis *ts_axis_ref (TsAxis *self);
void ts_axis_unref (TsAxis *self);

void ts_axis_set_place (TsAxis *self, guint i, gint64 id, const char *name, double position);
/* Groups module names by layer ("layers.3"); names without a digit component join their neighbours.
 */
void ts_axis_group_by_layer (TsAxis *self);
/* What the names begin with, as whole components ("Module.module." of a model; the word before a
 * number stays), among those with the most frequent first component; other names lack it. Returns
 * a name that begins with it, owned by the axis, and how many bytes it is long, which may be 0. */
const char *ts_axis_get_common_prefix (const TsAxis *self, gsize *length);
/* The place of id, or -1. */
int ts_axis_find (const TsAxis *self, gint64 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsAxis, ts_axis_unref)

G_END_DECLS
