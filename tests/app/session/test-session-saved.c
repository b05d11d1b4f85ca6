/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered of a session. */
#include "../session-fixture.h"

static void
test_saved (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  const TsCatalogMetric *metric = g_ptr_array_index (fixture->catalog->metrics, 1);
  const TsCatalogTag *tag = g_ptr_array_index (fixture->catalog->tags, 0);
  g_autoptr (TsSession) other = ts_session_new ();
  g_autofree char *saved = NULL, *nothing = ts_session_save (other), *again = NULL;
  const TsSelection *restored;
  gint64 module;

  g_assert_null (nothing);
  ts_session_set_metric (session, metric->name);
  ts_session_set_stat (session, "max");
  ts_session_set_dimension (session, TS_DIMENSION_MODULE);
  session_settle ();
  module = ts_session_get_values (session)->ids[1];
  ts_session_set_value (session, module);
  ts_session_set_along (session, TS_DIMENSION_STEP);
  ts_session_set_name_filter (session, "layers|“x”");
  ts_session_add_tag (session, &tag->tag);
  ts_session_set_dimension (session, TS_DIMENSION_RANK);
  ts_session_set_value (session, 1);
  session_settle ();
  saved = ts_session_save (session);

  ts_session_restore (other, fixture->catalog, saved);
  restored = ts_session_get_selection (other);
  g_assert_true (ts_selection_equal (restored, ts_session_get_selection (session)));
  g_assert_cmpint (restored->value, ==, 1);
  g_assert_cmpint (ts_session_get_along (other), ==, TS_DIMENSION_STEP);
  g_assert_false (ts_session_undo (other));
  again = ts_session_save (other);
  g_assert_cmpstr (again, ==, saved);
  session_settle ();
  g_assert_cmpint (ts_session_get_selection (other)->value, ==, 1);
}

/* Places go by name: another import may number them differently. */
static void
test_saved_places (SessionFixture *fixture, gconstpointer data)
{
  TsSession *session = fixture->session;
  const TsDimension dimensions[] = { TS_DIMENSION_STEP, TS_DIMENSION_MODULE, TS_DIMENSION_RANK };

  for (guint i = 0; i < G_N_ELEMENTS (dimensions); i++)
    {
      g_autoptr (TsSession) other = ts_session_new ();
      g_autofree char *saved = NULL;
      gint64 value;
      ts_session_set_dimension (session, dimensions[i]);
      session_settle ();
      value = ts_session_get_values (session)->ids[ts_session_get_values (session)->n - 1];
      ts_session_set_value (session, value);
      saved = ts_session_save (session);
      ts_session_restore (other, fixture->catalog, saved);
      g_assert_cmpint (ts_session_get_selection (other)->dimension, ==, dimensions[i]);
      g_assert_cmpint (ts_session_get_selection (other)->value, ==, value);
      session_settle ();
    }
}

/* What the database does not have, or nobody would have written, is left to the first view. */
static void
test_saved_wrong (SessionFixture *fixture, gconstpointer data)
{
  static const char *const texts[] = {
    "",
    "no JSON",
    "[]",
    "{}",
    "{\"metric\": 3, \"statistic\": null, \"dimension\": [], \"value\": {}, \"tags\": 5}",
    "{\"metric\": \"none\", \"statistic\": \"none\", \"dimension\": \"none\"}",
    "{\"dimension\": \"rank\", \"value\": \"77\", \"name-filter\": \"\", \"along\": \"x\"}",
    ("{\"dimension\": \"rank\", \"value\": \"many\", \"tags\": [1, {}, {\"name\": \"a\", "
     "\"category\": \"b\"}, {\"name\": 1, \"category\": 2}]}"),
  };
  g_autoptr (TsSelection) first = ts_selection_copy (ts_session_get_selection (fixture->session));

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint before = fixture->n_matrices;
      ts_session_restore (fixture->session, fixture->catalog, texts[i]);
      session_wait_for (&fixture->n_matrices, before + 1);
      g_assert_true (ts_selection_equal (ts_session_get_selection (fixture->session), first));
      g_assert_cmpint (ts_session_get_along (fixture->session), ==, TS_DIMENSION_RANK);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/session-saved/" name, SessionFixture, NULL, session_set_up, function,              \
              session_tear_down)
  ADD ("saved", test_saved);
  ADD ("saved-places", test_saved_places);
  ADD ("saved-wrong", test_saved_wrong);
  return g_test_run ();
}
