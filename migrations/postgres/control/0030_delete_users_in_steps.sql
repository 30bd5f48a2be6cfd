-- When the user was deleted: the row is hidden from then on, and is deleted after all rows that depend on it.
ALTER TABLE users ADD COLUMN deleted_at BIGINT;
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;
