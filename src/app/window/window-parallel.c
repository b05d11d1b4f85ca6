/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/settings.h"
#include "model/target-name.h"

#include <glib/gi18n-lib.h>

#define STATE_MEMBER "parallel"

/* The heat map follows a configuration that was given, not one that was guessed. */
static void
share_layout (TsWindow *self)
{
  ts_trends_page_set_layout (self->trends_page,
                             self->parallel_set ? ts_parallel_page_get_layout (self->parallel_page)
                                                : NULL);
}

static void
config_changed_cb (TsWindow *self)
{
  g_autofree char *state = NULL;

  if (self->parallel_loading)
    return;
  self->parallel_set = TRUE;
  state = ts_parallel_page_dup_state (self->parallel_page);
  if (self->parallel_uri != NULL)
    ts_settings_set_folder_state (self->parallel_uri, STATE_MEMBER, state);
  share_layout (self);
}

/* As many ranks and layers as the data shows, for a start: one pipeline stage holds them all. */
static TsParallelConfig *
guess_config (TsCatalog *catalog)
{
  TsParallelConfig *config = ts_parallel_config_new ();
  gint64 n_layers = 0, world = 0;

  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      n_layers = MAX (n_layers, ts_target_name_get_layer (target->name) + 1);
    }
  if (catalog->ranks->len > 0)
    world = g_array_index (catalog->ranks, gint64, catalog->ranks->len - 1) + 1;
  config->num_layers = CLAMP (n_layers, 1, TS_MAX_LAYERS);
  config->world_size = CLAMP (world, 1, TS_MAX_WORLD_SIZE);
  return config;
}

/* What is remembered of the folder, else what its data suggests. */
static void
load_config (TsWindow *self, TsCatalog *catalog)
{
  g_autofree char *state = ts_settings_dup_folder_state (self->parallel_uri, STATE_MEMBER);
  g_autoptr (TsParallelConfig) guess = guess_config (catalog);

  self->parallel_loading = TRUE;
  ts_parallel_page_set_config (self->parallel_page, guess);
  if (state != NULL)
    ts_parallel_page_set_state (self->parallel_page, state);
  self->parallel_loading = FALSE;
  self->parallel_set = state != NULL;
}

static void
catalog_changed_cb (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const char *uri = self->location != NULL ? self->location->uri : NULL;

  if (catalog == NULL || uri == NULL)
    return;
  if (g_strcmp0 (uri, self->parallel_uri) != 0)
    {
      g_free (self->parallel_uri);
      self->parallel_uri = g_strdup (uri);
      load_config (self, catalog);
    }
  share_layout (self);
}

static void
block_activated_cb (TsWindow *self, GArray *ranks, guint stage, guint first, guint last)
{
  if (ts_session_get_catalog (self->session) == NULL)
    return;
  /* Whoever chooses a block means the configuration as it is shown. */
  config_changed_cb (self);
  adw_view_stack_set_visible_child_name (self->view_stack, "trends");
  ts_trends_page_show_block (self->trends_page, ranks, stage, first > 0 ? last - first + 1 : 0);
}

static void
exported_cb (TsWindow *self, GFile *file, GError *error)
{
  if (error != NULL)
    _ts_window_toast_error (self, _ ("The picture could not be saved"), error);
  else
    _ts_window_show_saved (self, file);
}

void
_ts_window_init_parallel (TsWindow *self)
{
  g_signal_connect_object (self->parallel_page, "notify::config", G_CALLBACK (config_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->parallel_page, "block-activated", G_CALLBACK (block_activated_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->parallel_page, "exported", G_CALLBACK (exported_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "catalog-changed", G_CALLBACK (catalog_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
