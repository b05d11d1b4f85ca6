/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* A section of tests/data/vectors.json, which holds what msProbe's own code does. Its numbers are
 * plain JSON (non-finite ones are objects). Owned by the parser, which lives until the end. */
static inline JsonNode *
ts_test_vectors (const char *section)
{
  static JsonParser *parser;
  g_autoptr (GError) error = NULL;

  if (parser == NULL)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors.json", NULL);
      parser = json_parser_new ();
      json_parser_load_from_file (parser, path, &error);
      g_assert_no_error (error);
    }
  return json_object_get_member (json_node_get_object (json_parser_get_root (parser)), section);
}
