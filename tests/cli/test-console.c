/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program prints where the locale's character set is not UTF-8. */
#include "../test-folder.h"

/* What `trendscope --help` prints, of which the first line has an ellipsis. */
static char *
print_help (const char *locale, const char *locale_path)
{
  char *argv[] = { (char *) g_getenv ("TS_EXECUTABLE"), (char *) "--help", NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  int status;

  environment = g_environ_setenv (environment, "LC_ALL", locale, TRUE);
  if (locale_path != NULL)
    environment = g_environ_setenv (environment, "LOCPATH", locale_path, TRUE);
  g_spawn_sync (NULL, argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return out;
}

static void
test_posix (void)
{
  static const char *const locales[] = { "C", "POSIX", "nowhere_AT.all" };

  for (guint i = 0; i < G_N_ELEMENTS (locales); i++)
    {
      g_autofree char *text = print_help (locales[i], NULL);
      g_assert_nonnull (strstr (text, "[FOLDER|FILE…]"));
      g_assert_null (strchr (text, '?'));
    }
}

static void
test_latin1 (void)
{
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *locale = g_build_filename (dir, "en_US.ISO-8859-1", NULL);
  g_autofree char *probe = g_find_program_in_path ("localedef");
  char *make[] = { (char *) "localedef",
                   (char *) "-i",
                   (char *) "en_US",
                   (char *) "-f",
                   (char *) "ISO-8859-1",
                   locale,
                   NULL };
  g_autofree char *text = NULL;

  if (probe == NULL || !g_file_test ("/usr/share/i18n/locales/en_US", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no localedef or no locale sources");
      return;
    }
  g_spawn_sync (NULL, make, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, NULL, NULL);
  text = print_help ("en_US.ISO-8859-1", dir);
  g_assert_nonnull (strstr (text, "[FOLDER|FILE...]"));
  g_assert_null (strchr (text, '?'));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/console/posix", test_posix);
  g_test_add_func ("/console/latin1", test_latin1);
  return g_test_run ();
}
