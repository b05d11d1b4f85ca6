/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"

#include <string.h>

static const struct
{
  const char *name; /* without its module, in lower case, without underscores */
  double largest;
  double smallest_normal;
} limits[] = {
  { "float16", 65504, 0x1p-14 },
  { "half", 65504, 0x1p-14 },
  { "fp16", 65504, 0x1p-14 },
  { "bfloat16", 0x1.fep127, 0x1p-126 },
  { "bf16", 0x1.fep127, 0x1p-126 },
  { "float32", 0x1.fffffep127, 0x1p-126 },
  { "float", 0x1.fffffep127, 0x1p-126 },
  { "fp32", 0x1.fffffep127, 0x1p-126 },
  { "float64", 0x1.fffffffffffffp1023, 0x1p-1022 },
  { "double", 0x1.fffffffffffffp1023, 0x1p-1022 },
  { "fp64", 0x1.fffffffffffffp1023, 0x1p-1022 },
  { "float8e4m3fn", 448, 0x1p-6 },
  { "float8e4m3", 448, 0x1p-6 },
  { "fp8e4m3", 448, 0x1p-6 },
  { "e4m3", 448, 0x1p-6 },
  { "float8e5m2", 57344, 0x1p-14 },
  { "fp8e5m2", 57344, 0x1p-14 },
  { "e5m2", 57344, 0x1p-14 },
  { "float8e4m3fnuz", 240, 0x1p-7 },
  { "float8e5m2fnuz", 57344, 0x1p-15 },
};

gboolean
ts_dtype_limits (const char *dtype, double *largest_finite, double *smallest_normal)
{
  const char *dot = dtype != NULL ? strrchr (dtype, '.') : NULL;
  g_autofree char *name = NULL;
  char *end;

  if (dtype == NULL)
    return FALSE;
  name = g_ascii_strdown (dot != NULL ? dot + 1 : dtype, -1);
  end = name;
  for (const char *c = name; *c != '\0'; c++)
    if (*c != '_')
      *end++ = *c;
  *end = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (strcmp (limits[i].name, name) == 0)
      {
        *largest_finite = limits[i].largest;
        *smallest_normal = limits[i].smallest_normal;
        return TRUE;
      }
  return FALSE;
}

double
ts_dtype_eps (const char *dtype, gboolean is_state)
{
  double largest, smallest;

  if (!ts_dtype_limits (dtype, &largest, &smallest))
    return is_state ? 0x1p-23 : 0x1p-7;
  if (largest > 1e30)
    return largest == 0x1.fep127 ? 0x1p-7 : 0x1p-23;
  if (largest == 65504)
    return 0x1p-10;
  return largest == 57344 ? 0x1p-2 : 0x1p-3;
}

TsDtypeKind
ts_dtype_kind (const char *dtype)
{
  static const char *const integers[]
      = { "int", "uint", "bool", "qint", "quint", "short", "long", "byte", "char" };
  const char *dot = strrchr (dtype, '.');
  g_autofree char *name = g_ascii_strdown (dot == NULL ? dtype : dot + 1, -1);

  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    if (g_str_has_prefix (name, integers[i]))
      return TS_DTYPE_INTEGER;
  return TS_DTYPE_FLOATING;
}
