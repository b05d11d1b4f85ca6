/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"

G_DEFINE_QUARK (ts - import - error - quark, ts_import_error)
