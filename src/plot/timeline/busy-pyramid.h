/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/timeline/job-colors.h"

G_BEGIN_DECLS

/* The least alpha of a column or bucket with any job: what is rare can still be seen. */
#define TS_FAINTEST 40u

/* Sums of premultiplied red, green, blue, alpha: what jobs cover of a column, of which 1 is all.
 * Added four at once where the processor can; needs no more alignment than its floats. */
typedef float TsBusySum __attribute__ ((vector_size (16), aligned (4)));

static inline TsBusySum
ts_busy_sum_from_color (const TsColor *color)
{
  return (TsBusySum){ (float) color->r, (float) color->g, (float) color->b, 1 };
}

static inline guint32
ts_busy_pixel (TsBusySum sum)
{
  typedef gint32 Whole __attribute__ ((vector_size (16)));
  float scale = 255;
  Whole whole;

  if (sum[3] <= 0)
    return 0;
  /* Few need a division. */
  if (sum[3] > 1)
    scale = 255 / sum[3];
  else if (sum[3] < TS_FAINTEST / 255.0f)
    scale = TS_FAINTEST / sum[3];
  whole = __builtin_convertvector(sum * scale + (TsBusySum){ 0, 0, 0, 0.5f }, Whole);
  return (guint32) whole[3] << 24 | (guint32) whole[0] << 16 | (guint32) whole[1] << 8
         | (guint32) whole[2];
}

/* How busy each row of one run is, and with what, at every zoom: buckets of time, each with the
 * mean colour of its jobs and as its alpha the part of it that is busy; above them buckets twice as
 * long, and so on. A bucket with any job has at least
 * TS_FAINTEST. Immutable. */
typedef struct _TsBusyPyramid TsBusyPyramid;

/* Takes some hundred milliseconds for tens of millions of jobs. */
TsBusyPyramid *ts_busy_pyramid_new (const TsTimeline *timeline, guint run);
TsBusyPyramid *ts_busy_pyramid_ref (TsBusyPyramid *self);
void ts_busy_pyramid_unref (TsBusyPyramid *self);
/* Whether a timeline is so large that pictures need one. */
gboolean ts_busy_pyramid_is_needed (const TsTimeline *timeline);
guint ts_busy_pyramid_get_run (const TsBusyPyramid *self);

/* µs of the shortest buckets. */
double ts_busy_pyramid_get_resolution (const TsBusyPyramid *self);

/* columns[0 … n): the n equal parts of [start, end) of a row, as premultiplied ARGB; of parts no
 * shorter than a bucket. */
void ts_busy_pyramid_read (
    const TsBusyPyramid *self, guint row, double start, double end, guint n, guint32 *columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsBusyPyramid, ts_busy_pyramid_unref)

G_END_DECLS
