/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The largest finite and the smallest normal value of a floating dtype, in the spelling of PyTorch
 * ("torch.float16"), MindSpore ("Float16", "mindspore.float16") or NumPy, or in short ("fp16").
 * FALSE for any other text, also NULL, and nothing is set.
 *
 * IEEE 754 for the 16, 32 and 64 bit formats; OCP 8-bit floating point specification, revision 1.0,
 * table 1, for E4M3 and E5M2; their "fnuz" variants as PyTorch defines them. */
gboolean ts_dtype_limits (const char *dtype, double *largest_finite, double *smallest_normal);

/* The relative spacing of a floating dtype's numbers as statistics are judged by it (hunting.md 0):
 * 2^-23, 2^-10, 2^-7 for bfloat16, 2^-3 (E4M3), 2^-2 (E5M2); 2^-23 for float64 too, whose
 * statistics are computed in float32. dtype in any spelling of ts_dtype_limits(); NULL or unknown:
 * that of float32 for the tensors of the state (parameters and moments), else that of bfloat16. */
double ts_dtype_eps (const char *dtype, gboolean is_state);

/* What kind of numbers a tensor of this dtype holds, whether in the spelling of PyTorch, MindSpore
 * or NumPy (rules.md D2). */
typedef enum
{
  TS_DTYPE_FLOATING, /* also complex, and names that say nothing */
  TS_DTYPE_INTEGER,  /* also bool and quantised */
} TsDtypeKind;

TsDtypeKind ts_dtype_kind (const char *dtype);

G_END_DECLS
