-- A therapy may have an open end (product 5.4): an empty discharge.
ALTER TABLE patients ALTER COLUMN discharge DROP NOT NULL;
