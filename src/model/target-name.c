/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/target-name.h"

#include <string.h>

#define SEPARATORS ".:/"
/* More digits are no number of a layer. */
#define MOST_DIGITS 6

static gboolean
is_one_of (const char *part, gsize length, const char *const *words)
{
  for (; *words != NULL; words++)
    if (strlen (*words) == length && strncmp (part, *words, length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_number (const char *part, gsize length)
{
  return length > 0 && strspn (part, "0123456789") >= length;
}

/* Whether a number after this component numbers layers, rather than a model chunk or a tensor. */
static gboolean
numbers_layers (const char *part, gsize length)
{
  static const char *const others[]
      = { "Module", "Cell", "input", "output", "kwargs", "parameters", NULL };

  return length > 0 && !is_number (part, length) && !is_one_of (part, length, others);
}

/* The names of APIs begin so; their numbers count calls. */
static gboolean
is_api (const char *name)
{
  static const char *const kinds[] = { "Functional",
                                       "Tensor",
                                       "Torch",
                                       "NPU",
                                       "Aten",
                                       "VF",
                                       "Distributed",
                                       "MindSpeed",
                                       "Mint",
                                       "MintFunctional",
                                       "MintDistributed",
                                       "Jit",
                                       "Primitive",
                                       NULL };

  return is_one_of (name, strcspn (name, "."), kinds);
}

gboolean
ts_target_name_find_layer (const char *name, gsize *start, gsize *end)
{
  gsize previous = 0, previous_length = 0;

  if (is_api (name))
    return FALSE;
  for (gsize part = 0; name[part] != '\0';)
    {
      gsize length = strcspn (name + part, SEPARATORS);
      if (is_number (name + part, length) && length <= MOST_DIGITS
          && numbers_layers (name + previous, previous_length))
        {
          if (start != NULL)
            *start = previous;
          if (end != NULL)
            *end = part + length;
          return TRUE;
        }
      previous = part;
      previous_length = length;
      part += length + (name[part + length] != '\0');
    }
  return FALSE;
}

int
ts_target_name_get_layer (const char *name)
{
  gsize end;

  if (!ts_target_name_find_layer (name, NULL, &end))
    return -1;
  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  return (int) g_ascii_strtoll (name + end, NULL, 10);
}

/* --- for the eye --- */

#define PART " · "

/* How many bytes all names begin with alike, up to a component's end. */
static gsize
common_head (const char *const *names, guint n)
{
  gsize length = strlen (names[0]), head = 0;

  for (guint i = 1; i < n; i++)
    {
      gsize same = 0;
      while (same < length && names[i][same] == names[0][same])
        same++;
      length = same;
    }
  for (gsize k = 0; k < length; k++)
    if (names[0][k] == '.')
      head = k + 1;
  /* A number alone says nothing: "layers.3" keeps its word, whichever name it is a number in. */
  for (guint i = 0; i < n && head > 0; i++)
    if (g_ascii_isdigit (names[i][head]))
      {
        for (head--; head > 0 && names[0][head - 1] != '.';)
          head--;
        i = 0;
      }
  return head;
}

/* How many bytes all names end with alike, from a " · " on. */
static gsize
common_tail (const char *const *names, guint n, gsize head)
{
  gsize length = strlen (names[0]), same = length - head;

  for (guint i = 1; i < n; i++)
    {
      gsize other = strlen (names[i]), k = 0;
      while (k < MIN (same, other - head) && names[i][other - 1 - k] == names[0][length - 1 - k])
        k++;
      same = k;
    }
  for (gsize k = length - same; k < length; k++)
    if (g_str_has_prefix (names[0] + k, PART))
      return length - k;
  return 0;
}

static gboolean
are_equal (const char *const *names, guint n)
{
  for (guint i = 1; i < n; i++)
    if (strcmp (names[i], names[0]) != 0)
      return FALSE;
  return TRUE;
}

char **
ts_target_names_drop_common (const char *const *names, guint n, char **common)
{
  char **rest = g_new0 (char *, n + 1);
  gsize head = 0, tail = 0;

  if (!are_equal (names, n))
    {
      head = common_head (names, n);
      tail = common_tail (names, n, head);
    }
  for (guint i = 0; i < n; i++)
    rest[i] = g_strndup (names[i] + head, strlen (names[i]) - head - tail);
  if (common != NULL)
    *common = head + tail > 0 ? g_strdup_printf ("%.*s…%s", (int) head, names[0],
                                                 names[0] + strlen (names[0]) - tail)
                              : g_strdup ("");
  return rest;
}

/* Whether a component is the name of a class, as PyTorch's and MindSpore's modules have them. */
static gboolean
is_class (const char *part)
{
  return g_ascii_isupper (*part) && strcmp (part, "Module") != 0 && strcmp (part, "Cell") != 0;
}

static char *
join (char **parts, const gboolean *dropped)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (dropped[i] && i > 0 && dropped[i - 1])
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? "." : "", dropped[i] ? "…" : parts[i]);
    }
  return g_string_free (text, FALSE);
}

/* The components that may go, in this order: class names from the last on, then those from the
 * first on. The layer with its number stays, and the slot: what is behind the last class, or the
 * last two. */
static guint
list_victims (char **parts, guint *victims)
{
  guint n_parts = g_strv_length (parts), n = 0, slot = n_parts > 2 ? n_parts - 2 : 0;

  for (guint i = n_parts; i-- > 1;)
    if (is_class (parts[i]))
      victims[n++] = i;
  for (guint i = 0; i < slot; i++)
    {
      gboolean number = is_number (parts[i], strlen (parts[i]));
      gboolean numbered = is_number (parts[i + 1], strlen (parts[i + 1]));
      if (!number && !numbered && !(i > 0 && is_class (parts[i])))
        victims[n++] = i;
    }
  return n;
}

char *
ts_target_name_cut (const char *name, guint most)
{
  const char *behind = strstr (name, PART);
  g_autofree char *front
      = behind != NULL ? g_strndup (name, (gsize) (behind - name)) : g_strdup (name);
  g_auto (GStrv) parts = g_strsplit (front, ".", -1);
  guint n_parts = g_strv_length (parts), n;
  g_autofree gboolean *dropped = g_new0 (gboolean, n_parts + 1);
  g_autofree guint *victims = g_new (guint, 2 * n_parts + 1);
  char *text = g_strdup (name);

  n = list_victims (parts, victims);
  for (guint i = 0; i < n && g_utf8_strlen (text, -1) > (glong) most; i++)
    {
      g_autofree char *short_name = NULL;
      dropped[victims[i]] = TRUE;
      short_name = join (parts, dropped);
      g_free (text);
      text = g_strconcat (short_name, behind, NULL);
    }
  return text;
}
