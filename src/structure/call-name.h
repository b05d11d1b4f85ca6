/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; other rooms need it for names of calls alone. */

#include "structure/structure.h"

G_BEGIN_DECLS

/* The parts of the name of a call. Modules are written "Module.<path>.<Class>.forward.<N>", APIs
 * "<Kind>.<api>.<N>.forward", gradients "Module.<path>.<Class>.parameters_grad[.<N>]". */
typedef struct
{
  TsCallKind kind;
  TsCallDirection direction;
  gint32 number; /* -1: none */
  gsize base;    /* how many bytes are neither direction nor number: "Module.<path>.<Class>" */
  gboolean number_last; /* ".forward.0" rather than ".0.forward" */
} TsCallName;

TsCallName ts_call_name_parse (const char *name);

/* The name with another direction and number, in the same order. Caller frees. */
char *ts_call_name_with (const char *name,
                         const TsCallName *parts,
                         TsCallDirection direction,
                         gint32 number);

/* The path part of a module's name, without its class: "path", of "Module.path.Class…". Returns
 * where it begins; length: how long it is, 0 when there is none. */
const char *ts_call_name_get_path (const char *name, const TsCallName *parts, gsize *length);

G_END_DECLS
