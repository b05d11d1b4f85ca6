/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/job.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_CHUNK 9999

/* The number at text; -1 when there is none. */
static int
parse_chunk (const char *text)
{
  int value = 0;

  if (!g_ascii_isdigit (*text))
    return -1;
  for (; g_ascii_isdigit (*text) && value <= MAX_CHUNK; text++)
    value = 10 * value + (*text - '0');
  return value <= MAX_CHUNK ? value : -1;
}

static TsJobKind
parse_kind (const char *name)
{
  static const struct
  {
    const char *prefix;
    TsJobKind kind;
  } kinds[] = {
    { "forward", TS_JOB_FORWARD },
    { "backward_b", TS_JOB_BACKWARD_INPUT },
    { "backward_w", TS_JOB_BACKWARD_WEIGHT },
    { "backward", TS_JOB_BACKWARD },
    { "optimizer", TS_JOB_OPTIMIZER },
    { "recv_", TS_JOB_COMMUNICATION },
    { "send_", TS_JOB_COMMUNICATION },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i].prefix))
      return kinds[i].kind;
  return TS_JOB_OTHER;
}

void
ts_job_type_parse (TsJobType *type, const char *name)
{
  const char *piece = strstr (name, "(chunk");
  const char *digits = name;

  type->name = (char *) name;
  type->kind = parse_kind (name);
  type->piece = piece != NULL ? parse_chunk (piece + strlen ("(chunk")) : -1;
  type->chunk = -1;
  if (!ts_job_kind_is_work (type->kind))
    return;
  while (g_ascii_isalpha (*digits) || *digits == '_')
    digits++;
  type->chunk = parse_chunk (digits);
}

const char *
ts_job_kind_get_name (TsJobKind kind)
{
  static const char *const names[TS_N_JOB_KINDS]
      = { "forward",   "backward",      "backward-input", "backward-weight",
          "optimizer", "communication", "other" };

  return names[kind];
}

const char *
ts_job_kind_get_label (TsJobKind kind)
{
  switch (kind)
    {
    case TS_JOB_FORWARD:
      return C_ ("job", "forward");
    case TS_JOB_BACKWARD:
      return C_ ("job", "backward");
    case TS_JOB_BACKWARD_INPUT:
      return C_ ("job", "backward, inputs");
    case TS_JOB_BACKWARD_WEIGHT:
      return C_ ("job", "backward, weights");
    case TS_JOB_OPTIMIZER:
      return C_ ("job", "optimizer, with waiting");
    case TS_JOB_COMMUNICATION:
      return C_ ("job", "communication");
    case TS_JOB_OTHER:
    default:
      return C_ ("job", "other");
    }
}
