/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* What libFuzzer calls, and driver.c where there is none. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
