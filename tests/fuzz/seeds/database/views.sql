DROP TABLE trend_data;
CREATE VIEW trend_data AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i AS rank, 0 AS step, 1 AS target_id, 1 AS metric_id, i AS max FROM c;
