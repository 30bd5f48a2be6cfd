-- The second factor of people who enter the console. An operator's stands under the id of the installation, so there is no
-- reference to tenants.
CREATE TABLE second_factors (
    tenant_id BLOB NOT NULL CHECK (length(tenant_id) = 16),
    account_id BLOB NOT NULL CHECK (length(account_id) = 16),
    -- The seed of the codes, sealed with the tenant's key.
    sealed_seed BLOB NOT NULL,
    -- The step of the last code that was used: each works once.
    last_step INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, account_id)
) STRICT, WITHOUT ROWID;

-- Codes for who has lost the device; each works once.
CREATE TABLE recovery_codes (
    tenant_id BLOB NOT NULL,
    account_id BLOB NOT NULL,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    used_at INTEGER,
    PRIMARY KEY (tenant_id, account_id, code_hash),
    FOREIGN KEY (tenant_id, account_id) REFERENCES second_factors (tenant_id, account_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- When a session of the console was last proven with a password or a code, after its sign-in.
CREATE TABLE console_proofs (
    tenant_id BLOB NOT NULL CHECK (length(tenant_id) = 16),
    session_key BLOB NOT NULL,
    proved_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, session_key)
) STRICT, WITHOUT ROWID;
