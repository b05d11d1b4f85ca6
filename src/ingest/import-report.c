/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/import-report.h"

#include <json-glib/json-glib.h>
#include <string.h>

struct _TsImportReport
{
  GMutex mutex;        /* guards everything below */
  GHashTable *entries; /* TsReportEntry*, its own key: code and path */
  guint64 rows_read;
  guint64 rows_stored;
  guint64 n_files;
};

static guint
entry_hash (gconstpointer data)
{
  const TsReportEntry *entry = data;

  return g_str_hash (entry->path) * 31 + g_direct_hash (entry->code);
}

static gboolean
entry_equal (gconstpointer a, gconstpointer b)
{
  const TsReportEntry *x = a, *y = b;

  return x->code == y->code && strcmp (x->path, y->path) == 0;
}

void
ts_report_entry_free (TsReportEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->path);
  g_free (entry->message);
  g_free (entry);
}

static void
clear_report (gpointer data)
{
  TsImportReport *self = data;

  g_hash_table_unref (self->entries);
  g_mutex_clear (&self->mutex);
}

/* An empty report. Caller unrefs. */
TsImportReport *
ts_import_report_new (void)
{
  TsImportReport *self = g_atomic_rc_box_new0 (TsImportReport);

  g_mutex_init (&self->mutex);
  self->entries = g_hash_table_new_full (entry_hash, entry_equal,
                                         (GDestroyNotify) ts_report_entry_free, NULL);
  return self;
}

TsImportReport *
ts_import_report_ref (TsImportReport *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_import_report_unref (TsImportReport *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear_report);
}

/* Of two reports on the same trouble in the same file the one nearer to its beginning is shown, so
 * that the report does not depend on which thread came first. */
static void
keep_earlier (TsReportEntry *entry, gint64 line, char *message)
{
  gboolean earlier = line != entry->line ? line > 0 && (entry->line == 0 || line < entry->line)
                                         : strcmp (message, entry->message) < 0;

  if (earlier)
    {
      g_free (entry->message);
      entry->message = message;
      entry->line = line;
    }
  else
    g_free (message);
}

/* Takes path and message, which are valid UTF-8. */
static void
add_entry (TsImportReport *self,
           TsSeverity severity,
           const char *code,
           char *path,
           gint64 line,
           guint64 n,
           guint64 rows,
           char *message)
{
  TsReportEntry key = { .code = code, .path = path };
  TsReportEntry *entry;

  g_mutex_lock (&self->mutex);
  entry = g_hash_table_lookup (self->entries, &key);
  if (entry == NULL)
    {
      entry = g_new0 (TsReportEntry, 1);
      entry->severity = severity;
      entry->code = code;
      entry->path = path;
      entry->line = line;
      entry->message = message;
      g_hash_table_add (self->entries, entry);
    }
  else
    {
      keep_earlier (entry, line, message);
      g_free (path);
    }
  entry->severity = MAX (entry->severity, severity);
  entry->count += n;
  entry->rows += rows;
  g_mutex_unlock (&self->mutex);
}

void
ts_import_report_add (TsImportReport *self,
                      TsSeverity severity,
                      const char *code,
                      const char *path,
                      gint64 line,
                      guint64 n,
                      guint64 rows,
                      const char *format,
                      ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  add_entry (self, severity, g_intern_string (code), g_utf8_make_valid (path ? path : "", -1), line,
             n, rows, g_utf8_make_valid (text, -1));
}

void
ts_import_report_merge (TsImportReport *self, TsImportReport *other, const char *prefix)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (other);

  for (guint i = 0; i < entries->len; i++)
    {
      TsReportEntry *entry = g_ptr_array_index (entries, i);
      char *path = prefix == NULL ? g_steal_pointer (&entry->path)
                                  : g_build_filename (prefix, entry->path, NULL);
      add_entry (self, entry->severity, entry->code, path, entry->line, entry->count, entry->rows,
                 g_steal_pointer (&entry->message));
    }
  g_mutex_lock (&self->mutex);
  self->rows_read += ts_import_report_get_rows_read (other);
  self->rows_stored += ts_import_report_get_rows_stored (other);
  self->n_files += ts_import_report_get_n_files (other);
  g_mutex_unlock (&self->mutex);
}

static void
count (TsImportReport *self, guint64 *counter, guint64 n)
{
  g_mutex_lock (&self->mutex);
  *counter += n;
  g_mutex_unlock (&self->mutex);
}

void
ts_import_report_count_read (TsImportReport *self, guint64 rows)
{
  count (self, &self->rows_read, rows);
}

void
ts_import_report_count_stored (TsImportReport *self, guint64 rows)
{
  count (self, &self->rows_stored, rows);
}

void
ts_import_report_count_file (TsImportReport *self)
{
  count (self, &self->n_files, 1);
}

static guint64
read_counter (TsImportReport *self, const guint64 *counter)
{
  guint64 n;

  g_mutex_lock (&self->mutex);
  n = *counter;
  g_mutex_unlock (&self->mutex);
  return n;
}

guint64
ts_import_report_get_rows_read (TsImportReport *self)
{
  return read_counter (self, &self->rows_read);
}

guint64
ts_import_report_get_rows_stored (TsImportReport *self)
{
  return read_counter (self, &self->rows_stored);
}

guint64
ts_import_report_get_n_files (TsImportReport *self)
{
  return read_counter (self, &self->n_files);
}

guint64
ts_import_report_get_rows_lost (TsImportReport *self)
{
  GHashTableIter iter;
  gpointer entry;
  guint64 rows = 0;

  g_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    rows += ((TsReportEntry *) entry)->rows;
  g_mutex_unlock (&self->mutex);
  return rows;
}

guint64
ts_import_report_get_rows_omitted (TsImportReport *self)
{
  GHashTableIter iter;
  gpointer key;
  guint64 rows = 0;

  g_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const TsReportEntry *entry = key;
      rows += entry->severity == TS_SEVERITY_INFO ? entry->rows : 0;
    }
  g_mutex_unlock (&self->mutex);
  return rows;
}

/* TS_SEVERITY_INFO also when there is no entry. */
TsSeverity
ts_import_report_get_worst (TsImportReport *self)
{
  GHashTableIter iter;
  gpointer entry;
  TsSeverity worst = TS_SEVERITY_INFO;

  g_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    worst = MAX (worst, ((TsReportEntry *) entry)->severity);
  g_mutex_unlock (&self->mutex);
  return worst;
}

static TsReportEntry *
copy_entry (const TsReportEntry *entry)
{
  TsReportEntry *copy = g_new (TsReportEntry, 1);

  *copy = *entry;
  copy->path = g_strdup (entry->path);
  copy->message = g_strdup (entry->message);
  return copy;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const TsReportEntry *x = *(TsReportEntry *const *) a, *y = *(TsReportEntry *const *) b;
  int order;

  if (x->severity != y->severity)
    return x->severity > y->severity ? -1 : 1;
  if ((order = strcmp (x->path, y->path)) != 0)
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return strcmp (x->code, y->code);
}

GPtrArray *
ts_import_report_dup_entries (TsImportReport *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_report_entry_free);
  GHashTableIter iter;
  gpointer entry;

  g_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    g_ptr_array_add (entries, copy_entry (entry));
  g_mutex_unlock (&self->mutex);
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

/* "info", "warning", "error": the words of trendscope_report and of the JSON file. */
const char *
ts_severity_to_string (TsSeverity severity)
{
  switch (severity)
    {
    case TS_SEVERITY_WARNING:
      return "warning";
    case TS_SEVERITY_ERROR:
      return "error";
    case TS_SEVERITY_INFO:
    default:
      return "info";
    }
}

static void
add_count (JsonObject *object, const char *name, guint64 n)
{
  json_object_set_int_member (object, name, (gint64) n);
}

static JsonObject *
entry_to_json (const TsReportEntry *entry)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "severity", ts_severity_to_string (entry->severity));
  json_object_set_string_member (object, "code", entry->code);
  json_object_set_string_member (object, "path", entry->path);
  json_object_set_int_member (object, "line", entry->line);
  json_object_set_string_member (object, "message", entry->message);
  add_count (object, "count", entry->count);
  add_count (object, "rows", entry->rows);
  return object;
}

char *
ts_import_report_to_json (TsImportReport *self, gsize *length)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (self);
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  add_count (object, "rows_read", ts_import_report_get_rows_read (self));
  add_count (object, "rows_stored", ts_import_report_get_rows_stored (self));
  add_count (object, "rows_lost", ts_import_report_get_rows_lost (self));
  add_count (object, "rows_omitted", ts_import_report_get_rows_omitted (self));
  add_count (object, "files", ts_import_report_get_n_files (self));
  for (guint i = 0; i < entries->len; i++)
    json_array_add_object_element (array, entry_to_json (g_ptr_array_index (entries, i)));
  json_object_set_array_member (object, "entries", array);
  json_node_take_object (root, object);

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  return json_generator_to_data (generator, length);
}
