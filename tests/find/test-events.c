/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include "find/events.h"

#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/wait.h>

/* msProbe's events: every expected file of tests/data/anomalies.tar.xz. */

static const char *const sets[]
    = { "dp2_alert", "pp4_vpp2", "pp2_nan", "handmade_order", "handmade_loader" };

static char *
path_of (const char *set, const char *folder, const char *name)
{
  return g_build_filename (g_getenv ("TS_ANOMALIES"), set, folder, name, NULL);
}

static GPtrArray *
read_set (const char *set, gboolean strict)
{
  g_autofree char *folder = path_of (set, "data", "anomaly_detected");
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
  g_autoptr (GError) error = NULL;

  ts_monitor_events_read (folder, strict, events, NULL, &error);
  g_assert_no_error (error);
  return events;
}

static char *
read_file (const char *set, const char *name)
{
  g_autofree char *path = path_of (set, "expected", name);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
assert_keys (const GPtrArray *ranked, JsonArray *keys)
{
  g_assert_cmpuint (ranked->len, ==, json_array_get_length (keys));
  for (guint i = 0; i < ranked->len; i++)
    {
      g_autofree char *key = ts_event_dup_key (g_ptr_array_index (ranked, i));
      g_assert_cmpstr (key, ==, json_array_get_string_element (keys, i));
    }
}

/* The whole order, and each setting's file byte by byte. */
static void
check_order (const char *set, const GPtrArray *events)
{
  g_autofree char *text = read_file (set, "order_all.tsv");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) ranked = ts_events_rank_compat (events, NULL, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ranked->len, ==, g_strv_length (lines) - 1);
  for (guint i = 0; i < ranked->len; i++)
    {
      g_autofree char *key = ts_event_dup_key (g_ptr_array_index (ranked, i));
      g_assert_cmpstr (key, ==, strrchr (lines[i + 1], '\t') + 1);
    }
}

static void
check_setting (const char *set, const GPtrArray *events, JsonObject *setting)
{
  const char *name = json_object_get_string_member (setting, "name");
  JsonArray *list = json_object_get_array_member (setting, "step_list");
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) ranked = NULL;
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *expected = NULL, *json = NULL;

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      double step = json_array_get_double_element (list, i);
      g_array_append_val (steps, step);
    }
  ranked = ts_events_rank_compat (events, steps,
                                  (guint) json_object_get_int_member (setting, "topk"), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ranked->len, ==, json_object_get_int_member (setting, "events"));
  if (!json_object_get_boolean_member (setting, "same_as_order_all"))
    {
      assert_keys (ranked, json_object_get_array_member (setting, "order_all_keys"));
      return;
    }
  if (strcmp (name, "all") == 0)
    return;
  expected = read_file (set, file);
  json = ts_events_to_json (ranked);
  g_assert_cmpstr (json, ==, expected);
}

static void
test_compat (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
    {
      g_autoptr (GPtrArray) events = read_set (sets[s], TRUE);
      g_autofree char *path = path_of (sets[s], "expected", "settings.json");
      g_autoptr (JsonParser) parser = json_parser_new_immutable ();
      g_autoptr (GError) error = NULL;
      JsonArray *settings;

      json_parser_load_from_file (parser, path, &error);
      g_assert_no_error (error);
      settings = json_node_get_array (json_parser_get_root (parser));
      check_order (sets[s], events);
      for (guint i = 0; i < json_array_get_length (settings); i++)
        check_setting (sets[s], events, json_array_get_object_element (settings, i));
    }
}

static JsonParser *
load_cases (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("TS_ANOMALIES"), "loader_cases.json", NULL);
  JsonParser *parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return parser;
}

/* What msProbe reads is read the same; what ends it with an error does so in strict reading alone.
 */
static void
test_loader (void)
{
  g_autoptr (JsonParser) parser = load_cases ();
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonArray *files = json_object_get_array_member (root, "files");

  for (guint i = 0; i < json_array_get_length (files); i++)
    {
      JsonObject *file = json_array_get_object_element (files, i);
      const char *text = json_object_get_string_member (file, "file");
      gboolean good = strcmp (json_object_get_string_member (file, "outcome"), "ok") == 0;
      g_autoptr (GPtrArray) events
          = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
      g_autoptr (GPtrArray) lenient
          = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
      g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) ranked = NULL, ordered = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", json_object_get_string_member (file, "case"));
      if (ts_monitor_events_parse (text, strlen (text), "anomaly.json", TRUE, events, NULL, &error))
        ranked = ts_events_rank_compat (events, NULL, 8, &error);
      g_assert_cmpint (ranked != NULL, ==, good);
      g_assert_cmpint (error == NULL, ==, good);
      if (good)
        {
          g_autofree char *json = ts_events_to_json (ranked);
          /* A key again is one entry: so it is the written keys that count. */
          JsonArray *keys = json_object_get_array_member (file, "keys");
          const char *at = json;
          for (guint k = 0; k < json_array_get_length (keys); k++)
            {
              at = strstr (at, json_array_get_string_element (keys, k));
              g_assert_nonnull (at);
            }
          if (json_array_get_length (keys) == 0)
            g_assert_cmpstr (json, ==, "{}");
        }
      g_assert_true (ts_monitor_events_parse (text, strlen (text), "anomaly.json", FALSE, lenient,
                                              warnings, NULL));
      ordered = ts_events_rank (lenient);
      g_assert_cmpuint (ordered->len, ==, lenient->len);
    }
}

/* Of a file that was cut off, the events before the cut stay. */
static void
test_truncated (void)
{
  static const char text[] = "{\"a\": {\"rank\": 1, \"step\": 2, \"tag_name\": \"0:x/rank1/actv\"},"
                             " \"b\": {\"rank\": 1, \"st";
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);

  g_assert_true (ts_monitor_events_parse (text, strlen (text), "f", FALSE, events, warnings, NULL));
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpuint (warnings->len, ==, 1);
}

static void
test_steps (void)
{
  static const struct
  {
    const char *text;
    int n; /* -1: no list */
  } cases[]
      = { { "[3, 5]", 2 }, { "[]", 0 },     { " [1.0] ", 1 }, { "[True]", 1 }, { "[\"1\"]", 1 },
          { "[[1]]", 1 },  { "[-1]", 1 },   { "(1,2)", -1 },  { "1", -1 },     { "abc", -1 },
          { "", -1 },      { "[1+1]", -1 }, { "1-3", -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) steps = ts_event_steps_parse (cases[i].text, &error);
      g_assert_cmpint (steps != NULL ? (int) steps->len : -1, ==, cases[i].n);
      g_assert_cmpint (error != NULL, ==, cases[i].n < 0);
    }
}

/* The first event that is not finite of a step is the one that shows what was put in. */
static void
test_proper_order (void)
{
  static const struct
  {
    const char *set;
    double step;
    const char *key;
  } cases[] = {
    { "dp2_alert", 7, "0:module.layers.1.output:1/rank0/actv_step_7_call_26" },
    { "dp2_alert", 9, "0:module.layers.1.fc2.weight/rank1/param_origin_step_9_call_-1" },
    { "pp4_vpp2", 2, "1:layers.0.fc2.input:1/rank1/actv_step_2_call_44" },
    { "pp2_nan", 3, "0:layers.0.fc2.input:2/rank1/actv_step_3_call_78" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) events = read_set (cases[i].set, FALSE);
      g_autoptr (GPtrArray) ranked = ts_events_rank (events);
      guint first = 0;
      g_autofree char *key = NULL;
      while (((TsEvent *) g_ptr_array_index (ranked, first))->numbers[TS_EVENT_STEP].value
             < cases[i].step)
        first++;
      key = ts_event_dup_key (g_ptr_array_index (ranked, first));
      g_assert_cmpstr (key, ==, cases[i].key);
    }
}

static int
run_command (const char *output, const char *folder, const char *option, const char *value)
{
  const char *argv[] = { g_getenv ("TS_EXECUTABLE"),
                         "--find-faults",
                         "--rules",
                         "events",
                         "--compat",
                         "--output",
                         output,
                         folder,
                         option,
                         value,
                         NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
test_command (void)
{
  g_autofree char *data = path_of ("dp2_alert", "data", NULL), *folder = test_tmp_dir ();
  g_autofree char *output = g_build_filename (folder, "anomaly_analyse.json", NULL);
  g_autofree char *written = NULL, *expected = read_file ("dp2_alert", "top8.json");

  g_assert_cmpint (run_command (output, data, NULL, NULL), ==, 4);
  g_assert_true (g_file_get_contents (output, &written, NULL, NULL));
  g_assert_cmpstr (written, ==, expected);
  g_assert_cmpint (run_command (output, data, "--top", "0"), ==, 2);
  g_assert_cmpint (run_command (output, data, "--top", "-1"), ==, 2);
  g_assert_cmpint (run_command (output, data, "--top", "a"), ==, 2);
  g_assert_cmpint (run_command (output, data, "--top", "1.5"), ==, 2);
  g_assert_cmpint (run_command (output, data, "--steps", "(1,2)"), ==, 2);
  g_assert_cmpint (run_command (output, data, "--steps", "[9999]"), ==, 0);
  g_assert_cmpint (run_command (output, "/does/not/exist", NULL, NULL), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/events/compat", test_compat);
  g_test_add_func ("/find/events/loader", test_loader);
  g_test_add_func ("/find/events/truncated", test_truncated);
  g_test_add_func ("/find/events/steps", test_steps);
  g_test_add_func ("/find/events/proper-order", test_proper_order);
  g_test_add_func ("/find/events/command", test_command);
  return g_test_run ();
}
