/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/heatmap-pixels.h"

/* Device pixels between two lines of a hatch, and how many of them a line is wide. */
#define HATCH_PERIOD 6
#define HATCH_WIDTH  1

/* --- pixels to blocks --- */

static double
cells_per_pixel (double from, double to, guint n)
{
  return (to - from) / n;
}

/* The shift whose blocks are at most (exact) or at least as large as a pixel. */
static guint
choose_shift (double cells, gboolean exact)
{
  guint shift = 0;

  while (shift < 31 && (double) (G_GUINT64_CONSTANT (1) << (shift + 1)) <= cells)
    shift++;
  if (!exact && cells > (double) (G_GUINT64_CONSTANT (1) << shift))
    shift++;
  return shift;
}

static guint
clamp_place (double place, guint n)
{
  return place <= 0 ? 0 : place >= n ? n : (guint) place;
}

static void
map_init (TsPixelMap *self, double from, double to, guint n, guint n_cells, guint shift)
{
  double cells = cells_per_pixel (from, to, n);
  double block = (double) (G_GUINT64_CONSTANT (1) << shift);
  guint n_blocks = (guint) (((guint64) n_cells + (G_GUINT64_CONSTANT (1) << shift) - 1) >> shift);

  self->n = n;
  self->n_cells = n_cells;
  self->shift = shift;
  self->first = g_new (guint, n);
  self->last = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    {
      guint first, last;
      if (cells <= block) /* a block is at least a pixel: take the one under the pixel's middle */
        {
          first = MIN (clamp_place ((from + (i + 0.5) * cells) / block, n_blocks), n_blocks - 1);
          last = first + 1;
        }
      else /* share the blocks out: each belongs to one pixel, the last takes what is cut off */
        {
          first = clamp_place ((from + i * cells) / block, n_blocks - 1);
          last = i + 1 < n ? clamp_place ((from + (i + 1) * cells) / block, n_blocks)
                           : clamp_place (ceil (to / block), n_blocks);
        }
      self->first[i] = first;
      self->last[i] = MAX (last, first + 1);
    }
}

static void
map_clear (TsPixelMap *self)
{
  g_free (self->first);
  g_free (self->last);
}

/* Whether one block lies under each pixel, so that there is nothing to reduce across pixels. */
static gboolean
map_is_single (const TsPixelMap *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->last[i] != self->first[i] + 1)
      return FALSE;
  return TRUE;
}

static void
map_get_cells (const TsPixelMap *self, guint i, guint *first, guint *last)
{
  *first = self->first[i] << self->shift;
  *last = (guint) MIN ((guint64) self->last[i] << self->shift, self->n_cells);
}

/* --- blocks to pixels --- */

typedef struct
{
  TsPyramid *pyramid;
  const TsLevel *level;
  const TsCellPainter *painter;
  gboolean mean;
  gboolean single;    /* no pixel is wider than a block */
  guint first, n;     /* columns of blocks in the range */
  TsCellKey *scratch; /* n */
  TsCellKey *sum;     /* n: the reduction of one pixel row's blocks */
  guint32 *scratch_counts, *sum_counts;
  TsCellKey *keys;     /* one per pixel */
  guint32 *colors;     /* n */
  TsBlockColors *kept; /* NULL: blocks are painted row by row */
} Filler;

static const TsCellKey *
reduce_rows (Filler *self, guint first, guint last)
{
  const TsCellKey *keys
      = ts_pyramid_get_row (self->pyramid, self->level, first, self->first, self->n, self->scratch);

  if (last == first + 1)
    return keys;
  memcpy (self->sum, keys, self->n * sizeof *keys);
  for (guint y = first + 1; y < last; y++)
    {
      keys
          = ts_pyramid_get_row (self->pyramid, self->level, y, self->first, self->n, self->scratch);
      for (guint i = 0; i < self->n; i++)
        self->sum[i] = MAX (self->sum[i], keys[i]);
    }
  return self->sum;
}

static void
reduce_columns (Filler *self, const TsPixelMap *columns, const TsCellKey *blocks)
{
  for (guint i = 0; i < columns->n; i++)
    {
      TsCellKey key = blocks[columns->first[i] - self->first];
      for (guint x = columns->first[i] + 1; x < columns->last[i]; x++)
        key = MAX (key, blocks[x - self->first]);
      self->keys[i] = key;
    }
}

static const TsCellKey *
reduce_rows_mean (Filler *self, guint first, guint last)
{
  memset (self->sum, 0, self->n * sizeof *self->sum);
  memset (self->sum_counts, 0, self->n * sizeof *self->sum_counts);
  for (guint y = first; y < last; y++)
    {
      const TsCellKey *keys
          = ts_pyramid_get_row (self->pyramid, self->level, y, self->first, self->n, self->scratch);
      const guint32 *counts = ts_pyramid_get_row_counts (self->pyramid, self->level, y, self->first,
                                                         self->n, self->scratch_counts);
      for (guint i = 0; i < self->n; i++)
        ts_key_merge_mean (&self->sum[i], &self->sum_counts[i], keys[i], counts[i]);
    }
  return self->sum;
}

/* Of the rows that reduce_rows_mean() has reduced. */
static void
reduce_columns_mean (Filler *self, const TsPixelMap *columns)
{
  for (guint i = 0; i < columns->n; i++)
    {
      guint at = columns->first[i] - self->first;
      guint32 count = self->sum_counts[at];
      self->keys[i] = self->sum[at];
      for (guint x = at + 1; x < columns->last[i] - self->first; x++)
        ts_key_merge_mean (&self->keys[i], &count, self->sum[x], self->sum_counts[x]);
    }
}

/* A block's colour is found once, not once for each of its pixels: the choice whether a pixel has
 * its neighbour's key would be one that no processor can foretell. */
static void
spread_colors (const guint32 *colors, guint first, const TsPixelMap *columns, guint32 *argb)
{
  const guint *blocks = columns->first;
  guint n = columns->n;

  for (guint i = 0; i < n; i++)
    argb[i] = colors[blocks[i] - first];
}

static void
fill_row (Filler *self, const TsHeatmapPixels *pixels, guint row, guint32 *argb)
{
  guint first = pixels->rows.first[row], last = pixels->rows.last[row];
  const TsCellKey *blocks;

  if (row > 0 && first == pixels->rows.first[row - 1] && last == pixels->rows.last[row - 1])
    {
      memcpy (argb, argb - pixels->width, pixels->width * sizeof *argb);
      return;
    }
  if (self->kept != NULL && last == first + 1)
    {
      spread_colors (ts_block_colors_get_row (self->kept, first), 0, &pixels->columns, argb);
      return;
    }
  blocks = self->mean ? reduce_rows_mean (self, first, last) : reduce_rows (self, first, last);
  if (self->single)
    {
      ts_cell_painter_paint (self->painter, blocks, self->n, self->colors);
      spread_colors (self->colors, self->first, &pixels->columns, argb);
      return;
    }
  if (self->mean)
    reduce_columns_mean (self, &pixels->columns);
  else
    reduce_columns (self, &pixels->columns, blocks);
  ts_cell_painter_paint (self->painter, self->keys, pixels->width, argb);
}

static void
fill (TsHeatmapPixels *self,
      TsPyramid *pyramid,
      const TsLevel *level,
      TsCellPainter *painter,
      TsBlockColors *kept,
      guint32 *argb)
{
  guint first = self->columns.first[0];
  guint n = self->columns.last[self->width - 1] - first;
  g_autofree TsCellKey *scratch = g_new (TsCellKey, n);
  g_autofree TsCellKey *sum = g_new (TsCellKey, n);
  g_autofree TsCellKey *keys = g_new (TsCellKey, self->width);
  g_autofree guint32 *colors = g_new (guint32, n);
  g_autofree guint32 *scratch_counts = g_new (guint32, n);
  g_autofree guint32 *sum_counts = g_new (guint32, n);
  Filler filler = {
    .pyramid = pyramid,
    .level = level,
    .painter = painter,
    .mean = ts_pyramid_get_reduction (pyramid) == TS_REDUCE_MEAN,
    .single = map_is_single (&self->columns),
    .first = first,
    .n = n,
    .scratch = scratch,
    .sum = sum,
    .scratch_counts = scratch_counts,
    .sum_counts = sum_counts,
    .keys = keys,
    .colors = colors,
  };

  if (kept != NULL && filler.single && !filler.mean
      && ts_block_colors_set_level (kept, pyramid, level, painter, n))
    filler.kept = kept;
  for (guint row = 0; row < self->height; row++)
    fill_row (&filler, self, row, argb + (gsize) row * self->width);
}

/* Which pixels along one direction stand for nothing but empty places. NULL: none. */
static guint8 *
find_empty_pixels (const TsPixelMap *map, const guint8 *empty)
{
  guint8 *pixels;

  if (empty == NULL)
    return NULL;
  pixels = g_new0 (guint8, map->n);
  for (guint i = 0; i < map->n; i++)
    {
      guint first, last;
      map_get_cells (map, i, &first, &last);
      while (first < last && empty[first])
        first++;
      pixels[i] = first == last;
    }
  return pixels;
}

/* Missing cells: the background with light lines rising to the right, and strong lines both ways
 * where all of a step or rank is missing; cells without a value: lines falling, on a darker ground.
 * Runs along the whole picture, so that neighbours join. */
static void
hatch (TsHeatmapPixels *self, const TsMatrix *matrix, const TsPlotStyle *style, guint32 *argb)
{
  guint period = MAX (2, (guint) (HATCH_PERIOD * style->scale + 0.5));
  guint line = MAX (1, (guint) (HATCH_WIDTH * style->scale + 0.5));
  TsColor ground = ts_color_mix (&style->background, &style->dim, 0.18);
  guint32 missing = ts_color_to_argb (&style->background);
  TsColor line_color = ts_color_mix (&style->background, &style->dim, 0.38);
  guint32 missing_line = ts_color_to_argb (&line_color);
  guint32 null = ts_color_to_argb (&ground);
  guint32 null_line = ts_color_to_argb (&style->dim);
  g_autofree guint8 *columns = find_empty_pixels (&self->columns, matrix->empty_columns);
  g_autofree guint8 *rows = find_empty_pixels (&self->rows, matrix->empty_rows);

  for (guint y = 0; y < self->height; y++)
    for (guint x = 0; x < self->width; x++, argb++)
      {
        gboolean rising, falling;
        if (G_LIKELY (*argb > TS_ARGB_NULL))
          continue;
        rising = (x + y) % period < line;
        falling = (x + period * self->height - y) % period < line;
        if (*argb == TS_ARGB_NULL)
          *argb = falling ? null_line : null;
        else if ((columns != NULL && columns[x]) || (rows != NULL && rows[y]))
          *argb = rising || falling ? null_line : missing;
        else
          *argb = rising ? missing_line : missing;
      }
}

static gboolean
range_is_usable (const TsViewRange *range, const TsMatrix *matrix)
{
  return range->x1 > range->x0 && range->y1 > range->y0 && range->x0 < matrix->x->n
         && range->y0 < matrix->y->n && range->x1 > 0 && range->y1 > 0;
}

static const TsLevel *
choose_level (
    TsPyramid *pyramid, const TsViewRange *range, guint width, guint height, gboolean *exact)
{
  double across = cells_per_pixel (range->x0, range->x1, width);
  double down = cells_per_pixel (range->y0, range->y1, height);
  const TsLevel *level;

  if (*exact)
    return ts_pyramid_get_level (pyramid, choose_shift (across, TRUE), choose_shift (down, TRUE));
  level = ts_pyramid_find_level (pyramid, choose_shift (across, FALSE), choose_shift (down, FALSE));
  if (level != NULL && level->kx == 0 && level->ky == 0)
    *exact = TRUE; /* cells are larger than pixels: nothing is left to be done better */
  if (level == NULL)
    {
      *exact = TRUE;
      level = ts_pyramid_get_level (pyramid, 0, 0);
    }
  return level;
}

TsHeatmapPixels *
ts_heatmap_pixels_new (TsPyramid *pyramid,
                       TsCellPainter *painter,
                       const TsPlotStyle *style,
                       const TsViewRange *range,
                       guint width,
                       guint height,
                       gboolean exact)
{
  return ts_heatmap_pixels_new_kept (pyramid, painter, NULL, style, range, width, height, exact);
}

TsHeatmapPixels *
ts_heatmap_pixels_new_kept (TsPyramid *pyramid,
                            TsCellPainter *painter,
                            TsBlockColors *kept,
                            const TsPlotStyle *style,
                            const TsViewRange *range,
                            guint width,
                            guint height,
                            gboolean exact)
{
  TsMatrix *matrix = ts_pyramid_get_matrix (pyramid);
  const TsLevel *level;
  TsHeatmapPixels *self;
  guint32 *argb;

  if (width == 0 || height == 0 || !range_is_usable (range, matrix))
    return NULL;
  argb = g_try_malloc_n ((gsize) width * height, sizeof *argb);
  if (argb == NULL)
    return NULL;
  level = choose_level (pyramid, range, width, height, &exact);
  self = g_atomic_rc_box_new0 (TsHeatmapPixels);
  self->width = width;
  self->height = height;
  self->range = *range;
  self->exact = exact;
  self->painter = ts_cell_painter_ref (painter);
  map_init (&self->columns, range->x0, range->x1, width, matrix->x->n, level->kx);
  map_init (&self->rows, range->y0, range->y1, height, matrix->y->n, level->ky);
  fill (self, pyramid, level, painter, kept, argb);
  if (matrix->counts[TS_CELL_MISSING] + matrix->counts[TS_CELL_NULL] > 0)
    hatch (self, matrix, style, argb);
  self->argb = g_bytes_new_take (argb, (gsize) width * height * sizeof *argb);
  return self;
}

TsHeatmapPixels *
ts_heatmap_pixels_ref (TsHeatmapPixels *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
pixels_clear (gpointer data)
{
  TsHeatmapPixels *self = data;

  map_clear (&self->columns);
  map_clear (&self->rows);
  g_bytes_unref (self->argb);
  ts_cell_painter_unref (self->painter);
}

void
ts_heatmap_pixels_unref (TsHeatmapPixels *self)
{
  g_atomic_rc_box_release_full (self, pixels_clear);
}

void
ts_heatmap_pixels_get_cells (const TsHeatmapPixels *self,
                             guint column,
                             guint row,
                             guint *x0,
                             guint *x1,
                             guint *y0,
                             guint *y1)
{
  map_get_cells (&self->columns, MIN (column, self->width - 1), x0, x1);
  map_get_cells (&self->rows, MIN (row, self->height - 1), y0, y1);
}

void
ts_heatmap_pixels_paint (
    const TsHeatmapPixels *self, cairo_t *cr, double x, double y, double width, double height)
{
  unsigned char *data = (unsigned char *) g_bytes_get_data (self->argb, NULL);
  cairo_surface_t *surface = cairo_image_surface_create_for_data (
      data, CAIRO_FORMAT_ARGB32, (int) self->width, (int) self->height, (int) self->width * 4);

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, width / self->width, height / self->height);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_fill (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

void
ts_heatmap_find_shown (const TsMatrix *matrix,
                       TsReduction reduction,
                       guint x0,
                       guint x1,
                       guint y0,
                       guint y1,
                       guint *x,
                       guint *y)
{
  TsReduction order = reduction == TS_REDUCE_MEAN ? TS_REDUCE_MAGNITUDE : reduction;
  TsCellKey best = 0;

  *x = x0;
  *y = y0;
  for (guint row = y0; row < y1; row++)
    for (guint column = x0; column < x1; column++)
      {
        gsize i = ts_matrix_index (matrix, column, row);
        TsCellKey key = ts_key_from_cell (order, matrix->values[i], matrix->states[i]);
        if (key <= best)
          continue;
        best = key;
        *x = column;
        *y = row;
      }
}
