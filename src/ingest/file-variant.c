/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/file-variant.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const compressed[]
    = { ".xz", ".zst", ".bz2", ".zip", ".lz4", ".lzma", ".7z", ".rar", ".tar", ".tgz", ".z" };
static const char *const copied[]
    = { ".bak",  ".old",    ".orig", ".copy", ".backup", ".save", ".tmp",    "~",
        " copy", " - copy", "_copy", "-copy", " (copy)", " 副本", " - 副本", "-副本" };

/* Cuts the suffix off, whatever its case. */
static gboolean
cut (GString *name, const char *suffix)
{
  gsize length = strlen (suffix);

  if (name->len <= length || g_ascii_strcasecmp (name->str + name->len - length, suffix) != 0)
    return FALSE;
  g_string_truncate (name, name->len - length);
  return TRUE;
}

static gboolean
cut_any (GString *name, const char *const *suffixes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (cut (name, suffixes[i]))
      return TRUE;
  return FALSE;
}

/* " (1)", as browsers and file managers number. */
static gboolean
cut_number (GString *name)
{
  const char *open = strrchr (name->str, '(');

  if (open == NULL || open == name->str || !g_str_has_suffix (open, ")")
      || !g_ascii_isdigit (open[1]) || open[1 + strspn (open + 1, "0123456789")] != ')'
      || open[2 + strspn (open + 1, "0123456789")] != '\0')
    return FALSE;
  while (open > name->str + 1 && open[-1] == ' ')
    open--;
  g_string_truncate (name, (gsize) (open - name->str));
  return TRUE;
}

/* What is behind the last dot, in lower case; "" without one. */
static char *
take_suffix (GString *name)
{
  const char *dot = strrchr (name->str, '.');
  char *suffix = g_ascii_strdown (dot == NULL ? "" : dot, -1);

  if (dot != NULL)
    g_string_truncate (name, (gsize) (dot - name->str));
  return suffix;
}

char *
ts_variant_dup_plain (const char *name, TsVariant *variant)
{
  g_autoptr (GString) plain = g_string_new (name);
  g_autofree char *suffix = NULL;
  gboolean is_copy = FALSE, is_gzip = FALSE, is_compressed = FALSE;

  while (cut_any (plain, copied, G_N_ELEMENTS (copied)) || cut_number (plain))
    is_copy = TRUE;
  for (;;)
    if (cut (plain, ".gz"))
      is_gzip = TRUE;
    else if (cut_any (plain, compressed, G_N_ELEMENTS (compressed)))
      is_compressed = TRUE;
    else
      break;
  while (cut_any (plain, copied, G_N_ELEMENTS (copied)))
    is_copy = TRUE;
  suffix = take_suffix (plain);
  while (cut_any (plain, copied, G_N_ELEMENTS (copied)) || cut_number (plain))
    is_copy = TRUE;
  g_string_append (plain, suffix);
  *variant = is_compressed                    ? TS_VARIANT_COMPRESSED
             : is_copy                        ? TS_VARIANT_COPY
             : is_gzip                        ? TS_VARIANT_GZIP
             : strcmp (plain->str, name) != 0 ? TS_VARIANT_CASE
                                              : TS_VARIANT_PLAIN;
  return g_strdup (plain->str);
}

TsFolderFile *
ts_variant_choose (TsFolder *folder, const char *plain)
{
  TsFolderFile *chosen = ts_folder_find_file (folder, plain);
  TsVariant best = TS_VARIANT_COMPRESSED;

  for (guint i = 0; chosen == NULL || best != TS_VARIANT_COMPRESSED; i++)
    {
      TsFolderFile *file;
      TsVariant variant;
      g_autofree char *name = NULL;

      if (i == folder->files->len)
        break;
      file = g_ptr_array_index (folder->files, i);
      name = ts_variant_dup_plain (file->name, &variant);
      if (variant >= best || g_ascii_strcasecmp (name, plain) != 0)
        continue;
      best = variant;
      chosen = file;
    }
  return chosen;
}

void
ts_variant_report_file (const TsFolder *folder,
                        const TsFolder *base,
                        const char *name,
                        const char *plain,
                        const TsFolderFile *chosen,
                        TsImportReport *report)
{
  g_autofree char *path = ts_folder_dup_inside (folder, base, name);

  if (chosen != NULL && strcmp (chosen->name, name) == 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "read-instead", path, 0, 1, 0,
                          _ ("There is no “%s”, so this file is read in its place."), plain);
  else if (chosen != NULL)
    ts_import_report_add (report, TS_SEVERITY_INFO, "second-copy", path, 0, 1, 0,
                          _ ("Another file of what “%s” has, which is read; this one is left out."),
                          chosen->name);
  else
    ts_import_report_add (report, TS_SEVERITY_WARNING, "compressed-file", path, 0, 1, 0,
                          _ ("The file is compressed in a way that is not read; unpack it. It is "
                             "left out."));
}

void
ts_variant_report (TsFolder *folder,
                   const TsFolder *base,
                   const char *plain,
                   const TsFolderFile *chosen,
                   TsImportReport *report)
{
  ts_folder_list (folder);
  for (guint i = 0; i < folder->files->len; i++)
    {
      const TsFolderFile *file = g_ptr_array_index (folder->files, i);
      TsVariant variant;
      g_autofree char *name = ts_variant_dup_plain (file->name, &variant);

      if (strcmp (file->name, plain) != 0 && g_ascii_strcasecmp (name, plain) == 0)
        ts_variant_report_file (folder, base, file->name, plain, chosen, report);
    }
}
