-- Repeated while failure_user_steps has rows.
-- Each time the next 5,000 events of the first failure, so that no transaction is long, and a start that is interrupted goes on.
UPDATE failure_user_steps SET
    to_at = from_at,
    from_at = coalesce((
        SELECT e.occurred_at FROM events e
        WHERE e.tenant_id = failure_user_steps.tenant_id AND e.failure_id = failure_user_steps.failure_id
            AND e.occurred_at < failure_user_steps.from_at
        ORDER BY e.occurred_at DESC LIMIT 1 OFFSET 4999), -9223372036854775807)
WHERE (tenant_id, failure_id) = (SELECT t.tenant_id, t.failure_id FROM failure_user_steps t ORDER BY t.tenant_id, t.failure_id LIMIT 1);

INSERT INTO failure_users (tenant_id, subject_id, failure_id, app_version, sample, last_at, is_latest, is_out, is_installation)
SELECT p.tenant_id, p.subject_id, p.failure_id, p.app_version, (p.subject_id * 40503 >> 10) & 63, p.last_at,
    CASE WHEN p.place = 1 AND NOT EXISTS (
        SELECT 1 FROM failure_users u
        WHERE u.tenant_id = p.tenant_id AND u.subject_id = p.subject_id AND u.failure_id = p.failure_id) THEN 1 ELSE 0 END,
    CASE WHEN EXISTS (
        SELECT 1 FROM (
            SELECT g.tenant_id AS tenant_id, g.shape_id AS shape_id FROM events g
            WHERE g.tenant_id = p.tenant_id AND g.user_id = p.subject_id AND g.occurred_at > p.last_at
            ORDER BY g.occurred_at LIMIT 500) AS g
        JOIN shapes s ON s.tenant_id = g.tenant_id AND s.id = g.shape_id
        WHERE s.outcome = 'success' AND (s.stage = p.stage OR s.stage IN
            ('token-exchange', 'session-store', 'session-restore', 'refresh', 'api-use', 'profile-sync', 'account-change')))
    OR EXISTS (
        SELECT 1 FROM (
            SELECT g.tenant_id AS tenant_id, g.shape_id AS shape_id FROM events g
            WHERE g.tenant_id = p.tenant_id AND g.installation_id = p.subject_id AND g.occurred_at > p.last_at
            ORDER BY g.occurred_at LIMIT 500) AS g
        JOIN shapes s ON s.tenant_id = g.tenant_id AND s.id = g.shape_id
        WHERE s.outcome = 'success' AND (s.stage = p.stage OR s.stage IN
            ('token-exchange', 'session-store', 'session-restore', 'refresh', 'api-use', 'profile-sync', 'account-change')))
    THEN 0 ELSE 1 END,
    p.is_installation
FROM (
    SELECT m.*, f.stage AS stage, row_number() OVER (PARTITION BY m.subject_id ORDER BY m.last_at DESC, m.app_version DESC) AS place FROM (
        SELECT e.tenant_id AS tenant_id, coalesce(e.user_id, e.installation_id) AS subject_id, e.failure_id AS failure_id,
            coalesce(s.app_version, '') AS app_version, max(e.occurred_at) AS last_at,
            max(CASE WHEN e.user_id IS NULL THEN 1 ELSE 0 END) AS is_installation
        FROM (SELECT t.* FROM failure_user_steps t ORDER BY t.tenant_id, t.failure_id LIMIT 1) AS k
        JOIN events e ON e.tenant_id = k.tenant_id AND e.failure_id = k.failure_id AND e.occurred_at >= k.from_at AND e.occurred_at < k.to_at
        JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
        WHERE coalesce(e.user_id, e.installation_id) IS NOT NULL
        GROUP BY 1, 2, 3, 4) AS m
    JOIN failures f ON f.tenant_id = m.tenant_id AND f.id = m.failure_id) AS p
WHERE TRUE
ON CONFLICT (tenant_id, subject_id, failure_id, app_version) DO NOTHING;

DELETE FROM failure_user_steps WHERE from_at = -9223372036854775807;
