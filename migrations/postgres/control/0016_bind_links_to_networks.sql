-- Who asked for a link: a keyed hash of the network, so that no address is kept. Its digits stay good from there whatever others type.
-- Tries of digits are counted by rate_limits; `tries` is not used any more.
ALTER TABLE one_time_links ADD COLUMN asked_by BYTEA CHECK (octet_length(asked_by) = 32);
