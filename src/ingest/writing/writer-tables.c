/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/freshness.h"
#include "ingest/share.h"
#include "ingest/target-tags.h"
#include "ingest/writing/writer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- tags ---- */

/* Targets whose tags are in memory at a time: enough for their mappings to lie close together. */
#define TAGGED_AT_ONCE (64 * 1024)
/* A name of thousands of parts, each a tag of its own for every tensor of its call, would make a
 * database of hundreds of megabytes from kilobytes; real names have a few dozen. */
#define MAX_TAGS 128
/* Mappings that one statement inserts: a tenth of the time of as many statements. */
#define MAPPINGS_AT_ONCE 64

/* Tags depend on the target's name alone, but each metric has rows of its own for them. So the
 * names are cut once, and then every metric looks its targets' tags up by number. */
typedef struct
{
  GPtrArray *tags;  /* char*: name, NUL, category */
  GHashTable *find; /* the same strings → number + 1 */
  guint first;      /* the target that used begins with */
  guint name_start; /* where the tags of the current one begin in used */
  guint max_tags;   /* of one target */
  guint64 n_cut;    /* targets with more */
  gboolean is_cut;  /* the current one is one */
  GArray *used;     /* guint32: the tag numbers of target first, then of the next one, … */
  GArray *ends;     /* guint: where those of target first + i end in used */
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

  if (self->used->len - self->name_start >= self->max_tags)
    {
      self->is_cut = TRUE;
      return;
    }
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
tag_book_init (TagBook *self, gboolean compat)
{
  self->max_tags = compat ? G_MAXUINT : MAX_TAGS;
  self->tags = g_ptr_array_new_with_free_func (g_free);
  self->find = g_hash_table_new (tag_hash, tag_equal);
  self->used = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint));
}

static void
tag_book_read_name (TagBook *self, const TsWriter *writer, const char *name)
{
  self->name_start = self->used->len;
  self->is_cut = FALSE;
  if (writer->source->format == TS_FORMAT_DUMP)
    ts_dump_tags (name, writer->source->options->compat, tag_book_add, self);
  else
    ts_monitor_tags (name, tag_book_add, self);
  self->n_cut += self->is_cut;
  g_array_append_val (self->ends, self->used->len);
}

/* Takes up the next targets of names, a statement that gives the names of all, by id. */
static gboolean
tag_book_read (TagBook *self, const TsWriter *writer, sqlite3_stmt *names, GError **error)
{
  self->first += self->ends->len;
  g_array_set_size (self->used, 0);
  g_array_set_size (self->ends, 0);
  for (int result = SQLITE_ROW; self->ends->len < TAGGED_AT_ONCE && result == SQLITE_ROW;)
    {
      result = sqlite3_step (names);
      if (result == SQLITE_ROW)
        tag_book_read_name (self, writer, (const char *) sqlite3_column_text (names, 0));
      else if (result != SQLITE_DONE)
        {
          ts_sql_set_error (writer->db, error);
          return FALSE;
        }
    }
  return TRUE;
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
  guint32 tag; /* its number in the book */
  guint32 target;
} Mapping;

typedef struct
{
  const TsWriter *writer;
  TagBook book;
  sqlite3_stmt *insert_tag, *insert_mapping, *insert_mappings;
  GPtrArray *ids; /* GArray* of gint64, of each metric: the ids of the tags, 0: none yet */
  gint64 last_id;
  TsWriterProgressFunc progress;
  gpointer data;
  GCancellable *cancellable;
} TagWriter;

static gint64 *
ids_of_metric (TagWriter *self, guint m)
{
  GArray *ids = g_ptr_array_index (self->ids, m);

  if (ids->len < self->book.tags->len)
    g_array_set_size (ids, self->book.tags->len);
  return (gint64 *) (gpointer) ids->data;
}

static gboolean
write_tag (TagWriter *self, guint32 tag, guint m, gint64 id, GError **error)
{
  const char *name = g_ptr_array_index (self->book.tags, tag);

  sqlite3_bind_int64 (self->insert_tag, 1, id);
  ts_sql_bind_text (self->insert_tag, 2, name);
  ts_sql_bind_text (self->insert_tag, 3, tag_category (name));
  sqlite3_bind_int64 (self->insert_tag, 4, m + 1);
  return ts_sql_run (self->insert_tag, error);
}

/* The mappings of the targets in the book that have rows of metric m; gives ids to new tags.
 * starts[tag + 1] counts those of each tag. */
static GArray *
collect_mappings (TagWriter *self, guint m, guint *starts, GError **error)
{
  const TagBook *book = &self->book;
  g_autoptr (GArray) mappings = g_array_new (FALSE, FALSE, sizeof (Mapping));
  gint64 *ids = ids_of_metric (self, m);
  guint k = 0;

  for (guint i = 0; i < book->ends->len; i++)
    {
      guint end = g_array_index (book->ends, guint, i);
      if (!_ts_metric_use_has_target (&self->writer->metrics[m], book->first + i))
        k = end;
      for (; k < end; k++)
        {
          Mapping mapping = { g_array_index (book->used, guint32, k), book->first + i };
          if (ids[mapping.tag] == 0
              && !write_tag (self, mapping.tag, m, ids[mapping.tag] = ++self->last_id, error))
            return NULL;
          starts[mapping.tag + 1]++;
          g_array_append_val (mappings, mapping);
        }
    }
  return g_steal_pointer (&mappings);
}

/* Sorted by tag, and the targets of one tag ascend already: the table's key then grows at a few
 * places, not all over. */
static Mapping *
sort_mappings (const GArray *mappings, guint *starts, guint n_tags)
{
  Mapping *sorted = g_new (Mapping, MAX (mappings->len, 1));

  for (guint tag = 0; tag < n_tags; tag++)
    starts[tag + 1] += starts[tag];
  for (guint i = 0; i < mappings->len; i++)
    {
      const Mapping *mapping = &g_array_index (mappings, Mapping, i);
      sorted[starts[mapping->tag]++] = *mapping;
    }
  return sorted;
}

static gboolean
insert_mappings (
    sqlite3_stmt *insert, const Mapping *mappings, guint n, const gint64 *ids, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      sqlite3_bind_int64 (insert, (int) (2 * i + 1), ids[mappings[i].tag]);
      sqlite3_bind_int64 (insert, (int) (2 * i + 2), (gint64) mappings[i].target + 1);
    }
  return ts_sql_run (insert, error);
}

static gboolean
write_tags_of_metric (TagWriter *self, guint m, GError **error)
{
  guint n_tags = self->book.tags->len;
  g_autofree guint *starts = g_new0 (guint, n_tags + 1);
  g_autoptr (GArray) mappings = collect_mappings (self, m, starts, error);
  g_autofree Mapping *sorted = NULL;
  const gint64 *ids = ids_of_metric (self, m);
  guint i = 0;

  if (mappings == NULL)
    return FALSE;
  sorted = sort_mappings (mappings, starts, n_tags);
  for (; i + MAPPINGS_AT_ONCE <= mappings->len; i += MAPPINGS_AT_ONCE)
    if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
        || !insert_mappings (self->insert_mappings, sorted + i, MAPPINGS_AT_ONCE, ids, error))
      return FALSE;
  for (; i < mappings->len; i++)
    if (!insert_mappings (self->insert_mapping, sorted + i, 1, ids, error))
      return FALSE;
  return TRUE;
}

/* OR FAIL, since a statement that is never undone need not note what it changes. */
static sqlite3_stmt *
prepare_mappings (sqlite3 *db, guint n, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("INSERT OR FAIL INTO tag_target_mapping VALUES (?,?)");

  for (guint i = 1; i < n; i++)
    g_string_append (sql, ",(?,?)");
  return ts_sql_prepare (db, sql->str, error);
}

static gboolean
write_all_tags (TagWriter *self, GError **error)
{
  guint n_targets = ts_target_store_get_size (self->writer->targets);
  g_autoptr (TsStatement) names = ts_sql_prepare (
      self->writer->db, "SELECT target_name FROM monitoring_targets ORDER BY target_id", error);

  if (names == NULL)
    return FALSE;
  for (guint done = 0; done < n_targets; done += MAX (self->book.ends->len, 1))
    {
      if (self->progress != NULL)
        self->progress (done, n_targets, self->data);
      if (!tag_book_read (&self->book, self->writer, names, error))
        return FALSE;
      for (guint m = 0; m < self->ids->len; m++)
        if (self->writer->metrics[m].has_rows && !write_tags_of_metric (self, m, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
write_tags (TsWriter *self,
            TsWriterProgressFunc progress,
            gpointer data,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (TsStatement) insert_tag
      = ts_sql_prepare (self->db, "INSERT INTO monitoring_tags VALUES (?,?,?,?)", error);
  g_autoptr (TsStatement) insert_mapping = NULL;
  g_autoptr (TsStatement) insert_mappings = NULL;
  TagWriter writer = {
    .writer = self, .ids = ids, .progress = progress, .data = data, .cancellable = cancellable
  };
  gboolean written;

  if (insert_tag == NULL || (insert_mapping = prepare_mappings (self->db, 1, error)) == NULL
      || (insert_mappings = prepare_mappings (self->db, MAPPINGS_AT_ONCE, error)) == NULL)
    return FALSE;
  for (guint m = 0; m < self->source->metrics->len; m++)
    g_ptr_array_add (ids, g_array_new (FALSE, TRUE, sizeof (gint64)));
  writer.insert_tag = insert_tag;
  writer.insert_mapping = insert_mapping;
  writer.insert_mappings = insert_mappings;
  tag_book_init (&writer.book, self->source->options->compat);
  written = write_all_tags (&writer, error);
  if (written && writer.book.n_cut > 0)
    ts_import_report_add (self->source->report, TS_SEVERITY_INFO, "many-tags", "", 0,
                          writer.book.n_cut, 0,
                          _ ("Names of so many parts that they have only the first %d of their "
                             "tags."),
                          MAX_TAGS);
  tag_book_clear (&writer.book);
  return written;
}

/* ---- metrics, steps ---- */

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

gboolean
_ts_writer_write_steps (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT OR IGNORE INTO trendscope_steps VALUES (?,?,?)", error);

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

gboolean
_ts_writer_write_ranks (TsWriter *self, GError **error)
{
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT OR IGNORE INTO trendscope_ranks VALUES (?)", error);

  if (insert == NULL)
    return FALSE;
  for (guint i = 0; self->source->ranks != NULL && i < self->source->ranks->len; i++)
    {
      sqlite3_bind_int64 (insert, 1, g_array_index (self->source->ranks, guint32, i));
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- places ---- */

/* Where each target is in network order, from 0 on. */
static guint32 *
number_places (const TsWriter *self)
{
  guint32 *places = g_new0 (guint32, ts_target_store_get_size (self->targets) + 1);
  guint32 place = 0;

  for (guint32 id = 0; (id = ts_network_order_get_next (self->order, id)) != 0;)
    places[id] = place++;
  return places;
}

static gboolean
write_places (TsWriter *self, GCancellable *cancellable, GError **error)
{
  g_autofree guint32 *places = number_places (self);
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db,
                        "INSERT INTO trendscope_targets (target_id, place) VALUES (?,?) "
                        "ON CONFLICT (target_id) DO UPDATE SET place = excluded.place",
                        error);

  if (insert == NULL)
    return FALSE;
  for (guint32 id = 1; id <= ts_target_store_get_size (self->targets); id++)
    {
      sqlite3_bind_int64 (insert, 1, id);
      sqlite3_bind_int64 (insert, 2, places[id]);
      if (!ts_sql_run (insert, error)
          || (id % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error)))
        return FALSE;
    }
  return TRUE;
}

/* ---- global_stats ---- */

char *
_ts_writer_dup_stat_list (const TsWriter *self, guint32 bits)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < self->n_stats; i++)
    if ((bits >> i & 1) != 0)
      g_string_append_printf (list, "%s%s", list->len > 0 ? "," : "",
                              (const char *) g_ptr_array_index (self->source->stats, i));
  return g_string_free (list, FALSE);
}

static char *
stat_list (const TsWriter *self, guint m)
{
  gboolean all = self->source->format == TS_FORMAT_DUMP && self->source->options->compat;

  return _ts_writer_dup_stat_list (self, all ? G_MAXUINT32 : self->metrics[m].present);
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

/* Which part of a run this is. */
static gboolean
write_meta_share (sqlite3_stmt *insert, const TsImportSource *source, GError **error)
{
  const TsShare *share = source->share;

  return share == NULL
         || (write_meta_count (insert, "shard", share->number, error)
             && write_meta_count (insert, "shards", share->n_used, error)
             && write_meta_value (insert, "division", source->division, error));
}

static gboolean
write_meta (TsWriter *self, GError **error)
{
  const TsImportOptions *options = self->source->options;
  TsImportReport *report = self->source->report;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);
  g_autofree char *id = g_uuid_string_random (); /* stays when the database is updated */
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
         && write_meta_value (insert, "imported_at", time, error)
         && write_meta_value (insert, "id", id, error)
         && write_meta_share (insert, self->source, error);
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

gboolean
_ts_writer_write_report (TsWriter *self, TsImportReport *report, GError **error)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);
  g_autoptr (TsStatement) insert
      = ts_sql_prepare (self->db, "INSERT INTO trendscope_report VALUES (?,?,?,?,?,?)", error);

  if (insert == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    if (!write_report_entry (insert, g_ptr_array_index (entries, i), error))
      return FALSE;
  return TRUE;
}

/* ---- trendscope_sources ---- */

/* What is said of each path, the worst first (TsReportEntry*, borrowed from entries). */
static GHashTable *
index_entries (const GPtrArray *entries)
{
  GHashTable *by_path = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      TsReportEntry *entry = g_ptr_array_index (entries, i);
      if (!g_hash_table_contains (by_path, entry->path))
        g_hash_table_insert (by_path, entry->path, entry);
    }
  return by_path;
}

/* Of a file that could not be read nothing counts as read. */
static gboolean
write_source (sqlite3_stmt *insert,
              const TsSourceFile *file,
              const TsReportEntry *entry,
              GError **error)
{
  gboolean failed = entry != NULL && entry->severity == TS_SEVERITY_ERROR;

  ts_sql_bind_text (insert, 1, file->path);
  sqlite3_bind_int64 (insert, 2, (gint64) file->size);
  sqlite3_bind_int64 (insert, 3, file->mtime);
  sqlite3_bind_int64 (insert, 4, failed ? 0 : (gint64) file->read_to);
  ts_sql_bind_text (insert, 5, entry != NULL ? entry->code : "read");
  sqlite3_bind_int64 (insert, 6, file->line);
  sqlite3_bind_int64 (insert, 7, (gint64) file->n_rows);
  sqlite3_bind_int64 (insert, 8, file->first_step);
  sqlite3_bind_int64 (insert, 9, file->last_step);
  sqlite3_bind_int64 (insert, 10, file->rank);
  sqlite3_bind_int64 (insert, 11, (gint64) file->mark);
  sqlite3_bind_int64 (insert, 12, file->flags);
  return ts_sql_run (insert, error);
}

gboolean
_ts_writer_write_sources (TsWriter *self, TsImportReport *report, GError **error)
{
  const GArray *files = self->source->files;
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);
  g_autoptr (GHashTable) by_path = index_entries (entries);
  g_autoptr (TsStatement) insert = ts_sql_prepare (
      self->db, "INSERT OR REPLACE INTO trendscope_sources VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
      error);

  if (insert == NULL)
    return FALSE;
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      if (file->state == TS_SOURCE_SAME)
        continue;
      if (!write_source (insert, file, g_hash_table_lookup (by_path, file->path), error))
        return FALSE;
    }
  return TRUE;
}

/* ---- trendscope_events ---- */

/* Where a run has noted nothing there is no table. */
gboolean
_ts_writer_write_events (TsWriter *self, GError **error)
{
  const GPtrArray *notes = self->source->notes;
  g_autoptr (TsStatement) insert = NULL;

  /* Of several shares one has them, or they would be there as often as there are shares. */
  if (notes == NULL || notes->len == 0
      || (self->source->share != NULL && !ts_share_is_first (self->source->share)))
    return TRUE;
  if (!ts_sql_exec (self->db, ts_schema_events_sql, error))
    return FALSE;
  insert
      = ts_sql_prepare (self->db, "INSERT INTO trendscope_events (path, text) VALUES (?,?)", error);
  for (guint i = 0; insert != NULL && i < notes->len; i++)
    {
      const TsSourceNote *note = g_ptr_array_index (notes, i);
      gsize length;
      const void *text = g_bytes_get_data (note->text, &length);
      ts_sql_bind_text (insert, 1, note->path);
      sqlite3_bind_blob64 (insert, 2, text != NULL ? text : "", length, SQLITE_STATIC);
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return insert != NULL;
}

gboolean
_ts_writer_write_tables (TsWriter *self,
                         TsWriterProgressFunc progress,
                         gpointer data,
                         GCancellable *cancellable,
                         GError **error)
{
  return write_metrics (self, error) && write_tags (self, progress, data, cancellable, error)
         && write_global_stats (self, error) && _ts_writer_write_steps (self, error)
         && _ts_writer_write_ranks (self, error) && write_places (self, cancellable, error)
         && write_meta (self, error) && _ts_writer_write_sources (self, self->source->report, error)
         && _ts_writer_write_events (self, error)
         && _ts_writer_write_report (self, self->source->report, error);
}
