/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/decimal.h"

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

/* mantissa · 2^exponent, rounded to nearest even; sticky: the true mantissa is a little larger, and
 * mantissa has 60 bits or more. It is not 0, and the result is a normal number. */
static double
round_mantissa (guint64 mantissa, int exponent, gboolean sticky)
{
  int shift = __builtin_clzll (mantissa);
  guint64 rest, bits;
  double value;

  mantissa <<= shift;
  rest = mantissa & 0x7ff;
  mantissa >>= 11;
  if (rest > 0x400 || (rest == 0x400 && (sticky || (mantissa & 1) != 0)))
    mantissa++;              /* 2^53 at most: still exact */
  value = (double) mantissa; /* ldexp(), without its special cases */
  memcpy (&bits, &value, sizeof bits);
  bits += (guint64) (gint64) (exponent + 11 - shift) << 52;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* digits · 10^exponent: the product with 5^exponent fits 128 bits. */
static double
multiply (guint64 digits, int exponent)
{
  Wide product = (Wide) digits * powers_of_5[exponent];
  guint64 high = (guint64) (product >> 64), low = (guint64) product;
  int shift;

  if (high == 0)
    return round_mantissa (low, exponent, FALSE);
  shift = __builtin_clzll (high);
  if (shift > 0)
    {
      high = high << shift | low >> (64 - shift);
      low <<= shift;
    }
  return round_mantissa (high, exponent + 64 - shift, low != 0);
}

/* One step of a long division: the quotient fits 64 bits when divisor > high. */
static inline guint64
divide_step (guint64 high, guint64 low, guint64 divisor, guint64 *remainder)
{
  Wide dividend = (Wide) high << 64 | low;
  guint64 quotient = (guint64) (dividend / divisor);

  *remainder = (guint64) (dividend - (Wide) quotient * divisor);
  return quotient;
}

/* digits ÷ 10^power. Dividend and divisors get their top bit, the dividend one place lower, so that
 * every quotient fits 64 bits; powers above 27 take two divisors. What remains decides the
 * rounding. */
static double
divide (guint64 digits, int power)
{
  int first = MIN (power, MAX_POWER), second = power - first;
  int digit_shift = __builtin_clzll (digits), shift = __builtin_clzll (powers_of_5[first]);
  int exponent = shift - digit_shift - power - 63;
  guint64 divisor = powers_of_5[first] << shift;
  guint64 quotient, fraction, remainder;
  gboolean sticky;

  digits <<= digit_shift;
  quotient = divide_step (digits >> 1, digits << 63, divisor, &remainder);
  if (second == 0)
    return round_mantissa (quotient, exponent, remainder != 0);
  fraction = divide_step (remainder, 0, divisor, &remainder);
  sticky = remainder != 0 || (fraction & 1) != 0;
  shift = __builtin_clzll (powers_of_5[second]);
  divisor = powers_of_5[second] << shift;
  quotient = divide_step (quotient >> 1, quotient << 63 | fraction >> 1, divisor, &remainder);
  return round_mantissa (quotient, exponent + shift - 63, sticky || remainder != 0);
}

/* Exact in 128 bits, rounded once. */
static gboolean
compose_wide (guint64 digits, int exponent, double *value)
{
  if (exponent < -2 * MAX_POWER || exponent > MAX_POWER)
    return FALSE;
  *value = exponent >= 0 ? multiply (digits, exponent) : divide (digits, -exponent);
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
