/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/export-options.h"

#include "cli/command-line.h"
#include "model/number-format.h"
#include "plot/export.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEFAULT_WIDTH  1600
#define DEFAULT_HEIGHT 900
#define MIN_SIZE       100
/* What a Cairo surface can hold. */
#define MAX_PIXELS 32767

/* The options as GOption reads them. */
typedef struct
{
  char *heatmap, *lines, *output, *csv;
  char *metric, *stat, *dimension, *along, *value, *filter;
  char **tags, **cells, **rest;
  char *size, *scale, *palette, *scale_type, *mode, *limits, *smoothing;
  char *view, *save_view, *layout;
  gboolean dark, band;
} Parsed;

static void
parsed_clear (Parsed *self)
{
  char **texts[]
      = { &self->heatmap,   &self->lines,   &self->output,     &self->metric, &self->stat,
          &self->dimension, &self->along,   &self->value,      &self->filter, &self->size,
          &self->scale,     &self->palette, &self->scale_type, &self->mode,   &self->limits,
          &self->smoothing, &self->view,    &self->save_view,  &self->csv,    &self->layout };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*texts[i]);
  g_strfreev (self->tags);
  g_strfreev (self->cells);
  g_strfreev (self->rest);
}

/* Options that mean nothing to the other command; they are accepted there, but not shown. */
static gboolean
is_for (const char *option, gboolean lines)
{
  static const char *const of_lines[] = { "along", "cell", "smoothing", "band", NULL };
  static const char *const of_heatmaps[] = { "palette", "mode", "limits", "layout", NULL };

  return !g_strv_contains (lines ? of_heatmaps : of_lines, option);
}

static const TsCommandText heatmap_text
    = { N_ ("--export-heatmap DATABASE|FOLDER --output FILE"),
        N_ ("Draws a heat map of a database, or of the first one in a folder, without a display."),
        N_ ("Exit status: 0 written, 1 nothing was written, 2 wrong usage.\n") };
static const TsCommandText lines_text
    = { N_ ("--export-lines DATABASE|FOLDER --output FILE"),
        N_ ("Draws lines of a database, or of the first one in a folder, without a display."),
        N_ ("Exit status: 0 written, 1 nothing was written, 2 wrong usage,\n"
            "3 written, but some of the lines asked for could not be.\n") };

/* Texts are taken as file names are, byte by byte: GOption would convert other strings from the
 * locale's character set, and refuse "500·2" under LC_ALL=C. */
static gboolean
parse_arguments (Parsed *parsed, gboolean lines, int argc, char **argv, GError **error)
{
  GOptionEntry entries[] = {
    { "export-heatmap", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &parsed->heatmap, NULL,
      NULL },
    { "export-lines", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &parsed->lines, NULL, NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &parsed->output,
      N_ ("The file to draw into: PNG, SVG or PDF, as its name says; - is stdout, as PNG"),
      N_ ("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &parsed->csv,
      N_ ("Write the exact values as CSV; - is stdout"), N_ ("FILE") },
    { "view", 0, 0, G_OPTION_ARG_FILENAME, &parsed->view,
      N_ ("Draw the view of this file, or of a picture that carries one; other options change it"),
      N_ ("FILE") },
    { "save-view", 0, 0, G_OPTION_ARG_FILENAME, &parsed->save_view,
      N_ ("Write the view that was drawn into this file"), N_ ("FILE") },
    { "metric", 0, 0, G_OPTION_ARG_FILENAME, &parsed->metric,
      N_ ("The metric; default: that of the first NaN or Inf, else the first"), N_ ("NAME") },
    { "stat", 0, 0, G_OPTION_ARG_FILENAME, &parsed->stat,
      N_ ("The statistic; default: that of the first NaN or Inf, else norm or the metric’s first"),
      N_ ("NAME") },
    { "dimension", 0, 0, G_OPTION_ARG_FILENAME, &parsed->dimension,
      N_ ("The dimension that is fixed: step, rank or module; default: rank for a heat map, "
          "step for lines"),
      N_ ("NAME") },
    { "along", 0, 0, G_OPTION_ARG_FILENAME, &parsed->along,
      N_ ("The dimension that lines run along; default: the one that is fixed"), N_ ("NAME") },
    { "value", 0, 0, G_OPTION_ARG_FILENAME, &parsed->value,
      N_ ("Its value: a training step (500, 500.2 for its micro-step 2, #7 for global step 7), a "
          "rank or a module’s name; default: that of the first NaN or Inf, else the first value"),
      N_ ("VALUE") },
    { "tag", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &parsed->tags,
      N_ ("Show only modules with this tag (may be repeated)"), N_ ("NAME[::CATEGORY]") },
    { "filter", 0, 0, G_OPTION_ARG_FILENAME, &parsed->filter,
      N_ ("Show only modules whose names contain this text or match this regular expression"),
      N_ ("TEXT") },
    { "cell", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &parsed->cells,
      N_ ("A line through this cell of the heat map (may be repeated); default: the first rows "
          "that hold NaN or Inf, else the largest values"),
      N_ ("X,Y") },
    { "smoothing", 0, 0, G_OPTION_ARG_FILENAME, &parsed->smoothing,
      N_ ("Smooth lines: weight of the past, 0 to 0.999"), N_ ("WEIGHT") },
    { "band", 0, 0, G_OPTION_ARG_NONE, &parsed->band,
      N_ ("Behind the first line: least to greatest value of all ranks, and the others’ median"),
      NULL },
    { "size", 0, 0, G_OPTION_ARG_FILENAME, &parsed->size,
      N_ ("Width and height of the picture; default: 1600x900"), N_ ("WxH") },
    { "scale", 0, 0, G_OPTION_ARG_FILENAME, &parsed->scale,
      N_ ("Pixels of a PNG per unit of its size; default: 1"), N_ ("FACTOR") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &parsed->dark, N_ ("On a dark background"), NULL },
    { "palette", 0, 0, G_OPTION_ARG_FILENAME, &parsed->palette,
      N_ ("cividis, viridis, diverging or classic"), N_ ("NAME") },
    { "scale-type", 0, 0, G_OPTION_ARG_FILENAME, &parsed->scale_type,
      N_ ("Of the colours, or of the lines’ Y axis: linear, log, symlog or auto (by the numbers of "
          "a heat map; the default)"),
      N_ ("TYPE") },
    { "mode", 0, 0, G_OPTION_ARG_FILENAME, &parsed->mode,
      N_ ("Colours: gradient, segmented (by standard deviations) or quantiles"), N_ ("MODE") },
    { "limits", 0, 0, G_OPTION_ARG_FILENAME, &parsed->limits,
      N_ ("Of the colours: full, robust (2–98 %) or MIN:MAX"), N_ ("LIMITS") },
    { "layout", 0, 0, G_OPTION_ARG_FILENAME, &parsed->layout,
      N_ ("How the ranks run, as JSON (--plot-parallelism’s options): names them, and orders and "
          "compares them as a view says"),
      N_ ("FILE") },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &parsed->rest, NULL,
      NULL },
    { 0 },
  };

  for (GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    if (!is_for (entry->long_name, lines))
      entry->flags |= G_OPTION_FLAG_HIDDEN;
  return ts_command_parse (lines ? &lines_text : &heatmap_text, entries, argc, argv, error);
}

static gboolean
fail (GError **error, const char *option, const char *value, const char *expected)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("%s “%s”: expected %s"), option,
               value, expected);
  return FALSE;
}

static gboolean
parse_number (
    const char *option, const char *text, double min, double max, double *value, GError **error)
{
  if (text == NULL)
    return TRUE;
  if (ts_parse_double (text, -1, value) && *value >= min && *value <= max)
    return TRUE;
  g_autofree char *low = ts_format_short (min, 4);
  g_autofree char *high = ts_format_short (max, 4);
  g_autofree char *expected = g_strdup_printf (_ ("a number from %s to %s"), low, high);
  return fail (error, option, text, expected);
}

/* "1600x900". */
static gboolean
parse_size (TsExportOptions *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = text != NULL ? g_strsplit_set (text, "xX×", 2) : NULL;
  double limit = MAX_PIXELS / MAX (self->scale, 1);

  if (text == NULL
      || (parts[0] != NULL && parts[1] != NULL && ts_parse_double (parts[0], -1, &self->width)
          && ts_parse_double (parts[1], -1, &self->height)))
    if (self->width >= MIN_SIZE && self->height >= MIN_SIZE && self->width <= limit
        && self->height <= limit)
      return TRUE;
  g_autofree char *expected
      = g_strdup_printf (_ ("WIDTHxHEIGHT from %d to %d"), MIN_SIZE, (int) limit);
  return fail (error, "--size", text != NULL ? text : "1600x900", expected);
}

/* The place of text in a list of words; n when it is none of them. */
static guint
find_word (const char *text, const char *const *words)
{
  guint i = 0;

  while (words[i] != NULL && strcmp (words[i], text) != 0)
    i++;
  return i;
}

static gboolean
parse_word (
    const char *option, const char *text, const char *const *words, guint *found, GError **error)
{
  if (text == NULL)
    return TRUE;
  *found = find_word (text, words);
  if (words[*found] != NULL)
    return TRUE;
  g_autofree char *expected = g_strjoinv (", ", (char **) words);
  return fail (error, option, text, expected);
}

static gboolean
parse_limits (TsHeatmapColors *colors, const char *text, GError **error)
{
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;
  if (strcmp (text, "full") == 0 || strcmp (text, "robust") == 0)
    {
      colors->limits = text[0] == 'f' ? TS_LIMITS_FULL : TS_LIMITS_ROBUST;
      return TRUE;
    }
  parts = g_strsplit (text, ":", 2);
  colors->limits = TS_LIMITS_FIXED;
  if (parts[0] != NULL && parts[1] != NULL && ts_parse_double (parts[0], -1, &colors->fixed_min)
      && ts_parse_double (parts[1], -1, &colors->fixed_max) && isfinite (colors->fixed_min)
      && isfinite (colors->fixed_max) && colors->fixed_min < colors->fixed_max)
    return TRUE;
  return fail (error, "--limits", text, "full, robust, MIN:MAX");
}

static gboolean
parse_colors (TsHeatmapColors *colors, const Parsed *parsed, GError **error)
{
  static const char *const scales[] = { "auto", "linear", "log", "symlog", NULL };
  static const char *const modes[] = { "gradient", "segmented", "quantiles", NULL };
  guint scale = 0, mode;

  ts_heatmap_colors_init (colors);
  mode = colors->mode;
  if (parsed->palette != NULL && !ts_palette_from_key (parsed->palette, &colors->palette))
    return fail (error, "--palette", parsed->palette, "cividis, viridis, diverging, classic");
  if (!parse_word ("--scale-type", parsed->scale_type, scales, &scale, error)
      || !parse_word ("--mode", parsed->mode, modes, &mode, error)
      || !parse_limits (colors, parsed->limits, error))
    return FALSE;
  colors->auto_scale = scale == 0;
  colors->scale = scale > 0 ? (TsScaleType) (scale - 1) : TS_SCALE_LINEAR;
  colors->mode = (TsColorMode) mode;
  return TRUE;
}

static gboolean
take_paths (TsExportOptions *self, Parsed *parsed, GError **error)
{
  g_autofree char *lower = parsed->output != NULL ? g_ascii_strdown (parsed->output, -1) : NULL;

  if ((parsed->heatmap != NULL) == (parsed->lines != NULL))
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         _ ("Give one of --export-heatmap and --export-lines."));
  else if (parsed->rest != NULL && parsed->rest[0] != NULL)
    {
      g_autofree char *name = g_filename_display_name (parsed->rest[0]);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, _ ("Unexpected argument “%s”."),
                   name);
    }
  else if (parsed->output == NULL && parsed->csv == NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         _ ("Say where to with --output FILE or --csv FILE."));
  else if (lower != NULL && !g_str_has_suffix (lower, ".csv")
           && !ts_export_check_path (parsed->output, error))
    return FALSE;
  else
    {
      self->lines = parsed->lines != NULL;
      self->input = g_strdup (self->lines ? parsed->lines : parsed->heatmap);
      self->csv = g_strdup (parsed->csv);
      /* A table may be asked for by its name alone. */
      if (lower != NULL && self->csv == NULL && g_str_has_suffix (lower, ".csv"))
        self->csv = g_strdup (parsed->output);
      else
        self->output = g_strdup (parsed->output);
      return TRUE;
    }
  return FALSE;
}

static char *
take_text (const char *text)
{
  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

static char **
take_texts (char **texts)
{
  g_autoptr (GPtrArray) taken = g_ptr_array_new ();

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_ptr_array_add (taken, take_text (texts[i]));
  g_ptr_array_add (taken, NULL);
  return (char **) g_ptr_array_steal (taken, NULL);
}

static gboolean
take_all (TsExportOptions *self, Parsed *parsed, GError **error)
{
  self->metric = take_text (parsed->metric);
  self->stat = take_text (parsed->stat);
  self->dimension = take_text (parsed->dimension);
  self->along = take_text (parsed->along);
  self->value = take_text (parsed->value);
  self->filter = take_text (parsed->filter);
  self->tags = take_texts (parsed->tags);
  self->cells = take_texts (parsed->cells);
  self->view = g_strdup (parsed->view);
  self->save_view = g_strdup (parsed->save_view);
  self->layout = g_strdup (parsed->layout);
  self->palette_given = parsed->palette != NULL;
  self->scale_given = parsed->scale_type != NULL;
  self->mode_given = parsed->mode != NULL;
  self->limits_given = parsed->limits != NULL;
  self->smoothing_given = parsed->smoothing != NULL;
  self->dark = parsed->dark;
  self->band = parsed->band;
  return take_paths (self, parsed, error)
         && parse_number ("--scale", parsed->scale, 0.25, 8, &self->scale, error)
         && parse_number ("--smoothing", parsed->smoothing, 0, 0.999, &self->smoothing, error)
         && parse_size (self, parsed->size, error) && parse_colors (&self->colors, parsed, error);
}

gboolean
ts_export_options_parse (TsExportOptions *self, int argc, char **argv, GError **error)
{
  Parsed parsed = { 0 };
  gboolean lines = FALSE, good;

  for (int i = 1; i < argc && !lines; i++)
    lines = g_str_has_prefix (argv[i], "--export-lines");
  *self = (TsExportOptions){ .width = DEFAULT_WIDTH, .height = DEFAULT_HEIGHT, .scale = 1 };
  good = parse_arguments (&parsed, lines, argc, argv, error) && take_all (self, &parsed, error);
  parsed_clear (&parsed);
  return good;
}

void
ts_export_options_clear (TsExportOptions *self)
{
  char **texts[] = { &self->input,     &self->output,    &self->metric, &self->stat,
                     &self->dimension, &self->along,     &self->value,  &self->filter,
                     &self->view,      &self->save_view, &self->csv,    &self->layout };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
  g_clear_pointer (&self->tags, g_strfreev);
  g_clear_pointer (&self->cells, g_strfreev);
}
