-- What holds for the installation itself, such as which root key it was made with.
CREATE TABLE installation_facts (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
