-- Whether the user recovers the account: the session that opens takes the place of another one, where the tenant refuses further sessions.
ALTER TABLE one_time_links ADD COLUMN is_recovery BIGINT NOT NULL DEFAULT 0 CHECK (is_recovery IN (0, 1));
UPDATE one_time_links SET is_recovery = 1 WHERE purpose = 'reset_password';
