-- The second factor of people who enter the console. An operator's stands under the id of the installation, so there is no
-- reference to tenants.
CREATE TABLE second_factors (
    tenant_id BYTEA NOT NULL CHECK (octet_length(tenant_id) = 16),
    account_id BYTEA NOT NULL CHECK (octet_length(account_id) = 16),
    -- The seed of the codes, sealed with the tenant's key.
    sealed_seed BYTEA NOT NULL,
    -- The step of the last code that was used: each works once.
    last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, account_id)
);

-- Codes for who has lost the device; each works once.
CREATE TABLE recovery_codes (
    tenant_id BYTEA NOT NULL,
    account_id BYTEA NOT NULL,
    code_hash BYTEA NOT NULL CHECK (octet_length(code_hash) = 32),
    used_at BIGINT,
    PRIMARY KEY (tenant_id, account_id, code_hash),
    FOREIGN KEY (tenant_id, account_id) REFERENCES second_factors (tenant_id, account_id) ON DELETE CASCADE
);

-- When a session of the console was last proven with a password or a code, after its sign-in.
CREATE TABLE console_proofs (
    tenant_id BYTEA NOT NULL CHECK (octet_length(tenant_id) = 16),
    session_key BYTEA NOT NULL,
    proved_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, session_key)
);

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON second_factors
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON recovery_codes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE console_proofs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON console_proofs
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes, console_proofs TO gatehouse_app;
