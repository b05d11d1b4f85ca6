/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"

G_BEGIN_DECLS

/* What the files that make up the session share: session.c (what is shown, and the way there and
 * back), session-query.c (what the store is asked), session-selection.c and session-lines.c (how it
 * is changed). */

struct _TsSession
{
  GObject parent_instance;

  TsCatalog *catalog;
  TsView *view;
  TsHistory *history;
  TsParallelLayout *layout;
  gint64 last_values[3]; /* by dimension: what was shown when it was the fixed one */

  TsMatrix *matrix;
  gboolean matrix_pending;     /* another one has been asked for */
  TsDimension shown_dimension; /* what matrix fixes, and at which value */
  gint64 shown_value;
  TsAxis *values;
  char *values_key; /* what values is the answer to */
  int n_matching;

  GCancellable *view_cancellable;  /* of the values, count and matrix queries */
  GCancellable *lines_cancellable; /* of the line queries */
  guint view_serial;
  GQueue line_requests; /* those whose answers are wanted, in the order they are to arrive in */

  guint n_pending;
  guint busy_timeout;
  guint busy : 1;
};

enum
{
  PROP_0,
  PROP_BUSY,
  PROP_CAN_REDO,
  PROP_CAN_UNDO,
  N_PROPS
};

enum
{
  CATALOG_CHANGED,
  SELECTION_CHANGED,
  VALUES_CHANGED,
  MATRIX_CHANGED,
  MATRIX_FAILED,
  CELLS_CHANGED,
  LINE_CHANGED,
  COUNT_CHANGED,
  LAYOUT_CHANGED,
  FAILED,
  N_SIGNALS
};

extern GParamSpec *_ts_session_properties[N_PROPS];
extern guint _ts_session_signals[N_SIGNALS];

/* Goes to view (transfer full), with a way back. */
void _ts_session_go_to (TsSession *self, TsView *view);

/* Asks for what the present selection needs: values, count and heat map; a line; every line. */
void _ts_session_query_view (TsSession *self);
void _ts_session_query_line (TsSession *self, const TsViewLine *line);
void _ts_session_query_all_lines (TsSession *self);
/* Forgets every answer, and every question that is still under way. */
void _ts_session_drop_answers (TsSession *self);

G_END_DECLS
