-- Numbers of subjects are not given again, and numbers of four bytes end at two billion, which a busy tenant reaches within months.
-- Every row of events is written anew.
ALTER TABLE event_tenants ALTER COLUMN highest_subject TYPE BIGINT;
ALTER TABLE subjects ALTER COLUMN id TYPE BIGINT;
ALTER TABLE events
    ALTER COLUMN user_id TYPE BIGINT,
    ALTER COLUMN session_id TYPE BIGINT,
    ALTER COLUMN attempt_id TYPE BIGINT,
    ALTER COLUMN installation_id TYPE BIGINT;
