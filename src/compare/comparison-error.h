/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TS_COMPARISON_ERROR_NOT_COMPARABLE, /* the runs have nothing in common; the message says what */
} TsComparisonError;

#define TS_COMPARISON_ERROR (ts_comparison_error_quark ())
GQuark ts_comparison_error_quark (void);

G_END_DECLS
