/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../dump-tree.h"
#include "ingest/dump/dump-parser.h"
#include "ingest/import-error.h"
#include "ingest/dump/tensor-reader.h"
#include "../vectors.h"

#include <math.h>

/* ---- tensors in an entry ---- */

/* The tensors of an entry in short hand: "name=norm " each. */
static char *
tensors_of (const char *entry, TsCallDirection direction, gboolean compat, TsEntryContent *content)
{
  g_autofree char *json = dump_json (entry);
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, strlen (json), 3);
  g_autoptr (TsTensorReader) tensors = ts_tensor_reader_new (compat, FALSE);
  GString *text = g_string_new (NULL);
  TsEntryContent ignored;

  content = content == NULL ? &ignored : content;
  g_assert_true (ts_tensor_reader_read (tensors, reader, direction, content));
  for (guint i = 0; i < content->n_tensors; i++)
    {
      const TsTensor *tensor = ts_tensor_reader_get (tensors, i);

      g_string_append_printf (text, "%.*s=%g ", (int) tensor->name_length,
                              ts_tensor_reader_get_name (tensors, tensor), tensor->values[0]);
    }
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_END);
  return g_string_free (text, FALSE);
}

static void
assert_tensors (const char *entry, TsCallDirection direction, gboolean compat, const char *expected)
{
  g_autofree char *got = tensors_of (entry, direction, compat, NULL);

  g_assert_cmpstr (got, ==, expected);
}

static void
test_target_suffix (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("target_suffix"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 5);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      const char *metric = json_object_get_string_member (vector, "metric");
      const char *container = json_object_get_string_member (vector, "container");
      const char *suffix = json_object_get_string_member (vector, "suffix");
      JsonNode *position = json_object_get_member (vector, "position");
      gboolean backward = strcmp (metric, "backward") == 0;
      g_autofree char *entry = NULL;
      g_autofree char *expected
          = *suffix == '\0' ? g_strdup ("") : g_strdup_printf ("%s=7 ", suffix);

      if (json_node_get_value_type (position) == G_TYPE_STRING)
        entry
            = g_strdup_printf ("{'%s': {'%s': [<7>]}}", container, json_node_get_string (position));
      else
        entry = g_strdup_printf ("{'%s': [%s<7>]}", container,
                                 json_node_get_int (position) > 0 ? "null, " : "");
      assert_tensors (entry, backward ? TS_CALL_BACKWARD : TS_CALL_FORWARD, TRUE, expected);
    }
}

/* D1, D3: every tensor, wherever it stands. */
static void
test_positions (void)
{
  assert_tensors ("{'input_args': [<1>, null, [<2>, {'k': <3>}], {'type': 'int', 'value': 3}],"
                  " 'input_kwargs': {'mask': <4>, 'pair': [<5>, <6>]}, 'output': [<7>],"
                  " 'parameters': {'weight': <8>, 'bias': [<9>], 'more': [null, <10>]}}",
                  TS_CALL_FORWARD, FALSE,
                  ".input.0=1 .input.2.0=2 .input.2.1.k=3 .kwargs.mask=4 .kwargs.pair.0=5 "
                  ".kwargs.pair.1=6 .output.0=7 .parameters.weight=8 .parameters.bias=9 "
                  ".parameters.more.1=10 ");
  assert_tensors ("{'input': [<1>, [[<2>]]], 'output': [null, <3>]}", TS_CALL_BACKWARD, FALSE,
                  ".input.0=1 .input.1.0.0=2 .output.1=3 ");
  assert_tensors ("{'input_args': [<1>], 'output': [<2>]}", TS_CALL_BACKWARD, FALSE, /* D6 */
                  ".input.0=1 .output.0=2 ");
  assert_tensors ("{'weight': [<1>], 'bias': [null], 'both': [<2>, <3>], 'bare': <4>}",
                  TS_CALL_PARAMETERS_GRAD, FALSE, ".weight=1 .both=2 .both.1=3 .bare=4 ");
  /* aclgraph: named outputs; a tensor where a list is expected. */
  assert_tensors ("{'input_args': <1>, 'output': {'logits': <2>, 'Max': [<3>], 'shape': [<4>, 5],"
                  " 'dtype': <5>, 'type': [<6>]}}",
                  TS_CALL_FORWARD, FALSE,
                  ".input.0=1 .output.logits=2 .output.Max.0=3 .output.shape.0=4 .output.dtype=5 "
                  ".output.type.0=6 ");
  /* P2POp */
  assert_tensors ("{'input_args': [[{'class_type': 'torch.distributed.P2POp', 'tensor': <1>,"
                  " 'op': 'isend', 'peer': 1, 'tag': 0, 'group_id': 'abc'}]]}",
                  TS_CALL_FORWARD, FALSE, ".input.0.0.tensor=1 ");
  for (const char *const *odd
       = (const char *const[]){ "null", "5", "[]", "[<1>]", "'x'", "{}", "{'output': null}",
                                "{'output': 3, 'input_args': 'x'}", NULL };
       *odd != NULL; odd++)
    assert_tensors (*odd, TS_CALL_FORWARD, FALSE, "");
}

/* msProbe looks at the outer level only. */
static void
test_compat_positions (void)
{
  assert_tensors ("{'input_args': [<1>, [<2>], {'k': <3>}, null, <4>], 'input_kwargs': {'a': <5>},"
                  " 'output': {'x': <6>}, 'parameters': {'weight': <7>, 'bias': [<8>, <9>],"
                  " 'none': [null, <10>]}, 'input': [<11>]}",
                  TS_CALL_FORWARD, TRUE, ".input.0=1 .input.4=4 .parameters.bias=8 ");
  assert_tensors ("{'input': [<1>], 'input_args': [<2>], 'output': [<3>], 'parameters': {'w':"
                  " [<4>]}}",
                  TS_CALL_BACKWARD, TRUE, ".input.0=1 .output.0=3 ");
  assert_tensors ("{'w': [<1>, <2>], 'b': <3>, 'n': [null, <4>], 'l': [[<5>]]}",
                  TS_CALL_PARAMETERS_GRAD, TRUE, ".w=1 ");
  assert_tensors ("{'output': null, 'input_args': 5, 'parameters': [<1>]}", TS_CALL_FORWARD, TRUE,
                  "");
  assert_tensors ("{'output': [{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape':"
                  " [{'x': [1]}, 'a'], 'Norm': 1}]}",
                  TS_CALL_FORWARD, TRUE, ".output.0=1 ");
}

/* D1, D2, D9: what is a tensor, and which are left out. */
static void
test_kinds (void)
{
  TsEntryContent content;
  g_autofree char *text = tensors_of (
      "{'output': ["
      "{'type': 'torch.distributed.tensor.DTensor', 'dtype': 'torch.float64', 'shape': [], 'Norm':"
      " 1, 'placements': [{'Shard': {'dim': 0}}], 'device_mesh': [[0, 1]]},"
      "{'type': 'numpy.ndarray', 'dtype': 'float32', 'shape': [1], 'Max': 2, 'Norm': 2},"
      "{'type': 'mindspore.Tensor', 'dtype': 'BFloat16', 'shape': [2], 'Norm': '3.5'},"
      "{'dtype': 'torch.float8_e4m3fn', 'shape': [2], 'Norm': 4},"
      "{'dtype': 'torch.complex64', 'shape': [2], 'Norm': 5},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.int64', 'shape': [2], 'Norm': 6},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.bool', 'shape': [2], 'Max': true, 'Min': false},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'Max': null, 'Norm': null},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'md5': '0x00'},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'Norm': 'abc'},"
      "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'Norm': 7},"
      "{'type': 'x', 'dtype': 'torch.float32', 'Norm': 8},"
      "{'type': 'torch.dtype', 'value': 'torch.float32'},"
      "{'type': 'torch.Size', 'value': [1, 2]}, {}]}",
      TS_CALL_FORWARD, FALSE, &content);

  g_assert_cmpstr (text, ==,
                   ".output.0=1 .output.1=2 .output.2=3.5 .output.3=4 .output.4=5 .output.10=7 ");
  g_assert_cmpuint (content.n_integer, ==, 2);
  g_assert_cmpuint (content.n_empty, ==, 3);
  g_assert_true (content.has_checksum);
}

static void
test_values (void)
{
  g_autofree char *json
      = dump_json ("{'output': [{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2, 1,"
                   " 40], 'Max': Infinity, 'Min': -Infinity, 'Mean': NaN, 'Norm': 1e999},"
                   "{'dtype': 'torch.bool', 'shape': [], 'Max': true, 'Min': false, 'Mean': null,"
                   " 'Norm': [1]},"
                   "\n\n{'dtype': 'torch.int64', 'shape': ['x'], 'type': 'torch.Tensor', 'Max': 1,"
                   " 'Max': 2, 'Min': 3, 'Min': null}], 'is_recompute': true}");
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, strlen (json), 1);
  g_autoptr (TsTensorReader) tensors = ts_tensor_reader_new (FALSE, TRUE);
  TsEntryContent content;
  const TsTensor *tensor;

  g_assert_true (ts_tensor_reader_read (tensors, reader, TS_CALL_FORWARD, &content));
  g_assert_cmpuint (content.n_tensors, ==, 3);
  g_assert_true (content.is_recompute);
  tensor = ts_tensor_reader_get (tensors, 0);
  g_assert_cmpuint (tensor->present, ==, 0xf);
  g_assert_cmpfloat (tensor->values[0], ==, (double) INFINITY);
  g_assert_cmpfloat (tensor->values[1], ==, (double) INFINITY);
  g_assert_cmpfloat (tensor->values[2], ==, -(double) INFINITY);
  g_assert_true (tensor->values[3] != tensor->values[3]);
  g_assert_cmpstr (ts_tensor_reader_get_shape (tensors, tensor), ==, "[2, 1, 40]");
  g_assert_cmpstr (tensor->dtype, ==, "torch.float32");
  g_assert_cmpuint (tensor->line, ==, 1);
  tensor = ts_tensor_reader_get (tensors, 1);
  g_assert_cmpuint (tensor->present, ==, 0x6);
  g_assert_cmpfloat (tensor->values[1], ==, 1);
  g_assert_cmpfloat (tensor->values[2], ==, 0);
  g_assert_cmpstr (ts_tensor_reader_get_shape (tensors, tensor), ==, "[]");
  tensor = ts_tensor_reader_get (tensors, 2);
  g_assert_cmpuint (tensor->present, ==, 0x2); /* of a repeated key the last counts */
  g_assert_cmpfloat (tensor->values[1], ==, 2);
  g_assert_null (ts_tensor_reader_get_shape (tensors, tensor));
  g_assert_cmpuint (tensor->line, ==, 3);
}

/* Objects in objects, as deep as the reader goes. */
static void
test_deep (void)
{
  g_autoptr (GString) entry = g_string_new ("{'output': ");

  for (guint i = 0; i < 2000; i++)
    g_string_append (entry, "[{'a':");
  g_string_append (entry, "<5>");
  for (guint i = 0; i < 2000; i++)
    g_string_append (entry, "}]");
  g_string_append_c (entry, '}');
  g_autofree char *text = tensors_of (entry->str, TS_CALL_FORWARD, FALSE, NULL);
  g_assert_true (g_str_has_prefix (text, ".output.0.a.0.a."));
  g_assert_true (g_str_has_suffix (text, ".0.a=5 "));
  assert_tensors (entry->str, TS_CALL_FORWARD, TRUE, "");
}

/* ---- files ---- */

typedef struct
{
  guint64 n_rows;
  guint64 bytes;
  gsize largest;    /* batch */
  guint stop_after; /* batches; 0: never */
  guint n_batches;
  GString *text; /* "metric name#index step norm\n" of all rows, or NULL */
} Sink;

static gboolean
take (TsRowBatch *batch, gpointer data)
{
  Sink *sink = data;

  sink->n_rows += ts_row_batch_get_n_rows (batch);
  sink->largest = MAX (sink->largest, ts_row_batch_get_size (batch));
  for (guint i = 0; sink->text != NULL && i < ts_row_batch_get_n_rows (batch); i++)
    {
      const TsRow *row = ts_row_batch_get_row (batch, i);
      const TsBatchTarget *target = ts_row_batch_get_target (batch, row->target);

      g_string_append_printf (sink->text, "%u %s#%d %d %g\n", row->metric, target->name,
                              target->micro_step, (int) row->step,
                              ts_row_batch_get_values (batch, i)[0]);
    }
  ts_row_batch_free (batch);
  return sink->stop_after == 0 || ++sink->n_batches < sink->stop_after;
}

static void
take_progress (guint64 bytes, gpointer data)
{
  ((Sink *) data)->bytes += bytes;
}

static gboolean
parse (const char *json,
       gsize length,
       gsize chunk,
       Sink *sink,
       TsImportReport *report,
       TsDumpContent *content,
       GError **error)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, length, chunk);
  TsDumpUnit unit = { .path = "step0/rank0/dump.json",
                      .step = 100,
                      .report = report,
                      .emit = take,
                      .progress = take_progress,
                      .data = sink };

  return ts_dump_parse (reader, &unit, content, error);
}

#define FILE_HEAD "{'task': 'statistics', 'level': 'L0', 'dump_data_dir': null, 'data': {"

static void
test_file (void)
{
  g_autofree char *json
      = dump_json (FILE_HEAD "'Module.a.A.forward.2': {'output': [<1>], 'is_recompute': true},"
                             "'Module.a.A.backward.2': {'input': [<2>]},"
                             "'Module.a.A.parameters_grad.1': {'weight': [<3>]},"
                             "'Module.b.B.parameters_grad': {'weight': [<4>]},"
                             "'\\u6a21.forward.0': {'output': [<5>]},"
                             "'x.0.debug': {'output': [<6>, <7>]}}}");

  for (gsize chunk = 0; chunk < 5; chunk++)
    {
      g_autoptr (TsImportReport) report = ts_import_report_new ();
      Sink sink = { .text = g_string_new (NULL) };
      TsDumpContent content;
      g_autoptr (GError) error = NULL;

      g_assert_true (parse (json, strlen (json), chunk, &sink, report, &content, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (sink.text->str, ==,
                       "3 Module.a.A.output.0#2 100 1\n2 Module.a.A.input.0#2 100 2\n"
                       "4 Module.a.A.weight#1 100 3\n4 Module.b.B.weight#0 100 4\n"
                       "1 模.output.0#0 100 5\n");
      g_assert_cmpuint (sink.bytes, ==, strlen (json));
      g_assert_cmpstr (content.task, ==, "statistics");
      g_assert_cmpuint (ts_import_report_get_rows_read (report), ==, 7);
      g_assert_cmpuint (ts_import_report_get_rows_lost (report), ==, 2); /* neither direction */
      g_string_free (sink.text, TRUE);
    }
}

/* Wherever the file is cut off, the entries that are complete stay. */
static void
test_truncated (void)
{
  g_autofree char *json = dump_json (FILE_HEAD "'Module.a.A.forward.0': {'output': [<1>]},"
                                               "'Module.b.B.forward.0': {'output': [<2>, <3>]},"
                                               "'Module.c.C.forward.0': {'output': [<4>]}}}");
  const char *second = strstr (json, "Module.b"), *third = strstr (json, "Module.c");

  for (gsize length = 0; length < strlen (json); length++)
    {
      g_autoptr (TsImportReport) report = ts_import_report_new ();
      g_autoptr (GError) error = NULL;
      Sink sink = { 0 };
      TsDumpContent content;
      gboolean parsed = parse (json, length, 0, &sink, report, &content, &error);

      g_assert_cmpint (parsed, ==, sink.n_rows > 0);
      if (!parsed)
        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_TRUNCATED);
      else
        {
          g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);
          const TsReportEntry *entry = tree_find_entry (entries, "truncated-file", NULL);
          g_assert_nonnull (entry);
          g_assert_cmpint (entry->line, ==, 1);
          g_assert_nonnull (strstr (entry->message, "line 1, column"));
        }
      if (length > (gsize) (third - json))
        g_assert_cmpuint (sink.n_rows, >=, 3);
      else if (length > (gsize) (second - json))
        g_assert_true (sink.n_rows == 1
                       || (sink.n_rows == 3 && length + 3 > (gsize) (third - json)));
    }
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *text;
    const char *code; /* of the report; NULL: the file gives nothing at all */
    guint n_rows;
    TsImportError error;
  } cases[] = {
    { FILE_HEAD "'A.a.0.forward': {'output': [<1>]}, 'B.b.0.forward': {'output': [<2>,]}}}",
      "damaged-file", 1, 0 },
    { FILE_HEAD "'A.a.0.forward': {'output': [<1>]}}} trailing", "damaged-file", 1, 0 },
    { FILE_HEAD "'A.a.0.forward': {'output': [<1>]}, oops", "damaged-file", 1, 0 },
    { FILE_HEAD "'A.a.0.forward': {'output': [<oops>]}}}", NULL, 0, TS_IMPORT_ERROR_SYNTAX },
    { "[", NULL, 0, TS_IMPORT_ERROR_TRUNCATED },
    { "", NULL, 0, TS_IMPORT_ERROR_TRUNCATED },
    { "[1]", NULL, 0, TS_IMPORT_ERROR_STRUCTURE },
    { "{'a': 1}", NULL, 0, TS_IMPORT_ERROR_STRUCTURE },
    { "{'data': [1]}", NULL, 0, TS_IMPORT_ERROR_STRUCTURE },
    { "{'data': null}", NULL, 0, TS_IMPORT_ERROR_STRUCTURE },
    { "\xff\xfe{\0", NULL, 0, TS_IMPORT_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = dump_json (cases[i].text);
      g_autoptr (TsImportReport) report = ts_import_report_new ();
      g_autoptr (GError) error = NULL;
      Sink sink = { 0 };
      TsDumpContent content;
      gboolean parsed = parse (json, strlen (json), 0, &sink, report, &content, &error);
      g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);

      g_assert_cmpuint (sink.n_rows, ==, cases[i].n_rows);
      if (cases[i].code != NULL)
        g_assert_nonnull (tree_find_entry (entries, cases[i].code, "step0/rank0/dump.json"));
      else
        g_assert_error (error, TS_IMPORT_ERROR, (int) cases[i].error);
      g_assert_cmpint (parsed, ==, cases[i].code != NULL);
    }
}

/* Hundred thousand brackets are an error, not a crash. */
static void
test_brackets (void)
{
  g_autoptr (GString) text = g_string_new ("{\"data\": {\"A.a.0.forward\": {\"output\": ");
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GError) error = NULL;
  Sink sink = { 0 };
  TsDumpContent content;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, '[');
  g_assert_false (parse (text->str, text->len, 0, &sink, report, &content, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (parse (text->str + 41, text->len - 41, 0, &sink, report, &content, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX);
}

/* One long line gives batches of bounded size, and stops when told to. */
static void
test_batches (void)
{
  g_autoptr (GString) text = g_string_new ("{\"data\": {");
  g_autofree char *tensor = dump_json ("<1.25>");
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GError) error = NULL;
  Sink sink = { 0 }, stopping = { .stop_after = 2 };
  TsDumpContent content;
  const guint n = 40000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"Functional.linear.%u.forward\": {\"output\": [%s]}",
                            i > 0 ? "," : "", i, tensor);
  g_string_append (text, "}}");
  g_assert_true (parse (text->str, text->len, 0, &sink, report, &content, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (sink.n_rows, ==, n);
  g_assert_cmpuint (sink.largest, <, 4 * 1024 * 1024);
  g_assert_cmpuint (sink.bytes, ==, text->len);
  g_assert_false (parse (text->str, text->len, 0, &stopping, report, &content, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (stopping.n_batches, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-parser/target-suffix", test_target_suffix);
  g_test_add_func ("/dump-parser/positions", test_positions);
  g_test_add_func ("/dump-parser/compat-positions", test_compat_positions);
  g_test_add_func ("/dump-parser/kinds", test_kinds);
  g_test_add_func ("/dump-parser/values", test_values);
  g_test_add_func ("/dump-parser/deep", test_deep);
  g_test_add_func ("/dump-parser/file", test_file);
  g_test_add_func ("/dump-parser/truncated", test_truncated);
  g_test_add_func ("/dump-parser/damaged", test_damaged);
  g_test_add_func ("/dump-parser/brackets", test_brackets);
  g_test_add_func ("/dump-parser/batches", test_batches);
  return g_test_run ();
}
