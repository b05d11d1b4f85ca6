/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/pick-popover.h"

/* Fewer entries are found faster by eye. */
#define SEARCH_FROM     12
#define SEARCH_DELAY_MS 120

struct _TsPickPopover
{
  GtkPopover parent_instance;

  GtkWidget *entry;
  GtkWidget *view;
  GtkWidget *nothing;
  GtkWidget *stack;
  TsNameList *list;
  GtkSingleSelection *selection;
  guint selected;
  guint search_timeout;
  guint stay_open : 1;
};

enum
{
  PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsPickPopover, ts_pick_popover, GTK_TYPE_POPOVER)

static void
update_shown (TsPickPopover *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint position = ts_name_list_find (self->list, self->selected);

  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               n > 0 ? gtk_widget_get_parent (self->view) : self->nothing);
  gtk_single_selection_set_selected (self->selection,
                                     position == G_MAXUINT ? GTK_INVALID_LIST_POSITION : position);
}

static gboolean
search_timeout_cb (gpointer data)
{
  TsPickPopover *self = data;

  self->search_timeout = 0;
  ts_name_list_set_search (self->list, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  update_shown (self);
  return G_SOURCE_REMOVE;
}

static void
entry_changed_cb (TsPickPopover *self)
{
  g_clear_handle_id (&self->search_timeout, g_source_remove);
  self->search_timeout = g_timeout_add (SEARCH_DELAY_MS, search_timeout_cb, self);
}

static void
pick (TsPickPopover *self, guint position)
{
  g_autoptr (TsNameItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item == NULL)
    return;
  if (!self->stay_open)
    gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[PICKED], 0, ts_name_item_get_index (item));
}

static void
view_activate_cb (TsPickPopover *self, guint position)
{
  pick (self, position);
}

/* Enter in the search entry takes the first that is left. */
static void
entry_activate_cb (TsPickPopover *self)
{
  g_clear_handle_id (&self->search_timeout, g_source_remove);
  search_timeout_cb (self);
  pick (self, 0);
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *detail = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), 14);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 72);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_add_css_class (detail, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  TsNameItem *name_item = gtk_list_item_get_item (item);
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *detail = gtk_widget_get_next_sibling (name);
  const char *detail_text = ts_name_item_get_detail (name_item);

  gtk_label_set_text (GTK_LABEL (name), ts_name_item_get_name (name_item));
  gtk_widget_set_tooltip_text (name, ts_name_item_get_name (name_item));
  gtk_label_set_text (GTK_LABEL (detail), detail_text != NULL ? detail_text : "");
  gtk_widget_set_visible (detail, detail_text != NULL);
}

static void
show_cb (TsPickPopover *self)
{
  guint position;

  gtk_widget_set_visible (self->entry, ts_name_list_get_n_names (self->list) >= SEARCH_FROM);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  g_clear_handle_id (&self->search_timeout, g_source_remove);
  ts_name_list_set_search (self->list, NULL);
  update_shown (self);
  position = ts_name_list_find (self->list, self->selected);
  if (position != G_MAXUINT)
    gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", position);
  gtk_widget_grab_focus (gtk_widget_get_visible (self->entry) ? self->entry : self->view);
}

TsNameList *
ts_pick_popover_get_list (TsPickPopover *self)
{
  g_return_val_if_fail (TS_IS_PICK_POPOVER (self), NULL);
  return self->list;
}

void
ts_pick_popover_set_selected (TsPickPopover *self, guint index)
{
  g_return_if_fail (TS_IS_PICK_POPOVER (self));
  self->selected = index;
}

void
ts_pick_popover_set_stay_open (TsPickPopover *self, gboolean stay_open)
{
  g_return_if_fail (TS_IS_PICK_POPOVER (self));
  self->stay_open = !!stay_open;
}

void
ts_pick_popover_set_placeholder (TsPickPopover *self, const char *text)
{
  g_return_if_fail (TS_IS_PICK_POPOVER (self));
  g_object_set (self->entry, "placeholder-text", text, NULL);
}

static void
ts_pick_popover_dispose (GObject *object)
{
  TsPickPopover *self = TS_PICK_POPOVER (object);

  g_clear_handle_id (&self->search_timeout, g_source_remove);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (ts_pick_popover_parent_class)->dispose (object);
}

static void
ts_pick_popover_class_init (TsPickPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_pick_popover_dispose;
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/pick-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, TsPickPopover, entry);
  gtk_widget_class_bind_template_child (widget_class, TsPickPopover, view);
  gtk_widget_class_bind_template_child (widget_class, TsPickPopover, nothing);
  gtk_widget_class_bind_template_child (widget_class, TsPickPopover, stack);
  gtk_widget_class_bind_template_child (widget_class, TsPickPopover, selection);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
}

static void
ts_pick_popover_init (TsPickPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->list = ts_name_list_new ();
  self->selected = G_MAXUINT;
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->list));
}

TsPickPopover *
ts_pick_popover_new (void)
{
  return g_object_new (TS_TYPE_PICK_POPOVER, NULL);
}
