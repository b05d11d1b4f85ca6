/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/run-location.h"

#include "store/catalog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_SHARDS 100000

/* A number without leading zeros from text on; behind becomes what follows. */
static gboolean
parse_number (const char *text, guint *number, const char **behind)
{
  guint64 value = 0;
  const char *p = text;

  for (; g_ascii_isdigit (*p) && value <= MAX_SHARDS; p++)
    value = value * 10 + (guint64) (*p - '0');
  *number = (guint) value;
  *behind = p;
  return p > text && *text != '0' && value <= MAX_SHARDS;
}

gboolean
ts_shard_name_parse (const char *name, char **stem, guint *shard, guint *n_shards)
{
  const char *of = NULL, *behind;

  for (const char *p = name; (p = strstr (p, "-of-")) != NULL; p++)
    of = p;
  if (of == NULL || !parse_number (of + 4, n_shards, &behind) || strcmp (behind, TS_DB_SUFFIX) != 0)
    return FALSE;
  for (behind = of; behind > name && g_ascii_isdigit (behind[-1]);)
    behind--;
  if (behind - name < 2 || behind[-1] != '.' || !parse_number (behind, shard, &of)
      || *shard > *n_shards)
    return FALSE;
  if (stem != NULL)
    *stem = g_strndup (name, (gsize) (behind - 1 - name));
  return TRUE;
}

/* "/a/run.*-of-16.trend.db": what stands before and behind the star, both borrowed from location.
 */
static gboolean
split_pattern (const char *location, const char **star)
{
  const char *slash = strrchr (location, G_DIR_SEPARATOR);

  *star = strstr (slash != NULL ? slash : location, ".*-of-");
  if (*star == NULL || !g_str_has_suffix (*star, TS_DB_SUFFIX))
    return FALSE;
  *star += 1;
  return TRUE;
}

/* By number where both are shards of the same, else by name. */
static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const char *first = *(const char *const *) a, *second = *(const char *const *) b;
  g_autofree char *name_a = g_path_get_basename (first);
  g_autofree char *name_b = g_path_get_basename (second);
  guint shard_a, shard_b, n;

  if (ts_shard_name_parse (name_a, NULL, &shard_a, &n)
      && ts_shard_name_parse (name_b, NULL, &shard_b, &n) && shard_a != shard_b)
    return shard_a < shard_b ? -1 : 1;
  return strcmp (first, second);
}

static void
set_none (GError **error, const char *location)
{
  g_autofree char *name = g_filename_display_name (location);

  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
               _ ("There is no trend database “%s”."), name);
}

/* The databases of a folder whose names are stem.I-of-N.trend.db, N as in behind. */
static GPtrArray *
list_shards (const char *location, const char *star, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (location);
  g_autofree char *base = g_path_get_basename (location);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  gsize before = strlen (base) - strlen (star);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      guint shard, n;
      if (ts_shard_name_parse (name, NULL, &shard, &n) && strncmp (name, base, before) == 0
          && g_ascii_isdigit (name[before]) && g_str_has_suffix (name, star + 1)
          && strspn (name + before, "0123456789") + before + strlen (star + 1) == strlen (name))
        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  if (paths->len == 0)
    {
      set_none (error, location);
      return NULL;
    }
  g_ptr_array_sort (paths, compare_paths);
  return g_steal_pointer (&paths);
}

static GPtrArray *
list_folder (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, TS_DB_SUFFIX))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return g_steal_pointer (&paths);
}

/* Those of the one run that a folder holds. */
static GPtrArray *
list_run_of_folder (const char *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) paths = list_folder (folder, error);
  g_autoptr (GPtrArray) runs = NULL;
  g_autofree char *names = NULL;
  g_autofree char *display = g_filename_display_name (folder);

  if (paths == NULL)
    return NULL;
  runs = ts_run_location_group (paths, cancellable);
  if (runs->len == 1)
    return ts_run_location_list (g_ptr_array_index (runs, 0), cancellable, error);
  if (runs->len == 0)
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                   _ ("“%s” is a folder without *.trend.db."), display);
      return NULL;
    }
  names = ts_run_location_dup_name (g_ptr_array_index (runs, 0));
  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_ONE_RUN,
               _ ("“%s” holds %u runs (%s…). Name one of its databases, or all parts of one."),
               display, runs->len, names);
  return NULL;
}

GPtrArray *
ts_run_location_list (const char *location, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *star;

  if (g_file_test (location, G_FILE_TEST_IS_DIR))
    return list_run_of_folder (location, cancellable, error);
  if (!g_file_test (location, G_FILE_TEST_EXISTS))
    {
      if (strchr (location, '\n') != NULL)
        {
          g_auto (GStrv) lines = g_strsplit (location, "\n", -1);
          for (guint i = 0; lines[i] != NULL; i++)
            if (*lines[i] != '\0')
              g_ptr_array_add (paths, g_strdup (lines[i]));
          if (paths->len > 0)
            return g_steal_pointer (&paths);
        }
      if (split_pattern (location, &star))
        return list_shards (location, star, error);
    }
  g_ptr_array_add (paths, g_strdup (location));
  return g_steal_pointer (&paths);
}

char *
ts_run_location_parse (const char *text)
{
  g_auto (GStrv) pieces = g_strsplit (text, ",", -1);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  if (pieces[0] == NULL || pieces[1] == NULL || g_file_test (text, G_FILE_TEST_EXISTS))
    return g_strdup (text);
  for (guint i = 0; pieces[i] != NULL; i++)
    {
      if (!g_file_test (pieces[i], G_FILE_TEST_IS_REGULAR))
        return g_strdup (text);
      g_ptr_array_add (paths, pieces[i]);
    }
  return ts_run_location_join (paths);
}

/* "/a/run.*-of-16.trend.db" when the paths are shards of it that lie in one folder. */
static char *
join_shards (const GPtrArray *paths)
{
  char *pattern = NULL;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *absolute = g_canonicalize_filename (g_ptr_array_index (paths, i), NULL);
      g_autofree char *folder = g_path_get_dirname (absolute);
      g_autofree char *name = g_path_get_basename (absolute);
      g_autofree char *stem = NULL, *mine = NULL, *file = NULL;
      guint shard, n;
      if (ts_shard_name_parse (name, &stem, &shard, &n))
        {
          file = g_strdup_printf ("%s.*-of-%u" TS_DB_SUFFIX, stem, n);
          mine = g_build_filename (folder, file, NULL);
        }
      if (mine == NULL || (pattern != NULL && strcmp (pattern, mine) != 0))
        {
          g_free (pattern);
          return NULL;
        }
      if (pattern == NULL)
        pattern = g_steal_pointer (&mine);
    }
  return pattern;
}

char *
ts_run_location_join (const GPtrArray *paths)
{
  GString *lines;
  char *pattern;

  if (paths->len == 1)
    return g_strdup (g_ptr_array_index (paths, 0));
  pattern = join_shards (paths);
  if (pattern != NULL)
    {
      /* Only if it means these very files. */
      g_autoptr (GPtrArray) all = ts_run_location_list (pattern, NULL, NULL);
      if (all != NULL && all->len == paths->len)
        return pattern;
      g_free (pattern);
    }
  lines = g_string_new (NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *absolute = g_canonicalize_filename (g_ptr_array_index (paths, i), NULL);
      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", absolute);
    }
  return g_string_free (lines, FALSE);
}

char *
ts_run_location_dup_name (const char *location)
{
  g_auto (GStrv) lines = g_strsplit (location, "\n", -1);
  g_autofree char *name = g_filename_display_basename (lines[0] != NULL ? lines[0] : "");
  guint n = g_strv_length (lines);

  if (n < 2)
    return g_steal_pointer (&name);
  /* Translators: a database, and how many others belong to the same run. */
  return g_strdup_printf (_ ("%s + %u"), name, n - 1);
}
