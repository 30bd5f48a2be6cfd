-- What became of every item that arrived, by hour, key and kind. What was counted before has no key.
SELECT set_config('gatehouse.installation', 'yes', true);
ALTER TABLE item_outcomes
    ADD COLUMN key_id BYTEA NOT NULL DEFAULT decode(repeat('00', 16), 'hex') CHECK (octet_length(key_id) = 16),
    ADD COLUMN category TEXT COLLATE "C" NOT NULL DEFAULT 'event',
    DROP CONSTRAINT item_outcomes_pkey;
ALTER TABLE item_outcomes
    ALTER COLUMN key_id DROP DEFAULT,
    ALTER COLUMN category DROP DEFAULT,
    ADD PRIMARY KEY (tenant_id, start, key_id, category, outcome, reason);
UPDATE item_outcomes SET outcome = 'limited' WHERE outcome = 'throttled';
SELECT set_config('gatehouse.installation', '', true);
