/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/captions.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* "training steps 0 – 199", "ranks 0 – 7", "28 modules". */
static char *
describe_axis (const TsAxis *axis)
{
  g_autofree char *count = ts_format_count (axis->n);

  if (axis->n == 0)
    return NULL;
  switch (axis->dimension)
    {
    case TS_DIMENSION_STEP:
      if (axis->n == 1)
        return g_strdup_printf (_ ("training step %s"), axis->names[0]);
      return g_strdup_printf (_ ("training steps %s – %s"), axis->names[0],
                              axis->names[axis->n - 1]);
    case TS_DIMENSION_RANK:
      if (axis->n == 1)
        return g_strdup_printf (_ ("rank %s"), axis->names[0]);
      /* Ranks ordered by groups have no first and last. */
      if (axis->n_groups > 1)
        return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s rank", "%s ranks", axis->n),
                                count);
      return g_strdup_printf (_ ("ranks %s – %s"), axis->names[0], axis->names[axis->n - 1]);
    case TS_DIMENSION_MODULE:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s module", "%s modules", axis->n),
                              count);
    }
}

char *
ts_caption_for_matrix (const TsMatrix *matrix)
{
  g_autofree char *x = describe_axis (matrix->x);
  g_autofree char *y = describe_axis (matrix->y);

  if (x == NULL || y == NULL)
    return g_strdup ("");
  return g_strdup_printf ("%s, %s", x, y);
}

char *
ts_caption_for_lines (const TsSelection *selection)
{
  const char *stat = selection->stat != NULL ? selection->stat : "";

  switch (selection->dimension)
    {
    case TS_DIMENSION_STEP:
      return g_strdup_printf (_ ("%s over steps"), stat);
    case TS_DIMENSION_RANK:
      return g_strdup_printf (_ ("%s over ranks"), stat);
    case TS_DIMENSION_MODULE:
    default:
      return g_strdup_printf (_ ("%s over modules"), stat);
    }
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
  GString *text;

  if (target == NULL)
    return NULL;
  text = g_string_new (NULL);
  if (catalog->format == TS_FORMAT_DUMP)
    g_string_append_printf (text, _ ("call %d"), target->micro_step);
  else
    g_string_append_printf (text, _ ("micro-step %d"), target->micro_step);
  if (target->vpp_stage > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("virtual stage %d"), target->vpp_stage);
    }
  if (target->dtype != NULL && *target->dtype != '\0')
    g_string_append_printf (text, "\n%s", target->dtype);
  if (target->shape != NULL && *target->shape != '\0')
    g_string_append_printf (text, "%s%s", target->dtype != NULL ? " · " : "\n", target->shape);
  return g_string_free (text, FALSE);
}

char *
ts_caption_for_state (const TsMatrix *matrix, TsCellState state)
{
  static const char *const signs[TS_N_CELL_STATES] = { [TS_CELL_MISSING] = "▨",
                                                       [TS_CELL_NAN] = "×",
                                                       [TS_CELL_POS_INF] = "▲",
                                                       [TS_CELL_NEG_INF] = "▼",
                                                       [TS_CELL_NULL] = "▧" };
  g_autofree char *count = NULL;

  if (signs[state] == NULL || matrix->counts[state] == 0)
    return NULL;
  count = ts_format_count (matrix->counts[state]);
  return g_strdup_printf ("%s %s %s", signs[state], count, ts_cell_state_get_label (state));
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
