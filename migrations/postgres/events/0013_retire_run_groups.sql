-- Groups of runs are deleted some time after the last count by day that names them, as shapes are.
SELECT set_config('gatehouse.installation', 'yes', true);
-- Deliveries of running nodes wait, by the lock that they take first; readers begin with this table.
SELECT pg_advisory_xact_lock(1735550305, 381122527);
LOCK TABLE event_tenants IN ACCESS EXCLUSIVE MODE;
ALTER TABLE app_run_groups ADD COLUMN retired_at BIGINT;
CREATE INDEX app_run_groups_by_retirement ON app_run_groups (tenant_id, retired_at) WHERE retired_at IS NOT NULL;

-- The highest number that was given, so that the number of a deleted row is not given again.
ALTER TABLE event_tenants ADD COLUMN highest_run_group INTEGER NOT NULL DEFAULT 0;
UPDATE event_tenants SET
    highest_run_group = coalesce((SELECT max(g.id) FROM app_run_groups g WHERE g.tenant_id = event_tenants.number), 0);

-- Whether runs of a group are counted on any day.
CREATE INDEX app_run_counts_by_group ON app_run_counts (tenant_id, group_id) WHERE span = 'd';
UPDATE tenant_bytes SET
    bytes = bytes + 60 * (SELECT count(*) FROM app_run_counts c WHERE c.tenant_id = tenant_bytes.tenant_id AND c.span = 'd');

-- How far runs, and installations by day, were deleted to free space before their time: they are not counted a second time.
ALTER TABLE event_tenants ADD COLUMN runs_freed_until BIGINT;
ALTER TABLE event_tenants ADD COLUMN installations_freed_until BIGINT;
SELECT set_config('gatehouse.installation', '', true);
