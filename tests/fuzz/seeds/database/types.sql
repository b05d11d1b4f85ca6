INSERT INTO trend_data (rank, step, target_id, metric_id, max) VALUES ('x', 0, 1, 1, 1), (0, 'y', 1, 1, 1), (0, 0, 'z', 1, 1), (1.5, 0, 1, 1, 1), (x'00', 0, 1, 1, 1);
UPDATE trend_data SET max = 'nan' WHERE target_id = 1;
UPDATE trend_data SET max = x'ff00' WHERE target_id = 2;
UPDATE trend_data SET max = '1e400' WHERE target_id = 3;
UPDATE monitoring_targets SET target_name = x'ff' WHERE target_id = 1;
UPDATE monitoring_metrics SET metric_name = x'fe00' WHERE metric_id = 2;
