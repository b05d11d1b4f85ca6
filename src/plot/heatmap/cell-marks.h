/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For this wing and the widget around it. */
#pragma once

#include "plot/heatmap/heatmap-rows.h"
#include "plot/rect.h"

#include "model/view-range.h"

#include <cairo.h>

G_BEGIN_DECLS

typedef enum
{
  TS_MARK_HINT,    /* a small hollow triangle */
  TS_MARK_WARNING, /* a hollow triangle */
  TS_MARK_ERROR,   /* a filled triangle */
} TsMarkKind;

/* Something that was found about a cell. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
  TsMarkKind kind;
  guint count; /* how many findings this one stands for */
} TsCellMark;

/* Marks at the places where rows show them. Those of cells that the matrix does not have are left
 * out. Immutable. */
typedef struct
{
  guint x, y; /* the shown cell */
  TsMarkKind kind;
  guint count;
} TsPlacedMark;

typedef struct
{
  guint n;
  TsPlacedMark *marks; /* by row, then column */
} TsCellMarks;

TsCellMarks *ts_cell_marks_new (const TsCellMark *marks, guint n, const TsHeatmapRows *rows);
void ts_cell_marks_free (TsCellMarks *self);

/* A triangle in the upper left corner of each marked cell that is visible. Where cells are smaller
 * than triangles one stands for all that would cover it, and has the gravest kind of them. */
void ts_cell_marks_draw (const TsCellMarks *self,
                         cairo_t *cr,
                         const TsRect *cells,
                         const TsViewRange *range);
/* One of them alone, for legends: its corner at (x, y). */
void ts_cell_mark_draw (TsMarkKind kind, cairo_t *cr, double x, double y, double size);
/* How many findings of a kind there are, wherever they are. */
guint ts_cell_marks_count (const TsCellMarks *self, TsMarkKind kind);
/* "2 errors". Caller frees. */
char *ts_mark_kind_dup_count (TsMarkKind kind, guint n);
/* Of the cells [x0, x1) × [y0, y1): "2 errors, 1 hint"; NULL without any, and for self NULL. */
char *ts_cell_marks_dup_text (const TsCellMarks *self, guint x0, guint x1, guint y0, guint y1);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCellMarks, ts_cell_marks_free)

G_END_DECLS
