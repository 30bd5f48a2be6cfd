-- For how many days a tenant's events are kept, and how many bytes they may take. Zero leaves both to the installation.
ALTER TABLE tenant_settings ADD COLUMN event_retention_days INTEGER NOT NULL DEFAULT 0 CHECK (event_retention_days >= 0);
ALTER TABLE tenant_settings ADD COLUMN event_storage_bytes INTEGER NOT NULL DEFAULT 0 CHECK (event_storage_bytes >= 0);
