/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "fuzz-tree.h"

#define RUN "Dec03_21-34-40-rank0-1a2b3c4d"

/* The bytes as one CSV file of a run; by our rules and by msProbe's. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_write (RUN "/actv_0-0.csv", data, size);
  fuzz_run (TS_FORMAT_MONITOR, FALSE);
  fuzz_run (TS_FORMAT_MONITOR, TRUE);
  return 0;
}
