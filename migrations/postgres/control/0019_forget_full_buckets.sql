-- When a bucket is full again: from then on its row says nothing that no row would not say. Of a row from before it is known only that no
-- period was longer than a day.
ALTER TABLE rate_limits ADD COLUMN full_at BIGINT NOT NULL DEFAULT 0;
UPDATE rate_limits SET full_at = updated_at + 86400000;
DROP INDEX rate_limits_by_age;
CREATE INDEX rate_limits_by_full_at ON rate_limits (full_at);
