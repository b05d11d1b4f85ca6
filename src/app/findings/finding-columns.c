/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/findings/finding-columns.h"

#include "app/findings/finding-item.h"
#include "model/call-order.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Text of a cell. */
typedef char *(*CellText) (TsFindingItem *item);

static const char *
get_metric (TsFindingItem *item)
{
  const TsCatalog *catalog = ts_finding_item_get_catalog (item);

  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == ts_finding_item_get (item)->metric_id)
        return metric->name;
    }
  return NULL;
}

/* Told apart by form and by colour; red and yellow that can be read on both themes. */
static char *
text_of_rule (TsFindingItem *item)
{
  static const char *const marks[TS_N_GRADES]
      = { "<span foreground=\"#d01b24\">●</span>", "<span foreground=\"#c88800\">○</span>", "·" };
  const TsFinding *finding = ts_finding_item_get (item);
  guint n = ts_finding_item_get_n_followers (item);
  g_autofree char *rule = g_markup_escape_text (ts_rule_get_label (finding->rule), -1);

  if (n == 0)
    return g_strdup_printf ("%s %s", marks[finding->grade], rule);
  return g_strdup_printf (
      /* Translators: a mark, the name of a rule, how many findings follow from this one. */
      _ ("%s %s (+%u)"), marks[finding->grade], rule, n);
}

static char *
dup_step (const TsCatalog *catalog, gint64 id)
{
  const TsCatalogStep *step = ts_catalog_find_step (catalog, id);

  return step != NULL ? g_strdup (step->label) : g_strdup_printf ("%" PRId64, id);
}

static char *
text_of_step (TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);
  g_autofree char *first = dup_step (ts_finding_item_get_catalog (item), finding->step);
  g_autofree char *last = dup_step (ts_finding_item_get_catalog (item), finding->last_step);

  return finding->last_step > finding->step ? g_strdup_printf ("%s–%s", first, last)
                                            : g_steal_pointer (&first);
}

static char *
text_of_rank (TsFindingItem *item)
{
  gint64 rank = ts_finding_item_get (item)->rank;

  return rank == TS_FINDING_ALL_RANKS ? g_strdup (C_ ("ranks", "all"))
                                      : g_strdup_printf ("%" PRId64, rank);
}

/* "layers.2" of "layers.2.core.output.0". */
static gsize
find_layer_length (const char *label)
{
  for (const char *dot = strchr (label, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    if (g_ascii_isdigit (dot[1]))
      return strspn (dot + 1, "0123456789") + (gsize) (dot + 1 - label);
  return strcspn (label, ".");
}

static char *
text_of_tensor (TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);
  const TsCatalog *catalog = ts_finding_item_get_catalog (item);
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, finding->target_id);
  const char *metric = get_metric (item);
  g_autofree char *call = ts_finding_dup_label (finding, catalog);
  gsize layer = find_layer_length (call);
  TsCallSlot slot = { 0 };

  if (target == NULL)
    return g_strdup ("");
  ts_call_slot_parse (target->name, &slot);
  g_autofree char *layer_name = g_strndup (call, layer);
  g_autofree char *head = g_markup_printf_escaped ("<b>%s</b>%s", layer_name, call + layer);
  g_autofree char *tail = g_markup_printf_escaped (
      "%s", slot.kind != TS_CALL_SLOT_PARAMETER ? target->name + slot.call_length : "");
  g_autofree char *kind
      = g_markup_printf_escaped (" <span alpha=\"65%%\">%s</span>", metric != NULL ? metric : "");
  return g_strconcat (head, tail, kind, NULL);
}

static char *
text_of_note (TsFindingItem *item)
{
  const char *note = ts_finding_item_get (item)->note;

  return g_strdup (note != NULL ? note : "");
}

static char *
dup_number (double value, gboolean is_real)
{
  return isnan (value) && !is_real ? g_strdup ("–") : ts_format_short (value, 4);
}

static char *
text_of_value (TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);

  return dup_number (finding->value, finding->rule == TS_RULE_NON_FINITE);
}

static char *
text_of_expected (TsFindingItem *item)
{
  return dup_number (ts_finding_item_get (item)->expected, FALSE);
}

/* What is scored otherwise than by z has none. */
static char *
text_of_score (TsFindingItem *item)
{
  const TsFinding *finding = ts_finding_item_get (item);

  return dup_number (finding->rule == TS_RULE_WHOLE_RANK ? (double) NAN : finding->score, FALSE);
}

typedef struct
{
  const char *title;
  CellText text;
  gboolean is_number, expands, is_markup;
} Column;

static const Column columns[] = {
  { N_ ("Rule"), text_of_rule, FALSE, FALSE, TRUE },
  { N_ ("Step"), text_of_step, TRUE, FALSE, FALSE },
  { N_ ("Rank"), text_of_rank, TRUE, FALSE, FALSE },
  { N_ ("Tensor"), text_of_tensor, FALSE, TRUE, TRUE },
  { N_ ("What"), text_of_note, FALSE, TRUE, FALSE },
  { N_ ("Value"), text_of_value, TRUE, FALSE, FALSE },
  { N_ ("Expected"), text_of_expected, TRUE, FALSE, FALSE },
  { N_ ("z"), text_of_score, TRUE, FALSE, FALSE },
};

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->is_number ? 1 : 0);
  if (column->is_number)
    gtk_widget_add_css_class (label, "numeric");
  if (column->expands)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (column != &columns[0])
    {
      gtk_list_item_set_child (cell, label);
      return;
    }
  GtkWidget *expander = gtk_tree_expander_new ();
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), label);
  gtk_list_item_set_child (cell, expander);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  const Column *column = data;
  GtkWidget *child = gtk_list_item_get_child (cell);
  gpointer row = gtk_list_item_get_item (cell);
  g_autoptr (TsFindingItem) item = TS_FINDING_ITEM (gtk_tree_list_row_get_item (row));
  g_autofree char *text = column->text (item);

  if (GTK_IS_TREE_EXPANDER (child))
    {
      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), row);
      child = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));
    }
  if (column->is_markup)
    gtk_label_set_markup (GTK_LABEL (child), text);
  else
    gtk_label_set_text (GTK_LABEL (child), text);
  if (column->expands && column->is_markup)
    gtk_widget_set_tooltip_markup (child, text);
  else if (column->expands)
    gtk_widget_set_tooltip_text (child, text);
}

void
ts_finding_columns_add (GtkColumnView *list)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) &columns[i]);
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (list, column);
    }
}
