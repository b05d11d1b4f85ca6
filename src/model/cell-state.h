/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What one cell (or one point of a line) is. Kept beside the double in one byte: the low bits hold
 * the state, TS_CELL_CLAMPED may be or-ed to a number. */
typedef enum
{
  TS_CELL_MISSING, /* no row */
  TS_CELL_NUMBER,
  TS_CELL_NAN,
  TS_CELL_POS_INF,
  TS_CELL_NEG_INF,
  TS_CELL_NULL, /* a row without a value, from a database another program wrote */
  TS_N_CELL_STATES,
} TsCellState;

#define TS_CELL_STATE_MASK 0x0f
/* The number is ±1e9 and stands for anything at or beyond it: msProbe clamped it, the exact value
 * is lost. */
#define TS_CELL_CLAMPED 0x10

static inline TsCellState
ts_cell_state (guint8 cell)
{
  return (TsCellState) (cell & TS_CELL_STATE_MASK);
}

/* The state of an exact value: NUMBER, NAN, POS_INF or NEG_INF. */
TsCellState ts_cell_state_of (double value);

/* A short translated word: "missing", "NaN", "+Inf", "−Inf", "no value". */
const char *ts_cell_state_get_label (TsCellState state);

G_END_DECLS
