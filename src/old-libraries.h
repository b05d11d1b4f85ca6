/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included before everything else where the libraries are older than those of the window (Debian
 * 11): the few newer things that the program without it uses. */
#pragma once

#include <glib.h>
#include <pango/pango.h>
#include <string.h>

#if !GLIB_CHECK_VERSION(2, 68, 0)
static inline gpointer
g_memdup2 (gconstpointer memory, gsize size)
{
  return memory != NULL && size > 0 ? memcpy (g_malloc (size), memory, size) : NULL;
}

/* Of find by replace, at most limit times (0: as often as there are any). */
static inline guint
g_string_replace (GString *string, const char *find, const char *replace, guint limit)
{
  gsize length = strlen (find), at = 0;
  guint n = 0;

  while (length > 0 && (limit == 0 || n < limit))
    {
      const char *found = strstr (string->str + at, find);
      if (found == NULL)
        break;
      at = (gsize) (found - string->str);
      g_string_erase (string, (gssize) at, (gssize) length);
      g_string_insert (string, (gssize) at, replace);
      at += strlen (replace);
      n++;
    }
  return n;
}
#endif

#if !GLIB_CHECK_VERSION(2, 70, 0)
#define G_OPTION_ENTRY_NULL                                                                        \
  {                                                                                                \
    NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL                                                \
  }
#endif

#if !PANGO_VERSION_CHECK(1, 50, 0)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PangoLayout, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PangoAttrList, pango_attr_list_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PangoFontDescription, pango_font_description_free)
#endif
