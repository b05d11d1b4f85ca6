/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/trends/wrap-layout.h"

struct _TsWrapLayout
{
  GtkLayoutManager parent_instance;

  int spacing;
};

G_DEFINE_FINAL_TYPE (TsWrapLayout, ts_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Lays the children out in lines of width; places them when place is set. Returns the height. */
static int
arrange (TsWrapLayout *self, GtkWidget *widget, int width, gboolean place)
{
  int x = 0, y = 0, line_height = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition natural;
      int child_width;
      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &natural);
      child_width = MIN (natural.width, width);
      if (x > 0 && x + child_width > width)
        {
          x = 0;
          y += line_height + self->spacing;
          line_height = 0;
        }
      if (place)
        gtk_widget_size_allocate (child, &(GtkAllocation){ x, y, child_width, natural.height }, -1);
      x += child_width + self->spacing;
      line_height = MAX (line_height, natural.height);
    }
  return y + line_height;
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkLayoutManager *manager,
         GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  TsWrapLayout *self = TS_WRAP_LAYOUT (manager);
  int widest = 0, sum = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;
      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural,
                          NULL, NULL);
      widest = MAX (widest, child_minimum);
      sum += child_natural + (sum > 0 ? self->spacing : 0);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = widest;
      *natural = MAX (widest, sum);
    }
  else
    *minimum = *natural
        = arrange (self, widget, for_size < 0 ? MAX (widest, sum) : for_size, FALSE);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  arrange (TS_WRAP_LAYOUT (manager), widget, width, TRUE);
}

static void
ts_wrap_layout_class_init (TsWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = get_request_mode;
  layout_class->measure = measure;
  layout_class->allocate = allocate;
}

static void
ts_wrap_layout_init (TsWrapLayout *self)
{
}

GtkLayoutManager *
ts_wrap_layout_new (int spacing)
{
  TsWrapLayout *self = g_object_new (TS_TYPE_WRAP_LAYOUT, NULL);

  self->spacing = spacing;
  return GTK_LAYOUT_MANAGER (self);
}
