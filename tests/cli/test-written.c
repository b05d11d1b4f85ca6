/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that the program writes on command, through the real program: where it goes, and what
 * happens when it can't go there. */
#include "../test-folder.h"

#include <sys/stat.h>

/* DB, TIMELINE, DATA, FAULTY and ELSEWHERE stand for paths; OUT for the file that is written. */
typedef struct
{
  const char *name;
  const char *out; /* the file's name */
  const char *words;
  int status, failed; /* exit status when it can be written, and when not */
} Command;

#define HEATMAP "--export-heatmap DB --output "
#define LINES   "--export-lines DB --output "

static const Command commands[] = {
  { "heatmap-png", "o.png", HEATMAP "OUT", 0, 1 },
  { "heatmap-svg", "o.svg", HEATMAP "OUT", 0, 1 },
  { "heatmap-pdf", "o.pdf", HEATMAP "OUT", 0, 1 },
  { "heatmap-csv", "o.csv", HEATMAP "OUT", 0, 1 },
  { "lines-png", "o.png", LINES "OUT", 0, 1 },
  { "lines-csv", "o.csv", LINES "OUT", 0, 1 },
  { "view", "o.json", HEATMAP "ELSEWHERE.png --save-view OUT", 0, 1 },
  { "report", "o.json", "--convert --data DATA --db ELSEWHERE --report OUT", 0, 3 },
  { "findings-json", "o.json", "--find-faults DB --json OUT", 4, 1 },
  { "findings-csv", "o.csv", "--find-faults DB --csv OUT", 4, 1 },
  { "comparison", "o.json", "--compare DB DB --output ELSEWHERE.trend.db --json OUT", 0, 1 },
  { "timeline-json", "o.json", "--timeline TIMELINE --json OUT", 0, 1 },
  { "timeline-csv", "o.csv", "--timeline TIMELINE --csv OUT", 0, 1 },
  { "timeline-figures", "o.csv", "--timeline TIMELINE --figures-csv OUT", 0, 1 },
  { "timeline-chrome", "o.json", "--timeline TIMELINE --chrome OUT", 0, 1 },
  { "timeline-picture", "o.png", "--timeline TIMELINE --output OUT", 0, 1 },
};

typedef struct
{
  char *dir;
  char *out;
} Place;

static char *database; /* of a fixture with faults */

static Place
place_new (const Command *command)
{
  Place self = { test_tmp_dir (), NULL };

  self.out = g_build_filename (self.dir, command->out, NULL);
  return self;
}

static void
place_clear (Place *self)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->out);
}

static char *
get_fixture (const char *variable, const char *name)
{
  return g_build_filename (g_getenv (variable), name, NULL);
}

/* A word of a command with its paths. */
static char *
replace_word (const char *word, const char *out)
{
  if (strcmp (word, "OUT") == 0)
    return g_strdup (out);
  if (strcmp (word, "DB") == 0)
    return g_strdup (database);
  if (strcmp (word, "TIMELINE") == 0)
    return get_fixture ("TS_TIMELINE_SAMPLES", "fthenb");
  if (strcmp (word, "FAULTY") == 0)
    return get_fixture ("TS_FIXTURES", "dump_nan_inf_2rank/data");
  if (strcmp (word, "DATA") == 0)
    return get_fixture ("TS_FIXTURES", "dump_L0_proc/data");
  if (g_str_has_prefix (word, "ELSEWHERE"))
    {
      g_autofree char *dir = test_tmp_dir ();
      return g_strdup_printf ("%s/x%s", dir, word + strlen ("ELSEWHERE"));
    }
  return g_strdup (word);
}

/* Runs it with OUT for the file, as the shell does behind prologue; its exit status. */
static int
run (const Command *command,
     const char *out,
     const char *prologue,
     const char *redirect,
     char **printed,
     char **said)
{
  g_auto (GStrv) words = g_strsplit (command->words, " ", -1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  int status;

  g_ptr_array_add (argv, g_strdup ("/bin/sh"));
  g_ptr_array_add (argv, g_strdup ("-c"));
  g_ptr_array_add (argv, g_strdup_printf ("%s exec \"$0\" \"$@\" %s", prologue, redirect));
  g_ptr_array_add (argv, g_strdup (g_getenv ("TS_EXECUTABLE")));
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, replace_word (words[i], out));
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL,
                printed == NULL ? G_SPAWN_STDOUT_TO_DEV_NULL : G_SPAWN_DEFAULT, NULL, NULL, printed,
                said, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
assert_status (int status, int expected, const char *said)
{
  if (status != expected)
    g_test_message ("%s", said);
  g_assert_cmpint (status, ==, expected);
}

static guint
count_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A link is followed, not replaced. */
static void
test_link (gconstpointer data)
{
  const Command *command = data;
  Place place = place_new (command);
  g_autofree char *target = g_build_filename (place.dir, "target", NULL);
  g_autofree char *said = NULL;
  struct stat info;

  g_assert_true (g_file_set_contents (target, "", 0, NULL));
  g_assert_cmpint (symlink ("target", place.out), ==, 0);
  assert_status (run (command, place.out, "", "", NULL, &said), command->status, said);
  g_assert_true (g_file_test (place.out, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (stat (target, &info), ==, 0);
  g_assert_cmpint (info.st_size, >, 20);
  g_assert_cmpuint (count_files (place.dir), ==, 2);
  place_clear (&place);
}

/* A full device is named, and stays. */
static void
test_device (gconstpointer data)
{
  const Command *command = data;
  Place place = place_new (command);
  g_autofree char *said = NULL;

  g_assert_cmpint (symlink ("/dev/full", place.out), ==, 0);
  assert_status (run (command, place.out, "", "", NULL, &said), command->failed, said);
  g_assert_nonnull (strstr (said, place.out));
  g_assert_true (g_file_test (place.out, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpuint (count_files (place.dir), ==, 1);
  place_clear (&place);
}

static gpointer
read_fifo (gpointer path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* A FIFO's reader gets it. */
static void
test_fifo (gconstpointer data)
{
  const Command *command = data;
  Place place = place_new (command);
  g_autofree char *said = NULL, *text = NULL;
  struct stat info;
  GThread *reader;

  g_assert_cmpint (mkfifo (place.out, 0600), ==, 0);
  reader = g_thread_new ("reader", read_fifo, place.out);
  assert_status (run (command, place.out, "", "", NULL, &said), command->status, said);
  text = g_thread_join (reader);
  g_assert_cmpuint (strlen (text), >, 4);
  g_assert_cmpint (lstat (place.out, &info), ==, 0);
  g_assert_true (S_ISFIFO (info.st_mode));
  place_clear (&place);
}

/* Standard output gets what the file would, and when it is full that is said. */
static void
test_stdout (gconstpointer data)
{
  const Command *command = data;
  Place place = place_new (command);
  g_autofree char *said = NULL, *printed = NULL, *text = NULL;

  assert_status (run (command, place.out, "", "", NULL, &said), command->status, said);
  g_assert_true (g_file_get_contents (place.out, &text, NULL, NULL));
  g_clear_pointer (&said, g_free);
  assert_status (run (command, "-", "", "", &printed, &said), command->status, said);
  /* SVG, PDF and CSV are chosen by a file's name. */
  if (!g_str_has_prefix (command->words, "--export") || strstr (command->name, "png") != NULL)
    g_assert_cmpmem (printed, MIN (strlen (printed), 8), text, MIN (strlen (text), 8));
  g_clear_pointer (&said, g_free);
  g_assert_cmpint (run (command, "-", "", ">/dev/full", NULL, &said), !=, command->status);
  g_assert_nonnull (strstr (said, "standard output"));
  place_clear (&place);
}

/* No room: what was there stays what it was, and nothing is left beside it. */
static void
test_no_room (gconstpointer data)
{
  const Command *command = data;
  Place place = place_new (command);
  g_autofree char *said = NULL, *text = NULL;

  g_assert_true (g_file_set_contents (place.out, "old", 3, NULL));
  assert_status (run (command, place.out, "ulimit -f 0;", "", NULL, &said), 1, said);
  g_assert_nonnull (strstr (said, place.out));
  g_assert_true (g_file_get_contents (place.out, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
  g_assert_cmpuint (count_files (place.dir), ==, 1);
  place_clear (&place);
}

static void
test_printed (gconstpointer words)
{
  const Command command = { "printed", "o", words, 0, 1 };
  g_autofree char *said = NULL;

  g_assert_cmpint (run (&command, "", "", ">/dev/full", NULL, &said), ==, 1);
  g_assert_nonnull (strstr (said, "standard output"));
}

static void
make_database (void)
{
  const Command command
      = { "database", "o", "--convert --data FAULTY --db OUT --find-faults false", 0, 1 };
  g_autofree char *dir = test_tmp_dir (), *said = NULL;

  assert_status (run (&command, dir, "", "", NULL, &said), 0, said);
  database = g_build_filename (dir, "dump_data.trend.db", NULL);
}

static void
add (const char *kind, const Command *command, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/written/%s/%s", kind, command->name);

  g_test_add_data_func (path, command, func);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  make_database ();
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      add ("link", &commands[i], test_link);
      add ("device", &commands[i], test_device);
      add ("fifo", &commands[i], test_fifo);
      add ("stdout", &commands[i], test_stdout);
      if (strstr (commands[i].words, "ELSEWHERE") == NULL) /* where there is room for nothing */
        add ("no-room", &commands[i], test_no_room);
    }
  g_test_add_data_func ("/written/printed/version", "--version", test_printed);
  g_test_add_data_func ("/written/printed/help", "--help", test_printed);
  g_test_add_data_func ("/written/printed/findings", "--find-faults DB --rules S", test_printed);
  g_test_add_data_func ("/written/printed/convert", "--convert --data DATA --db ELSEWHERE",
                        test_printed);
  g_test_add_data_func ("/written/printed/layout",
                        "--plot-parallelism --world-size 8 --num-layers 8 --json", test_printed);
  status = g_test_run ();
  g_free (database);
  return status;
}
