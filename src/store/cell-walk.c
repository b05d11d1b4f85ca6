/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-space.h"
#include "store/side-by-side.h"

/* Reading a range costs its rows, asking for single targets a seek each. From this many targets of
 * the range per wanted one on, seeks are cheaper. */
#define ROWS_PER_SEEK 16
/* From this many rows and seeks on, threads are worth their connections (some 2 ms). */
#define MIN_SHARED 8000
/* What is read by one thread at a time: enough for a thread to have something to do, little enough
 * for what is read and not looked at yet to fit into memory. */
#define PIECES_PER_THREAD 4

/* A target that is walked to. */
typedef struct
{
  gint64 id;   /* in its part */
  guint place; /* in the space's targets */
} Stop;

/* A rank or step, likewise. */
typedef Stop Station;

/* The share of one part (or of the one file) in a space. */
typedef struct
{
  guint part;
  GArray *ranks; /* Station */
  GArray *steps; /* Station */
  GArray *stops; /* Stop, by id */
  gboolean sparse;
} Share;

/* Some blocks of a share: its (rank, step) pairs from first on, counted rank by rank. */
typedef struct
{
  const Share *share;
  guint64 first, n;
} Piece;

typedef struct
{
  double value;
  guint places[3];
  guint8 state;
} Row;

/* A piece that is being read. The ids of a block come in ascending order, as the stops are, so the
 * place of each is found by going on from the one before. */
typedef struct
{
  const Share *share;
  TsCellReader *reader;
  guint next; /* stop */
  guint places[3];
  TsCellSpaceFunc func;
  gpointer data;
} Walk;

/* ---- what is to be read ---- */

static int
compare_stops (gconstpointer a, gconstpointer b)
{
  const Stop *first = a, *second = b;

  return (first->id > second->id) - (first->id < second->id);
}

/* The number in the part of a number of the run. */
static gboolean
translate (const TsCatalogPart *part, TsDimension dimension, gint64 id, gint64 *own)
{
  *own = id;
  if (part == NULL)
    return TRUE;
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return ts_catalog_part_find_step (part, id, own);
    case TS_DIMENSION_MODULE:
      return ts_catalog_part_find_target (part, id, own);
    case TS_DIMENSION_RANK:
    default:
      return ts_catalog_has_rank (part->catalog, id);
    }
}

/* The ids of a dimension that the part (NULL: the one file) has, each with its place. */
static GArray *
list_stations (const TsCellSpace *space, const TsCatalogPart *part, TsDimension dimension)
{
  const GArray *ids = space->ids[dimension];
  GArray *stations = g_array_sized_new (FALSE, FALSE, sizeof (Station), ids->len);

  for (guint i = 0; i < ids->len; i++)
    {
      Station station = { 0, i };
      if (translate (part, dimension, g_array_index (ids, gint64, i), &station.id))
        g_array_append_val (stations, station);
    }
  return stations;
}

static void
sort_stops (GArray *stops)
{
  for (guint i = 1; i < stops->len; i++)
    if (g_array_index (stops, Stop, i - 1).id > g_array_index (stops, Stop, i).id)
      {
        g_array_sort (stops, compare_stops);
        return;
      }
}

/* How many targets the part has from the first to the last wanted one. */
static guint
count_range (const TsCatalog *catalog, const GArray *stops)
{
  int first = ts_catalog_find_target_place (catalog, g_array_index (stops, Stop, 0).id);
  int last = ts_catalog_find_target_place (catalog, g_array_index (stops, Stop, stops->len - 1).id);

  return (guint) (last - first) + 1;
}

static void
share_free (gpointer data)
{
  Share *self = data;

  g_array_unref (self->ranks);
  g_array_unref (self->steps);
  g_array_unref (self->stops);
  g_free (self);
}

/* NULL when the part has nothing of the space. */
static Share *
share_new (const TsCellSpace *space, guint i)
{
  const TsCatalogPart *part
      = space->catalog->parts != NULL ? g_ptr_array_index (space->catalog->parts, i) : NULL;
  Share *self = g_new0 (Share, 1);

  self->part = i;
  self->ranks = list_stations (space, part, TS_DIMENSION_RANK);
  self->steps = list_stations (space, part, TS_DIMENSION_STEP);
  self->stops = self->ranks->len > 0 && self->steps->len > 0
                    ? list_stations (space, part, TS_DIMENSION_MODULE)
                    : g_array_new (FALSE, FALSE, sizeof (Stop));
  if (self->stops->len == 0)
    {
      share_free (self);
      return NULL;
    }
  sort_stops (self->stops);
  self->sparse = count_range (ts_catalog_get_part (space->catalog, i), self->stops) / ROWS_PER_SEEK
                 > self->stops->len;
  return self;
}

static guint64
count_blocks (const Share *share)
{
  return (guint64) share->ranks->len * share->steps->len;
}

/* About what reading a block costs, in rows. */
static guint64
get_block_cost (const TsCatalog *catalog, const Share *share)
{
  guint64 n = share->sparse
                  ? share->stops->len
                  : count_range (ts_catalog_get_part (catalog, share->part), share->stops);

  return n + 4;
}

/* In the order in which parts are to be preferred. */
static GPtrArray *
list_shares (const TsCellReaders *readers, const TsCellSpace *space, guint64 *cost)
{
  GPtrArray *shares = g_ptr_array_new_with_free_func (share_free);
  guint n = ts_catalog_get_n_parts (space->catalog);

  *cost = 0;
  for (guint i = 0; i < n; i++)
    {
      guint part
          = space->catalog->parts != NULL ? ts_catalog_get_preferred (space->catalog, i) : 0;
      Share *share = ts_cell_readers_has_part (readers, part) ? share_new (space, part) : NULL;
      if (share == NULL)
        continue;
      *cost += count_blocks (share) * get_block_cost (space->catalog, share);
      g_ptr_array_add (shares, share);
    }
  return shares;
}

/* Pieces of about the same cost; a share is at least one. */
static GArray *
cut_pieces (const TsCatalog *catalog, const GPtrArray *shares, guint64 cost, guint n_wanted)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  for (guint i = 0; i < shares->len; i++)
    {
      const Share *share = g_ptr_array_index (shares, i);
      guint64 n = count_blocks (share);
      guint64 step = MAX (1, cost / n_wanted / get_block_cost (catalog, share));
      for (guint64 first = 0; first < n; first += step)
        {
          Piece piece = { share, first, MIN (step, n - first) };
          g_array_append_val (pieces, piece);
        }
    }
  return pieces;
}

/* ---- reading ---- */

static gint64
get_stop (const Walk *walk, guint i)
{
  return g_array_index (walk->share->stops, Stop, i).id;
}

static void
visit (gint64 target_id, double value, guint8 state, gpointer data)
{
  Walk *walk = data;
  guint n = walk->share->stops->len;

  while (walk->next < n && get_stop (walk, walk->next) < target_id)
    walk->next++;
  if (walk->next >= n || get_stop (walk, walk->next) != target_id)
    return;
  walk->places[TS_DIMENSION_MODULE] = g_array_index (walk->share->stops, Stop, walk->next).place;
  walk->func (walk->places, value, state, walk->data);
}

static gboolean
walk_block (Walk *walk, gint64 rank, gint64 step, GError **error)
{
  guint n = walk->share->stops->len;

  walk->next = 0;
  if (!walk->share->sparse)
    return ts_cell_reader_read (walk->reader, rank, step, get_stop (walk, 0),
                                get_stop (walk, n - 1), visit, walk, error);
  for (guint i = 0; i < n; i++)
    {
      gint64 id = get_stop (walk, i);
      if (!ts_cell_reader_read (walk->reader, rank, step, id, id, visit, walk, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_piece (
    TsCellReaders *readers, const Piece *piece, TsCellSpaceFunc func, gpointer data, GError **error)
{
  const Share *share = piece->share;
  Walk walk = { .share = share, .func = func, .data = data };
  gboolean good = TRUE;

  walk.reader = ts_cell_readers_take (readers, share->part, error);
  if (walk.reader == NULL)
    return FALSE;
  for (guint64 i = piece->first; i < piece->first + piece->n && good; i++)
    {
      Station rank = g_array_index (share->ranks, Station, i / share->steps->len);
      Station step = g_array_index (share->steps, Station, i % share->steps->len);
      walk.places[TS_DIMENSION_RANK] = rank.place;
      walk.places[TS_DIMENSION_STEP] = step.place;
      good = walk_block (&walk, rank.id, step.id, error);
    }
  ts_cell_readers_give (readers, share->part, walk.reader);
  return good;
}

/* ---- keys that several parts hold ---- */

typedef struct
{
  const TsCellSpace *space;
  GHashTable *seen; /* of guint64 */
  TsCellSpaceFunc func;
  gpointer data;
} Sieve;

/* Lets the first row of a key through. */
static void
sift (const guint *places, double value, guint8 state, gpointer data)
{
  Sieve *self = data;
  gint64 key = places[TS_DIMENSION_RANK];

  key = key * self->space->ids[TS_DIMENSION_STEP]->len + places[TS_DIMENSION_STEP];
  key = key * self->space->ids[TS_DIMENSION_MODULE]->len + places[TS_DIMENSION_MODULE];
  if (g_hash_table_contains (self->seen, &key))
    return;
  g_hash_table_add (self->seen, g_memdup2 (&key, sizeof key));
  self->func (places, value, state, self->data);
}

/* ---- several threads ---- */

typedef struct
{
  TsCellReaders *readers;
  const GArray *pieces;
  GArray **rows; /* by piece */
  GError **errors;
  gint failed;
} Shared;

static void
keep_row (const guint *places, double value, guint8 state, gpointer data)
{
  Row row = { value, { places[0], places[1], places[2] }, state };

  g_array_append_val ((GArray *) data, row);
}

static void
read_piece (guint i, gpointer data)
{
  Shared *self = data;

  if (g_atomic_int_get (&self->failed))
    return;
  self->rows[i] = g_array_new (FALSE, FALSE, sizeof (Row));
  if (!walk_piece (self->readers, &g_array_index (self->pieces, Piece, i), keep_row, self->rows[i],
                   &self->errors[i]))
    g_atomic_int_set (&self->failed, 1);
}

/* Reads all pieces side by side, then gives what was read, piece by piece. */
static gboolean
walk_shared (TsCellReaders *readers,
             const GArray *pieces,
             TsCellSpaceFunc func,
             gpointer data,
             GError **error)
{
  g_autofree GArray **rows = g_new0 (GArray *, pieces->len + 1);
  g_autofree GError **errors = g_new0 (GError *, pieces->len + 1);
  Shared shared = { readers, pieces, rows, errors, 0 };
  gboolean good;

  _ts_side_by_side (pieces->len, read_piece, &shared);
  good = !shared.failed;
  for (guint i = 0; i < pieces->len; i++)
    {
      for (guint j = 0; good && j < rows[i]->len; j++)
        {
          const Row *row = &g_array_index (rows[i], Row, j);
          func (row->places, row->value, row->state, data);
        }
      g_clear_pointer (&rows[i], g_array_unref);
      if (errors[i] != NULL && error != NULL && *error == NULL)
        g_propagate_error (error, g_steal_pointer (&errors[i]));
      g_clear_error (&errors[i]);
    }
  return good;
}

static gboolean
walk_pieces (TsCellReaders *readers,
             const GArray *pieces,
             gboolean shared,
             TsCellSpaceFunc func,
             gpointer data,
             GError **error)
{
  if (shared)
    return walk_shared (readers, pieces, func, data, error);
  for (guint i = 0; i < pieces->len; i++)
    if (!walk_piece (readers, &g_array_index (pieces, Piece, i), func, data, error))
      return FALSE;
  return TRUE;
}

gboolean
ts_cell_space_walk (TsCellReaders *readers,
                    const TsCellSpace *space,
                    TsCellSpaceFunc func,
                    gpointer data,
                    GError **error)
{
  guint n_threads = g_get_num_processors ();
  guint64 cost;
  g_autoptr (GPtrArray) shares = list_shares (readers, space, &cost);
  gboolean shared = n_threads > 1 && cost >= MIN_SHARED;
  g_autoptr (GArray) pieces
      = cut_pieces (space->catalog, shares, cost, shared ? n_threads * PIECES_PER_THREAD : 1);
  Sieve sieve = { space, NULL, func, data };
  gboolean good;

  if (!space->catalog->parts_overlap)
    return walk_pieces (readers, pieces, shared, func, data, error);
  sieve.seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  good = walk_pieces (readers, pieces, shared, sift, &sieve, error);
  g_hash_table_unref (sieve.seen);
  return good;
}
