/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"
#include "model/output.h"
#include "parallel/parallel-layout.h"
#include "plot/export.h"
#include "plot/layout/parallel-plot.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_PNG_PIXELS 64e6 /* at twice the resolution; larger pictures get the plain one */

/* A number of the configuration by the names of its option: ours, which is msProbe's, and
 * Megatron-LM's. */
typedef struct
{
  const char *field;
  const char *option;
  const char *megatron; /* or NULL */
} Spelling;

static const Spelling spellings[] = {
  { "world-size", "world-size", NULL },
  { "num-layers", "num-layers", NULL },
  { "tensor-parallel-size", "tensor-parallel-size", "tensor-model-parallel-size" },
  { "pipeline-parallel-size", "pipeline-parallel-size", "pipeline-model-parallel-size" },
  { "context-parallel-size", "context-parallel-size", NULL },
  { "expert-parallel-size", "expert-parallel-size", "expert-model-parallel-size" },
  { "layers-per-virtual-stage", "num-layers-per-virtual-pipeline-stage", NULL },
  { "virtual-stages-per-rank", "num-virtual-stages-per-pipeline-rank", NULL },
  { "first-pipeline-layers", "decoder-first-pipeline-num-layers", NULL },
  { "last-pipeline-layers", "decoder-last-pipeline-num-layers", NULL },
  { "standalone-embedding", "standalone-embedding-stage", NULL },
  { "order", "order", NULL },
};

typedef struct
{
  char *numbers[G_N_ELEMENTS (spellings)]; /* as given, NULL where not */
  char *order;
  char *output_path;
  char *format;
  char *output, *json;
  char **rest;
  gboolean standalone, tp_pp_dp, dark, command;
} Options;

static int
usage_error (const char *option, const char *message)
{
  g_printerr ("trendscope: --%s: %s\n", option, message);
  return TS_EXIT_USAGE;
}

static const char *
option_of_field (const char *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (g_strcmp0 (spellings[i].field, field) == 0)
      return spellings[i].option;
  return "plot-parallelism";
}

/* ---- Reading the command line ---- */

static void
add_entry (GArray *entries,
           const char *name,
           GOptionArg arg,
           gpointer target,
           const char *help,
           const char *value)
{
  GOptionEntry entry = {
    .long_name = name,
    .flags = help == NULL ? G_OPTION_FLAG_HIDDEN : G_OPTION_FLAG_NONE,
    .arg = arg,
    .arg_data = target,
    .description = help,
    .arg_description = value,
  };

  g_array_append_val (entries, entry);
}

static void
add_number_entries (GArray *entries, Options *options)
{
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      const Spelling *spelling = &spellings[i];
      g_assert (g_str_equal (spelling->field, fields[i].name));
      add_entry (entries, spelling->option, G_OPTION_ARG_STRING, &options->numbers[i],
                 fields[i].help, "N");
      if (spelling->megatron != NULL)
        add_entry (entries, spelling->megatron, G_OPTION_ARG_STRING, &options->numbers[i], NULL,
                   "N");
    }
}

/* "--json" alone, as it was first, means "--json -". */
static GPtrArray *
complete_arguments (int argc, char **argv)
{
  GPtrArray *arguments = g_ptr_array_new ();

  for (int i = 0; i < argc; i++)
    {
      g_ptr_array_add (arguments, argv[i]);
      if (strcmp (argv[i], "--json") == 0
          && (i + 1 == argc || g_str_has_prefix (argv[i + 1], "--")))
        g_ptr_array_add (arguments, (char *) "-");
    }
  return arguments;
}

static gboolean
parse (int argc, char **argv, Options *options, GError **error)
{
  const TsCommandText text
      = { N_ ("--plot-parallelism"),
          N_ ("Draws which ranks hold which layers into wsW_lnL_tpT_ppP_vppV.png.\n"
              "Megatron-LM’s spellings, such as --tensor-model-parallel-size, work too."),
          N_ ("Exit status: 0 drawn, 1 nothing was written, 2 wrong usage.\n") };
  g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  g_autoptr (GPtrArray) arguments = complete_arguments (argc, argv);

  add_entry (entries, "plot-parallelism", G_OPTION_ARG_NONE, &options->command, NULL, NULL);
  add_number_entries (entries, options);
  add_entry (entries, "order", G_OPTION_ARG_STRING, &options->order,
             N_ ("Dimensions from the fastest to the slowest (tp-cp-ep-dp-pp)"), N_ ("ORDER"));
  add_entry (entries, "use-tp-pp-dp-mapping", G_OPTION_ARG_NONE, &options->tp_pp_dp, NULL, NULL);
  add_entry (entries, "standalone-embedding-stage", G_OPTION_ARG_NONE, &options->standalone,
             N_ ("The first pipeline stage holds only the embedding"), NULL);
  add_entry (entries, "output-path", G_OPTION_ARG_FILENAME, &options->output_path,
             N_ ("Folder for the picture (the current one)"), N_ ("DIR"));
  add_entry (entries, "format", G_OPTION_ARG_STRING, &options->format, N_ ("png, svg or pdf (png)"),
             "png|svg|pdf");
  add_entry (entries, "dark", G_OPTION_ARG_NONE, &options->dark, N_ ("Draw on a dark background"),
             NULL);
  add_entry (entries, "output", G_OPTION_ARG_FILENAME, &options->output,
             N_ ("The picture: PNG, SVG or PDF, as its name says; - is stdout"), N_ ("FILE"));
  add_entry (entries, "json", G_OPTION_ARG_FILENAME, &options->json,
             N_ ("Write groups and layers as JSON instead of drawing; - is stdout"), N_ ("FILE"));
  add_entry (entries, G_OPTION_REMAINING, G_OPTION_ARG_FILENAME_ARRAY, &options->rest, NULL, NULL);
  if (!ts_command_parse (&text, (const GOptionEntry *) (const void *) entries->data,
                         (int) arguments->len, (char **) arguments->pdata, error))
    return FALSE;
  if (options->output != NULL && !ts_export_check_path (options->output, error))
    return FALSE;
  return ts_command_take_none (options->rest, "--plot-parallelism", error);
}

static void
options_clear (Options *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (options->numbers); i++)
    g_free (options->numbers[i]);
  g_free (options->order);
  g_free (options->output_path);
  g_free (options->format);
  g_free (options->output);
  g_free (options->json);
  g_strfreev (options->rest);
}

/* ---- From options to a layout ---- */

static void
choose_order (TsParallelConfig *config, const Options *options)
{
  const char *order = options->order;

  /* Megatron-LM's --use-tp-pp-dp-mapping, with ep where it may stand. */
  if (order == NULL && options->tp_pp_dp)
    order = config->expert_parallel_size > 1 ? "tp-cp-pp-ep-dp" : "tp-cp-pp-dp";
  if (order == NULL)
    return;
  g_free (config->order);
  config->order = g_strdup (order);
}

static int
read_config (const Options *options, TsParallelConfig *config)
{
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      const char *text = options->numbers[i];
      gint64 value;
      if (text == NULL && i < 2) /* the world and the model have no default */
        return usage_error (spellings[i].option, _ ("a number is needed"));
      if (text == NULL)
        continue;
      if (!g_ascii_string_to_signed (text, 10, 1, fields[i].max, &value, NULL))
        {
          g_autofree char *message = g_strdup_printf (
              _ ("“%s” is not a whole number from 1 to %" PRId64), text, fields[i].max);
          return usage_error (spellings[i].option, message);
        }
      ts_parallel_config_set (config, &fields[i], value);
    }
  config->standalone_embedding = options->standalone;
  choose_order (config, options);
  return TS_EXIT_OK;
}

static int
create_layout (const Options *options, TsParallelLayout **layout)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (GError) error = NULL;
  const char *field = NULL;
  int status = read_config (options, config);

  if (status != TS_EXIT_OK)
    return status;
  if (!ts_parallel_config_validate (config, &field, &error))
    return usage_error (option_of_field (field),
                        ts_parallel_config_strip_title (field, error->message));
  *layout = ts_parallel_layout_new (config, NULL);
  return TS_EXIT_OK;
}

/* ---- Output ---- */

static int
write_json (TsParallelLayout *layout, const char *path)
{
  g_autoptr (GError) error = NULL;
  TsOutput *output = ts_output_open (path, &error);

  if (output != NULL
      && ts_output_close (
          output,
          ts_parallel_layout_write_json (layout, ts_output_get_stream (output), NULL, &error),
          &error))
    return TS_EXIT_OK;
  g_printerr ("trendscope: %s\n", error->message);
  return TS_EXIT_NOTHING;
}

static void
draw (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_parallel_plot_draw (plot, cr, style, width, height);
}

static int
export_picture (TsParallelLayout *layout, const Options *options, const char *format)
{
  const char *folder = options->output_path != NULL ? options->output_path : ".";
  g_autofree char *name = ts_parallel_layout_get_file_name (layout, format);
  g_autofree char *path = options->output != NULL ? g_strdup (options->output)
                                                  : g_build_filename (folder, name, NULL);
  g_autoptr (TsParallelPlot) plot = ts_parallel_plot_new ();
  g_autoptr (GError) error = NULL;
  TsPlotStyle style;
  double width, height;
  gboolean ok;

  if (options->output == NULL && g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_autofree char *message
          = g_strdup_printf (_ ("can’t make the folder “%s”: %s"), folder, g_strerror (errno));
      usage_error ("output-path", message);
      return TS_EXIT_NOTHING;
    }
  ts_parallel_plot_set_layout (plot, layout);
  ts_parallel_plot_get_natural_size (plot, &width, &height);
  ts_plot_style_init (&style, options->dark);
  style.scale = 4 * width * height <= MAX_PNG_PIXELS ? 2 : 1;
  ok = ts_export (path, ts_export_type_from_path (path), &style, width, height, draw, plot, &error);
  ts_plot_style_clear (&style);
  if (!ok)
    {
      g_printerr ("trendscope: %s\n", error->message);
      return TS_EXIT_NOTHING;
    }
  if (strcmp (path, "-") != 0)
    g_print ("%s\n", path);
  return TS_EXIT_OK;
}

static int
run (const Options *options)
{
  const char *const formats[] = { "png", "svg", "pdf", NULL };
  g_autofree char *format = g_ascii_strdown (options->format != NULL ? options->format : "png", -1);
  g_autoptr (TsParallelLayout) layout = NULL;
  int status;

  if (!g_strv_contains (formats, format))
    {
      g_autofree char *message
          = g_strdup_printf (_ ("“%s” is not a format; png, svg or pdf would fit"), format);
      return usage_error ("format", message);
    }
  status = create_layout (options, &layout);
  if (status != TS_EXIT_OK)
    return status;
  return options->json != NULL ? write_json (layout, options->json)
                               : export_picture (layout, options, format);
}

int
ts_cli_plot_parallelism (int argc, char **argv)
{
  Options options = { 0 };
  g_autoptr (GError) error = NULL;
  int status = parse (argc, argv, &options, &error)
                   ? run (&options)
                   : ts_command_report_usage (error, "--plot-parallelism");

  options_clear (&options);
  return status;
}
