-- The SHA-256 of the key in a Sentry DSN; NULL for keys of other kinds, and for ingest keys made before there were DSN keys.
ALTER TABLE api_keys ADD COLUMN dsn_hash BLOB CHECK (length(dsn_hash) = 32);
CREATE UNIQUE INDEX api_keys_by_dsn ON api_keys (tenant_id, dsn_hash);
