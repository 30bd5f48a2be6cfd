-- The hash of the idempotency key of the request that wrote a comment: a repeated request finds its comment, also when the server was killed
-- between the transaction of the comment and the one that notes in the control database that the request is done.
ALTER TABLE failure_comments ADD COLUMN request_key BYTEA;
