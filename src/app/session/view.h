/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/cell.h"
#include "model/selection.h"

G_BEGIN_DECLS

/* A cell whose line is shown, and the colour (ts_line_color()'s index) that its line has unless
 * another line of the view has it already. */
typedef struct
{
  TsCell cell;
  guint color;
} TsChosenCell;

/* A line through one or more of the chosen cells; the ids are those of ts_cell_get_line(). */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
  guint color;
} TsViewLine;

/* What a person looks at: the selection, the cells chosen in it, and the dimension that their lines
 * run along. */
typedef struct
{
  TsSelection *selection;
  GArray *cells; /* TsChosenCell */
  TsDimension along;
  gboolean along_chosen; /* else the lines run along the dimension that the selection fixes */
} TsView;

/* With a copy of selection, no cells, and no dimension chosen for the lines. */
TsView *ts_view_new (const TsSelection *selection);
TsView *ts_view_copy (const TsView *self);
void ts_view_free (TsView *self);

TsDimension ts_view_get_along (const TsView *self);
/* The dimension that the selection fixes is what lines run along unless told otherwise. */
void ts_view_set_along (TsView *self, TsDimension along);
/* The selection that the lines are an answer to: the one whose fixed dimension they run along. */
TsSelection *ts_view_dup_line_selection (const TsView *self);

/* The cell gets the colour of the line it lies on, else the first that is free. */
void ts_view_add_cell (TsView *self, const TsCell *cell);
gboolean ts_view_has_same_cells (const TsView *a, const TsView *b);
/* The lines through the cells (TsViewLine), each once, in the order of their first cells, all with
 * different colours. */
GArray *ts_view_dup_lines (const TsView *self);
/* The place of a line in lines, or -1. */
int ts_view_find_line (const GArray *lines, gint64 x_id, gint64 y_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsView, ts_view_free)

G_END_DECLS
