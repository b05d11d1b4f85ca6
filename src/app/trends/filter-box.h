/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The filter of the side panel: an entry for names, chips for tags, and how many targets pass. */
#define TS_TYPE_FILTER_BOX (ts_filter_box_get_type ())
G_DECLARE_FINAL_TYPE (TsFilterBox, ts_filter_box, TS, FILTER_BOX, GtkWidget)

void ts_filter_box_set_session (TsFilterBox *self, TsSession *session);
/* Puts the keyboard into the name entry. */
void ts_filter_box_focus (TsFilterBox *self);

G_END_DECLS
