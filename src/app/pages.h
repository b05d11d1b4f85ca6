/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* For the window: the pages that there are, in the order of the switcher; ended by G_TYPE_INVALID.
 * The one place that knows them by name. */
const GType *ts_pages_list (void);

G_END_DECLS
