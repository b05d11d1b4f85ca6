/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the commands in this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What --help says of a command beside its options: untranslated, marked with N_(). */
typedef struct
{
  const char *usage;   /* "--model DUMP": the command with its operands */
  const char *summary; /* what it does */
  const char *notes;   /* exit statuses, below the options; NULL: none */
} TsCommandText;

/* Sets what entries (ended by an empty one) point to from argv, of which nothing is kept or
 * changed. Options may be spelled with "_" for "-". FALSE with error on wrong usage, and FALSE
 * without one when --help was asked for, and printed. */
gboolean ts_command_parse (
    const TsCommandText *text, const GOptionEntry *entries, int argc, char **argv, GError **error);

/* For a command ("--timeline") without operands: FALSE with error when rest has any. */
gboolean ts_command_take_none (char **rest, const char *command, GError **error);

/* Prints error for the person at the terminal; returns status, or TS_EXIT_OK when error is NULL. */
int ts_command_report (const GError *error, int status);

/* The same for what ts_command_parse or a check of the options said of a command ("--model"). */
int ts_command_report_usage (const GError *error, const char *command);

G_END_DECLS
