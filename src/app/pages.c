/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/pages.h"

#include "app/findings/findings-page.h"
#include "app/parallel/parallel-page.h"
#include "app/timeline/timeline-page.h"
#include "app/trends/trends-page.h"

static GType (*const get_types[]) (void) = {
  ts_trends_page_get_type,
  ts_findings_page_get_type,
  ts_parallel_page_get_type,
  ts_timeline_page_get_type,
};

const GType *
ts_pages_list (void)
{
  static GType types[G_N_ELEMENTS (get_types) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (get_types); i++)
    types[i] = get_types[i]();
  return types;
}
