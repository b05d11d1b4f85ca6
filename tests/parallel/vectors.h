/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* The member section of the vectors. The parser owns it. */
static inline JsonNode *
load_vectors (JsonParser **parser, const char *section)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors.json", NULL);
  g_autoptr (GError) error = NULL;

  *parser = json_parser_new_immutable ();
  json_parser_load_from_file (*parser, path, &error);
  g_assert_no_error (error);
  return json_object_get_member (json_node_get_object (json_parser_get_root (*parser)), section);
}
