/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a target is called whatever wraps its model (hunting.md 2): without the kind of call
 * ("Module", "Cell") in front, without a model's index, without the wrappers "module", "_orig_mod"
 * and "_fsdp_wrapped_module", and with the number of its layer in the whole model: first_layer is
 * that of the first layer of its pipeline stage (0 without a layout). Caller frees. */
char *ts_canonical_name (const char *name, guint first_layer);

/* The same without the class of its module ("decoder.layers.3.mlp.MLP.output.0" →
 * "decoder.layers.3.mlp.output.0"): two runs may have given one module different classes. Caller
 * frees; name is a canonical one. */
char *ts_canonical_name_drop_class (const char *name);

G_END_DECLS
