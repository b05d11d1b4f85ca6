/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; what reads dumps (ingest/dump) uses it too. */

#include "structure/structure.h"

G_BEGIN_DECLS

/* Makes the tree out of what the three files of a dump say, in any order of the files. Time and
 * memory O(n); nothing recurses, whatever the depth. */
typedef struct _TsStructureBuilder TsStructureBuilder;

/* compat: the tree as msProbe's builder makes it, subtrees it loses and all; otherwise nothing is
 * lost, gradients lie below the backward of their own number and micro-steps follow the numbers of
 * the root's calls. */
TsStructureBuilder *ts_structure_builder_new (gboolean compat);
void ts_structure_builder_free (TsStructureBuilder *self);

void ts_structure_builder_set_task (TsStructureBuilder *self, TsDumpTask task);
void ts_structure_builder_set_mindspore (TsStructureBuilder *self);
/* construct.json carries micro-steps of its own, so many. */
void ts_structure_builder_set_micro_steps (TsStructureBuilder *self, gint32 micro_steps);

/* A key of construct.json, in its order. parent NULL: none; micro_step -1: not told. The last of
 * equal names wins. */
void ts_structure_builder_add_call (TsStructureBuilder *self,
                                    const char *name,
                                    const char *parent,
                                    gint32 micro_step);

/* A key of dump.json, in its order; the slots and messages added next are its own. */
void ts_structure_builder_begin_data (TsStructureBuilder *self, const char *name);
/* The texts of slot are copied. */
void ts_structure_builder_add_slot (TsStructureBuilder *self, const TsSlot *slot);
void ts_structure_builder_add_message (TsStructureBuilder *self,
                                       const char *op,
                                       gint32 peer,
                                       const char *group);

/* Frames joined by newlines, n of them, and whether they tell of a recomputation. Returns its
 * number. */
gint32 ts_structure_builder_add_stack (TsStructureBuilder *self,
                                       const char *text,
                                       guint32 n_frames,
                                       gboolean recomputes);
void ts_structure_builder_set_stack (TsStructureBuilder *self, const char *name, gint32 stack);

/* Something that was wrong with the dump: a sentence; takes text. */
void ts_structure_builder_note (TsStructureBuilder *self, char *text);

/* The tree; overflow levels are found. self is empty afterwards and can only be freed. */
TsStructure *ts_structure_builder_finish (TsStructureBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStructureBuilder, ts_structure_builder_free)

G_END_DECLS
