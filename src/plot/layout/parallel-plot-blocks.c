/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/layout/parallel-plot-private.h"

#include "plot/layout/parallel-colors.h"
#include "plot/text.h"

#include <math.h>

#define MIN_ROW       3.0 /* pixels; lower rows merge */
#define MIN_COLUMN    4.0
#define MIN_TEXT_SIZE 0.7

/* The mean colour of the rows [from, to), rows counted from the bottom. */
static guint32
mean_color (TsParallelDraw *draw, const guint32 *copy_colors, double from, double to)
{
  guint first = (guint) MAX (floor (from), 0), n_rows = draw->row1;
  guint last = MIN ((guint) MAX (ceil (to), first + 1), n_rows);
  guint64 r = 0, g = 0, b = 0;
  guint n = MAX (last - MIN (first, last), 1);

  for (guint row = first; row < last; row++)
    {
      guint32 color = copy_colors[ts_parallel_layout_get_row_copy (draw->plot->layout, row)];
      r += color >> 16 & 0xff;
      g += color >> 8 & 0xff;
      b += color & 0xff;
    }
  return 0xff000000u | (guint32) (r / n) << 16 | (guint32) (g / n) << 8 | (guint32) (b / n);
}

/* The colour of every model copy on the background, as pixels. */
static guint32 *
create_copy_colors (TsParallelDraw *draw)
{
  guint n = ts_parallel_layout_get_n_copies (draw->plot->layout);
  guint32 *colors = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      TsColor color = ts_model_copy_get_color (i, n);
      color = ts_color_mix (&draw->style->background, &color, TS_BLOCK_ALPHA);
      color.a = 1;
      colors[i] = ts_color_to_argb (&color);
    }
  return colors;
}

/* All blocks of a row have one colour, so that rows lower than a few pixels are a strip one pixel
 * wide, stretched: its cost is that of the rows, not of the blocks. */
static void
draw_strip (TsParallelDraw *draw)
{
  const cairo_rectangle_t *area = &draw->plot->area;
  int height = (int) CLAMP (ceil (area->height * MAX (draw->style->scale, 1)), 1, 32000);
  double rows = (draw->plot->y1 - draw->plot->y0) / height;
  g_autofree guint32 *colors = create_copy_colors (draw);
  cairo_surface_t *strip = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, height);
  guchar *data = cairo_image_surface_get_data (strip);
  int stride = cairo_image_surface_get_stride (strip);

  cairo_surface_flush (strip);
  for (int i = 0; i < height && data != NULL; i++)
    {
      double top = draw->plot->y1 - i * rows;
      *(guint32 *) (void *) (data + (gsize) i * (gsize) stride)
          = mean_color (draw, colors, top - rows, top);
    }
  cairo_surface_mark_dirty (strip);
  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, area->x, area->y, area->width, area->height);
  cairo_clip (draw->cr);
  cairo_translate (draw->cr, area->x, area->y);
  cairo_scale (draw->cr, area->width, area->height / height);
  cairo_set_source_surface (draw->cr, strip, 0, 0);
  cairo_pattern_set_extend (cairo_get_source (draw->cr), CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter (cairo_get_source (draw->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (draw->cr);
  cairo_restore (draw->cr);
  cairo_surface_destroy (strip);
}

/* The gaps between columns, over a strip. */
static void
draw_column_gaps (TsParallelDraw *draw)
{
  const cairo_rectangle_t *area = &draw->plot->area;
  double gap = (1 - TS_BLOCK_SHARE) * draw->column_width;

  for (guint s = draw->column0; s <= draw->column1; s++)
    cairo_rectangle (draw->cr, area->x + (s - draw->plot->x0) * draw->column_width - gap / 2,
                     area->y, gap, area->height);
  ts_color_set_source (&draw->style->background, draw->cr);
  cairo_fill (draw->cr);
}

static void
draw_row_blocks (TsParallelDraw *draw, guint row)
{
  TsColor color = ts_parallel_plot_get_row_color (draw->plot, draw->style, row);
  cairo_rectangle_t block;

  ts_parallel_plot_get_block (draw->plot, row, draw->column0, &block);
  if (draw->column_width < MIN_COLUMN)
    cairo_rectangle (draw->cr, draw->plot->area.x, block.y, draw->plot->area.width, block.height);
  else
    for (guint s = draw->column0; s < draw->column1; s++)
      cairo_rectangle (draw->cr, block.x + (s - draw->column0) * draw->column_width, block.y,
                       block.width, block.height);
  ts_color_set_source (&color, draw->cr);
  cairo_fill (draw->cr);
}

/* Black or white upon the block, in a box that sets it off. */
static void
draw_block_text (TsParallelDraw *draw,
                 PangoLayout *text,
                 const cairo_rectangle_t *block,
                 const TsColor *fill)
{
  const TsColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };
  gboolean light = ts_color_get_luma (fill) > 0.42;
  TsColor box_color = ts_color_with_alpha (light ? &white : &black, 0.3);
  PangoRectangle box;
  double width, height, x = block->x + block->width / 2, y = block->y + block->height / 2;

  pango_layout_get_extents (text, NULL, &box);
  width = pango_units_to_double (box.width) + 6;
  height = MIN (pango_units_to_double (box.height), block->height);
  if (width > block->width)
    return;
  ts_color_set_source (&box_color, draw->cr);
  cairo_rectangle (draw->cr, x - width / 2, y - height / 2, width, height);
  cairo_fill (draw->cr);
  ts_text_show (text, draw->cr, x, y, TS_ALIGN_CENTER, TS_ALIGN_CENTER, light ? &black : &white);
}

/* The text of a pipeline position's stage, laid out once for all rows that show it. */
static PangoLayout *
get_block_layout (
    TsParallelDraw *draw, GPtrArray *layouts, guint position, guint stage, double size)
{
  guint index = position * draw->plot->layout->virtual_stages + stage;
  PangoLayout *text = g_ptr_array_index (layouts, index);

  if (text == NULL)
    {
      g_autofree char *label = ts_layer_span_to_text (
          ts_parallel_layout_get_position_span (draw->plot->layout, position, stage));
      text = ts_text_create_layout (draw->cr, draw->style);
      ts_text_set_bold (text, FALSE, size);
      ts_text_set (text, label, 0);
      g_ptr_array_index (layouts, index) = text;
    }
  return text;
}

static void
free_block_layout (gpointer layout)
{
  g_clear_object (&layout);
}

static void
draw_texts (TsParallelDraw *draw)
{
  TsParallelLayout *layout = draw->plot->layout;
  double size = MIN (TS_BLOCK_SHARE * draw->row_height / draw->line, 1);
  g_autoptr (GPtrArray) layouts = NULL;

  if (size < MIN_TEXT_SIZE || draw->column_width < 2 * draw->line)
    return;
  layouts = g_ptr_array_new_with_free_func (free_block_layout);
  g_ptr_array_set_size (layouts, (int) (layout->sizes[TS_PARALLEL_PP] * layout->virtual_stages));
  for (guint row = draw->row0; row < draw->row1; row++)
    {
      guint position = ts_parallel_layout_get_coordinate (
          layout, ts_parallel_layout_get_row_rank (layout, row), TS_PARALLEL_PP);
      TsColor fill = ts_parallel_plot_get_row_color (draw->plot, draw->style, row);
      for (guint s = draw->column0; s < draw->column1; s++)
        {
          PangoLayout *text = get_block_layout (draw, layouts, position, s, size);
          cairo_rectangle_t block;
          ts_parallel_plot_get_block (draw->plot, row, s, &block);
          if (pango_layout_get_text (text)[0] != '\0')
            draw_block_text (draw, text, &block, &fill);
        }
    }
}

/* --- ranks that stand out --- */

#define FRAME      2.5
#define LEAST_MARK 4.0 /* as high as the mark of a row is at least, however many there are */
#define PEER_ALPHA 0.35

/* The row of blocks that holds a rank, as wide as the area; FALSE for a rank beyond the layout. */
static gboolean
get_rank_row (TsParallelDraw *draw, gint64 rank, cairo_rectangle_t *row)
{
  const TsParallelLayout *layout = draw->plot->layout;
  double height;

  if (rank < 0 || rank >= layout->world_size)
    return FALSE;
  ts_parallel_plot_get_block (draw->plot, layout->groups[TS_PARALLEL_TP].group_of[rank],
                              draw->column0, row);
  height = MAX (row->height, LEAST_MARK);
  row->y -= (height - row->height) / 2;
  row->height = height;
  row->x = draw->plot->area.x;
  row->width = draw->plot->area.width;
  return TRUE;
}

static void
draw_marked_ranks (TsParallelDraw *draw)
{
  const GArray *suspects = draw->plot->suspects, *peers = draw->plot->peers;
  TsColor tint = ts_color_with_alpha (&draw->style->accent, PEER_ALPHA);
  TsColor frame = ts_color_from_hex (draw->style->dark ? "#ff7b63" : "#c01c28");
  cairo_rectangle_t row;

  for (guint i = 0; peers != NULL && i < peers->len; i++)
    if (get_rank_row (draw, g_array_index (peers, gint64, i), &row))
      cairo_rectangle (draw->cr, row.x, row.y, row.width, row.height);
  /* In one go: several ranks of a row tint it once. */
  ts_color_set_source (&tint, draw->cr);
  cairo_fill (draw->cr);
  for (guint i = 0; suspects != NULL && i < suspects->len; i++)
    if (get_rank_row (draw, g_array_index (suspects, gint64, i), &row))
      cairo_rectangle (draw->cr, row.x + FRAME / 2, row.y, row.width - FRAME, row.height);
  ts_color_set_source (&frame, draw->cr);
  cairo_set_line_width (draw->cr, FRAME);
  cairo_stroke (draw->cr);
}

void
_ts_parallel_draw_blocks (TsParallelDraw *draw)
{
  const cairo_rectangle_t *area = &draw->plot->area;

  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, area->x, area->y, area->width, area->height);
  cairo_clip (draw->cr);
  if (draw->row_height < MIN_ROW)
    {
      draw_strip (draw);
      if (draw->column_width >= MIN_COLUMN)
        draw_column_gaps (draw);
    }
  else
    {
      for (guint row = draw->row0; row < draw->row1; row++)
        draw_row_blocks (draw, row);
      draw_texts (draw);
    }
  draw_marked_ranks (draw);
  cairo_restore (draw->cr);
  cairo_rectangle (draw->cr, area->x - 0.5, area->y - 0.5, area->width + 1, area->height + 1);
  cairo_set_line_width (draw->cr, 1);
  ts_color_set_source (&draw->style->dim, draw->cr);
  cairo_stroke (draw->cr);
}
