/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/target-slot.h"

#include <string.h>

static const struct
{
  const char *name;
  TsTargetSlot slot;
  const char *call;
} cases[] = {
  { "Module.a.Linear.input.0", TS_TARGET_SLOT_INPUT, "Module.a.Linear" },
  { "Module.a.Linear.input.0.1", TS_TARGET_SLOT_INPUT, "Module.a.Linear" },
  { "Module.a.Linear.kwargs.mask", TS_TARGET_SLOT_KWARGS, "Module.a.Linear" },
  { "Module.a.Linear.parameters.weight", TS_TARGET_SLOT_PARAMETERS, "Module.a.Linear" },
  { "Module.a.Linear.output.0", TS_TARGET_SLOT_OUTPUT, "Module.a.Linear" },
  { "Module.output.Linear.input.0", TS_TARGET_SLOT_INPUT, "Module.output.Linear" },
  { "Module.a.input_layernorm.weight", TS_TARGET_SLOT_NONE, "Module.a.input_layernorm.weight" },
  { "Module.a.output", TS_TARGET_SLOT_NONE, "Module.a.output" },
  { "input.0", TS_TARGET_SLOT_NONE, "input.0" },
  { "", TS_TARGET_SLOT_NONE, "" },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length;
      g_assert_cmpint (ts_target_slot_find (cases[i].name, &length), ==, cases[i].slot);
      g_assert_cmpuint (length, ==, strlen (cases[i].call));
      g_assert_true (g_str_has_prefix (cases[i].name, cases[i].call));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/target-slot/cases", test_cases);
  return g_test_run ();
}
