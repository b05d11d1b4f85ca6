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

/* The names of lines without what all of them have in common: whole components in front (a number
 * keeps its word), and parts behind that " · " sets off. common, which may be NULL, gets what was
 * left out, "" for nothing, with "…" for the rest; the caller frees it. Fewer than two names, or
 * equal ones, have nothing in common. n strings; free with g_strfreev(). */
char **ts_target_names_drop_common (const char *const *names, guint n, char **common);

/* Of at most so many characters where that can be: the class name ("ColumnParallelLinear") gives
 * way to "…" first, then what is before and behind the layer, never the layer, its number or the
 * slot ("output.0"). Caller frees. */
char *ts_target_name_cut (const char *name, guint most);

G_END_DECLS
