/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A row that shows a title and the chosen one of several names, and opens a (searchable) list of
 * them. Like AdwComboRow, but at ease with a hundred thousand names, and on request with buttons
 * for the previous and the next one.
 *
 * Property: stepper (gboolean)    shows those buttons
 * Signal:   chosen (guint index)  by the person, not by ts_choice_row_set_selected() */
#define TS_TYPE_CHOICE_ROW (ts_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (TsChoiceRow, ts_choice_row, TS, CHOICE_ROW, AdwActionRow)

/* Takes both arrays of char*; details may be NULL. Nothing is chosen then. */
void ts_choice_row_take_names (TsChoiceRow *self, GPtrArray *names, GPtrArray *details);
/* NULL-terminated, copied. */
void ts_choice_row_set_names (TsChoiceRow *self, const char *const *names);
void ts_choice_row_set_selected (TsChoiceRow *self, guint index); /* G_MAXUINT: none */
guint ts_choice_row_get_selected (TsChoiceRow *self);
/* Text to show instead of the chosen name; NULL: the name. */
void ts_choice_row_set_text (TsChoiceRow *self, const char *text);

G_END_DECLS
