-- The data key of each tenant, wrapped by a key that only the root key gives. Without its row nothing that the tenant sealed can be
-- read again. The installation itself has one too, so there is no reference to tenants.
CREATE TABLE tenant_keys (
    tenant_id BLOB NOT NULL CHECK (length(tenant_id) = 16),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    wrapped BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, version)
) STRICT, WITHOUT ROWID;

-- The keys that sign access tokens; a key is published before it signs and after it has stopped.
CREATE TABLE signing_keys (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    -- RFC 7638 thumbprint of the public half.
    name TEXT NOT NULL,
    point BLOB NOT NULL CHECK (length(point) = 64),
    -- The private half, sealed with the tenant's key.
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    activates_at INTEGER NOT NULL,
    retires_at INTEGER,
    -- Since when nobody believes it any more, for it leaked; its private half is gone then.
    withdrawn_at INTEGER,
    PRIMARY KEY (tenant_id, name),
    CHECK ((withdrawn_at IS NULL) = (length(sealed) > 0))
) STRICT, WITHOUT ROWID;

-- Where the refresh tokens of a session stand. Their texts are stored nowhere.
CREATE TABLE session_refresh (
    tenant_id BLOB NOT NULL,
    session_id BLOB NOT NULL CHECK (length(session_id) = 16),
    generation INTEGER NOT NULL CHECK (generation > 0),
    rotated_at INTEGER NOT NULL,
    -- When something of this generation was first used; until then its parent is answered once more.
    confirmed_at INTEGER,
    key_version INTEGER NOT NULL,
    -- How the person signed in.
    method TEXT NOT NULL,
    PRIMARY KEY (tenant_id, session_id),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
