/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TS_RULE_NON_FINITE, /* N */
  TS_RULE_REPLICAS,   /* R */
  TS_RULE_PRODUCER,   /* P1 */
  TS_RULE_SHIFT,      /* P2 */
  TS_RULE_WHOLE_RANK, /* P */
  TS_RULE_LEVEL,      /* L */
  TS_RULE_DRIFT,      /* D */
  TS_RULE_STOPPED,    /* S */
  TS_RULE_EVENT,      /* events: msProbe's own */
  TS_RULE_TURBULENCE, /* turbulence: msProbe's rule over any metric */
  TS_RULE_NAN,        /* nan: the same */
  TS_N_RULES,
} TsRule;

typedef enum
{
  TS_GRADE_ERROR,
  TS_GRADE_WARNING,
  TS_GRADE_HINT,
  TS_N_GRADES,
} TsGrade;

#define TS_FINDING_ALL_RANKS (-1)

/* One place and moment at which something went wrong. */
typedef struct _TsFinding TsFinding;
struct _TsFinding
{
  gint64 id; /* 1, 2, … in ranked order */
  TsRule rule;
  TsGrade grade;
  gint64 metric_id; /* 0: none (a whole rank stopped) */
  gint64 target_id; /* 0: none */
  char *stat;       /* NULL: none */
  gint64 rank;      /* TS_FINDING_ALL_RANKS */
  gint64 step;      /* global step of the onset */
  gint64 last_step;
  gint64 order_key;
  double score;     /* |z|; NAN when the rule has no threshold */
  double value;     /* NAN may be the very finding: see state */
  double expected;  /* NAN: none */
  guint64 count;    /* N: tensors that follow in its step; L: tracks; else steps */
  gint64 cause_id;  /* 0: a cause */
  TsFinding *cause; /* the same before ts_findings_rank() */
  char *note;       /* a translated sentence */
};

TsFinding *ts_finding_new (TsRule rule, TsGrade grade, gint64 rank, gint64 step, gint64 order_key);
/* cause stays that of self. */
TsFinding *ts_finding_copy (const TsFinding *self);
void ts_finding_free (TsFinding *self);

/* "N", "R", "P1" … as in the tables and on the command line. */
const char *ts_rule_to_string (TsRule rule);
gboolean ts_rule_from_string (const char *text, TsRule *rule);
/* Translated: "Not finite". */
const char *ts_rule_get_label (TsRule rule);
const char *ts_grade_to_string (TsGrade grade);
const char *ts_grade_get_label (TsGrade grade);

/* What one run of the finder found. */
typedef struct
{
  GPtrArray *items;            /* TsFinding*, ranked: see ts_findings_rank() */
  guint64 dropped[TS_N_RULES]; /* beyond the limit of a rule */
  guint64 n_tested;            /* (call, rank, step) that P1 looked at */
  gboolean softened;           /* too many warnings of P1: they are hints */
  char *peers;       /* how the peer groups were found: "layout", "parameters", "modules" */
  GPtrArray *groups; /* GArray* of gint64 ranks, ascending; the group ids of the profile */
} TsFindings;

TsFindings *ts_findings_new (void);
void ts_findings_free (TsFindings *self);

/* Sorts: grade (among hints, ranks that clearly differ as a whole first and what drifts last),
 * causes before followers, step, order key, larger score first; a follower stands after its cause's
 * grade like any other. Keeps max_findings of each rule, numbers them and turns cause into
 * cause_id. */
void ts_findings_rank (TsFindings *self, guint max_findings);

/* The first fault: the first cause that is an error or a warning, or NULL. */
const TsFinding *ts_findings_get_first (const TsFindings *self);
guint ts_findings_count (const TsFindings *self, TsGrade grade);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFinding, ts_finding_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFindings, ts_findings_free)

G_END_DECLS
