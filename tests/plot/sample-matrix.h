/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"

#include <math.h>

/* Matrices for tests, benchmarks and screenshots. Header only: three folders use it. */

static inline double
sample_noise (guint64 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double) (*state >> 11) / 9007199254740992.0;
}

/* All cells missing, X ranks, Y modules in layers of seven. */
static inline TsMatrix *
sample_matrix_empty (guint nx, guint ny)
{
  static const char *const parts[] = { "input_layernorm.RMSNorm.output.0",
                                       "self_attn.qkv.ColumnParallelLinear.output.0",
                                       "self_attn.proj.RowParallelLinear.output.0",
                                       "pre_mlp_norm.RMSNorm.output.0",
                                       "mlp.linear_fc1.ColumnParallelLinear.output.0",
                                       "mlp.linear_fc2.RowParallelLinear.output.0",
                                       "TransformerLayer.output.0" };
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_RANK, nx);
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, ny);

  for (guint i = 0; i < nx; i++)
    {
      char name[16];
      g_snprintf (name, sizeof name, "%u", i);
      ts_axis_set_place (x, i, i, name, i);
    }
  for (guint i = 0; i < ny; i++)
    {
      char name[128];
      g_snprintf (name, sizeof name, "Module.layers.%u.%s", i / 7, parts[i % 7]);
      ts_axis_set_place (y, i, i, name, i);
    }
  ts_axis_group_by_layer (y);
  return ts_matrix_new (x, y);
}

/* Positive values over two decades with some structure. */
static inline TsMatrix *
sample_matrix_waves (guint nx, guint ny)
{
  TsMatrix *matrix = sample_matrix_empty (nx, ny);
  guint64 seed = 88172645463325252;

  for (guint y = 0; y < ny; y++)
    for (guint x = 0; x < nx; x++)
      {
        double phase = 6.28 * x / MAX (nx, 8) + y % 7;
        double value = pow (10, 1 + sin (phase) + 0.3 * sample_noise (&seed) + 0.1 * (y % 7));
        ts_matrix_set (matrix, x, y, value, TS_CELL_NUMBER);
      }
  ts_matrix_seal (matrix);
  return matrix;
}

/* Row by row; NAN, ±INFINITY get those states. */
static inline TsMatrix *
sample_matrix_of (guint nx, guint ny, const double *values)
{
  TsMatrix *matrix = sample_matrix_empty (nx, ny);

  for (guint y = 0; y < ny; y++)
    for (guint x = 0; x < nx; x++)
      ts_matrix_set (matrix, x, y, values[y * nx + x],
                     (guint8) ts_cell_state_of (values[y * nx + x]));
  ts_matrix_seal (matrix);
  return matrix;
}
