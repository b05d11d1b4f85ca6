/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"

G_BEGIN_DECLS

/* For the window: what can be done with a session, as actions, so that menus, keys, scripts (over
 * D-Bus) and tests do the same thing. Those with a state also tell what is selected. */

/* Adds them to map, which must not outlive self. */
void ts_session_add_actions (TsSession *self, GActionMap *map);

G_END_DECLS
