/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/json-reader.h"
#include "ingest/dump/name-table.h"

G_BEGIN_DECLS

/* Which forward calls were recomputations for the backward pass (activation checkpointing). */

/* From stack.json, in both of its forms (formats.md 1.8.2): calls with a frame recompute_fn of
 * torch/utils/checkpoint.py, or backward or checkpoint_function_backward of that file or of a path
 * with "megatron" that torch/autograd/function.py called. Caller frees; NULL with the reader's
 * error.
 */
TsNameTable *ts_recompute_read_stacks (TsJsonReader *reader, GError **error);
TsNameTable *ts_recompute_load_stacks (const char *path, GError **error);

/* From the flags is_recompute of dump.json, as far as it can be read: for dumps without stack.json.
 * Caller frees; NULL when the file can't be opened. */
TsNameTable *ts_recompute_load_flags (const char *path, GError **error);

G_END_DECLS
