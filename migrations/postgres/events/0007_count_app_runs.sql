-- The policies let the installation see all rows.
SELECT set_config('gatehouse.installation', 'yes', true);

-- Releases of apps, by the version that events and runs name, and when the first of them was received.
CREATE TABLE releases (
    tenant_id INTEGER NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    first_seen_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, version)
);
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
    fingerprint BYTEA NOT NULL CHECK (octet_length(fingerprint) = 16),
    version TEXT COLLATE "C" NOT NULL,
    build TEXT COLLATE "C",
    package TEXT COLLATE "C",
    environment TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX app_run_groups_by_fingerprint ON app_run_groups (tenant_id, fingerprint);
CREATE INDEX app_run_groups_by_version ON app_run_groups (tenant_id, version);
CREATE INDEX app_run_groups_by_age ON app_run_groups (tenant_id, created_at);

-- Runs of the last days, so that a repeated update is not counted again.
CREATE TABLE app_runs (
    tenant_id INTEGER NOT NULL,
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    started_at BIGINT NOT NULL,
    group_id INTEGER NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX app_runs_by_age ON app_runs (tenant_id, started_at);

-- Runs that started in an hour or a day, by how they ended.
CREATE TABLE app_run_counts (
    tenant_id INTEGER NOT NULL,
    span TEXT COLLATE "C" NOT NULL CHECK (span IN ('h', 'd')),
    start BIGINT NOT NULL,
    group_id INTEGER NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, span, start, group_id, outcome)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- How many installations had runs on a day, in days since 1970, UTC: n of them have a hash below the threshold.
CREATE TABLE app_run_days (
    tenant_id INTEGER NOT NULL,
    day BIGINT NOT NULL,
    group_id INTEGER NOT NULL,
    n BIGINT NOT NULL,
    threshold BIGINT NOT NULL CHECK (threshold > 0),
    PRIMARY KEY (tenant_id, day, group_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- The hashes below the threshold, while further runs of the day are accepted.
CREATE TABLE app_installations (
    tenant_id INTEGER NOT NULL,
    day BIGINT NOT NULL,
    group_id INTEGER NOT NULL,
    hash BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, day, group_id, hash)
);

ALTER TABLE releases ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON releases
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE app_run_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON app_run_groups
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE app_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON app_runs
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE app_run_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON app_run_counts
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE app_run_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON app_run_days
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE app_installations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON app_installations
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

GRANT SELECT, INSERT, UPDATE, DELETE ON
    releases, app_run_groups, app_runs, app_run_counts, app_run_days, app_installations
TO gatehouse_app;

SELECT set_config('gatehouse.installation', '', true);
