/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For builds with -Db_sanitize=thread. GLib's mutexes and conditions are futexes of its own, in a
 * library that was built without the sanitizer, which therefore takes everything they guard for a
 * race. Linked into a test, these stand before GLib's and tell it what follows what. */

#include <dlfcn.h>
#include <glib.h>

void __tsan_acquire (void *address);
void __tsan_release (void *address);

#define REAL(name) ((__typeof__ (&name)) real (#name))

static void *
real (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

void (g_mutex_lock) (GMutex *mutex)
{
  REAL (g_mutex_lock) (mutex);
  __tsan_acquire (mutex);
}

void (g_mutex_unlock) (GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_mutex_unlock) (mutex);
}

void (g_cond_wait) (GCond *cond, GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean (g_cond_wait_until) (GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean woken;

  __tsan_release (mutex);
  woken = REAL (g_cond_wait_until) (cond, mutex, end_time);
  __tsan_acquire (mutex);
  return woken;
}
