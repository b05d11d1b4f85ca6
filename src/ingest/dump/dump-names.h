/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"

G_BEGIN_DECLS

/* Names and numbers as msProbe's converter reads them (formats.md 1.9.5 and 1.9.7), for compat. All
 * matching is by substring there. */

/* The metric that key, after renumbering and mapping, belongs to; removes the direction from it. 0
 * when it belongs to none. A forward call may yet turn out to be a recomputation. */
guint ts_compat_metric (GString *key);

/* Removes a last component of digits from key; returns its value, 0 without one. */
gint32 ts_compat_split_index (GString *key);

/* Whether an object of this type and of this dtype becomes a row. */
gboolean ts_compat_is_tensor_type (const char *type, gsize length);
gboolean ts_compat_is_dtype (const char *dtype);

/* Reads text as Python's float() does: white space around, "inf" and "nan" in any case, underscores
 * between digits, decimal digits of any script. FALSE when it is no number. */
gboolean ts_parse_python_float (const char *text, gsize length, double *value);

/* The integer that Python's int() reads (as above). FALSE when it is none or beyond 2^53. */
gboolean ts_parse_python_int (const char *text, gint64 *value);

G_END_DECLS
