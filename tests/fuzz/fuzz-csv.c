/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "ingest/text/csv-reader.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TsCsvReader) reader = ts_csv_reader_new_for_data ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  gint64 line = 0;

  while (ts_csv_reader_next (reader, &error))
    {
      const TsCsvField *fields;
      guint n, sum = 0;

      g_assert_cmpint (ts_csv_reader_get_line (reader), >, line);
      line = ts_csv_reader_get_line (reader);
      if (line % 3 == 0 && ts_csv_reader_split (reader))
        g_assert_true (ts_csv_reader_is_broken (reader));
      fields = ts_csv_reader_get_fields (reader, &n);
      for (guint i = 0; i < n; i++)
        for (gsize k = 0; k < fields[i].length; k++)
          sum += (guchar) fields[i].text[k];
      g_assert_true (n > 0 || ts_csv_reader_is_broken (reader));
      g_assert_cmpuint (sum, <=, 255 * size);
    }
  g_assert_cmpuint (ts_csv_reader_get_offset (reader), <=, size);
  return 0;
}
