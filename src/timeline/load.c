/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/step-walk.h"
#include "timeline/timeline-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORKER_PREFIX  "workerlog."
#define MACHINE_PREFIX "machine"
#define MAX_DEVICES    4096  /* a gap in file names is not filled beyond it */
#define LOOK_AT        65536 /* bytes, for a marker of a trace */

/* A file and which row it is. */
typedef struct
{
  guint machine, device;
  char *path;  /* NULL: missing */
  char *shown; /* relative to what is opened */
} Source;

typedef struct
{
  GPtrArray *logs;   /* Source*, sorted */
  GPtrArray *fleet;  /* Source*, sorted */
  GPtrArray *traces; /* Source*, sorted */
} Found;

typedef struct
{
  TsTimeline *timeline;
  GPtrArray *logs;    /* TsRowLog* beside the rows */
  GPtrArray *sources; /* Source*, likewise */
  TsReadProgress read;
} Load;

static void
source_free (gpointer data)
{
  Source *source = data;

  g_free (source->path);
  g_free (source->shown);
  g_free (source);
}

static void
found_init (Found *self)
{
  self->logs = g_ptr_array_new_with_free_func (source_free);
  self->fleet = g_ptr_array_new_with_free_func (source_free);
  self->traces = g_ptr_array_new_with_free_func (source_free);
}

static void
found_clear (Found *self)
{
  g_ptr_array_unref (self->logs);
  g_ptr_array_unref (self->fleet);
  g_ptr_array_unref (self->traces);
}

/* ---- Names ---- */

/* The number behind prefix, without padding; FALSE: name is something else. */
static gboolean
parse_name (const char *name, const char *prefix, guint *number)
{
  guint64 value;
  const char *digits = name + strlen (prefix);

  if (!g_str_has_prefix (name, prefix) || (digits[0] == '0' && digits[1] != '\0')
      || !g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT16, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static void
add_source (GPtrArray *sources, guint machine, guint device, const char *folder, const char *shown)
{
  Source *source = g_new (Source, 1);
  g_autofree char *name = g_path_get_basename (shown);

  *source = (Source){ machine, device, g_build_filename (folder, name, NULL),
                      g_filename_display_name (shown) };
  g_ptr_array_add (sources, source);
}

static int
compare_sources (gconstpointer a, gconstpointer b)
{
  const Source *sa = *(Source *const *) a, *sb = *(Source *const *) b;

  if (sa->machine != sb->machine)
    return sa->machine < sb->machine ? -1 : 1;
  if (sa->device != sb->device)
    return sa->device < sb->device ? -1 : 1;
  return strcmp (sa->shown, sb->shown);
}

static void
look_into_machine (Found *found, const char *path, const char *name, guint machine)
{
  g_autofree char *folder = g_build_filename (path, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *inner;
  guint device;

  while (dir != NULL && (inner = g_dir_read_name (dir)) != NULL)
    if (parse_name (inner, WORKER_PREFIX, &device))
      {
        g_autofree char *shown = g_build_filename (name, inner, NULL);
        add_source (found->logs, machine, device, folder, shown);
      }
}

static gboolean
look_into_folder (Found *found, const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *name;
  guint number;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (parse_name (name, MACHINE_PREFIX, &number))
        look_into_machine (found, path, name, number);
      else if (parse_name (name, WORKER_PREFIX, &number))
        add_source (found->logs, 0, number, path, name);
      else if (parse_name (name, TS_FLEET_PREFIX, &number))
        add_source (found->fleet, 0, number, path, name);
      else if (g_str_has_suffix (name, ".json"))
        add_source (found->traces, 0, 0, path, name);
    }
  g_ptr_array_sort (found->logs, compare_sources);
  g_ptr_array_sort (found->fleet, compare_sources);
  g_ptr_array_sort (found->traces, compare_sources);
  return TRUE;
}

/* ---- What a file is ---- */

/* The first bytes, ended with a 0; NULL: can't be read. */
static char *
read_beginning (const char *path)
{
  char *bytes = NULL;
  gssize n;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return NULL;
  bytes = g_malloc (LOOK_AT + 1);
  n = read (fd, bytes, LOOK_AT);
  close (fd);
  if (n < 0)
    g_clear_pointer (&bytes, g_free);
  else
    bytes[n] = '\0';
  return bytes;
}

static gboolean
is_json (const char *path)
{
  g_autofree char *bytes = read_beginning (path);
  const char *first = bytes;

  while (first != NULL && g_ascii_isspace (*first))
    first++;
  return first != NULL && (*first == '{' || *first == '[');
}

/* JSON with the phases that events have. */
static gboolean
is_trace (const char *path)
{
  g_autofree char *bytes = read_beginning (path);

  return is_json (path) && strstr (bytes, "\"ph\"") != NULL;
}

static void
look_at_file (Found *found, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_basename (folder);
  guint device = 0, machine = 0;

  if (parse_name (name, TS_FLEET_PREFIX, &device))
    add_source (found->fleet, 0, device, folder, name);
  else if (is_trace (path))
    add_source (found->traces, 0, 0, folder, name);
  else
    {
      parse_name (name, WORKER_PREFIX, &device);
      parse_name (above, MACHINE_PREFIX, &machine);
      add_source (found->logs, machine, device, folder, name);
    }
}

static gboolean
look (Found *found, const char *path, GError **error)
{
  found_init (found);
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    look_at_file (found, path);
  else if (!look_into_folder (found, path, error))
    {
      found_clear (found);
      return FALSE;
    }
  return TRUE;
}

gboolean
ts_timeline_can_load (const char *path)
{
  gboolean folder = g_file_test (path, G_FILE_TEST_IS_DIR), good = FALSE;
  g_autofree char *name = g_path_get_basename (path);
  Found found;
  guint number;

  if (!folder && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  if (!folder)
    return parse_name (name, WORKER_PREFIX, &number) || parse_name (name, TS_FLEET_PREFIX, &number)
           || is_trace (path);
  if (!look (&found, path, NULL))
    return FALSE;
  good = found.logs->len > 0 || found.fleet->len > 0;
  for (guint i = 0; i < found.traces->len && !good; i++)
    good = is_trace (((Source *) g_ptr_array_index (found.traces, i))->path);
  found_clear (&found);
  return good;
}

static guint64
add_sizes (const GPtrArray *sources, guint64 *stamp)
{
  guint64 sum = 0;

  for (guint i = 0; i < sources->len; i++)
    {
      const Source *source = g_ptr_array_index (sources, i);
      GStatBuf info = { 0 };
      if (source->path == NULL || g_stat (source->path, &info) != 0)
        continue;
      sum += (guint64) info.st_size;
      *stamp = *stamp * 1099511628211u + (guint64) info.st_size + 7 * (guint64) info.st_mtime + 1;
    }
  return sum;
}

guint64
ts_timeline_get_stamp (const char *path)
{
  guint64 stamp = 0;
  Found found;

  if (!look (&found, path, NULL))
    return 0;
  add_sizes (found.logs, &stamp);
  add_sizes (found.fleet, &stamp);
  add_sizes (found.traces, &stamp);
  found_clear (&found);
  return stamp;
}

/* ---- Worker logs ---- */

/* Rows for devices below the highest that have no file. */
static void
add_missing (GPtrArray *sources)
{
  for (guint i = 0; i < sources->len && i < MAX_DEVICES; i++)
    {
      const Source *source = g_ptr_array_index (sources, i);
      const Source *before = i > 0 ? g_ptr_array_index (sources, i - 1) : NULL;
      guint expected
          = before != NULL && before->machine == source->machine ? before->device + 1 : 0;
      Source *missing;
      if (source->device <= expected)
        continue;
      missing = g_new0 (Source, 1);
      missing->machine = source->machine;
      missing->device = expected;
      missing->shown = strchr (source->shown, '/') != NULL
                           ? g_strdup_printf (MACHINE_PREFIX "%u/" WORKER_PREFIX "%u",
                                              source->machine, expected)
                           : g_strdup_printf (WORKER_PREFIX "%u", expected);
      g_ptr_array_insert (sources, (int) i, missing);
    }
}

static void
read_log (gpointer item, gpointer data)
{
  guint i = GPOINTER_TO_UINT (item) - 1;
  Load *self = data;
  const Source *source = g_ptr_array_index (self->sources, i);
  TsRowLog *log = g_ptr_array_index (self->logs, i);
  TsTimelineRow *row = g_ptr_array_index (self->timeline->rows, i);
  TsTimelineReport *report = self->timeline->report;
  g_autoptr (GError) error = NULL;

  if (source->path == NULL)
    {
      ts_timeline_report_add (report, TRUE, "missing-file", source->shown, 0, 1,
                              _ ("There is no such file, but later ones; its row stays empty."));
      return;
    }
  if (!_ts_worker_log_read (log, source->path, report, &self->read, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ts_timeline_report_add (report, TRUE, "unreadable-file", source->shown, 0, 1,
                                error->message);
      /* What was read until then is shown. */
    }
  else if (log->jobs->len == 0)
    ts_timeline_report_add (report, TRUE, "no-records", source->shown, 0, 1,
                            _ ("The file holds no job; its row stays empty. Was the schedule "
                               "profiler on?"));
  _ts_step_walk (log, row, report);
  /* Only the types are still needed. */
  g_array_set_size (log->jobs, 0);
}

static void
read_logs (Load *self)
{
  GThreadPool *pool
      = g_thread_pool_new (read_log, self, (int) g_get_num_processors (), FALSE, NULL);

  self->logs = g_ptr_array_new_with_free_func ((GDestroyNotify) _ts_row_log_free);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const Source *source = g_ptr_array_index (self->sources, i);
      g_ptr_array_add (self->logs, _ts_row_log_new (source->shown));
      _ts_timeline_add_row (self->timeline, source->machine, source->device, source->shown);
    }
  for (guint i = 0; i < self->sources->len; i++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (i + 1), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  for (guint i = 0; i < self->sources->len; i++)
    _ts_timeline_adopt_types (self->timeline, g_ptr_array_index (self->timeline->rows, i),
                              g_ptr_array_index (self->logs, i));
  g_ptr_array_unref (self->logs);
  _ts_timeline_finish (self->timeline, FALSE);
}

/* ---- Traces ---- */

static gboolean
read_traces (Load *self, GPtrArray *sources, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  g_autoptr (GPtrArray) rows = NULL;
  gboolean has_stages = TRUE;

  for (guint i = 0; i < sources->len; i++)
    {
      g_ptr_array_add (paths, ((Source *) g_ptr_array_index (sources, i))->path);
      g_ptr_array_add (shown, ((Source *) g_ptr_array_index (sources, i))->shown);
    }
  g_ptr_array_add (paths, NULL);
  g_ptr_array_add (shown, NULL);
  rows = _ts_trace_read ((const char *const *) paths->pdata, (const char *const *) shown->pdata,
                         self->timeline->report, &self->read, error);
  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    {
      TsTraceRow *found = g_ptr_array_index (rows, i);
      TsTimelineRow *row
          = _ts_timeline_add_row (self->timeline, found->machine, found->device, found->log->path);
      row->label = g_steal_pointer (&found->label);
      row->stage = (guint) MAX (found->stage, 0);
      has_stages &= found->stage >= 0;
      _ts_step_walk (found->log, row, self->timeline->report);
      _ts_timeline_adopt_types (self->timeline, row, found->log);
    }
  _ts_timeline_finish (self->timeline, has_stages && rows->len > 0);
  return TRUE;
}

/* Of several traces in a folder, the first that is one: two flavours of the same often lie side by
 * side. */
static void
choose_trace (GPtrArray *traces, TsTimeline *timeline)
{
  const Source *chosen;
  g_autofree char *folder = NULL, *message = NULL;

  for (guint i = traces->len; i > 0; i--)
    if (!is_trace (((Source *) g_ptr_array_index (traces, i - 1))->path))
      g_ptr_array_remove_index (traces, i - 1);
  if (traces->len < 2)
    return;
  chosen = g_ptr_array_index (traces, 0);
  folder = g_steal_pointer (&timeline->name);
  timeline->name = g_build_filename (folder, chosen->shown, NULL);
  message = g_strdup_printf (_ ("“%s” in the same folder is shown; open this one by itself."),
                             chosen->shown);
  for (; traces->len > 1; g_ptr_array_remove_index (traces, traces->len - 1))
    ts_timeline_report_add (timeline->report, FALSE, "other-file",
                            ((Source *) g_ptr_array_index (traces, traces->len - 1))->shown, 0, 1,
                            message);
}

/* ---- All of it ---- */

static gboolean
check_something (TsTimeline *timeline, const char *path, GError **error)
{
  for (guint r = 0; r < timeline->rows->len; r++)
    if (!ts_timeline_get_row (timeline, r)->empty)
      return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("“%s” holds no records of pipeline jobs (workerlog.N, machineK/workerlog.N, "
                  "profile_record_tmp_file_for_rank_R or a Chrome trace)"),
               timeline->name);
  return FALSE;
}

static char *
dup_name (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

typedef struct
{
  const char *path;
  TsTimelineProgressFunc progress;
  gpointer progress_data;
} Request;

typedef struct
{
  Load *load;
  const Request *request;
  guint64 total;
  gboolean done;
  GMutex mutex;
  GCond cond;
} Watch;

/* Tells how far the readers are, ten times a second. */
static gpointer
watch_progress (gpointer data)
{
  Watch *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->done)
    {
      gint64 until = g_get_monotonic_time () + G_TIME_SPAN_SECOND / 10;
      guint64 read;
      if (g_cond_wait_until (&self->cond, &self->mutex, until))
        continue;
      g_mutex_lock (&self->load->read.mutex);
      read = self->load->read.done;
      g_mutex_unlock (&self->load->read.mutex);
      self->request->progress (self->total > 0 ? MIN ((double) read / (double) self->total, 1) : 0,
                               self->request->progress_data);
    }
  g_mutex_unlock (&self->mutex);
  return NULL;
}

static gboolean
read_found (Load *load, Found *found, GError **error)
{
  if (found->logs->len > 0)
    {
      if (found->logs->len > 1)
        add_missing (found->logs);
      load->sources = found->logs;
      read_logs (load);
      return !g_cancellable_set_error_if_cancelled (load->read.cancellable, error);
    }
  if (found->fleet->len == 0)
    choose_trace (found->traces, load->timeline);
  return read_traces (load, found->fleet->len > 0 ? found->fleet : found->traces, error);
}

static TsTimeline *
load_found (const Request *request, Found *found, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = dup_name (request->path);
  g_autoptr (TsTimeline) timeline = _ts_timeline_new (name);
  Load load = { .timeline = timeline, .read.cancellable = cancellable };
  Watch watch = { .load = &load, .request = request };
  GThread *thread = NULL;
  guint64 stamp = 0;
  gboolean good;

  watch.total = add_sizes (found->logs->len > 0 ? found->logs : found->traces, &stamp);
  g_mutex_init (&load.read.mutex);
  g_mutex_init (&watch.mutex);
  g_cond_init (&watch.cond);
  if (request->progress != NULL)
    thread = g_thread_new ("timeline-progress", watch_progress, &watch);
  good = read_found (&load, found, error) && check_something (timeline, request->path, error);
  g_mutex_lock (&watch.mutex);
  watch.done = TRUE;
  g_cond_signal (&watch.cond);
  g_mutex_unlock (&watch.mutex);
  if (thread != NULL)
    g_thread_join (thread);
  g_mutex_clear (&watch.mutex);
  g_cond_clear (&watch.cond);
  g_mutex_clear (&load.read.mutex);
  return good ? g_steal_pointer (&timeline) : NULL;
}

static TsTimeline *
load_path (const Request *request, GCancellable *cancellable, GError **error)
{
  Found found;
  TsTimeline *timeline;

  if (g_access (request->path, R_OK) != 0)
    {
      g_autofree char *shown = g_filename_display_name (request->path);
      int code = errno;
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("Could not open “%s”: %s"),
                   shown, g_strerror (code));
      return NULL;
    }
  if (!look (&found, request->path, error))
    return NULL;
  timeline = load_found (request, &found, cancellable, error);
  found_clear (&found);
  return timeline;
}

TsTimeline *
ts_timeline_load (const char *path,
                  TsTimelineProgressFunc progress,
                  gpointer progress_data,
                  GCancellable *cancellable,
                  GError **error)
{
  const Request request = { path, progress, progress_data };

  return load_path (&request, cancellable, error);
}
