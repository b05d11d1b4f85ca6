/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/rank-box.h"

#include "app/trends/choice-row.h"

#include <glib/gi18n-lib.h>

struct _TsRankBox
{
  GtkWidget parent_instance;

  GtkWidget *box;
  TsChoiceRow *order_row;
  TsChoiceRow *compare_row;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsRankBox, ts_rank_box, GTK_TYPE_WIDGET)

/* What the rows' places stand for. */
static const int orders[] = { TS_RANKS_BY_NUMBER, TS_PARALLEL_TP, TS_PARALLEL_PP, TS_PARALLEL_DP };
static const int comparisons[] = { TS_COMPARE_NOTHING, TS_PARALLEL_TP, TS_PARALLEL_DP };

static guint
find_choice (const int *choices, guint n, int choice)
{
  for (guint i = 0; i < n; i++)
    if (choices[i] == choice)
      return i;
  return 0;
}

void
ts_rank_box_set_view (TsRankBox *self, const TsRankView *view)
{
  g_return_if_fail (TS_IS_RANK_BOX (self));
  ts_choice_row_set_selected (self->order_row,
                              find_choice (orders, G_N_ELEMENTS (orders), view->order_by));
  ts_choice_row_set_selected (
      self->compare_row,
      find_choice (comparisons, G_N_ELEMENTS (comparisons), view->compare_within));
}

static int
get_choice (TsChoiceRow *row, const int *choices, guint n)
{
  guint i = ts_choice_row_get_selected (row);

  return i < n ? choices[i] : choices[0];
}

TsRankView
ts_rank_box_get_view (TsRankBox *self)
{
  return (TsRankView){
    get_choice (self->order_row, orders, G_N_ELEMENTS (orders)),
    get_choice (self->compare_row, comparisons, G_N_ELEMENTS (comparisons)),
  };
}

static void
chosen_cb (TsRankBox *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ts_rank_box_init (TsRankBox *self)
{
  const char *const order_names[]
      = { _ ("Number"), _ ("TP group"), _ ("PP group"), _ ("DP group"), NULL };
  const char *const compare_names[] = { _ ("Nothing"), _ ("TP group"), _ ("DP group"), NULL };
  const TsRankView view = { TS_RANKS_BY_NUMBER, TS_COMPARE_NOTHING };

  gtk_widget_init_template (GTK_WIDGET (self));
  ts_choice_row_set_names (self->order_row, order_names);
  ts_choice_row_set_names (self->compare_row, compare_names);
  ts_rank_box_set_view (self, &view);
}

static void
ts_rank_box_dispose (GObject *object)
{
  g_clear_pointer (&TS_RANK_BOX (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ts_rank_box_parent_class)->dispose (object);
}

static void
ts_rank_box_class_init (TsRankBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_rank_box_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (TS_TYPE_CHOICE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/rank-box.ui");
  gtk_widget_class_bind_template_child (widget_class, TsRankBox, box);
  gtk_widget_class_bind_template_child (widget_class, TsRankBox, order_row);
  gtk_widget_class_bind_template_child (widget_class, TsRankBox, compare_row);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  signals[CHANGED] = g_signal_new ("changed", TS_TYPE_RANK_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}
