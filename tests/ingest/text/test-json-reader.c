/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"
#include "ingest/text/json-reader.h"
#include "ingest/text/json-number.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const gsize chunks[] = { 1, 2, 3, 7, 64, 0 };

/* The events of text as one string: { } [ ] k:… s:… n:… t f 0 and ! for an error, . for the end. */
static char *
events_of (const char *text, gsize length, gsize chunk, GError **error)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (text, length, chunk);
  GString *out = g_string_new (NULL);
  const char *token;
  gsize token_length;
  TsJsonEvent event;

  do
    {
      event = ts_json_reader_next (reader);
      g_string_append_c (out, "!.{}[]ksntf0"[event]);
      if (event == TS_JSON_KEY || event == TS_JSON_STRING || event == TS_JSON_NUMBER)
        {
          token = event == TS_JSON_NUMBER ? ts_json_reader_get_number_text (reader, &token_length)
                                          : ts_json_reader_get_string (reader, &token_length);
          g_string_append_c (out, ':');
          g_string_append_len (out, token, (gssize) token_length);
          g_string_append_c (out, ' ');
        }
    }
  while (event != TS_JSON_END && event != TS_JSON_ERROR);
  if (event == TS_JSON_ERROR)
    {
      g_assert_nonnull (ts_json_reader_get_error (reader));
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_ERROR); /* for good */
      if (error != NULL)
        *error = g_error_copy (ts_json_reader_get_error (reader));
    }
  return g_string_free (out, FALSE);
}

static void
assert_events (const char *text, gsize length, const char *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      g_autofree char *events = events_of (text, length, chunks[i], NULL);
      g_assert_cmpstr (events, ==, expected);
    }
}

static void
test_accepted (void)
{
  static const char *const cases[][2] = {
    { "0", "n:0 ." },
    { " null ", "0." },
    { "true\n", "t." },
    { "\tfalse\r\n", "f." },
    { "\"\"", "s: ." },
    { "[]", "[]." },
    { "{}", "{}." },
    { "[[],{},[{}]]", "[[]{}[{}]]." },
    { "[1,2 , 3]", "[n:1 n:2 n:3 ]." },
    { "{\"a\":1,\"a\":2}", "{k:a n:1 k:a n:2 }." },
    { "{\"\":{\"x\" : [ null ]}}", "{k: {k:x [0]}}." },
    { "[NaN, Infinity,-Infinity]", "[n:NaN n:Infinity n:-Infinity ]." },
    { "[-0, 0.5, 1e5, 1E+5, 1.25e-7, -12.0]", "[n:-0 n:0.5 n:1e5 n:1E+5 n:1.25e-7 n:-12.0 ]." },
    { "123456789012345678901234567890", "n:123456789012345678901234567890 ." },
    { "\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\t\"", "s:a\"b\\c/d\b\f\n\r\t ." },
    { "\"\\u6a21\\u578b\"", "s:模型 ." },
    { "\"模型.层\"", "s:模型.层 ." },
    { "\"\\ud83d\\ude00\"", "s:😀 ." },
    { "\"\\uD83D x\"", "s:� x ." },     /* lone high surrogate */
    { "\"\\ude00\\ud83d\"", "s:�� ." }, /* in the wrong order */
    { "\"\\ud83d\\ud83d\\ude00\"", "s:�😀 ." },
    { "\"a\\u0000b\"", "s:a�b ." },
    { "\"a\xff\xc3z\"", "s:a��z ." }, /* not UTF-8 */
    { "\"\x7f\"", "s:\x7f ." },
    { "\xef\xbb\xbf[1]", "[n:1 ]." }, /* byte order mark */
    { "[\n\n          1\n                       ,2]", "[n:1 n:2 ]." },
    { "{\"12345678\":\"1234567\",\"123456789abcdef0\":0}",
      "{k:12345678 s:1234567 k:123456789abcdef0 n:0 }." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_events (cases[i][0], strlen (cases[i][0]), cases[i][1]);
}

static void
test_refused (void)
{
  static const char *const cases[] = {
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1}",
    "{\"a\":1]",
    "{\"a\"}",
    "{\"a\" 1}",
    "{1:2}",
    "{a:1}",
    "{\"a\":1,}",
    "{,}",
    "[1,,2]",
    "]",
    "}",
    ":",
    ",",
    "\"a\" \"b\"",
    "1 2",
    "[] x",
    "{} {}",
    "nul l",
    "nulll",
    "True",
    "nan",
    "inf",
    "-NaN",
    "+1",
    ".5",
    "1.x",
    "01",
    "-x",
    "--1",
    "1.5.2",
    "1ex",
    "1e+x",
    "0x10",
    "1_0",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\\U0041\"",
    "\"a\nb\"",
    "\"\t\"",
    "'a'",
    "[1] // end",
    "/* */ 1",
    "{\"a\":}",
    "{\"a\":1 \"b\":2}",
    "[-]",
    "-Infinite",
    "[1e5,1.e5]",
    "{\"a\"::1}",
    "{\"a\",\"b\"}",
    "\x01",
    "[\x80]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (chunks); j++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *events = events_of (cases[i], strlen (cases[i]), chunks[j], &error);

        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);
      }
}

/* Every proper beginning of a document is truncated, whatever byte it ends at. */
static void
test_truncated (void)
{
  static const char whole[] = "{\"key\\u00e9\": [1, true, null, \"te\\nxt\", {\"b\": NaN}, "
                              "-Infinity, false], \"z\": {}}";

  for (gsize length = 0; length < strlen (whole); length++)
    for (guint j = 0; j < G_N_ELEMENTS (chunks); j++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *events = events_of (whole, length, chunks[j], &error);

        g_test_message ("%.*s", (int) length, whole);
        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_TRUNCATED);
      }
}

static void
test_nul_and_utf16 (void)
{
  static const struct
  {
    const char *text;
    gsize length;
  } cases[] = {
    { "[1, \0 2]", 8 },        { "\"abcdefgh\0ijklm\"", 16 },
    { "[true\0]", 7 },         { "\xff\xfe[\0]\0", 6 },
    { "\xfe\xff\0[\0]", 6 },   { "[\0]\0", 4 },
    { "\0\0\0\0\0\0\0\0", 8 }, { "[nu\0l]", 7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (chunks); j++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *events = events_of (cases[i].text, cases[i].length, chunks[j], &error);

        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);
        if (i >= 3 && i <= 6)
          g_assert_nonnull (strstr (error->message, "UTF-16"));
      }
}

static void
test_position (void)
{
  static const char text[] = "{\n \"a\": [\n   1,\n   2,\n   oops\n ]\n}";

  for (guint j = 0; j < G_N_ELEMENTS (chunks); j++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *events = events_of (text, strlen (text), chunks[j], &error);

      g_assert_cmpstr (events, ==, "{k:a [n:1 n:2 !");
      g_assert_nonnull (strstr (error->message, "line 5, column 4:"));
      g_assert_nonnull (strstr (error->message, "“o”"));
    }
}

static void
test_line_of_event (void)
{
  static const char text[] = "[\n1,\r\n\n  {\"a\":\n7}]";
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (text, strlen (text), 1);
  static const guint lines[] = { 1, 2, 4, 4, 5, 5, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      ts_json_reader_next (reader);
      g_assert_cmpuint (ts_json_reader_get_line (reader), ==, lines[i]);
    }
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_END);
  g_assert_cmpuint (ts_json_reader_get_offset (reader), ==, strlen (text));
}

static void
test_depth (void)
{
  for (int object = 0; object < 2; object++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < 100000; i++)
        g_string_append (text, object ? "{\"a\":" : "[");
      g_autofree char *events = events_of (text->str, text->len, 0, &error);
      g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, "4096"));
    }

  /* As deep as allowed is fine, and every level remembers what it is. */
  g_autoptr (GString) deep = g_string_new (NULL);
  for (guint i = 0; i < TS_JSON_MAX_DEPTH / 2; i++)
    g_string_append (deep, "[{\"k\":");
  g_string_append (deep, "1");
  for (guint i = 0; i < TS_JSON_MAX_DEPTH / 2; i++)
    g_string_append (deep, "}]");
  g_autofree char *good = events_of (deep->str, deep->len, 0, NULL);
  g_assert_cmpint (good[strlen (good) - 1], ==, '.');
  deep->str[deep->len - 2] = ']';
  g_autofree char *bad = events_of (deep->str, deep->len, 0, NULL);
  g_assert_cmpint (bad[strlen (bad) - 1], ==, '!');
}

static void
test_skip (void)
{
  static const char text[] = "{\"a\": {\"b\": [1, {\"c\": \"d\\n]}\"}]}, \"e\": 5, \"f\": [[], 6], "
                             "\"g\": null}";

  for (guint j = 0; j < G_N_ELEMENTS (chunks); j++)
    {
      g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (text, strlen (text), chunks[j]);
      gsize length;

      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_OBJECT_BEGIN);
      for (const char *key = "aefg"; *key != '\0'; key++)
        {
          g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_KEY);
          g_assert_cmpint (ts_json_reader_get_string (reader, &length)[0], ==, *key);
          if (*key == 'f')
            g_assert_true (ts_json_reader_skip (reader, ts_json_reader_next (reader)));
          else
            g_assert_true (ts_json_reader_skip (reader, TS_JSON_KEY));
        }
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_OBJECT_END);
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_END);
    }

  g_autoptr (TsJsonReader) broken = ts_json_reader_new_memory ("[[1, 2", 6, 0);
  ts_json_reader_next (broken);
  g_assert_false (ts_json_reader_skip (broken, ts_json_reader_next (broken)));
}

/* A string or number larger than the bound is an error when looked at; a skipped string of any size
 * is none. */
static void
test_huge_tokens (void)
{
  gsize size = TS_JSON_MAX_TOKEN + 1024 * 1024;
  g_autofree char *text = g_malloc (size);
  g_autoptr (GError) error = NULL;

  memset (text, 'x', size);
  memcpy (text, "[\"", 2);
  memcpy (text + size - 2, "\"]", 2);
  g_autofree char *read = events_of (text, size, 0, &error);
  g_assert_true (g_str_equal (read, "[!"));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);

  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (text, size, 0);
  g_assert_true (ts_json_reader_skip (reader, ts_json_reader_next (reader)));
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_END);

  memset (text, '7', size);
  g_autofree char *number = events_of (text, size, 0, NULL);
  g_assert_true (g_str_equal (number, "!"));

  memset (text, '7', 1024 * 1024); /* a large one below the bound is a number */
  g_autoptr (TsJsonReader) large = ts_json_reader_new_memory (text, 1024 * 1024, 0);
  g_assert_cmpint (ts_json_reader_next (large), ==, TS_JSON_NUMBER);
  g_assert_cmpfloat (ts_json_reader_get_number (large), ==, G_MAXDOUBLE);
}

static void
test_fd (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("json-XXXXXX", &path, NULL);
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "%u,\n", i);
  g_string_append (text, "-1]");
  unlink (path);
  g_assert_cmpint (write (fd, text->str, text->len), ==, (gssize) text->len);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);

  g_autoptr (TsJsonReader) reader = ts_json_reader_new_fd (fd, 0);
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_ARRAY_BEGIN);
  for (guint i = 0; i < 200000; i++)
    {
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_NUMBER);
      g_assert_cmpfloat (ts_json_reader_get_number (reader), ==, i);
    }
  g_assert_cmpuint (ts_json_reader_get_line (reader), ==, 200000);
  ts_json_reader_next (reader);
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_ARRAY_END);
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_END);
  close (fd);

  g_autoptr (TsJsonReader) closed = ts_json_reader_new_fd (fd, 0);
  g_assert_cmpint (ts_json_reader_next (closed), ==, TS_JSON_ERROR);
  g_assert_true (ts_json_reader_get_error (closed)->domain == G_FILE_ERROR);
}

static void
assert_number (const char *text)
{
  double expected = g_ascii_strtod (text, NULL), got = ts_json_parse_number (text, strlen (text));

  if (memcmp (&expected, &got, sizeof got) != 0)
    g_error ("%s: %.17g instead of %.17g", text, got, expected);
}

static void
test_numbers (void)
{
  static const char *const cases[] = {
    "0",
    "-0",
    "-0.0",
    "0e99999999999999999999",
    "1",
    "9007199254740993", /* halfway between two doubles */
    "9007199254740992.5",
    "9007199254740995",
    "9007199254740993.0000000000000001",
    "18446744073709551615",
    "18446744073709551616",
    "9999999999999999999e27",
    "1e-27",
    "1e27",
    "1e28",
    "1e-28",
    "0.10000000149011612",
    "1.401298464324817e-45",
    "4.9e-324",
    "2.4703282292062327e-324",
    "2.2250738585072011e-308",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "1e400",
    "-1e400",
    "1e-400",
    "0.000000000000000000000000000000000000000000000000000000000000001",
    "3.4028234663852886e+38",
    "7450580596923828125e-27",
    "0.3",
    "2.5e-1",
    "1e0000000000000000000005",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_number (cases[i]);
  g_assert_true (isnan (ts_json_parse_number ("NaN", 3)));
  g_assert_cmpfloat (ts_json_parse_number ("Infinity", 8), ==, INFINITY);
  g_assert_cmpfloat (ts_json_parse_number ("-Infinity", 9), ==, -INFINITY);
  g_assert_cmpfloat (ts_json_parse_number ("1e400", 5), ==, INFINITY);
}

static void
test_random_numbers (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20260808);
  char text[64];

  for (guint i = 0; i < 60000; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      double any;
      float single = (float) (g_rand_double (random) * pow (10, g_rand_int_range (random, -40, 9)));

      g_snprintf (text, sizeof text, "%.17g", (double) single);
      assert_number (text);
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT "e%d",
                  bits >> g_rand_int_range (random, 1, 60), g_rand_int_range (random, -60, 40));
      assert_number (text);
      memcpy (&any, &bits, sizeof any);
      if (!isfinite (any))
        continue;
      g_snprintf (text, sizeof text, "%.*e", g_rand_int_range (random, 0, 20), any);
      assert_number (text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-reader/accepted", test_accepted);
  g_test_add_func ("/json-reader/refused", test_refused);
  g_test_add_func ("/json-reader/truncated", test_truncated);
  g_test_add_func ("/json-reader/nul-and-utf16", test_nul_and_utf16);
  g_test_add_func ("/json-reader/position", test_position);
  g_test_add_func ("/json-reader/line-of-event", test_line_of_event);
  g_test_add_func ("/json-reader/depth", test_depth);
  g_test_add_func ("/json-reader/skip", test_skip);
  g_test_add_func ("/json-reader/huge-tokens", test_huge_tokens);
  g_test_add_func ("/json-reader/fd", test_fd);
  g_test_add_func ("/json-reader/numbers", test_numbers);
  g_test_add_func ("/json-reader/random-numbers", test_random_numbers);
  return g_test_run ();
}
