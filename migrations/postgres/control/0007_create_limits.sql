-- Token buckets; the subject is a keyed hash of the account, address or tenant.
CREATE TABLE rate_limits (
    subject BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(subject) = 32),
    -- Thousandths of a token.
    tokens BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX rate_limits_by_age ON rate_limits (updated_at);

-- What was answered to a write that named itself, so that its repetition gets the same answer.
CREATE TABLE idempotency_keys (
    tenant_id BYTEA NOT NULL,
    key_hash BYTEA NOT NULL CHECK (octet_length(key_hash) = 32),
    request_hash BYTEA NOT NULL CHECK (octet_length(request_hash) = 32),
    -- Sealed with a key that only the client's own key text gives; NULL while the first request runs.
    answer BYTEA,
    created_at BIGINT NOT NULL,
    -- Set with the first change that the request made, in the same transaction: then it is not done again.
    done_at BIGINT,
    PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What readiness writes to prove that writing works.
CREATE TABLE probes (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON rate_limits
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON idempotency_keys
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE probes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON probes
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits, idempotency_keys, probes TO gatehouse_app;
