/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/report.h"

#include <string.h>

struct _TsTimelineReport
{
  GMutex mutex;
  GPtrArray *notes;
  gboolean sorted;
};

static void
note_free (gpointer data)
{
  TsTimelineNote *note = data;

  g_free (note->path);
  g_free (note->message);
  g_free (note);
}

TsTimelineReport *
ts_timeline_report_new (void)
{
  TsTimelineReport *self = g_atomic_rc_box_new0 (TsTimelineReport);

  g_mutex_init (&self->mutex);
  self->notes = g_ptr_array_new_with_free_func (note_free);
  return self;
}

TsTimelineReport *
ts_timeline_report_ref (TsTimelineReport *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
report_clear (gpointer data)
{
  TsTimelineReport *self = data;

  g_mutex_clear (&self->mutex);
  g_ptr_array_unref (self->notes);
}

void
ts_timeline_report_unref (TsTimelineReport *self)
{
  g_atomic_rc_box_release_full (self, report_clear);
}

static TsTimelineNote *
find_note (TsTimelineReport *self, const char *code, const char *path)
{
  for (guint i = 0; i < self->notes->len; i++)
    {
      TsTimelineNote *note = g_ptr_array_index (self->notes, i);
      if (strcmp (note->code, code) == 0 && strcmp (note->path, path) == 0)
        return note;
    }
  return NULL;
}

void
ts_timeline_report_add (TsTimelineReport *self,
                        gboolean warning,
                        const char *code,
                        const char *path,
                        gint64 line,
                        guint64 count,
                        const char *message)
{
  TsTimelineNote *note;

  g_mutex_lock (&self->mutex);
  note = find_note (self, code, path);
  if (note == NULL)
    {
      note = g_new (TsTimelineNote, 1);
      *note = (TsTimelineNote){ warning, code, g_strdup (path), line, 0, g_strdup (message) };
      g_ptr_array_add (self->notes, note);
      self->sorted = FALSE;
    }
  note->count += count;
  if (line > 0 && (note->line == 0 || line < note->line))
    note->line = line;
  g_mutex_unlock (&self->mutex);
}

static int
compare_notes (gconstpointer a, gconstpointer b)
{
  const TsTimelineNote *na = *(TsTimelineNote *const *) a, *nb = *(TsTimelineNote *const *) b;
  int order = nb->warning - na->warning;

  if (order == 0)
    order = strcmp (na->path, nb->path);
  if (order == 0)
    order = (na->line > nb->line) - (na->line < nb->line);
  return order != 0 ? order : strcmp (na->code, nb->code);
}

const GPtrArray *
ts_timeline_report_get_notes (TsTimelineReport *self)
{
  g_mutex_lock (&self->mutex);
  if (!self->sorted)
    g_ptr_array_sort (self->notes, compare_notes);
  self->sorted = TRUE;
  g_mutex_unlock (&self->mutex);
  return self->notes;
}

gboolean
ts_timeline_report_has_warnings (TsTimelineReport *self)
{
  gboolean found = FALSE;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->notes->len; i++)
    found |= ((TsTimelineNote *) g_ptr_array_index (self->notes, i))->warning;
  g_mutex_unlock (&self->mutex);
  return found;
}
