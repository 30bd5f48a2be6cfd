-- The device that sent an identity token first: only one like it may repeat the token. Of its name, the HMAC-SHA256 with the token as key.
ALTER TABLE apple_uses ADD COLUMN device_name_hash TEXT;
ALTER TABLE apple_uses ADD COLUMN device_model TEXT;
ALTER TABLE apple_uses ADD COLUMN user_agent TEXT;
