-- What tenants hold grows by the rows that were added.
SELECT set_config('gatehouse.installation', 'yes', true);
UPDATE tenant_bytes SET
    bytes = bytes + coalesce((
        SELECT sum(260 + octet_length(u.app_version) * 12 / 5) FROM failure_users u WHERE u.tenant_id = tenant_bytes.tenant_id), 0);

-- Where more events were counted within the longest period than are stored, some of their users are missing.
UPDATE failures SET users_missing_at = CAST(extract(epoch FROM now()) AS BIGINT) * 1000
WHERE (
    SELECT coalesce(sum(c.n), 0) FROM shapes s JOIN event_counts c ON c.tenant_id = s.tenant_id AND c.shape_id = s.id
    WHERE s.tenant_id = failures.tenant_id AND s.failure_id = failures.id AND c.span = 'd'
        AND c.start >= CAST(extract(epoch FROM now()) AS BIGINT) * 1000 / 86400000 * 86400000 - 30 * CAST(86400000 AS BIGINT)
) > (
    SELECT count(*) FROM events e WHERE e.tenant_id = failures.tenant_id AND e.failure_id = failures.id
        AND e.occurred_at >= CAST(extract(epoch FROM now()) AS BIGINT) * 1000 / 86400000 * 86400000 - 30 * CAST(86400000 AS BIGINT));
DROP TABLE failure_user_steps;
SELECT set_config('gatehouse.installation', '', true);
