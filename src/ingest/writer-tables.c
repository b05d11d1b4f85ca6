/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writer-private.h"

#include <string.h>

/* ---- tags ---- */

/* Tags depend on the target's name alone, but each metric has rows of its own for them. So the
 * names are cut once, and then every metric looks its targets' tags up by number. */
typedef struct
{
  GPtrArray *tags;  /* char*: name, NUL, category */
  GHashTable *find; /* the same strings → number + 1 */
  GArray *used;     /* guint32: the tag numbers of target 0, then of target 1, … */
  GArray *ends;     /* guint: where those of target i end in used */
} TagBook;

static guint
tag_hash (gconstpointer key)
{
  const char *name = key;

  return g_str_hash (name) * 31 + g_str_hash (name + strlen (name) + 1);
}

static gboolean
tag_equal (gconstpointer a, gconstpointer b)
{
  const char *x = a, *y = b;

  return strcmp (x, y) == 0 && strcmp (x + strlen (x) + 1, y + strlen (y) + 1) == 0;
}

static const char *
tag_category (const char *tag)
{
  return tag + strlen (tag) + 1;
}

static void
tag_book_add (const char *name, const char *category, gpointer data)
{
  TagBook *self = data;
  gsize name_size = strlen (name) + 1, category_size = strlen (category) + 1;
  g_autofree char *tag = g_malloc (name_size + category_size);
  guint32 number;

  memcpy (tag, name, name_size);
  memcpy (tag + name_size, category, category_size);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->find, tag));
  if (number == 0)
    {
      number = self->tags->len + 1;
      g_hash_table_insert (self->find, tag, GUINT_TO_POINTER (number));
      g_ptr_array_add (self->tags, g_steal_pointer (&tag));
    }
  number--;
  g_array_append_val (self->used, number);
}

static void
tag_book_init (TagBook *self, const TsWriter *writer)
{
  guint n = ts_target_table_get_size (writer->targets);

  self->tags = g_ptr_array_new_with_free_func (g_free);
  self->find = g_hash_table_new (tag_hash, tag_equal);
  self->used = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ends = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  for (guint i = 0; i < n; i++)
    {
      const char *name = ts_target_table_get (writer->targets, i)->name;
      if (writer->source->format == TS_FORMAT_DUMP)
        ts_dump_tags (name, writer->source->options->compat, tag_book_add, self);
      else
        ts_monitor_tags (name, tag_book_add, self);
      g_array_append_val (self->ends, self->used->len);
    }
}

static void
tag_book_clear (TagBook *self)
{
  g_hash_table_unref (self->find);
  g_ptr_array_unref (self->tags);
  g_array_unref (self->used);
  g_array_unref (self->ends);
}

typedef struct
{
  const TagBook *book;
  sqlite3_stmt *insert_tag, *insert_mapping;
  gint64 *ids; /* of each tag in the current metric, 0: none yet */
  gint64 last_id;
} TagWriter;

static gboolean
write_tag (TagWriter *self, guint32 tag, guint metric_id, guint target_id, GError **error)
{
  if (self->ids[tag] == 0)
    {
      const char *name = g_ptr_array_index (self->book->tags, tag);
      self->ids[tag] = ++self->last_id;
      sqlite3_bind_int64 (self->insert_tag, 1, self->ids[tag]);
      ts_sql_bind_text (self->insert_tag, 2, name);
      ts_sql_bind_text (self->insert_tag, 3, tag_category (name));
      sqlite3_bind_int64 (self->insert_tag, 4, metric_id);
      if (!ts_sql_run (self->insert_tag, error))
        return FALSE;
    }
  sqlite3_bind_int64 (self->insert_mapping, 1, self->ids[tag]);
  sqlite3_bind_int64 (self->insert_mapping, 2, target_id);
  return ts_sql_run (self->insert_mapping, error);
}

static gboolean
write_tags_of_metric (TagWriter *self, const TsWriter *writer, guint m, GError **error)
{
  guint n = ts_target_table_get_size (writer->targets);
  guint begin = 0;

  memset (self->ids, 0, sizeof *self->ids * self->book->tags->len);
  for (guint i = 0; i < n; i++)
    {
      guint end = g_array_index (self->book->ends, guint, i);
      gboolean has_rows = ts_metric_use_has_target (&writer->metrics[m], i);
      for (guint k = begin; has_rows && k < end; k++)
        if (!write_tag (self, g_array_index (self->book->used, guint32, k), m + 1, i + 1, error))
          return FALSE;
      begin = end;
    }
  return TRUE;
}

static gboolean
write_tags (TsWriter *self, GError **error)
{
  TagBook book;
  g_autoptr (TsStatement) insert_tag
      = ts_sql_prepare (self->db, "INSERT INTO monitoring_tags VALUES (?,?,?,?)", error);
  g_autoptr (TsStatement) insert_mapping = NULL;
  gboolean written = TRUE;

  if (insert_tag == NULL)
    return FALSE;
  insert_mapping = ts_sql_prepare (self->db, "INSERT INTO tag_target_mapping VALUES (?,?)", error);
  if (insert_mapping == NULL)
    return FALSE;
  tag_book_init (&book, self);
  g_autofree gint64 *ids = g_new0 (gint64, MAX (book.tags->len, 1));
  TagWriter writer = { &book, insert_tag, insert_mapping, ids, 0 };
  for (guint m = 0; written && m < self->source->metrics->len; m++)
    if (self->metrics[m].has_rows)
      written = write_tags_of_metric (&writer, self, m, error);
  tag_book_clear (&book);
  return written;
}

/* ---- targets, metrics, steps ---- */

static gboolean
write_target (const TsBatchTarget *target,
              guint id,
              sqlite3_stmt *insert,
              sqlite3_stmt *insert_own,
              GError **error)
{
  sqlite3_bind_int64 (insert, 1, id);
  ts_sql_bind_text (insert, 2, target->name);
  sqlite3_bind_int64 (insert, 3, target->vpp_stage);
  sqlite3_bind_int64 (insert, 4, target->micro_step);
  if (!ts_sql_run (insert, error))
    return FALSE;
  if (target->dtype == NULL && target->shape == NULL)
    return TRUE;
  sqlite3_bind_int64 (insert_own, 1, id);
  ts_sql_bind_text (insert_own, 2, target->dtype);
  ts_sql_bind_text (insert_own, 3, target->shape);
  return ts_sql_run (insert_own, error);
}

static gboolean
write_targets (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO monitoring_targets VALUES (?,?,?,?)", error);
  g_autoptr (TsStatement) insert_own = NULL;

  if (insert == NULL)
    return FALSE;
  insert_own = ts_sql_prepare (self->db, "INSERT INTO trendscope_targets VALUES (?,?,?)", error);
  if (insert_own == NULL)
    return FALSE;
  for (guint i = 0; i < ts_target_table_get_size (self->targets); i++)
    if (!write_target (ts_target_table_get (self->targets, i), i + 1, insert, insert_own, error))
      return FALSE;
  return TRUE;
}

/* msProbe's dump databases list all four metrics, whether they have rows or not. */
static gboolean
lists_metric (const TsWriter *self, guint m)
{
  return self->metrics[m].has_rows
         || (self->source->format == TS_FORMAT_DUMP && self->source->options->compat);
}

static gboolean
write_metrics (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO monitoring_metrics VALUES (?,?)", error);

  if (insert == NULL)
    return FALSE;
  for (guint m = 0; m < self->source->metrics->len; m++)
    {
      if (!lists_metric (self, m))
        continue;
      sqlite3_bind_int64 (insert, 1, m + 1);
      ts_sql_bind_text (insert, 2, g_ptr_array_index (self->source->metrics, m));
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_steps (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO trendscope_steps VALUES (?,?,?)", error);

  if (insert == NULL)
    return FALSE;
  for (guint i = 0; i < self->source->steps->len; i++)
    {
      const TsStepInfo *info = &g_array_index (self->source->steps, TsStepInfo, i);
      sqlite3_bind_int64 (insert, 1, info->step);
      sqlite3_bind_int64 (insert, 2, info->train_step);
      sqlite3_bind_int64 (insert, 3, info->micro_step);
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- global_stats ---- */

/* The stats of one metric, comma-joined, in canonical order. */
static char *
stat_list (const TsWriter *self, guint m)
{
  gboolean all = self->source->format == TS_FORMAT_DUMP && self->source->options->compat;
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < self->n_stats; i++)
    if (all || (self->metrics[m].present >> i & 1) != 0)
      g_string_append_printf (list, "%s%s", list->len > 0 ? "," : "",
                              (const char *) g_ptr_array_index (self->source->stats, i));
  return g_string_free (list, FALSE);
}

/* One row whose columns are the metrics; the order of the first three differs between the two kinds
 * of database. */
static gboolean
write_global_stats (TsWriter *self, GError **error)
{
  gboolean dump = self->source->format == TS_FORMAT_DUMP;
  g_autoptr (GString) create = g_string_new ("CREATE TABLE global_stats (");
  g_autoptr (GString) insert = g_string_new ("INSERT INTO global_stats VALUES (");
  const TsImportSource *source = self->source;

  g_string_append (create, dump ? "max_rank INTEGER DEFAULT 0, min_step INTEGER DEFAULT 0, "
                                  "max_step INTEGER DEFAULT 0"
                                : "min_step INTEGER DEFAULT 0, max_step INTEGER DEFAULT 0, "
                                  "max_rank INTEGER DEFAULT 0");
  g_string_append_printf (insert, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                          dump ? source->max_rank : source->min_step,
                          dump ? source->min_step : source->max_step,
                          dump ? source->max_step : source->max_rank);
  for (guint m = 0; m < source->metrics->len; m++)
    {
      g_autofree char *stats = stat_list (self, m);
      if (!lists_metric (self, m))
        continue;
      g_string_append_printf (create, ", \"%s\" TEXT DEFAULT NULL",
                              (const char *) g_ptr_array_index (source->metrics, m));
      g_string_append_printf (insert, ",'%s'", stats);
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  return ts_sql_exec (self->db, create->str, error) && ts_sql_exec (self->db, insert->str, error);
}

/* ---- trendscope_meta and trendscope_report ---- */

static gboolean
write_meta_value (sqlite3_stmt *insert, const char *key, const char *value, GError **error)
{
  ts_sql_bind_text (insert, 1, key);
  ts_sql_bind_text (insert, 2, value);
  return ts_sql_run (insert, error);
}

static gboolean
write_meta_count (sqlite3_stmt *insert, const char *key, guint64 n, GError **error)
{
  g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  return write_meta_value (insert, key, value, error);
}

static gboolean
write_meta (TsWriter *self, GError **error)
{
  const TsImportOptions *options = self->source->options;
  TsImportReport *report = self->source->report;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);
  g_autofree char *mapping
      = options->mapping_path ? g_filename_display_basename (options->mapping_path) : NULL;
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO trendscope_meta VALUES (?,?)", error);

  return insert != NULL && write_meta_count (insert, "schema_version", TS_SCHEMA_VERSION, error)
         && write_meta_value (insert, "program", "trendscope " TS_VERSION, error)
         && write_meta_value (insert, "format", ts_format_to_string (self->source->format), error)
         && write_meta_value (insert, "micro_step", options->micro_step ? "true" : "false", error)
         && write_meta_value (insert, "compat", options->compat ? "true" : "false", error)
         && write_meta_value (insert, "all_dtypes", options->all_dtypes ? "true" : "false", error)
         && write_meta_value (insert, "mapping", mapping, error)
         && write_meta_count (insert, "files", ts_import_report_get_n_files (report), error)
         && write_meta_count (insert, "rows_read", ts_import_report_get_rows_read (report), error)
         && write_meta_count (insert, "rows_stored", self->n_rows, error)
         && write_meta_value (insert, "imported_at", time, error);
}

static gboolean
write_report_entry (sqlite3_stmt *insert, const TsReportEntry *entry, GError **error)
{
  ts_sql_bind_text (insert, 1, ts_severity_to_string (entry->severity));
  ts_sql_bind_text (insert, 2, entry->code);
  ts_sql_bind_text (insert, 3, entry->path);
  sqlite3_bind_int64 (insert, 4, entry->line);
  ts_sql_bind_text (insert, 5, entry->message);
  sqlite3_bind_int64 (insert, 6, (gint64) entry->count);
  return ts_sql_run (insert, error);
}

static gboolean
write_report (TsWriter *self, GError **error)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (self->source->report);
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO trendscope_report VALUES (?,?,?,?,?,?)", error);

  if (insert == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    if (!write_report_entry (insert, g_ptr_array_index (entries, i), error))
      return FALSE;
  return TRUE;
}

/* Everything but rows. */
gboolean
ts_writer_write_tables (TsWriter *self, GError **error)
{
  return write_targets (self, error) && write_metrics (self, error) && write_tags (self, error)
         && write_global_stats (self, error) && write_steps (self, error)
         && write_meta (self, error) && write_report (self, error);
}
