/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars that are too many or too low to be drawn one by one. A row is one line of device pixels,
 * repeated over its height; rows are painted by strips, which stay in the processor's cache. */
#include "plot/timeline/timeline-plot-private.h"

#include <math.h>
#include <string.h>

#define LANES        0x00ff00ffu
#define STRIP_PIXELS 40000
#define HAIR         0.75 /* logical pixels of ground between neighbours … */
#define MIN_HAIR     3.0  /* … of at least this width */

/* What all rows of a picture share. */
typedef struct
{
  TsTimelineDraw *draw;
  guint width;         /* of a line, device pixels */
  gint64 origin;       /* of time, µs since the epoch */
  double start, scale; /* from there; to device pixels */
  double hair;         /* device pixels */
  guint32 ground, gap; /* of rows, and between them */
  guint in, out;       /* the shown step's columns */
  guint32 *full;       /* of each type, a column that it fills */
} Lines;

/* Four pixels, and their eight pairs of bytes. */
typedef guint32 Four __attribute__ ((vector_size (16), aligned (4), may_alias));
typedef guint16 Pairs __attribute__ ((vector_size (16), may_alias));

static void
fill (guint32 *pixels, gsize n, guint32 pixel)
{
  gsize i = 0;

  for (; i + 4 <= n; i += 4)
    *(Four *) &pixels[i] = pixel - (Four){ 0 };
  for (; i < n; i++)
    pixels[i] = pixel;
}

/* Over an opaque ground. */
static guint32
blend (guint32 pixel, guint32 ground)
{
  guint32 rest = 256 - (pixel >> 24);
  guint32 low = (ground & LANES) * rest >> 8 & LANES;
  guint32 high = (ground >> 8 & LANES) * rest & ~LANES;

  return (pixel + low + high) | 0xff000000u;
}

static void
blend_all (guint32 *pixels, guint n, guint32 ground)
{
  Pairs low = (Pairs) ((ground & LANES) - (Four){ 0 });
  Pairs high = (Pairs) ((ground >> 8 & LANES) - (Four){ 0 });
  guint i = 0;

  for (; i + 4 <= n; i += 4)
    {
      Four four = *(Four *) &pixels[i], rest = 256 - (four >> 24);
      Pairs by = (Pairs) (rest | rest << 16);
      four += (Four) (low * by >> 8) + ((Four) (high * by) & ~LANES);
      *(Four *) &pixels[i] = four | 0xff000000u;
    }
  for (; i < n; i++)
    pixels[i] = blend (pixels[i], ground);
}

/* What belongs to other steps stands back. */
static void
veil (guint32 *pixels, guint n, guint32 ground)
{
  guint i = 0;

  ground = (ground & 0xfefefefeu) >> 1;
  for (; i + 4 <= n; i += 4)
    *(Four *) &pixels[i] = ((*(Four *) &pixels[i] & 0xfefefefeu) >> 1) + ground;
  for (; i < n; i++)
    pixels[i] = ((pixels[i] & 0xfefefefeu) >> 1) + ground;
}

/* ---- A line ---- */

/* Where a job lies in device pixels; FALSE: beyond the right end. */
static gboolean
place_job (const Lines *self, const TsJob *job, double *x0, double *x1)
{
  *x0 = ((double) (job->start - self->origin) - self->start) * self->scale;
  *x1 = ((double) (job->end - self->origin) - self->start) * self->scale;
  if (*x1 - *x0 >= MIN_HAIR)
    *x1 -= self->hair;
  return *x0 < self->width;
}

/* Of jobs one after the other: where a column is a job's alone, it has that job's colour; what
 * several have in part is summed up. */
static void
fill_run (const Lines *self, const TsTimelineRow *row, guint i, guint end)
{
  TsTimelinePlot *plot = self->draw->plot;
  guint32 *columns = plot->columns;
  TsBusySum sum = { 0 };
  guint at = 0;
  double x0, x1;

  fill (columns, self->width, self->ground);
  for (; i < end && place_job (self, &row->jobs[i], &x0, &x1); i++)
    {
      const TsJob *job = &row->jobs[i];
      TsBusySum color = plot->sum_colors[job->type];
      guint first, last;
      if (x1 <= 0)
        continue;
      x0 = MAX (x0, 0);
      x1 = MIN (x1, self->width);
      first = MAX ((guint) x0, at);
      last = MIN ((guint) x1, self->width - 1);
      if (first != at)
        {
          columns[at] = blend (ts_busy_pixel (sum), self->ground);
          sum = (TsBusySum){ 0 };
          at = first;
        }
      if (last <= first)
        {
          /* A job without length still shows. */
          sum += color * (float) MAX (x1 - x0, 1e-4);
          continue;
        }
      sum += color * (float) (first + 1 - x0);
      columns[first] = blend (ts_busy_pixel (sum), self->ground);
      fill (columns + first + 1, last - first - 1, self->full[job->type]);
      sum = color * (float) (x1 - last);
      at = last;
    }
  columns[at] = blend (ts_busy_pixel (sum), self->ground);
}

/* Of jobs over each other. */
static void
add_job (TsBusySum *sums, guint n, double x0, double x1, TsBusySum color)
{
  guint first = (guint) CLAMP (x0, 0, n - 1);
  guint last = (guint) CLAMP (x1, first, n - 1);

  if (first == last)
    {
      sums[first] += color * (float) MAX (MIN (x1, n) - MAX (x0, 0), 1e-4);
      return;
    }
  sums[first] += color * (float) (first + 1 - MAX (x0, 0));
  for (guint i = first + 1; i < last; i++)
    sums[i] += color;
  sums[last] += color * (float) (MIN (x1, n) - last);
}

static void
fill_lanes (const Lines *self, const TsTimelineRow *row, guint i, guint end)
{
  TsTimelinePlot *plot = self->draw->plot;
  double x0, x1;

  memset (plot->sums, 0, self->width * sizeof *plot->sums);
  for (; i < end && place_job (self, &row->jobs[i], &x0, &x1); i++)
    if (x1 > 0)
      add_job (plot->sums, self->width, x0, x1, plot->sum_colors[row->jobs[i].type]);
  for (guint k = 0; k < self->width; k++)
    plot->columns[k] = ts_busy_pixel (plot->sums[k]);
  blend_all (plot->columns, self->width, self->ground);
}

/* From the pyramid where columns are long enough, else job by job. */
static void
fill_line (const Lines *self, guint r)
{
  TsTimelinePlot *plot = self->draw->plot;
  const TsTimelineRow *row = ts_timeline_get_row (plot->timeline, r);
  double start = (double) self->origin + self->start;
  guint from, end;

  if (plot->pyramid != NULL && 1 / self->scale >= ts_busy_pyramid_get_resolution (plot->pyramid))
    {
      ts_busy_pyramid_read (plot->pyramid, r, start, start + plot->t1 - plot->t0, self->width,
                            plot->columns);
      blend_all (plot->columns, self->width, self->ground);
    }
  else
    {
      from = _ts_timeline_plot_find_job (plot, r, start, &end);
      if (row->n_lanes > 1)
        fill_lanes (self, row, from, end);
      else
        fill_run (self, row, from, end);
    }
  veil (plot->columns, self->in, self->gap);
  veil (plot->columns + self->out, self->width - self->out, self->gap);
}

/* ---- Strips ---- */

/* The device lines of a row. */
static void
get_lines (const Lines *self, guint place, guint *y0, guint *y1)
{
  TsTimelinePlot *plot = self->draw->plot;
  double scale = self->draw->style->scale, top, height;
  double whole = MAX (round (plot->area.height * scale), 1);

  _ts_timeline_plot_get_row_band (plot, place, &top, &height);
  *y0 = (guint) CLAMP (round ((top - plot->area.y) * scale), 0, whole - 1);
  *y1 = (guint) CLAMP (round ((top - plot->area.y + height) * scale), *y0 + 1, whole);
}

/* Paints rows from place on into the buffer, whose first line is y; stops when n_lines are
 * exceeded. Returns the place after the last, and its end in *y. */
static guint
fill_strip (const Lines *self, guint place, guint n_lines, guint *y)
{
  TsTimelinePlot *plot = self->draw->plot;
  guint top = *y, y0, y1;

  for (; place < plot->n_rows; place++)
    {
      get_lines (self, place, &y0, &y1);
      if (*y > top && y1 - top > n_lines)
        break;
      fill_line (self, plot->order[place]);
      if ((gsize) (y1 - top) * self->width > plot->n_pixels)
        {
          plot->n_pixels = (gsize) (y1 - top) * self->width;
          plot->pixels = g_renew (guint32, plot->pixels, plot->n_pixels);
        }
      for (; *y < y1; ++*y)
        if (*y < y0)
          fill (plot->pixels + (gsize) (*y - top) * self->width, self->width, self->gap);
        else
          memcpy (plot->pixels + (gsize) (*y - top) * self->width, plot->columns,
                  self->width * sizeof *plot->columns);
    }
  return place;
}

/* Device pixel for device pixel; without alpha it is copied, not blended. */
static void
show_strip (const Lines *self, guint y, guint height)
{
  TsTimelinePlot *plot = self->draw->plot;
  cairo_t *cr = self->draw->cr;
  double scale = self->draw->style->scale;
  cairo_surface_t *surface = cairo_image_surface_create_for_data (
      (unsigned char *) plot->pixels, CAIRO_FORMAT_RGB24, (int) self->width, (int) height,
      (int) (self->width * sizeof *plot->pixels));

  cairo_save (cr);
  cairo_translate (cr, plot->area.x, plot->area.y);
  cairo_scale (cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (cr, surface, 0, y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

static void
lines_init (Lines *self, TsTimelineDraw *draw)
{
  TsTimelinePlot *plot = draw->plot;
  TsColor idle = ts_color_mix (&draw->style->background, &draw->style->grid, 0.55);

  self->draw = draw;
  self->width = (guint) MAX (round (plot->area.width * draw->style->scale), 1);
  self->origin = _ts_timeline_plot_get_origin (plot);
  self->start = plot->t0;
  self->scale = self->width / (plot->t1 - plot->t0);
  self->hair = HAIR * draw->style->scale;
  self->ground = ts_color_to_argb (&idle);
  self->gap = ts_color_to_argb (&draw->style->background);
  self->in = (guint) CLAMP (-plot->t0 * self->scale, 0, self->width);
  self->out = (guint) CLAMP (((double) plot->figures->length - plot->t0) * self->scale + 0.5,
                             self->in, self->width);
  self->full = g_new (guint32, MAX (plot->timeline->types->len, 1));
  for (guint i = 0; i < plot->timeline->types->len; i++)
    self->full[i] = ts_busy_pixel (plot->sum_colors[i]);
  if (self->width > plot->n_columns)
    {
      plot->columns = g_renew (guint32, plot->columns, self->width);
      plot->sums = g_renew (TsBusySum, plot->sums, self->width);
      plot->n_columns = self->width;
    }
}

void
_ts_timeline_draw_columns (TsTimelineDraw *draw)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (draw->cr));
  guint place = 0, y = 0, n_lines;
  Lines lines;

  lines_init (&lines, draw);
  /* Pages keep one picture, in which no reader shows seams. */
  n_lines = type == CAIRO_SURFACE_TYPE_IMAGE ? MAX (STRIP_PIXELS / lines.width, 1) : G_MAXUINT;
  while (place < draw->plot->n_rows)
    {
      guint top = y;
      place = fill_strip (&lines, place, n_lines, &y);
      show_strip (&lines, top, y - top);
    }
  g_free (lines.full);
}
