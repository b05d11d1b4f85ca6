UPDATE trend_data SET max = 'nan' WHERE target_id = 1;
UPDATE trend_data SET max = x'ff00' WHERE target_id = 2;
UPDATE trend_data SET max = 9e999 WHERE target_id = 3;
UPDATE trend_data SET max = 1e9 + 1, min = -1e9 - 1, norm = NULL WHERE target_id = 7;
INSERT INTO trendscope_exact (rank, step, target_id, metric_id, max) VALUES (0, 0, 7, 1, 'inf'), (0, 1, 7, 1, 'x'), (2, 0, 7, 1, x'00'), (2, 2, 7, 1, '-1e400');
CREATE TABLE global_stats (min_step, forward, backward);
INSERT INTO global_stats VALUES (0, 'max,,%,norm', x'ff');
INSERT INTO trendscope_ranks VALUES (1), (5), (-3);
