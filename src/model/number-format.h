/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers as text, independent of the locale. All results are owned by the caller. */

/* The shortest decimal that reads back as the same double: "0.1", "1.5e-07", "nan", "inf", "-inf".
 */
char *ts_format_exact (double value);

/* At most digits significant digits, no trailing zeros, exponent form below 1e-4 and from 1e6 on:
 * "1283.4", "1.5e-7". NaN and infinities as "NaN", "+Inf", "−Inf" (with a real minus sign). */
char *ts_format_short (double value, int digits);

/* A number's text for the eye: with a true minus sign in front instead of a hyphen. Takes text;
 * caller frees the result. */
char *ts_format_minus (char *text);

/* Integers with thin spaces between thousands: "23 050". */
char *ts_format_count (guint64 n);

/* Bytes, decimal units: "1.2 MB" (g_format_size without its locale's surprises). */
char *ts_format_bytes (guint64 n);

/* Reads a double whatever the locale: decimal or exponent form, "nan", "inf", "infinity" in any
 * case, surrounding white space; nothing else. FALSE when text is not one number. len may be -1. */
gboolean ts_parse_double (const char *text, gssize len, double *value);

G_END_DECLS
