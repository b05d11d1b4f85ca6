/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/choice-row.h"

#include "app/trends/pick-popover.h"

struct _TsChoiceRow
{
  AdwActionRow parent_instance;

  TsPickPopover *popover;
  GtkWidget *label;
  GtkWidget *arrow;
  GtkWidget *previous;
  GtkWidget *next;
  char *text;
  guint selected;
  guint stepper : 1;
};

enum
{
  PROP_0,
  PROP_STEPPER,
  N_PROPS
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsChoiceRow, ts_choice_row, ADW_TYPE_ACTION_ROW)

static void
update (TsChoiceRow *self)
{
  TsNameList *list = ts_pick_popover_get_list (self->popover);
  guint n = ts_name_list_get_n_names (list);
  const char *name = ts_name_list_get_name (list, self->selected);
  const char *text = self->text != NULL ? self->text : name != NULL ? name : "";

  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, text);
  ts_pick_popover_set_selected (self->popover, self->selected);
  /* One name is no choice. */
  gtk_widget_set_visible (self->arrow, n > 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), n > 1);
  gtk_widget_set_visible (self->previous, self->stepper && n > 1);
  gtk_widget_set_visible (self->next, self->stepper && n > 1);
  gtk_widget_set_sensitive (self->previous, self->selected > 0 && self->selected < n);
  gtk_widget_set_sensitive (self->next, n > 0 && self->selected < n - 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
choose (TsChoiceRow *self, guint index)
{
  if (index == self->selected)
    return;
  self->selected = index;
  update (self);
  g_signal_emit (self, signals[CHOSEN], 0, index);
}

static void
picked_cb (TsPickPopover *popover, guint index, TsChoiceRow *self)
{
  choose (self, index);
}

static void
previous_clicked_cb (TsChoiceRow *self)
{
  choose (self, self->selected - 1);
}

static void
next_clicked_cb (TsChoiceRow *self)
{
  choose (self, self->selected + 1);
}

void
ts_choice_row_take_names (TsChoiceRow *self, GPtrArray *names, GPtrArray *details)
{
  g_return_if_fail (TS_IS_CHOICE_ROW (self));
  ts_name_list_take (ts_pick_popover_get_list (self->popover), names, details);
  self->selected = G_MAXUINT;
  update (self);
}

void
ts_choice_row_set_names (TsChoiceRow *self, const char *const *names)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (copy, g_strdup (names[i]));
  ts_choice_row_take_names (self, copy, NULL);
}

void
ts_choice_row_set_selected (TsChoiceRow *self, guint index)
{
  g_return_if_fail (TS_IS_CHOICE_ROW (self));
  self->selected = index;
  update (self);
}

guint
ts_choice_row_get_selected (TsChoiceRow *self)
{
  g_return_val_if_fail (TS_IS_CHOICE_ROW (self), G_MAXUINT);
  return self->selected;
}

void
ts_choice_row_set_text (TsChoiceRow *self, const char *text)
{
  g_return_if_fail (TS_IS_CHOICE_ROW (self));
  g_free (self->text);
  self->text = g_strdup (text);
  update (self);
}

static void
ts_choice_row_activate (AdwActionRow *row)
{
  TsChoiceRow *self = TS_CHOICE_ROW (row);

  if (gtk_widget_get_visible (self->arrow))
    gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
ts_choice_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsChoiceRow *self = TS_CHOICE_ROW (widget);

  GTK_WIDGET_CLASS (ts_choice_row_parent_class)->size_allocate (widget, width, height, baseline);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
ts_choice_row_dispose (GObject *object)
{
  TsChoiceRow *self = TS_CHOICE_ROW (object);

  if (self->popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (ts_choice_row_parent_class)->dispose (object);
}

static void
ts_choice_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STEPPER)
    g_value_set_boolean (value, TS_CHOICE_ROW (object)->stepper);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ts_choice_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TsChoiceRow *self = TS_CHOICE_ROW (object);

  if (id != PROP_STEPPER)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  self->stepper = g_value_get_boolean (value);
  update (self);
}

static void
ts_choice_row_class_init (TsChoiceRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ts_choice_row_dispose;
  object_class->get_property = ts_choice_row_get_property;
  object_class->set_property = ts_choice_row_set_property;
  widget_class->size_allocate = ts_choice_row_size_allocate;
  ADW_ACTION_ROW_CLASS (klass)->activate = ts_choice_row_activate;

  properties[PROP_STEPPER] = g_param_spec_boolean ("stepper", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/choice-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TsChoiceRow, label);
  gtk_widget_class_bind_template_child (widget_class, TsChoiceRow, arrow);
  gtk_widget_class_bind_template_child (widget_class, TsChoiceRow, previous);
  gtk_widget_class_bind_template_child (widget_class, TsChoiceRow, next);
  gtk_widget_class_bind_template_callback (widget_class, previous_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_clicked_cb);
}

static void
ts_choice_row_init (TsChoiceRow *self)
{
  self->selected = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->popover = ts_pick_popover_new ();
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self));
  g_signal_connect (self->popover, "picked", G_CALLBACK (picked_cb), self);

  update (self);
}
