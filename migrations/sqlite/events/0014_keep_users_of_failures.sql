-- Who met a failure last, and whether they had a success since. An installation counts as a user while no user of it is known.
CREATE TABLE failure_users (
    tenant_id INTEGER NOT NULL,
    -- A number of subjects.
    subject_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    -- Empty for events without a version.
    app_version TEXT NOT NULL,
    -- 0 to 63, by a hash of the subject: some of these numbers are a random sample of the users.
    sample INTEGER NOT NULL,
    -- The user's latest event of the failure with this version.
    last_at INTEGER NOT NULL,
    -- 1 for the version with which the user met the failure last.
    is_latest INTEGER NOT NULL,
    -- 1 while the user had no success after this time.
    is_out INTEGER NOT NULL,
    is_installation INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, subject_id, failure_id, app_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_users_by_failure ON failure_users (tenant_id, failure_id, sample, last_at, is_latest, is_out, app_version, subject_id);
CREATE INDEX failure_users_out ON failure_users (tenant_id, failure_id, last_at, subject_id) WHERE is_out = 1 AND is_latest = 1;

-- The latest event of a user who is not among them: the event was only counted, or was deleted before its time.
ALTER TABLE failures ADD COLUMN users_missing_at INTEGER;

-- What the planner is to believe of the indexes.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('failure_users', 'failure_users', '1000000 100000 3 2 1'),
    ('failure_users', 'failure_users_by_failure', '1000000 100000 1000 20 2 2 2 1 1'),
    ('failure_users', 'failure_users_out', '100000 10000 100 2 1');

-- The failures whose users the next step adds, latest events first: those from from_at to before to_at are next.
CREATE TABLE failure_user_steps (
    tenant_id INTEGER NOT NULL,
    failure_id INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, failure_id)
) STRICT, WITHOUT ROWID;
INSERT INTO failure_user_steps (tenant_id, failure_id, from_at, to_at)
SELECT tenant_id, id, 9223372036854775807, 9223372036854775807 FROM failures;
