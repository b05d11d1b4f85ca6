/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A folder as the scan saw it. Each is listed once, and what the scan found is what an import
 * reads: on the file systems of clusters looking is what costs. The hall's. */
typedef struct _TsFolder TsFolder;

typedef struct
{
  char *name;  /* as the file system spells it */
  gint64 size; /* -1: nobody asked yet; ts_folder_look_at() */
  gint64 mtime;
} TsFolderFile;

struct _TsFolder
{
  TsFolder *parent; /* NULL: the tree begins here */
  char *path;
  char *name;
  char *inside;       /* the path from where the tree begins, "" there */
  GPtrArray *folders; /* TsFolder*, by name: folders and links to folders */
  GPtrArray *files;   /* TsFolderFile*, by name: files and links to files */
  GPtrArray *broken;  /* char*, by name: links that lead nowhere, and what is neither */
  gboolean is_link;
  gboolean is_listed;
  GError *error; /* why it could not be listed; the arrays are empty then */
};

/* The beginning of a tree, not listed yet. */
TsFolder *ts_folder_new (const char *path);
TsFolder *ts_folder_ref (TsFolder *self);
void ts_folder_unref (TsFolder *self);

/* Lists the folder unless that has been done. FALSE when it can't be read: its error says why. */
gboolean ts_folder_list (TsFolder *self);
/* The file of this name, NULL when there is none; the folder is listed. */
TsFolderFile *ts_folder_find_file (TsFolder *self, const char *name);
/* Whether something has this name that is no file: a folder, a broken link, a pipe. */
gboolean ts_folder_has_other (const TsFolder *self, const char *name);
/* Finds out size and time. FALSE when the file is gone. */
gboolean ts_folder_look_at (const TsFolder *self, TsFolderFile *file);
/* The path of the folder, or of name in it, from base on, which is the folder or one above it.
 * Caller frees. */
char *ts_folder_dup_inside (const TsFolder *self, const TsFolder *base, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFolder, ts_folder_unref)

G_END_DECLS
