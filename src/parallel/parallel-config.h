/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What we compute and draw; Megatron itself has no limit. */
#define TS_MAX_WORLD_SIZE 65536
#define TS_MAX_LAYERS     1024

#define TS_DEFAULT_RANK_ORDER "tp-cp-ep-dp-pp"

/* The dimensions that a world of ranks is cut along. */
typedef enum
{
  TS_PARALLEL_TP, /* tensor */
  TS_PARALLEL_CP, /* context */
  TS_PARALLEL_EP, /* expert */
  TS_PARALLEL_DP, /* data */
  TS_PARALLEL_PP, /* pipeline */
  TS_N_PARALLEL_DIMENSIONS,
} TsParallelDimension;

/* "tp", "cp", "ep", "dp", "pp". */
const char *ts_parallel_dimension_to_key (TsParallelDimension dimension);

/* A Megatron parallel configuration, as given (formats.md 4.6). */
typedef struct
{
  gint64 world_size;
  gint64 num_layers;
  gint64 tensor_parallel_size;     /* 1 */
  gint64 pipeline_parallel_size;   /* 1 */
  gint64 context_parallel_size;    /* 1 */
  gint64 expert_parallel_size;     /* 1 */
  gint64 layers_per_virtual_stage; /* 0: no virtual pipeline */
  gint64 virtual_stages_per_rank;  /* 0: not given; the other way to ask for a virtual pipeline */
  gint64 first_pipeline_layers;    /* 0: even */
  gint64 last_pipeline_layers;     /* 0: even */
  gboolean standalone_embedding;
  char *order; /* "tp-cp-ep-dp-pp" */
} TsParallelConfig;

/* One number of the configuration: drives forms, command-line options and files. */
typedef struct
{
  const char *name;  /* the member's, with dashes */
  const char *key;   /* msProbe's or Megatron's argument, in files */
  const char *title; /* sentence case; translate with _() */
  const char *help;  /* likewise, one line */
  gsize offset;      /* of the gint64 in TsParallelConfig */
  gint64 min;        /* 1, or 0 where 0 means "not given" */
  gint64 max;
} TsParallelField;

typedef enum
{
  TS_PARALLEL_ERROR_INVALID, /* a field's value; the message names it and what would fit */
} TsParallelError;

#define TS_PARALLEL_ERROR (ts_parallel_error_quark ())
GQuark ts_parallel_error_quark (void);

/* The numbers of a configuration, in the order of the struct. */
const TsParallelField *ts_parallel_config_get_fields (guint *n_fields);
/* The translated title of any field, "order" and "standalone-embedding" included. */
const char *ts_parallel_config_get_title (const char *name);
/* A message of ts_parallel_config_validate() without the field's title before it, for where the
 * field is named already. Points into message. */
const char *ts_parallel_config_strip_title (const char *field, const char *message);
gint64 ts_parallel_config_get (const TsParallelConfig *self, const TsParallelField *field);
void ts_parallel_config_set (TsParallelConfig *self, const TsParallelField *field, gint64 value);

#define TS_TYPE_PARALLEL_CONFIG (ts_parallel_config_get_type ())
GType ts_parallel_config_get_type (void); /* boxed, for properties */

/* One rank, one layer, every size 1, the default order. */
TsParallelConfig *ts_parallel_config_new (void);
TsParallelConfig *ts_parallel_config_copy (const TsParallelConfig *self);
gboolean ts_parallel_config_equal (const TsParallelConfig *a, const TsParallelConfig *b);
void ts_parallel_config_free (TsParallelConfig *self);

/* FALSE with error; *field (may be NULL) is the member's name with dashes ("tensor-parallel-size").
 * The checks and their order are those of formats.md 4.6.1, completed by Megatron-LM's for the
 * options that msProbe does not have. */
gboolean
ts_parallel_config_validate (const TsParallelConfig *self, const char **field, GError **error);

/* Numbers that a valid configuration implies. */
guint ts_parallel_config_get_size (const TsParallelConfig *self, TsParallelDimension dimension);
guint ts_parallel_config_get_virtual_stages (const TsParallelConfig *self);

/* The configuration as a JSON object under its arguments' names; what is not given is left out.
 * Reading complains about values of the wrong type, not about combinations: validate afterwards.
 * Members that are unknown are ignored. The caller owns either result. */
JsonNode *ts_parallel_config_to_json (const TsParallelConfig *self);
TsParallelConfig *ts_parallel_config_from_json (JsonNode *node, const char **field, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsParallelConfig, ts_parallel_config_free)

G_END_DECLS
