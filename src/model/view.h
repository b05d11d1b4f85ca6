/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the model, for everybody: a view is what the command line draws, and what a window shows,
 * undoes and remembers. */
#pragma once

#include "model/cell.h"
#include "model/heatmap-colors.h"
#include "model/selection.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A cell whose line is shown, and the colour (ts_line_color()'s index) that its line has unless
 * another line of the view has it already. */
typedef struct
{
  TsCell cell;
  guint color;
  gboolean hidden; /* its line is in the legend only */
} TsChosenCell;

/* A line through one or more of the chosen cells; the ids are those of ts_cell_get_line(). */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
  guint color;
  gboolean hidden; /* all its cells are */
} TsViewLine;

/* The visible part of an axis: from a share of its first place to a share of its last. Places go by
 * their ids, so that they are found again on another axis. */
typedef struct
{
  gboolean set; /* else everything is visible */
  gint64 first_id, last_id;
  double first_part, last_part; /* 0 … 1 of the place */
} TsAxisPart;

/* A place of the line chart's axis that a cursor is at. */
typedef struct
{
  gboolean set;
  gint64 id;
} TsViewCursor;

/* What decides on a picture: everything that a person chose. A plain value that can be copied,
 * saved and drawn again, by whomever. */
typedef struct
{
  TsSelection *selection;
  GArray *cells; /* TsChosenCell */
  TsDimension along;
  gboolean along_chosen; /* else the lines run along the dimension that the selection fixes */

  /* the heat map */
  TsHeatmapColors colors;     /* but for the palette */
  TsPalette palettes[2];      /* of numbers without and with a sign that matters */
  const char *ranks_by;       /* interned; the group whose ranks stand together: "tp"; NULL: none */
  const char *compare_within; /* interned; the group whose median numbers are compared with */
  const char *layout; /* interned; how the ranks run, as a JSON object that src/parallel knows;
                       * NULL: as numbered */
  TsRowOrder row_order;
  gboolean fold_layers;
  TsAxisPart heatmap_x, heatmap_y;

  /* the line chart */
  TsScaleType line_scale;
  double smoothing; /* weight of the past, 0 (off) … 0.999 */
  gboolean show_band;
  gboolean show_median;
  TsAxisPart lines_x;
  double lines_y[2];       /* the visible part of the Y axis, as parts of all of it */
  TsViewCursor cursors[2]; /* A and B */
} TsView;

/* With a copy of selection, no cells, no dimension chosen for the lines, and all else as it is
 * until somebody changes it. */
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

/* The colours, with the palette for numbers of that kind. */
TsHeatmapColors ts_view_get_colors (const TsView *self, gboolean is_signed);

/* The visible part [first, last) of an axis of n places with these ids (gint64); everything when it
 * is not set or its places are not there. */
void ts_axis_part_to_places (
    const TsAxisPart *self, const gint64 *ids, guint n, double *first, double *last);
/* The opposite; not set when everything is visible. */
TsAxisPart ts_axis_part_from_places (const gint64 *ids, guint n, double first, double last);

/* --- as text ------------------------------------------------------------------------------ */

/* What a place is called in every database of the same run, whatever its id: of a step its training
 * step and micro-step, of a rank its number, of a module its target's name, virtual stage and
 * micro-step. */
typedef struct
{
  gint64 number;     /* training step or rank */
  const char *name;  /* of a module */
  gint64 micro_step; /* of a step or module */
  int vpp_stage;     /* of a module */
} TsPlaceName;

/* Who knows the names of places. Both return FALSE for what they do not know; names are borrowed
 * until the next call. */
typedef struct
{
  gboolean (*get_name) (gpointer data, TsDimension dimension, gint64 id, TsPlaceName *name);
  gboolean (*find_id) (gpointer data, TsDimension dimension, const TsPlaceName *name, gint64 *id);
  gpointer data;
} TsPlaceNames;

typedef enum
{
  TS_VIEW_ERROR_NO_VIEW, /* no JSON, or none of a view */
} TsViewError;

#define TS_VIEW_ERROR (ts_view_error_quark ())
GQuark ts_view_error_quark (void);

/* The view as JSON, which names places instead of counting them. What names does not know is left
 * out, and so is what is as in ts_view_new(). database: where it was read from; import_id: by
 * which it is found when it has gone elsewhere; both may be NULL. Caller frees. */
char *ts_view_to_json (const TsView *self,
                       const TsPlaceNames *names,
                       const char *database,
                       const char *import_id);
/* The opposite. What the text does not say is taken from defaults; a value that names does not know
 * is left at G_MININT64, cells, ranges and cursors at such places are left out. Whether metric,
 * statistic and tags exist is not asked. NULL and TS_VIEW_ERROR when the text is none of a view's.
 */
TsView *ts_view_from_json (const char *json,
                           const TsView *defaults,
                           const TsPlaceNames *names,
                           GError **error);
/* The database that a view's JSON says it was read from; NULL when it says none. Caller frees. */
char *ts_view_json_dup_database (const char *json);
/* Likewise the import it is of. */
char *ts_view_json_dup_import_id (const char *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsView, ts_view_free)

G_END_DECLS
