/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "compare/comparison.h"

#include "compare/comparison-error.h"
#include "ingest/pipeline.h"
#include "ingest/writing/sql.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define N_EXAMPLES 5

/* Everything that one comparison reads. */
typedef struct
{
  TsCatalog *catalogs[TS_N_SIDES], *repeat_catalog;
  TsMapping *mappings[TS_N_SIDES];
  TsParallelLayout *layouts[TS_N_SIDES];
  TsAlignment *alignment, *repeat;
  TsImportOptions *import_options;
  TsImportSource *source;
} Inputs;

static void
inputs_clear (Inputs *self)
{
  if (self->source != NULL)
    self->source->klass->free (self->source);
  g_clear_pointer (&self->alignment, ts_alignment_free);
  g_clear_pointer (&self->repeat, ts_alignment_free);
  g_clear_pointer (&self->import_options, ts_import_options_free);
  g_clear_pointer (&self->repeat_catalog, ts_catalog_unref);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_clear_pointer (&self->catalogs[s], ts_catalog_unref);
      g_clear_pointer (&self->mappings[s], ts_mapping_free);
      g_clear_pointer (&self->layouts[s], ts_parallel_layout_unref);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inputs, inputs_clear)

/* --- reading the inputs ------------------------------------------------------------------- */

static gboolean
load_side (Inputs *self,
           const TsComparisonOptions *options,
           TsSide side,
           GCancellable *cancellable,
           GError **error)
{
  self->catalogs[side] = ts_catalog_load (options->paths[side], cancellable, error);
  if (self->catalogs[side] == NULL)
    return FALSE;
  if (options->mappings[side] != NULL
      && (self->mappings[side] = ts_mapping_load (options->mappings[side], error)) == NULL)
    return FALSE;
  return options->layouts[side] == NULL
         || (self->layouts[side] = ts_parallel_layout_load (options->layouts[side], error)) != NULL;
}

static gboolean
load_repeat (Inputs *self,
             const TsComparisonOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  TsComparedRun runs[TS_N_SIDES];

  self->repeat_catalog = ts_catalog_load (options->repeat, cancellable, error);
  if (self->repeat_catalog == NULL)
    return FALSE;
  for (guint s = 0; s < TS_N_SIDES; s++)
    runs[s] = (TsComparedRun){ s == TS_SIDE_A ? self->catalogs[TS_SIDE_A] : self->repeat_catalog,
                               self->mappings[TS_SIDE_A], self->layouts[TS_SIDE_A], 0 };
  self->repeat = ts_alignment_new (runs, cancellable, error);
  return self->repeat != NULL;
}

/* The output would overwrite what it is made from. */
static gboolean
check_output (const TsComparisonOptions *options, GError **error)
{
  const char *const inputs[]
      = { options->paths[TS_SIDE_A], options->paths[TS_SIDE_B], options->repeat };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *input = inputs[i] != NULL ? g_canonicalize_filename (inputs[i], NULL) : NULL;
      g_autofree char *output = g_canonicalize_filename (options->output, NULL);
      if (g_strcmp0 (input, output) != 0)
        continue;
      g_set_error (error, TS_COMPARISON_ERROR, TS_COMPARISON_ERROR_NOT_COMPARABLE,
                   _ ("The comparison can’t be written over “%s”, which it is made from."), input);
      return FALSE;
    }
  return TRUE;
}

static gboolean
load_inputs (Inputs *self,
             const TsComparisonOptions *options,
             TsImportReport *report,
             GCancellable *cancellable,
             GError **error)
{
  TsComparedRun runs[TS_N_SIDES];

  if (!check_output (options, error))
    return FALSE;
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      if (!load_side (self, options, s, cancellable, error))
        return FALSE;
      runs[s] = (TsComparedRun){ self->catalogs[s], self->mappings[s], self->layouts[s],
                                 s == TS_SIDE_B ? options->step_offset : 0 };
    }
  self->alignment = ts_alignment_new (runs, cancellable, error);
  if (self->alignment == NULL
      || (options->repeat != NULL && !load_repeat (self, options, cancellable, error)))
    return FALSE;
  self->import_options = ts_import_options_new ();
  self->source
      = ts_comparison_source_new (self->alignment, self->repeat, self->import_options, report);
  return TRUE;
}

/* --- what is said of it ------------------------------------------------------------------- */

static void
report_matching (TsComparison *self)
{
  const TsComparisonCounts *counts = &self->counts;
  guint64 all = counts->n_matched + counts->n_only[TS_SIDE_A] + counts->n_only[TS_SIDE_B];

  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_autofree char *names = NULL;
      g_ptr_array_add (self->unmatched[s], NULL);
      names = g_strjoinv (", ", (char **) self->unmatched[s]->pdata);
      g_ptr_array_remove_index (self->unmatched[s], self->unmatched[s]->len - 1);
      if (self->unmatched[s]->len > 0)
        ts_import_report_add (self->report,
                              2 * counts->n_matched < all ? TS_SEVERITY_WARNING : TS_SEVERITY_INFO,
                              s == TS_SIDE_A ? "only-a" : "only-b", "", 0, counts->n_only[s], 0,
                              s == TS_SIDE_A ? _ ("Only run A has these targets, among others: %s")
                                             : _ ("Only run B has these targets, among others: %s"),
                              names);
    }
  if (2 * counts->n_matched < all)
    ts_import_report_add (
        self->report, TS_SEVERITY_WARNING, "few-matched", "", 0, 1, 0,
        _ ("Less than half of both runs matched. A mapping file can make their names alike."));
  if (counts->n_left_out > 0)
    ts_import_report_add (self->report, TS_SEVERITY_WARNING, "not-combined", "", 0,
                          counts->n_left_out, 0,
                          _ ("Gradients before their reduction can’t be put together over ranks, "
                             "since their signs cancel: compare reduced ones."));
}

/* "2.00" for a factor of two. */
static char *
format_factor (double log2_factor)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.3g", exp2 (log2_factor)));
}

static char *
format_score (double score)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isinf (score))
    return g_strdup ("∞");
  return g_strdup (g_ascii_formatd (text, sizeof text, "%.2g", score));
}

static char *
describe_divergence (const TsDivergence *divergence)
{
  g_autofree char *score = format_score (divergence->score);
  g_autofree char *step
      = divergence->micro_step > 0
            ? g_strdup_printf ("%" PRId64 "·%" PRId64, divergence->step, divergence->micro_step)
            : g_strdup_printf ("%" PRId64, divergence->step);
  g_autofree char *input = NULL;

  if (isnan (divergence->input_score))
    return g_strdup_printf (
        /* Translators: step, rank, metric, target, score */
        _ ("step %s, rank %" PRId64 ", %s, %s (score %s)"), step, divergence->rank,
        divergence->metric, divergence->target, score);
  input = format_score (divergence->input_score);
  return g_strdup_printf (
      /* Translators: step, rank, metric, target, score, score of the inputs */
      _ ("step %s, rank %" PRId64 ", %s, %s (score %s; its input %s)"), step, divergence->rank,
      divergence->metric, divergence->target, score, input);
}

char *
ts_comparison_dup_sentence (const TsComparison *self)
{
  const TsDivergenceReport *divergence = self->divergence;
  g_autofree char *text = NULL;

  if (divergence->weights != NULL)
    {
      text = format_score (divergence->weights->score);
      return g_strdup_printf (_ ("Weights differ before training: %s (score %s)"),
                              divergence->weights->target, text);
    }
  if (divergence->starts->len > 0)
    {
      text = describe_divergence (g_ptr_array_index (divergence->starts, 0));
      return g_strdup_printf (_ ("First divergence: %s"), text);
    }
  if (divergence->factor_metric != NULL)
    {
      text = format_factor (divergence->factor.log2);
      return g_strdup_printf (_ ("All of %s × %s (loss scaling, batch or averaging?)"),
                              divergence->factor_metric, text);
    }
  if (self->counts.n_equal == self->counts.n_matched)
    return g_strdup (_ ("Everything that both runs have is equal."));
  text = format_score (divergence->largest_score);
  return g_strdup_printf (_ ("All differences grow gradually: rounding, or below what statistics "
                             "show (largest score %s)"),
                          text);
}

gboolean
ts_comparison_differs (const TsComparison *self)
{
  return self->divergence->starts->len > 0 || self->divergence->weights != NULL
         || self->divergence->n_not_finite > 0;
}

/* --- JSON --------------------------------------------------------------------------------- */

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_string_value (builder, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_text (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_divergence (JsonBuilder *builder, const TsDivergence *divergence)
{
  if (divergence == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  add_int (builder, "step", divergence->step);
  add_int (builder, "micro_step", divergence->micro_step);
  add_int (builder, "rank", divergence->rank);
  add_text (builder, "metric", divergence->metric);
  add_text (builder, "target", divergence->target);
  add_text (builder, "stat", divergence->stat);
  add_number (builder, "score", divergence->score);
  json_builder_set_member_name (builder, "input_score");
  if (isnan (divergence->input_score))
    json_builder_add_null_value (builder);
  else if (isinf (divergence->input_score))
    json_builder_add_string_value (builder, "inf");
  else
    json_builder_add_double_value (builder, divergence->input_score);
  json_builder_end_object (builder);
}

static void
add_factor (JsonBuilder *builder, const TsDivergenceReport *divergence)
{
  json_builder_set_member_name (builder, "common_factor");
  if (divergence->factor_metric == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  add_text (builder, "metric", divergence->factor_metric);
  add_number (builder, "factor", exp2 (divergence->factor.log2));
  add_number (builder, "log2", divergence->factor.log2);
  add_number (builder, "sigma", divergence->factor.sigma);
  add_int (builder, "steps", divergence->n_factor_steps);
  json_builder_end_object (builder);
}

static void
add_layers (JsonBuilder *builder, const GPtrArray *by_layer)
{
  json_builder_set_member_name (builder, "by_layer");
  json_builder_begin_array (builder);
  for (guint i = 0; i < by_layer->len; i++)
    {
      const TsLayerScore *layer = g_ptr_array_index (by_layer, i);
      json_builder_begin_object (builder);
      add_int (builder, "layer", layer->layer);
      add_number (builder, "score", layer->score);
      json_builder_set_member_name (builder, "scores");
      json_builder_begin_array (builder);
      for (guint s = 0; s < layer->scores->len; s++)
        {
          double score = g_array_index (layer->scores, double, s);
          if (isfinite (score))
            json_builder_add_double_value (builder, score);
          else if (isnan (score))
            json_builder_add_null_value (builder);
          else
            json_builder_add_string_value (builder, "inf");
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_unmatched (JsonBuilder *builder, const char *name, const GPtrArray *names)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < names->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (names, i));
  json_builder_end_array (builder);
}

static void
add_tolerance (JsonBuilder *builder, const TsComparison *self)
{
  json_builder_set_member_name (builder, "tolerance");
  json_builder_begin_object (builder);
  add_text (builder, "from", self->counts.has_repeat ? "repeat" : "dtype");
  for (guint s = 0; s < TS_N_COMPARED; s++)
    add_number (builder, ts_compared_stats[s], self->tolerances[s]);
  json_builder_end_object (builder);
}

JsonNode *
ts_comparison_to_json (const TsComparison *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *sentence = ts_comparison_dup_sentence (self);
  const GPtrArray *starts = self->divergence->starts;

  json_builder_begin_object (builder);
  add_text (builder, "sentence", sentence);
  add_int (builder, "matched", self->counts.n_matched);
  add_int (builder, "only_a", self->counts.n_only[TS_SIDE_A]);
  add_int (builder, "only_b", self->counts.n_only[TS_SIDE_B]);
  add_int (builder, "equal", self->counts.n_equal);
  add_int (builder, "not_finite", self->divergence->n_not_finite);
  add_int (builder, "not_combined", self->counts.n_left_out);
  add_unmatched (builder, "unmatched_a", self->unmatched[TS_SIDE_A]);
  add_unmatched (builder, "unmatched_b", self->unmatched[TS_SIDE_B]);
  add_tolerance (builder, self);
  json_builder_set_member_name (builder, "bit_identical");
  if (self->counts.has_repeat)
    json_builder_add_boolean_value (builder, self->counts.bit_identical);
  else
    json_builder_add_null_value (builder);
  add_factor (builder, self->divergence);
  json_builder_set_member_name (builder, "weights_differ");
  add_divergence (builder, self->divergence->weights);
  json_builder_set_member_name (builder, "first_divergence");
  add_divergence (builder, starts->len > 0 ? g_ptr_array_index (starts, 0) : NULL);
  json_builder_set_member_name (builder, "further");
  json_builder_begin_array (builder);
  for (guint i = 1; i < starts->len; i++)
    add_divergence (builder, g_ptr_array_index (starts, i));
  json_builder_end_array (builder);
  add_number (builder, "largest_score", self->divergence->largest_score);
  add_layers (builder, self->divergence->by_layer);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

/* --- the job ------------------------------------------------------------------------------ */

static gboolean
put_meta (sqlite3 *db, const char *key, const char *value, GError **error)
{
  g_autoptr (TsStatement) statement
      = ts_sql_prepare (db, "INSERT OR REPLACE INTO trendscope_meta VALUES (?1, ?2)", error);

  if (statement == NULL)
    return FALSE;
  ts_sql_bind_text (statement, 1, key);
  ts_sql_bind_text (statement, 2, value);
  return ts_sql_run (statement, error);
}

/* What the database says of itself: that it is a comparison, of what, and its answer. */
static gboolean
note_comparison (const TsComparison *self,
                 const TsComparisonOptions *options,
                 const char *path,
                 GError **error)
{
  g_autoptr (JsonNode) json = ts_comparison_to_json (self);
  g_autofree char *text = json_to_string (json, FALSE);
  g_autofree char *a = g_filename_display_name (options->paths[TS_SIDE_A]);
  g_autofree char *b = g_filename_display_name (options->paths[TS_SIDE_B]);
  sqlite3 *db = NULL;
  gboolean noted = FALSE;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
    ts_sql_set_error (db, error);
  else
    noted = ts_sql_exec (db, "BEGIN IMMEDIATE", error) && put_meta (db, "comparison_a", a, error)
            && put_meta (db, "comparison_b", b, error) && put_meta (db, "comparison", text, error)
            && ts_sql_exec (db, "COMMIT", error);
  sqlite3_close (db);
  return noted;
}

static void
describe_inputs (TsComparison *self, const Inputs *inputs)
{
  const TsAlignment *alignment = inputs->alignment;
  guint n_keys = alignment->targets->len * alignment->metrics->len;

  self->combined = alignment->combined;
  self->n_targets_matched = alignment->n_matched;
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      self->n_targets_only[s] = alignment->n_only[s];
      self->unmatched[s] = ts_alignment_dup_unmatched (alignment, s, N_EXAMPLES);
    }
  for (guint key = 0; key < n_keys; key++)
    for (guint s = 0; s < TS_N_COMPARED; s++)
      self->tolerances[s] = fmax (self->tolerances[s],
                                  ts_comparison_source_get_tolerances (inputs->source, key)[s]);
}

TsComparison *
ts_comparison_run (const TsComparisonOptions *options,
                   TsImportProgressFunc progress,
                   gpointer data,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (TsComparison) self = g_new0 (TsComparison, 1);
  g_auto (Inputs) inputs = { 0 };
  g_autoptr (TsPartFile) part = NULL;
  guint n_threads = options->n_threads > 0 ? options->n_threads : g_get_num_processors ();

  self->report = ts_import_report_new ();
  if (!load_inputs (&inputs, options, self->report, cancellable, error))
    return NULL;
  part = ts_pipeline_run (inputs.source, options->output, n_threads, progress, data, cancellable,
                          error);
  if (part == NULL)
    return NULL;
  ts_comparison_source_get_counts (inputs.source, &self->counts);
  describe_inputs (self, &inputs);
  self->divergence = ts_divergence_report_new (ts_part_file_get_path (part), inputs.source,
                                               inputs.alignment, cancellable, error);
  if (self->divergence == NULL)
    return NULL;
  report_matching (self);
  if (!note_comparison (self, options, ts_part_file_get_path (part), error)
      || !ts_part_file_prepare (part, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !ts_part_file_commit (part, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ts_comparison_free (TsComparison *self)
{
  g_clear_pointer (&self->divergence, ts_divergence_report_free);
  g_clear_pointer (&self->report, ts_import_report_unref);
  for (guint s = 0; s < TS_N_SIDES; s++)
    g_clear_pointer (&self->unmatched[s], g_ptr_array_unref);
  g_free (self);
}
