/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"

G_BEGIN_DECLS

/* The order of the network (rules.md V7), merged from the order in which every file has its
 * targets.
 *
 * The targets form one list. A file that agrees with it changes nothing. What a file has for the
 * first time comes between the neighbours it has there: a slot into its call, a call before the
 * next one that is known, behind those in between that the numbers in their names put first
 * ("experts.1" before "experts.2"). Backward calls are read from the end. It depends on the files
 * and their order alone. 24 bytes of memory a target, and no name. */
typedef struct _TsNetworkOrder TsNetworkOrder;

/* The name and micro_step column of a target that has been added. Caller frees; NULL on failure. */
typedef char *(*TsNetworkNameFunc) (guint32 id, gint64 *micro_step, gpointer data);

TsNetworkOrder *ts_network_order_new (TsNetworkNameFunc get_name, gpointer data);
void ts_network_order_free (TsNetworkOrder *self);

/* What the order goes by, of a row of a file. */
typedef struct
{
  gint64 step;    /* global step */
  guint32 metric; /* number of the metric (dump: TsDumpMetric) */
  guint32 call;   /* which call of its file it belongs to, from 1 on, << 2 | the slot in it
                     (0 input, 1 kwarg, 2 parameter, 3 output); 0: a list of targets without calls */
} TsNetworkRow;

/* The next row of a file, and the id of its target. */
void ts_network_order_add (TsNetworkOrder *self, const TsNetworkRow *row, guint32 id);
/* The file ends here. */
void ts_network_order_end_file (TsNetworkOrder *self);

/* After the last file: the target that comes after id, the first one after 0; 0 after the last. */
guint32 ts_network_order_get_next (const TsNetworkOrder *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsNetworkOrder, ts_network_order_free)

G_END_DECLS
