/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/ticks.h"

#include "model/number-format.h"

#include <math.h>
#include <string.h>

/* A tick is count · 10^exponent: kept as integers until the end, so that its value is the double
 * nearest to what its label says. */
typedef struct
{
  gint64 mantissa;
  int exponent;
} NiceStep;

static double
decimal_value (gint64 mantissa, int exponent)
{
  char text[48];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "e%d", mantissa, exponent);
  return g_ascii_strtod (text, NULL);
}

/* --- labels --- */

/* The decimal digits of value beyond the first that a step of 10^exponent needs. */
static int
digits_for (double value, int exponent)
{
  int magnitude = value == 0 ? exponent : (int) floor (log10 (fabs (value)));

  return CLAMP (magnitude - exponent, 0, 17);
}

/* Thin spaces between thousands, from five digits on. */
static char *
group_thousands (const char *plain)
{
  const char *digits = *plain == '-' ? plain + 1 : plain;
  gsize length = strspn (digits, "0123456789");
  GString *text = g_string_new (*plain == '-' ? "−" : "");

  for (gsize i = 0; i < length; i++)
    {
      if (length > 4 && i > 0 && (length - i) % 3 == 0)
        g_string_append (text, "\u2009");
      g_string_append_c (text, digits[i]);
    }
  g_string_append (text, digits + length);
  return g_string_free (text, FALSE);
}

static char *
format_exponent (double value, int digits)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  char *e;
  GString *text;

  g_snprintf (format, sizeof format, "%%.%de", digits);
  g_ascii_formatd (buffer, sizeof buffer, format, value);
  e = strchr (buffer, 'e');
  *e++ = '\0';
  if (strchr (buffer, '.') != NULL)
    for (char *end = buffer + strlen (buffer) - 1; *end == '0' || *end == '.'; end--)
      {
        gboolean point = *end == '.';
        *end = '\0';
        if (point)
          break;
      }
  text = g_string_new (*buffer == '-' ? "−" : "");
  g_string_append_printf (text, "%se%d", buffer + (*buffer == '-'), atoi (e));
  return g_string_free (text, FALSE);
}

static char *
format_fixed (double value, int decimals)
{
  char buffer[64], format[8];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (buffer, sizeof buffer, format, value);
  return group_thousands (buffer);
}

/* All labels of one axis share a form: fixed with as many decimals as the step has, or exponents
 * when the largest tick is far from 1. */
static void
label_linear (GArray *ticks, int exponent, gboolean integers_only)
{
  double largest = 0;
  gboolean fixed;

  for (guint i = 0; i < ticks->len; i++)
    largest = MAX (largest, fabs (g_array_index (ticks, TsTick, i).value));
  fixed = integers_only ? largest < 1e15 : largest == 0 || (largest >= 1e-3 && largest < 1e6);
  /* 123456.0001 and its like: exponents would only add digits. */
  if (largest >= 1e6 && largest < 1e12 && exponent <= 0)
    fixed = TRUE;
  for (guint i = 0; i < ticks->len; i++)
    {
      TsTick *tick = &g_array_index (ticks, TsTick, i);
      if (tick->value == 0)
        tick->label = g_strdup ("0");
      else if (fixed)
        tick->label = format_fixed (tick->value, CLAMP (-exponent, 0, 20));
      else
        tick->label = format_exponent (tick->value, digits_for (tick->value, exponent));
    }
}

static void
label_round_numbers (GArray *ticks)
{
  for (guint i = 0; i < ticks->len; i++)
    {
      TsTick *tick = &g_array_index (ticks, TsTick, i);
      double size = fabs (tick->value);
      if (tick->value == 0)
        tick->label = g_strdup ("0");
      else if (size < 0.99e-3 || size >= 0.99e6)
        tick->label = format_exponent (tick->value, 0);
      else
        tick->label = format_fixed (tick->value, size < 1 ? (int) ceil (-log10 (size)) : 0);
    }
}

/* --- linear ticks --- */

static void
add_tick (GArray *ticks, double value)
{
  TsTick tick = { value, NULL };

  g_array_append_val (ticks, tick);
}

static NiceStep
next_step (NiceStep step)
{
  if (step.mantissa == 1)
    step.mantissa = 2;
  else if (step.mantissa == 2)
    step.mantissa = 5;
  else
    {
      step.mantissa = 1;
      step.exponent++;
    }
  return step;
}

/* The multiples of step in low … high. */
static void
fill_linear (GArray *ticks, double low, double high, NiceStep step, guint limit)
{
  double size = decimal_value (step.mantissa, step.exponent);
  gint64 count = (gint64) floor (low / size) - 1;

  g_array_set_size (ticks, 0);
  while (decimal_value (count * step.mantissa, step.exponent) < low)
    count++;
  for (; ticks->len <= limit; count++)
    {
      double value = decimal_value (count * step.mantissa, step.exponent);
      if (value > high)
        break;
      add_tick (ticks, value);
    }
}

/* The finest step to begin with: no finer than a double can count. */
static NiceStep
first_step (double low, double high, guint max_ticks, gboolean integers_only)
{
  double size = 2 * ((high / 2 - low / 2) / (max_ticks + 1));
  double finest = MAX (fabs (low), fabs (high)) * 1e-15;
  NiceStep step;

  size = MAX (MAX (size, finest), 1e-322);
  if (integers_only)
    size = MAX (size, 1);
  step.mantissa = 1;
  step.exponent = (int) floor (log10 (size));
  return step;
}

static void
linear_ticks (GArray *ticks, double low, double high, guint max_ticks, gboolean integers_only)
{
  NiceStep step = first_step (low, high, max_ticks, integers_only);

  for (;; step = next_step (step))
    {
      fill_linear (ticks, low, high, step, max_ticks);
      if (ticks->len > max_ticks)
        {
          NiceStep coarser = next_step (step);
          g_autoptr (GArray) fewer = g_array_new (FALSE, FALSE, sizeof (TsTick));
          fill_linear (fewer, low, high, coarser, max_ticks);
          if (fewer->len > 0)
            continue;
          /* The range falls between the coarser multiples: better too few than none. */
          g_array_set_size (ticks, max_ticks);
        }
      break;
    }
  label_linear (ticks, step.exponent, integers_only);
}

/* --- logarithmic ticks --- */

static int
decade_stride (int decades, int places)
{
  static const int strides[] = { 1, 2, 3, 5, 10, 20, 25, 50, 100, 200 };

  for (guint i = 0; i < G_N_ELEMENTS (strides); i++)
    if (decades / strides[i] + 1 <= places)
      return strides[i];
  return MAX (decades, 1);
}

/* mantissas · 10^exponent, exponents multiples of stride, within low … high. */
static void
fill_log (GArray *ticks,
          double low,
          double high,
          const gint64 *mantissas,
          guint n_mantissas,
          int stride,
          gboolean integers_only)
{
  int first = (int) floor (log10 (low)) - 1;
  int last = (int) ceil (log10 (high)) + 1;

  for (int exponent = integers_only ? MAX (first, 0) : first; exponent <= last; exponent++)
    for (guint i = 0; i < n_mantissas; i++)
      {
        double value = decimal_value (mantissas[i], exponent);
        if (exponent % stride == 0 && value >= low && value <= high)
          add_tick (ticks, value);
      }
}

static void
log_ticks (GArray *ticks, double low, double high, guint max_ticks, gboolean integers_only)
{
  static const gint64 round[] = { 1, 2, 5 };
  int decades;

  if (!(low > 0))
    return;
  decades = (int) floor (log10 (high)) - (int) ceil (log10 (low));
  fill_log (ticks, low, high, round, G_N_ELEMENTS (round), 1, integers_only);
  if (ticks->len > max_ticks || decades >= 5)
    {
      g_array_set_size (ticks, 0);
      fill_log (ticks, low, high, round, 1, decade_stride (decades, (int) max_ticks),
                integers_only);
    }
  if (ticks->len < 2 || ticks->len > max_ticks)
    {
      /* Less than about a decade: a logarithm is nearly a line there. */
      g_array_set_size (ticks, 0);
      linear_ticks (ticks, low, high, max_ticks, integers_only);
    }
  else
    label_round_numbers (ticks);
}

/* The ticks of -high … -low, for low … high. */
static void
negate (GArray *ticks)
{
  for (guint i = 0; i < ticks->len; i++)
    {
      TsTick *tick = &g_array_index (ticks, TsTick, i);
      char *label = g_strconcat ("−", tick->label, NULL);
      g_free (tick->label);
      tick->label = label;
      tick->value = -tick->value;
    }
  for (guint i = 0; i < ticks->len / 2; i++)
    {
      TsTick *tick = &g_array_index (ticks, TsTick, i);
      TsTick *other = &g_array_index (ticks, TsTick, ticks->len - 1 - i);
      TsTick swapped = *tick;
      *tick = *other;
      *other = swapped;
    }
}

/* Whether low … high, on one side of 0, is all or for the most part in the logarithmic part of a
 * symmetric scale. */
static gboolean
is_logarithmic (double low, double high, double threshold)
{
  return low >= threshold || (low > 0 && high >= 10 * threshold);
}

static void
symlog_ticks (GArray *ticks, const TsScale *scale, double low, double high, guint max_ticks)
{
  double threshold = ts_scale_get_symlog_threshold (scale);
  int first = (int) ceil (log10 (threshold) - 1e-9);
  int up = high > threshold ? (int) floor (log10 (high) + 1e-9) : first - 1;
  int down = low < -threshold ? (int) floor (log10 (-low) + 1e-9) : first - 1;
  int decades = MAX (up - first + 1, 0) + MAX (down - first + 1, 0);
  int stride = 1, from;

  if (decades > 0 && low <= 0 && high >= 0)
    {
      int places = MAX ((int) max_ticks - 1, 2);
      while ((up - first + stride) / stride + (down - first + stride) / stride > places)
        stride++;
      /* The first decade keeps about a stride's distance from 0, which is one below it. */
      from = first + MAX ((2 * stride + 2) / 3 - 1, 0);
      for (int exponent = from + (down - from) / stride * stride; exponent >= from;
           exponent -= stride)
        if (exponent <= down)
          add_tick (ticks, decimal_value (-1, exponent));
      add_tick (ticks, 0);
      for (int exponent = from; exponent <= up; exponent += stride)
        add_tick (ticks, decimal_value (1, exponent));
      /* The outermost decade may have been a rounding error too far. */
      while (ticks->len > 0 && g_array_index (ticks, TsTick, 0).value < low)
        g_array_remove_index (ticks, 0);
      while (ticks->len > 0 && g_array_index (ticks, TsTick, ticks->len - 1).value > high)
        g_array_set_size (ticks, ticks->len - 1);
      label_round_numbers (ticks);
    }
  if (ticks->len > 1 && ticks->len <= max_ticks)
    return;
  for (guint i = 0; i < ticks->len; i++)
    g_free (g_array_index (ticks, TsTick, i).label);
  g_array_set_size (ticks, 0);
  if (is_logarithmic (low, high, threshold))
    log_ticks (ticks, MAX (low, threshold), high, max_ticks, FALSE);
  else if (is_logarithmic (-high, -low, threshold))
    {
      log_ticks (ticks, MAX (-high, threshold), -low, max_ticks, FALSE);
      negate (ticks);
    }
  else
    linear_ticks (ticks, low, high, max_ticks, FALSE);
}

/* --- entry --- */

GArray *
ts_ticks_new (const TsScale *scale, guint max_ticks, gboolean integers_only)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (TsTick));
  double low = MIN (scale->min, scale->max);
  double high = MAX (scale->min, scale->max);

  if (!isfinite (scale->min) || !isfinite (scale->max) || max_ticks == 0)
    return ticks;
  if (scale->type == TS_SCALE_LOG && !(low > 0))
    return ticks;
  if (low == high)
    {
      TsTick tick = { low, ts_format_short (low, 6) };
      g_array_append_val (ticks, tick);
    }
  else if (scale->type == TS_SCALE_LOG)
    log_ticks (ticks, low, high, max_ticks, integers_only);
  else if (scale->type == TS_SCALE_SYMLOG)
    symlog_ticks (ticks, scale, low, high, max_ticks);
  else
    linear_ticks (ticks, low, high, max_ticks, integers_only);
  return ticks;
}

void
ts_ticks_free (GArray *ticks)
{
  if (ticks == NULL)
    return;
  for (guint i = 0; i < ticks->len; i++)
    g_free (g_array_index (ticks, TsTick, i).label);
  g_array_unref (ticks);
}
