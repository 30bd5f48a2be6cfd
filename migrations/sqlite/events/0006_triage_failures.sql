-- What the members of a tenant decided about failures, and what they wrote. A failure without a row is open, and its version is 0.
CREATE TABLE failure_triage (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- Counts the changes: a change names the version that it is based on.
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'regressed', 'archived', 'expected')),
    -- How it was resolved, until when it is archived, or the release in which it came back.
    detail TEXT,
    -- When it came into this state.
    since INTEGER NOT NULL,
    -- The id of a user in the control database.
    assignee BLOB CHECK (length(assignee) = 16),
    PRIMARY KEY (tenant_id, failure_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_triage_by_state ON failure_triage (tenant_id, state, since);

CREATE TABLE failure_changes (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- The version that the change made.
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id BLOB CHECK (length(actor_id) = 16),
    state_before TEXT NOT NULL,
    state_after TEXT NOT NULL,
    assignee_before BLOB CHECK (length(assignee_before) = 16),
    assignee_after BLOB CHECK (length(assignee_after) = 16),
    PRIMARY KEY (tenant_id, failure_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure_comments (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- Counts the comments on the failure.
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author_id BLOB CHECK (length(author_id) = 16),
    text TEXT NOT NULL,
    PRIMARY KEY (tenant_id, failure_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX shapes_by_failure ON shapes (tenant_id, failure_id) WHERE failure_id IS NOT NULL;

-- The failure of an event also stands in its row, so that the people whom a failure affects are found without reading other events.
ALTER TABLE events ADD COLUMN failure_id INTEGER;
UPDATE events SET failure_id = (SELECT s.failure_id FROM shapes s WHERE s.tenant_id = events.tenant_id AND s.id = events.shape_id)
WHERE (tenant_id, shape_id) IN (SELECT s.tenant_id, s.id FROM shapes s WHERE s.failure_id IS NOT NULL);
CREATE INDEX events_by_failure ON events (tenant_id, failure_id, occurred_at, shape_id, user_id, installation_id)
WHERE failure_id IS NOT NULL;

-- What the planner is to believe of the index.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('events', 'events_by_failure', '1000000 100000 1000 2 2 2 2');
