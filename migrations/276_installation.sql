-- The id of this installation, which stays the same through every restore of its backups. A folder of backups names it, so no
-- other installation writes into it. An installation that is older than this table gets the id of its oldest clinic: a backup
-- from before, restored later, gives the same id.
CREATE TABLE installation (id uuid PRIMARY KEY);
INSERT INTO installation SELECT coalesce((SELECT id FROM clinics ORDER BY created, id LIMIT 1), gen_random_uuid());
GRANT SELECT ON installation TO resonanz_app;
