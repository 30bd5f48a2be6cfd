-- When the user was deleted: the row is hidden from then on, and is deleted after all rows that depend on it.
ALTER TABLE users ADD COLUMN deleted_at INTEGER;
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;

-- What the planner assumes: few users wait, and the answers to one principal are few of a tenant's.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('users', 'users_deleted', '100 1'),
    ('idempotency_keys', 'idempotency_keys', '100000 10000 1'),
    ('idempotency_keys', 'idempotency_keys_by_principal', '100000 10000 100');
