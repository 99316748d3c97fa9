-- The login of this browser before its last one. What another browser did since then is news for the person (record 266).
ALTER TABLE known_devices ADD COLUMN renewed_before timestamptz;
