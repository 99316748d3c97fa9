-- A report names the birth date and free texts: what was shown is kept compressed and encrypted (R63). Its hash is keyed,
-- so that it does not help to guess what it was made of.
ALTER TABLE reports DROP COLUMN html, ADD COLUMN html_encrypted bytea NOT NULL;
