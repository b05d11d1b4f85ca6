/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/tag-set.h"

/* Tags of a monitor target (formats.md 3.6): every word is a module tag, every number after a word
 * makes a layer tag with it. */
void
ts_monitor_tags (const char *target_name, TsTagFunc add, gpointer data)
{
  g_auto (GStrv) parts = g_strsplit (target_name, ".", -1);
  TsTagSet tags;

  ts_tag_set_init (&tags, add, data);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!ts_is_all_digits (parts[i]))
      ts_tag_set_add (&tags, parts[i], "module");
    else if (i > 0 && !ts_is_all_digits (parts[i - 1]))
      ts_tag_set_add_joined (&tags, parts, i - 1, i + 1, "layer");
  ts_tag_set_clear (&tags);
}
