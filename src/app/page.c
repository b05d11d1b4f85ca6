/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/page.h"

typedef struct
{
  TsSession *session;
  GSimpleActionGroup *actions;
  guint badge;
  guint has_content : 1;
  guint loading : 1;
  guint needs_attention : 1;
} TsPagePrivate;

enum
{
  PROP_SESSION = 1,
  PROP_HAS_CONTENT,
  PROP_LOADING,
  PROP_BADGE,
  PROP_NEEDS_ATTENTION,
  N_PROPERTIES
};

enum
{
  GO_TO,
  EXPORT,
  MESSAGE,
  STATE_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TsPage, ts_page, GTK_TYPE_WIDGET)

#define GET_PRIVATE(self) ((TsPagePrivate *) ts_page_get_instance_private (self))

/* --- a spot ------------------------------------------------------------------------------- */

G_DEFINE_BOXED_TYPE (TsSpot, ts_spot, ts_spot_copy, ts_spot_free)

TsSpot *
ts_spot_new (void)
{
  TsSpot *self = g_new0 (TsSpot, 1);

  self->target_id = self->step = self->rank = -1;
  return self;
}

TsSpot *
ts_spot_copy (const TsSpot *self)
{
  TsSpot *copy = g_memdup2 (self, sizeof *self);

  copy->metric = g_strdup (self->metric);
  copy->stat = g_strdup (self->stat);
  copy->ranks = self->ranks != NULL ? g_array_ref (self->ranks) : NULL;
  return copy;
}

void
ts_spot_free (TsSpot *self)
{
  g_free (self->metric);
  g_free (self->stat);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_free (self);
}

/* --- an export ---------------------------------------------------------------------------- */

G_DEFINE_BOXED_TYPE (TsPageExport, ts_page_export, ts_page_export_ref, ts_page_export_unref)

TsPageExport *
ts_page_export_new (char *file_name, gpointer data, GDestroyNotify free_func)
{
  TsPageExport *self = g_atomic_rc_box_new0 (TsPageExport);

  self->file_name = file_name;
  self->data = data;
  self->free_func = free_func;
  return self;
}

TsPageExport *
ts_page_export_ref (TsPageExport *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
export_clear (gpointer data)
{
  TsPageExport *self = data;

  g_free (self->file_name);
  g_free (self->view);
  if (self->free_func != NULL)
    {
      self->free_func (self->data);
      if (self->whole != NULL)
        self->free_func (self->whole);
    }
}

void
ts_page_export_unref (TsPageExport *self)
{
  g_atomic_rc_box_release_full (self, export_clear);
}

/* --- what pages do ------------------------------------------------------------------------ */

TsSession *
ts_page_get_session (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), NULL);
  return GET_PRIVATE (self)->session;
}

GActionMap *
ts_page_get_actions (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), NULL);
  return G_ACTION_MAP (GET_PRIVATE (self)->actions);
}

void
ts_page_set_has_content (TsPage *self, gboolean has_content)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (GET_PRIVATE (self)->has_content == !!has_content)
    return;
  GET_PRIVATE (self)->has_content = !!has_content;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAS_CONTENT]);
}

void
ts_page_set_loading (TsPage *self, gboolean loading)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (GET_PRIVATE (self)->loading == !!loading)
    return;
  GET_PRIVATE (self)->loading = !!loading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

void
ts_page_set_badge (TsPage *self, guint badge)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (GET_PRIVATE (self)->badge == badge)
    return;
  GET_PRIVATE (self)->badge = badge;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BADGE]);
}

void
ts_page_set_needs_attention (TsPage *self, gboolean needs_attention)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (GET_PRIVATE (self)->needs_attention == !!needs_attention)
    return;
  GET_PRIVATE (self)->needs_attention = !!needs_attention;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NEEDS_ATTENTION]);
}

void
ts_page_state_changed (TsPage *self)
{
  g_return_if_fail (TS_IS_PAGE (self));
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

void
ts_page_go_to (TsPage *self, const TsSpot *spot, const char *page)
{
  g_return_if_fail (TS_IS_PAGE (self) && spot != NULL);
  g_signal_emit (self, signals[GO_TO], 0, spot, page);
}

void
ts_page_tell (TsPage *self, const char *text, const GError *error)
{
  g_return_if_fail (TS_IS_PAGE (self) && text != NULL);
  g_signal_emit (self, signals[MESSAGE], 0, text, error);
}

static const TsPageExportKind *
find_export (TsPage *self, const char *name)
{
  const TsPageExportKind *kind = TS_PAGE_GET_CLASS (self)->exports;

  while (kind != NULL && kind->name != NULL && g_strcmp0 (kind->name, name) != 0)
    kind++;
  return kind != NULL && kind->name != NULL ? kind : NULL;
}

void
ts_page_export (TsPage *self, const char *name)
{
  const TsPageExportKind *kind;
  g_autoptr (TsPageExport) export = NULL;

  g_return_if_fail (TS_IS_PAGE (self));
  kind = find_export (self, name);
  g_return_if_fail (kind != NULL);
  export = TS_PAGE_GET_CLASS (self)->create_export (self, name);
  if (export == NULL)
    return;
  export->kind = kind;
  g_signal_emit (self, signals[EXPORT], 0, export);
}

void
ts_page_set_can_export (TsPage *self, const char *name, gboolean can)
{
  g_autofree char *action = g_strconcat ("export-", name, NULL);

  g_return_if_fail (TS_IS_PAGE (self) && find_export (self, name) != NULL);
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (ts_page_get_actions (self), action)), can);
}

/* --- what the window does with them ------------------------------------------------------- */

gboolean
ts_page_get_has_content (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), FALSE);
  return GET_PRIVATE (self)->has_content;
}

gboolean
ts_page_get_loading (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), FALSE);
  return GET_PRIVATE (self)->loading;
}

void
ts_page_open (TsPage *self, const char *folder, gboolean can)
{
  g_return_if_fail (TS_IS_PAGE (self) && folder != NULL);
  if (TS_PAGE_GET_CLASS (self)->open != NULL)
    TS_PAGE_GET_CLASS (self)->open (self, folder, can);
}

JsonNode *
ts_page_save (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), NULL);
  return TS_PAGE_GET_CLASS (self)->save != NULL ? TS_PAGE_GET_CLASS (self)->save (self) : NULL;
}

void
ts_page_restore (TsPage *self, JsonNode *state)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (TS_PAGE_GET_CLASS (self)->restore != NULL)
    TS_PAGE_GET_CLASS (self)->restore (self, state);
}

void
ts_page_save_settings (TsPage *self)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (TS_PAGE_GET_CLASS (self)->save_settings != NULL)
    TS_PAGE_GET_CLASS (self)->save_settings (self);
}

gboolean
ts_page_show_spot (TsPage *self, const TsSpot *spot)
{
  g_return_val_if_fail (TS_IS_PAGE (self) && spot != NULL, FALSE);
  return TS_PAGE_GET_CLASS (self)->go_to != NULL && TS_PAGE_GET_CLASS (self)->go_to (self, spot);
}

gboolean
ts_page_search (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), FALSE);
  if (TS_PAGE_GET_CLASS (self)->search == NULL)
    return FALSE;
  TS_PAGE_GET_CLASS (self)->search (self);
  return TRUE;
}

gboolean
ts_page_has_panel (TsPage *self)
{
  g_return_val_if_fail (TS_IS_PAGE (self), FALSE);
  return TS_PAGE_GET_CLASS (self)->set_show_panel != NULL;
}

void
ts_page_set_show_panel (TsPage *self, gboolean show)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (TS_PAGE_GET_CLASS (self)->set_show_panel != NULL)
    TS_PAGE_GET_CLASS (self)->set_show_panel (self, show);
}

void
ts_page_set_databases (TsPage *self, const char *const *paths, const char *current)
{
  g_return_if_fail (TS_IS_PAGE (self));
  if (TS_PAGE_GET_CLASS (self)->set_databases != NULL)
    TS_PAGE_GET_CLASS (self)->set_databases (self, paths, current);
}

/* --- life --------------------------------------------------------------------------------- */

static void
export_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_page_export (data, g_action_get_name (G_ACTION (action)) + strlen ("export-"));
}

static void
ts_page_constructed (GObject *object)
{
  TsPage *self = TS_PAGE (object);
  const TsPageExportKind *kind = TS_PAGE_GET_CLASS (self)->exports;

  G_OBJECT_CLASS (ts_page_parent_class)->constructed (object);
  for (; kind != NULL && kind->name != NULL; kind++)
    {
      g_autofree char *name = g_strconcat ("export-", kind->name, NULL);
      g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);
      g_simple_action_set_enabled (action, FALSE);
      g_signal_connect (action, "activate", G_CALLBACK (export_activated), self);
      g_action_map_add_action (ts_page_get_actions (self), G_ACTION (action));
    }
}

static void
ts_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TsPagePrivate *priv = GET_PRIVATE (TS_PAGE (object));

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, priv->session);
      break;
    case PROP_HAS_CONTENT:
      g_value_set_boolean (value, priv->has_content);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, priv->loading);
      break;
    case PROP_BADGE:
      g_value_set_uint (value, priv->badge);
      break;
    case PROP_NEEDS_ATTENTION:
      g_value_set_boolean (value, priv->needs_attention);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ts_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TsPage *self = TS_PAGE (object);

  switch (id)
    {
    case PROP_SESSION:
      GET_PRIVATE (self)->session = g_value_dup_object (value);
      break;
    case PROP_HAS_CONTENT:
      ts_page_set_has_content (self, g_value_get_boolean (value));
      break;
    case PROP_LOADING:
      ts_page_set_loading (self, g_value_get_boolean (value));
      break;
    case PROP_BADGE:
      ts_page_set_badge (self, g_value_get_uint (value));
      break;
    case PROP_NEEDS_ATTENTION:
      ts_page_set_needs_attention (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ts_page_finalize (GObject *object)
{
  TsPagePrivate *priv = GET_PRIVATE (TS_PAGE (object));

  g_clear_object (&priv->actions);
  g_clear_object (&priv->session);
  G_OBJECT_CLASS (ts_page_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_SESSION]
      = g_param_spec_object ("session", NULL, NULL, TS_TYPE_SESSION,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_HAS_CONTENT] = g_param_spec_boolean ("has-content", NULL, NULL, FALSE, flags);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  properties[PROP_BADGE] = g_param_spec_uint ("badge", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_NEEDS_ATTENTION]
      = g_param_spec_boolean ("needs-attention", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
ts_page_class_init (TsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = ts_page_constructed;
  object_class->get_property = ts_page_get_property;
  object_class->set_property = ts_page_set_property;
  object_class->finalize = ts_page_finalize;
  install_properties (object_class);
  signals[GO_TO] = g_signal_new ("go-to", TS_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, TS_TYPE_SPOT, G_TYPE_STRING);
  signals[EXPORT] = g_signal_new ("export", TS_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TS_TYPE_PAGE_EXPORT);
  signals[MESSAGE] = g_signal_new ("message", TS_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);
  signals[STATE_CHANGED] = g_signal_new ("state-changed", TS_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
}

static void
ts_page_init (TsPage *self)
{
  GET_PRIVATE (self)->actions = g_simple_action_group_new ();
}
