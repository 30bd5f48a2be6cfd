-- Releases of apps, by the version that events and runs name, and when the first of them was received.
CREATE TABLE releases (
    tenant_id INTEGER NOT NULL,
    version TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX releases_by_age ON releases (tenant_id, first_seen_at, version);
INSERT INTO releases (tenant_id, version, first_seen_at)
SELECT tenant_id, app_version, min(created_at) FROM shapes
WHERE app_version IS NOT NULL AND app_version <> 'other' GROUP BY tenant_id, app_version;
CREATE INDEX shapes_by_version ON shapes (tenant_id, app_version);

-- What runs of apps are counted by: each combination once.
CREATE TABLE app_run_groups (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- SHA-256 of the columns below, the first 16 bytes.
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    version TEXT NOT NULL,
    build TEXT,
    package TEXT,
    environment TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX app_run_groups_by_fingerprint ON app_run_groups (tenant_id, fingerprint);
CREATE INDEX app_run_groups_by_version ON app_run_groups (tenant_id, version);
CREATE INDEX app_run_groups_by_age ON app_run_groups (tenant_id, created_at);

-- Runs of the last days, so that a repeated update is not counted again.
CREATE TABLE app_runs (
    tenant_id INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    started_at INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX app_runs_by_age ON app_runs (tenant_id, started_at);

-- Runs that started in an hour or a day, by how they ended.
CREATE TABLE app_run_counts (
    tenant_id INTEGER NOT NULL,
    span TEXT NOT NULL CHECK (span IN ('h', 'd')),
    start INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, span, start, group_id, outcome)
) STRICT, WITHOUT ROWID;

-- How many installations had runs on a day, in days since 1970, UTC: n of them have a hash below the threshold.
CREATE TABLE app_run_days (
    tenant_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    threshold INTEGER NOT NULL CHECK (threshold > 0),
    PRIMARY KEY (tenant_id, day, group_id)
) STRICT, WITHOUT ROWID;
-- The hashes below the threshold, while further runs of the day are accepted.
CREATE TABLE app_installations (
    tenant_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, day, group_id, hash)
) STRICT, WITHOUT ROWID;
