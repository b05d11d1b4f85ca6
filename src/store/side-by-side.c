/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/side-by-side.h"

typedef struct
{
  TsPieceFunc func;
  gpointer data;
  gint n, next;
} Work;

static gpointer
do_pieces (gpointer data)
{
  Work *self = data;
  gint i;

  while ((i = g_atomic_int_add (&self->next, 1)) < self->n)
    self->func ((guint) i, self->data);
  return NULL;
}

void
_ts_side_by_side (guint n, TsPieceFunc func, gpointer data)
{
  Work work = { func, data, (gint) n, 0 };
  guint n_threads = MIN (g_get_num_processors (), n), n_started = 0;
  g_autofree GThread **threads = g_new0 (GThread *, n_threads + 1);

  /* Without threads it takes longer, and nothing else. */
  for (guint i = 1; i < n_threads; i++)
    if ((threads[n_started] = g_thread_try_new ("pieces", do_pieces, &work, NULL)) != NULL)
      n_started++;
  do_pieces (&work);
  for (guint i = 0; i < n_started; i++)
    g_thread_join (threads[i]);
}
