/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "ingest/dump/call-table.h"
#include "ingest/dump/construct.h"

#include <string.h>

static TsConstruct *
read_construct (const uint8_t *data, size_t size, gboolean strict)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory ((const char *) data, size, 0);
  g_autoptr (GError) error = NULL;
  TsConstruct *construct = ts_construct_read (reader, strict, &error);

  g_assert_true ((construct == NULL) == (error != NULL));
  return construct;
}

/* Every listed call finds its place, whatever circles and gaps there are. */
static void
look_up_all (const TsCallTable *table)
{
  static const char *const keys[] = { "Module.a.A.forward.0", "Functional.x.1.backward", "", "." };
  guint n = ts_call_table_get_n_micro_steps (table);

  g_assert_cmpuint (n, >=, 1);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      TsCall call;
      if (ts_call_table_find (table, keys[i], strlen (keys[i]), &call))
        g_assert_cmpint (call.micro_step, <, n);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TsConstruct *construct = read_construct (data, size, FALSE);
  TsConstruct *strict = read_construct (data, size, TRUE);

  if (construct != NULL)
    {
      g_autoptr (TsCallTable) table = ts_call_table_new (construct, NULL);
      look_up_all (table);
    }
  if (strict != NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TsCallTable) table = ts_call_table_new_compat (strict, &error);
      g_assert_true ((table == NULL) == (error != NULL));
      if (table != NULL)
        look_up_all (table);
    }
  return 0;
}
