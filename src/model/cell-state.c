/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/cell-state.h"

#include <glib/gi18n-lib.h>
#include <math.h>

TsCellState
ts_cell_state_of (double value)
{
  if (isnan (value))
    return TS_CELL_NAN;
  if (isinf (value))
    return value > 0 ? TS_CELL_POS_INF : TS_CELL_NEG_INF;
  return TS_CELL_NUMBER;
}

const char *
ts_cell_state_get_label (TsCellState state)
{
  switch (state)
    {
    case TS_CELL_NUMBER:
      return _ ("number");
    case TS_CELL_NAN:
      return _ ("NaN");
    case TS_CELL_POS_INF:
      return _ ("+Inf");
    case TS_CELL_NEG_INF:
      return _ ("−Inf");
    case TS_CELL_NULL:
      return _ ("no value");
    case TS_CELL_MISSING:
    case TS_N_CELL_STATES:
    default:
      return _ ("missing");
    }
}
