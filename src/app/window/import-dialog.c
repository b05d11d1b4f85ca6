/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/import-dialog.h"

#include "app/dialogs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TsImportDialog
{
  AdwWindow parent_instance;

  GtkWidget *import_button;
  AdwPreferencesGroup *found_group;
  AdwActionRow *folder_row;
  AdwActionRow *mapping_row;
  GtkWidget *clear_mapping_button;
  GtkWidget *micro_row;
  GtkSwitch *micro_switch;
  GtkWidget *dtypes_row;
  GtkCheckButton *dtypes_check;

  TsLocation *location;
  char *db_dir;
  char *mapping_path;
};

enum
{
  CONFIRMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsImportDialog, ts_import_dialog, ADW_TYPE_WINDOW)

/* --- what is shown ------------------------------------------------------------------------ */

/* A row's subtitle is markup before libadwaita 1.2's use-markup; names are never. */
static void
set_subtitle (AdwActionRow *row, const char *text)
{
  g_autofree char *shown = g_filename_display_name (text);
  g_autofree char *escaped = g_markup_escape_text (shown, -1);

  adw_action_row_set_subtitle (row, escaped);
}

static char *
get_existing_note (TsImportDialog *self, const TsFoundRun *run)
{
  g_autofree char *path = g_build_filename (self->db_dir, run->db_name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_strdup (_ ("replaces the database there"))
                                                : NULL;
}

/* The folder of a run, below the one that was opened. */
static const char *
get_relative (TsImportDialog *self, const char *path)
{
  gsize length = strlen (self->location->folder);

  if (g_str_has_prefix (path, self->location->folder) && path[length] == '/')
    return path + length + 1;
  return path;
}

static void
show_folder (TsImportDialog *self)
{
  GString *text = g_string_new (self->db_dir);
  const TsFoundRun *run;
  g_autofree char *note = NULL;

  for (guint i = 0; i < self->location->runs->len && note == NULL; i++)
    {
      run = g_ptr_array_index (self->location->runs, i);
      note = get_existing_note (self, run);
    }
  if (g_strcmp0 (self->db_dir, self->location->folder) == 0)
    g_string_append_printf (text, "\n%s", _ ("Beside the data"));
  if (note != NULL)
    g_string_append_printf (text, "\n%s", note);
  set_subtitle (self->folder_row, text->str);
  g_string_free (text, TRUE);
}

static void
show_mapping (TsImportDialog *self)
{
  set_subtitle (self->mapping_row, self->mapping_path != NULL
                                       ? self->mapping_path
                                       : _ ("A JSON file that replaces parts of target names"));
  gtk_widget_set_visible (self->clear_mapping_button, self->mapping_path != NULL);
}

static void
show_runs (TsImportDialog *self)
{
  gboolean has_dump = FALSE;

  for (guint i = 0; i < self->location->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (self->location->runs, i);
      g_autofree char *summary = ts_found_run_dup_summary (run);
      g_autofree char *name = g_filename_display_name (get_relative (self, run->data_dir));
      g_autofree char *escaped = g_markup_escape_text (name, -1);
      GtkWidget *row = adw_action_row_new ();
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), summary);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
      adw_preferences_group_add (self->found_group, row);
      has_dump |= run->format == TS_FORMAT_DUMP;
    }
  gtk_widget_set_visible (self->micro_row, has_dump);
  gtk_widget_set_visible (self->dtypes_row, has_dump);
}

/* --- what the person does ----------------------------------------------------------------- */

static void
folder_chosen_cb (GFile *file, gpointer data)
{
  TsImportDialog *self = data;

  if (file != NULL && g_file_peek_path (file) != NULL)
    {
      g_free (self->db_dir);
      self->db_dir = g_file_get_path (file);
      show_folder (self);
    }
  g_object_unref (self);
}

static void
change_folder_clicked_cb (TsImportDialog *self)
{
  g_autoptr (GFile) start = g_file_new_for_path (self->db_dir);

  ts_dialog_choose_folder (GTK_WINDOW (self), _ ("Folder for the database"), start,
                           folder_chosen_cb, g_object_ref (self));
}

static void
mapping_chosen_cb (GFile *file, gpointer data)
{
  TsImportDialog *self = data;

  if (file != NULL && g_file_peek_path (file) != NULL)
    {
      g_free (self->mapping_path);
      self->mapping_path = g_file_get_path (file);
      show_mapping (self);
    }
  g_object_unref (self);
}

static void
choose_mapping_clicked_cb (TsImportDialog *self)
{
  static const char *const patterns[] = { "*.json", NULL };

  ts_dialog_choose_file (GTK_WINDOW (self), _ ("Name mapping"), _ ("JSON files"), patterns,
                         mapping_chosen_cb, g_object_ref (self));
}

static void
clear_mapping_clicked_cb (TsImportDialog *self)
{
  g_clear_pointer (&self->mapping_path, g_free);
  show_mapping (self);
}

TsImportOptions *
ts_import_dialog_dup_options (TsImportDialog *self)
{
  TsImportOptions *options = ts_import_options_new ();

  g_return_val_if_fail (TS_IS_IMPORT_DIALOG (self), options);
  options->data_dir = g_strdup (self->location->folder);
  options->db_dir = g_strdup (self->db_dir);
  options->mapping_path = g_strdup (self->mapping_path);
  options->micro_step = gtk_switch_get_active (self->micro_switch);
  options->all_dtypes = gtk_check_button_get_active (self->dtypes_check);
  return options;
}

void
ts_import_dialog_confirm (TsImportDialog *self)
{
  g_autoptr (TsImportOptions) options = ts_import_dialog_dup_options (self);

  g_object_ref (self);
  g_signal_emit (self, signals[CONFIRMED], 0, options);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

/* --- window ------------------------------------------------------------------------------- */

static void
ts_import_dialog_finalize (GObject *object)
{
  TsImportDialog *self = TS_IMPORT_DIALOG (object);

  g_clear_pointer (&self->location, ts_location_unref);
  g_free (self->db_dir);
  g_free (self->mapping_path);
  G_OBJECT_CLASS (ts_import_dialog_parent_class)->finalize (object);
}

static void
ts_import_dialog_class_init (TsImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ts_import_dialog_finalize;
  signals[CONFIRMED] = g_signal_new ("confirmed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, import_button);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, found_group);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, folder_row);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, mapping_row);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, clear_mapping_button);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, micro_row);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, micro_switch);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, dtypes_row);
  gtk_widget_class_bind_template_child (widget_class, TsImportDialog, dtypes_check);
  gtk_widget_class_bind_template_callback (widget_class, change_folder_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_mapping_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_mapping_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, ts_import_dialog_confirm);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ts_import_dialog_init (TsImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

TsImportDialog *
ts_import_dialog_new (GtkWindow *parent, TsLocation *location)
{
  TsImportDialog *self = g_object_new (TS_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);

  self->location = ts_location_ref (location);
  self->db_dir = g_strdup (location->db_dir);
  show_runs (self);
  show_folder (self);
  show_mapping (self);
  gtk_widget_grab_focus (self->import_button);
  return self;
}
