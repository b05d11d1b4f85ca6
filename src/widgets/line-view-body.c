/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#define SPACING 6
/* Long names want room, but the lines more. */
#define LEGEND_SHARE     0.3
#define MAX_LEGEND_WIDTH 420

static void
measure (GtkWidget *body,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (body); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;
      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = across ? *minimum + child_minimum : MAX (*minimum, child_minimum);
      *natural = across ? *natural + child_natural : MAX (*natural, child_natural);
    }
  if (across)
    {
      *minimum += SPACING;
      *natural += SPACING;
    }
}

static int
get_legend_width (GtkWidget *legend, int width)
{
  int minimum;

  gtk_widget_measure (legend, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return CLAMP ((int) (width * LEGEND_SHARE), minimum, MAX (minimum, MAX_LEGEND_WIDTH));
}

static void
allocate (GtkWidget *body, int width, int height, int baseline)
{
  GtkWidget *lines = gtk_widget_get_first_child (body);
  GtkWidget *legend = gtk_widget_get_last_child (body);
  gboolean rtl = gtk_widget_get_direction (body) == GTK_TEXT_DIR_RTL;
  int side = 0;

  if (gtk_widget_should_layout (legend))
    {
      int legend_width = get_legend_width (legend, width);
      gtk_widget_size_allocate (
          legend, &(GtkAllocation){ rtl ? 0 : width - legend_width, 0, legend_width, height }, -1);
      side = legend_width + SPACING;
    }
  gtk_widget_size_allocate (lines, &(GtkAllocation){ rtl ? side : 0, 0, width - side, height }, -1);
}

GtkLayoutManager *
_ts_line_view_create_body_layout (void)
{
  return gtk_custom_layout_new (NULL, measure, allocate);
}
