/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

typedef enum
{
  TS_PARALLEL_ERROR_INVALID, /* a field's value; the message names it and what would fit */
} TsParallelError;

#define TS_PARALLEL_ERROR (ts_parallel_error_quark ())
GQuark ts_parallel_error_quark (void);

TsParallelConfig *ts_parallel_config_new (void);
TsParallelConfig *ts_parallel_config_copy (const TsParallelConfig *self);
void ts_parallel_config_free (TsParallelConfig *self);

/* FALSE with error; *field (may be NULL) is the member's name with dashes ("tensor-parallel-size").
 */
gboolean
ts_parallel_config_validate (const TsParallelConfig *self, const char **field, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsParallelConfig, ts_parallel_config_free)

G_END_DECLS
