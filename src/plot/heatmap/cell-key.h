/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "model/heatmap-colors.h"

#include <math.h>
#include <string.h>

G_BEGIN_DECLS

/* A cell as one integer, so that the larger of two keys is the cell that has to be seen when both
 * lie under one pixel: missing < no value < numbers in the order of the reduction < −Inf < +Inf <
 * NaN. Nothing is lost but TS_CELL_CLAMPED. */
typedef guint64 TsCellKey;

#define TS_KEY_MISSING      G_GUINT64_CONSTANT (0)
#define TS_KEY_NULL         G_GUINT64_CONSTANT (1)
#define TS_KEY_FIRST_NUMBER G_GUINT64_CONSTANT (4)
/* Above the key of every finite double. */
#define TS_KEY_NEG_INF G_GUINT64_CONSTANT (0xfff0000000000000)
#define TS_KEY_POS_INF G_GUINT64_CONSTANT (0xfff0000000000001)
#define TS_KEY_NAN     G_GUINT64_CONSTANT (0xfff0000000000002)

#define TS_KEY_SIGN (G_GUINT64_CONSTANT (1) << 63)

static inline gboolean
ts_key_is_number (TsCellKey key)
{
  return key >= TS_KEY_FIRST_NUMBER && key < TS_KEY_NEG_INF;
}

/* The key of a finite number. IEEE 754 doubles compare like sign-magnitude integers; each reduction
 * turns those bits into an unsigned integer of its own order. */
static inline TsCellKey
ts_key_from_number (TsReduction reduction, double value)
{
  guint64 bits, ordered;

  memcpy (&bits, &value, sizeof bits);
  if (reduction == TS_REDUCE_MAGNITUDE)
    return ((bits << 1) | !(bits >> 63)) + TS_KEY_FIRST_NUMBER;
  ordered = bits & TS_KEY_SIGN ? ~bits : bits | TS_KEY_SIGN;
  return reduction == TS_REDUCE_MIN ? ~ordered : ordered;
}

static inline double
ts_key_to_number (TsReduction reduction, TsCellKey key)
{
  guint64 bits;
  double value;

  if (reduction == TS_REDUCE_MAGNITUDE)
    {
      key -= TS_KEY_FIRST_NUMBER;
      bits = key >> 1 | (key & 1 ? 0 : TS_KEY_SIGN);
    }
  else
    {
      guint64 ordered = reduction == TS_REDUCE_MIN ? ~key : key;
      bits = ordered & TS_KEY_SIGN ? ordered & ~TS_KEY_SIGN : ~ordered;
    }
  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline TsCellKey
ts_key_from_cell (TsReduction reduction, double value, guint8 cell)
{
  switch (ts_cell_state (cell))
    {
    case TS_CELL_NUMBER:
      return ts_key_from_number (reduction, value);
    case TS_CELL_NAN:
      return TS_KEY_NAN;
    case TS_CELL_POS_INF:
      return TS_KEY_POS_INF;
    case TS_CELL_NEG_INF:
      return TS_KEY_NEG_INF;
    case TS_CELL_NULL:
      return TS_KEY_NULL;
    case TS_CELL_MISSING:
    case TS_N_CELL_STATES:
    default:
      return TS_KEY_MISSING;
    }
}

static inline TsCellState
ts_key_get_state (TsCellKey key)
{
  if (ts_key_is_number (key))
    return TS_CELL_NUMBER;
  switch (key)
    {
    case TS_KEY_NAN:
      return TS_CELL_NAN;
    case TS_KEY_POS_INF:
      return TS_CELL_POS_INF;
    case TS_KEY_NEG_INF:
      return TS_CELL_NEG_INF;
    case TS_KEY_NULL:
      return TS_CELL_NULL;
    default:
      return TS_CELL_MISSING;
    }
}

G_END_DECLS
