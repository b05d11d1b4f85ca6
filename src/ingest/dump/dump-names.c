/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/dump-names.h"

#include "ingest/dump/call-key.h"
#include "model/number-format.h"

#include <string.h>

static gboolean
has_direction (const GString *key, const char *inside, const char *at_end)
{
  return strstr (key->str, inside) != NULL || g_str_has_suffix (key->str, at_end);
}

/* Every ".forward." becomes ".", every ".forward" that is left goes. */
static void
remove_direction (GString *key, const char *inside, const char *at_end)
{
  g_string_replace (key, inside, ".", 0);
  g_string_replace (key, at_end, "", 0);
}

/* Whether key has at least three components and the last but one is parameters_grad; cuts both off.
 */
static gboolean
cut_numbered_gradient (GString *key)
{
  static const char word[] = ".parameters_grad";
  const char *last = strrchr (key->str, '.');
  gsize length;

  if (last == NULL)
    return FALSE;
  length = (gsize) (last - key->str);
  if (length < strlen (word) || memcmp (last - strlen (word), word, strlen (word)) != 0)
    return FALSE;
  g_string_truncate (key, length - strlen (word));
  return TRUE;
}

guint
ts_compat_metric (GString *key)
{
  if (has_direction (key, ".forward.", ".forward"))
    {
      remove_direction (key, ".forward.", ".forward");
      return TS_DUMP_FORWARD;
    }
  if (has_direction (key, ".backward.", ".backward"))
    {
      remove_direction (key, ".backward.", ".backward");
      return TS_DUMP_BACKWARD;
    }
  if (g_str_has_suffix (key->str, "parameters_grad"))
    {
      g_string_replace (key, ".parameters_grad", "", 0);
      return TS_DUMP_PARAMETERS_GRAD;
    }
  return cut_numbered_gradient (key) ? TS_DUMP_PARAMETERS_GRAD : 0;
}

gint32
ts_compat_split_index (GString *key)
{
  const char *dot = strrchr (key->str, '.');
  const char *last = dot == NULL ? key->str : dot + 1;
  gint32 index;

  if (!ts_parse_digits (last, (gsize) (key->str + key->len - last), &index))
    return 0;
  g_string_truncate (key, dot == NULL ? 0 : (gsize) (dot - key->str));
  return index;
}

gboolean
ts_compat_is_tensor_type (const char *type, gsize length)
{
  static const char *const types[] = { "torch.Tensor", "mindspore.Tensor", "mindtorch.Tensor" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (length == strlen (types[i]) && memcmp (type, types[i], length) == 0)
      return TRUE;
  return FALSE;
}

gboolean
ts_compat_is_dtype (const char *dtype)
{
  static const char *const dtypes[] = {
    "Float16", "Float32", "BFloat16", "torch.float16", "torch.float32", "torch.bfloat16", NULL,
  };

  return g_strv_contains (dtypes, dtype);
}

/* What Python's number parsers see of text: white space around it and underscores between digits
 * gone, digits of any script as ASCII. NULL when an underscore stands elsewhere or text is not
 * UTF-8. */
static char *
plain_digits (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  g_autoptr (GString) plain = g_string_new (NULL);
  const char *p = copy, *end;
  gboolean after_digit = FALSE;

  if (!g_utf8_validate (copy, -1, &end))
    return NULL;
  for (; g_unichar_isspace (g_utf8_get_char (p)); p = g_utf8_next_char (p))
    ;
  while (end > p && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  for (; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean digit = g_unichar_type (c) == G_UNICODE_DECIMAL_NUMBER;

      if (c == '_')
        {
          if (!after_digit || p + 1 >= end
              || g_unichar_type (g_utf8_get_char (p + 1)) != G_UNICODE_DECIMAL_NUMBER)
            return NULL;
        }
      else if (digit)
        g_string_append_c (plain, (char) ('0' + g_unichar_digit_value (c)));
      else
        g_string_append_unichar (plain, c);
      after_digit = digit;
    }
  return g_strdup (plain->str);
}

gboolean
ts_parse_python_float (const char *text, gsize length, double *value)
{
  g_autofree char *plain = plain_digits (text, length);

  /* White space inside would be white space around for ts_parse_double() when a sign is cut off. */
  return plain != NULL && *plain != '\0' && !g_ascii_isspace (*plain)
         && ts_parse_double (plain, -1, value);
}

gboolean
ts_parse_python_int (const char *text, gint64 *value)
{
  g_autofree char *plain = plain_digits (text, strlen (text));
  const char *p = plain;
  gint64 number = 0;
  gboolean negative;

  if (plain == NULL)
    return FALSE;
  negative = *p == '-';
  p += *p == '-' || *p == '+';
  if (*p == '\0')
    return FALSE;
  for (; *p != '\0'; p++)
    {
      if (!g_ascii_isdigit (*p))
        return FALSE;
      number = number * 10 + (*p - '0');
      if (number > G_GINT64_CONSTANT (1) << 53)
        return FALSE;
    }
  *value = negative ? -number : number;
  return TRUE;
}
