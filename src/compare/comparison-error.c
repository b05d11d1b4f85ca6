/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/comparison-error.h"

G_DEFINE_QUARK (ts - comparison - error - quark, ts_comparison_error)
