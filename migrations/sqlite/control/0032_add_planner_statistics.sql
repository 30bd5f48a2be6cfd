-- What the planner is to believe of the indexes: a user has few links and identities, a tenant many. Without it, a search for those of a
-- user walks through all of the tenant, and so does a search for the audit entries of a target, an actor or an action.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('one_time_links', 'one_time_links', '100000 10000 1'),
    ('one_time_links', 'one_time_links_by_user', '100000 10000 3 2'),
    ('one_time_links', 'one_time_links_by_email', '100000 10000 3 2'),
    ('one_time_links', 'one_time_links_by_age', '100000 2'),
    ('one_time_links', 'one_time_links_by_asking_session', '30000 3000 2'),
    ('one_time_links', 'one_time_links_by_maker', '10000 1000 100'),
    ('one_time_links', 'one_time_links_by_maker_session', '10000 1000 20'),
    ('identities', 'identities', '1000000 100000 50000 1'),
    ('identities', 'identities_by_user', '1000000 100000 2'),
    ('apple_people', 'apple_people', '500000 50000 1'),
    ('apple_people', 'apple_people_by_user', '500000 50000 2'),
    ('audit_entries', 'audit_entries', '10000000 1000000 1'),
    ('audit_entries', 'audit_entries_by_target', '9000000 900000 100 1'),
    ('audit_entries', 'audit_entries_by_actor', '9000000 900000 1000 1'),
    ('audit_entries', 'audit_entries_by_action', '10000000 1000000 20000 1');
