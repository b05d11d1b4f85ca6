/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/parallel/parallel-form.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define N_NUMBERS 10

/* One row: a number (with spec), the order or the switch. */
typedef struct
{
  const TsParallelField *spec; /* NULL: not a number */
  const char *name;
  GtkWidget *row;
  GtkWidget *input; /* GtkSpinButton, GtkEntry or GtkSwitch */
  char *message;    /* what is wrong, or NULL */
} Field;

struct _TsParallelForm
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *model_group, *sizes_group, *stages_group, *ranks_group;
  Field fields[N_NUMBERS + 2];
  guint n_fields;
  gboolean updating;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsParallelForm, ts_parallel_form, GTK_TYPE_WIDGET)

static Field *
find_field (TsParallelForm *self, const char *name)
{
  for (guint i = 0; i < self->n_fields; i++)
    if (g_strcmp0 (self->fields[i].name, name) == 0)
      return &self->fields[i];
  return NULL;
}

/* ---- Validation ---- */

static void
show_message (Field *field, const char *message)
{
  if (g_strcmp0 (field->message, message) == 0)
    return;
  g_free (field->message);
  field->message = g_strdup (message);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (field->row), message != NULL ? message : "");
  if (message != NULL)
    gtk_widget_add_css_class (field->row, "invalid");
  else
    gtk_widget_remove_css_class (field->row, "invalid");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (field->input), GTK_ACCESSIBLE_STATE_INVALID,
      message != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* The text that stands in a number's field, not the value that GTK takes over later. Empty is unset
 * where that is possible. */
static gboolean
read_number (const Field *field, TsParallelConfig *config)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (field->input));
  gint64 value = 0;

  if ((text[0] != '\0' || field->spec->min > 0)
      && !g_ascii_string_to_signed (text, 10, field->spec->min, field->spec->max, &value, NULL))
    return FALSE;
  ts_parallel_config_set (config, field->spec, value);
  return TRUE;
}

/* Reads all fields; *wrong is the one that holds no number, or NULL. */
static TsParallelConfig *
read_fields (TsParallelForm *self, Field **wrong)
{
  TsParallelConfig *config = ts_parallel_config_new ();

  *wrong = NULL;
  for (guint i = 0; i < self->n_fields; i++)
    {
      Field *field = &self->fields[i];
      if (field->spec != NULL && !read_number (field, config) && *wrong == NULL)
        *wrong = field;
    }
  config->standalone_embedding
      = gtk_switch_get_active (GTK_SWITCH (find_field (self, "standalone-embedding")->input));
  g_free (config->order);
  config->order
      = g_strdup (gtk_editable_get_text (GTK_EDITABLE (find_field (self, "order")->input)));
  return config;
}

static TsParallelConfig *
validate (TsParallelForm *self)
{
  Field *wrong;
  const char *name = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsParallelConfig) config = read_fields (self, &wrong);
  g_autofree char *message = NULL;

  if (wrong != NULL)
    message = g_strdup_printf (_ ("A whole number from %" PRId64 " to %" PRId64 " is needed"),
                               wrong->spec->min, wrong->spec->max);
  else if (!ts_parallel_config_validate (config, &name, &error))
    {
      wrong = find_field (self, name);
      message = g_strdup (ts_parallel_config_strip_title (name, error->message));
    }
  for (guint i = 0; i < self->n_fields; i++)
    show_message (&self->fields[i], &self->fields[i] == wrong ? message : NULL);
  return wrong == NULL ? g_steal_pointer (&config) : NULL;
}

static void
input_changed_cb (TsParallelForm *self)
{
  g_autoptr (TsParallelConfig) config = NULL;

  if (self->updating)
    return;
  config = validate (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Rows ---- */

static GtkWidget *
create_number_input (TsParallelForm *self, const TsParallelField *spec)
{
  GtkWidget *spin = gtk_spin_button_new_with_range ((double) spec->min, (double) spec->max, 1);

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 5);
  g_signal_connect_swapped (spin, "changed", G_CALLBACK (input_changed_cb), self);
  return spin;
}

static GtkWidget *
create_order_input (TsParallelForm *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 14);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (input_changed_cb), self);
  return entry;
}

static GtkWidget *
create_switch_input (TsParallelForm *self)
{
  GtkWidget *input = gtk_switch_new ();

  g_signal_connect_swapped (input, "notify::active", G_CALLBACK (input_changed_cb), self);
  return input;
}

static void
add_row (TsParallelForm *self,
         GtkWidget *group,
         const char *name,
         const TsParallelField *spec,
         GtkWidget *input,
         const char *help)
{
  Field *field = &self->fields[self->n_fields++];
  const char *title = ts_parallel_config_get_title (name);

  *field = (Field){ .spec = spec, .name = name, .input = input };
  field->row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field->row), title);
  gtk_widget_set_tooltip_text (field->row, help);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (field->row), 0);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (field->row), 0);
  gtk_widget_set_valign (input, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (input), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (field->row), input);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (field->row), input);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), field->row);
}

static void
create_rows (TsParallelForm *self)
{
  /* Where in the list of numbers each group ends. */
  const struct
  {
    guint end;
    GtkWidget *group;
  } groups[]
      = { { 2, self->model_group }, { 6, self->sizes_group }, { N_NUMBERS, self->stages_group } };
  guint n, g = 0;
  const TsParallelField *specs = ts_parallel_config_get_fields (&n);

  g_assert (n == N_NUMBERS);
  for (guint i = 0; i < n; i++)
    {
      g += i == groups[g].end;
      add_row (self, groups[g].group, specs[i].name, &specs[i],
               create_number_input (self, &specs[i]), _ (specs[i].help));
    }
  add_row (self, self->stages_group, "standalone-embedding", NULL, create_switch_input (self),
           _ ("The first pipeline stage holds only the embedding"));
  add_row (self, self->ranks_group, "order", NULL, create_order_input (self),
           _ ("From the fastest to the slowest dimension"));
}

/* ---- Life ---- */

static void
ts_parallel_form_init (TsParallelForm *self)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  create_rows (self);
  ts_parallel_form_set_config (self, config);
}

static void
ts_parallel_form_dispose (GObject *object)
{
  TsParallelForm *self = TS_PARALLEL_FORM (object);

  self->updating = TRUE; /* switches and entries that go away have nothing to say */
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint i = 0; i < self->n_fields; i++)
    g_clear_pointer (&self->fields[i].message, g_free);
  G_OBJECT_CLASS (ts_parallel_form_parent_class)->dispose (object);
}

static void
ts_parallel_form_class_init (TsParallelFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_parallel_form_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "parallelform");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/parallel-form.ui");
  gtk_widget_class_bind_template_child (widget_class, TsParallelForm, box);
  gtk_widget_class_bind_template_child (widget_class, TsParallelForm, model_group);
  gtk_widget_class_bind_template_child (widget_class, TsParallelForm, sizes_group);
  gtk_widget_class_bind_template_child (widget_class, TsParallelForm, stages_group);
  gtk_widget_class_bind_template_child (widget_class, TsParallelForm, ranks_group);
  signals[CHANGED] = g_signal_new ("changed", TS_TYPE_PARALLEL_FORM, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
show_value (const Field *field, const TsParallelConfig *config)
{
  if (field->spec != NULL)
    {
      gint64 value = ts_parallel_config_get (config, field->spec);
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (field->input), (double) value);
      /* The value may be there already while something else was being typed. */
      gtk_editable_set_text (GTK_EDITABLE (field->input), text);
    }
  else if (GTK_IS_SWITCH (field->input))
    gtk_switch_set_active (GTK_SWITCH (field->input), config->standalone_embedding);
  else
    gtk_editable_set_text (GTK_EDITABLE (field->input),
                           config->order != NULL ? config->order : TS_DEFAULT_RANK_ORDER);
}

void
ts_parallel_form_set_config (TsParallelForm *self, const TsParallelConfig *config)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->n_fields; i++)
    show_value (&self->fields[i], config);
  self->updating = FALSE;
  input_changed_cb (self);
}

TsParallelConfig *
ts_parallel_form_dup_config (TsParallelForm *self)
{
  return validate (self);
}

const char *
ts_parallel_form_get_message (TsParallelForm *self, const char *name)
{
  const Field *field = find_field (self, name);

  return field != NULL ? field->message : NULL;
}

void
ts_parallel_form_type (TsParallelForm *self, const char *name, const char *text)
{
  Field *field = find_field (self, name);

  g_return_if_fail (field != NULL);
  /* Replacing a text is a deletion first; that is not what was typed. */
  self->updating = TRUE;
  if (GTK_IS_SWITCH (field->input))
    gtk_switch_set_active (GTK_SWITCH (field->input), g_str_equal (text, "true"));
  else
    gtk_editable_set_text (GTK_EDITABLE (field->input), text);
  self->updating = FALSE;
  input_changed_cb (self);
}
