/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/canonical-name.h"

#include <string.h>

static gboolean
is_wrapper (const char *part)
{
  return part != NULL
         && (strcmp (part, "module") == 0 || strcmp (part, "_orig_mod") == 0
             || strcmp (part, "_fsdp_wrapped_module") == 0);
}

static gboolean
is_number (const char *part)
{
  return part != NULL && *part != '\0' && strspn (part, "0123456789") == strlen (part);
}

/* The number in front is that of one of several models when something of a model follows; in front
 * of a class it is a module of its own, as in a sequence of layers. */
static gboolean
is_model_index (char **parts, gboolean has_kind)
{
  return is_number (parts[0])
         && (is_wrapper (parts[1])
             || (has_kind && parts[1] != NULL && g_ascii_islower (parts[1][0])));
}

char *
ts_canonical_name (const char *name, guint first_layer)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  g_autoptr (GString) out = g_string_sized_new (strlen (name));
  char **rest = parts;
  gboolean has_kind = g_strcmp0 (rest[0], "Module") == 0 || g_strcmp0 (rest[0], "Cell") == 0;
  gboolean numbered = FALSE;

  if (has_kind && rest[1] != NULL)
    rest++;
  if (is_model_index (rest, has_kind))
    rest++;
  for (char **part = rest; *part != NULL; part++)
    {
      if (is_wrapper (*part) && part[1] != NULL)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '.');
      /* Only the first: experts and the like are numbered inside their layer. */
      if (!numbered && part > rest && strcmp (part[-1], "layers") == 0 && is_number (*part))
        {
          numbered = TRUE;
          g_string_append_printf (out, "%" G_GUINT64_FORMAT,
                                  g_ascii_strtoull (*part, NULL, 10) + first_layer);
        }
      else
        g_string_append (out, *part);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
ts_canonical_name_drop_class (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  g_autoptr (GString) out = g_string_sized_new (strlen (name));
  int class_place = -1;

  /* Modules are attributes of Python objects, in lower case; only their class begins with a
   * capital. What has nothing before its class is an API ("Tensor.add"), or a class alone. */
  for (int i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    if (g_ascii_isupper (parts[i][0]))
      class_place = i;
  for (int i = 0; parts[i] != NULL; i++)
    if (i != class_place)
      g_string_append_printf (out, "%s%s", out->len > 0 ? "." : "", parts[i]);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
