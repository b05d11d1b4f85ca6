/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/json-number.h"

#include <math.h>
#include <string.h>

/* Almost every number in a dump is a float written with up to 17 digits and a small exponent. For
 * those the nearest double is one exact integer operation away: digits × 5^e fits 128 bits, or
 * digits ÷ 5^-e is one division whose remainder says how to round. strtod() takes five times as
 * long; it does the rest. */
#define MAX_DIGITS   19 /* 10^19 - 1 < 2^64 */
#define MAX_EXPONENT 27 /* 5^27 < 2^63 */

__extension__ typedef unsigned __int128 Wide;

static const guint64 powers_of_five[MAX_EXPONENT + 1] = {
  G_GUINT64_CONSTANT (1),
  G_GUINT64_CONSTANT (5),
  G_GUINT64_CONSTANT (25),
  G_GUINT64_CONSTANT (125),
  G_GUINT64_CONSTANT (625),
  G_GUINT64_CONSTANT (3125),
  G_GUINT64_CONSTANT (15625),
  G_GUINT64_CONSTANT (78125),
  G_GUINT64_CONSTANT (390625),
  G_GUINT64_CONSTANT (1953125),
  G_GUINT64_CONSTANT (9765625),
  G_GUINT64_CONSTANT (48828125),
  G_GUINT64_CONSTANT (244140625),
  G_GUINT64_CONSTANT (1220703125),
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

/* mantissa × 2^exponent, rounded to nearest even; sticky: the true mantissa is a little larger.
 * mantissa has its top bit set; the result is a normal number. */
static double
round_to_double (guint64 mantissa, int exponent, gboolean sticky)
{
  guint64 kept = mantissa >> 11;
  guint64 rest = mantissa & 0x7ff;
  double value;

  if (rest > 0x400 || (rest == 0x400 && (sticky || (kept & 1) != 0)))
    kept++; /* 2^53 at most: still exact */
  value = (double) kept;
  guint64 bits;
  memcpy (&bits, &value, sizeof bits);
  bits += (guint64) (gint64) (exponent + 11) << 52;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* digits × 10^exponent for digits > 0 and |exponent| <= MAX_EXPONENT: never under- or overflows. */
static double
scale (guint64 digits, int exponent)
{
  if (exponent >= 0)
    {
      Wide product = (Wide) digits * powers_of_five[exponent];
      guint64 high = (guint64) (product >> 64), low = (guint64) product;
      int shift;

      if (high == 0)
        {
          shift = __builtin_clzll (low);
          return round_to_double (low << shift, exponent - shift, FALSE);
        }
      shift = __builtin_clzll (high);
      if (shift > 0)
        {
          high = high << shift | low >> (64 - shift);
          low <<= shift;
        }
      return round_to_double (high, exponent + 64 - shift, low != 0);
    }

  /* Both sides get their top bit, the dividend one place lower, so that the quotient fits 64 bits
   * and has at least 63 of its own. */
  guint64 divisor = powers_of_five[-exponent];
  int digit_shift = __builtin_clzll (digits), divisor_shift = __builtin_clzll (divisor);
  Wide dividend = (Wide) (digits << digit_shift) << 63;
  guint64 quotient, remainder;

  divisor <<= divisor_shift;
  quotient = (guint64) (dividend / divisor);
  remainder = (guint64) (dividend - (Wide) quotient * divisor);
  int shift = __builtin_clzll (quotient);
  return round_to_double (quotient << shift, exponent - 63 - digit_shift + divisor_shift - shift,
                          remainder != 0);
}

static double
parse_slowly (const char *text, gsize length)
{
  char small[128];
  g_autofree char *large = NULL;
  char *copy = small;
  double value;

  if (length >= sizeof small)
    copy = large = g_malloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  value = g_ascii_strtod (copy, NULL);
  if (isinf (value) && strpbrk (copy, ".eEI") == NULL)
    return value > 0 ? G_MAXDOUBLE : -G_MAXDOUBLE;
  return value;
}

double
ts_json_parse_number (const char *text, gsize length)
{
  const char *p = text, *end = text + length;
  gboolean negative = p < end && *p == '-';
  guint64 digits = 0;
  int n_digits = 0, exponent = 0;
  double value;

  p += negative;
  if (p < end && !g_ascii_isdigit (*p))
    {
      if (*p == 'N')
        return NAN;
      return negative ? -INFINITY : INFINITY;
    }
  for (; p < end && g_ascii_isdigit (*p); p++)
    {
      digits = digits * 10 + (guint64) (*p - '0');
      n_digits += digits != 0;
    }
  if (p < end && *p == '.')
    for (p++; p < end && g_ascii_isdigit (*p); p++)
      {
        digits = digits * 10 + (guint64) (*p - '0');
        n_digits += digits != 0;
        exponent--;
      }
  if (n_digits > MAX_DIGITS)
    return parse_slowly (text, length);
  if (p < end && (*p == 'e' || *p == 'E'))
    {
      gboolean down;
      int written = 0;

      p++;
      down = p < end && *p == '-';
      p += p < end && (*p == '-' || *p == '+');
      for (; p < end && g_ascii_isdigit (*p) && written < 10000; p++)
        written = written * 10 + (*p - '0');
      exponent += down ? -written : written;
    }
  if (digits == 0)
    return negative ? -0.0 : 0.0;
  if (exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
    return parse_slowly (text, length);
  value = scale (digits, exponent);
  return negative ? -value : value;
}
