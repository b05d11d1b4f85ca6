/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/csv-reader.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* The rest of the input as text: fields in <>, a line per record, "!" for a broken one, "~" for one
 * without a line end, its line number in front. */
static char *
show_all (TsCsvReader *reader)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n;

  while (ts_csv_reader_next (reader, &error))
    {
      const TsCsvField *fields = ts_csv_reader_get_fields (reader, &n);
      g_string_append_printf (out, "%" G_GINT64_FORMAT, ts_csv_reader_get_line (reader));
      for (guint i = 0; i < n; i++)
        {
          g_string_append_c (out, '<');
          g_string_append_len (out, fields[i].text, (gssize) fields[i].length);
          g_string_append_c (out, '>');
        }
      g_string_append (out, ts_csv_reader_is_broken (reader) ? "!" : "");
      g_string_append (out, ts_csv_reader_has_end (reader) ? "\n" : "~\n");
    }
  g_assert_no_error (error);
  return g_string_free (out, FALSE);
}

static void
check (const char *text, const char *expected)
{
  g_autoptr (TsCsvReader) reader = ts_csv_reader_new_for_data (text, strlen (text));
  g_autofree char *got = show_all (reader);

  g_assert_cmpstr (got, ==, expected);
}

static void
test_plain (void)
{
  check ("", "");
  check ("a", "1<a>~\n");
  check ("a,b\n1,2\n", "1<a><b>\n2<1><2>\n");
  check ("a,b\n1,2", "1<a><b>\n2<1><2>~\n");
  check (",\n,,", "1<><>\n2<><><>~\n");
  check (" a , b \n", "1< a >< b >\n");
}

static void
test_line_ends (void)
{
  check ("a,b\r\n1,2\r\n", "1<a><b>\n2<1><2>\n");
  check ("a,b\r1,2\r", "1<a><b>\n2<1><2>\n");
  check ("a\n\n \t\n\r\nb\n", "1<a>\n5<b>\n");
  check ("\n\n", "");
}

static void
test_quotes (void)
{
  check ("\"a,b\",c\n", "1<a,b><c>\n");
  check ("0,\"[2, 3]\",f\n", "1<0><[2, 3]><f>\n");
  check ("\"a\"\"b\",\"\"\"\"\n", "1<a\"b><\">\n");
  check ("\"a\nb\",c\nd\n", "1<a\nb><c>\n3<d>\n");
  check ("\"a\r\nb\"\r\nd\r\n", "1<a\r\nb>\n3<d>\n");
  check ("\"\"\nx\n", "1<>\n2<x>\n");
  check ("a\"b,c\n", "1<a\"b><c>\n");
  check ("\"a\"b,c\n", "1<\"a\"b><c>\n");
  check ("x,\"a\"", "1<x><a>~\n");
  check ("x,\"a\"\"\"", "1<x><a\">~\n");
}

/* A quote that is never closed costs its own line, no other. */
static void
test_open_quote (void)
{
  check ("a,\"b\nc,d\ne,f\n", "1!\n2<c><d>\n3<e><f>\n");
  check ("a,\"b", "1!~\n");
  check ("a,\"b\nc,\"d\ne,\"f\ng\n", "1<a><\"b\nc,\"d>\n3!\n4<g>\n");
}

static void
test_bytes (void)
{
  check ("\xef\xbb\xbf"
         "a,b\n",
         "1<a><b>\n");
  check ("a,\xef\xbb\xbf"
         "b\n",
         "1<a><\xef\xbb\xbf"
         "b>\n");
  check ("\xff\xfe,b\n", "1<\xff\xfe><b>\n");

  g_autoptr (TsCsvReader) reader = ts_csv_reader_new_for_data ("a\0b,c\n", 6);
  guint n;
  g_assert_true (ts_csv_reader_next (reader, NULL));
  const TsCsvField *fields = ts_csv_reader_get_fields (reader, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpmem (fields[0].text, fields[0].length, "a\0b", 3);
}

/* A writer was killed inside quotes and another went on behind it. */
static void
test_split (void)
{
  const char *text = "a,\"[2, \nb,\"\"\"x\"\nc,d\n";
  g_autoptr (TsCsvReader) reader = ts_csv_reader_new_for_data (text, strlen (text));
  g_autofree char *rest = NULL;

  g_assert_true (ts_csv_reader_next (reader, NULL));
  g_assert_true (ts_csv_reader_spans_lines (reader));
  g_assert_true (ts_csv_reader_split (reader));
  g_assert_true (ts_csv_reader_is_broken (reader));
  g_assert_false (ts_csv_reader_split (reader));
  rest = show_all (reader);
  g_assert_cmpstr (rest, ==, "2<b><\"x>\n3<c><d>\n");
}

/* Records that cross the end of the buffer come out whole, whatever their place. */
static void
test_long_input (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr (TsCsvReader) reader = NULL;
  guint n, rows = 0;
  int fd = g_file_open_tmp ("ts-csv-XXXXXX", &path, NULL);

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "%u,\"na\"\"me\n%u\",%u%s", i, i, i * 3, i % 3 ? "\r\n" : "\n");
  g_assert_cmpint (write (fd, text->str, text->len), ==, (gssize) text->len);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  g_unlink (path);
  reader = ts_csv_reader_new_for_fd (fd);
  for (; ts_csv_reader_next (reader, NULL); rows++)
    {
      const TsCsvField *fields = ts_csv_reader_get_fields (reader, &n);
      g_autofree char *name = g_strdup_printf ("na\"me\n%u", rows);
      g_autofree char *number = g_strdup_printf ("%u", rows * 3);
      g_assert_cmpuint (n, ==, 3);
      g_assert_cmpmem (fields[1].text, fields[1].length, name, strlen (name));
      g_assert_cmpmem (fields[2].text, fields[2].length, number, strlen (number));
      g_assert_cmpint (ts_csv_reader_get_line (reader), ==, 1 + 2 * rows);
    }
  g_assert_cmpuint (rows, ==, 20000);
  g_assert_cmpuint (ts_csv_reader_get_offset (reader), ==, text->len);
  close (fd);
}

/* Memory stays bounded: an endless line is given up, what follows it is read. */
static void
test_huge_record (void)
{
  g_autoptr (GString) text = g_string_new ("a,b\n");
  const char *quotes[] = { "", "\"" };

  for (guint i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      g_autofree char *got = NULL;
      g_autoptr (TsCsvReader) reader = NULL;

      g_string_assign (text, "a,b\n");
      g_string_append (text, quotes[i]);
      for (guint j = 0; j < 3 * TS_CSV_MAX_RECORD / 4; j++)
        g_string_append (text, "1234");
      g_string_append (text, "\nc,d\n");
      reader = ts_csv_reader_new_for_data (text->str, text->len);
      got = show_all (reader);
      g_assert_cmpstr (got, ==, "1<a><b>\n2!\n3<c><d>\n");
    }
}

/* A few hundred thousand fields in one record. */
static void
test_many_fields (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TsCsvReader) reader = NULL;
  guint n;

  for (guint i = 0; i < 300000; i++)
    g_string_append (text, "1,");
  reader = ts_csv_reader_new_for_data (text->str, text->len);
  g_assert_true (ts_csv_reader_next (reader, NULL));
  ts_csv_reader_get_fields (reader, &n);
  g_assert_cmpuint (n, ==, 300001);
}

static void
test_unreadable (void)
{
  int fd = open (g_get_tmp_dir (), O_RDONLY | O_CLOEXEC);
  g_autoptr (TsCsvReader) reader = ts_csv_reader_new_for_fd (fd);
  g_autoptr (GError) error = NULL;

  g_assert_false (ts_csv_reader_next (reader, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  close (fd);
}

/* Every way to cut a small file short, and every byte of it replaced by one that matters: the
 * reader ends, and says no more lines than there are. */
static void
test_damaged (void)
{
  static const char text[] = "\xef\xbb\xbfv,\"n\"\"a\nme\",s\r\n0,\"[2, 3]\",1\n\"x\"y,,\"\"\n";
  static const char bytes[] = { '"', ',', '\n', '\r', '\0' };

  for (gsize i = 0; i < sizeof text; i++)
    for (gsize j = 0; j <= sizeof bytes; j++)
      {
        g_autofree char *copy = g_memdup2 (text, sizeof text);
        gsize length = j == sizeof bytes ? i : sizeof text - 1;
        g_autoptr (TsCsvReader) reader = NULL;
        guint records = 0;

        if (j < sizeof bytes)
          copy[i] = bytes[j];
        reader = ts_csv_reader_new_for_data (copy, length);
        while (ts_csv_reader_next (reader, NULL))
          records++;
        g_assert_cmpuint (records, <=, 8);
        g_assert_cmpint (ts_csv_reader_get_line (reader), <=, 9);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv-reader/plain", test_plain);
  g_test_add_func ("/csv-reader/line-ends", test_line_ends);
  g_test_add_func ("/csv-reader/quotes", test_quotes);
  g_test_add_func ("/csv-reader/open-quote", test_open_quote);
  g_test_add_func ("/csv-reader/bytes", test_bytes);
  g_test_add_func ("/csv-reader/split", test_split);
  g_test_add_func ("/csv-reader/long-input", test_long_input);
  g_test_add_func ("/csv-reader/huge-record", test_huge_record);
  g_test_add_func ("/csv-reader/many-fields", test_many_fields);
  g_test_add_func ("/csv-reader/unreadable", test_unreadable);
  g_test_add_func ("/csv-reader/damaged", test_damaged);
  return g_test_run ();
}
