-- The number of changes of a saved view, so that two people who change it at once do not undo each other's work.
ALTER TABLE saved_views ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
