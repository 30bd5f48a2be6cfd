-- What holds for the installation itself, such as which root key it was made with.
CREATE TABLE installation_facts (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

ALTER TABLE installation_facts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON installation_facts
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT ON installation_facts TO gatehouse_app;

-- How far the time of the installation has come, in milliseconds since 1970: it does not go back behind that.
CREATE TABLE installation_clock (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    floor BIGINT NOT NULL
);

ALTER TABLE installation_clock ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON installation_clock
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT, UPDATE ON installation_clock TO gatehouse_app;
