PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE VIEW trendscope_meta AS SELECT 1 AS key, 2 AS value' WHERE name = 'trendscope_meta';
UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'trend_data';
UPDATE sqlite_schema SET sql = 'CREATE TABLE monitoring_targets (target_id, target_name AS (hex(zeroblob(100000000))), vpp_stage, micro_step)' WHERE name = 'monitoring_targets';
