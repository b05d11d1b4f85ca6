/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/heatmap-colors.h"

G_BEGIN_DECLS

/* What --export-heatmap and --export-lines were asked to do. Texts are as typed, but valid UTF-8;
 * NULL when not given. */
typedef struct
{
  gboolean lines;
  char *input;  /* a database or a folder; any bytes, like output */
  char *output; /* the picture: ends in .png, .svg or .pdf; NULL: none is wanted */
  char *csv;    /* the values; NULL: not wanted; one of both is given */
  char *metric;
  char *stat;
  char *dimension;
  char *along;
  char *value;
  char *filter;
  char **tags;  /* NAME or NAME::CATEGORY */
  char **cells; /* X,Y */
  double width; /* logical pixels */
  double height;
  double scale;
  double smoothing;
  gboolean dark;
  gboolean band;
  TsHeatmapColors colors; /* scale also holds for the Y axis of lines: linear if automatic */
  /* Whether these were given; else they are those of the view. */
  gboolean palette_given, scale_given, mode_given, limits_given, smoothing_given;
  char *view;      /* a file with a view that all this is applied to; any bytes */
  char *save_view; /* where the view that is drawn is written to; likewise */
  char *layout;    /* a file that says how the ranks run; likewise */
} TsExportOptions;

/* argv holds the program's name and the command's own option too. FALSE and an error of
 * G_OPTION_ERROR when something is wrong with them; FALSE without one after --help. */
gboolean ts_export_options_parse (TsExportOptions *self, int argc, char **argv, GError **error);
void ts_export_options_clear (TsExportOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsExportOptions, ts_export_options_clear)

G_END_DECLS
