/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/tensorboard/crc32c.h"

#include <string.h>

#define POLYNOMIAL 0x82F63B78u
#define MASK_DELTA 0xA282EAD8u

/* tables[k][b]: what byte b contributes when k bytes follow it within eight. */
static guint32 tables[8][256];

static void
fill_tables (void)
{
  for (guint b = 0; b < 256; b++)
    {
      guint32 crc = b;
      for (int bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ ((crc & 1) != 0 ? POLYNOMIAL : 0);
      tables[0][b] = crc;
    }
  for (guint b = 0; b < 256; b++)
    for (guint k = 1; k < 8; k++)
      tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 0xff];
}

guint32
ts_crc32c (const void *data, gsize length)
{
  static gsize filled = 0;
  const guint8 *p = data;
  guint32 crc = ~0u;

  if (g_once_init_enter (&filled))
    {
      fill_tables ();
      g_once_init_leave (&filled, 1);
    }
  for (; length >= 8; p += 8, length -= 8)
    {
      guint32 low, high;
      memcpy (&low, p, 4);
      memcpy (&high, p + 4, 4);
      low = GUINT32_FROM_LE (low) ^ crc;
      high = GUINT32_FROM_LE (high);
      crc = tables[7][low & 0xff] ^ tables[6][(low >> 8) & 0xff] ^ tables[5][(low >> 16) & 0xff]
            ^ tables[4][low >> 24] ^ tables[3][high & 0xff] ^ tables[2][(high >> 8) & 0xff]
            ^ tables[1][(high >> 16) & 0xff] ^ tables[0][high >> 24];
    }
  for (; length > 0; p++, length--)
    crc = (crc >> 8) ^ tables[0][(crc ^ *p) & 0xff];
  return ~crc;
}

guint32
ts_crc32c_masked (const void *data, gsize length)
{
  guint32 crc = ts_crc32c (data, length);

  return ((crc >> 15) | (crc << 17)) + MASK_DELTA;
}
