/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The double nearest to a JSON number (ties to even), or to NaN, Infinity or -Infinity. text is
 * what the JSON reader found to be a number; other text gives a number without meaning. An integer
 * too large for a double gives ±G_MAXDOUBLE, since it is finite; one with a fraction or an exponent
 * gives an infinity, as in Python. */
double ts_json_parse_number (const char *text, gsize length);
/* FALSE for an integer that value, what the function above makes of it, is not: one beyond 2^53
 * between two doubles. */
gboolean ts_json_number_is_exact (const char *text, gsize length, double value);

G_END_DECLS
