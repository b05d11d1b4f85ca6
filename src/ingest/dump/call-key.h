/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a key of dump.json or construct.json says, read component by component from the right
 * (formats.md 1.5, rules.md D4):
 *
 *   Module.<path>.<Class>.forward.<N>   <Prefix>.<api>.<N>.backward
 *   Module.<path>.<Class>.parameters_grad[.<N>]
 */

typedef enum
{
  TS_CALL_NONE, /* "optimizer", "clip_grad", or not a call */
  TS_CALL_FORWARD,
  TS_CALL_BACKWARD,
  TS_CALL_PARAMETERS_GRAD,
} TsCallDirection;

typedef struct
{
  TsCallDirection direction;
  gsize base_length;   /* the name without direction and number is the first so many bytes */
  gboolean has_number; /* number is 0 otherwise */
  gint32 number;       /* at most G_MAXINT32 */
} TsCallKey;

TsCallKey ts_call_key_parse (const char *key, gsize length);

/* Whether the name is one of a module: Module.… or Cell.…. */
gboolean ts_call_is_module (const char *key, gsize length);

/* The <i> of Module.<i>.<path>.<Class>, where the model is a list of models (virtual pipeline
 * chunks), from the name without direction and number; -1 when there is none. */
gint32 ts_call_model_index (const char *base, gsize length);

/* Decimal digits only; the value is limited to G_MAXINT32. FALSE for anything else. */
gboolean ts_parse_digits (const char *text, gsize length, gint32 *value);

G_END_DECLS
