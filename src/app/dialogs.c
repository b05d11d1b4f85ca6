/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/dialogs.h"

#include <glib/gi18n-lib.h>

/* --- files -------------------------------------------------------------------------------- */

typedef struct
{
  TsFileFunc func;
  TsPictureFunc picture_func;
  gpointer data;
} FileCall;

/* The portal has no modal native dialogs that outlive this reference. */
static void
show_chooser (GtkFileChooserNative *chooser, GCallback response, FileCall *call)
{
  g_signal_connect_data (chooser, "response", response, call,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
chooser_response_cb (GtkNativeDialog *chooser, int response, gpointer data)
{
  FileCall *call = data;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  gtk_native_dialog_hide (chooser);
  call->func (file, call->data);
  g_object_unref (chooser);
}

void
ts_dialog_choose_folder (
    GtkWindow *parent, const char *title, GFile *start, TsFileFunc func, gpointer data)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Open"), _ ("_Cancel"));
  FileCall *call = g_new0 (FileCall, 1);

  call->func = func;
  call->data = data;
  if (start != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), start, NULL);
  show_chooser (chooser, G_CALLBACK (chooser_response_cb), call);
}

static void
add_filter (GtkFileChooserNative *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

void
ts_dialog_choose_file (GtkWindow *parent,
                       const char *title,
                       const char *filter_name,
                       const char *const *patterns,
                       TsFileFunc func,
                       gpointer data)
{
  static const char *const all[] = { "*", NULL };
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  FileCall *call = g_new0 (FileCall, 1);

  call->func = func;
  call->data = data;
  add_filter (chooser, filter_name, patterns);
  add_filter (chooser, _ ("All files"), all);
  show_chooser (chooser, G_CALLBACK (chooser_response_cb), call);
}

void
ts_dialog_save_file (GtkWindow *parent,
                     const char *title,
                     const char *file_name,
                     const char *filter_name,
                     const char *pattern,
                     TsFileFunc func,
                     gpointer data)
{
  const char *const patterns[] = { pattern, NULL };
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  FileCall *call = g_new0 (FileCall, 1);

  call->func = func;
  call->data = data;
  add_filter (chooser, filter_name, patterns);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), file_name);
  show_chooser (chooser, G_CALLBACK (chooser_response_cb), call);
}

static void
picture_response_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  FileCall *call = data;

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
      const char *scale = gtk_file_chooser_get_choice (chooser, "scale");
      TsPictureChoice choice = {
        .file = file,
        .scale = scale != NULL ? g_ascii_strtod (scale, NULL) : 2,
        .dark = g_strcmp0 (gtk_file_chooser_get_choice (chooser, "colors"), "dark") == 0,
        .whole = g_strcmp0 (gtk_file_chooser_get_choice (chooser, "extent"), "whole") == 0,
      };
      call->picture_func (&choice, call->data);
    }
  else
    call->picture_func (NULL, call->data);
  g_object_unref (dialog);
}

void
ts_dialog_save_picture (GtkWindow *parent,
                        const char *title,
                        const char *file_name,
                        GFile *folder,
                        gboolean is_part,
                        TsPictureFunc func,
                        gpointer data)
{
  static const char *const png[] = { "*.png", NULL }, *const svg[] = { "*.svg", NULL },
                           *const pdf[] = { "*.pdf", NULL };
  /* The default comes first: GTK's own dialog begins with it, whatever is set. */
  const char *scales[] = { "2", "1", "4", NULL };
  const char *scale_labels[] = { _ ("Double"), _ ("As on screen"), _ ("Quadruple"), NULL };
  const char *colors[] = { "light", "dark", NULL };
  const char *color_labels[] = { _ ("Light"), _ ("Dark"), NULL };
  const char *extents[] = { "part", "whole", NULL };
  const char *extent_labels[] = { _ ("The visible part"), _ ("Everything"), NULL };
  GtkFileChooserNative *native = gtk_file_chooser_native_new (
      title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  FileCall *call = g_new0 (FileCall, 1);

  call->picture_func = func;
  call->data = data;
  add_filter (native, _ ("PNG picture"), png);
  add_filter (native, _ ("SVG drawing"), svg);
  add_filter (native, _ ("PDF document"), pdf);
  gtk_file_chooser_set_current_name (chooser, file_name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  if (is_part)
    {
      gtk_file_chooser_add_choice (chooser, "extent", _ ("Extent"), extents, extent_labels);
      gtk_file_chooser_set_choice (chooser, "extent", "part");
    }
  gtk_file_chooser_add_choice (chooser, "scale", _ ("Resolution (PNG)"), scales, scale_labels);
  gtk_file_chooser_set_choice (chooser, "scale", "2");
  gtk_file_chooser_add_choice (chooser, "colors", _ ("Colours"), colors, color_labels);
  gtk_file_chooser_set_choice (chooser, "colors", "light");
  show_chooser (native, G_CALLBACK (picture_response_cb), call);
}

/* --- messages ----------------------------------------------------------------------------- */

typedef struct
{
  TsAnswerFunc func;
  gpointer data;
  gboolean confirmed;
} AnswerCall;

static gboolean
answered_cb (gpointer data)
{
  AnswerCall *call = data;

  call->func (call->confirmed, call->data);
  return G_SOURCE_REMOVE;
}

/* A dialog of its own until libadwaita 1.5, a part of its window since. */
#if ADW_CHECK_VERSION(1, 5, 0)
typedef AdwAlertDialog Message;
#define message_new(parent, heading, body) ADW_ALERT_DIALOG (adw_alert_dialog_new (heading, body))
#define message_add_response               adw_alert_dialog_add_response
#define message_set_appearance             adw_alert_dialog_set_response_appearance
#define message_set_close_response         adw_alert_dialog_set_close_response
#define message_present(self, parent)      adw_dialog_present (ADW_DIALOG (self), GTK_WIDGET (parent))
#define show_about(parent, ...)            adw_show_about_dialog (GTK_WIDGET (parent), __VA_ARGS__)
#else
typedef AdwMessageDialog Message;
#define message_new(parent, heading, body)                                                         \
  ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, body))
#define message_add_response          adw_message_dialog_add_response
#define message_set_appearance        adw_message_dialog_set_response_appearance
#define message_set_close_response    adw_message_dialog_set_close_response
#define message_present(self, parent) gtk_window_present (GTK_WINDOW (self))
#define show_about                    adw_show_about_window
#endif

/* The dialog still speaks to its parent after this. */
static void
answer_cb (Message *dialog, const char *response, gpointer data)
{
  AnswerCall *call = data;

  call->confirmed = g_strcmp0 (response, "yes") == 0;
  g_idle_add_full (G_PRIORITY_DEFAULT, answered_cb, call, g_free);
}

void
ts_dialog_ask (GtkWindow *parent,
               const char *heading,
               const char *body,
               const char *answer,
               gboolean destructive,
               TsAnswerFunc func,
               gpointer data)
{
  Message *dialog = message_new (parent, heading, body);
  AnswerCall *call = g_new0 (AnswerCall, 1);

  call->func = func;
  call->data = data;
  message_add_response (dialog, "cancel", _ ("_Cancel"));
  message_add_response (dialog, "yes", answer);
  message_set_appearance (dialog, "yes",
                          destructive ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED);
  message_set_close_response (dialog, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answer_cb), call);
  message_present (dialog, parent);
}

void
ts_dialog_tell (GtkWindow *parent, const char *heading, const char *body)
{
  Message *dialog = message_new (parent, heading, body);

  message_add_response (dialog, "close", _ ("_Close"));
  message_set_close_response (dialog, "close");
  message_present (dialog, parent);
}

void
ts_dialog_show_uri (GtkWindow *parent, const char *uri)
{
  gtk_show_uri (parent, uri, GDK_CURRENT_TIME);
}

void
ts_dialog_about (GtkWindow *parent)
{
  static const char *const developers[] = { "The Trendscope founders", NULL };

  show_about (
      parent, "application-name", "Trendscope", "application-icon", TS_APP_ID, "version",
      TS_VERSION, "developer-name", _ ("The Trendscope founders"), "developers", developers,
      "license-type", GTK_LICENSE_GPL_3_0, "comments",
      _ ("Shows where the numbers of a training run go wrong: heat maps and line charts of the "
         "tensor statistics that msProbe writes."),
      /* Translators: your names, one a line. */
      "translator-credits", _ ("translator-credits"), NULL);
}
