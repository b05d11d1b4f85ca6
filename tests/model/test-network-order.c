/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/network-order.h"

#include <string.h>

/* Targets by name; the files of a test are lists of them. */
typedef struct
{
  GPtrArray *names; /* of id - 1 */
  TsNetworkOrder *order;
  guint32 n_calls;
  gint64 step;
} Fixture;

static char *
get_name (guint32 id, gint64 *micro_step, gpointer data)
{
  const Fixture *self = data;

  g_assert_cmpuint (id, <=, self->names->len);
  *micro_step = 0;
  return g_strdup (g_ptr_array_index (self->names, id - 1));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->order = ts_network_order_new (get_name, self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_ptr_array_unref (self->names);
  ts_network_order_free (self->order);
}

static guint32
get_id (Fixture *self, const char *name)
{
  guint i;

  if (g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, &i))
    return i + 1;
  g_ptr_array_add (self->names, g_strdup (name));
  return self->names->len;
}

static guint32
get_slot (const char *name)
{
  return g_str_has_suffix (name, ".k")   ? 1
         : g_str_has_suffix (name, ".w") ? 2
         : g_str_has_suffix (name, ".o") ? 3
                                         : 0;
}

/* A file: calls apart by a space, their targets by a comma; from "<" on they are backward calls. */
static void
add_file (Fixture *self, const char *text)
{
  g_auto (GStrv) calls = g_strsplit (text, " ", -1);
  guint32 metric = TS_DUMP_FORWARD;

  for (guint i = 0; calls[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (calls[i], ",", -1);

      if (strcmp (calls[i], "<") == 0)
        {
          metric = TS_DUMP_BACKWARD;
          continue;
        }
      self->n_calls++;
      for (guint j = 0; names[j] != NULL; j++)
        {
          TsNetworkRow row = { .metric = metric, .call = self->n_calls << 2 | get_slot (names[j]) };
          ts_network_order_add (self->order, &row, get_id (self, names[j]));
        }
    }
  ts_network_order_end_file (self->order);
}

/* A monitor's file. */
static void
add_list (Fixture *self, guint32 metric, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, " ", -1);

  self->step++;
  for (guint i = 0; names[i] != NULL; i++)
    {
      TsNetworkRow row = { .metric = metric, .step = self->step };
      ts_network_order_add (self->order, &row, get_id (self, names[i]));
    }
}

static void
assert_order (Fixture *self, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 id = 0; (id = ts_network_order_get_next (self->order, id)) != 0;)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                            (char *) g_ptr_array_index (self->names, id - 1));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_neighbours (Fixture *self, gconstpointer data)
{
  add_file (self, "a c e");
  add_file (self, "a b c");
  add_file (self, "c d e f");
  add_file (self, "start a");
  assert_order (self, "start a b c d e f");
}

/* Numbers decide where neighbours don't. */
static void
test_numbers (Fixture *self, gconstpointer data)
{
  add_file (self, "router x.2 x.11 end");
  add_file (self, "router x.1 x.10 end");
  add_file (self, "router x.3 x.12 end");
  assert_order (self, "router x.1 x.2 x.3 x.10 x.11 x.12 end");
}

/* The stages of a pipeline share nothing, and may be interleaved. */
static void
test_stages (Fixture *self, gconstpointer data)
{
  add_file (self, "embedding layers.0.a layers.0.b layers.4.a layers.4.b");
  add_file (self, "layers.2.a layers.2.b layers.6.a layers.6.b norm");
  assert_order (self, "embedding layers.0.a layers.0.b layers.2.a layers.2.b layers.4.a layers.4.b "
                      "layers.6.a layers.6.b norm");
}

/* Input, keyword arguments, parameters, output, whichever came first. */
static void
test_slots (Fixture *self, gconstpointer data)
{
  add_file (self, "a.i,a.o,a.w b.i,b.o");
  assert_order (self, "a.i a.w a.o b.i b.o");
  add_file (self, "a.i,a.k,a.o b.i,b.o,b.w");
  add_file (self, "a.i,a.o < b.0.o a.0.i,a.o");
  assert_order (self, "a.0.i a.i a.k a.w a.o b.0.o b.i b.w b.o");
}

static void
test_slot_numbers (Fixture *self, gconstpointer data)
{
  add_file (self, "a.0,a.2,a.0.o b.0");
  add_file (self, "a.1,a.3,a.0.o b.0");
  assert_order (self, "a.0 a.1 a.2 a.3 a.0.o b.0");
}

/* Backward files run from the end of the network to its beginning. */
static void
test_backward (Fixture *self, gconstpointer data)
{
  add_file (self, "< d c a");
  assert_order (self, "a c d");
  add_file (self, "a c d e < e d c b a");
  assert_order (self, "a b c d e");
  add_file (self, "< f e a z");
  assert_order (self, "z a b c d e f");
}

/* New calls are met again before their file ends. */
static void
test_again (Fixture *self, gconstpointer data)
{
  add_file (self, "a b a b < b a");
  add_file (self, "a x a x b < b x a");
  assert_order (self, "a x b");
}

static void
test_monitor (Fixture *self, gconstpointer data)
{
  add_list (self, 1, "a b d");
  add_list (self, 2, "b d");
  add_list (self, 1, "a b c d");
  add_list (self, 2, "start a e");
  ts_network_order_end_file (self->order);
  assert_order (self, "start a e b c d");
}

/* Whatever is left out of each file, numbered names come into their order. */
static void
test_subsets (Fixture *self, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (expected, "%sm.%u.x", i > 0 ? " " : "", i);
  for (guint file = 0; file < 60; file++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      for (guint i = 0; i < 200; i++)
        if (file == 59 || g_rand_int_range (random, 0, 10) == 0)
          g_string_append_printf (text, "%sm.%u.x", text->len > 0 ? " " : "", i);
      add_file (self, text->str);
    }
  assert_order (self, expected->str);
}

/* Many calls at one place: labels run out and are given anew. */
static void
test_labels (Fixture *self, gconstpointer data)
{
  add_file (self, "a z");
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *text = g_strdup_printf ("a %c%u%c z", 'b' + i % 20, i, 'b' + i % 7);
      add_file (self, text);
      add_file (self, "a z");
    }
  add_file (self, "a");
  g_assert_cmpuint (ts_network_order_get_next (self->order, 0), ==, 1);
  {
    guint n = 0;
    for (guint32 id = 0; (id = ts_network_order_get_next (self->order, id)) != 0;)
      n++;
    g_assert_cmpuint (n, ==, 202);
  }
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/network-order/neighbours", test_neighbours);
  add ("/network-order/numbers", test_numbers);
  add ("/network-order/stages", test_stages);
  add ("/network-order/slots", test_slots);
  add ("/network-order/slot-numbers", test_slot_numbers);
  add ("/network-order/backward", test_backward);
  add ("/network-order/again", test_again);
  add ("/network-order/monitor", test_monitor);
  add ("/network-order/subsets", test_subsets);
  add ("/network-order/labels", test_labels);
  return g_test_run ();
}
