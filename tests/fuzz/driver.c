/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a fuzz target without libFuzzer: over each seed as it is, cut off at several places, and
 * with bytes changed, inserted and deleted by a generator that always gives the same numbers.
 *
 *   fuzz-… [--rounds N] FILE|FOLDER… */

#include "fuzz.h"

#include <string.h>

#define MAX_SEED_SIZE (64 * 1024) /* of a larger seed the beginning is used */
#define N_CUTS        8

static guint n_runs;

static void
run (const char *data, gsize length)
{
  /* A copy of its own, so that a sanitizer sees every read beyond its end. */
  g_autofree char *copy = g_memdup2 (data, length);

  LLVMFuzzerTestOneInput ((const uint8_t *) (copy == NULL ? "" : copy), length);
  n_runs++;
}

/* Bytes that mean something in JSON and CSV come up more often than others. */
static char
random_byte (GRand *random)
{
  static const char special[] = "{}[]\",:.\n\r\\0123456789eE+-NaIt\x1e\xef\xff";

  return g_rand_boolean (random) ? special[g_rand_int_range (random, 0, (gint32) sizeof special)]
                                 : (char) g_rand_int_range (random, 0, 256);
}

static void
mutate (GString *text, GRand *random)
{
  gint32 n = g_rand_int_range (random, 1, 8);

  for (; n > 0 && text->len > 0; n--)
    {
      gsize at = (gsize) g_rand_int_range (random, 0, (gint32) text->len);
      gsize length = (gsize) g_rand_int_range (random, 1, 32);
      switch (g_rand_int_range (random, 0, 4))
        {
        case 0:
          text->str[at] = random_byte (random);
          break;
        case 1:
          g_string_insert_c (text, (gssize) at, random_byte (random));
          break;
        case 2:
          g_string_erase (text, (gssize) at, (gssize) MIN (length, text->len - at));
          break;
        default: /* a piece of it twice */
          {
            g_autofree char *piece = g_strndup (text->str + at, MIN (length, text->len - at));
            g_string_insert (text, (gssize) at, piece);
          }
        }
    }
}

static void
run_seed (const char *data, gsize length, guint n_rounds, GRand *random)
{
  run (data, length);
  for (guint i = 1; i < N_CUTS; i++)
    run (data, length * i / N_CUTS);
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new_len (data, (gssize) length);
      mutate (text, random);
      run (text->str, text->len);
    }
}

/* What no corpus has: deep nesting, a giant string, a giant number, nothing at all. */
static void
run_extremes (void)
{
  static const struct
  {
    const char *before;
    char c;
    gsize n;
    const char *after;
  } cases[] = { { "", '[', 100000, "" },
                { "{\"data\":", '[', 100000, "]" },
                { "{\"data\": {\"", 'x', 200000, "\": {}}}" },
                { "vpp_stage,name,step,norm\n0,", 'x', 200000, ",1,1\n" },
                { "{\"data\": ", '9', 200000, "}" },
                { "vpp_stage,name,step,norm\n0,a,1,", '9', 200000, "\n" },
                { "", '"', 200001, "" },
                { "", ',', 200000, "\n" },
                { "", '\0', 1000, "" },
                { "\xef\xbb\xbf", ' ', 1000, "" },
                { "", '\xff', 1000, "" },
                { "", '\n', 1000, "" } };

  run ("", 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (cases[i].before);
      g_autofree char *middle = g_malloc (cases[i].n);
      memset (middle, cases[i].c, cases[i].n);
      g_string_append_len (text, middle, (gssize) cases[i].n);
      g_string_append (text, cases[i].after);
      run (text->str, text->len);
    }
}

static void
run_path (const char *path, guint n_rounds, GRand *random)
{
  g_autofree char *text = NULL;
  gsize length;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *name;
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          run_path (child, n_rounds, random);
        }
      return;
    }
  if (!g_file_get_contents (path, &text, &length, NULL))
    g_error ("no seed at %s", path);
  run_seed (text, MIN (length, MAX_SEED_SIZE), n_rounds, random);
}

int
main (int argc, char **argv)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261129);
  guint n_rounds = 100;

  run_extremes ();
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--rounds") == 0 && i + 1 < argc)
      n_rounds = (guint) g_ascii_strtoull (argv[++i], NULL, 10);
    else
      run_path (argv[i], n_rounds, random);
  g_print ("%u runs\n", n_runs);
  return 0;
}
