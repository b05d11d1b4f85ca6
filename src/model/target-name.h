/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a target's name says of its place in the model. */

/* Whether name has a layer number: the first component that is a number and follows a word that
 * may be a list of layers ("layers.3", "encoder.12", "h.7"), not a model chunk ("Module.0"), a
 * tensor ("output.0") or an API ("Functional.add.0"). Components end at '.', ':' and '/'. start and
 * end are the bytes of "layers.3" in the name; each may be NULL. */
gboolean ts_target_name_find_layer (const char *name, gsize *start, gsize *end);

/* That number, counted from 0 as the data does; within rank and virtual stage. -1 when the name has
 * none. */
int ts_target_name_get_layer (const char *name);

G_END_DECLS
