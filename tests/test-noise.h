/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A number from 0 to 1 that looks random and is always the same for i. */
static inline double
test_noise (guint i)
{
  guint32 x = i * 2654435761u;

  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return x / 4294967296.0;
}
