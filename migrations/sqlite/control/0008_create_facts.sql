-- What holds for the installation itself, such as which root key it was made with.
CREATE TABLE installation_facts (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How far the time of the installation has come, in milliseconds since 1970: it does not go back behind that.
CREATE TABLE installation_clock (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    floor INTEGER NOT NULL
) STRICT;
