/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The executable as a whole: what it is linked to, and options that it does not have. */
#include <gio/gio.h>
#include <string.h>
#include <sys/wait.h>

/* Runs the program with one argument and one more variable in its environment; returns its exit
 * status. out and err may be NULL; caller frees. */
static int
run (const char *arg, const char *variable, const char *value, char **out, char **err)
{
  char *argv[] = { (char *) g_getenv ("TS_EXECUTABLE"), (char *) arg, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), variable, value, TRUE);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, argv, environment, G_SPAWN_DEFAULT, NULL, NULL, out, err, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

/* Commands start on machines without GTK, and do not wait for it on others. */
static void
test_no_gtk (void)
{
  g_autofree char *libraries = NULL;

  run ("--version", "LD_TRACE_LOADED_OBJECTS", "1", &libraries, NULL);
  g_assert_nonnull (strstr (libraries, "libglib-2.0"));
  g_assert_null (strstr (libraries, "libgtk-4"));
  g_assert_null (strstr (libraries, "libadwaita"));
}

static void
test_unknown_option (void)
{
  static const char *const displays[] = { "", ":4321" };

  for (guint i = 0; i < G_N_ELEMENTS (displays); i++)
    {
      g_autofree char *err = NULL;
      g_assert_cmpint (run ("--no-such-option", "DISPLAY", displays[i], NULL, &err), ==, 2);
      g_assert_nonnull (strstr (err, "--no-such-option"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program/no-gtk", test_no_gtk);
  g_test_add_func ("/program/unknown-option", test_unknown_option);
  return g_test_run ();
}
