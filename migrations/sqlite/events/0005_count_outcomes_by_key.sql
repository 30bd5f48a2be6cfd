-- What became of every item that arrived, by hour, key and kind. What was counted before has no key.
CREATE TABLE new_item_outcomes (
    tenant_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    -- Zeros for what the server itself recorded.
    key_id BLOB NOT NULL CHECK (length(key_id) = 16),
    category TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, start, key_id, category, outcome, reason)
) STRICT, WITHOUT ROWID;
INSERT INTO new_item_outcomes
SELECT tenant_id, start, zeroblob(16), 'event', CASE outcome WHEN 'throttled' THEN 'limited' ELSE outcome END, reason, n
FROM item_outcomes;
DROP TABLE item_outcomes;
ALTER TABLE new_item_outcomes RENAME TO item_outcomes;
