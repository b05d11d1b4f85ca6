/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the wing trends. */
#pragma once

#include "app/session/session.h"
#include "widgets/line-view.h"

G_BEGIN_DECLS

/* Behind the line over steps that was chosen last, when a finding is about its tensor and rank:
 * where the peers of that rank lie, m ± 8 σ, as the finder had it. Follows the session. */
#define TS_TYPE_SUSPECT_BAND (ts_suspect_band_get_type ())
G_DECLARE_FINAL_TYPE (TsSuspectBand, ts_suspect_band, TS, SUSPECT_BAND, GObject)

TsSuspectBand *ts_suspect_band_new (TsSession *session, TsLineView *view);

G_END_DECLS
