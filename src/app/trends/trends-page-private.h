/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/trends/backdrop.h"
#include "app/trends/rank-focus.h"
#include "app/trends/suspect-band.h"
#include "app/trends/trends-page.h"

G_BEGIN_DECLS

/* What the files that make up the page share: trends-page.c (the widget), trends-actions.c,
 * trends-heatmap.c and trends-lines.c (how either chart follows the session, and what is done in
 * it), trends-view.c (how both follow its view). */

/* A cell that another page pointed at. */
typedef struct
{
  TsCell cell;
  gboolean set;     /* it is among the chosen ones because of that */
  gboolean pending; /* to be brought into view when its heat map is there */
} TsSpotCell;

struct _TsTrendsPage
{
  TsPage parent_instance;

  GtkPaned *panel_paned;
  GtkPaned *chart_paned;
  TsSelectionPanel *panel;
  GtkWidget *heatmap_card;
  GtkWidget *line_card;
  GtkWidget *spinner;
  AdwToast *limit_toast; /* weak: while it is shown */
  GtkStack *heatmap_stack;
  GtkWidget *lines_failed;
  GtkLabel *lines_error;
  AdwStatusPage *nothing_page;
  TsHeatmapView *heatmap_view;
  TsLineView *line_view;
  TsLineOptions line_options; /* those of the view that the line view was given */

  TsParallelLayout *layout; /* of the ranks; NULL: unknown */
  TsRankFocus *focus;       /* a block to be shown when its heat map arrives */
  TsSpotCell shown_cell;    /* what another page had this one show last */
  gboolean is_signed;       /* the sign of the heat map's numbers matters */
  gboolean restoring_heatmap,
      restoring_lines; /* visible parts are the view's as soon as they can be */

  TsSession *session;
  TsBackdrop *backdrop;
  TsSuspectBand *suspect_band;
  GSimpleActionGroup *actions;
  char **databases; /* those of the panel */
  GMenu *line_menu;
  GMenu *backdrop_section; /* its first */
};

/* --- trends-heatmap.c --- */

/* Shows the session's matrix, or why there is none. */
void _ts_trends_page_show_matrix (TsTrendsPage *self);
/* Shows it in the colours of the session's view. */
void _ts_trends_page_show_colors (TsTrendsPage *self);
/* Brings the block that was asked for into view; ranks that do not stand side by side are moved
 * together first. */
void _ts_trends_page_show_focus (TsTrendsPage *self);
/* Brings the cell that another page pointed at into view, once its heat map is there. */
void _ts_trends_page_show_spot (TsTrendsPage *self);
/* Has the session order and compare ranks as the panel says. */
void _ts_trends_page_take_ranks (TsTrendsPage *self);
void _ts_trends_page_init_heatmap (TsTrendsPage *self);
/* Follows the session, which is set. */
void _ts_trends_page_connect_heatmap (TsTrendsPage *self);
void _ts_trends_page_bind_heatmap (GtkWidgetClass *widget_class);

/* --- trends-actions.c --- */

TsPageExport *_ts_trends_page_create_export (TsPage *page, const char *name);
/* What scripts can read of the page; follows the session, which is set. */
void _ts_trends_page_init_actions (TsTrendsPage *self);

/* --- trends-lines.c --- */

/* Outlines the chosen cells that the heat map shows in the colours of their lines. */
void _ts_trends_page_show_marks (TsTrendsPage *self);
/* Another heat map is shown: what either chart shows of the other. */
void _ts_trends_page_link_charts (TsTrendsPage *self);
void _ts_trends_page_init_lines (TsTrendsPage *self);
void _ts_trends_page_connect_lines (TsTrendsPage *self);
void _ts_trends_page_bind_lines (GtkWidgetClass *widget_class);

/* --- trends-view.c --- */

/* Shows the parts that the session's view has visible, once there is something to show. */
void _ts_trends_page_restore_heatmap_ranges (TsTrendsPage *self);
void _ts_trends_page_restore_line_ranges (TsTrendsPage *self);
void _ts_trends_page_connect_view (TsTrendsPage *self);
void _ts_trends_page_bind_view (GtkWidgetClass *widget_class);

G_END_DECLS
