/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/help.h"

#include "model/program-folder.h"

static char *
dup_page (const char *folder, const char *language)
{
  return g_build_filename (folder, language, "index.html", NULL);
}

/* Beside an executable that was not installed, meson leaves it in ../data/help. */
static char *
dup_folder (void)
{
  g_autofree char *program = ts_program_dup_folder ();
  g_autofree char *beside
      = program != NULL ? g_build_filename (program, "..", "data", "help", NULL) : NULL;
  g_autofree char *page = beside != NULL ? dup_page (beside, "en") : NULL;

  if (page != NULL && g_file_test (page, G_FILE_TEST_IS_REGULAR))
    return g_canonicalize_filename (beside, NULL);
  return g_strdup (TS_HELP_DIR);
}

char *
ts_help_dup_uri (void)
{
  const char *const *languages = g_get_language_names ();
  g_autofree char *folder = dup_folder (), *english = dup_page (folder, "en");

  for (guint i = 0; languages[i] != NULL; i++)
    {
      g_autofree char *page = dup_page (folder, languages[i]);
      /* The untranslated texts come after all languages that a person wants. */
      if (g_str_equal (languages[i], "C") || g_str_has_prefix (languages[i], "en"))
        break;
      if (g_file_test (page, G_FILE_TEST_IS_REGULAR))
        return g_filename_to_uri (page, NULL, NULL);
    }
  return g_filename_to_uri (english, NULL, NULL);
}
