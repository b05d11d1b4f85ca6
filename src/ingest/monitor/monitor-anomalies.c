/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-anomalies.h"

#include "ingest/monitor/monitor-events.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* A file that large would have a million entries. */
#define MAX_BYTES (256 * 1024 * 1024)

void
ts_source_note_free (TsSourceNote *self)
{
  g_free (self->path);
  g_bytes_unref (self->text);
  g_free (self);
}

/* What can be read of the file, counted, and what of it can't be. */
static void
report_events (GBytes *text, const char *display, TsImportReport *report)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);

  if (!ts_monitor_events_parse (bytes, length, display, FALSE, events, warnings, &error))
    g_ptr_array_add (warnings, g_strdup (error->message));
  for (guint i = 0; i < warnings->len; i++)
    ts_import_report_add (report, TS_SEVERITY_INFO, "unreadable-anomalies", display, 0, 1, 0,
                          _ ("The list of anomalies can’t be read: %s"),
                          (const char *) g_ptr_array_index (warnings, i));
  if (events->len > 0)
    ts_import_report_add (report, TS_SEVERITY_INFO, "anomalies", display, 0, events->len, 0,
                          _ ("The monitor noted anomalies. They are kept with the findings."));
}

static void
read_file (const char *path, const char *display, GPtrArray *notes, TsImportReport *report)
{
  g_autoptr (GError) error = NULL;
  GStatBuf info;
  char *text = NULL;
  gsize length;

  if (g_stat (path, &info) != 0)
    return;
  if (!S_ISREG (info.st_mode) || info.st_size > MAX_BYTES)
    {
      ts_import_report_add (report, TS_SEVERITY_INFO, "unreadable-anomalies", display, 0, 1, 0,
                            _ ("The list of anomalies can’t be read: %s"),
                            _ ("it is no file, or larger than 256 MB."));
      return;
    }
  if (!g_file_get_contents (path, &text, &length, &error))
    {
      ts_import_report_add (report, TS_SEVERITY_INFO, "unreadable-anomalies", display, 0, 1, 0,
                            _ ("The list of anomalies can’t be read: %s"), error->message);
      return;
    }
  TsSourceNote *note = g_new (TsSourceNote, 1);
  *note = (TsSourceNote){ g_strdup (display), g_bytes_new_take (text, length) };
  g_ptr_array_add (notes, note);
  report_events (note->text, display, report);
}

void
ts_monitor_anomalies_read (const char *data_dir, GPtrArray *notes, TsImportReport *report)
{
  g_autofree char *root = g_build_filename (data_dir, "anomaly_detected", NULL);
  g_autoptr (GPtrArray) names = ts_monitor_events_list (root, NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (root, name, "anomaly.json", NULL);
      g_autofree char *display = g_build_filename ("anomaly_detected", name, "anomaly.json", NULL);
      read_file (path, display, notes, report);
    }
}
