/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of the monitor's wing; what ranks events (src/find) includes it too. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The events of msProbe's monitor: anomaly_detected/rank<R>/anomaly.json. Numbers stay what they
 * were written as, since keys and output show it. */
typedef enum
{
  TS_EVENT_INT,
  TS_EVENT_FLOAT,
  TS_EVENT_BOOL,
  TS_EVENT_NO_NUMBER, /* text, null …: can't be ranked */
} TsEventNumberKind;

typedef struct
{
  TsEventNumberKind kind;
  double value;
  char *json; /* as JSON has it: "1.0", "true" */
} TsEventNumber;

typedef enum
{
  TS_EVENT_RANK,
  TS_EVENT_STEP,
  TS_EVENT_MICRO_STEP,
  TS_EVENT_PP_STAGE,
  TS_EVENT_VPP_STAGE,
  TS_EVENT_CALL_ID,
  TS_N_EVENT_NUMBERS,
} TsEventField;

typedef struct
{
  TsEventNumber numbers[TS_N_EVENT_NUMBERS];
  char *tag_name; /* NULL: null or missing */
  char *message;
  char *group_mates; /* JSON, indented as it is written; NULL: null */
} TsEvent;

void ts_event_free (TsEvent *self);

/* The folders in folder that have an anomaly.json, ranks ascending: GPtrArray of char*. NULL on
 * error. */
GPtrArray *ts_monitor_events_list (const char *folder, GError **error);

/* Reads folder/<any folder>/anomaly.json, ranks ascending, into events (TsEvent*).
 * strict: as msProbe's own analysis, for which any file that can't be read is an error and an event
 * with an unknown field does not count. Otherwise what can be read of a damaged file stays, and
 * warnings (char*, may be NULL) says what could not be. FALSE on error. */
gboolean ts_monitor_events_read (
    const char *folder, gboolean strict, GPtrArray *events, GPtrArray *warnings, GError **error);

/* The same for the text of one file, of this name. */
gboolean ts_monitor_events_parse (const char *text,
                                  gsize length,
                                  const char *name,
                                  gboolean strict,
                                  GPtrArray *events,
                                  GPtrArray *warnings,
                                  GError **error);

/* Text as Python's json writes it: quoted, ASCII only. */
void ts_event_append_text (GString *json, const char *text);

/* The member's name: "rank", "micro_step" … */
const char *ts_event_field_to_string (TsEventField field);

G_END_DECLS
