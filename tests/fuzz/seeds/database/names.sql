UPDATE monitoring_targets SET target_name = 'a' || char(0x202e) || 'b' || char(10) || char(0) || 'c' WHERE target_id = 1;
UPDATE monitoring_targets SET target_name = '' WHERE target_id = 2;
UPDATE monitoring_targets SET target_name = replace(hex(zeroblob(5000)), '00', 'layers.1.') WHERE target_id = 3;
UPDATE monitoring_targets SET vpp_stage = 2147483647, micro_step = 2147483647 WHERE target_id = 4;
UPDATE monitoring_tags SET tag_name = x'ff', category = '';
