/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the files of the session alone. */
#pragma once

#include "app/session/session.h"

G_BEGIN_DECLS

/* What the files that make up the session share: session.c (what is shown, and the way there and
 * back), session-query.c (what the store is asked for the heat map), session-lines.c (the lines),
 * session-selection.c and session-look.c (how the view is changed). */

/* A line, and the answer that is kept back until those before it are there. */
typedef struct
{
  TsChartLine line; /* holds a reference on its series */
  TsSeries *answer;
  gboolean answered;
  gboolean failed;
} TsSessionLine;

struct _TsSession
{
  GObject parent_instance;

  TsCatalog *catalog;
  TsView *view;
  TsHistory *history;
  gint64 last_values[3]; /* by dimension: what was shown when it was the fixed one */
  gint64 look_time;      /* when the last step changed the look alone; 0: it was another one */
  TsParallelLayout *layout;
  const TsFindings *findings; /* theirs who found them */
  gboolean hints;             /* of findings, too */

  TsMatrix *matrix;            /* as it was read */
  TsMatrix *shown;             /* as it is to be shown */
  gboolean comparing;          /* shown holds deviations */
  TsDimension shown_dimension; /* what matrix fixes, and at which value */
  gint64 shown_value;
  TsAxis *values;
  char *values_key; /* what values is the answer to */
  int n_matching;

  GArray *lines; /* TsSessionLine, those of the view */
  GArray *stale; /* TsChartLine with references: those shown until the first of lines is read; or
                    NULL */
  GArray *list;  /* TsChartLine, borrowed from either of them: what the session says */

  GCancellable *view_cancellable;    /* of the values, count and matrix queries */
  GCancellable *arrange_cancellable; /* of what is made of the matrix */
  GCancellable *lines_cancellable;   /* of the line queries */

  gboolean heatmap_waiting; /* for the store */
  gboolean arranging;       /* for what is shown of its answer */
  GError *heatmap_error;
  GError *lines_error;
  TsChartState told[2]; /* heat map and lines, as of the last states-changed */
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
  LINES_CHANGED,
  LOOK_CHANGED,
  VIEW_RESTORED,
  COUNT_CHANGED,
  LAYOUT_CHANGED,
  FINDINGS_CHANGED,
  STATES_CHANGED,
  REPLACED,
  N_SIGNALS
};

extern GParamSpec *_ts_session_properties[N_PROPS];
extern guint _ts_session_signals[N_SIGNALS];

/* Goes to view (transfer full), with a way back. */
void _ts_session_go_to (TsSession *self, TsView *view);
void _ts_session_notify_history (TsSession *self);
/* Tells of what waits and what failed, if that has changed. */
void _ts_session_update_states (TsSession *self);
/* Tells that the database is another one, if that is what error says. */
void _ts_session_report_replaced (TsSession *self, const GError *error);
/* Cancels what is under way and makes room for what follows. */
void _ts_session_renew_cancellable (GCancellable **cancellable);

/* Asks for what the present selection needs: values, count and heat map. */
void _ts_session_query_view (TsSession *self);
/* Makes what is shown of the matrix anew. */
void _ts_session_arrange (TsSession *self);
/* Brings the lines in accord with the view and asks for those that are missing, or for all. */
void _ts_session_update_lines (TsSession *self, gboolean read_again);
gboolean _ts_session_has_pending_lines (TsSession *self);
void _ts_session_retry_lines (TsSession *self);
void _ts_session_clear_lines (TsSession *self);
/* Whether two views differ in what no query depends on, ranges aside. */
gboolean _ts_session_same_look (const TsView *a, const TsView *b);
/* Forgets every answer, and every question that is still under way. */
void _ts_session_drop_answers (TsSession *self);

G_END_DECLS
