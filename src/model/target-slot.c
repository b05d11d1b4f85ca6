/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/target-slot.h"

#include <string.h>

static TsTargetSlot
find_word (const char *word, gsize length)
{
  static const char *const words[] = { "input", "kwargs", "parameters", "output" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && strncmp (words[i], word, length) == 0)
      return (TsTargetSlot) i;
  return TS_TARGET_SLOT_NONE;
}

TsTargetSlot
ts_target_slot_find (const char *name, gsize *call_length)
{
  TsTargetSlot slot = TS_TARGET_SLOT_NONE;

  *call_length = strlen (name);
  /* The last of them: a module may be called "output". What stands alone is no slot. */
  for (const char *dot = strchr (name, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      gsize length = strcspn (dot + 1, ".");
      TsTargetSlot found = find_word (dot + 1, length);
      if (found == TS_TARGET_SLOT_NONE || dot[1 + length] != '.')
        continue;
      slot = found;
      *call_length = (gsize) (dot - name);
    }
  return slot;
}
