-- The events that were counted without a row, so that a repeated delivery is not counted again.
CREATE TABLE counted_events (
    tenant_id INTEGER NOT NULL,
    -- Six bytes of the time in milliseconds, and six of a hash of the event's id and time.
    event_key BLOB NOT NULL,
    PRIMARY KEY (tenant_id, event_key)
) STRICT, WITHOUT ROWID;

-- What the planner is to believe of the index.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('counted_events', 'counted_events', '10000000 1000000 1');
