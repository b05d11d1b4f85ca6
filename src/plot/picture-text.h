/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the plots, for whoever writes or opens their files: a text that a picture carries unseen. */
#pragma once

#include "plot/export.h"

G_BEGIN_DECLS

/* Puts text (UTF-8) into a finished picture: an iTXt chunk of a PNG, a metadata element of an SVG,
 * a comment at the end of a PDF. What is drawn does not change. */
void ts_picture_add_text (GByteArray *picture, TsExportType type, const char *text);

/* The text that ts_picture_add_text() put into a picture of any kind; NULL when there is none.
 * Caller frees. */
char *ts_picture_find_text (const guint8 *picture, gsize size);

G_END_DECLS
