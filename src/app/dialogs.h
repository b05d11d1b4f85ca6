/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Everything that newer versions of GTK and libadwaita deprecate: file chooser, message dialog,
 * about window. Nothing else in the program uses those. */

/* file is NULL when the dialog was cancelled. */
typedef void (*TsFileFunc) (GFile *file, gpointer data);

void ts_dialog_choose_folder (GtkWindow *parent,
                              const char *title,
                              GFile *start, /* nullable */
                              TsFileFunc func,
                              gpointer data);
/* patterns: NULL-terminated globs of the first filter ("*.trend.db"), after its name. */
void ts_dialog_choose_file (GtkWindow *parent,
                            const char *title,
                            const char *filter_name,
                            const char *const *patterns,
                            TsFileFunc func,
                            gpointer data);

/* Asks where to save a file of another kind than a picture. */
void ts_dialog_save_file (GtkWindow *parent,
                          const char *title,
                          const char *file_name,
                          const char *filter_name,
                          const char *pattern,
                          TsFileFunc func,
                          gpointer data);

/* How a picture is to be saved. */
typedef struct
{
  GFile *file; /* borrowed */
  double scale;
  gboolean dark;
  gboolean whole; /* everything, not only what is in sight */
} TsPictureChoice;

/* choice is NULL when the dialog was cancelled. */
typedef void (*TsPictureFunc) (const TsPictureChoice *choice, gpointer data);

/* Asks where to save a picture, at which resolution and in which colours (light unless chosen
 * otherwise, whatever the window looks like). is_part: only a part of it is in sight, and that part
 * is meant unless everything is chosen. */
void ts_dialog_save_picture (GtkWindow *parent,
                             const char *title,
                             const char *file_name,
                             GFile *folder, /* nullable */
                             gboolean is_part,
                             TsPictureFunc func,
                             gpointer data);

typedef void (*TsAnswerFunc) (gboolean confirmed, gpointer data);

/* A question with Cancel and one other answer, which arrives once the dialog is gone, so that it
 * may end the parent. */
void ts_dialog_ask (GtkWindow *parent,
                    const char *heading,
                    const char *body,
                    const char *answer,
                    gboolean destructive,
                    TsAnswerFunc func,
                    gpointer data);
/* A text to read, with Close. */
void ts_dialog_tell (GtkWindow *parent, const char *heading, const char *body);

/* The program that the desktop has for it. */
void ts_dialog_show_uri (GtkWindow *parent, const char *uri);

void ts_dialog_about (GtkWindow *parent);

G_END_DECLS
