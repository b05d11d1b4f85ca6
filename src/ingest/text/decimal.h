/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ts_decimal_parse (const char *text, gsize length, double *value);

G_END_DECLS
