-- Failures in a row: wrong passwords and codes since the last right one. The subject is a keyed hash of the account.
CREATE TABLE sign_in_failures (
    subject BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(subject) = 32),
    failures BIGINT NOT NULL CHECK (failures >= 0),
    last_failed_at BIGINT NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_failed_at);

ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON sign_in_failures
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO gatehouse_app;
