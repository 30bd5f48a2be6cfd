-- Token buckets; the subject is a keyed hash of the account, address or tenant.
CREATE TABLE rate_limits (
    subject BLOB NOT NULL PRIMARY KEY CHECK (length(subject) = 32),
    -- Thousandths of a token.
    tokens INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limits_by_age ON rate_limits (updated_at);

-- What was answered to a write that named itself, so that its repetition gets the same answer.
CREATE TABLE idempotency_keys (
    tenant_id BLOB NOT NULL,
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    -- Sealed with a key that only the client's own key text gives; NULL while the first request runs.
    answer BLOB,
    created_at INTEGER NOT NULL,
    -- Set with the first change that the request made, in the same transaction: then it is not done again.
    done_at INTEGER,
    PRIMARY KEY (tenant_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What readiness writes to prove that writing works.
CREATE TABLE probes (
    name TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
