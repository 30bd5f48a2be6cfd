-- Failures in a row: wrong passwords and codes since the last right one. The subject is a keyed hash of the account.
CREATE TABLE sign_in_failures (
    subject BLOB NOT NULL PRIMARY KEY CHECK (length(subject) = 32),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    last_failed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_failed_at);
