/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/memory-gate.h"

#define N_THREADS 8
#define N_TURNS   2000
#define MAX_BYTES 100

typedef struct
{
  TsMemoryGate *gate;
  gint next; /* turn; atomic */

  GMutex mutex; /* guards the rest */
  gsize bytes, most;
} Test;

static gsize
bytes_of (guint turn)
{
  return turn % 17 == 0 ? 3 * MAX_BYTES : turn % 40;
}

static gpointer
take_turns (gpointer data)
{
  Test *self = data;
  guint turn;

  while ((turn = (guint) g_atomic_int_add (&self->next, 1)) < N_TURNS)
    {
      gsize bytes = bytes_of (turn);

      ts_memory_gate_enter (self->gate, turn, bytes);
      g_mutex_lock (&self->mutex);
      self->bytes += bytes;
      /* One that needs more than there is gets in alone (those that need none do not count). */
      g_assert_true (self->bytes <= MAX_BYTES || self->bytes == 3 * MAX_BYTES);
      self->most = MAX (self->most, self->bytes);
      g_mutex_unlock (&self->mutex);

      g_thread_yield ();
      g_mutex_lock (&self->mutex);
      self->bytes -= bytes;
      g_mutex_unlock (&self->mutex);
      ts_memory_gate_leave (self->gate, bytes);
    }
  return NULL;
}

static void
test_limit (void)
{
  g_autoptr (TsMemoryGate) gate = ts_memory_gate_new (MAX_BYTES);
  GThread *threads[N_THREADS];
  Test test = { .gate = gate };

  g_mutex_init (&test.mutex);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("turns", take_turns, &test);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&test.mutex);
  g_assert_cmpuint (test.most, ==, 3 * MAX_BYTES);
  g_assert_cmpuint (test.bytes, ==, 0);
}

typedef struct
{
  TsMemoryGate *gate;
  guint turn;
  gint *passed; /* atomic */
} Waiting;

static gpointer
wait_for_turn (gpointer data)
{
  Waiting *self = data;

  ts_memory_gate_enter (self->gate, self->turn, 1);
  g_atomic_int_inc (self->passed);
  ts_memory_gate_leave (self->gate, 1);
  return NULL;
}

/* The one behind does not overtake, even if it needs little. */
static void
test_order (void)
{
  g_autoptr (TsMemoryGate) gate = ts_memory_gate_new (MAX_BYTES);
  gint passed = 0;
  Waiting second = { gate, 1, &passed };
  GThread *thread = g_thread_new ("second", wait_for_turn, &second);

  g_usleep (20000);
  g_assert_cmpint (g_atomic_int_get (&passed), ==, 0);
  ts_memory_gate_enter (gate, 0, MAX_BYTES);
  g_usleep (20000);
  g_assert_cmpint (g_atomic_int_get (&passed), ==, 0);
  ts_memory_gate_leave (gate, MAX_BYTES);
  g_thread_join (thread);
  g_assert_cmpint (passed, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-gate/limit", test_limit);
  g_test_add_func ("/memory-gate/order", test_order);
  return g_test_run ();
}
