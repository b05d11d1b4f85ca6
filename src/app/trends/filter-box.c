/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/filter-box.h"

#include "app/trends/pick-popover.h"
#include "app/trends/wrap-layout.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>

/* A query for every letter would be thrown away with the next one. */
#define TYPING_DELAY_MS 250

struct _TsFilterBox
{
  GtkWidget parent_instance;

  TsSession *session;
  GtkWidget *list;
  GtkWidget *entry;
  GtkWidget *chips;
  GtkWidget *add_button;
  GtkWidget *count;
  TsPickPopover *popover;
  guint typing_timeout;
  guint updating : 1;
};

G_DEFINE_FINAL_TYPE (TsFilterBox, ts_filter_box, GTK_TYPE_WIDGET)

/* --- name --------------------------------------------------------------------------------- */

static void
apply_name (TsFilterBox *self)
{
  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  if (self->session != NULL)
    ts_session_set_name_filter (self->session, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static gboolean
typing_timeout_cb (gpointer data)
{
  TsFilterBox *self = data;

  self->typing_timeout = 0;
  apply_name (self);
  return G_SOURCE_REMOVE;
}

/* The text that does not compile as a regular expression is taken as it stands; say so. */
static void
update_entry_state (TsFilterBox *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = g_regex_new (text, G_REGEX_CASELESS, 0, &error);

  gtk_widget_set_tooltip_text (
      self->entry, regex != NULL
                       ? _ ("Shows the targets whose name matches, upper and lower case alike")
                       : _ ("Not a regular expression; searched as plain text"));
}

static void
entry_changed_cb (TsFilterBox *self)
{
  if (self->updating)
    return;
  update_entry_state (self);
  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  self->typing_timeout = g_timeout_add (TYPING_DELAY_MS, typing_timeout_cb, self);
}

static void
entry_icon_cb (TsFilterBox *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  apply_name (self);
}

/* --- tags --------------------------------------------------------------------------------- */

static void
chip_clicked_cb (GtkButton *button, TsFilterBox *self)
{
  const TsTag *tag = g_object_get_data (G_OBJECT (button), "tag");
  g_autoptr (TsTag) copy = ts_tag_new (tag->name, tag->category);

  ts_session_remove_tag (self->session, copy);
}

static GtkWidget *
create_chip (TsFilterBox *self, const TsTag *tag)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *name = gtk_label_new (tag->name);
  GtkWidget *category = gtk_label_new (tag->category);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *tooltip = g_strdup_printf (_ ("Remove tag “%s”"), tag->name);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (category, "dim-label");
  gtk_widget_add_css_class (category, "caption");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_tooltip_text (button, tooltip);
  g_object_set_data_full (G_OBJECT (button), "tag", ts_tag_new (tag->name, tag->category),
                          (GDestroyNotify) ts_tag_free);
  g_signal_connect (button, "clicked", G_CALLBACK (chip_clicked_cb), self);
  gtk_widget_add_css_class (chip, "chip");
  gtk_box_append (GTK_BOX (chip), name);
  gtk_box_append (GTK_BOX (chip), category);
  gtk_box_append (GTK_BOX (chip), button);
  return chip;
}

static void
update_chips (TsFilterBox *self, const TsSelection *selection)
{
  GtkWidget *child = gtk_widget_get_first_child (self->chips);

  while (child != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (child);
      if (child != self->add_button)
        gtk_widget_unparent (child);
      child = next;
    }
  for (guint i = 0; i < selection->tags->len; i++)
    gtk_widget_insert_before (create_chip (self, g_ptr_array_index (selection->tags, i)),
                              self->chips, self->add_button);
}

static void
tag_picked_cb (TsFilterBox *self, guint index)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const TsCatalogTag *tag;

  if (catalog == NULL || index >= catalog->tags->len)
    return;
  tag = g_ptr_array_index (catalog->tags, index);
  ts_session_add_tag (self->session, &tag->tag);
}

static void
catalog_changed_cb (TsSession *session, TsFilterBox *self)
{
  TsCatalog *catalog = ts_session_get_catalog (session);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *details = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; catalog != NULL && i < catalog->tags->len; i++)
    {
      const TsCatalogTag *tag = g_ptr_array_index (catalog->tags, i);
      g_ptr_array_add (names, g_strdup (tag->tag.name));
      g_ptr_array_add (details, g_strdup (tag->tag.category));
    }
  gtk_widget_set_visible (self->add_button, names->len > 0);
  ts_name_list_take (ts_pick_popover_get_list (self->popover), names, details);
}

/* --- session ------------------------------------------------------------------------------ */

static void
selection_changed_cb (TsSession *session, TsFilterBox *self)
{
  const TsSelection *selection = ts_session_get_selection (session);
  const char *text = selection->name_filter != NULL ? selection->name_filter : "";

  self->updating = TRUE;
  /* Not while typing, so that no letter is taken back. */
  if (self->typing_timeout == 0
      && g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->entry)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_SECONDARY,
                                     *text != '\0' ? "edit-clear-symbolic" : NULL);
  gtk_entry_set_icon_tooltip_text (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_SECONDARY,
                                   *text != '\0' ? _ ("Clear") : NULL);
  self->updating = FALSE;
  update_chips (self, selection);
}

static void
count_changed_cb (TsSession *session, TsFilterBox *self)
{
  TsCatalog *catalog = ts_session_get_catalog (session);
  int n = ts_session_get_n_matching (session);
  g_autofree char *matching = ts_format_count (n >= 0 ? (guint64) n : 0);
  g_autofree char *total = ts_format_count (catalog != NULL ? catalog->targets->len : 0);
  g_autofree char *text = NULL;

  if (catalog == NULL)
    text = g_strdup ("");
  else if (n >= 0)
    text = g_strdup_printf (_ ("%s of %s targets"), matching, total);
  else
    text = g_strdup_printf (_ ("%s targets"), total);
  gtk_label_set_text (GTK_LABEL (self->count), text);
}

void
ts_filter_box_set_session (TsFilterBox *self, TsSession *session)
{
  g_return_if_fail (TS_IS_FILTER_BOX (self) && self->session == NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "catalog-changed", G_CALLBACK (catalog_changed_cb), self, 0);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           0);
  g_signal_connect_object (session, "count-changed", G_CALLBACK (count_changed_cb), self, 0);
  catalog_changed_cb (session, self);
  selection_changed_cb (session, self);
  count_changed_cb (session, self);
}

void
ts_filter_box_focus (TsFilterBox *self)
{
  g_return_if_fail (TS_IS_FILTER_BOX (self));
  gtk_widget_grab_focus (self->entry);
}

/* --- widget ------------------------------------------------------------------------------- */

static void
ts_filter_box_dispose (GObject *object)
{
  TsFilterBox *self = TS_FILTER_BOX (object);

  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ts_filter_box_parent_class)->dispose (object);
}

static void
ts_filter_box_class_init (TsFilterBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_filter_box_dispose;
  g_type_ensure (TS_TYPE_PICK_POPOVER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/filter-box.ui");
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, list);
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, entry);
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, chips);
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, add_button);
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, count);
  gtk_widget_class_bind_template_child (widget_class, TsFilterBox, popover);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, apply_name);
  gtk_widget_class_bind_template_callback (widget_class, entry_icon_cb);
  gtk_widget_class_bind_template_callback (widget_class, tag_picked_cb);
}

static void
ts_filter_box_init (TsFilterBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (self->chips, ts_wrap_layout_new (6));
  ts_pick_popover_set_placeholder (self->popover, _ ("Search tags"));
  ts_pick_popover_set_stay_open (self->popover, TRUE);
  update_entry_state (self);
}
