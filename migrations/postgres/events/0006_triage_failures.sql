-- What the members of a tenant decided about failures, and what they wrote. A failure without a row is open, and its version is 0.
CREATE TABLE failure_triage (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- Counts the changes: a change names the version that it is based on.
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'resolved', 'regressed', 'archived', 'expected')),
    -- How it was resolved, until when it is archived, or the release in which it came back.
    detail TEXT COLLATE "C",
    -- When it came into this state.
    since BIGINT NOT NULL,
    -- The id of a user in the control database.
    assignee BYTEA CHECK (octet_length(assignee) = 16),
    PRIMARY KEY (tenant_id, failure_id)
);
CREATE INDEX failure_triage_by_state ON failure_triage (tenant_id, state, since);

CREATE TABLE failure_changes (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- The version that the change made.
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    actor_kind TEXT COLLATE "C" NOT NULL,
    actor_id BYTEA CHECK (octet_length(actor_id) = 16),
    state_before TEXT COLLATE "C" NOT NULL,
    state_after TEXT COLLATE "C" NOT NULL,
    assignee_before BYTEA CHECK (octet_length(assignee_before) = 16),
    assignee_after BYTEA CHECK (octet_length(assignee_after) = 16),
    PRIMARY KEY (tenant_id, failure_id, version)
);

CREATE TABLE failure_comments (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- Counts the comments on the failure.
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    author_kind TEXT COLLATE "C" NOT NULL,
    author_id BYTEA CHECK (octet_length(author_id) = 16),
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, failure_id, number)
);

CREATE INDEX shapes_by_failure ON shapes (tenant_id, failure_id) WHERE failure_id IS NOT NULL;

-- The failure of an event also stands in its row, so that the people whom a failure affects are found without reading other events.
ALTER TABLE events ADD COLUMN failure_id INTEGER;
SELECT set_config('gatehouse.installation', 'yes', true);
UPDATE events SET failure_id = s.failure_id FROM shapes s
WHERE s.failure_id IS NOT NULL AND s.tenant_id = events.tenant_id AND s.id = events.shape_id;
SELECT set_config('gatehouse.installation', '', true);
CREATE INDEX events_by_failure ON events (tenant_id, failure_id, occurred_at, shape_id, user_id, installation_id)
WHERE failure_id IS NOT NULL;

ALTER TABLE failure_triage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON failure_triage
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE failure_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON failure_changes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE failure_comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON failure_comments
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

GRANT SELECT, INSERT, UPDATE, DELETE ON failure_triage, failure_changes, failure_comments TO gatehouse_app;
