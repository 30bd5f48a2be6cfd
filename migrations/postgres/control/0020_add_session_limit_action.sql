-- What happens when a user who has sessions_per_person sessions signs in: the new sign-in is refused, or the least recently used session ends.
ALTER TABLE tenant_settings ADD COLUMN session_limit_action TEXT COLLATE "C" NOT NULL DEFAULT 'end_oldest'
    CHECK (session_limit_action IN ('refuse', 'end_oldest'));
