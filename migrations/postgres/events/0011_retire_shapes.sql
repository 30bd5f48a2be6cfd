-- Shapes and failures are deleted some time after the last count, event, decision or comment that names them, as subjects and messages are.
SELECT set_config('gatehouse.installation', 'yes', true);
ALTER TABLE shapes ADD COLUMN retired_at BIGINT;
ALTER TABLE failures ADD COLUMN retired_at BIGINT;
CREATE INDEX shapes_by_retirement ON shapes (tenant_id, retired_at) WHERE retired_at IS NOT NULL;
CREATE INDEX failures_by_retirement ON failures (tenant_id, retired_at) WHERE retired_at IS NOT NULL;

-- The highest numbers that were given, so that the number of a deleted row is not given again.
ALTER TABLE event_tenants ADD COLUMN highest_shape INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_tenants ADD COLUMN highest_failure INTEGER NOT NULL DEFAULT 0;
UPDATE event_tenants SET
    highest_shape = coalesce((SELECT max(s.id) FROM shapes s WHERE s.tenant_id = event_tenants.number), 0),
    highest_failure = coalesce((SELECT max(f.id) FROM failures f WHERE f.tenant_id = event_tenants.number), 0);

-- Folded ones have limits of their own.
ALTER TABLE event_growth ADD COLUMN folded_shapes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE event_growth ADD COLUMN folded_failures BIGINT NOT NULL DEFAULT 0;

-- Whether a shape is counted on any day.
CREATE INDEX event_counts_by_day ON event_counts (tenant_id, shape_id) WHERE span = 'd';
UPDATE tenant_bytes SET
    bytes = bytes + 60 * (SELECT count(*) FROM event_counts c WHERE c.tenant_id = tenant_bytes.tenant_id AND c.span = 'd');
SELECT set_config('gatehouse.installation', '', true);
