/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/name-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* A popover that lists names to pick one from, with a search entry when they are many. The search
 * waits until typing pauses.
 *
 * Signal: picked (guint index)   an entry, by its place in the unfiltered list */
#define TS_TYPE_PICK_POPOVER (ts_pick_popover_get_type ())
G_DECLARE_FINAL_TYPE (TsPickPopover, ts_pick_popover, TS, PICK_POPOVER, GtkPopover)

TsPickPopover *ts_pick_popover_new (void);
TsNameList *ts_pick_popover_get_list (TsPickPopover *self);
/* The entry that carries the mark; G_MAXUINT for none. */
void ts_pick_popover_set_selected (TsPickPopover *self, guint index);
/* Whether it stays open after a pick. */
void ts_pick_popover_set_stay_open (TsPickPopover *self, gboolean stay_open);
void ts_pick_popover_set_placeholder (TsPickPopover *self, const char *text);

G_END_DECLS
