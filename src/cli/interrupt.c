/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include "model/unfinished.h"

#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

struct _TsInterrupt
{
  GCancellable *cancellable;
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  gboolean at_once;
  int signal; /* atomic */
};

typedef struct
{
  TsInterrupt *interrupt;
  int signal;
} Watch;

/* The first cancels; the second one ends the program as it would without us. */
static gboolean
on_signal (gpointer data)
{
  const Watch *watch = data;

  if (g_atomic_int_compare_and_exchange (&watch->interrupt->signal, 0, watch->signal)
      && !watch->interrupt->at_once)
    {
      g_cancellable_cancel (watch->interrupt->cancellable);
      return G_SOURCE_CONTINUE;
    }
  ts_unfinished_delete_all ();
  signal (watch->signal, SIG_DFL);
  kill (getpid (), watch->signal);
  return G_SOURCE_REMOVE;
}

/* What is ignored, as nohup makes it, stays ignored. */
static void
watch_signal (TsInterrupt *self, int number)
{
  struct sigaction action;
  GSource *source;
  Watch *watch;

  if (sigaction (number, NULL, &action) != 0 || action.sa_handler == SIG_IGN)
    return;
  watch = g_new (Watch, 1);
  *watch = (Watch){ self, number };
  source = g_unix_signal_source_new (number);
  g_source_set_callback (source, on_signal, watch, g_free);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

static gpointer
wait_for_signals (gpointer data)
{
  g_main_loop_run (data);
  return NULL;
}

static TsInterrupt *
start (gboolean at_once)
{
  TsInterrupt *self = g_new0 (TsInterrupt, 1);

  self->at_once = at_once;
  self->cancellable = g_cancellable_new ();
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  watch_signal (self, SIGINT);
  watch_signal (self, SIGTERM);
  watch_signal (self, SIGHUP);
  self->thread = g_thread_new ("signals", wait_for_signals, self->loop);
  return self;
}

TsInterrupt *
ts_interrupt_new (void)
{
  return start (FALSE);
}

TsInterrupt *
ts_interrupt_new_at_once (void)
{
  return start (TRUE);
}

GCancellable *
ts_interrupt_get_cancellable (const TsInterrupt *self)
{
  return self->cancellable;
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

int
ts_interrupt_free (TsInterrupt *self)
{
  /* Not from here: it would have no effect before the loop runs. */
  GSource *source = g_idle_source_new ();
  int number;

  g_source_set_callback (source, quit, self->loop, NULL);
  g_source_attach (source, self->context);
  g_source_unref (source);
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context); /* and the sources with it */
  g_object_unref (self->cancellable);
  number = g_atomic_int_get (&self->signal);
  g_free (self);
  return number;
}
