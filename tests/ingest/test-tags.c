/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/target-tags.h"
#include "vectors.h"

static void
collect (const char *name, const char *category, gpointer data)
{
  char *tag = g_strdup_printf ("%s %s", category, name);

  /* every tag once */
  g_assert_true (g_hash_table_add (data, tag));
}

static GHashTable *
tags_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static GHashTable *
tags_of_dump (const char *name, gboolean compat)
{
  GHashTable *tags = tags_new ();

  ts_dump_tags (name, compat, collect, tags);
  return tags;
}

static void
assert_has_tags (GHashTable *tags, JsonArray *expected)
{
  for (guint i = 0; i < json_array_get_length (expected); i++)
    {
      JsonArray *pair = json_array_get_array_element (expected, i);
      g_autofree char *tag = g_strdup_printf ("%s %s", json_array_get_string_element (pair, 1),
                                              json_array_get_string_element (pair, 0));
      if (!g_hash_table_contains (tags, tag))
        g_error ("tag %s is missing", tag);
    }
}

static void
test_dump_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("tags_dump"));

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *c = json_array_get_object_element (cases, i);
      const char *name = json_object_get_string_member (c, "name");
      JsonArray *expected = json_object_get_array_member (c, "tags");
      g_autoptr (GHashTable) compat = tags_of_dump (name, TRUE);
      g_autoptr (GHashTable) ours = tags_of_dump (name, FALSE);

      g_test_message ("%s", name);
      g_assert_cmpuint (g_hash_table_size (compat), ==, json_array_get_length (expected));
      assert_has_tags (compat, expected);
      assert_has_tags (ours, expected);
    }
}

static void
test_monitor_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("tags_monitor"));

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *c = json_array_get_object_element (cases, i);
      const char *name = json_object_get_string_member (c, "name");
      JsonArray *expected = json_object_get_array_member (c, "tags");
      g_autoptr (GHashTable) tags = tags_new ();

      g_test_message ("%s", name);
      ts_monitor_tags (name, collect, tags);
      g_assert_cmpuint (g_hash_table_size (tags), ==, json_array_get_length (expected));
      assert_has_tags (tags, expected);
    }
}

/* rules.md V5 */
static void
test_dump_rules (void)
{
  static const struct
  {
    const char *name;
    const char *tags[12];
  } cases[] = {
    { "Module.0.module.decoder.layers.0.mlp.MLP.output.1",
      { "default Module", "layer layers.0", "module mlp.MLP", "module mlp", "module MLP",
        "module module.decoder", "module module", "module decoder", "index output.1" } },
    { "Module.conv1.Conv2d.weight",
      { "default Module", "module conv1", "module Conv2d", "module conv1.Conv2d", "index weight",
        "index Conv2d.weight" } },
    { "Module.fc.weight", { "default Module", "module fc", "index weight" } },
    { "Module.input.0", { "default Module", "index input.0" } },
    { "short.key", { "function short", "index key" } },
    { "Functional.cat.input.0.1",
      { "function Functional.cat", "function Functional", "function cat", "index input.0.1" } },
    { "Module.net.Net.kwargs.mask",
      { "default Module", "module net.Net", "module net", "module Net", "index kwargs.mask" } },
    { "Module.net.Net.output.0.hidden",
      { "default Module", "module net.Net", "module net", "module Net", "index output.0.hidden" } },
    { "Module.bert.output.0.Linear.weight",
      { "default Module", "module bert", "layer output.0", "module Linear", "index weight",
        "index Linear.weight" } },
    { "Module.x..y.input.0",
      { "default Module", "module x..y", "module x", "module y", "index input.0" } },
    { "", { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GHashTable) tags = tags_of_dump (cases[i].name, FALSE);
      guint n = 0;

      g_test_message ("%s", cases[i].name);
      for (; cases[i].tags[n] != NULL; n++)
        if (!g_hash_table_contains (tags, cases[i].tags[n]))
          g_error ("tag %s is missing", cases[i].tags[n]);
      g_assert_cmpuint (g_hash_table_size (tags), ==, n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tags/dump-vectors", test_dump_vectors);
  g_test_add_func ("/tags/dump-rules", test_dump_rules);
  g_test_add_func ("/tags/monitor-vectors", test_monitor_vectors);
  return g_test_run ();
}
