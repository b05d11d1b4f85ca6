/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/color.h"

G_BEGIN_DECLS

/* The colour of model copy i of n: msProbe's choice (formats.md 4.6.4), so that its pictures and
 * ours read alike. Up to 20 copies tab20, up to 40 tab20b and tab20c, beyond that viridis. */
TsColor ts_model_copy_get_color (guint i, guint n);

G_END_DECLS
