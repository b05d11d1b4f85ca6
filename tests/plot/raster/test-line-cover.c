/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/raster/line-cover.h"

#include <math.h>

#define WIDTH  150 /* more than two strips of columns */
#define HEIGHT 90

typedef struct
{
  cairo_surface_t *surface;
  cairo_t *cr;
  TsLinePixels pixels;
} Canvas;

/* White, of which only a part may be written to. */
static Canvas
canvas_new (double left, double top, double width, double height)
{
  Canvas canvas;

  canvas.surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  canvas.cr = cairo_create (canvas.surface);
  cairo_set_source_rgb (canvas.cr, 1, 1, 1);
  cairo_paint (canvas.cr);
  cairo_rectangle (canvas.cr, left, top, width, height);
  cairo_clip (canvas.cr);
  g_assert_true (ts_line_pixels_begin (&canvas.pixels, canvas.cr, 1));
  return canvas;
}

static void
canvas_clear (Canvas *canvas)
{
  ts_line_pixels_end (&canvas->pixels);
  cairo_destroy (canvas->cr);
  cairo_surface_destroy (canvas->surface);
}

/* How much black there is, 0 … 1. */
static double
ink_at (const Canvas *canvas, int x, int y)
{
  guint32 pixel = canvas->pixels.origin[y * canvas->pixels.stride + x];

  g_assert_cmphex (pixel >> 24, ==, 0xff);
  g_assert_cmphex (pixel & 0xff, ==, pixel >> 8 & 0xff);
  return 1 - (pixel & 0xff) / 255.0;
}

static gboolean
is_within (const Canvas *canvas, int x, int y)
{
  return x >= canvas->pixels.left && x < canvas->pixels.right && y >= canvas->pixels.top
         && y < canvas->pixels.bottom;
}

/* What a part of the segment covers of the pixel, by its distance. */
static double
expected_at (const TsLineSegment *segment, const TsLinePart *part, double radius, int x, int y)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1, length = hypot (dx, dy);
  double ux = length > 0 ? dx / length : 1, uy = length > 0 ? dy / length : 0;
  double px = x + 0.5 - segment->x1, py = y + 0.5 - segment->y1;
  double along = px * ux + py * uy, beside = fabs (py * ux - px * uy), covered;
  double before = part->from - along, behind = along - part->to;

  if (before > 0 && !part->flat1)
    beside = hypot (beside, before);
  if (behind > 0 && !part->flat2)
    beside = hypot (beside, behind);
  covered = CLAMP (radius + 0.5 - beside, 0, MIN (2 * radius, 1));
  before = part->flat1 ? CLAMP (0.5 - before, 0, 1) : 1;
  behind = part->flat2 ? CLAMP (0.5 - behind, 0, 1) : 1;
  return covered * MAX (before + behind - 1, 0);
}

static TsLineSegment
random_segment (void)
{
  double far = g_test_rand_int_range (0, 4) == 0 ? 3000 : 60;
  double x = g_test_rand_double_range (-20, WIDTH + 20);
  double y = g_test_rand_double_range (-20, HEIGHT + 20);
  TsLineSegment segment = { x, y, x + g_test_rand_double_range (-far, far),
                            y + g_test_rand_double_range (-far, far) };

  switch (g_test_rand_int_range (0, 8))
    {
    case 0: /* upright */
      segment.x2 = x;
      break;
    case 1: /* level */
      segment.y2 = y;
      break;
    case 2: /* a dot */
      segment.x2 = x;
      segment.y2 = y;
      break;
    case 3: /* nearly upright */
      segment.x2 = x + g_test_rand_double_range (-1, 1);
      break;
    default:
      break;
    }
  return segment;
}

static Canvas
random_canvas (void)
{
  int left = g_test_rand_int_range (0, WIDTH - 1), top = g_test_rand_int_range (0, HEIGHT - 1);

  if (g_test_rand_bit ())
    return canvas_new (0, 0, WIDTH, HEIGHT);
  return canvas_new (left, top, g_test_rand_int_range (1, WIDTH - left + 1),
                     g_test_rand_int_range (1, HEIGHT - top + 1));
}

static void
test_segments (void)
{
  g_autoptr (TsLineCover) cover = ts_line_cover_new ();
  const TsColor black = { 0, 0, 0, 1 };

  for (guint round = 0; round < 600; round++)
    {
      Canvas canvas = random_canvas ();
      TsLineSegment segment = random_segment ();
      double radius = g_test_rand_double_range (0.5, 6);
      double length = hypot (segment.x2 - segment.x1, segment.y2 - segment.y1);
      TsLinePart part = { 0, length, FALSE, FALSE };

      ts_line_cover_begin (cover, &canvas.pixels);
      if (length > 0 && round % 2 == 0)
        {
          part = (TsLinePart){ g_test_rand_double_range (0, length), length,
                               g_test_rand_bit () != 0, g_test_rand_bit () != 0 };
          ts_line_cover_parts (cover, &segment, radius, &part, 1);
        }
      else
        ts_line_cover_segment (cover, &segment, radius);
      ts_line_cover_paint (cover, &canvas.pixels, &black);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          if (is_within (&canvas, x, y))
            g_assert_cmpfloat_with_epsilon (ink_at (&canvas, x, y),
                                            expected_at (&segment, &part, radius, x, y), 0.12);
          else
            g_assert_cmpfloat (ink_at (&canvas, x, y), ==, 0);
      canvas_clear (&canvas);
    }
}

/* Bars of a column upon each other, beside each other, and beyond the edges. */
static void
test_bars (void)
{
  g_autoptr (TsLineCover) cover = ts_line_cover_new ();
  const TsColor black = { 0, 0, 0, 1 };

  for (guint round = 0; round < 300; round++)
    {
      Canvas canvas = random_canvas ();
      g_autofree double *expected = g_new0 (double, WIDTH *HEIGHT);

      ts_line_cover_begin (cover, &canvas.pixels);
      for (guint bar = 0; bar < 200; bar++)
        {
          int x = g_test_rand_int_range (-3, WIDTH + 3);
          double y1 = g_test_rand_double_range (-20, HEIGHT), y2 = y1 + g_test_rand_double () * 40;
          ts_line_cover_bar (cover, x, y1, y2);
          for (int y = 0; x >= 0 && x < WIDTH && y < HEIGHT; y++)
            expected[y * WIDTH + x]
                = MAX (expected[y * WIDTH + x], MIN (y2, y + 1.0) - MAX (y1, (double) y));
        }
      ts_line_cover_paint (cover, &canvas.pixels, &black);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          g_assert_cmpfloat_with_epsilon (ink_at (&canvas, x, y),
                                          is_within (&canvas, x, y) ? expected[y * WIDTH + x] : 0,
                                          0.01);
      canvas_clear (&canvas);
    }
}

/* What is painted is gone; what lies upon each other shines through once. */
static void
test_paint (void)
{
  g_autoptr (TsLineCover) cover = ts_line_cover_new ();
  Canvas canvas = canvas_new (0, 0, WIDTH, HEIGHT);
  const TsColor faint = { 0, 0, 0, 0.25 };
  TsLineSegment across = { 10, 20.5, 140, 20.5 }, down = { 70.5, 5, 70.5, 85 };

  ts_line_cover_begin (cover, &canvas.pixels);
  ts_line_cover_segment (cover, &across, 2);
  ts_line_cover_segment (cover, &down, 2);
  ts_line_cover_bar (cover, 70, 0, 40);
  ts_line_cover_paint (cover, &canvas.pixels, &faint);
  g_assert_cmpfloat_with_epsilon (ink_at (&canvas, 70, 20), 0.25, 0.01);
  g_assert_cmpfloat_with_epsilon (ink_at (&canvas, 20, 20), 0.25, 0.01);
  g_assert_cmpfloat_with_epsilon (ink_at (&canvas, 70, 70), 0.25, 0.01);
  g_assert_cmpfloat (ink_at (&canvas, 20, 70), ==, 0);
  ts_line_cover_begin (cover, &canvas.pixels);
  ts_line_cover_paint (cover, &canvas.pixels, &faint);
  g_assert_cmpfloat_with_epsilon (ink_at (&canvas, 70, 20), 0.25, 0.01);
  canvas_clear (&canvas);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-cover/segments", test_segments);
  g_test_add_func ("/line-cover/bars", test_bars);
  g_test_add_func ("/line-cover/paint", test_paint);
  return g_test_run ();
}
