/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"
#include "cli/interrupt.h"

#include "merge/merge.h"
#include "model/number-format.h"
#include "store/run-location.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  gboolean merge;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static gboolean
parse_arguments (Arguments *self, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "merge", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->merge, NULL, NULL },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &self->rest, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text = {
    N_ ("--merge OUT.trend.db PART…"),
    N_ ("Makes one database of the parts of a run, for programs that read but one: each PART\n"
        "is a *.trend.db, or a folder with those of one run. Trendscope opens parts as they "
        "are."),
    N_ ("Exit status: 0 merged, 1 nothing was written, 2 wrong usage, 3 merged, but parts do\n"
        "not fit together (named at the end).\n")
  };

  return ts_command_parse (&text, entries, argc, argv, error);
}

/* All databases that the operands from the second on stand for. */
static GPtrArray *
list_parts (char **operands, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 1; operands[i] != NULL; i++)
    {
      GPtrArray *paths = ts_run_location_list (operands[i], cancellable, error);
      if (paths == NULL)
        return NULL;
      g_ptr_array_extend_and_steal (parts, paths);
    }
  return g_steal_pointer (&parts);
}

static int
report (const TsMerged *merged, const char *path)
{
  g_autofree char *rows = ts_format_count (merged->n_rows);
  g_autofree char *name = g_filename_display_name (path);

  for (guint i = 0; i < merged->notes->len; i++)
    g_printerr ("trendscope: %s\n", (const char *) g_ptr_array_index (merged->notes, i));
  g_printerr (g_dngettext (GETTEXT_PACKAGE, "%s rows of %u part.\n", "%s rows of %u parts.\n",
                           merged->n_parts),
              rows, merged->n_parts);
  g_print ("%s\n", name);
  return merged->notes->len > 0 ? TS_EXIT_INCOMPLETE : TS_EXIT_OK;
}

static int
merge (char **operands)
{
  TsInterrupt *interrupt = ts_interrupt_new ();
  GCancellable *cancellable = ts_interrupt_get_cancellable (interrupt);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) parts = list_parts (operands, cancellable, &error);
  g_auto (TsMerged) merged = { 0 };
  gboolean good = parts != NULL && ts_merge (parts, operands[0], &merged, cancellable, &error);

  ts_interrupt_free (interrupt);
  return good ? report (&merged, operands[0]) : ts_command_report (error, TS_EXIT_NOTHING);
}

int
ts_cli_merge (int argc, char **argv)
{
  g_auto (Arguments) arguments = { 0 };
  g_autoptr (GError) error = NULL;

  if (parse_arguments (&arguments, argc, argv, &error)
      && (arguments.rest == NULL || g_strv_length (arguments.rest) < 2))
    g_set_error_literal (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _ ("Name the file to be made, then the parts."));
  else if (error == NULL && arguments.rest != NULL)
    return merge (arguments.rest);
  return ts_command_report_usage (error, "--merge");
}
