-- Bytes that each key of a tenant has stored on a day of receipt, in UTC: what the budget of a day is held against, and which tenant
-- has most. Under a key of zeros stands what the server itself recorded, less what was deleted to make room.
CREATE TABLE ingest_usage (
    tenant_id INTEGER NOT NULL,
    -- Days since 1970.
    day INTEGER NOT NULL,
    key_id BLOB NOT NULL CHECK (length(key_id) = 16),
    bytes INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, day, key_id)
) STRICT, WITHOUT ROWID;
