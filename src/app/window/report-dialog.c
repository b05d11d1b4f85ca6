/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/report-dialog.h"

#include "app/name-list.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>

struct _TsReportDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *window_title;
  GtkSearchEntry *search_entry;
  GtkStack *stack;
  GtkListView *view;

  GPtrArray *entries; /* TsReportEntry* */
  TsNameList *list;   /* message and place of each */
};

G_DEFINE_FINAL_TYPE (TsReportDialog, ts_report_dialog, ADW_TYPE_WINDOW)

static const char *const icons[]
    = { "dialog-information-symbolic", "dialog-warning-symbolic", "dialog-error-symbolic" };

static const char *
get_severity_name (TsSeverity severity)
{
  switch (severity)
    {
    case TS_SEVERITY_ERROR:
      return _ ("Error");
    case TS_SEVERITY_WARNING:
      return _ ("Warning");
    case TS_SEVERITY_INFO:
    default:
      return _ ("Note");
    }
}

/* "step0/rank1/dump.json:12 · 3×" */
static char *
make_place (const TsReportEntry *entry)
{
  GString *text = g_string_new (entry->path);

  if (entry->line > 0)
    g_string_append_printf (text, ":%" G_GINT64_FORMAT, entry->line);
  if (entry->count > 1)
    {
      g_autofree char *count = ts_format_count (entry->count);
      g_string_append_printf (text, "%s%s×", text->len > 0 ? " · " : "", count);
    }
  return g_string_free (text, FALSE);
}

char *
ts_report_dup_summary (TsImportReport *report)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);
  guint64 omitted = ts_import_report_get_rows_omitted (report);
  guint64 lost = ts_import_report_get_rows_lost (report) - omitted;
  guint counts[3] = { 0 };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    counts[((TsReportEntry *) g_ptr_array_index (entries, i))->severity]++;
  if (counts[TS_SEVERITY_ERROR] > 0)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, "%u error", "%u errors", counts[TS_SEVERITY_ERROR]),
        counts[TS_SEVERITY_ERROR]);
  if (counts[TS_SEVERITY_WARNING] > 0)
    {
      /* Translators: between the parts of a list. */
      g_string_append (text, text->len > 0 ? _ (", ") : "");
      g_string_append_printf (
          text,
          g_dngettext (GETTEXT_PACKAGE, "%u warning", "%u warnings", counts[TS_SEVERITY_WARNING]),
          counts[TS_SEVERITY_WARNING]);
    }
  if (lost > 0)
    {
      g_autofree char *rows = ts_format_count (lost);
      g_string_append (text, text->len > 0 ? _ (", ") : "");
      g_string_append_printf (text, _ ("%s rows lost"), rows);
    }
  if (omitted > 0) /* no damage: a sentence of its own */
    {
      g_autofree char *rows = ts_format_count (omitted);
      g_string_append (text, text->len > 0 ? " · " : "");
      g_string_append_printf (text, _ ("%s rows left out on purpose"), rows);
    }
  return g_string_free (text, FALSE);
}

/* --- list --------------------------------------------------------------------------------- */

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *message = gtk_label_new (NULL);
  GtkWidget *place = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (message), 0);
  gtk_label_set_wrap (GTK_LABEL (message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (message), TRUE);
  gtk_label_set_xalign (GTK_LABEL (place), 0);
  gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (place, "dim-label");
  gtk_widget_add_css_class (place, "caption");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), message);
  gtk_box_append (GTK_BOX (texts), place);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_widget_add_css_class (row, "report-row");
  gtk_list_item_set_child (item, row);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, TsReportDialog *self)
{
  TsNameItem *name_item = gtk_list_item_get_item (item);
  const TsReportEntry *entry
      = g_ptr_array_index (self->entries, ts_name_item_get_index (name_item));
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *message = gtk_widget_get_first_child (gtk_widget_get_next_sibling (icon));
  GtkWidget *place = gtk_widget_get_next_sibling (message);
  const char *detail = ts_name_item_get_detail (name_item);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), icons[entry->severity]);
  gtk_widget_set_tooltip_text (icon, get_severity_name (entry->severity));
  gtk_label_set_text (GTK_LABEL (message), entry->message);
  gtk_label_set_text (GTK_LABEL (place), detail);
  gtk_widget_set_tooltip_text (place, detail);
  gtk_widget_set_visible (place, detail != NULL && *detail != '\0');
}

void
ts_report_dialog_search (TsReportDialog *self, const char *text)
{
  g_return_if_fail (TS_IS_REPORT_DIALOG (self));
  ts_name_list_set_search (self->list, text);
  gtk_stack_set_visible_child_name (self->stack,
                                    ts_report_dialog_get_n_shown (self) > 0 ? "list" : "nothing");
}

guint
ts_report_dialog_get_n_shown (TsReportDialog *self)
{
  g_return_val_if_fail (TS_IS_REPORT_DIALOG (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->list));
}

static void
search_changed_cb (TsReportDialog *self)
{
  ts_report_dialog_search (self, gtk_editable_get_text (GTK_EDITABLE (self->search_entry)));
}

static void
stop_search_cb (TsReportDialog *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

static void
copy_clicked_cb (TsReportDialog *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (self->entries, i);
      g_autofree char *place = make_place (entry);
      g_string_append_printf (text, "%s\t%s\t%s\n", get_severity_name (entry->severity), place,
                              entry->message);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

/* --- window ------------------------------------------------------------------------------- */

static void
ts_report_dialog_finalize (GObject *object)
{
  TsReportDialog *self = TS_REPORT_DIALOG (object);

  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (ts_report_dialog_parent_class)->finalize (object);
}

static void
ts_report_dialog_class_init (TsReportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ts_report_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/report-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TsReportDialog, window_title);
  gtk_widget_class_bind_template_child (widget_class, TsReportDialog, search_entry);
  gtk_widget_class_bind_template_child (widget_class, TsReportDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TsReportDialog, view);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ts_report_dialog_init (TsReportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
fill (TsReportDialog *self, TsImportReport *report)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *places = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *stored = ts_format_count (ts_import_report_get_rows_stored (report));
  g_autofree char *read = ts_format_count (ts_import_report_get_rows_read (report));
  g_autofree char *subtitle = g_strdup_printf (_ ("%s of %s rows stored"), stored, read);

  self->entries = ts_import_report_dup_entries (report);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (self->entries, i);
      g_ptr_array_add (messages, g_strdup (entry->message));
      g_ptr_array_add (places, make_place (entry));
    }
  self->list = ts_name_list_new ();
  ts_name_list_take (self->list, messages, places);
  adw_window_title_set_subtitle (self->window_title, subtitle);
}

TsReportDialog *
ts_report_dialog_new (GtkWindow *parent, TsImportReport *report)
{
  TsReportDialog *self = g_object_new (TS_TYPE_REPORT_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) model = NULL;

  fill (self, report);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  model = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->list))));
  gtk_list_view_set_model (self->view, model);
  gtk_list_view_set_factory (self->view, factory);
  ts_report_dialog_search (self, NULL);
  return self;
}
