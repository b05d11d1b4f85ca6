/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "fuzz-tree.h"

#define RANK "step0/rank0/"

/* The bytes as dump.json; behind a byte 0x1e, construct.json; behind another, stack.json. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { RANK "dump.json", RANK "construct.json", RANK "stack.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const uint8_t *end = data == NULL ? NULL : memchr (data, 0x1e, size);
      gsize length = end == NULL ? size : (gsize) (end - data);

      if (data == NULL)
        fuzz_remove (names[i]);
      else
        fuzz_write (names[i], data, length);
      size = end == NULL ? 0 : size - length - 1;
      data = end == NULL ? NULL : end + 1;
    }
  fuzz_run (TS_FORMAT_DUMP, FALSE);
  fuzz_run (TS_FORMAT_DUMP, TRUE);
  return 0;
}
