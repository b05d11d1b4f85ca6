/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/captions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Its label follows its name with " · vpp 1" then. */
static gboolean
label_tells_stage (const TsCatalogTarget *target)
{
  return target->label != NULL && g_str_has_prefix (target->label, target->name)
         && g_str_has_prefix (target->label + strlen (target->name), " · ");
}

char *
ts_caption_for_cell (const TsCatalog *catalog,
                     const TsSelection *selection,
                     const TsMatrix *matrix,
                     guint x,
                     guint y)
{
  gint64 id = matrix->y->dimension == TS_DIMENSION_MODULE && y < matrix->y->n ? matrix->y->ids[y]
                                                                              : selection->value;
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, id);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autofree char *stage = NULL;

  if (target == NULL)
    return NULL;
  if (target->vpp_stage > 0 && !label_tells_stage (target))
    {
      stage = g_strdup_printf (_ ("virtual stage %d"), target->vpp_stage);
      g_ptr_array_add (parts, stage);
    }
  if (target->dtype != NULL && *target->dtype != '\0')
    g_ptr_array_add (parts, target->dtype);
  if (target->shape != NULL && *target->shape != '\0')
    g_ptr_array_add (parts, target->shape);
  g_ptr_array_add (parts, NULL);
  return parts->len > 1 ? g_strjoinv (" · ", (char **) parts->pdata) : NULL;
}

char *
ts_caption_to_file_name (const char *title, const char *suffix)
{
  GString *name = g_string_new (NULL);
  gboolean gap = FALSE;

  for (const char *p = title; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == 0xb7 || g_unichar_isspace (c)
          || (c < 128 && strchr ("/\\:*?\"<>|", (int) c) != NULL))
        gap = name->len > 0;
      else
        {
          if (gap)
            g_string_append_c (name, '-');
          gap = FALSE;
          g_string_append_unichar (name, c);
        }
    }
  /* File systems stop at 255 bytes. */
  if (name->len > 200)
    g_string_truncate (name,
                       (gsize) (g_utf8_find_prev_char (name->str, name->str + 200) - name->str));
  g_string_append (name, suffix);
  return g_string_free (name, FALSE);
}
