/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/decimal.h"

#include "model/number-format.h"

#include <math.h>
#include <string.h>

/* 5^27 is the largest power of five below 2^64. */
#define MAX_POWER 27

static const guint64 powers_of_5[MAX_POWER + 1] = {
  1U,
  5U,
  25U,
  125U,
  625U,
  3125U,
  15625U,
  78125U,
  390625U,
  1953125U,
  9765625U,
  48828125U,
  244140625U,
  1220703125U,
  G_GUINT64_CONSTANT (6103515625),
  G_GUINT64_CONSTANT (30517578125),
  G_GUINT64_CONSTANT (152587890625),
  G_GUINT64_CONSTANT (762939453125),
  G_GUINT64_CONSTANT (3814697265625),
  G_GUINT64_CONSTANT (19073486328125),
  G_GUINT64_CONSTANT (95367431640625),
  G_GUINT64_CONSTANT (476837158203125),
  G_GUINT64_CONSTANT (2384185791015625),
  G_GUINT64_CONSTANT (11920928955078125),
  G_GUINT64_CONSTANT (59604644775390625),
  G_GUINT64_CONSTANT (298023223876953125),
  G_GUINT64_CONSTANT (1490116119384765625),
  G_GUINT64_CONSTANT (7450580596923828125),
};

static const double powers_of_10[] = {
  1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* A decimal number with at most 19 digits: ± digits · 10^exponent. */
typedef struct
{
  guint64 digits;
  int exponent;
  gboolean negative;
} Decimal;

static inline gboolean
is_digit (char c)
{
  return (guint8) (c - '0') < 10;
}

/* Splits text if it is a plain decimal number that fits; FALSE also for numbers that need the slow
 * way. */
static gboolean
split (const char *p, const char *end, Decimal *number)
{
  const char *first, *dot = NULL;
  guint64 digits = 0;
  int exponent = 0, n;

  number->negative = p < end && *p == '-';
  p += number->negative;
  first = p;
  for (; p < end && is_digit (*p); p++)
    digits = digits * 10 + (guint64) (*p - '0');
  if (p < end && *p == '.')
    for (dot = p++; p < end && is_digit (*p); p++)
      digits = digits * 10 + (guint64) (*p - '0');
  n = (int) (p - first) - (dot != NULL);
  if (n < 1 || n > 19 || p - first > 32)
    return FALSE;
  if (dot != NULL)
    exponent = (int) (dot + 1 - p);
  if (p + 1 < end && (*p == 'e' || *p == 'E'))
    {
      gboolean minus = p[1] == '-';
      int e = 0;

      p += minus || p[1] == '+' ? 2 : 1;
      if (p >= end || end - p > 3)
        return FALSE;
      for (; p < end && is_digit (*p); p++)
        e = e * 10 + (*p - '0');
      exponent += minus ? -e : e;
    }
  number->digits = digits;
  number->exponent = exponent;
  return p == end;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

/* The product or quotient with 5^|exponent| in 128 bits: exact, or with every bit that decides the
 * rounding and one that says whether anything is left below. */
static gboolean
compose_wide (guint64 digits, int exponent, double *value)
{
  if (exponent < -MAX_POWER || exponent > MAX_POWER)
    return FALSE;
  if (exponent >= 0)
    {
      *value = ldexp ((double) ((Wide) digits * powers_of_5[exponent]), exponent);
      return TRUE;
    }
  int shift = __builtin_clzll (digits);
  Wide numerator = (Wide) (digits << shift) << 64;
  guint64 divisor = powers_of_5[-exponent];
  Wide quotient = numerator / divisor;
  quotient |= quotient * divisor != numerator;
  *value = ldexp ((double) quotient, exponent - 64 - shift);
  return TRUE;
}
#else
static gboolean
compose_wide (guint64 digits, int exponent, double *value)
{
  return FALSE;
}
#endif

/* digits · 10^exponent, rounded once: up to 2^53 and 10^22 both factors are doubles (Clinger, "How
 * to read floating point numbers accurately", 1990). FALSE when that takes a better method. */
static gboolean
compose (guint64 digits, int exponent, double *value)
{
  if (digits == 0)
    *value = 0;
  else if (digits > (G_GUINT64_CONSTANT (1) << 53) || exponent < -22 || exponent > 22)
    return compose_wide (digits, exponent, value);
  else if (exponent < 0)
    *value = (double) digits / powers_of_10[-exponent];
  else
    *value = (double) digits * powers_of_10[exponent];
  return TRUE;
}

/* Reads one number, rounded to the nearest double: what ts_parse_double() reads, but faster for the
 * decimals that msProbe writes. text need not be NUL-terminated. FALSE when it isn't one number. */
gboolean
ts_decimal_parse (const char *text, gsize length, double *value)
{
  Decimal number;
  double size;

  if (length < 40 && split (text, text + length, &number)
      && compose (number.digits, number.exponent, &size))
    {
      *value = number.negative ? -size : size;
      return TRUE;
    }
  return ts_parse_double (text, (gssize) length, value);
}
