ALTER TABLE trend_data ADD COLUMN "a""b" REAL;
ALTER TABLE trend_data ADD COLUMN "; DROP" REAL;
ALTER TABLE trend_data RENAME COLUMN norm TO "rank ";
UPDATE trendscope_targets SET place = -9223372036854775808;
DROP TABLE trendscope_meta;
CREATE TABLE trendscope_meta (key);
DROP TABLE monitoring_tags;
