DROP TABLE trendscope_steps;
CREATE VIEW trendscope_steps AS SELECT 0 AS step, 500 AS train_step, 0 AS micro_step;
DROP TABLE trendscope_exact;
CREATE VIEW trendscope_exact AS SELECT 0 AS rank, 0 AS step, 1 AS target_id, 1 AS metric_id, hex(zeroblob(400000000)) AS max;
DROP TABLE trendscope_ranks;
CREATE VIRTUAL TABLE trendscope_ranks USING fts5(a);
