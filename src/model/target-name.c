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
