/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-anomalies.h"

#include "ingest/folder-names.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

/* Only counted so far; a file that large would have a million entries. */
#define MAX_BYTES (256 * 1024 * 1024)

/* The number of anomalies in path, -1 when it isn't an object. */
static gint64
count_anomalies (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonNode *root;

  if (!json_parser_load_from_mapped_file (parser, path, error))
    return -1;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return -1;
  return json_object_get_size (json_node_get_object (root));
}

static void
report_file (const char *path, const char *display, TsImportReport *report)
{
  g_autoptr (GError) error = NULL;
  GStatBuf info;
  gint64 n = -1;

  if (g_stat (path, &info) != 0)
    return;
  if (S_ISREG (info.st_mode) && info.st_size <= MAX_BYTES)
    n = count_anomalies (path, &error);
  if (n < 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "unreadable-anomalies", display, 0, 1, 0,
                          _ ("The list of anomalies can’t be read: %s"),
                          error != NULL ? error->message : _ ("it is not a JSON object."));
  else if (n > 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "anomalies", display, 0, (guint64) n, 0,
                          _ ("The monitor noted anomalies. They are not part of the database."));
}

/* Counts what the monitor noted in anomaly_detected/rank<R>/anomaly.json below data_dir. */
void
ts_monitor_anomalies_report (const char *data_dir, TsImportReport *report)
{
  g_autofree char *root = g_build_filename (data_dir, "anomaly_detected", NULL);
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (ts_folder_kind (name, NULL) == TS_FOLDER_RANK)
      {
        g_autofree char *path = g_build_filename (root, name, "anomaly.json", NULL);
        g_autofree char *display
            = g_build_filename ("anomaly_detected", name, "anomaly.json", NULL);
        report_file (path, display, report);
      }
}
