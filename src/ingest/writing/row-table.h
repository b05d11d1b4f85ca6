/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/writing/row-sorter.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* Rows in memory as a table of SQLite, "trendscope_rows", with the columns of trend_data, so that
 *
 *   INSERT INTO trend_data SELECT * FROM trendscope_rows
 *
 * moves thousands of rows in one step: no binding, no step and no reset for each of them, which is
 * more than half of what a row costs (tests/bench/README.md). Values are given as trend_data holds
 * them: clamped, NaN and what was not recorded as NULL. */
typedef struct
{
  const TsSortedRow *rows; /* what the table holds now */
  guint n_rows;
  guint n_stats;
} TsRowTable;

/* Makes the table known to db. self outlives db and may change between two statements. */
int ts_row_table_register (TsRowTable *self, sqlite3 *db);

G_END_DECLS
